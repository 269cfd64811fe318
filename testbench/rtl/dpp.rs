//! DPP on the core: every control, thread, BC and FI with random EXEC, guards and masks against the
//! model, and the corner threads against the sources worked out by hand.

use crate::common::bench::{fill, program, run, zeros};
use crate::common::dpp_sweep::{every_modifier, moves, wave_0};
use crate::model::dpp_table::{CORNERS, EIGHTS, NONE, OTHER_LENGTHS, SOURCES};
use lanebeat::config::{Config, DppPath, Preset};
use lanebeat::isa::{Dpp, DppControl, Register, Thread};

/// Without float and video, which the moves have no part in.
fn machine(lanes: usize, beats: usize) -> Config {
    Config { lanes, beats, registers: 8, waves: 1, ..Preset::Integer.config() }
}

fn against_the_model(config: &Config, seed: u64) {
    let (program, initial) = every_modifier(config, seed);
    for dpp in [DppPath::Network, DppPath::Crossbar] {
        let config = Config { dpp, ..config.clone() };
        if config.check().is_ok() {
            run(&config, &program, &initial, vec![]);
        }
    }
}

#[test]
fn every_control_reads_and_writes_what_the_model_says_in_every_thread() {
    for seed in 0..3 {
        against_the_model(&machine(16, 4), seed);
    }
}

#[test]
fn rows_side_by_side_in_a_beat_and_other_lengths_do_what_the_model_says() {
    for (lanes, beats) in [(16, 1), (16, 2), (32, 1), (32, 2), (64, 1), (32, 4), (16, 8)] {
        against_the_model(&machine(lanes, beats), 11);
    }
    against_the_model(&Config { shuffle: false, ..machine(16, 4) }, 12);
    against_the_model(&Config { stages: 2, ..machine(32, 2) }, 13);
}

/// What `v_mov_b32 v1, v0 <control>` gave each thread when v0 holds 100 + its number; `NONE` where
/// it was not written.
fn sources(config: &Config, controls: &[DppControl]) -> Vec<Vec<usize>> {
    let modifiers: Vec<Dpp> = controls.iter().copied().map(Dpp::new).collect();
    let mut initial = zeros(config);
    fill(&mut initial, 0, |thread| 100 + thread as u32);
    let summary = run(config, &wave_0(moves(&modifiers)), &initial, vec![]);
    let of_thread = |retired: &lanebeat::isa::Retired, thread| {
        let (_, words) = retired.register.as_ref().expect("a register is written");
        if retired.written[thread] { words[thread] as usize - 100 } else { NONE }
    };
    let threads = || (0..config.threads()).map(Thread);
    summary
        .retirements
        .iter()
        .map(|r| threads().map(|thread| of_thread(&r.retired, thread)).collect())
        .collect()
}

#[test]
fn the_corner_threads_of_every_control_get_the_word_of_the_table() {
    let controls: Vec<DppControl> = SOURCES.iter().map(|row| row.0).collect();
    for (lanes, beats) in [(16, 4), (32, 2), (64, 1)] {
        let found = sources(&machine(lanes, beats), &controls);
        for ((control, expected), found) in SOURCES.iter().zip(found) {
            let found = CORNERS.map(|thread| found[thread]);
            assert_eq!(found, *expected, "{control:?} on {lanes} lanes");
        }
    }
}

#[test]
fn the_ends_of_shorter_and_longer_waves_get_the_word_of_the_table() {
    for &(control, threads, cases) in OTHER_LENGTHS {
        let found = sources(&machine(16, threads / 16), &[control]);
        for &(thread, expected) in cases {
            assert_eq!(found[0][thread], expected, "{control:?} of thread {thread} of {threads}");
        }
    }
}

#[test]
fn dpp8_gives_the_eight_threads_the_sources_of_the_table() {
    let controls: Vec<DppControl> =
        EIGHTS.iter().map(|row| DppControl::EightPermute(row.0)).collect();
    for (lanes, beats) in [(4, 8), (8, 8), (16, 4), (64, 1)] {
        for ((positions, expected), found) in
            EIGHTS.iter().zip(sources(&machine(lanes, beats), &controls))
        {
            let eight = if lanes * beats < 48 { 24 } else { 40 };
            let expected = expected.map(|source| source - 40 + eight);
            assert_eq!(found[eight..eight + 8], expected, "dpp8:{positions:?} on {lanes} lanes");
        }
    }
}

