//! ISA.md section 5, the examples of [S0] and [S2], and the corners of every segment mask.

use lanebeat::isa::{
    Instruction, LaneOperation, MaskEntry, Operand, Operation as Op, Register, ShuffleMode,
    ShuffleMode::*, TrueWord,
};
use lanebeat::model::{Machine, shuffle};

use super::shuffle_table::{CORNERS, CORNERS_OF_16};
use super::support::*;

/// `SHFL.mode P1, Rd, Ra, b, c`.
fn shfl(mode: ShuffleMode, destination: u8, source: u8, b: u32, c: u32) -> Instruction {
    Instruction {
        destination: Some(Register(destination)),
        mask_destination: MaskEntry::predicate(1),
        a: Operand::Register(Register(source)),
        b: Operand::Literal(b),
        c: Operand::Literal(c),
        ..Instruction::new(Op::Shuffle(mode))
    }
}

/// `IADD R1, R2, R1`.
fn accumulate() -> Instruction {
    Instruction {
        destination: Some(Register(1)),
        a: R2,
        b: R1,
        ..Instruction::new(LaneOperation::Add)
    }
}

/// What thread 0.. of the first segment of eight get when they hold the letters a to h, and their
/// predicates.
fn eight(mode: ShuffleMode, b: u32, c: u32) -> (String, String) {
    let mut machine = machine(32);
    fill(&mut machine, 1, |thread| u32::from(b"abcdefghABCDEFGHijklmnopIJKLMNOP"[thread]));
    machine.step(0, &shfl(mode, 2, 1, b, c));
    let letters = words(&machine, 2)[..8].iter().map(|&word| char::from(word as u8)).collect();
    let valid = bits(&machine, 1)[..8].iter().map(|&bit| if bit { '1' } else { '0' }).collect();
    (letters, valid)
}

#[track_caller]
fn assert_eight(mode: ShuffleMode, b: u32, c: u32, letters: &str, valid: &str) {
    assert_eq!(eight(mode, b, c), (letters.to_string(), valid.to_string()), "{mode:?} {b} {c:#x}");
}

#[test]
fn the_tables_of_s2_come_out_with_their_errata_mended() {
    const WIDTH_8: u32 = 0x181f;
    assert_eight(Index, 2, WIDTH_8, "cccccccc", "11111111");
    assert_eight(Index, 9, WIDTH_8, "bbbbbbbb", "11111111");
    assert_eight(Up, 1, 0x1800, "aabcdefg", "01111111");
    assert_eight(Down, 2, WIDTH_8, "cdefghgh", "11111100");
    assert_eight(Butterfly, 1, WIDTH_8, "badcfehg", "11111111");
}

#[test]
fn the_fswz_patterns_of_s0_permute_quads() {
    const QUAD: u32 = 0x1c03;
    assert_eight(Index, 0, QUAD, "aaaaeeee", "11111111");
    assert_eight(Index, 1, QUAD, "bbbbffff", "11111111");
    assert_eight(Index, 2, QUAD, "ccccgggg", "11111111");
    assert_eight(Index, 3, QUAD, "ddddhhhh", "11111111");
    assert_eight(Butterfly, 1, QUAD, "badcfehg", "11111111");
    assert_eight(Butterfly, 2, QUAD, "cdabghef", "11111111");
}

#[test]
fn a_thread_above_the_clamp_keeps_its_own_word() {
    assert_eight(Index, 5, 3, "abcdefgh", "00000000");
    assert_eight(Index, 3, 3, "dddddddd", "11111111");
    assert_eight(Down, 1, 3, "bcddefgh", "11100000");
    assert_eight(Butterfly, 2, 4, "cdabefeh", "11110010");
    assert_eight(Butterfly, 1, 2, "baccefgh", "11010000");
}

#[test]
fn corner_threads_of_every_segment_mask_read_the_source_worked_out_by_hand() {
    for &(mode, b, c, thread, source, in_range) in CORNERS {
        let found = shuffle::source(mode, 32, thread, b, c);
        assert_eq!(found, (source, in_range), "{mode:?} b {b} c {c:#x} thread {thread}");
    }
}

