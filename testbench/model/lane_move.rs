//! The lane moves of ISA.md section 10.

use lanebeat::isa::asm::{Target, assemble};
use lanebeat::isa::{Feature, Instruction, LaneMove, Operand, Operation as Op, Register, Thread};
use lanebeat::model::Sources;
use lanebeat::model::dpp::Fetched;
use lanebeat::model::lane_move::fetch;

use super::lane_move_table::{KEPT, MOVES, THREADS, addresses, swizzle_by_hand};
use super::support::*;

fn one(text: &str) -> Instruction {
    let target = Target { threads: 64, registers: 8, waves: 1, features: Feature::ALL.to_vec() };
    let program =
        assemble("test.s", text, &target).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    program.waves[0][0].instruction
}

/// `v_permlane16_b32` with these places.
fn permute(kind: LaneMove, places: [usize; 16]) -> Instruction {
    let nibbles = |places: &[usize]| {
        Operand::Literal(places.iter().rev().fold(0, |word, &place| word << 4 | place as u32))
    };
    let (b, c) = (nibbles(&places[..8]), nibbles(&places[8..]));
    Instruction {
        destination: Some(Register(3)),
        a: R1,
        b,
        c,
        ..Instruction::new(Op::LaneMove(kind))
    }
}

/// The source of every thread of a wave that executes as a whole.
fn sources(threads: usize, kind: LaneMove, instruction: &Instruction) -> Vec<usize> {
    let machine = machine(threads);
    let read = Sources::new(instruction, machine.wave(0));
    let source = |fetched| match fetched {
        Fetched::Word(Thread(source)) => source,
        other => panic!("{kind:?} gives {other:?}"),
    };
    fetch(kind, &read).0.into_iter().map(source).collect()
}

#[test]
fn every_move_gives_the_threads_the_words_of_the_table() {
    for &(exec, text, expected) in MOVES {
        let mut machine = machine(64);
        fill(&mut machine, 1, |thread| 100 + thread as u32);
        fill(&mut machine, 2, |thread| 4 * (63 - thread as u32));
        fill(&mut machine, 3, |_| KEPT);
        fill(&mut machine, 4, |thread| addresses(thread).0);
        fill(&mut machine, 5, |thread| addresses(thread).1);
        machine.step(0, &one(&format!("s_mov_b64 exec, {exec}")));
        machine.step(0, &one(text));
        let found = THREADS.map(|thread| words(&machine, 3)[thread]);
        assert_eq!(found, expected, "{text} with EXEC {exec}");
    }
}

#[test]
fn a_guard_is_part_of_executing_for_the_first_lane_and_for_senders_and_not_for_sources() {
    let run = |text: &str| {
        let mut machine = machine(64);
        fill(&mut machine, 1, |thread| 100 + thread as u32);
        fill(&mut machine, 2, |_| 4 * 50);
        fill_mask(&mut machine, 4, |thread| (20..40).contains(&thread) || thread == 50);
        fill(&mut machine, 3, |_| KEPT);
        machine.step(0, &one(text));
        words(&machine, 3).to_vec()
    };
    let first = run("@P4 v_readfirstlane_b32 v3, v1");
    assert_eq!([first[19], first[20], first[39], first[40]], [KEPT, 120, 120, KEPT]);
    let nobody = run("@!PT v_readfirstlane_b32 v3, v1");
    assert_eq!(nobody, [KEPT; 64]);
    let sent = run("@P4 ds_permute_b32 v3, v2, v1");
    assert_eq!([sent[19], sent[20], sent[39], sent[50], sent[51]], [KEPT, 0, 0, 150, KEPT]);
    // 51..63 send too, but their guard is false; thread 50 is the highest that executes.
    let sent = run("@!P4 ds_permute_b32 v3, v2, v1");
    let found = [sent[0], sent[20], sent[50], sent[63]];
    assert_eq!(found, [0, KEPT, KEPT, 0], "its own thread is not written");
    // A source whose guard is false supplies its word.
    let pulled = run("@P4 ds_bpermute_b32 v3, v2, v1");
    assert_eq!([pulled[19], pulled[20]], [KEPT, 150]);
    let pulled = run("@!P4 ds_bpermute_b32 v3, v2, v1");
    assert_eq!([pulled[19], pulled[20]], [150, KEPT]);
}

/// Permutations of sixteen places, some of them.
fn permutations() -> Vec<[usize; 16]> {
    let mut places: [usize; 16] = std::array::from_fn(|place| place);
    let step = |round: usize| {
        places.swap(round % 16, (round * round + 5) % 16);
        places.rotate_left(round % 3);
        places
    };
    (0..200).map(step).collect()
}

