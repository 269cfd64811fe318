//! The system over its AXI4-Lite port: programs are loaded, run and read back as a driver would,
//! and end as the model says.

mod cocotb;
mod map;
mod registers;
mod uart;
mod waves;
mod wrappers;

use std::sync::Arc;

use crate::common::axi::System;
use crate::common::bench::{everything, fixed_programs, named, organised};
use crate::common::sample::of_today;
use lanebeat::config::{Config, Preset, RegisterFile};
use lanebeat::engine::{Code, Compiled, Engine, Flat, Interpreter};
use lanebeat::isa::{Mask, Register, asm};
use lanebeat::lockstep::{Case, HostPort, Named, different_state};
use lanebeat::model;
use lanebeat::rtl::{self, Image, SystemRegister};

fn flat(config: &Config) -> Flat {
    config.check().expect("a legal configuration");
    Flat::new(&rtl::system(config).module)
}

/// Loads, runs and reads back `case` on a system in `engine`, and compares with the model.
fn ends_as_the_model_says(engine: impl Engine, config: &Config, case: &Case, named: &[Named]) {
    let mut judge = model::Machine::new(config.threads(), config.registers, config.waves);
    let mut system = System::on(engine, config);
    for (wave, state) in case.initial.iter().enumerate() {
        *judge.wave_mut(wave) = state.clone();
        let Ok(()) = system.load(wave, state, &named[wave]);
    }
    judge.run(&case.program).expect("no deadlock");
    let waves = system.load_waves(&case.program);
    system.run(waves);
    for (wave, initial) in case.initial.iter().enumerate() {
        let mut state = initial.clone();
        let Ok(()) = HostPort::read(&mut system, wave, &mut state, &named[wave]);
        let difference = different_state(judge.wave(wave), &state);
        assert_eq!(difference, None, "wave {wave} of {config:?}\n{case:?}");
    }
}

/// Random programs. The model is not told the time, so none that asks for it.
fn timeless_programs(config: &Config, count: usize, seed: u8) -> impl Iterator<Item = Case> {
    let asks_the_time = |case: &Case| format!("{case:?}").contains("SR_CLOCK");
    fixed_programs(config, count, 24, seed).into_iter().filter(move |case| !asks_the_time(case))
}

/// Random programs, compared in what they name.
fn random_programs(config: &Config, count: usize, seed: u8) {
    // Each access over the bus takes many cycles.
    let code = Arc::new(Code::quick(&flat(config)));
    for case in timeless_programs(config, count, seed) {
        let engine = Compiled::power_up(&code, 1);
        ends_as_the_model_says(engine, config, &case, &named(config, &case.program));
    }
}

#[test]
fn every_preset_runs_programs_that_came_over_axi() {
    for preset in Preset::ALL {
        random_programs(&preset.config(), 2, 1);
    }
}

/// Two organisations a day, and banks with many collectors.
#[test]
fn every_organisation_runs_programs_that_came_over_axi() {
    let small = Config { registers: 8, ..Preset::Small.config() };
    let of = |register_file, collectors| Config { collectors, ..organised(&small, register_file) };
    let all = RegisterFile::ALL.map(|register_file| of(register_file, 1));
    for small in of_today(all, 2).into_iter().chain([of(RegisterFile::Banked, 8)]) {
        random_programs(&Config { waves: 3, ..small.clone() }, 6, 2);
        random_programs(&Config { lanes: 16, beats: 1, stages: 2, ..small.clone() }, 6, 3);
        random_programs(&Config { waves: 1, stages: 12, ..small.clone() }, 4, 4);
        let (lanes, beats) = if small.register_file.admits(8) { (8, 8) } else { (64, 1) };
        random_programs(&Config { waves: 5, lanes, beats, ..small }, 2, 5);
    }
}

/// The settings that `boards/Makefile` has for `board`.
fn board(board: &str) -> Config {
    let makefile = include_str!("../../../boards/Makefile").replace("\\\n", " ");
    let head = format!("verilog_{board}: SETTINGS ?= ");
    let settings =
        makefile.lines().find_map(|line| line.strip_prefix(&head)).expect("a line of the board");
    let words: Vec<&str> = settings.split_whitespace().collect();
    let after = |option: &'static str| {
        words.windows(2).filter(move |pair| pair[0] == option).map(|pair| pair[1].to_string())
    };
    let preset = after("--preset").next().and_then(|key| Preset::from_key(&key)).expect("a preset");
    Config::load(Some(preset), None, &after("--set").collect::<Vec<_>>())
        .expect("a legal configuration")
}

#[test]
fn the_machines_of_the_boards_run_programs_that_came_over_axi() {
    let hx8k = board("hx8k");
    assert!(!hx8k.multiply && hx8k.registers == 64, "{hx8k:?}");
    random_programs(&hx8k, 6, 6);
    random_programs(&board("ulx3s"), 6, 7);
    random_programs(&board("warp"), 2, 8);
    random_programs(&board("icebreaker"), 6, 9);
    random_programs(&board("tang"), 6, 9);
}

