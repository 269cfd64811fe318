//! What waves share: barriers and counters (ISA.md section 9), and what S2R reads of them and of
//! the machine (section 4).

use lanebeat::isa::{
    Barrier, BarrierReduction, ControlOperation, Deadlock, Instruction, Line, MaskEntry, Program,
    ReadOperation, Register, Shared, SpecialRegister, Thread, Wave,
};
use lanebeat::model::Machine;

use super::support::{not, predicate};

/// So many waves of four threads, all with instructions left.
fn waves(count: usize) -> Machine {
    Machine::new(4, 8, count)
}

/// `BAR.SYNC number {, waves}`.
fn synchronise(number: u8, waves: Option<u8>) -> Instruction {
    Instruction {
        shared: Shared::Barrier(Barrier { number, waves }),
        ..Instruction::new(ControlOperation::Synchronise)
    }
}

/// `BAR.RED.reduction 0, waves, P1`.
fn reduce(reduction: BarrierReduction, waves: u8) -> Instruction {
    let shared = Shared::Barrier(Barrier { number: 0, waves: Some(waves) });
    Instruction {
        shared,
        q: predicate(1),
        ..Instruction::new(ControlOperation::BarrierReduce(reduction))
    }
}

/// The waves that wait.
fn waiting(machine: &Machine, waves: usize) -> Vec<usize> {
    (0..waves).filter(|&wave| machine.is_waiting(wave)).collect()
}

fn set_p1(machine: &mut Machine, wave: usize, bits: [u8; 4]) {
    machine.wave_mut(wave).masks[1] = Wave(bits.map(|bit| bit == 1).to_vec());
}

/// What `instruction` with the destination R3 gives to the threads of `wave`.
fn word(machine: &mut Machine, wave: usize, instruction: Instruction) -> Vec<u32> {
    machine.step(wave, &Instruction { destination: Some(Register(3)), ..instruction });
    machine.wave(wave).registers[3].0.clone()
}

fn special(register: SpecialRegister) -> Instruction {
    Instruction { shared: Shared::Special(register), ..Instruction::new(ReadOperation::Special) }
}

#[test]
fn a_wave_goes_on_when_as_many_as_it_names_have_arrived_or_more() {
    let mut machine = waves(4);
    machine.step(0, &synchronise(0, None));
    machine.step(1, &synchronise(0, None));
    assert_eq!(waiting(&machine, 4), [0, 1], "they wait for all that run");
    machine.step(2, &synchronise(0, Some(2)));
    assert!(!machine.is_waiting(2), "two were asked for, and three have arrived");
}

#[test]
fn a_wave_that_waits_for_all_goes_on_when_all_are_there_whatever_the_others_wait_for() {
    let mut machine = waves(3);
    machine.set_running(2, false);
    machine.step(0, &synchronise(0, Some(3)));
    assert_eq!(waiting(&machine, 3), [0]);
    machine.step(1, &synchronise(0, None));
    assert!(!machine.is_waiting(1), "the two that run have arrived");
}

/// A wave whose last instruction is a barrier has not ended before that opens.
#[test]
fn a_wave_that_waits_at_another_barrier_is_waited_for_though_it_has_no_instruction_left() {
    let mut machine = waves(3);
    machine.step(0, &synchronise(1, Some(2)));
    machine.set_running(0, false);
    machine.step(1, &synchronise(0, None));
    machine.set_running(2, false);
    assert_eq!(waiting(&machine, 3), [0, 1], "wave 0 has not ended");
    machine.set_running(2, true);
    machine.step(2, &synchronise(1, Some(2)));
    assert_eq!(waiting(&machine, 3), [1], "wave 0 has ended, and wave 2 may still come");
    machine.set_running(2, false);
    assert_eq!(waiting(&machine, 3), [0; 0]);
}

