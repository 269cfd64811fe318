//! `--engine verilator` and `--engine icarus`: the written Verilog retires what the model says, in
//! as many cycles as the interpreter. `lanebeat check --engine verilator --programs 10000` does
//! more of the same.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::bench::{fill, named, organised, program, zeros};
use crate::common::broken::broken_core;
use crate::common::program::{
    begins, has, lanebeat_in, lanebeat_with, names_in, path_text, refusal,
};
use crate::common::sample::of_today;
use crate::common::simulations::{CACHE, assert_agrees, built, is_there, options};
use lanebeat::config::{Config, Preset, RegisterFile};
use lanebeat::engine::Interpreter;
use lanebeat::hdl::{Level, Reset};
use lanebeat::lockstep::campaign::Plan;
use lanebeat::lockstep::{Difference, Hardware, Machine, RunError, lockstep};
use lanebeat::simulators::{Simulator, newest_verilator, random_programs_written};
use lanebeat::verilog::{Header, write};

/// A machine that is quickly built.
fn small() -> Config {
    Preset::Small.config()
}

/// A machine with every feature and as many threads as the examples want, in half of the lanes of
/// the default one, which Verilator takes twice as long to build.
fn full() -> Config {
    Config { lanes: 8, beats: 8, ..Config::default() }
}

/// A machine of one wave, whose results retire row by row.
fn rows() -> Config {
    Config { register_file: RegisterFile::Skewed, waves: 1, ..small() }
}

/// One test, as a second would wait for the first's build, in which a C++ compiler optimises all of the machine.
#[test]
fn random_programs_agree_under_verilator_and_examples_give_the_same_bytes() {
    let Some(built) = built(Simulator::Verilator, &full()) else { return };
    assert_agrees(&full(), &built, Plan { programs: 120, seed: 5 });
    assert_examples_give_the_same_bytes();
}

fn assert_examples_give_the_same_bytes() {
    let cache = [("LANEBEAT_CACHE", PathBuf::from(CACHE))];
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut count = 0;
    for entry in std::fs::read_dir(&examples).expect("examples") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "s") {
            continue;
        }
        let state = path.with_extension("json");
        let run = |engine| {
            let [program, state] = [&path, &state].map(|path| path_text(path));
            let options = full().as_options();
            let mut arguments = vec!["run", program, "--state", state, "--engine", engine];
            arguments.extend(options.split_whitespace());
            let ran = lanebeat_with(&cache, &arguments, b"");
            assert_eq!(ran.status, Some(0), "{program} on {engine}: {}", ran.errors);
            ran
        };
        let (ours, theirs) = (run("interpreter"), run("verilator"));
        assert_eq!(ours.output, theirs.output, "{}", path.display());
        assert!(theirs.output.contains("\"cycles\""), "{}", theirs.output);
        let summary = |errors: &str| {
            errors.lines().find(|line| line.contains("instruction")).map(str::to_owned)
        };
        let expected =
            summary(&ours.errors).map(|line| line.replace("hardware and", "written Verilog and"));
        assert_eq!(summary(&theirs.errors), expected);
        count += 1;
    }
    assert!(count >= 14, "only {count} examples");
}

/// Two of them a day, and banks with several collectors.
#[test]
fn every_organisation_agrees_in_icarus_where_nothing_undefined_may_be_seen() {
    let collectors = Config { register_file: RegisterFile::Banked, collectors: 4, ..small() };
    let organised = RegisterFile::ALL.map(|register_file| organised(&small(), register_file));
    for config in of_today(organised, 2).into_iter().chain([collectors]) {
        let Some(built) = built(Simulator::Icarus, &config) else { return };
        assert_agrees(&config, &built, Plan { programs: 4, seed: 3 });
    }
}

/// Rows retire as waves do; the drivers know the port of the reset, and let the machine go on. One
/// case a day.
#[test]
fn rows_other_resets_and_an_enable_agree_in_icarus_and_under_verilator() {
    let reset = Config { reset: Reset::Asynchronous, ..small() };
    let low = Config { reset_level: Level::Low, clock_enable: true, ..rows() };
    let cases = [
        (Simulator::Icarus, Config { reset_level: Level::Low, ..reset.clone() }),
        (Simulator::Icarus, low.clone()),
        (Simulator::Icarus, reset),
        (Simulator::Verilator, Config { reset: Reset::Asynchronous, ..low }),
        (Simulator::Verilator, rows()),
    ];
    for (simulator, config) in of_today(cases, 1) {
        let Some(built) = built(simulator, &config) else { return };
        let programs = if config == rows() { 40 } else { 4 };
        assert_agrees(&config, &built, Plan { programs, seed: 3 });
    }
}

