//! Votes, matches and reductions (ISA.md section 7) over the executing threads of one warp.
//!
//! ```
//! use lanebeat::isa::VoteOperation;
//! use lanebeat::model::Outcome;
//! use lanebeat::model::vote::{Warp, outcomes_of_warp};
//!
//! let warp = Warp { executing: 0b1110, q: 0b0111, words: vec![0; 32] };
//! let ballot = outcomes_of_warp(VoteOperation::Ballot, &warp);
//! assert_eq!(ballot[0], Outcome::Word(0b0110));
//! ```

use super::outcome::Outcome;
use super::sources::Sources;
use crate::isa::{Reduction, Signedness, Thread, VoteOperation, WARP_THREADS};

/// Inputs of a vote from the threads of one warp; bit i is thread i of the warp.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warp {
    /// A of ISA.md: EXEC and the guard are true.
    pub executing: u32,
    /// Predicate q, also of threads that do not execute.
    pub q: u32,
    /// Operand a, thread 0 of the warp first.
    pub words: Vec<u32>,
}

/// Result that each thread of a wave gets from its warp; `None`: it is not written.
pub fn outcomes(operation: VoteOperation, sources: &Sources) -> Vec<Option<Outcome>> {
    let threads: Vec<Thread> = (0..sources.threads()).map(Thread).collect();
    let warps = threads.chunks(WARP_THREADS);
    let of_warps = warps.flat_map(|of_warp| {
        let warp = Warp {
            executing: mask(of_warp.iter().map(|&thread| sources.executing[thread])),
            q: mask(of_warp.iter().map(|&thread| sources.q[thread])),
            words: of_warp.iter().map(|&thread| sources.a[thread]).collect(),
        };
        outcomes_of_warp(operation, &warp)
    });
    of_warps
        .zip(&threads)
        .map(|(outcome, &thread)| sources.executing[thread].then_some(outcome))
        .collect()
}

/// Result that each thread of `warp` gets if it executes.
pub fn outcomes_of_warp(operation: VoteOperation, warp: &Warp) -> Vec<Outcome> {
    let Warp { executing, q, words } = warp;
    let in_favour = executing & q;
    let any = in_favour != 0;
    let all = executing & !q == 0;
    let with_word = |wanted: u32| executing & mask(words.iter().map(|&word| word == wanted));
    let of_all = match operation {
        VoteOperation::Any => Outcome::Bit(any),
        VoteOperation::All => Outcome::Bit(all),
        VoteOperation::Uniform => Outcome::Bit(all || in_favour == 0),
        VoteOperation::Ballot => Outcome::Word(in_favour),
        VoteOperation::ActiveThreads => Outcome::Word(*executing),
        VoteOperation::MatchAny => {
            return words.iter().map(|&word| Outcome::Word(with_word(word))).collect();
        }
        VoteOperation::MatchAll => {
            let all_same = of_executing(warp).all(|word| with_word(word) == *executing);
            if all_same { Outcome::Both(*executing, true) } else { Outcome::Both(0, false) }
        }
        VoteOperation::Reduce(reduction) => {
            let reduced = of_executing(warp).reduce(|left, right| combine(reduction, left, right));
            Outcome::Word(reduced.unwrap_or_else(|| of_nobody(reduction)))
        }
    };
    vec![of_all; words.len()]
}

/// The words of the executing threads, in their order.
fn of_executing(warp: &Warp) -> impl Iterator<Item = u32> {
    let words = warp.words.iter().enumerate();
    words.filter(|(thread, _)| warp.executing >> thread & 1 == 1).map(|(_, &word)| word)
}

fn combine(reduction: Reduction, left: u32, right: u32) -> u32 {
    match reduction {
        Reduction::Add => left.wrapping_add(right),
        Reduction::And => left & right,
        Reduction::Or => left | right,
        Reduction::Xor => left ^ right,
        Reduction::Minimum(Signedness::Signed) => (left as i32).min(right as i32) as u32,
        Reduction::Minimum(Signedness::Unsigned) => left.min(right),
        Reduction::Maximum(Signedness::Signed) => (left as i32).max(right as i32) as u32,
        Reduction::Maximum(Signedness::Unsigned) => left.max(right),
    }
}

/// Result of a reduction over no thread.
fn of_nobody(reduction: Reduction) -> u32 {
    match reduction {
        Reduction::Add | Reduction::And | Reduction::Or | Reduction::Xor => 0,
        Reduction::Minimum(Signedness::Signed) => i32::MAX as u32,
        Reduction::Minimum(Signedness::Unsigned) => u32::MAX,
        Reduction::Maximum(Signedness::Signed) => i32::MIN as u32,
        Reduction::Maximum(Signedness::Unsigned) => u32::MIN,
    }
}

/// One bit for each thread of a warp, thread 0 lowest.
fn mask(bits: impl Iterator<Item = bool>) -> u32 {
    bits.enumerate().map(|(thread, bit)| u32::from(bit) << thread).sum()
}
