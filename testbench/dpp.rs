//! DPP on the core: every control, thread, BC and FI with random EXEC, guards and masks against the model, and the corner
//! threads against the sources worked out by hand.

mod common;
#[path = "model/dpp_table.rs"]
mod dpp_table;

use common::bench::{Words, fill, program, run, zeros};
use dpp_table::{CORNERS, NONE, OTHER_LENGTHS, SOURCES};
use lanebeat::config::Config;
use lanebeat::isa::{
    Dpp, DppControl, ExecOperation, Instruction, Line, MaskEntry, MaskSource, Operand, Operation, Program, Register, Thread, Wave,
};

fn machine(lanes: usize, beats: usize) -> Config {
    Config { lanes, beats, registers: 8, waves: 1, ..Config::default() }
}

/// `v_mov_b32 destination, v0 <dpp>`; the destinations take turns, so that none waits for another.
fn moves(modifiers: &[Dpp]) -> Vec<Instruction> {
    let destination = |number: usize| Some(Register(1 + (number % 7) as u8));
    let a = Operand::Register(Register(0));
    let one =
        |(number, &dpp)| Instruction { destination: destination(number), a, dpp: Some(dpp), ..Instruction::new(Operation::Move) };
    modifiers.iter().enumerate().map(one).collect()
}

fn wave_0(instructions: impl IntoIterator<Item = Instruction>) -> Program {
    let lines = instructions.into_iter().zip(1..).map(|(instruction, number)| Line { instruction, number });
    Program { waves: vec![lines.collect()] }
}

/// Every control that the assembler accepts and a sample of the reserved ones, with BC and FI both ways.
fn modifiers() -> Vec<Dpp> {
    let reserved = [0x100, 0x110, 0x120, 0x131, 0x133, 0x135, 0x139, 0x13f, 0x144, 0x14f, 0x170, 0x17f, 0x1a5, 0x1c0, 0x1ff];
    let controls = DppControl::all().chain(reserved.map(DppControl::Reserved));
    let flags = [(false, false), (false, true), (true, false), (true, true)];
    let with_flags = controls.flat_map(|control| flags.map(|flags| (control, flags)));
    with_flags
        .map(|(control, (bound_control, fetch_inactive))| Dpp { bound_control, fetch_inactive, ..Dpp::new(control) })
        .collect()
}

/// Each modifier with its own EXEC, guard and masks, in lockstep with the model.
fn against_the_model(config: &Config, seed: u64) {
    let mut random = Words::new(seed);
    let mut with_masks = modifiers();
    for dpp in &mut with_masks {
        let mut mask = || if random.below(2) == 0 { 0xf } else { random.below(16) as u8 };
        (dpp.row_mask, dpp.bank_mask) = (mask(), mask());
    }
    let mut instructions = vec![];
    for mut instruction in moves(&with_masks) {
        let dense = random.below(2) == 0;
        let literal = if dense { random.word() | random.word() | random.word() } else { random.word() };
        let in_wave = if config.threads() < 64 { i128::from(literal) & ((1 << config.threads()) - 1) } else { literal.into() };
        let exec = Instruction { mask_literal: Some(in_wave), ..Instruction::new(Operation::Exec(ExecOperation::Move)) };
        if random.below(4) == 0 {
            instruction.guard = MaskSource { entry: MaskEntry(random.below(7) as u8), negated: random.below(2) == 0 };
        }
        instructions.extend([exec, instruction]);
    }
    let mut initial = zeros(config);
    for register in 0..8 {
        fill(&mut initial, register, |thread| (0x0101_0101 * (thread as u32 + 1)) ^ ((register as u32) << 28));
    }
    for entry in 0..7 {
        initial[0].masks[entry] = Wave::from_fn(config.threads(), |_| random.below(2) == 0);
    }
    run(config, &wave_0(instructions), &initial, vec![]);
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
    against_the_model(&Config { alu_stages: 2, ..machine(32, 2) }, 13);
}

/// What `v_mov_b32 v1, v0 <control>` gave each thread when v0 holds 100 + its number; `NONE` where it was not written.
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
    summary.retirements.iter().map(|r| threads().map(|thread| of_thread(&r.retired, thread)).collect()).collect()
}

