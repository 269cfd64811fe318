//! Which wave issues when: nobody starves, ready waves fill the slots, EXIT and illegal words end a
//! wave.

use lanebeat::config::{Config, Preset, RegisterFile};
use lanebeat::engine::{Engine, Interpreter};
use lanebeat::isa::{Program, Register};
use lanebeat::lockstep::Machine;
use lanebeat::rtl::SystemRegister;

use super::flat;
use crate::common::axi::{BUSY, EXIT, ILLEGAL, System};
use crate::common::bench::{core, on_every_organisation, program};

fn small() -> Config {
    Config { registers: 8, waves: 3, ..Preset::Small.config() }
}

fn small_system() -> (Config, System) {
    let config = small();
    let system = System::new(&flat(&config), &config, 1);
    (config, system)
}

/// The waves whose instructions retire, one after the other, with the cycle of each.
fn retirements(config: &Config, program: &Program) -> Vec<(u64, usize)> {
    let mut system = System::new(&flat(config), config, 1);
    let waves = system.load_waves(program);
    system.watch("retire_valid");
    system.write(SystemRegister::Waves, 0, waves);
    let mut found = vec![];
    while system.peek("feeder.busy") == 1 {
        let is_last_beat = system.engine.flat().find("retire_beat").is_none()
            || system.peek("retire_beat") as usize + 1 == config.beats;
        if system.peek("retire_valid") == 1 && is_last_beat {
            let wave = if config.waves > 1 { system.peek("retire_wave") as usize } else { 0 };
            found.push((system.now, wave));
        }
        system.step();
        assert!(system.now < 100_000);
    }
    found
}

/// While every wave runs, none is passed over: in any `window` retirements in a row each appears.
fn nobody_waits_longer_than(window: usize, config: &Config, text: &str) {
    let program = program(config, text);
    let order: Vec<usize> =
        retirements(config, &program).into_iter().map(|(_, wave)| wave).collect();
    let waves = program.waves.iter().filter(|lines| !lines.is_empty()).count();
    let ends = |wave: usize| {
        order.iter().rposition(|&retired| retired == wave).expect("every wave retires")
    };
    let first_end = (0..waves).map(ends).min().expect("there are waves");
    assert!(first_end > 3 * window, "{order:?}");
    for start in 0..first_end - window {
        for wave in 0..waves {
            let has_its_turn = order[start..start + window].contains(&wave);
            assert!(has_its_turn, "wave {wave} behind retirement {start} in {order:?}");
        }
    }
}

#[test]
fn the_system_is_busy_until_the_last_of_all_collectors_has_retired() {
    // Three operands of one bank each, so that instructions fill the collectors.
    let text = ".repeat 20\nIMAD R5, R4, R8, R12\n.end\nEXIT";
    let config = Config { registers: 16, waves: 1, ..small() };
    let shapes = [(4, 4, 0), (16, 1, 0), (16, 1, 12), (8, 2, 0), (4, 8, 12)];
    for config in on_every_organisation(&config, 8, &shapes) {
        let found = retirements(&config, &program(&config, text));
        assert_eq!(found.len(), 21, "{config:?}");
    }
}

const THREE_WAVES: &str = "
.repeat 20
IADD R1, R1, R2
.end
.wave 1
.repeat 20
IADD R1, R1, R2
.end
.wave 2
.repeat 20
IADD R1, R1, R2
.end";

#[test]
fn waves_of_equal_work_take_turns() {
    for register_file in [RegisterFile::Wide, RegisterFile::Skewed, RegisterFile::MultiPort] {
        nobody_waits_longer_than(3, &Config { register_file, ..small() }, THREE_WAVES);
    }
}

#[test]
fn a_wave_whose_instructions_take_two_slots_lets_nobody_starve() {
    let gathers = ".repeat 20\nSHFL.BFLY PT, R1, R1, 1, 0x1f\n.end";
    let text = format!(
        "{gathers}\n.wave 1\n.repeat 20\nIADD R1, R1, R2\n.end\n.wave 2\n.repeat 20\nIADD R1, R1, R2\n.end"
    );
    for register_file in [RegisterFile::Skewed, RegisterFile::MultiPort, RegisterFile::Replicated] {
        nobody_waits_longer_than(4, &Config { register_file, ..small() }, &text);
    }
}

