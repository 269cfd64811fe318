//! The same stimulus through Icarus on the written Verilog gives what our interpreter gave, cycle by cycle.

mod common;

use std::process::Command;

use common::bench::{core, fill, fixed_programs, named, program, zeros};
use common::tools::{run, store, tool};
use lanebeat::config::{Config, RegisterFile};
use lanebeat::hdl::{Bits, bits};
use lanebeat::isa::{Program, WaveState};
use lanebeat::rtl;
use lanebeat::sim::{Engine, Interpreter, Machine, Observer, lockstep};
use lanebeat::verilog::{File, Header, write};

/// The ports of the core in the order of `replay.v`'s fields, the first highest.
const PORTS: [&str; 25] = [
    "reset",
    "issue_valid",
    "issue_wave",
    "issue_instruction",
    "running",
    "host_valid",
    "host_write",
    "host_wave",
    "host_entry",
    "host_beat",
    "host_write_data",
    "issue_ready",
    "issue_illegal",
    "host_ready",
    "host_read_valid",
    "host_read_data",
    "retire_valid",
    "retire_wave",
    "retire_beat",
    "retire_writes_register",
    "retire_destination",
    "retire_mask_destination",
    "retire_written",
    "retire_result",
    "retire_mask",
];

/// Keeps every cycle's ports as a line of hexadecimal digits.
#[derive(Default)]
struct Recorder {
    lines: Vec<String>,
}

impl Observer for Recorder {
    fn cycle(&mut self, engine: &mut dyn Engine) {
        let mut vector = Bits::new();
        for port in PORTS.iter().rev() {
            let value = engine.flat().find(port).map_or_else(|| bits(1, 0), |port| engine.peek(port));
            vector.extend_from_bitslice(&value);
        }
        let nibble =
            |four: &bitvec::slice::BitSlice<u64>| four.iter().by_vals().rev().fold(0, |value, bit| value * 2 + u32::from(bit));
        let digits = vector.chunks(4).rev().map(|four| char::from_digit(nibble(four), 16).expect("a nibble"));
        self.lines.push(digits.collect());
    }
}

/// What Icarus says about a recording; `None` without it.
fn replayed(config: &Config, lines: &[String]) -> Option<String> {
    let (iverilog, vvp) = (tool("iverilog")?, tool("vvp")?);
    let mut files = write(&rtl::core(config), &Header { parameters: &config.to_toml(), command: "lanebeat generate" });
    files.push(File { name: "replay.v".to_string(), text: include_str!("replay.v").to_string() });
    let (folder, paths) = store(&files);
    std::fs::write(folder.path().join("vectors.hex"), lines.join("\n")).expect("a writable folder");
    let flat = core(config);
    let width = |port: &str| flat.find(port).map(|id| flat.signals[id.signal].place.width);
    let sizes = [
        ("CYCLES", lines.len()),
        ("LANES", config.lanes),
        ("WAVES", width("running").unwrap_or(1)),
        ("RETIRED", width("retire_written").expect("a port")),
        ("WAVE_BITS", width("issue_wave").unwrap_or(1)),
        ("BEAT_BITS", width("host_beat").unwrap_or(1)),
        ("ROW_BITS", width("retire_beat").unwrap_or(1)),
        ("REGISTER_BITS", width("retire_destination").expect("a port")),
        ("HOST_ENTRY_BITS", width("host_entry").expect("a port")),
    ];
    let mut command = Command::new(&iverilog);
    command.args(["-g2005", "-Wall", "-s", "replay", "-o", "replay.vvp"]).current_dir(folder.path());
    command.args(sizes.map(|(name, value)| format!("-Preplay.{name}={value}")));
    let optional = [("issue_wave", "WAVES"), ("host_beat", "BEATS"), ("retire_beat", "ROWS"), ("running", "BARRIERS")];
    let present = optional.into_iter().filter(|(port, _)| width(port).is_some());
    command.args(present.map(|(_, macro_name)| format!("-DREPLAY_HAS_{macro_name}")));
    let output = command.args(paths).output().expect("an installed tool starts");
    assert!(output.status.success(), "iverilog: {}", String::from_utf8_lossy(&output.stderr));
    let (success, said) = run(&vvp, folder.path(), &["-n".to_string(), "replay.vvp".to_string()]);
    assert!(success, "vvp: {said}");
    Some(said)
}

