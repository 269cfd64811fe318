//! Results of one instruction for the threads of a wave: which threads are written (ISA.md
//! section 2), and with what.

use std::borrow::Cow;

use super::dpp::{self, Fetched};
use super::outcome::Outcome;
use super::sources::Sources;
use super::{exec, float, lane, lane_move, shuffle, video, vote};
use crate::isa::{Mask, Operand, Operation, ReadOperation, Wave};

/// The results; those of the threads that `sources.executing` names afterwards are written. `None`:
/// no thread is.
/// `read` supplies values from outside the wave.
pub fn outcome(sources: &mut Sources, read: impl Fn(ReadOperation) -> Outcome) -> Option<Outcome> {
    let instruction = sources.instruction;
    let threads = sources.threads();
    Some(match instruction.operation {
        Operation::Control(_) => return None,
        Operation::WriteLane => {
            let written = lane_move::named_thread(sources);
            sources.executing = Wave::from_fn(threads, |thread| thread == written);
            Outcome::Words(sources.a.clone().into_owned())
        }
        Operation::Exec(operation) if !exec::saves(operation) => return None,
        Operation::Exec(_) => {
            sources.executing = Mask::filled(threads, true);
            Outcome::Bits(sources.exec.clone())
        }
        Operation::Read(operation) => read(operation),
        Operation::Vote(operation) => vote::outcome(operation, sources),
        Operation::Shuffle(mode) => {
            let from = shuffle::sources_in_wave(mode, sources);
            let a: &Wave<u32> = &sources.a;
            Outcome::Both(from.map(|(source, _)| a[source]), from.map(|(_, in_range)| in_range))
        }
        Operation::ShuffleRange(mode, true_word) => {
            let from = shuffle::sources_in_wave(mode, sources);
            Outcome::Words(from.map(|(_, in_range)| shuffle::range_word(true_word, in_range)))
        }
        Operation::LaneMove(kind) => {
            let fetched = lane_move::fetch(kind, sources);
            Outcome::Words(fetch_a(sources, &fetched))
        }
        operation @ (Operation::Video(_) | Operation::VideoSimd(_)) => {
            let modifiers =
                instruction.video.as_ref().expect("a video operation has its modifiers");
            sources.words(|[a, b, c], _| video::result(operation, modifiers, a, b, c))
        }
        Operation::Lane(operation) => {
            fetch_by_dpp(sources);
            lane::outcome(operation, sources)
        }
        Operation::Float(operation) => {
            fetch_by_dpp(sources);
            let places = [&mut sources.a, &mut sources.b, &mut sources.c];
            for (words, modifier) in places.into_iter().zip(instruction.modifiers) {
                *words = Cow::Owned(words.map(|word| float::modified(word, modifier)));
            }
            float::outcome(operation, sources)
        }
    })
}

/// Puts the words that DPP fetches into operand a.
fn fetch_by_dpp(sources: &mut Sources) {
    if let Some(dpp) = &sources.instruction.dpp {
        let fetched = dpp::fetch(dpp, sources.exec);
        sources.a = Cow::Owned(fetch_a(sources, &fetched));
    }
}

/// The words of operand a that are fetched; a thread that is not written does not execute.
fn fetch_a(sources: &mut Sources, fetched: &Wave<Fetched>) -> Wave<u32> {
    let Sources { instruction, a, executing, .. } = sources;
    assert!(
        matches!(instruction.a, Operand::Register(_)),
        "DPP needs a register src0, and {:?} has {:?}",
        instruction.operation,
        instruction.a
    );
    *executing = executing
        .zip(fetched, |executes, fetched| executes && !matches!(fetched, Fetched::NotWritten(_)));
    let a: &Wave<u32> = a;
    fetched.map(|fetched| match fetched {
        Fetched::Word(source) => a[source],
        Fetched::Zero(_) | Fetched::NotWritten(_) => 0,
    })
}
