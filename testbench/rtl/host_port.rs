//! The host port while programs run: nobody's result changes, what the host reads is what it wrote,
//! and it waits exactly while the port is taken.

use crate::common::bench::{core, organised, program};
use crate::common::host::{EXEC, TWO_BUSY_WAVES, busy_host, granted, mask_entry};
use crate::common::sample::of_today;
use lanebeat::config::{Config, Preset, RegisterFile};
use lanebeat::engine::{Engine, Interpreter};
use lanebeat::hdl::Bits;
use lanebeat::isa::{MaskEntry, Register, Thread, Wave, WaveState};
use lanebeat::lockstep::{HostEntry, HostPort, HostRow, Machine, Named};
use lanebeat::rtl::probe::{CoreInputs, CoreOutputs};

fn undisturbed(config: &Config, seed: u8) {
    busy_host(&core(config), config, 12, seed);
}

fn grants(config: &Config, text: &str, entry: usize, write: bool, count: usize) -> Vec<usize> {
    granted(&core(config), config, text, entry, write, count)
}

#[test]
fn a_busy_host_changes_no_result_and_reads_what_it_wrote() {
    let small = Config { registers: 8, waves: 3, ..Preset::Small.config() };
    undisturbed(&small, 1);
    undisturbed(&Config { beats: 8, ..small.clone() }, 2);
    undisturbed(&Config { lanes: 32, beats: 2, stages: 3, ..small }, 3);
}

/// Two banks, and one of the other organisations a day.
#[test]
fn in_every_organisation_a_busy_host_changes_no_result_and_reads_what_it_wrote() {
    use RegisterFile::{Banked, MultiPort, Replicated, Skewed};
    for register_file in of_today([Skewed, MultiPort, Replicated, Banked], 1) {
        let small = Config { register_file, registers: 8, waves: 3, ..Preset::Small.config() };
        undisturbed(&small, 4);
        undisturbed(&Config { lanes: 8, beats: 8, stages: 2, ..small }, 5);
    }
    let small = Config { registers: 8, waves: 3, ..Preset::Small.config() };
    let two_bank = organised(&small, RegisterFile::TwoBank);
    undisturbed(&two_bank, 6);
    undisturbed(&Config { lanes: 32, stages: 2, ..two_bank }, 7);
}

fn machine(beats: usize) -> Config {
    Config { beats, waves: 3, registers: 8, ..Config::default() }
}

#[test]
fn registers_are_granted_in_every_second_idle_cycle_of_the_port() {
    // The port is .###|.###|####|####|####|####|#...|#...| and then idle. It is told of an access a cycle
    // before, when it may be busy with another.
    let found = grants(&machine(4), TWO_BUSY_WAVES, 5, false, 10);
    assert_eq!(found, [4, 25, 27, 29, 31, 33, 35, 37, 39, 41]);
    let found = grants(&machine(4), TWO_BUSY_WAVES, 5, true, 10);
    assert_eq!(found, [4, 25, 27, 29, 31, 33, 35, 37, 39, 41]);
}

#[test]
fn with_8_beats_the_host_gets_every_second_cycle_of_the_idle_half_of_a_saturated_port() {
    // The port is .....###|.....###|#....###|#....###| and so on.
    let expected = [1, 3, 8, 10, 12, 17, 19, 25, 27, 33];
    assert_eq!(grants(&machine(8), TWO_BUSY_WAVES, 5, false, 10), expected);
}

#[test]
fn predicates_are_granted_while_the_register_file_is_saturated() {
    let config = machine(4);
    let p2 = mask_entry(&config, MaskEntry::predicate(2).0.into());
    let found = grants(&config, TWO_BUSY_WAVES, p2, false, 24);
    assert_eq!(found, (1..48).step_by(2).collect::<Vec<_>>());
}

#[test]
fn the_host_waits_for_an_exec_operation_that_is_executing() {
    let config = machine(4);
    let text = "s_mov_b64 exec, 0xff\nNOP\ns_not_b64 exec, exec\ns_nop 7\nNOP";
    let exec = mask_entry(&config, EXEC);
    assert_eq!(grants(&config, text, exec, false, 12), [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19]);
}

#[test]
fn with_banks_the_host_waits_for_the_bank_of_its_register_alone() {
    let config = Config { register_file: RegisterFile::Banked, registers: 16, ..machine(4) };
    // Bank 1 reads in cycles 1 to 12 and bank 0 writes in 13 to 16. The host asks for wave 2, whose
    // R7 lies in bank 1.
    let text = "IMAD R4, R1, R5, R9\ns_nop 7\nNOP";
    for write in [false, true] {
        assert_eq!(grants(&config, text, 7, write, 8), [0, 13, 14, 15, 16, 17, 18, 19]);
        assert_eq!(grants(&config, text, 6, write, 16), (0..13).chain(17..20).collect::<Vec<_>>());
        assert_eq!(grants(&config, text, 5, write, 20), (0..20).collect::<Vec<_>>());
    }
}

#[test]
fn what_the_host_writes_is_not_found_in_the_reuse_cache_as_it_was() {
    let small = Config { registers: 8, waves: 1, ..Preset::Small.config() };
    let config = organised(&small, RegisterFile::TwoBank);
    let flat = core(&config);
    let mut machine = Machine::new(Interpreter::new(&flat, 1), &config, vec![]);
    let mut state = WaveState::new(config.threads(), config.registers);
    for word in [5, 9] {
        state.registers[2] = Wave::from_fn(config.threads(), |_| word);
        let named = |registers: &[u8]| Named {
            registers: registers.iter().copied().map(Register).collect(),
            masks: vec![],
        };
        machine.load(0, &state, &named(&[2])).expect("loaded");
        // Kept when the program ends, and wanted when it starts again.
        let text = "IADD R3, R2.reuse, 0\nIADD R4, R2.reuse, 0";
        machine.run(&program(&config, text), |_| {}).expect("it runs");
        let mut after = state.clone();
        machine.read(0, &mut after, &named(&[3, 4])).expect("read");
        for register in [3, 4] {
            assert_eq!(after.register(Register(register))[Thread(0)], word);
        }
    }
}

/// As a soft reset of the system does it.
#[test]
fn a_request_that_is_taken_back_does_nothing() {
    for register_file in [RegisterFile::Wide, RegisterFile::Skewed] {
        let config = Config { register_file, ..machine(4) };
        let flat = core(&config);
        let nets = flat.probe::<CoreInputs>().host;
        let ready = flat.probe::<CoreOutputs>().host.ready;
        let mut machine = Machine::new(Interpreter::new(&flat, 1), &config, vec![]);
        let at = HostRow { wave: 1, entry: HostEntry::Register(Register(5)), beat: 2 };
        machine.write_row(at, &[7; 16]).expect("written");
        for (word, is_taken_back) in [(9, true), (11, false)] {
            let row: Bits = (0..16 * 32).map(|bit| word >> (bit % 32) & 1 == 1).collect();
            let engine = &mut machine.engine;
            engine.poke(nets.write_data.expect("every core has a host port"), &row);
            engine.set(nets.write, 1);
            engine.set(nets.valid, 1);
            engine.step();
            engine.set(nets.valid, u128::from(!is_taken_back));
            assert_eq!(engine.value(ready), u128::from(!is_taken_back));
            engine.step();
            engine.set(nets.valid, 0);
            engine.step();
            let expected = if is_taken_back { 7 } else { word };
            assert_eq!(machine.read_row(at, 16), Ok(vec![expected; 16]), "{register_file:?}");
        }
    }
}