#[test]
fn a_wave_that_idles_on_purpose_lets_nobody_starve() {
    let text = ".repeat 20\ns_nop 2\n.end\n.wave 1\n.repeat 20\nIADD R1, R1, R2\n.end\n.wave 2\n.repeat 20\nIADD R1, R1, R2\n.end";
    nobody_waits_longer_than(3, &small(), text);
}

/// Cycles from the first retirement to the last, of the system and of the core fed by an ideal
/// feeder.
fn spans(config: &Config, text: &str) -> (u64, u64) {
    let program = program(config, text);
    let found = retirements(config, &program);
    let mut ideal = vec![];
    let mut machine = Machine::new(Interpreter::new(&core(config), 1), config, vec![]);
    machine.run(&program, |retirement| ideal.push(retirement.cycle)).expect("the program runs");
    // The system's EXITs are not in the ideal program.
    (found[ideal.len() - 1].0 - found[0].0, ideal[ideal.len() - 1] - ideal[0])
}

#[test]
fn two_waves_of_dependent_code_fill_every_slot() {
    let text =
        ".repeat 30\nIADD R1, R1, R2\n.end\nEXIT\n.wave 1\n.repeat 30\nIADD R1, R1, R2\n.end\nEXIT";
    let config = Config { waves: 2, stages: 0, ..small() };
    let found = spans(&config, text);
    assert_eq!(found, (4 * 61, 4 * 61), "62 instructions, one in each slot of 4 cycles");
}

#[test]
fn a_blocked_wave_costs_no_slot_while_another_is_ready() {
    // With 8 ALU stages an instruction waits 4 slots for the one before it: of 3 waves 2 are always
    // waiting.
    let config = Config { stages: 8, ..small() };
    let text = THREE_WAVES.replace(".end", ".end\nEXIT");
    let (system, ideal) = spans(&config, &text);
    assert_eq!(system, ideal);
}

#[test]
fn one_wave_of_independent_code_issues_in_every_cycle_that_the_core_can_take() {
    let config =
        Config { waves: 1, lanes: 16, beats: 1, register_file: RegisterFile::MultiPort, ..small() };
    let text = ".repeat 10\nIADD R1, R2, R3\nIADD R4, R2, R3\nIADD R5, R2, R3\nIADD R6, R2, R3\n.end\nEXIT";
    assert_eq!(spans(&config, text), (40, 40));
}

/// While it runs alone, its own next instruction is fetched behind the one that the barrier holds.
#[test]
fn a_wave_that_waits_at_a_barrier_makes_way_for_one_that_starts_later() {
    let one_beat = Config { lanes: 16, beats: 1, ..small() };
    for config in [small(), Config { register_file: RegisterFile::MultiPort, ..one_beat }] {
        let mut system = System::new(&flat(&config), &config, 1);
        let text = "BAR.SYNC 3, 2\nMOV R1, 7\nNOP\n.wave 1\nNOP\nBAR.SYNC 3, 2\nMOV R1, 9";
        system.load_waves(&program(&config, text));
        system.write(SystemRegister::Waves, 0, 0b01);
        (0..100).for_each(|_| system.step());
        assert_eq!(system.counter(SystemRegister::Instructions), 1, "{config:?}");
        system.run(0b10);
        // Both end with an EXIT.
        assert_eq!(system.counter(SystemRegister::Instructions), 8, "{config:?}");
        let words = [0, 1].map(|wave| system.read_register(wave, Register(1))[0]);
        assert_eq!(words, [7, 9], "{config:?}");
    }
}

