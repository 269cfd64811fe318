//! The same stimulus through Icarus on the written Verilog gives what our interpreter gave, cycle
//! by cycle: random programs on many shapes of the core, by the bench that `generate --testbench`
//! writes.

use crate::common::bench::{fill, fixed_programs, program, with, zeros};
use crate::common::program::begins;
use crate::common::sample::of_today;
use crate::common::tools::simulate_top;
use lanebeat::config::{Config, Preset};
use lanebeat::hdl::Direction;
use lanebeat::isa::{Program, WaveState};
use lanebeat::rtl;
use lanebeat::vectors::{Recording, of_core};
use lanebeat::verilog::{Header, Vector, testbench, write};

type Runs = [(Program, Vec<WaveState>)];

/// What the core's bench says in Icarus; `None` without it.
fn replayed(config: &Config, vectors: &[Vector]) -> Option<String> {
    let core = rtl::core(config);
    let parameters = config.to_toml();
    let header = Header::new(&parameters, "lanebeat generate");
    let mut files = write(&core, &header);
    files.extend(testbench(&core, vectors, &header));
    simulate_top(&files, "lanebeat_core_testbench")
}

fn recorded(config: &Config, runs: &Runs) -> Recording {
    of_core(config, runs).unwrap_or_else(|difference| panic!("{config:?}\n{difference}"))
}

fn assert_replays(config: &Config, runs: &Runs) {
    let Recording { vectors, retirements, .. } = recorded(config, runs);
    assert!(retirements > 0, "{config:?}");
    let Some(said) = replayed(config, &vectors) else { return };
    assert_eq!(said, format!("PASS lanebeat_core: {} cycles\n", vectors.len()), "{config:?}");
}

/// Random programs, each with its own states.
fn random_runs(config: &Config, count: usize) -> Vec<(Program, Vec<WaveState>)> {
    fixed_programs(config, count, 30, 9)
        .into_iter()
        .map(|case| (case.program, case.initial))
        .collect()
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

/// `programs` random programs on each of many shapes. One has floats and video, which are half of
/// what Icarus computes: a lane is the same in every shape.
fn shapes_replay(programs: usize) {
    // Icarus takes as long for one of 16 lanes as for four of four.
    let small = Config { lanes: 4, registers: 8, waves: 2, ..Preset::Integer.config() };
    let shapes = [
        "lanes=16",
        "stages=3 float=true video=true",
        "lanes=32 beats=2",
        "waves=1 lanes=16 beats=1",
        "beats=8 stages=5 shuffle=false",
        "register_file=skewed",
        "register_file=skewed beats=8 stages=4",
        "register_file=multi_port lanes=8 beats=8 waves=1",
        "register_file=replicated stages=2",
        "register_file=replicated lanes=16 beats=1",
        "register_file=banked stages=1",
        "register_file=banked collectors=2",
        "register_file=two_bank lanes=16 beats=1 reuse=true",
    ];
    for settings in of_today(shapes, 2) {
        let config = with(&small, settings);
        assert_replays(&config, &random_runs(&config, programs));
    }
}

// No two of the shapes have the same schedule; two a day.
#[test]
fn random_programs_on_two_waves_replay_without_a_difference() {
    shapes_replay(1);
}

#[test]
#[ignore = "for .ci/nightly: more of random_programs_on_two_waves_replay_without_a_difference"]
fn many_random_programs_on_two_waves_replay_without_a_difference() {
    shapes_replay(12);
}

/// The recording of the scans with one bit of output `name` changed in the first cycle in which
/// that bit is defined.
fn forged(config: &Config, name: &str) -> (usize, Vec<Vector>) {
    let core = rtl::core(config);
    let outputs = || core.ports.iter().filter(|port| port.direction == Direction::Output);
    let output = outputs().position(|port| port.name == name).expect("an output");
    let mut vectors = recorded(config, &scans(config)).vectors;
    let cycle = vectors
        .iter()
        .position(|vector| vector.defined[output][0])
        .expect("it is defined at some time");
    let bit = vectors[cycle].outputs[output][0];
    vectors[cycle].outputs[output].set(0, !bit);
    (cycle, vectors)
}

#[test]
fn a_result_that_was_recorded_otherwise_is_noticed_with_its_cycle_and_word() {
    let config = Config { registers: 8, waves: 2, ..Config::default() };
    let (cycle, vectors) = forged(&config, "retire_result");
    let Some(said) = replayed(&config, &vectors) else { return };
    // The scan's first result: thread 0 is out of range and keeps its word, 1.
    let expected = format!(
        "FAIL lanebeat_core: cycle {cycle}: word 0 of retire_result is 00000001, expected 00000000\n"
    );
    assert_eq!(
        said,
        expected + &format!("FAIL lanebeat_core: 1 differences in {} cycles\n", vectors.len())
    );
}

#[test]
fn a_grant_that_was_recorded_otherwise_is_noticed_with_its_cycle() {
    let config = Config { registers: 8, waves: 2, ..Config::default() };
    let (cycle, vectors) = forged(&config, "issue_ready");
    let Some(said) = replayed(&config, &vectors) else { return };
    begins(&said, &format!("FAIL lanebeat_core: cycle {cycle}: issue_ready is "));
}
