//! S2R and PMTRIG: special registers and performance counters, in every organisation, from ISA.md
//! section 4 and 9.

use crate::common::bench::{core, named, on_every_organisation, program, run, zeros};
use lanebeat::config::{Config, RegisterFile};
use lanebeat::cycle::Timing;
use lanebeat::engine::{Engine, Interpreter};
use lanebeat::isa::WaveState;
use lanebeat::lockstep::{Machine, Observer, lockstep};

/// Lanes, beats, ALU stages: slots of 4, 2, 1 and 8 cycles.
const GEOMETRIES: [(usize, usize, usize); 5] =
    [(16, 4, 0), (16, 2, 1), (32, 1, 0), (8, 8, 3), (4, 4, 4)];

fn machines() -> Vec<Config> {
    let config = Config { registers: 8, waves: 3, ..Config::default() };
    on_every_organisation(&config, 4, &GEOMETRIES)
}

/// The waves after `text`, from hardware that agreed with the model on the way.
fn states(config: &Config, text: &str) -> Vec<WaveState> {
    run(config, &program(config, text), &zeros(config), vec![]).states
}

#[test]
fn each_thread_reads_its_number_its_lane_in_the_warp_and_its_wave() {
    for config in machines() {
        let text = "S2R R1, SR_TID\nS2R R2, SR_LANEID\nS2R R3, SR_WAVEID\n";
        let states = states(&config, &format!("{text}.wave 1\n{text}.wave 2\n{text}"));
        for (wave, state) in states.iter().enumerate() {
            let numbers: Vec<u32> = (0..config.threads() as u32).collect();
            let in_warp: Vec<u32> = numbers.iter().map(|number| number % 32).collect();
            assert_eq!(state.registers[1].0, numbers, "{config:?}");
            assert_eq!(state.registers[2].0, in_warp, "{config:?}");
            assert_eq!(state.registers[3].0, vec![wave as u32; config.threads()], "{config:?}");
        }
    }
}

#[test]
fn a_thread_whose_guard_is_false_reads_nothing() {
    let config = Config { registers: 8, ..Config::default() };
    let text = "S2R R1, SR_LANEID\nISETP.EQ.U32 P1, R1, 7\n@P1 S2R R2, SR_TID\n@!P1 S2R R3, SR_TID";
    let state = &states(&config, text)[0];
    let expected = |thread: u32| if thread % 32 == 7 { [thread, 0] } else { [0, thread] };
    for thread in 0..64 {
        let found = [2, 3].map(|register: usize| state.registers[register].0[thread]);
        assert_eq!(found, expected(thread as u32));
    }
}

/// Register `register` of every thread holds `word`.
#[track_caller]
fn all_read(state: &WaveState, register: usize, word: u32) {
    let found = &state.registers[register].0;
    assert_eq!(*found, vec![word; state.exec.threads()], "R{register}");
}

/// Notes the cycles since reset in which instructions are taken.
#[derive(Default)]
struct Issues {
    cycle: u32,
    was_reset: bool,
    cycles: Vec<u32>,
}

impl Observer for Issues {
    fn cycle(&mut self, engine: &mut dyn Engine) {
        let mut is_set = |name: &str| engine.peek_u128(engine.signal(name)) == 1;
        if is_set("reset") {
            *self = Self { was_reset: true, ..Self::default() };
            return;
        }
        assert!(self.was_reset, "the observer has seen the reset");
        if is_set("sequencer.accept") {
            self.cycles.push(self.cycle);
        }
        self.cycle += 1;
    }
}

#[test]
fn the_clock_is_the_cycle_of_the_issue_counted_from_reset_for_all_threads() {
    for config in machines() {
        let text = "S2R R1, SR_CLOCKLO\ns_nop 2\nS2R R2, SR_CLOCKLO\nS2R R3, SR_CLOCKLO\nIADD R0, R3, 0\nS2R R4, SR_CLOCKLO\nS2R R5, SR_CLOCKHI";
        let mut issues = Issues::default();
        let summary = run(&config, &program(&config, text), &zeros(&config), vec![&mut issues]);
        for (register, issue) in [(1, 0), (2, 2), (3, 3), (4, 5)] {
            all_read(&summary.states[0], register, issues.cycles[issue]);
        }
        all_read(&summary.states[0], 5, 0);
        let found = issues.cycles[2] - issues.cycles[0];
        assert_eq!(found, 4 * config.slot_cycles() as u32, "s_nop 2 takes three slots");
    }
}

#[test]
fn the_clock_is_that_of_the_issue_however_long_the_instruction_waits_in_a_collector() {
    // R1 and R5 lie in one bank: wave 0 keeps its collector for two slots, and wave 1's S2R waits
    // behind it.
    let text = ".wave 0\nIADD R4, R1, R5\n.wave 1\nS2R R1, SR_CLOCKLO";
    for collectors in [2, 8] {
        let register_file = RegisterFile::Banked;
        let small = Config { registers: 8, waves: 2, ..Config::default() };
        let config = Config { register_file, collectors, ..small };
        let (mut issues, mut retired) = (Issues::default(), vec![]);
        let flat = core(&config);
        let program = program(&config, text);
        let mut machine = Machine::new(Interpreter::new(&flat, 1), &config, vec![&mut issues]);
        machine.run(&program, |retirement| retired.push(retirement.clone())).expect("a run");
        drop(machine);
        let (_, read) = retired[1].retired.register.as_ref().expect("a register");
        assert_eq!(read.0, vec![issues.cycles[1]; config.threads()], "{collectors} collectors");
        let latency = retired[1].cycle - u64::from(issues.cycles[1] - issues.cycles[0]);
        let expected = Timing::new(&config).retire() + config.slot_cycles() as u64;
        assert_eq!(latency, expected, "it has waited for a slot");
    }
}

