//! Votes, matches and reductions (ISA.md section 7).

use lanebeat::isa::Reduction::{Add, And, Maximum, Minimum, Or, Xor};
use lanebeat::isa::Signedness::{Signed, Unsigned};
use lanebeat::isa::{Instruction, MaskEntry, Reduction, Thread, VoteOperation, Wave};
use lanebeat::model::Outcome::{self, Bits, Both, Words};
use lanebeat::model::vote::{Warp, outcome_of_warp};

use super::support::*;
use super::vote_table::{MATCHES, REDUCTIONS, expected_votes};

const MODES: [VoteOperation; 3] = [VoteOperation::Any, VoteOperation::All, VoteOperation::Uniform];

/// What a reduction over nobody gives.
const OF_NOBODY: [(Reduction, u32); 8] = [
    (Add, 0),
    (And, 0),
    (Or, 0),
    (Xor, 0),
    (Minimum(Signed), 0x7fff_ffff),
    (Minimum(Unsigned), 0xffff_ffff),
    (Maximum(Signed), 0x8000_0000),
    (Maximum(Unsigned), 0),
];

/// What `operation` gives.
fn given(operation: VoteOperation, executing: u32, q: u32, words: &[u32]) -> Outcome {
    outcome_of_warp(operation, &Warp { executing, q, words })
}

/// That word for each of 16 threads.
fn word(word: u32) -> Outcome {
    Words(Wave::filled(16, word))
}

#[test]
fn every_pattern_of_eight_threads_votes_as_the_table_says() {
    for (executing, q) in (0..256).flat_map(|executing| (0..256).map(move |q| (executing, q))) {
        let given = |operation| given(operation, executing, q, &[0; 16]);
        let expected = expected_votes(executing, q).map(|vote| Bits(Wave::filled(16, vote)));
        assert_eq!(MODES.map(given), expected, "{executing:#010b} {q:#010b}");
        assert_eq!(given(VoteOperation::Ballot), word(executing & q));
        assert_eq!(given(VoteOperation::ActiveThreads), word(executing));
    }
}

#[test]
fn the_reductions_are_what_was_worked_out_by_hand() {
    for &(words, executing, results) in REDUCTIONS {
        let mut all = vec![0xdead_beef; 16];
        all[..4].copy_from_slice(&words);
        let who = executing.iter().rev().fold(0, |mask, &executes| mask << 1 | u32::from(executes));
        assert_eq!(results.len(), 8);
        for &(reduction, result) in results {
            let given = given(VoteOperation::Reduce(reduction), who, 0, &all);
            assert_eq!(given, word(result), "{reduction:?} of {words:x?} in {executing:?}");
        }
    }
}

#[test]
fn a_reduction_over_nobody_gives_zero_and_of_an_extreme_the_identity() {
    for (reduction, result) in OF_NOBODY {
        let found = given(VoteOperation::Reduce(reduction), 0, 0, &[0x1234; 16]);
        assert_eq!(found, word(result), "{reduction:?}");
    }
}

#[test]
fn a_match_sees_the_executing_threads_with_the_same_word() {
    for &(letters, any, all) in MATCHES {
        let words: Vec<u32> = letters
            .bytes()
            .map(|letter| if letter == b'.' { b'a' } else { letter }.into())
            .collect();
        let executing =
            letters.bytes().rev().fold(0, |mask, letter| mask << 1 | u32::from(letter != b'.'));
        let same = given(VoteOperation::MatchAny, executing, 0, &words);
        let same = same.words().expect("MATCH gives words");
        for thread in (0..8).filter(|thread| executing >> thread & 1 == 1) {
            assert_eq!(same[Thread(thread)], any[thread], "{letters} thread {thread}");
        }
        let found = given(VoteOperation::MatchAll, executing, 0, &words);
        let threads = words.len();
        let expected = Both(Wave::filled(threads, all), Wave::filled(threads, all != 0));
        assert_eq!(found, expected, "{letters}");
    }
}