#[test]
fn only_a_wave_that_has_instructions_left_waits_for_ever() {
    let lines = |instructions: &[Instruction]| {
        instructions.iter().map(|&instruction| Line::new(instruction, 1)).collect::<Vec<Line>>()
    };
    let barrier = Barrier { number: 3, waves: Some(2) };
    let arrives = [synchronise(3, Some(2)), Instruction::new(ControlOperation::Nop)];
    let outcome = waves(1).run(&Program::from(vec![lines(&arrives)]));
    assert_eq!(outcome, Err(Deadlock { waiting: vec![(0, barrier)] }));
    let retired = waves(1)
        .run(&Program::from(vec![lines(&arrives[..1])]))
        .expect("nothing is left to be done");
    assert_eq!(retired.len(), 1);
}

#[test]
fn a_reduction_is_over_the_executing_threads_of_all_waves_that_arrived() {
    // P1 of the two waves, and count, and, or of all eight threads.
    let table = [
        ([0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0]),
        ([1, 0, 1, 0], [0, 1, 0, 0], [3, 0, 1]),
        ([0, 0, 0, 0], [0, 0, 0, 1], [1, 0, 1]),
        ([1, 1, 1, 1], [1, 1, 1, 0], [7, 0, 1]),
        ([1, 1, 1, 1], [1, 1, 1, 1], [8, 1, 1]),
    ];
    let reductions = [BarrierReduction::Count, BarrierReduction::And, BarrierReduction::Or];
    for (first, second, expected) in table {
        for (reduction, expected) in reductions.into_iter().zip(expected) {
            let mut machine = waves(3);
            set_p1(&mut machine, 0, first);
            set_p1(&mut machine, 1, second);
            machine.step(0, &reduce(reduction, 2));
            machine.step(1, &reduce(reduction, 2));
            for wave in [0, 1] {
                let read = word(&mut machine, wave, Instruction::new(ReadOperation::Barrier));
                assert_eq!(
                    read, [expected; 4],
                    "{reduction:?} of {first:?} and {second:?}, wave {wave}"
                );
            }
        }
    }
}

#[test]
fn a_thread_outside_exec_or_its_guard_is_not_counted_and_a_negated_q_counts_where_it_is_false() {
    let mut machine = waves(1);
    set_p1(&mut machine, 0, [1, 0, 0, 0]);
    let negated = |instruction: Instruction| Instruction { q: not(instruction.q), ..instruction };
    machine.step(0, &negated(reduce(BarrierReduction::Count, 1)));
    assert_eq!(word(&mut machine, 0, Instruction::new(ReadOperation::Barrier)), [3; 4]);
    machine.wave_mut(0).exec = Wave(vec![true, true, true, false]);
    machine.step(0, &negated(reduce(BarrierReduction::Count, 1)));
    assert_eq!(word(&mut machine, 0, Instruction::new(ReadOperation::Barrier))[..3], [2; 3]);
    machine.step(0, &reduce(BarrierReduction::And, 1));
    assert_eq!(word(&mut machine, 0, Instruction::new(ReadOperation::Barrier))[..3], [0; 3]);
    machine.wave_mut(0).exec = Wave(vec![true; 4]);
    let guarded = Instruction {
        guard: not(predicate(1)),
        q: not(predicate(1)),
        ..reduce(BarrierReduction::And, 1)
    };
    machine.step(0, &guarded);
    let found = word(&mut machine, 0, Instruction::new(ReadOperation::Barrier));
    assert_eq!(found, [1; 4], "the guard leaves out thread 0");
}

#[test]
fn the_result_is_0_before_any_barrier_and_after_one_that_counts_nothing() {
    let mut machine = waves(1);
    let read = |machine: &mut Machine| word(machine, 0, Instruction::new(ReadOperation::Barrier));
    machine.wave_mut(0).registers[3] = Wave(vec![9; 4]);
    assert_eq!(read(&mut machine), [0; 4], "before any barrier");
    set_p1(&mut machine, 0, [1, 1, 0, 1]);
    machine.step(0, &reduce(BarrierReduction::Count, 1));
    assert_eq!(read(&mut machine), [3; 4]);
    assert_eq!(read(&mut machine), [3; 4], "reading changes nothing");
    machine.step(0, &synchronise(0, Some(1)));
    assert_eq!(read(&mut machine), [0; 4], "BAR.SYNC");
}

