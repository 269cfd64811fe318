//! The lane moves' hardware: on the core of every organisation the words worked out by hand and the
//! model's, the source select of every thread against the formulas, the search for the highest
//! sender against all senders.

use crate::common::bench::{fill, organised, program, run, zeros};
use crate::common::copies::{Copies, Input};
use crate::model::lane_move_table::{KEPT, MOVES, THREADS, addresses, swizzle_by_hand};
use lanebeat::config::{Config, DppPath, Preset, RegisterFile};
use lanebeat::engine::{Engine, Flat, Interpreter};
use lanebeat::hdl::modules;
use lanebeat::isa::{LaneMove, Register, Thread, Wave};
use lanebeat::plan::Plan;
use lanebeat::random::Random;
use lanebeat::rtl;

fn machine(register_file: RegisterFile, lanes: usize, beats: usize) -> Config {
    Config { register_file, lanes, beats, registers: 8, waves: 1, ..Preset::Integer.config() }
}

/// Every organisation with waves of 64 threads, and others of every number of lanes.
fn machines_of_64_threads() -> impl Iterator<Item = Config> {
    let geometries = [(16, 4), (8, 8), (32, 2), (64, 1)];
    let admitted = move |file: RegisterFile| {
        geometries.into_iter().filter(move |&(_, beats)| file.admits(beats))
    };
    RegisterFile::ALL
        .into_iter()
        .flat_map(move |file| admitted(file).map(move |(lanes, beats)| machine(file, lanes, beats)))
}

#[test]
fn every_move_gives_the_threads_the_words_of_the_table_in_every_organisation() {
    for config in machines_of_64_threads() {
        let mut initial = zeros(&config);
        fill(&mut initial, 1, |thread| 100 + thread as u32);
        fill(&mut initial, 2, |thread| 4 * (63 - thread as u32));
        fill(&mut initial, 4, |thread| addresses(thread).0);
        fill(&mut initial, 5, |thread| addresses(thread).1);
        let line = |&(exec, text, _): &(&str, &str, _)| {
            format!("s_mov_b64 exec, -1\nMOV R3, {KEPT}\ns_mov_b64 exec, {exec}\n{text}\n")
        };
        let text: String = MOVES.iter().map(line).collect();
        let summary = run(&config, &program(&config, &text), &initial, vec![]);
        for ((exec, text, expected), retired) in
            MOVES.iter().zip(summary.retirements.iter().skip(3).step_by(4))
        {
            let (_, words) = retired.retired.register.as_ref().expect("a register is written");
            let found = THREADS
                .map(Thread)
                .map(|thread| if retired.retired.written[thread] { words[thread] } else { KEPT });
            assert_eq!(found, *expected, "{text} with EXEC {exec} on {config:?}");
        }
    }
}

#[test]
fn a_thread_sends_where_exec_and_its_guard_are_true() {
    let config = machine(RegisterFile::Wide, 16, 4);
    let mut initial = zeros(&config);
    fill(&mut initial, 1, |thread| 100 + thread as u32);
    fill(&mut initial, 2, |_| 4 * 50);
    fill(&mut initial, 3, |_| KEPT);
    initial[0].masks[4] =
        Wave::from_fn(64, |Thread(thread)| (20..40).contains(&thread) || thread == 50);
    // All send to thread 50; the guard leaves 20..39 and 50, and EXEC not 50.
    for (exec, sender) in [("-1", 150), ("0xfffbffffffffffff", KEPT)] {
        let text = format!("s_mov_b64 exec, {exec}\n@P4 ds_permute_b32 v3, v2, v1");
        let state = &run(&config, &program(&config, &text), &initial, vec![]).states[0];
        let found = [19, 20, 39, 40, 50, 51].map(|thread| state.registers[3][Thread(thread)]);
        assert_eq!(found, [KEPT, 0, 0, KEPT, sender, KEPT], "EXEC {exec}");
    }
}

#[test]
fn an_exec_literal_is_zero_extended_above_64_threads_and_a_negative_one_fills_them() {
    let config = machine(RegisterFile::Wide, 16, 8);
    // Literal, the threads of 128 that are on.
    let table = [
        ("0xffffffffffffffff", 0..64),
        ("0x8000000000000000", 63..64),
        ("-1", 0..128),
        ("-9223372036854775808", 63..128),
    ];
    for (literal, threads) in table {
        let text = format!("s_mov_b64 exec, {literal}\nMOV R1, 1");
        let state = &run(&config, &program(&config, &text), &zeros(&config), vec![]).states[0];
        let expected = Wave::from_fn(128, |Thread(thread)| threads.contains(&thread));
        assert_eq!(state.exec, expected, "{literal}");
        let found = &state.registers[1];
        assert_eq!(*found, Wave::from_fn(128, |thread| u32::from(expected[thread])), "{literal}");
    }
}

