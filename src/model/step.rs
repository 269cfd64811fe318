//! Results of one instruction for the threads of a wave: which threads are written (ISA.md
//! section 2), and with what.

use super::dpp::{self, Fetched};
use super::outcome::Outcome;
use super::sources::Sources;
use super::{exec, float, lane, lane_move, shuffle, video, vote};
use crate::isa::{Operand, Operation, ReadOperation, Thread};

/// Result of each thread; `None`: it is not written. `read` supplies values from outside the wave.
pub fn outcomes(
    sources: &Sources,
    read: impl Fn(ReadOperation, Thread) -> Outcome,
) -> Vec<Option<Outcome>> {
    let Sources { instruction, exec, executing, .. } = sources;
    let every = |of: &dyn Fn(Thread) -> Option<Outcome>| -> Vec<Option<Outcome>> {
        (0..sources.threads()).map(Thread).map(of).collect()
    };
    let each = |of: &dyn Fn(Thread) -> Option<Outcome>| {
        every(&|thread| if executing[thread] { of(thread) } else { None })
    };
    let [a, b, c] = [&sources.a, &sources.b, &sources.c];
    match instruction.operation {
        Operation::Control(_) => every(&|_| None),
        Operation::WriteLane => {
            let written = lane_move::written_thread(sources);
            every(&|thread| (thread == written).then(|| Outcome::Word(a[thread])))
        }
        Operation::Exec(operation) => {
            every(&|thread| exec::saves(operation).then(|| Outcome::Bit(exec[thread])))
        }
        Operation::Read(operation) => each(&|thread| Some(read(operation, thread))),
        Operation::Vote(operation) => vote::outcomes(operation, sources),
        Operation::Shuffle(mode) => each(&|thread| {
            let (source, in_range) = shuffle::source_in_wave(mode, sources, thread);
            Some(Outcome::Both(a[source], in_range))
        }),
        Operation::ShuffleRange(mode, true_word) => each(&|thread| {
            let (_, in_range) = shuffle::source_in_wave(mode, sources, thread);
            Some(Outcome::Word(shuffle::range_word(true_word, in_range)))
        }),
        Operation::LaneMove(kind) => each(&|thread| {
            fetched_a(sources, lane_move::fetch(kind, sources, thread)).map(Outcome::Word)
        }),
        operation @ (Operation::Video(_) | Operation::VideoSimd(_)) => each(&|thread| {
            let modifiers =
                instruction.video.as_ref().expect("a video operation has its modifiers");
            let word = video::result(operation, modifiers, a[thread], b[thread], c[thread]);
            Some(Outcome::Word(word))
        }),
        Operation::Lane(operation) => each(&|thread| {
            let words = [own_or_fetched_a(sources, thread)?, b[thread], c[thread]];
            let bits = [sources.p[thread], sources.q[thread]];
            Some(lane::result(operation, instruction, thread, words, bits))
        }),
        Operation::Float(operation) => each(&|thread| {
            let [of_a, of_b, of_c] = instruction.modifiers;
            let a = float::modified(own_or_fetched_a(sources, thread)?, of_a);
            let (b, c) = (float::modified(b[thread], of_b), float::modified(c[thread], of_c));
            let outcome = float::result(operation, [a, b, c]);
            let combined = |bit| lane::combined(instruction, bit, sources.q[thread]);
            Some(outcome.bit().map_or(outcome, |bit| Outcome::Bit(combined(bit))))
        }),
    }
}

/// The a that a thread of a lane operation executes with; `None`: it is not written.
fn own_or_fetched_a(sources: &Sources, thread: Thread) -> Option<u32> {
    match &sources.instruction.dpp {
        Some(dpp) => fetched_a(sources, dpp::fetch(dpp, sources.exec, thread)),
        None => Some(sources.a[thread]),
    }
}

/// The a that is fetched; `None`: the thread is not written.
fn fetched_a(sources: &Sources, fetched: Fetched) -> Option<u32> {
    let Sources { instruction, .. } = sources;
    let is_register = matches!(instruction.a, Operand::Register(_));
    assert!(
        is_register,
        "DPP needs a register src0, and {:?} has {:?}",
        instruction.operation, instruction.a
    );
    match fetched {
        Fetched::NotWritten(_) => None,
        Fetched::Zero(_) => Some(0),
        Fetched::Word(source) => Some(sources.a[source]),
    }
}
