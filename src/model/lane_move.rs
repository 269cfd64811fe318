//! The lane moves of ISA.md section 10: which thread's word a thread gets.
//!
//! ```
//! use lanebeat::config::Config;
//! use lanebeat::isa::{LaneMove, Thread, WaveState, asm::assemble};
//! use lanebeat::model::{Sources, dpp::Fetched, lane_move::fetch};
//!
//! let text = "v_readlane_b32 v1, v0, 5";
//! let program = assemble("read.s", text, &Config::default().target())?;
//! let state = WaveState::new(64, 4);
//! let sources = Sources::new(&program.waves[0][0].instruction, &state);
//! assert_eq!(fetch(LaneMove::Read, &sources)[Thread(40)], Fetched::Word(Thread(5)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::dpp::{Fetched, Lack};
use super::sources::Sources;
use crate::isa::{LaneMove, Operand, ROW_THREADS, Row, Thread, WARP_THREADS, Wave};

/// The word that each thread gets from a lane move of kind `kind`, provided that EXEC and its guard
/// let it be written.
pub fn fetch(kind: LaneMove, sources: &Sources) -> Wave<Fetched> {
    let threads = sources.threads();
    match kind {
        LaneMove::Read => Wave::filled(threads, Fetched::Word(named_thread(sources))),
        LaneMove::ReadFirst => {
            let lowest = sources.executing.0.iter().position(|&executes| executes);
            Wave::filled(threads, Fetched::Word(Thread(lowest.unwrap_or(0))))
        }
        LaneMove::PermuteRow => permuted(sources, |row| row),
        LaneMove::PermuteOtherRow => permuted(sources, |Row(row)| Row(row ^ 1)),
        LaneMove::SwapHalves => {
            Wave::from_fn(threads, |thread| Fetched::Word(Thread(thread.0 ^ 32)))
        }
        LaneMove::Pull => {
            Wave::from_fn(threads, |thread| if_active(sources, addressed(sources, thread)))
        }
        LaneMove::Push => {
            let mut received = Wave::filled(threads, Fetched::Zero(Lack::NoSender));
            // The highest thread is the last to send.
            for (thread, _) in sources.executing.iter().filter(|(_, executes)| **executes) {
                received[addressed(sources, thread)] = Fetched::Word(thread);
            }
            received
        }
        LaneMove::Swizzle => {
            let offset = literal(sources.instruction.b);
            Wave::from_fn(threads, |thread| if_active(sources, swizzled(offset, threads, thread)))
        }
    }
}

/// The one thread that v_writelane_b32 writes and v_readlane_b32 reads.
pub fn named_thread(sources: &Sources) -> Thread {
    Thread(literal(sources.instruction.b) as usize % sources.threads())
}

/// A literal operand; 0 for a register, which the assembler does not take in its place.
fn literal(operand: Operand) -> u32 {
    operand.literal().unwrap_or(0)
}

/// The thread that `thread`'s operand b addresses in bytes; a wave has a power of two of threads.
fn addressed(sources: &Sources, thread: Thread) -> Thread {
    Thread((sources.b[thread.0] / 4) as usize & (sources.threads() - 1))
}

/// v_permlane16_b32 and v_permlanex16_b32: of the row that `of` names, the thread that nibble i%16 of {hi,lo} names.
fn permuted(sources: &Sources, of: impl Fn(Row) -> Row) -> Wave<Fetched> {
    let Sources { instruction, exec, .. } = sources;
    let nibbles = u64::from(literal(instruction.c)) << 32 | u64::from(literal(instruction.b));
    let zeroes = instruction.bound_control;
    let nothing = |lack| if zeroes { Fetched::Zero(lack) } else { Fetched::NotWritten(lack) };
    let fetches_inactive = instruction.fetch_inactive;
    Wave::from_fn(sources.threads(), |thread| {
        let nibble = nibbles >> (4 * thread.in_row()) & 0xf;
        let source = Thread(of(thread.row()).0 * ROW_THREADS + nibble as usize);
        match exec.0.get(source.0) {
            None => nothing(Lack::NoSource),
            Some(is_active) if !is_active && !fetches_inactive => nothing(Lack::InactiveSource),
            Some(_) => Fetched::Word(source),
        }
    })
}

/// ds_swizzle_b32. A wave of 16 threads uses the low four bits of every number of a thread.
fn swizzled(offset: u32, threads: usize, thread: Thread) -> Thread {
    let group = threads.min(WARP_THREADS);
    let in_group = thread.0 & (group - 1);
    let field = |low: u32| (offset >> low) as usize & (group - 1);
    let mask = field(0);
    let source = match offset & 0xffff {
        0xe000.. => {
            let reversed = in_group.reverse_bits() >> (usize::BITS - group.trailing_zeros());
            reversed >> mask.count_ones() | in_group & mask
        }
        0xc000.. => {
            let moved = match offset >> 10 & 1 {
                0 => in_group + field(5),
                _ => in_group + group - field(5),
            };
            (in_group & mask) | (moved & (group - 1) & !mask)
        }
        0x8000.. => {
            let in_quad = in_group % 4;
            in_group - in_quad + (offset >> (2 * in_quad) & 3) as usize
        }
        _ => (in_group & mask | field(5)) ^ field(10),
    };
    Thread(thread.0 - in_group + source)
}

fn if_active(sources: &Sources, source: Thread) -> Fetched {
    if sources.exec[source] {
        Fetched::Word(source)
    } else {
        Fetched::Zero(Lack::SourceOutsideExec)
    }
}