/// Random instructions of each move with random EXEC and guards, beside the model.
fn against_the_model(config: &Config, seed: u64) {
    let mut random = Random::new(seed);
    let mut text = String::new();
    for round in 0..12 {
        for kind in LaneMove::ALL {
            let d = 3 + (round + kind as usize) % 5;
            let (low, high) = (random.word() as u32, random.word() as u32);
            let operands = match kind {
                LaneMove::Read => format!("v_readlane_b32 v{d}, v1, {low}"),
                LaneMove::ReadFirst => format!("v_readfirstlane_b32 v{d}, v1"),
                LaneMove::PermuteRow => {
                    format!("v_permlane16_b32 v{d}, v1, {low}, {high} bound_ctrl:0")
                }
                LaneMove::PermuteOtherRow => format!("v_permlanex16_b32 v{d}, v1, {low}, {high}"),
                LaneMove::SwapHalves if config.threads() == 64 => {
                    format!("v_permlane64_b32 v{d}, v1")
                }
                LaneMove::SwapHalves => format!("v_writelane_b32 v{d}, {low}, {high}"),
                LaneMove::Pull => format!("ds_bpermute_b32 v{d}, v2, v1"),
                LaneMove::Push => format!("ds_permute_b32 v{d}, v2, v1"),
                LaneMove::Swizzle => format!("ds_swizzle_b32 v{d}, v1, {}", low & 0xffff),
            };
            let few = match round % 3 == 0 {
                true => random.word() & random.word() & random.word() & random.word(),
                false => random.word(),
            };
            let all = if config.threads() < 64 { (1 << config.threads()) - 1 } else { u64::MAX };
            text += &format!("s_mov_b64 exec, {}\n", few & all);
            let guard =
                ["", "@P1 ", "@!P2 "][if operands.contains("write") { 0 } else { random.below(3) }];
            text += &format!("{guard}{operands}\n");
        }
    }
    let mut initial = zeros(config);
    fill(&mut initial, 1, |thread| 0x0101_0101_u32.wrapping_mul(thread as u32));
    let addresses: Vec<u32> = (0..config.threads()).map(|_| random.word() as u32).collect();
    fill(&mut initial, 2, |thread| addresses[thread]);
    for entry in [1, 2] {
        initial[0].masks[entry] = Wave::from_fn(config.threads(), |_| random.below(2) == 0);
    }
    run(config, &program(config, &text), &initial, vec![]);
}

#[test]
fn every_move_is_the_model_s_on_every_number_of_lanes_and_beats() {
    for register_file in [RegisterFile::Wide, RegisterFile::Skewed, RegisterFile::MultiPort] {
        let shapes =
            [(4, &[4, 8][..]), (8, &[2, 4]), (16, &[1, 2, 4, 8]), (32, &[1, 4]), (64, &[2])];
        for (lanes, all_beats) in shapes {
            for &beats in all_beats {
                against_the_model(&machine(register_file, lanes, beats), (lanes * beats) as u64);
            }
        }
    }
    against_the_model(&Config { stages: 3, ..machine(RegisterFile::Replicated, 16, 4) }, 5);
    let skewed = machine(RegisterFile::Skewed, 16, 4);
    against_the_model(&Config { dpp: DppPath::None, float: false, ..skewed }, 6);
}

/// The largest wave: sixteen warps.
#[test]
fn five_hundred_and_twelve_threads_reach_each_other() {
    against_the_model(&machine(RegisterFile::MultiPort, 64, 8), 7);
}

#[test]
fn a_pull_undoes_the_push_of_the_same_addresses_in_every_organisation() {
    for config in machines_of_64_threads() {
        let mut initial = zeros(&config);
        fill(&mut initial, 1, |thread| 1000 + thread as u32);
        // 37 is odd, so that every thread is addressed once.
        fill(&mut initial, 2, |thread| 4 * ((37 * thread as u32 + 11) % 64));
        let text = "ds_permute_b32 v3, v2, v1\nds_bpermute_b32 v4, v2, v3\nds_bpermute_b32 v5, v2, v1\nds_permute_b32 v6, v2, v5";
        let state = &run(&config, &program(&config, text), &initial, vec![]).states[0];
        for thread in 0..64 {
            let word =
                |register: u8, thread: usize| state.register(Register(register))[Thread(thread)];
            assert_eq!(word(3, (37 * thread + 11) % 64), 1000 + thread as u32, "{config:?}");
            let found = (word(4, thread), word(6, thread));
            assert_eq!(found, (1000 + thread as u32, 1000 + thread as u32), "{config:?}");
        }
    }
}

