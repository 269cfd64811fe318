//! Registers, masks and threads that an instruction makes its results of.
//!
//! ```
//! use lanebeat::config::Config;
//! use lanebeat::isa::asm::assemble;
//! use lanebeat::model::reads::{Threads, reads};
//!
//! let program = assemble("up.s", "SHFL.UP P1, R1, R0, 3, 0", &Config::default().target())?;
//! let read = &reads(&program.waves[0][0].instruction)[0];
//! assert_eq!((read.held.to_string().as_str(), read.threads), ("R0", Threads::Mapped));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;

use serde::Serialize;

use crate::isa::{Instruction, LaneMove, MaskEntry, MaskSource, Operand, Operation, Register};

/// A part of a wave's state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Held {
    /// A vector register.
    Register(Register),
    /// A predicate or mask slot.
    Mask(MaskEntry),
    /// EXEC.
    Exec,
}

/// Threads whose words or bits make the result of one thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Threads {
    /// The thread itself.
    Own,
    /// The thread that [`explain`](super::explain::explain) names.
    Mapped,
    /// The executing threads of its warp.
    Warp,
}

/// A part of the state that an instruction reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Read {
    /// `a`, `b`, `c`, `guard`, `p`, `q` or `EXEC`.
    pub operand: &'static str,
    /// The part that is read.
    pub held: Held,
    /// The threads in which it is read.
    pub threads: Threads,
    /// Whether a predicate that the instruction writes depends on it, too.
    pub makes_bits: bool,
}

/// Lists the reads of `instruction`, operands first. EXEC is listed only where it is an operand.
pub fn reads(instruction: &Instruction) -> Vec<Read> {
    let operation = instruction.operation;
    let is_range = matches!(operation, Operation::ShuffleRange(..));
    let shuffles = matches!(operation, Operation::Shuffle(_));
    let mapped = shuffles || instruction.dpp.is_some();
    let threads = |operand: &str| match (operation, operand) {
        (Operation::Vote(_), "a" | "q" | "guard") => Threads::Warp,
        (Operation::LaneMove(LaneMove::Push), _) => Threads::Mapped,
        (Operation::LaneMove(_), "a") => Threads::Mapped,
        (_, "a") if mapped => Threads::Mapped,
        _ => Threads::Own,
    };
    let read = |operand, held| {
        let makes_bits = !(shuffles && operand == "a");
        Read { operand, held, threads: threads(operand), makes_bits }
    };
    let word = |(operand, source): (&'static str, Operand)| {
        let register = source.register().filter(|_| !(is_range && operand == "a"));
        Some(read(operand, Held::Register(register?)))
    };
    let mask = |(operand, source): (&'static str, MaskSource)| {
        (source.entry != MaskEntry::TRUE).then(|| read(operand, Held::Mask(source.entry)))
    };
    let exec = matches!(operation, Operation::Exec(_)).then(|| read("EXEC", Held::Exec));
    let Instruction { a, b, c, guard, p, q, .. } = *instruction;
    let words = [("a", a), ("b", b), ("c", c)].into_iter().filter_map(word);
    let masks = [("p", p), ("q", q), ("guard", guard)].into_iter().filter_map(mask);
    words.chain(masks).chain(exec).collect()
}

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Register(register) => register.fmt(f),
            Self::Mask(entry) => entry.fmt(f),
            Self::Exec => f.write_str("EXEC"),
        }
    }
}