#[test]
fn a_width_cuts_the_warp_into_segments_as_cuda_describes_them() {
    for width in [2, 4, 8, 16, 32] {
        let segment = (32 - width as u32) << 8;
        for (thread, b) in (0..32_usize).flat_map(|thread| (0..32).map(move |b| (thread, b))) {
            let (first, position) = (thread / width * width, thread % width);
            // The source where it is in range; only the exclusive or may leave the segment,
            // downwards.
            let index = Some(first + b % width);
            let up = thread.checked_sub(b).filter(|_| position >= b);
            let down = Some(thread + b).filter(|_| position + b < width);
            let exclusive_or = Some(thread ^ b).filter(|&source| source < first + width);
            let table =
                [(Index, 31, index), (Up, 0, up), (Down, 31, down), (Butterfly, 31, exclusive_or)];
            for (mode, clamp, source) in table {
                let expected = (source.unwrap_or(thread), source.is_some());
                let result = shuffle::source(mode, 32, thread, b as u32, segment | clamp);
                assert_eq!(result, expected, "{mode:?} width {width} b {b} thread {thread}");
            }
        }
    }
}

#[test]
fn only_the_documented_bits_of_b_and_c_count() {
    for &(mode, b, c, thread, source, in_range) in CORNERS {
        let found = shuffle::source(mode, 32, thread, b | 0xffff_ffe0, c | 0xffff_e0e0);
        assert_eq!(found, (source, in_range));
    }
}

#[test]
fn a_16_thread_warp_uses_the_low_four_bits_of_every_lane_field() {
    for &(mode, b, c, thread, source, in_range) in CORNERS_OF_16 {
        let found = shuffle::source(mode, 16, thread, b, c);
        assert_eq!(found, (source, in_range), "{mode:?} {b} {c:#x} thread {thread}");
    }
}

#[test]
fn a_wave_of_16_threads_is_one_warp_of_16() {
    let mut machine = machine(16);
    fill(&mut machine, 1, |thread| thread as u32);
    machine.step(0, &shfl(Down, 2, 1, 1, 31));
    assert_eq!(words(&machine, 2), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15]);
    assert_eq!(set(bits(&machine, 1)), (0..15).collect::<Vec<_>>());
}

/// A machine of 64 threads whose R1 holds 1..=32 in the first warp and 100 in each thread of the
/// second.
fn sequences() -> Machine {
    let mut machine = machine(64);
    fill(&mut machine, 1, |thread| if thread < 32 { thread as u32 + 1 } else { 100 });
    machine
}

fn inclusive_scan(machine: &mut Machine, mode: ShuffleMode, c: u32) {
    for distance in [1, 2, 4, 8, 16] {
        machine.step(0, &shfl(mode, 2, 1, distance, c));
        machine.step(0, &Instruction { guard: predicate(1), ..accumulate() });
    }
}

#[test]
fn the_inclusive_scan_of_s0_gives_prefix_sums_in_each_warp() {
    let mut machine = sequences();
    inclusive_scan(&mut machine, Up, 0);
    let triangular = [
        1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105, 120, 136, 153, 171, 190, 210, 231,
        253, 276, 300, 325, 351, 378, 406, 435, 465, 496, 528,
    ];
    assert_eq!(words(&machine, 1)[..32], triangular);
    let found = &words(&machine, 1)[32..];
    assert_eq!(*found, std::array::from_fn::<u32, 32, _>(|thread| 100 * (thread as u32 + 1)));
}

#[test]
fn the_exclusive_scan_of_s0_starts_with_the_identity() {
    let mut machine = sequences();
    inclusive_scan(&mut machine, Up, 0);
    machine.step(0, &shfl(Up, 1, 1, 1, 0));
    let select = Instruction {
        destination: Some(Register(1)),
        a: R1,
        b: Operand::Literal(0),
        ..instruction(LaneOperation::Select)
    };
    machine.step(0, &Instruction { p: predicate(1), ..select });
    assert_eq!(words(&machine, 1)[..6], [0, 1, 3, 6, 10, 15]);
    assert_eq!(words(&machine, 1)[29..36], [435, 465, 496, 0, 100, 200, 300]);
    assert_eq!(words(&machine, 1)[63], 3100);
}

#[test]
fn the_reverse_scan_of_s0_gives_suffix_sums() {
    let mut machine = sequences();
    inclusive_scan(&mut machine, Down, 31);
    assert_eq!(words(&machine, 1)[..4], [528, 527, 525, 522]);
    assert_eq!(words(&machine, 1)[28..36], [122, 93, 63, 32, 3200, 3100, 3000, 2900]);
    assert_eq!(words(&machine, 1)[62..], [200, 100]);
}

#[test]
fn the_butterfly_of_s0_gives_every_thread_the_total_of_its_warp() {
    let mut machine = sequences();
    for distance in [16, 8, 4, 2, 1] {
        machine.step(
            0,
            &Instruction {
                mask_destination: MaskEntry::TRUE,
                ..shfl(Butterfly, 2, 1, distance, 31)
            },
        );
        machine.step(0, &accumulate());
    }
    assert_eq!(words(&machine, 1)[..32], [528; 32]);
    assert_eq!(words(&machine, 1)[32..], [3200; 32]);
    assert_eq!(set(bits(&machine, 1)), [0_usize; 0]);
}