/// CIRCT's passes for arcilator take a synchronous reset of either level, and an enable.
#[test]
fn arcilator_has_no_asynchronous_reset_and_says_so() {
    let config = Config { reset_level: Level::Low, clock_enable: true, ..small() };
    if let Some(built) = built(Simulator::Arcilator, &config) {
        assert_agrees(&config, &built, Plan { programs: 4, seed: 3 });
    }
    let config = Config { reset: Reset::Asynchronous, ..small() };
    let error = Simulator::Arcilator.build(&config, &options()).expect_err("it cannot be built");
    let expected =
        "arcilator has no asynchronous reset; use --set reset=synchronous or another engine";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn cycles_of_several_passes_are_those_of_the_interpreter() {
    const OF_ONE_WAVE: &str = "IADD R1, R1, 1\nIADD R1, R1, R1\nNOP\n";
    let of_two_waves = format!("{OF_ONE_WAVE}.wave 1\nSHFL.UP P1, R2, R1, 1, 0\n");
    for (simulator, config, text) in [
        (Simulator::Verilator, rows(), OF_ONE_WAVE),
        (Simulator::Icarus, small(), of_two_waves.as_str()),
    ] {
        let program = program(&config, text);
        let instructions: usize = program.lines().count();
        let Some(built) = built(simulator, &config) else { return };
        let mut simulation = built.start().expect("a simulation");
        let engine = Interpreter::new(&crate::common::bench::core(&config), 1);
        let mut machine = Machine::new(engine, &config, vec![]);
        let hardware: [&mut dyn Hardware; 2] = [&mut simulation, &mut machine];
        let mut traces = vec![];
        for hardware in hardware {
            for (wave, named) in named(&config, &program).iter().enumerate() {
                hardware.load(wave, &zeros(&config)[wave], named).expect("loaded");
            }
            let mut trace = vec![];
            let cycles = hardware
                .run(&program, 3, &mut |retirement| trace.push(retirement.clone()))
                .expect("it runs");
            assert_eq!(trace.len(), 3 * instructions, "every instruction, three times");
            traces.push((cycles, trace));
        }
        assert_eq!(traces[0], traces[1], "{simulator:?}");
    }
}

#[test]
fn a_broken_multiplier_in_the_verilog_is_found_and_its_program_shrunk() {
    let config = Config { waves: 1, registers: 4, ..small() };
    if !is_there(Simulator::Icarus) {
        return;
    }
    let files = write(&broken_core(&config), &Header::new("", "a test"));
    let built = Simulator::Icarus.build_files(&config, &files, &options()).expect("legal Verilog");
    let failure =
        random_programs_written(&config, &built, Plan { programs: 100, seed: 1 }, &|_| ())
            .expect("it runs");
    let failure = failure.expect("a hundred programs multiply");
    let lines = failure.case.program.lines().count();
    assert_eq!(lines, 1, "{}", failure.case.text());
    assert!(failure.difference.contains(" in the hardware, "), "{}", failure.difference);
}

#[test]
fn a_word_that_nobody_loaded_is_undefined_in_icarus() {
    let config = small();
    let Some(built) = built(Simulator::Icarus, &config) else { return };
    let mut simulation = built.start().expect("a simulation");
    let program = program(&config, "IADD R2, R3, 1\n");
    let mut named = named(&config, &program);
    let mut initial = zeros(&config);
    fill(&mut initial, 3, |thread| thread as u32);
    lockstep(&mut simulation, &program, &initial, &named).expect("all is loaded");
    let mut simulation = built.start().expect("a simulation");
    named[0].registers.retain(|register| register.0 != 3);
    let difference =
        lockstep(&mut simulation, &program, &initial, &named).expect_err("R3 is undefined");
    // Issued in cycle 0, written in phase 0 of the slot after the next, and a slot later for 4 stages.
    let what = RunError::Undefined { what: "R2 of thread 0".to_owned(), cycle: 12 };
    assert_eq!(difference, Difference::Run(what));
}

#[test]
fn the_same_verilog_is_built_once() {
    if !is_there(Simulator::Icarus) {
        return;
    }
    let place = tempfile::tempdir().expect("a directory");
    let own = [("LANEBEAT_CACHE", place.path().join("cache"))];
    let run =
        || lanebeat_with(&own, &["run", "-", "--engine", "icarus", "--preset", "small"], b"nop\n");
    let (first, second) = (run(), run());
    begins(&first.errors, "icarus builds the core, once; it is kept in ");
    assert_eq!((second.status, &second.output), (Some(0), &first.output));
    assert!(second.errors.starts_with("1 instruction of 1 wave"), "{}", second.errors);
    let names = names_in(&own[0].1);
    assert!(names.len() == 1 && names[0].starts_with("icarus-"), "{names:?}");
    // A time that is none, and fits its checksum.
    let change = "printf nan > build_seconds && sha256sum simulation.vvp build_seconds > checksums";
    let mut shell = Command::new("sh");
    let changed = shell.args(["-c", change]).current_dir(own[0].1.join(&names[0])).status();
    assert!(changed.expect("sh").success());
    assert_eq!(run().errors, second.errors);
}

#[test]
fn a_missing_tool_is_one_clear_error() {
    let nowhere = [("PATH", PathBuf::from("/nonexistent"))];
    for (engine, package) in [("verilator", "verilator"), ("icarus", "iverilog")] {
        for command in [&["run", "-"][..], &["check", "--programs", "1"]] {
            let arguments: Vec<&str> =
                command.iter().chain(&["--engine", engine]).copied().collect();
            let ran = lanebeat_with(&nowhere, &arguments, b"nop\n");
            let tool = if engine == "icarus" { "iverilog" } else { engine };
            let text = format!(
                "error: there is no `{tool}` on the path; install it (Debian: apt install {package}) or use another engine\n"
            );
            assert_eq!((ran.status, ran.output.as_str(), ran.errors), (Some(2), "", text));
        }
    }
}

#[test]
fn what_another_simulator_does_not_do_is_refused() {
    let all = refusal("check --all-configs --engine icarus", b"");
    let text = "error: --all-configs runs hundreds of machines, too many to build or compile each; leave out --engine\n";
    assert_eq!(all, text);
    let place = tempfile::tempdir().expect("a directory");
    let unknown = lanebeat_in(place.path(), "check --engine model", b"");
    assert_eq!(unknown.status, Some(2));
    has(&unknown.errors, "[possible values: interpreter, compiled, verilator, icarus]");
}

/// A program that says it is of that version.
fn write_program(program: &Path, version: &str) {
    std::fs::create_dir_all(program.parent().expect("a folder")).expect("a writable folder");
    std::fs::write(program, format!("#!/bin/sh\necho '{version}'\n")).expect("a writable folder");
    std::fs::set_permissions(program, std::os::unix::fs::PermissionsExt::from_mode(0o755))
        .expect("our own file");
}

/// Debian's says its day in another form than that of the Python package, whose command only calls.
#[test]
fn the_newest_verilator_is_taken_wherever_it_is() {
    let place = tempfile::tempdir().expect("a folder");
    let (debian, python) = (place.path().join("usr/bin"), place.path().join("venv/bin"));
    let packaged = place.path().join("venv/lib/python3.11/site-packages/verilator/bin/verilator");
    let newest = || {
        let path = std::env::join_paths([&debian, &python]).expect("a path");
        newest_verilator(&path).map(|program| program.canonicalize().expect("it is there"))
    };
    assert_eq!(newest(), None);
    write_program(&packaged, " rev vUNKNOWN-built20260516-4e853d8");
    assert_eq!(newest(), None, "nothing on the path leads to it");
    write_program(&python.join("verilator-cli"), "nobody asks it");
    assert_eq!(newest(), Some(packaged.clone()));
    let debian_verilator = debian.join("verilator");
    write_program(&debian_verilator, "Verilator 5.006 2023-01-22 rev (Debian 5.006-3)");
    assert_eq!(newest(), Some(packaged.clone()));
    write_program(&debian_verilator, "Verilator 5.060 2026-11-01 rev v5.060");
    assert_eq!(newest(), Some(debian_verilator.clone()));
    write_program(&debian_verilator, "Verilator, of no day");
    assert_eq!(newest(), Some(packaged));
}