#[test]
fn the_and_over_nobody_is_1_and_the_or_and_the_count_are_0() {
    for (reduction, expected) in
        [(BarrierReduction::And, 1), (BarrierReduction::Or, 0), (BarrierReduction::Count, 0)]
    {
        let mut machine = waves(1);
        machine.wave_mut(0).exec = Wave(vec![false; 4]);
        machine.step(0, &reduce(reduction, 1));
        machine.wave_mut(0).exec = Wave(vec![true; 4]);
        let found = word(&mut machine, 0, Instruction::new(ReadOperation::Barrier));
        assert_eq!(found, [expected; 4], "{reduction:?}");
    }
}

/// `B2R p`.
#[test]
fn a_predicate_gets_whether_the_barriers_result_is_not_0() {
    for (bits, expected) in [([0, 0, 0, 0], false), ([0, 1, 0, 0], true), ([0, 1, 1, 1], true)] {
        let mut machine = waves(1);
        set_p1(&mut machine, 0, bits);
        machine.step(0, &reduce(BarrierReduction::Count, 1));
        let test = Instruction {
            mask_destination: MaskEntry::predicate(2),
            ..Instruction::new(ReadOperation::BarrierPredicate)
        };
        machine.step(0, &test);
        assert_eq!(machine.wave(0).masks[2].0, [expected; 4], "{bits:?}");
    }
}

#[test]
fn a_trigger_adds_one_to_its_counter_whatever_exec_says() {
    let mut machine = waves(2);
    for (wave, counter) in [(0, 3), (1, 3), (0, 7), (0, 3)] {
        machine.wave_mut(0).exec = Wave(vec![counter == 7; 4]);
        let trigger = Instruction {
            shared: Shared::Counter(counter),
            ..Instruction::new(ControlOperation::TriggerCounter)
        };
        machine.step(wave, &trigger);
    }
    let counts = [0, 0, 0, 3, 0, 0, 0, 1];
    for (number, count) in counts.into_iter().enumerate() {
        let read = word(&mut machine, 1, special(SpecialRegister::Counter(number as u8)));
        assert_eq!(read, [count; 4], "counter {number}");
    }
}

#[test]
fn a_thread_reads_its_number_its_number_modulo_32_and_its_wave() {
    let mut machine = Machine::new(64, 8, 3);
    let [of_thread, of_lane, of_wave] =
        [SpecialRegister::ThreadId, SpecialRegister::LaneId, SpecialRegister::WaveId]
            .map(|register| Wave(word(&mut machine, 2, special(register))));
    for (thread, lane) in [(0, 0), (31, 31), (32, 0), (37, 5), (63, 31)] {
        let read = (of_thread[Thread(thread)], of_lane[Thread(thread)], of_wave[Thread(thread)]);
        assert_eq!(read, (thread as u32, lane, 2), "thread {thread}");
    }
}

#[test]
fn a_thread_that_does_not_execute_reads_neither_special_register_nor_barrier() {
    let cases = [special(SpecialRegister::ThreadId), Instruction::new(ReadOperation::Barrier)];
    for instruction in cases {
        let mut machine = waves(1);
        machine.wave_mut(0).registers[3] = Wave(vec![9; 4]);
        machine.wave_mut(0).exec = Wave(vec![true, false, true, true]);
        set_p1(&mut machine, 0, [1, 1, 0, 1]);
        let guarded = Instruction { guard: predicate(1), ..instruction };
        assert_eq!(word(&mut machine, 0, guarded)[1..3], [9; 2], "{instruction:?}");
    }
}

#[test]
fn the_clock_is_read_in_two_words() {
    let mut machine = waves(1);
    let cases = [(5, 5, 0), (0x8000_0000, 0x8000_0000, 0), (0x3_8000_0002, 0x8000_0002, 3)];
    for (clock, low, high) in cases {
        machine.set_clock(clock);
        let found = word(&mut machine, 0, special(SpecialRegister::ClockLow));
        assert_eq!(found, [low; 4], "{clock:#x}");
        let found = word(&mut machine, 0, special(SpecialRegister::ClockHigh));
        assert_eq!(found, [high; 4], "{clock:#x}");
    }
}