#[test]
fn two_warps_of_a_wave_do_not_see_each_other() {
    let mut machine = machine(64);
    fill(&mut machine, 1, |thread| thread as u32);
    machine.step(0, &shfl(Index, 2, 1, 5, 31));
    assert_eq!(words(&machine, 2)[..32], [5; 32]);
    assert_eq!(words(&machine, 2)[32..], [37; 32]);
    machine.step(0, &shfl(Up, 2, 1, 1, 0));
    assert_eq!(words(&machine, 2)[30..35], [29, 30, 32, 32, 33]);
    assert_eq!(bits(&machine, 1)[30..35], [true, true, false, true, true]);
    machine.step(0, &shfl(Down, 2, 1, 1, 31));
    assert_eq!(words(&machine, 2)[30..33], [31, 31, 33]);
}

#[test]
fn every_thread_uses_its_own_b_and_its_own_c() {
    let mut machine = machine(32);
    fill(&mut machine, 1, |thread| 1000 + thread as u32);
    // b: thread k wants thread 31 - k; c: even threads see the whole warp, odd ones are clamped at
    // thread 7.
    fill(&mut machine, 4, |thread| 31 - thread as u32);
    fill(&mut machine, 5, |thread| if thread % 2 == 0 { 31 } else { 7 });
    let (b, c) = (Operand::Register(Register(4)), Operand::Register(Register(5)));
    machine.step(0, &Instruction { b, c, ..shfl(Index, 2, 1, 0, 0) });
    assert_eq!(words(&machine, 2)[..4], [1031, 1001, 1029, 1003]);
    assert_eq!(words(&machine, 2)[22..28], [1009, 1023, 1007, 1006, 1005, 1004]);
    assert_eq!(bits(&machine, 1)[22..28], [true, false, true, true, true, true]);
}

#[test]
fn a_source_outside_exec_supplies_its_register_and_is_not_written() {
    let mut machine = machine(32);
    fill(&mut machine, 1, |thread| 500 + thread as u32);
    fill_exec(&mut machine, |thread| thread != 3);
    let retired = machine.step(0, &shfl(Index, 2, 1, 3, 31));
    assert_eq!(words(&machine, 2)[..5], [503, 503, 503, 0, 503]);
    assert_eq!(bits(&machine, 1)[..5], [true, true, true, false, true]);
    assert_eq!(set(&retired.written.0).len(), 31);
}

#[test]
fn the_destination_may_be_the_source() {
    let mut machine = machine(32);
    fill(&mut machine, 1, |thread| thread as u32);
    machine.step(0, &shfl(Butterfly, 1, 1, 1, 31));
    assert_eq!(words(&machine, 1)[..6], [1, 0, 3, 2, 5, 4]);
}

#[test]
fn the_guard_may_be_the_predicate_that_is_written() {
    let mut machine = machine(32);
    fill(&mut machine, 1, |thread| thread as u32);
    fill_mask(&mut machine, 1, |thread| thread < 2);
    machine.step(0, &Instruction { guard: predicate(1), ..shfl(Up, 2, 1, 1, 0) });
    assert_eq!(set(bits(&machine, 1)), [1]);
    machine.step(0, &Instruction { guard: not(predicate(1)), ..shfl(Up, 2, 1, 1, 0) });
    assert_eq!(set(bits(&machine, 1)), (1..32).collect::<Vec<_>>());
}

#[test]
fn the_range_word_is_all_ones_or_one_point_zero() {
    let range = |mode, true_word| Instruction {
        operation: Op::ShuffleRange(mode, true_word),
        mask_destination: MaskEntry::TRUE,
        a: Operand::None,
        ..shfl(mode, 2, 0, 1, if mode == Up { 0 } else { 31 })
    };
    for (mode, outside) in [(Up, Some(0)), (Down, Some(31)), (Index, None), (Butterfly, None)] {
        for (true_word, word) in [(TrueWord::AllOnes, 0xffff_ffff), (TrueWord::One, 0x3f80_0000)] {
            let mut machine = machine(32);
            machine.step(0, &range(mode, true_word));
            let expected: [u32; 32] =
                std::array::from_fn(|thread| if Some(thread) == outside { 0 } else { word });
            assert_eq!(words(&machine, 2), expected, "{mode:?} {true_word:?}");
        }
    }
}