/// Runs programs one after the other in one machine, in lockstep: the recording and the number of retirements.
fn recorded(config: &Config, runs: &[(Program, Vec<WaveState>)]) -> (Vec<String>, usize) {
    let mut recorder = Recorder::default();
    let mut retirements = 0;
    let mut machine = Machine::new(Interpreter::new(&core(config), 1), config, vec![&mut recorder]);
    for (program, initial) in runs {
        let summary = lockstep(&mut machine, program, initial, &named(config, program)).expect("lockstep");
        retirements += summary.retirements.len();
    }
    drop(machine);
    (recorder.lines, retirements)
}

fn assert_replays(config: &Config, runs: &[(Program, Vec<WaveState>)]) {
    let (lines, retirements) = recorded(config, runs);
    let Some(said) = replayed(config, &lines) else { return };
    let rows = if config.register_file == RegisterFile::Wide { 1 } else { config.beats };
    let expected = format!("replayed {} cycles, {} retirements, 0 differences", lines.len(), retirements * rows);
    let head: Vec<&str> = said.lines().take(20).collect();
    assert_eq!(said.trim(), expected, "{config:?}\n{}", head.join("\n"));
}

/// Random programs, each with its own states.
fn random_runs(config: &Config, count: usize) -> Vec<(Program, Vec<WaveState>)> {
    fixed_programs(config, count, 30, 9).into_iter().map(|case| (case.program, case.initial)).collect()
}

/// An inclusive scan by SHFL and one by DPP, on two waves.
const SCANS: &str = "
SHFL.UP P1, R2, R1, 1, 0
@P1 IADD R1, R2, R1
SHFL.UP P1, R2, R1, 2, 0
@P1 IADD R1, R2, R1
SHFL.UP P1, R2, R1, 4, 0
@P1 IADD R1, R2, R1
SHFL.UP P1, R2, R1, 8, 0
@P1 IADD R1, R2, R1
SHFL.UP P1, R2, R1, 16, 0
@P1 IADD R1, R2, R1
EXIT
.wave 1
v_mov_b32 v1, 3
v_add_u32 v1, v1, v1 row_shr:1
v_add_u32 v1, v1, v1 row_shr:2
v_add_u32 v1, v1, v1 row_shr:4 bank_mask:0xe
v_add_u32 v1, v1, v1 row_shr:8 bank_mask:0xc
v_add_u32 v1, v1, v1 row_bcast:15 row_mask:0xa
v_add_u32 v1, v1, v1 row_bcast:31 row_mask:0xc
EXIT
";

fn scans(config: &Config) -> Vec<(Program, Vec<WaveState>)> {
    let mut initial = zeros(config);
    fill(&mut initial, 1, |thread| thread as u32 + 1);
    vec![(program(config, SCANS), initial)]
}

#[test]
fn the_default_core_scans_in_icarus_as_in_the_interpreter() {
    let config = Config::default();
    assert_replays(&config, &scans(&config));
}

#[test]
fn random_programs_on_two_waves_replay_without_a_difference() {
    let small = Config { registers: 8, waves: 2, ..Config::default() };
    let shapes = [
        small.clone(),
        Config { alu_stages: 3, ..small.clone() },
        Config { lanes: 32, beats: 2, ..small.clone() },
        Config { waves: 1, beats: 1, ..small.clone() },
        Config { beats: 8, alu_stages: 5, shuffle: false, ..small.clone() },
        Config { register_file: RegisterFile::Skewed, ..small.clone() },
        Config { register_file: RegisterFile::Skewed, lanes: 4, alu_stages: 4, ..small.clone() },
        Config { register_file: RegisterFile::MultiPort, lanes: 8, beats: 8, waves: 1, ..small.clone() },
        Config { register_file: RegisterFile::Replicated, alu_stages: 2, ..small.clone() },
        Config { register_file: RegisterFile::Replicated, beats: 1, ..small.clone() },
        Config { register_file: RegisterFile::Banked, alu_stages: 1, ..small },
    ];
    for config in shapes {
        assert_replays(&config, &random_runs(&config, 6));
    }
}

#[test]
fn a_retirement_that_was_recorded_otherwise_is_noticed() {
    let config = Config { registers: 8, waves: 2, ..Config::default() };
    let (mut lines, _) = recorded(&config, &scans(&config));
    // The last 16 digits are retire_mask, those before them the word of thread 0.
    for line in &mut lines {
        let place = line.len() - 17;
        let other = if &line[place..=place] == "0" { "1" } else { "0" };
        line.replace_range(place..=place, other);
    }
    let Some(said) = replayed(&config, &lines) else { return };
    assert!(said.contains("retire_result is "), "{said}");
    assert!(!said.contains(" 0 differences"), "{said}");
}