#[test]
fn row_permutations_compose_and_undo_themselves_with_the_inverse() {
    let map = |kind, places| sources(64, kind, &permute(kind, places));
    let after = |second: &[usize], first: &[usize]| {
        second.iter().map(|&source| first[source]).collect::<Vec<_>>()
    };
    let identity: Vec<usize> = (0..64).collect();
    let of_rows = |kind| move |places| map(kind, places);
    let (own, other) = (of_rows(LaneMove::PermuteRow), of_rows(LaneMove::PermuteOtherRow));
    for pair in permutations().windows(2) {
        let (p, q) = (pair[0], pair[1]);
        let composed: [usize; 16] = q.map(|place| p[place]);
        assert_eq!(after(&own(q), &own(p)), own(composed), "{p:?} then {q:?}");
        assert_eq!(after(&other(q), &own(p)), other(composed), "{p:?} then {q:?} of the other row");
        assert_eq!(after(&other(q), &other(p)), own(composed), "twice the other row is the own");
        let inverse = std::array::from_fn(|place| {
            p.iter().position(|&own| own == place).expect("a permutation")
        });
        assert_eq!(after(&own(inverse), &own(p)), identity);
        assert_eq!(after(&other(inverse), &other(p)), identity);
    }
    for kind in [LaneMove::PermuteRow, LaneMove::SwapHalves] {
        let instruction = permute(kind, std::array::from_fn(|place| 15 - place));
        let once = sources(64, kind, &instruction);
        assert_eq!(after(&once, &once), identity, "{kind:?}");
    }
}

#[test]
fn a_permutation_of_rows_gives_every_place_its_nibble() {
    for places in permutations() {
        for (kind, flip) in [(LaneMove::PermuteRow, 0), (LaneMove::PermuteOtherRow, 1)] {
            let expected: Vec<usize> =
                (0..128).map(|thread| 16 * ((thread / 16) ^ flip) + places[thread % 16]).collect();
            assert_eq!(sources(128, kind, &permute(kind, places)), expected);
        }
    }
}

#[test]
fn every_swizzle_is_the_formula() {
    for offset in 0..0x10000 {
        let swizzle =
            Instruction { b: Operand::Literal(offset), ..permute(LaneMove::Swizzle, [0; 16]) };
        let expected: Vec<usize> =
            (0..64).map(|thread| swizzle_by_hand(offset, 64, thread)).collect();
        assert_eq!(sources(64, LaneMove::Swizzle, &swizzle), expected, "{offset:#x}");
    }
}

#[test]
fn a_pull_undoes_the_push_of_the_same_addresses() {
    for (round, places) in permutations().into_iter().enumerate() {
        let mut machine = machine(64);
        let target = |thread: usize| (places[thread % 16] * 4 + (thread / 16 + round) % 4) % 64;
        fill(&mut machine, 1, |thread| 1000 + thread as u32);
        fill(&mut machine, 2, |thread| 4 * target(thread) as u32);
        machine.step(0, &one("ds_permute_b32 v3, v2, v1"));
        machine.step(0, &one("ds_bpermute_b32 v4, v2, v3"));
        for thread in 0..64 {
            assert_eq!(words(&machine, 3)[target(thread)], 1000 + thread as u32, "pushed");
            assert_eq!(words(&machine, 4)[thread], 1000 + thread as u32, "pulled back");
        }
    }
}

#[test]
fn shorter_and_longer_waves_take_numbers_modulo_their_length() {
    let read = |threads, k| {
        let instruction =
            Instruction { b: Operand::Literal(k), ..permute(LaneMove::Read, [0; 16]) };
        sources(threads, LaneMove::Read, &instruction)[0]
    };
    assert_eq!([read(16, 17), read(32, 63), read(128, 129), read(512, 511)], [1, 31, 1, 511]);
    // In 16 threads a swizzle uses four bits: the reversal of 32 is that of 16. There is no other
    // row.
    let reversal =
        Instruction { b: Operand::Literal(0x7c1f), ..permute(LaneMove::Swizzle, [0; 16]) };
    assert_eq!(sources(16, LaneMove::Swizzle, &reversal), (0..16).rev().collect::<Vec<_>>());
    let other = permute(LaneMove::PermuteOtherRow, [0; 16]);
    let fetched = |instruction: &Instruction| {
        fetch(LaneMove::PermuteOtherRow, &Sources::new(instruction, machine(16).wave(0)))[Thread(3)]
    };
    assert!(matches!(fetched(&other), Fetched::NotWritten(_)));
    assert!(matches!(fetched(&Instruction { bound_control: true, ..other }), Fetched::Zero(_)));
}
