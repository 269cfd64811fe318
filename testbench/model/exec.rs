//! The operations on EXEC and the mask slots: first row of ISA.md section 10.

use lanebeat::isa::{ExecOperation, Instruction, MaskEntry, MaskSource, Operation as Op, Retired};
use lanebeat::model::Machine;

use super::support::*;

const S2: MaskEntry = MaskEntry(10);

/// Four threads: EXEC is 0011 and the source (slot s1 or vcc) 0101 in threads 0, 1, 2, 3.
fn four() -> Machine {
    let mut machine = machine(4);
    fill_exec(&mut machine, |thread| thread >= 2);
    for entry in [0, 9] {
        fill_mask(&mut machine, entry, |thread| thread % 2 == 1);
    }
    machine
}

fn s1() -> MaskSource {
    MaskSource { entry: MaskEntry::slot(1), negated: false }
}

fn step(
    machine: &mut Machine,
    operation: ExecOperation,
    change: impl FnOnce(&mut Instruction),
) -> Retired {
    let mut instruction = Instruction::new(Op::Exec(operation));
    change(&mut instruction);
    machine.step(0, &instruction)
}

#[test]
fn each_operation_gives_exec_as_named() {
    let vcc = predicate(0);
    // Operation, source, EXEC afterwards in threads 0, 1, 2, 3.
    let table = [
        (ExecOperation::Move, s1(), [0, 1, 0, 1]),
        (ExecOperation::Not, MaskSource::TRUE, [1, 1, 0, 0]),
        (ExecOperation::And, s1(), [0, 0, 0, 1]),
        (ExecOperation::And, vcc, [0, 0, 0, 1]),
        (ExecOperation::Or, s1(), [0, 1, 1, 1]),
        (ExecOperation::Or, vcc, [0, 1, 1, 1]),
        (ExecOperation::AndNot, s1(), [0, 0, 1, 0]),
        (ExecOperation::AndNot, vcc, [0, 0, 1, 0]),
        (ExecOperation::Move, not(s1()), [1, 0, 1, 0]),
        (ExecOperation::And, not(vcc), [0, 0, 1, 0]),
    ];
    for (operation, source, expected) in table {
        let mut machine = four();
        let retired = step(&mut machine, operation, |instruction| instruction.p = source);
        assert_eq!(machine.wave(0).exec.0, expected.map(|bit| bit == 1), "{operation:?}");
        assert_eq!(retired.written.0, [false; 4], "{operation:?}");
        assert_eq!((retired.register, retired.mask), (None, None), "{operation:?}");
    }
}

#[test]
fn saving_operations_put_the_old_exec_of_every_thread_in_the_slot() {
    // Operation, mask literal, EXEC afterwards in threads 0, 1, 2, 3.
    let table = [
        (ExecOperation::Save, None, [0, 0, 1, 1]),
        (ExecOperation::OrSave, Some(0b1010), [0, 1, 1, 1]),
        (ExecOperation::OrSave, Some(-1), [1, 1, 1, 1]),
        (ExecOperation::AndSave, None, [0, 0, 0, 1]),
    ];
    for (operation, mask_literal, expected) in table {
        let mut machine = four();
        fill_mask(&mut machine, 10, |thread| thread == 0);
        let retired = step(&mut machine, operation, |instruction| {
            instruction.mask_destination = S2;
            instruction.mask_literal = mask_literal;
            instruction.p = predicate(0);
        });
        assert_eq!(machine.wave(0).exec.0, expected.map(|bit| bit == 1), "{operation:?}");
        assert_eq!(bits(&machine, 10), [false, false, true, true], "{operation:?}");
        assert_eq!(retired.written.0, [true; 4], "{operation:?}");
        let (entry, saved) = retired.mask.expect("a slot is written");
        assert_eq!((entry, saved.0), (S2, vec![false, false, true, true]), "{operation:?}");
    }
}

#[test]
fn a_slot_survives_a_divergent_stretch() {
    let mut machine = four();
    step(&mut machine, ExecOperation::Save, |instruction| instruction.mask_destination = S2);
    step(&mut machine, ExecOperation::Move, |instruction| instruction.mask_literal = Some(0));
    assert_eq!(machine.wave(0).exec.0, [false; 4]);
    step(&mut machine, ExecOperation::Move, |instruction| {
        instruction.p = MaskSource { entry: S2, negated: false }
    });
    assert_eq!(machine.wave(0).exec.0, [false, false, true, true]);
}

#[test]
fn bit_i_of_a_mask_literal_is_thread_i_and_the_sign_fills_the_rest() {
    // Threads, literal, the threads that are set.
    let table: [(usize, i128, Vec<usize>); 8] = [
        (16, 0xf00f, vec![0, 1, 2, 3, 12, 13, 14, 15]),
        (16, 0x1_0001, vec![0]),
        (32, 1 << 31, vec![31]),
        (64, 1 << 63, vec![63]),
        (128, 1 << 63, vec![63]),
        (128, i128::from(u64::MAX), (0..64).collect()),
        (128, -1, (0..128).collect()),
        (256, -2, (1..256).collect()),
    ];
    for (threads, literal, expected) in table {
        let mut machine = machine(threads);
        step(&mut machine, ExecOperation::Move, |instruction| {
            instruction.mask_literal = Some(literal)
        });
        assert_eq!(set(&machine.wave(0).exec.0), expected, "{literal:#x} in {threads} threads");
    }
}

#[test]
fn exec_operations_take_effect_whatever_exec_and_the_guard_are() {
    let mut machine = machine(4);
    fill_exec(&mut machine, |_| false);
    step(&mut machine, ExecOperation::Not, |instruction| instruction.guard = not(MaskSource::TRUE));
    assert_eq!(machine.wave(0).exec.0, [true; 4]);
}
