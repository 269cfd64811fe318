//! What one thread gets from one instruction: who is written (ISA.md section 2), and with what.

use super::dpp::{self, Fetched};
use super::outcome::Outcome;
use super::sources::Sources;
use super::{exec, float, lane, lane_move, shuffle, video};
use crate::isa::{Operand, Operation, Thread};

/// What `thread` gets; `None`: it is not written. A vote is no instruction of one thread:
/// [`super::vote`] has it.
pub fn outcome(sources: &Sources, thread: Thread) -> Option<Outcome> {
    let Sources { instruction, exec, .. } = sources;
    match instruction.operation {
        Operation::Nop
        | Operation::Exit
        | Operation::Synchronise
        | Operation::BarrierReduce(_)
        | Operation::TriggerCounter => None,
        Operation::WriteLane => {
            (thread == lane_move::written_thread(sources)).then(|| Outcome::Word(sources.a[thread]))
        }
        Operation::Exec(operation) => exec::saves(operation).then(|| Outcome::Bit(exec[thread])),
        _ if !sources.executing[thread] => None,
        Operation::Shuffle(mode) => {
            let (source, in_range) = shuffle::source_in_wave(mode, sources, thread);
            Some(Outcome::Both(sources.a[source], in_range))
        }
        Operation::ShuffleRange(mode, true_word) => {
            let (_, in_range) = shuffle::source_in_wave(mode, sources, thread);
            Some(Outcome::Word(shuffle::range_word(true_word, in_range)))
        }
        Operation::LaneMove(kind) => {
            fetched_a(sources, lane_move::fetch(kind, sources, thread)).map(Outcome::Word)
        }
        Operation::Video(_) | Operation::VideoSimd(_) => {
            let modifiers =
                instruction.video.as_ref().expect("a video operation has its modifiers");
            let [a, b, c] = [sources.a[thread], sources.b[thread], sources.c[thread]];
            Some(Outcome::Word(video::result(instruction.operation, modifiers, a, b, c)))
        }
        operation => {
            let a = match &instruction.dpp {
                Some(dpp) => fetched_a(sources, dpp::fetch(dpp, exec, thread))?,
                None => sources.a[thread],
            };
            let [of_a, of_b, of_c] = instruction.modifiers;
            let a = float::modified(a, of_a);
            let b = float::modified(sources.b[thread], of_b);
            let c = float::modified(sources.c[thread], of_c);
            Some(lane::result(operation, [a, b, c], [sources.p[thread], sources.q[thread]]))
        }
    }
}

/// The a that a thread executes with; `None`: it is not written.
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