/// Every wave's results lie in bank 0, then a MATCH of each reads that bank, then a wave asks.
#[test]
fn the_clock_is_that_of_the_issue_behind_all_that_can_wait() {
    for collectors in [2, 4, 8] {
        let wave = |wave: usize| {
            let register = 4 + (4 - wave % 4) % 4;
            let last = if wave < collectors {
                format!("MATCH.ANY R{}, R{}", register + 5, register + 4)
            } else {
                "S2R R1, SR_CLOCKLO".to_string()
            };
            format!(".wave {wave}\n.repeat 4\nMOV R{register}, 5\n.end\n{last}\n")
        };
        let text: String = (0..=collectors).map(wave).collect();
        let config = Config { registers: 16, waves: 9, float: false, ..Config::default() };
        let shapes = [(16, 4, 0), (16, 1, 12), (64, 1, 12), (4, 8, 12)];
        for config in on_every_organisation(&config, collectors, &shapes) {
            states(&config, &text);
        }
    }
}

#[test]
fn the_clock_carries_into_its_high_word() {
    let config = Config { registers: 8, ..Config::default() };
    let text = "S2R R1, SR_CLOCKLO\nS2R R2, SR_CLOCKHI\nS2R R3, SR_CLOCKLO\nS2R R4, SR_CLOCKHI\nS2R R5, SR_CLOCKLO";
    let mut flat = core(&config);
    // Resets the slot counter to where it stands two slots before the low word overflows; slots
    // have four cycles.
    let slots = flat.find("special.executing_slot_q").expect("the counter");
    let place = flat.signals[slots.signal].place.range(0).start;
    let counter =
        flat.registers.iter_mut().find(|register| register.output == place).expect("a register");
    counter.reset = Some(vec![(7 << 30) - 3]);
    let mut machine = Machine::new(Interpreter::new(&flat, 1), &config, vec![]);
    let mut words = vec![];
    let outcome = machine.run(&program(&config, text), |retirement| {
        let (_, row) = retirement.retired.register.as_ref().expect("a register");
        words.push(row.0[0]);
    });
    outcome.expect("a run");
    let (first, last) = (words[0], words[4]);
    assert!(first >= 0xffff_fff0 && last < 16, "{words:x?}");
    assert_eq!([words[1], words[3]], [6, 7], "{words:x?}");
}

#[test]
fn a_counter_counts_instructions_whatever_exec_says() {
    for config in machines() {
        let text = "PMTRIG 3\ns_mov_b64 exec, 0\nPMTRIG 3\nPMTRIG 7\ns_mov_b64 exec, -1\nS2R R1, SR_PM3\nS2R R2, SR_PM7\nS2R R3, SR_PM0";
        let state = &states(&config, text)[0];
        for (register, count) in [(1, 2), (2, 1), (3, 0)] {
            all_read(state, register, count);
        }
    }
}

#[test]
fn a_counter_shows_every_trigger_issued_before_and_none_issued_after() {
    for config in machines() {
        // Round robin: in each round wave 0 counts and wave 1 reads, in the slot behind or, one
        // round later, before.
        let count = "PMTRIG 5\n".repeat(6);
        let read: String = (0..6).map(|register| format!("S2R R{register}, SR_PM5\n")).collect();
        let states = states(&config, &format!("{count}.wave 1\n{read}"));
        for register in 0..6 {
            all_read(&states[1], register, register as u32 + 1);
        }
        let states = self::states(&config, &format!("{read}.wave 1\n{count}"));
        for register in 0..6 {
            all_read(&states[0], register, register as u32);
        }
    }
}

#[test]
fn eight_counters_count_apart() {
    let config = Config { registers: 8, ..Config::default() };
    let mut text = String::new();
    (0..8).for_each(|counter| text += &format!("PMTRIG {counter}\n").repeat(counter + 1));
    (0..8).for_each(|counter| text += &format!("S2R R{counter}, SR_PM{counter}\n"));
    let state = &states(&config, &text)[0];
    assert!((0..8).all(|counter| state.registers[counter].0 == vec![counter as u32 + 1; 64]));
}

#[test]
fn reset_clears_the_counters_and_the_clock() {
    let config = Config { registers: 8, ..Config::default() };
    let flat = core(&config);
    let text = program(&config, "S2R R1, SR_PM2\nPMTRIG 2\nS2R R2, SR_PM2\nS2R R3, SR_CLOCKLO");
    let mut engine = Interpreter::new(&flat, 1);
    let mut first = vec![];
    for _ in 0..2 {
        let mut machine = Machine::new(engine, &config, vec![]);
        let named = named(&config, &text);
        let summary = lockstep(&mut machine, &text, &zeros(&config), &named)
            .expect("hardware and model agree");
        let read = [1, 2, 3].map(|register: usize| summary.states[0].registers[register].0[63]);
        assert_eq!(read[..2], [0, 1]);
        first.push(read[2]);
        engine = machine.engine;
    }
    assert_eq!(first[0], first[1]);
}
