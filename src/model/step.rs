//! Results of one instruction for the threads of a wave: which threads are written (ISA.md
//! section 2), and with what.

use std::borrow::Cow;

use super::dpp::{self, Fetched};
use super::outcome::Outcome;
use super::sources::Sources;
use super::{exec, float, lane, lane_move, shuffle, video, vote};
use crate::isa::{Mask, Operand, Operation, ReadOperation, SourceModifier, Thread, Wave};

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
            Outcome::Words(Wave(sources.a.to_vec()))
        }
        Operation::Exec(operation) if !exec::saves(operation) => return None,
        Operation::Exec(_) => {
            sources.executing = Mask::filled(threads, true);
            Outcome::Bits(sources.exec.clone())
        }
        Operation::Read(operation) => read(operation),
        Operation::Vote(operation) => vote::outcome(operation, sources),
        Operation::Shuffle(mode) => {
            let (from, in_range) = shuffle::sources_in_wave(mode, sources);
            let a = &*sources.a;
            Outcome::Both(from.map(|source| a[source as usize]), in_range)
        }
        Operation::ShuffleRange(mode, true_word) => {
            let (_, in_range) = shuffle::sources_in_wave(mode, sources);
            Outcome::Words(in_range.map(|in_range| shuffle::range_word(true_word, in_range)))
        }
        Operation::LaneMove(kind) => {
            let fetched = lane_move::fetch(kind, sources);
            Outcome::Words(fetch_a(sources, &fetched))
        }
        operation @ (Operation::Video(_) | Operation::VideoSimd(_)) => {
            let modifiers =
                instruction.video.as_ref().expect("a video operation has its modifiers");
            Outcome::Words(Wave(video::results(
                operation,
                modifiers,
                [&sources.a, &sources.b, &sources.c],
            )))
        }
        Operation::Lane(operation) => {
            fetch_by_dpp(sources);
            lane::outcome(operation, sources)
        }
        Operation::Float(operation) => {
            fetch_by_dpp(sources);
            let places = [&mut sources.a, &mut sources.b, &mut sources.c];
            for (words, modifier) in places.into_iter().zip(instruction.modifiers) {
                if modifier != SourceModifier::NONE {
                    let modified = words.iter().map(|&word| float::modified(word, modifier));
                    *words = Cow::Owned(modified.collect());
                }
            }
            float::outcome(operation, sources)
        }
    })
}

/// Puts the words that DPP fetches into operand a.
fn fetch_by_dpp(sources: &mut Sources) {
    if let Some(dpp) = &sources.instruction.dpp {
        let fetched = dpp::fetch(dpp, sources.exec);
        sources.a = Cow::Owned(fetch_a(sources, &fetched).0);
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
    let a = &**a;
    fetched.map(|fetched| match fetched {
        Fetched::Word(Thread(source)) => a[source],
        Fetched::Zero(_) | Fetched::NotWritten(_) => 0,
    })
}
