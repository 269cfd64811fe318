//! ISA.md section 6.

use lanebeat::isa::{
    Comparison, Dpp, DppControl, DppControl::*, Instruction, LaneOperation, Register, Signedness,
    Thread,
};
use lanebeat::model::Machine;
use lanebeat::model::dpp::{self, Fetched, Lack};

use super::dpp_table::{CORNERS, EIGHTS, NONE, OTHER_LENGTHS, SOURCES};
use super::support::*;

fn source(control: DppControl, threads: usize, thread: usize) -> Option<usize> {
    dpp::sources(control, threads)[Thread(thread)].map(|Thread(source)| source)
}

/// The sources of every thread of a wave of 64, for controls that always have one.
fn map(control: DppControl) -> Vec<usize> {
    (0..64).map(|thread| source(control, 64, thread).expect("a source")).collect()
}

#[test]
fn every_control_gives_the_corner_threads_the_source_of_the_table() {
    for (control, sources) in SOURCES {
        for (thread, &expected) in CORNERS.into_iter().zip(sources) {
            let expected = Some(expected).filter(|&source| source != NONE);
            assert_eq!(source(*control, 64, thread), expected, "{control:?} of thread {thread}");
        }
    }
}

#[test]
fn the_table_of_corners_has_every_control_but_most_quad_permutations() {
    for control in DppControl::all().filter(|control| !matches!(control, QuadPermute(_))) {
        assert!(SOURCES.iter().any(|row| row.0 == control), "{control:?} is not in the table");
    }
}

#[test]
fn every_quad_permutation_permutes_every_quad() {
    let digit = 0..4;
    for p0 in digit.clone() {
        for (p1, p2) in digit.clone().flat_map(|p1| digit.clone().map(move |p2| (p1, p2))) {
            for p3 in digit.clone() {
                let sources = map(QuadPermute([p0, p1, p2, p3]));
                for quad in 0..16 {
                    let expected =
                        [p0, p1, p2, p3].map(|position| 4 * quad + usize::from(position));
                    assert_eq!(sources[4 * quad..4 * quad + 4], expected);
                }
            }
        }
    }
}

#[test]
fn dpp8_gives_the_eight_threads_the_sources_of_the_table() {
    for &(positions, sources) in EIGHTS {
        assert_eq!(map(EightPermute(positions))[40..48], sources, "dpp8:{positions:?}");
    }
}