#[test]
fn each_warp_votes_for_itself() {
    let mut machine = machine(64);
    fill_mask(&mut machine, 2, |thread| thread == 40 || thread == 63);
    for (mode, first, second) in [
        (VoteOperation::Any, false, true),
        (VoteOperation::All, false, false),
        (VoteOperation::Uniform, true, false),
    ] {
        machine.step(0, &instruction(mode));
        assert_eq!(bits(&machine, 3)[..32], [first; 32], "{mode:?}");
        assert_eq!(bits(&machine, 3)[32..], [second; 32], "{mode:?}");
    }
    machine.step(0, &instruction(VoteOperation::Ballot));
    assert_eq!((words(&machine, 3)[31], words(&machine, 3)[32]), (0, 0x8000_0100));
}

#[test]
fn who_executes_is_exec_and_the_guard() {
    let mut machine = machine(32);
    fill_exec(&mut machine, |thread| thread < 8);
    fill_mask(&mut machine, 4, |thread| thread % 2 == 1);
    fill(&mut machine, 0, |thread| thread as u32);
    let guarded = |operation| Instruction { guard: predicate(4), ..instruction(operation) };
    let retired = machine.step(0, &guarded(VoteOperation::ActiveThreads));
    assert_eq!(set(&retired.written.0), [1, 3, 5, 7]);
    assert_eq!(words(&machine, 3)[..9], [0, 0xaa, 0, 0xaa, 0, 0xaa, 0, 0xaa, 0]);
    machine.step(
        0,
        &Instruction {
            guard: not(predicate(4)),
            ..instruction(VoteOperation::Reduce(Reduction::Add))
        },
    );
    assert_eq!(words(&machine, 3)[..9], [12, 0xaa, 12, 0xaa, 12, 0xaa, 12, 0xaa, 0]);
}

#[test]
fn the_predicate_of_a_vote_may_be_negated() {
    let mut machine = machine(16);
    fill_mask(&mut machine, 2, |thread| thread < 3);
    machine.step(0, &Instruction { q: not(predicate(2)), ..instruction(VoteOperation::Ballot) });
    assert_eq!(words(&machine, 3), [0xfff8; 16]);
}

#[test]
fn match_all_writes_a_word_and_a_predicate() {
    let mut machine = machine(32);
    fill(&mut machine, 0, |thread| if thread == 9 { 1 } else { 0 });
    fill_mask(&mut machine, 3, |_| true);
    machine.step(0, &instruction(VoteOperation::MatchAll));
    assert_eq!((words(&machine, 3)[0], set(bits(&machine, 3))), (0, vec![]));
    fill_exec(&mut machine, |thread| thread != 9);
    machine.step(0, &instruction(VoteOperation::MatchAll));
    assert_eq!(words(&machine, 3)[0], 0xffff_fdff);
    assert_eq!(set(bits(&machine, 3)).len(), 31);
    let all = instruction(VoteOperation::MatchAll);
    let retired = machine.step(0, &Instruction { mask_destination: MaskEntry::TRUE, ..all });
    assert_eq!(retired.mask, None);
}

#[test]
fn the_words_of_a_warp_of_16_threads_have_16_bits() {
    let mut machine = machine(16);
    machine.step(0, &instruction(VoteOperation::ActiveThreads));
    assert_eq!(words(&machine, 3), [0xffff; 16]);
    machine.step(0, &instruction(VoteOperation::MatchAny));
    assert_eq!(words(&machine, 3), [0xffff; 16]);
}

#[test]
fn the_votes_are_the_operations_that_the_feature_vote_brings() {
    for row in lanebeat::isa::TABLE.iter() {
        assert_eq!(
            row.operation.is_vote(),
            row.feature == Some(lanebeat::isa::Feature::Vote),
            "{:?}",
            row.operation
        );
    }
}