/// The source selects of all threads of a wave.
struct Selects(Copies);

impl Selects {
    fn new(threads: usize) -> Self {
        let config = machine(RegisterFile::Wide, 16, threads / 16);
        let unit = rtl::lane_move(&Plan::new(&config)).module;
        Self(Copies::new(&unit, threads, |port| match port {
            "thread" => Input::Constant(|thread| thread as u128),
            "first" | "address" | "sender" | "sent" => Input::Constant(|_| 0),
            _ => Input::Same,
        }))
    }

    fn of(&mut self, kind: LaneMove, literal: u32, literal_high: u32) -> Vec<usize> {
        self.0.poke("kind", kind as u128);
        self.0.poke("literal_low", literal.into());
        self.0.poke("literal_high", literal_high.into());
        self.0.peek("source").into_iter().map(|source| source as usize).collect()
    }
}

#[test]
fn the_select_of_every_swizzle_is_the_formula() {
    for threads in [64, 16] {
        let mut hardware = Selects::new(threads);
        for offset in 0..0x10000 {
            let expected: Vec<usize> =
                (0..threads).map(|thread| swizzle_by_hand(offset, threads, thread)).collect();
            let found = hardware.of(LaneMove::Swizzle, offset, 0);
            assert_eq!(found, expected, "{offset:#x} of {threads} threads");
        }
    }
}

#[test]
fn the_select_of_a_row_permutation_is_the_nibble_of_the_place() {
    let mut hardware = Selects::new(64);
    for (place, value) in (0..16).flat_map(|place| (0..16).map(move |value| (place, value))) {
        let mut places: [usize; 16] = std::array::from_fn(|other| (other * 7 + value) % 16);
        places[place] = value;
        let [low, high] =
            [0, 8].map(|from| (0..8).map(|n| (places[from + n] as u32) << (4 * n)).sum());
        for (kind, flip) in [(LaneMove::PermuteRow, 0), (LaneMove::PermuteOtherRow, 16)] {
            let expected: Vec<usize> =
                (0..64).map(|thread| ((thread & !15) ^ flip) + places[thread % 16]).collect();
            assert_eq!(hardware.of(kind, low, high), expected, "{kind:?} {places:?}");
        }
    }
}

/// Every pair of threads of half a wave that send to a lane, many of them, and none.
#[test]
fn the_highest_sender_to_a_lane_is_found() {
    let config = machine(RegisterFile::Wide, 16, 4);
    let mut engine = Interpreter::new(&Flat::new(&rtl::push_select(&Plan::new(&config)).module), 1);
    let pairs = (0..32 * 32).map(|case| 1 << (case / 32) | 1 << (case % 32));
    let mut random = Random::new(3);
    let many = (0..200).map(|_| random.word() & 0xffff_ffff);
    for senders in pairs.chain(many).chain([0]) {
        engine.poke_u128(engine.signal("senders"), senders.into());
        let [sender, sent] = ["sender", "sent"].map(|name| engine.signal(name));
        let found = (engine.peek_u128(sent) == 1).then(|| engine.peek_u128(sender) as u32);
        assert_eq!(found, (senders as u32).checked_ilog2(), "senders {senders:#x}");
    }
}

#[test]
fn without_the_shuffle_no_hardware_of_a_lane_move_is_left() {
    for register_file in RegisterFile::ALL {
        // Votes need EXEC and the guard of a warp too.
        let all = organised(&machine(register_file, 16, 4), register_file);
        let config = Config { shuffle: false, vote: false, ..all };
        let core = rtl::core(&config);
        for part in ["shuffle", "crossbar", "lane_move", "push"] {
            let is_left = modules(&core).iter().any(|module| module.name.contains(part));
            assert!(!is_left, "{part} in {config:?}");
        }
        let has_net = |part: &str| {
            modules(&core)
                .iter()
                .flat_map(|module| &module.nodes)
                .any(|node| node.name.as_ref().is_some_and(|name| name.contains(part)))
        };
        for net in ["addresses", "exec_wave", "guard_wave", "gathers_operands", "permute_"] {
            assert!(!has_net(net), "{net} in {config:?}");
        }
    }
}