#[test]
fn dpp8_composes_as_its_permutations_do_and_undoes_itself_with_the_inverse() {
    let mut permutation: [u8; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
    for round in 0..500 {
        let before = permutation;
        permutation.swap(round % 8, (round * round + 3) % 8);
        permutation.rotate_left(round % 3);
        let composed: [u8; 8] = before.map(|position| permutation[usize::from(position)]);
        let [first, second] = [permutation, before].map(|positions| map(EightPermute(positions)));
        let found = second.iter().map(|&source| first[source]).collect::<Vec<_>>();
        assert_eq!(found, map(EightPermute(composed)), "{before:?}");
        let inverse = std::array::from_fn(|place| {
            permutation.iter().position(|&p| usize::from(p) == place).unwrap() as u8
        });
        let undone: Vec<usize> =
            map(EightPermute(inverse)).iter().map(|&source| first[source]).collect();
        assert_eq!(undone, (0..64).collect::<Vec<_>>(), "{permutation:?}");
    }
}

#[test]
fn dpp8_gives_zero_where_the_source_is_inactive_and_writes_the_thread() {
    let swap = Dpp::new(EightPermute([1, 0, 3, 2, 5, 4, 7, 6]));
    let (machine, written) = moved(64, swap, |thread| thread != 5);
    assert_eq!(words(&machine, 2)[4..7], [0, 7, 107]);
    assert_eq!(written[4..7], [true, false, true], "thread 5 is itself outside EXEC");
    let (machine, written) = moved(64, Dpp { fetch_inactive: true, ..swap }, |thread| thread != 5);
    assert_eq!(words(&machine, 2)[4..7], [105, 7, 107]);
    assert_eq!(written[4..7], [true, false, true]);
}

#[test]
fn wave_controls_and_broadcasts_depend_on_the_length_of_the_wave() {
    for &(control, threads, cases) in OTHER_LENGTHS {
        for &(thread, expected) in cases {
            let expected = Some(expected).filter(|&source| source != NONE);
            let found = source(control, threads, thread);
            assert_eq!(found, expected, "{control:?} of thread {thread} of {threads}");
        }
    }
}

#[test]
fn mirrors_undo_themselves() {
    for control in [RowMirror, RowHalfMirror, RowXorMask(5), QuadPermute([3, 2, 1, 0])] {
        let sources = map(control);
        let found = sources.iter().map(|&source| sources[source]).collect::<Vec<_>>();
        assert_eq!(found, (0..64).collect::<Vec<_>>(), "{control:?}");
    }
}

#[test]
fn rotations_compose_and_permute() {
    let identity = (0..64).collect::<Vec<_>>();
    let rotation = |n: u8| if n == 0 { identity.clone() } else { map(RowRotateRight(n)) };
    for a in 0..16 {
        for b in 0..16 {
            let composed: Vec<_> =
                rotation(b).into_iter().map(|source| rotation(a)[source]).collect();
            assert_eq!(composed, rotation((a + b) % 16), "row_ror:{a} then row_ror:{b}");
        }
        let mut sorted = rotation(a);
        sorted.sort_unstable();
        assert_eq!(sorted, identity);
    }
    let (left, right) = (map(WaveRotateLeft), map(WaveRotateRight));
    assert_eq!(left.iter().map(|&source| right[source]).collect::<Vec<_>>(), identity);
}

#[test]
fn a_shift_left_then_a_shift_right_restores_the_middle() {
    for n in 1..16 {
        for thread in 0..64 {
            let shifted_right = source(RowShiftRight(n), 64, thread);
            let both = shifted_right.and_then(|between| source(RowShiftLeft(n), 64, between));
            let expected = Some(thread).filter(|thread| thread % 16 >= usize::from(n));
            assert_eq!(both, expected, "row_shl:{n} then row_shr:{n} in thread {thread}");
        }
    }
}

/// `v_mov_b32 v2, v1 <dpp>` on threads that hold 100 + their number; R2 holds 7 before.
fn moved(threads: usize, dpp: Dpp, active: impl Fn(usize) -> bool) -> (Machine, Vec<bool>) {
    let mut machine = machine(threads);
    fill(&mut machine, 1, |thread| 100 + thread as u32);
    fill(&mut machine, 2, |_| 7);
    fill_exec(&mut machine, active);
    let mov = Instruction {
        destination: Some(Register(2)),
        a: R1,
        dpp: Some(dpp),
        ..Instruction::new(LaneOperation::Move)
    };
    let retired = machine.step(0, &mov);
    (machine, retired.written.0)
}

#[test]
fn each_line_of_the_rule_table_holds_with_bc_0_and_1() {
    use Fetched::{NotWritten, Word, Zero};
    // Threads of a 64-thread wave in which only thread 5 is outside EXEC.
    let exec = lanebeat::isa::Wave::from_fn(64, |thread| thread != Thread(5));
    let base = Dpp::new(RowShiftRight(1));
    let bank_1_off = Dpp { bank_mask: 0b1101, ..base };
    let row_2_off = Dpp { row_mask: 0b1011, ..base };
    let fetch_inactive = Dpp { fetch_inactive: true, ..base };
    // Modifier, thread, with BC = 0, with BC = 1.
    let table = [
        (row_2_off, 33, NotWritten(Lack::RowMask), NotWritten(Lack::RowMask)),
        (row_2_off, 32, NotWritten(Lack::RowMask), NotWritten(Lack::RowMask)),
        (row_2_off, 31, Word(Thread(30)), Word(Thread(30))),
        (bank_1_off, 4, NotWritten(Lack::BankMask), NotWritten(Lack::BankMask)),
        (bank_1_off, 55, NotWritten(Lack::BankMask), NotWritten(Lack::BankMask)),
        (bank_1_off, 6, NotWritten(Lack::BankMask), NotWritten(Lack::BankMask)),
        (bank_1_off, 8, Word(Thread(7)), Word(Thread(7))),
        (base, 16, NotWritten(Lack::NoSource), Zero(Lack::NoSource)),
        (fetch_inactive, 16, NotWritten(Lack::NoSource), Zero(Lack::NoSource)),
        (base, 6, NotWritten(Lack::InactiveSource), Zero(Lack::InactiveSource)),
        (fetch_inactive, 6, Word(Thread(5)), Word(Thread(5))),
        (base, 7, Word(Thread(6)), Word(Thread(6))),
        (fetch_inactive, 7, Word(Thread(6)), Word(Thread(6))),
    ];
    for (dpp, thread, without, with) in table {
        let fetch = |dpp: Dpp| dpp::fetch(&dpp, &exec)[Thread(thread)];
        assert_eq!(fetch(dpp), without, "{dpp:?} thread {thread}");
        let found = fetch(Dpp { bound_control: true, ..dpp });
        assert_eq!(found, with, "{dpp:?} thread {thread} with bound_ctrl:0");
    }
}

#[test]
fn a_thread_without_a_source_is_not_written_or_gets_zero() {
    let dpp = Dpp::new(RowShiftLeft(14));
    let (machine, written) = moved(16, dpp, |_| true);
    assert_eq!(words(&machine, 2), [114, 115, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7]);
    assert_eq!(set(&written), [0, 1]);
    let (machine, written) = moved(16, Dpp { bound_control: true, ..dpp }, |_| true);
    assert_eq!(words(&machine, 2), [114, 115, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(written, [true; 16]);
}

#[test]
fn an_inactive_source_follows_fi_and_then_bc_and_is_itself_not_written() {
    let active = |thread| thread != 1;
    let mirror = Dpp::new(QuadPermute([1, 1, 2, 1]));
    assert_eq!(words(&moved(16, mirror, active).0, 2)[..5], [7, 7, 102, 7, 105]);
    let zero = Dpp { bound_control: true, ..mirror };
    assert_eq!(words(&moved(16, zero, active).0, 2)[..5], [0, 7, 102, 0, 105]);
    let fetched = Dpp { fetch_inactive: true, ..mirror };
    assert_eq!(words(&moved(16, fetched, active).0, 2)[..5], [101, 7, 102, 101, 105]);
}

#[test]
fn masks_choose_rows_and_banks_and_rows_repeat_after_four() {
    let dpp = Dpp { row_mask: 0b0010, bank_mask: 0b1001, ..Dpp::new(RowShare(0)) };
    let (_, written) = moved(128, dpp, |_| true);
    assert_eq!(set(&written), [16, 17, 18, 19, 28, 29, 30, 31, 80, 81, 82, 83, 92, 93, 94, 95]);
    let two_rows = Dpp { row_mask: 0b1110, ..dpp };
    assert_eq!(set(&moved(32, two_rows, |_| true).1), [16, 17, 18, 19, 28, 29, 30, 31]);
    let nobody = Dpp { row_mask: 0, bound_control: true, fetch_inactive: true, ..dpp };
    assert_eq!(set(&moved(64, nobody, |_| true).1), [0_usize; 0]);
}

#[test]
fn only_operand_a_is_replaced() {
    let mut machine = machine(16);
    fill(&mut machine, 0, |thread| 100 * thread as u32);
    fill(&mut machine, 1, |thread| thread as u32);
    fill(&mut machine, 2, |thread| 10_000 * thread as u32);
    let dpp = Some(Dpp::new(RowMirror));
    machine.step(0, &Instruction { dpp, ..instruction(LaneOperation::Subtract) });
    assert_eq!(words(&machine, 3)[..3], [1500, 1399, 1298]);
    machine.step(0, &Instruction { dpp, ..instruction(LaneOperation::SubtractReversed) });
    assert_eq!(words(&machine, 3)[14..], [14_u32.wrapping_sub(100), 15]);
    machine.step(0, &Instruction { dpp, ..instruction(LaneOperation::MultiplyAdd) });
    assert_eq!(words(&machine, 3)[..3], [0, 11_400, 22_600]);
}

#[test]
fn v_cndmask_reads_vcc_of_the_thread_itself() {
    let mut machine = machine(16);
    fill(&mut machine, 0, |thread| thread as u32);
    fill(&mut machine, 1, |_| 99);
    fill_mask(&mut machine, 0, |thread| thread < 2);
    let dpp = Some(Dpp::new(RowMirror));
    machine
        .step(0, &Instruction { dpp, p: not(predicate(0)), ..instruction(LaneOperation::Select) });
    assert_eq!(words(&machine, 3)[..4], [99, 99, 13, 12]);
    assert_eq!(words(&machine, 3)[14..], [1, 0]);
}

#[test]
fn a_compare_keeps_the_old_bit_of_a_thread_that_dpp_does_not_write() {
    let mut machine = machine(16);
    fill_mask(&mut machine, 3, |thread| thread < 2 || thread == 5);
    let compare = instruction(LaneOperation::Compare(Comparison::NotEqual, Signedness::Unsigned));
    let retired =
        machine.step(0, &Instruction { dpp: Some(Dpp::new(RowShiftRight(2))), ..compare });
    assert_eq!(set(bits(&machine, 3)), [0, 1]);
    let (_, new_bits) = retired.mask.expect("a predicate is written");
    assert_eq!(set(&new_bits.0), [0_usize; 0]);
    assert_eq!(set(&retired.written.0), (2..16).collect::<Vec<_>>());
}

#[test]
fn the_guard_of_the_source_thread_does_not_matter() {
    let mut machine = machine(16);
    fill(&mut machine, 0, |thread| 100 + thread as u32);
    fill_mask(&mut machine, 4, |thread| thread % 2 == 0);
    let dpp = Some(Dpp::new(QuadPermute([1, 0, 3, 2])));
    machine.step(0, &Instruction { dpp, guard: predicate(4), ..instruction(LaneOperation::Move) });
    assert_eq!(words(&machine, 3)[..4], [101, 0, 103, 0]);
}

#[test]
fn the_destination_may_be_the_source() {
    let mut machine = machine(16);
    fill(&mut machine, 0, |thread| thread as u32);
    let dpp = Some(Dpp::new(RowRotateRight(1)));
    let destination = Some(Register(0));
    machine.step(0, &Instruction { dpp, destination, ..instruction(LaneOperation::Move) });
    assert_eq!(words(&machine, 0), [15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
}

#[test]
fn the_scan_of_s3_sums_a_row() {
    let mut machine = machine(16);
    fill(&mut machine, 0, |thread| thread as u32 + 1);
    for distance in [1, 2, 4, 8] {
        let add = Instruction {
            destination: Some(Register(0)),
            a: R0,
            b: R0,
            ..Instruction::new(LaneOperation::Add)
        };
        machine.step(0, &Instruction { dpp: Some(Dpp::new(RowShiftRight(distance))), ..add });
    }
    let found = words(&machine, 0);
    assert_eq!(found, [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105, 120, 136]);
}