#[test]
fn an_exit_ends_the_wave_and_what_follows_is_not_executed() {
    let (config, mut system) = small_system();
    system.write_register(0, Register(1), &[5; 16]);
    let add = program(&config, "IADD R1, R1, 1").waves[0][0].instruction.encode();
    system.load_program(0, &[add, EXIT, add, EXIT]);
    system.run(1);
    assert_eq!(system.read_register(0, Register(1)), [6; 16]);
    assert_eq!(system.read(SystemRegister::ProgramCounter, 0), 2);
    assert_eq!(system.counter(SystemRegister::Instructions), 2);
    system.run(1);
    let found = system.read_register(0, Register(1));
    assert_eq!(found, [7; 16], "the wave goes on where it has ended");
}

#[test]
fn an_illegal_word_ends_its_wave_and_is_reported() {
    let (config, mut system) = small_system();
    let add = program(&config, "IADD R1, R1, 1").waves[0][0].instruction.encode();
    system.write_register(1, Register(1), &[5; 16]);
    system.load_program(0, &[add, EXIT]);
    system.load_program(1, &[add, 0xfe << 64, add, EXIT]);
    system.write(SystemRegister::InterruptEnable, 0, 0b010);
    system.run(0b011);
    assert_eq!(system.read(SystemRegister::Status, 0), ILLEGAL);
    assert_eq!(system.peek("interrupt_request"), 1);
    let found = system.read(SystemRegister::InterruptStatus, 0);
    assert_eq!(found, 0b111, "done, illegal, and the host access before");
    let found = system.read(SystemRegister::Illegal, 0);
    assert_eq!(found, 1 << 16 | 3, "wave 1, word 3 of the program");
    let found = system.read_register(1, Register(1));
    assert_eq!(found, [6; 16], "nothing behind the illegal word is executed");
    system.write(SystemRegister::InterruptStatus, 0, 0b010);
    assert_eq!(system.peek("interrupt_request"), 0);
    assert_eq!(system.read(SystemRegister::Status, 0), 0);
}

#[test]
fn a_paused_system_issues_nothing_until_it_goes_on() {
    let (config, mut system) = small_system();
    let waves = system.load_waves(&program(&config, THREE_WAVES));
    system.write(SystemRegister::Control, 0, 1);
    system.write(SystemRegister::Waves, 0, waves);
    (0..100).for_each(|_| system.step());
    assert_eq!(system.counter(SystemRegister::Instructions), 0);
    assert_eq!(system.read(SystemRegister::Status, 0), BUSY);
    system.write(SystemRegister::Control, 0, 0);
    (0..50).for_each(|_| system.step());
    system.write(SystemRegister::Control, 0, 1);
    let halfway = system.counter(SystemRegister::Instructions);
    (0..100).for_each(|_| system.step());
    assert_eq!(system.counter(SystemRegister::Instructions), halfway);
    assert!((8..30).contains(&halfway), "{halfway} in about 60 cycles");
    system.write(SystemRegister::Control, 0, 0);
    system.run(0);
    assert_eq!(system.counter(SystemRegister::Instructions), 63);
}

#[test]
fn a_soft_reset_stops_every_wave_and_the_next_program_is_not_disturbed() {
    let (config, mut system) = small_system();
    let waves = system.load_waves(&program(&config, THREE_WAVES));
    system.write(SystemRegister::InterruptEnable, 0, 7);
    system.write(SystemRegister::Waves, 0, waves);
    (0..40).for_each(|_| system.step());
    system.write(SystemRegister::Control, 0, 3);
    assert_eq!(system.read(SystemRegister::Waves, 0), 0);
    assert_eq!(system.read(SystemRegister::Control, 0), 0, "pause is cleared too");
    assert_eq!(system.read(SystemRegister::InterruptEnable, 0), 0);
    while system.read(SystemRegister::Status, 0) & BUSY != 0 {}
    assert!(system.counter(SystemRegister::Instructions) < 3);
    system.write_register(2, Register(1), &[9; 16]);
    let add = program(&config, "IADD R1, R1, 1").waves[0][0].instruction.encode();
    system.load_program(2, &[add, add, EXIT]);
    system.run(0b100);
    assert_eq!(system.read_register(2, Register(1)), [11; 16]);
}