#[test]
fn what_a_program_does_not_write_stays() {
    let config = Config { registers: 4, waves: 2, ..Preset::Small.config() };
    let flat = flat(&config);
    for case in fixed_programs(&config, 3, 12, 6) {
        let engine = Interpreter::new(&flat, 1);
        ends_as_the_model_says(engine, &config, &case, &everything(&config));
    }
}

#[test]
fn a_system_runs_one_program_after_another() {
    let config = Config { registers: 4, waves: 2, ..Preset::Small.config() };
    let mut system = System::new(&flat(&config), &config, 3);
    let mut judge = model::Machine::new(config.threads(), config.registers, config.waves);
    let everything = everything(&config);
    for (number, case) in fixed_programs(&config, 4, 10, 7).into_iter().enumerate() {
        // The state is loaded once: each program goes on where the one before has ended.
        if number == 0 {
            for (wave, state) in case.initial.iter().enumerate() {
                *judge.wave_mut(wave) = state.clone();
                let Ok(()) = system.load(wave, state, &everything[wave]);
            }
        }
        judge.run(&case.program).expect("no deadlock");
        let waves = system.load_waves(&case.program);
        system.run(waves);
        for (wave, named) in everything.iter().enumerate() {
            let mut state = judge.wave(wave).clone();
            let Ok(()) = HostPort::read(&mut system, wave, &mut state, named);
            let found = different_state(judge.wave(wave), &state);
            assert_eq!(found, None, "wave {wave} after program {number}");
        }
    }
}

/// The program in the memory runs from what the registers hold: first garbage, and after a second reset
/// the states that the host has loaded.
#[test]
fn a_program_in_the_memory_starts_at_every_reset() {
    let small = Config { registers: 8, waves: 3, ..Preset::Small.config() };
    let one_wave = Config { waves: 1, lanes: 16, beats: 1, stages: 2, ..small.clone() };
    for (config, seed) in [(small, 11), (one_wave, 12)] {
        let images = timeless_programs(&config, 30, seed)
            .map(|case| (Image::new(&case.program.ended()).expect("it fits"), case));
        let mut count = 0;
        for (image, mut case) in
            images.filter(|(image, _)| config.waves == 1 || image.starts.len() > 1).take(4)
        {
            count += 1;
            let named = named(&config, &case.program);
            case.initial
                .iter_mut()
                .for_each(|state| state.exec = Mask::filled(config.threads(), true));
            let flat = Flat::new(&rtl::system_with(&config, &image).module);
            let mut system = System::new(&flat, &config, 1);
            system.finish();
            for (wave, state) in case.initial.iter().enumerate() {
                let Ok(()) = system.load(wave, state, &named[wave]);
            }
            system.engine.reset();
            system.step();
            let expected: u128 = image.starts.iter().map(|(wave, _)| 1 << wave).sum();
            assert_eq!(system.peek("running"), expected);
            system.finish();
            let mut judge = model::Machine::new(config.threads(), config.registers, config.waves);
            case.initial
                .iter()
                .enumerate()
                .for_each(|(wave, state)| *judge.wave_mut(wave) = state.clone());
            judge.run(&case.program).expect("no deadlock");
            for (wave, named) in named.iter().enumerate().take(case.initial.len()) {
                let mut state = case.initial[wave].clone();
                let Ok(()) = HostPort::read(&mut system, wave, &mut state, named);
                let difference = different_state(judge.wave(wave), &state);
                assert_eq!(difference, None, "wave {wave} of {config:?}\n{case:?}");
            }
        }
        assert_eq!(count, 4);
    }
}

#[test]
fn what_the_host_wrote_over_a_program_runs_after_the_next_reset() {
    let config = Preset::Small.config();
    let target = config.target();
    let program = |text| asm::assemble("text", text, &target).expect("a program");
    let words = |text| Image::new(&program(text)).expect("it fits").words;
    let image = Image::new(&program(".wave 1\nMOV R1, 5\nEXIT\n")).expect("it fits");
    let mut system = System::new(&Flat::new(&rtl::system_with(&config, &image).module), &config, 1);
    let after = |system: &mut System| {
        system.finish();
        system.read_register(1, Register(1))
    };
    assert_eq!(after(&mut system), [5; 16]);
    system.load_program(0, &words("MOV R1, 6\nEXIT\n"));
    assert_eq!(after(&mut system), [5; 16], "nothing starts before a reset");
    system.write(SystemRegister::Control, 0, 2);
    assert_eq!(after(&mut system), [5; 16], "a soft reset starts nothing");
    system.engine.reset();
    assert_eq!(after(&mut system), [6; 16]);
}