/// Threads, what v1 held before, and what it holds after `v_mov_b32 v1, v0 <text>` with v0 = 100 +
/// thread, v1 = 7.
#[track_caller]
fn moves_to(text: &str, exec: &str, threads: &[usize], expected: &[u32]) {
    let config = machine(16, 4);
    let mut initial = zeros(&config);
    fill(&mut initial, 0, |thread| 100 + thread as u32);
    fill(&mut initial, 1, |_| 7);
    let program = program(&config, &format!("s_mov_b64 exec, {exec}\nv_mov_b32 v1, v0 {text}"));
    for dpp in [DppPath::Network, DppPath::Crossbar] {
        let config = Config { dpp, ..config.clone() };
        let state = &run(&config, &program, &initial, vec![]).states[0];
        let found: Vec<u32> =
            threads.iter().map(|&thread| state.register(Register(1))[Thread(thread)]).collect();
        assert_eq!(found, expected, "{text} with EXEC {exec}");
    }
}

/// With SHFL in 2 passes it is kept which threads a permute writes, of all operations.
#[test]
fn no_bit_of_a_mask_is_a_modifier_of_what_writes_exec() {
    let config = Config { dpp: DppPath::Crossbar, shuffle_passes: 2, ..machine(16, 4) };
    let lines = |bit: usize| {
        let mask = 0x5950_0a9b_u64 << bit;
        format!("s_mov_b64 exec, 0xf00ff0f00f0ff00f\ns_or_saveexec_b64 s0, {mask:#x}\n")
    };
    let text: String = (0..40).map(lines).collect();
    run(&config, &program(&config, &text), &zeros(&config), vec![]);
}

#[test]
fn each_line_of_the_rule_table_holds_on_the_core() {
    const ALL: &str = "-1";
    // One thread is outside EXEC.
    const BUT_5: &str = "0xffffffffffffffdf";
    const BUT_16: &str = "0xfffffffffffeffff";
    const BUT_31: &str = "0xffffffff7fffffff";
    moves_to("row_shr:1", ALL, &[0, 1, 15, 16, 17, 63], &[7, 100, 114, 7, 116, 162]);
    moves_to("row_shr:1 bound_ctrl:0", ALL, &[0, 1, 15, 16, 17, 63], &[0, 100, 114, 0, 116, 162]);
    moves_to("row_shr:1", BUT_5, &[4, 5, 6, 7], &[103, 7, 7, 106]);
    moves_to("row_shr:1 bound_ctrl:0", BUT_5, &[4, 5, 6, 7], &[103, 7, 0, 106]);
    moves_to("row_shr:1 fi:1", BUT_5, &[4, 5, 6, 7], &[103, 7, 105, 106]);
    moves_to(
        "row_shr:1 bank_mask:0xd bound_ctrl:0",
        ALL,
        &[0, 3, 4, 7, 8, 52, 56],
        &[0, 102, 7, 7, 107, 7, 155],
    );
    moves_to("row_shr:1 row_mask:0xb bound_ctrl:0", ALL, &[31, 32, 33, 47, 48], &[130, 7, 7, 7, 0]);
    moves_to("dpp8:[7,6,5,4,3,2,1,0]", BUT_5, &[0, 2, 5, 7, 8], &[107, 0, 7, 100, 115]);
    moves_to("dpp8:[7,6,5,4,3,2,1,0] fi:1", BUT_5, &[0, 2, 5, 7, 8], &[107, 105, 7, 100, 115]);
    moves_to(
        "row_bcast:15 row_mask:0xa",
        ALL,
        &[15, 16, 31, 32, 48, 63],
        &[7, 115, 115, 7, 147, 147],
    );
    moves_to("row_bcast:31 row_mask:0xc", ALL, &[31, 32, 47, 48, 63], &[7, 131, 131, 131, 131]);
    // A source in another row that is outside EXEC: thread 31 for row_bcast:31, thread 16 for
    // wave_shl:1.
    moves_to("row_bcast:31", BUT_31, &[31, 32, 63], &[7, 7, 7]);
    moves_to("row_bcast:31 bound_ctrl:0", BUT_31, &[31, 32, 63], &[7, 0, 0]);
    moves_to("row_bcast:31 fi:1", BUT_31, &[31, 32, 63], &[7, 131, 131]);
    moves_to("wave_shl:1", BUT_16, &[14, 15, 16, 63], &[115, 7, 7, 7]);
    moves_to("wave_shl:1 bound_ctrl:0", BUT_16, &[14, 15, 16, 63], &[115, 0, 7, 0]);
    moves_to("wave_rol:1 fi:1", "0xfffffffffffffffe", &[0, 1, 63], &[7, 102, 100]);
    moves_to("wave_ror:1 bound_ctrl:0", "0x7fffffffffffffff", &[0, 1, 63], &[0, 100, 7]);
}