#[test]
fn the_corner_threads_of_every_control_get_the_word_of_the_table() {
    let controls: Vec<DppControl> = SOURCES.iter().map(|row| row.0).collect();
    for (lanes, beats) in [(16, 4), (32, 2), (64, 1)] {
        let found = sources(&machine(lanes, beats), &controls);
        for ((control, expected), found) in SOURCES.iter().zip(found) {
            assert_eq!(CORNERS.map(|thread| found[thread]), *expected, "{control:?} on {lanes} lanes");
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

/// Threads, what v1 held before, and what it holds after `v_mov_b32 v1, v0 <text>` with v0 = 100 + thread, v1 = 7.
#[track_caller]
fn assert_moved(text: &str, exec: &str, threads: &[usize], expected: &[u32]) {
    let config = machine(16, 4);
    let mut initial = zeros(&config);
    fill(&mut initial, 0, |thread| 100 + thread as u32);
    fill(&mut initial, 1, |_| 7);
    let program = program(&config, &format!("s_mov_b64 exec, {exec}\nv_mov_b32 v1, v0 {text}"));
    let state = &run(&config, &program, &initial, vec![]).states[0];
    let found: Vec<u32> = threads.iter().map(|&thread| state.register(Register(1))[Thread(thread)]).collect();
    assert_eq!(found, expected, "{text} with EXEC {exec}");
}

#[test]
fn each_line_of_the_rule_table_holds_on_the_core() {
    const ALL: &str = "-1";
    // Thread 5 is outside EXEC.
    const BUT_5: &str = "0xffffffffffffffdf";
    assert_moved("row_shr:1", ALL, &[0, 1, 15, 16, 17, 63], &[7, 100, 114, 7, 116, 162]);
    assert_moved("row_shr:1 bound_ctrl:0", ALL, &[0, 1, 15, 16, 17, 63], &[0, 100, 114, 0, 116, 162]);
    assert_moved("row_shr:1", BUT_5, &[4, 5, 6, 7], &[103, 7, 7, 106]);
    assert_moved("row_shr:1 bound_ctrl:0", BUT_5, &[4, 5, 6, 7], &[103, 7, 0, 106]);
    assert_moved("row_shr:1 fi:1", BUT_5, &[4, 5, 6, 7], &[103, 7, 105, 106]);
    assert_moved("row_shr:1 bank_mask:0xd bound_ctrl:0", ALL, &[0, 3, 4, 7, 8, 52, 56], &[0, 102, 7, 7, 107, 7, 155]);
    assert_moved("row_shr:1 row_mask:0xb bound_ctrl:0", ALL, &[31, 32, 33, 47, 48], &[130, 7, 7, 7, 0]);
    assert_moved("row_bcast:15 row_mask:0xa", ALL, &[15, 16, 31, 32, 48, 63], &[7, 115, 115, 7, 147, 147]);
    assert_moved("row_bcast:31 row_mask:0xc", ALL, &[31, 32, 47, 48, 63], &[7, 131, 131, 131, 131]);
    // A source in another row that is outside EXEC: thread 31 for row_bcast:31, thread 16 for wave_shl:1.
    assert_moved("row_bcast:31", "0xffffffff7fffffff", &[31, 32, 63], &[7, 7, 7]);
    assert_moved("row_bcast:31 bound_ctrl:0", "0xffffffff7fffffff", &[31, 32, 63], &[7, 0, 0]);
    assert_moved("row_bcast:31 fi:1", "0xffffffff7fffffff", &[31, 32, 63], &[7, 131, 131]);
    assert_moved("wave_shl:1", "0xfffffffffffeffff", &[14, 15, 16, 63], &[115, 7, 7, 7]);
    assert_moved("wave_shl:1 bound_ctrl:0", "0xfffffffffffeffff", &[14, 15, 16, 63], &[115, 0, 7, 0]);
    assert_moved("wave_rol:1 fi:1", "0xfffffffffffffffe", &[0, 1, 63], &[7, 102, 100]);
    assert_moved("wave_ror:1 bound_ctrl:0", "0x7fffffffffffffff", &[0, 1, 63], &[0, 100, 7]);
}
