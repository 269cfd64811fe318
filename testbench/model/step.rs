//! Who is written (ISA.md section 2), what the retired record says, and how programs run.

use lanebeat::isa::{
    Comparison, ControlOperation, Dpp, DppControl, Instruction, LaneOperation, Line, MaskEntry,
    MaskFunction, MaskSource, Operand, Operation as Op, Program, Register, ShuffleMode, Signedness,
};
use lanebeat::model::Machine;

use super::support::*;

/// Eight threads: R0 holds 10.. and R3 holds 90.., EXEC lacks threads 0 and 1, P4 is true in the
/// even ones.
fn eight() -> Machine {
    let mut machine = machine(8);
    fill(&mut machine, 0, |thread| 10 + thread as u32);
    fill(&mut machine, 3, |thread| 90 + thread as u32);
    fill_exec(&mut machine, |thread| thread >= 2);
    fill_mask(&mut machine, 4, |thread| thread % 2 == 0);
    machine
}

#[test]
fn a_thread_is_written_where_exec_and_the_guard_are_true() {
    let table = [
        (MaskSource::TRUE, [90, 91, 12, 13, 14, 15, 16, 17]),
        (predicate(4), [90, 91, 12, 93, 14, 95, 16, 97]),
        (not(predicate(4)), [90, 91, 92, 13, 94, 15, 96, 17]),
        (not(MaskSource::TRUE), [90, 91, 92, 93, 94, 95, 96, 97]),
    ];
    for (guard, expected) in table {
        let mut machine = eight();
        machine.step(0, &Instruction { guard, ..instruction(LaneOperation::Move) });
        assert_eq!(words(&machine, 3), expected, "{guard:?}");
    }
}

#[test]
fn a_predicate_keeps_the_bits_of_threads_that_are_not_written() {
    let compare = instruction(LaneOperation::Compare(Comparison::Equal, Signedness::Signed));
    // 10.. against 14: only thread 4 is equal.
    let b = Operand::Literal(14);
    let cases = [(MaskSource::TRUE, vec![0, 1, 4]), (not(predicate(4)), vec![0, 1, 2, 4, 6])];
    for (guard, expected) in cases {
        let mut machine = eight();
        fill_mask(&mut machine, 3, |_| true);
        machine.step(0, &Instruction { guard, b, ..compare });
        assert_eq!(set(bits(&machine, 3)), expected, "{guard:?}");
    }
    let mut machine = eight();
    fill_mask(&mut machine, 3, |thread| thread == 0 || thread == 7);
    machine.step(
        0,
        &Instruction {
            p: MaskSource::TRUE,
            guard: predicate(4),
            ..instruction(LaneOperation::CombineMasks(MaskFunction::Or))
        },
    );
    assert_eq!(set(bits(&machine, 3)), [0, 2, 4, 6, 7]);
}

#[test]
fn pt_stays_true_when_it_is_the_destination() {
    let mut machine = eight();
    let compare = Instruction {
        mask_destination: MaskEntry::TRUE,
        ..instruction(LaneOperation::Compare(Comparison::Less, Signedness::Signed))
    };
    let retired = machine.step(0, &compare);
    assert_eq!(retired.mask, None);
    assert_eq!(set(&retired.written.0), [2, 3, 4, 5, 6, 7]);
    assert_eq!(bits(&machine, 7), [true; 8]);
}

#[test]
fn all_sources_are_read_before_anything_is_written() {
    let mut machine = machine(4);
    fill(&mut machine, 0, |thread| thread as u32 + 1);
    let all = Instruction {
        destination: Some(Register(0)),
        a: R0,
        b: R0,
        c: R0,
        ..instruction(LaneOperation::MultiplyAdd)
    };
    machine.step(0, &all);
    assert_eq!(words(&machine, 0), [2, 6, 12, 20]);
    fill_mask(&mut machine, 3, |thread| thread < 2);
    let invert = Instruction {
        p: not(predicate(3)),
        q: MaskSource::TRUE,
        ..instruction(LaneOperation::CombineMasks(MaskFunction::And))
    };
    machine.step(0, &Instruction { guard: predicate(3), ..invert });
    assert_eq!(bits(&machine, 3), [false; 4]);
}

#[test]
fn the_record_names_register_mask_and_written_threads_and_is_zero_elsewhere() {
    let mut machine = eight();
    let retired =
        machine.step(0, &Instruction { guard: predicate(4), ..instruction(LaneOperation::Move) });
    let expected = "wave 0 written 0x54 R3 = 00000000 00000000 0000000c 00000000 0000000e 00000000 00000010 00000000";
    assert_eq!(retired.to_string(), expected);
    assert_eq!(retired.mask, None);
    let shuffle = Instruction {
        c: Operand::Literal(31),
        b: Operand::Literal(1),
        ..instruction(Op::Shuffle(ShuffleMode::Down))
    };
    let retired = machine.step(0, &shuffle);
    let text = "wave 0 written 0xfc R3 = 00000000 00000000 0000000d 0000000e 0000000f 00000010 00000011 00000011 P3 = 0x7c";
    assert_eq!(retired.to_string(), text);
    assert_eq!(words(&machine, 3)[..2], [90, 91]);
}

#[test]
fn nop_and_exit_write_nothing() {
    for operation in [ControlOperation::Nop, ControlOperation::Exit] {
        let mut machine = eight();
        let retired =
            machine.step(0, &Instruction { extra_slots: 3, ..Instruction::new(operation) });
        assert_eq!(machine.wave(0), eight().wave(0));
        assert_eq!(retired.written.0, [false; 8]);
        assert_eq!((retired.register, retired.mask), (None, None));
    }
}

#[test]
fn each_wave_runs_up_to_its_exit_on_its_own_state() {
    let load = |value| Instruction {
        destination: Some(Register(3)),
        a: Operand::Literal(value),
        ..Instruction::new(LaneOperation::Move)
    };
    let exit = Instruction::new(ControlOperation::Exit);
    let lines = |instructions: &[Instruction]| {
        instructions
            .iter()
            .enumerate()
            .map(|(number, &instruction)| Line::new(instruction, number + 1))
            .collect()
    };
    let program = Program::from(vec![lines(&[load(5), exit, load(6)]), vec![], lines(&[load(7)])]);
    let mut machine = Machine::new(4, 4, 3);
    let retired = machine.run(&program).expect("no deadlock");
    assert_eq!(retired.iter().map(|retired| retired.wave).collect::<Vec<_>>(), [0, 0, 2]);
    for (wave, expected) in [(0, 5), (1, 0), (2, 7)] {
        assert_eq!(machine.wave(wave).registers[3].0, [expected; 4]);
    }
}

#[test]
#[should_panic(expected = "DPP needs a register src0")]
fn dpp_on_a_literal_is_refused() {
    let dpp = Some(Dpp::new(DppControl::RowMirror));
    machine(16)
        .step(0, &Instruction { a: Operand::Literal(1), dpp, ..instruction(LaneOperation::Move) });
}
