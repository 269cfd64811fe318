//! SHFL's hardware: every combination of thread, mode, b, clamp and mask against the model, the
//! corners against what was worked out by hand, the crossbar behind it with random words, and the
//! tables of the sources on the core.

use crate::common::bench::{fill, program, run, zeros};
use crate::common::copies::{Copies, Input};
use crate::model::shuffle_table::{CORNERS, CORNERS_OF_16};
use lanebeat::config::Config;
use lanebeat::engine::{Engine, Flat, Interpreter};
use lanebeat::hdl::{Bits, bits};
use lanebeat::isa::{MaskEntry, Operation, Register, ShuffleMode, Thread};
use lanebeat::model::shuffle::source;
use lanebeat::plan::Plan;
use lanebeat::random::Random;
use lanebeat::rtl;

fn machine(threads: usize) -> Config {
    Config { beats: threads / 16, registers: 8, waves: 1, ..Config::default() }
}

/// The selects of all threads of a warp.
struct Selects(Copies);

impl Selects {
    fn new(config: &Config) -> Self {
        let unit = rtl::shuffle_select(&Plan::new(config)).module;
        Self(Copies::new(&unit, config.warp_threads(), |port| match port {
            "thread" => Input::Constant(|thread| thread as u128),
            _ => Input::Same,
        }))
    }

    /// Source and range of every thread; b and c as the instruction has them.
    fn of(&mut self, mode: ShuffleMode, b: u32, c: u32) -> Vec<(usize, bool)> {
        self.0.poke("mode", mode as u128);
        for (input, word) in [("index", b), ("clamp", c), ("segment_mask", c >> 8)] {
            self.0.poke(input, (word % self.0.count as u32).into());
        }
        let (sources, in_range) = (self.0.peek("source"), self.0.peek("in_range"));
        let both = sources.into_iter().zip(in_range);
        both.map(|(source, in_range)| (source as usize, in_range == 1)).collect()
    }
}

fn compare_every_combination(threads: usize) {
    let mut hardware = Selects::new(&machine(threads));
    let warp = threads.min(32) as u32;
    for mode in ShuffleMode::ALL {
        for (b, clamp) in (0..warp).flat_map(|b| (0..warp).map(move |clamp| (b, clamp))) {
            for mask in 0..warp {
                let c = mask << 8 | clamp;
                for (thread, found) in hardware.of(mode, b, c).into_iter().enumerate() {
                    let expected = source(mode, warp as usize, thread, b, c);
                    assert_eq!(
                        found, expected,
                        "{mode:?} thread {thread} b {b} clamp {clamp} mask {mask:#x}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_select_is_the_model_s_for_all_4_194_304_combinations() {
    compare_every_combination(64);
}

#[test]
fn the_select_of_a_16_thread_warp_is_the_model_s_for_all_262_144_combinations() {
    compare_every_combination(16);
}

#[test]
fn the_select_of_corner_threads_is_what_was_worked_out_by_hand() {
    for (threads, corners) in [(64, CORNERS), (16, CORNERS_OF_16)] {
        let mut hardware = Selects::new(&machine(threads));
        for &(mode, b, c, thread, source, in_range) in corners {
            let found = hardware.of(mode, b, c)[thread];
            assert_eq!(found, (source, in_range), "{mode:?} b {b} c {c:#x} thread {thread}");
        }
    }
}

fn poke(engine: &mut Interpreter, name: &str, value: &Bits) {
    engine.poke(engine.signal(name), value);
}

/// Numbers of `width` bits side by side.
fn side_by_side(width: usize, numbers: &[u32]) -> Bits {
    numbers.iter().flat_map(|&number| bits(width, number.into())).collect()
}

/// Each lane of the unit takes the word of its own source, whatever EXEC is, out of the `part`
/// threads that a pass shows, and in a later pass keeps the word before if its source is elsewhere.
fn crossbar(config: &Config, part: usize, rounds: usize) {
    let mut engine = Interpreter::new(&Flat::new(&rtl::wave_shuffle(&Plan::new(config)).module), 1);
    let mut random = Random::new(7);
    let warp = config.warp_threads();
    let (lanes, threads, width) = (config.lanes, config.threads(), warp.ilog2() as usize);
    for _ in 0..rounds {
        let mode = ShuffleMode::ALL[random.below(4)];
        let beat = random.below(config.beats);
        let words: Vec<u32> = (0..threads).map(|_| random.word() as u32).collect();
        let mut fields = || -> Vec<u32> { (0..lanes).map(|_| random.below(warp) as u32).collect() };
        let (index, clamp, mask) = (fields(), fields(), fields());
        poke(&mut engine, "opcode", &bits(8, Operation::Shuffle(mode).opcode().into()));
        for (name, values) in [("index", &index), ("clamp", &clamp), ("segment_mask", &mask)] {
            poke(&mut engine, name, &side_by_side(width, values));
        }
        if config.beats > 1 {
            poke(&mut engine, "beat", &bits(config.beats.ilog2() as usize, beat as u128));
        }
        let mut taken = vec![bits(32, 0); lanes];
        let seen = warp.max(lanes).max(part);
        let first_seen = beat * lanes / seen * seen;
        for first in (first_seen..first_seen + seen).step_by(part) {
            poke(&mut engine, "exec", &bits(64, random.word().into())[..part].to_bitvec());
            poke(&mut engine, "words", &side_by_side(32, &words[first..][..part]));
            if part < threads {
                poke(&mut engine, "later", &bits(1, (first > first_seen).into()));
                let bits_of_part = (threads / part).ilog2() as usize;
                poke(&mut engine, "shown_part", &bits(bits_of_part, (first / part) as u128));
            }
            let word = engine.peek(engine.signal("word"));
            let keeps = (part < threads).then(|| engine.peek(engine.signal("keeps")));
            for lane in 0..lanes {
                if !keeps.as_ref().is_some_and(|keeps| keeps[lane]) {
                    taken[lane] = word[lane * 32..][..32].to_bitvec();
                }
            }
        }
        let in_range = engine.peek(engine.signal("in_range"));
        for lane in 0..lanes {
            let (first, in_warp) =
                ((beat * lanes + lane) / warp * warp, (beat * lanes + lane) % warp);
            let (source, reaches) =
                source(mode, warp, in_warp, index[lane], mask[lane] << 8 | clamp[lane]);
            let thread = first + source;
            assert_eq!(in_range[lane], reaches, "{mode:?} lane {lane} of beat {beat}");
            let found = &taken[lane];
            let expected = &bits(32, words[thread].into());
            assert_eq!(found, expected, "{mode:?} lane {lane} of beat {beat}");
        }
    }
}

#[test]
fn every_lane_of_the_unit_takes_the_word_of_its_source() {
    crossbar(&machine(64), 32, 400);
    crossbar(&machine(16), 16, 400);
    crossbar(&Config { lanes: 32, beats: 2, ..machine(64) }, 32, 200);
    crossbar(&Config { lanes: 64, beats: 1, ..machine(64) }, 64, 200);
}

#[test]
fn in_several_passes_every_lane_takes_the_word_of_its_source() {
    let in_passes = |lanes, beats, shuffle_passes| Config {
        lanes,
        beats,
        shuffle_passes,
        ..machine(lanes * beats)
    };
    crossbar(&in_passes(16, 4, 2), 16, 200);
    crossbar(&in_passes(16, 4, 4), 8, 200);
    crossbar(&in_passes(4, 4, 4), 4, 200);
    crossbar(&in_passes(64, 1, 4), 16, 100);
    crossbar(&in_passes(64, 2, 2), 32, 100);
}

/// Instruction, what the first eight threads get when threads 0..8 hold a to h, and their
/// predicates.
const EIGHTS: &[(&str, &str, &str)] = &[
    // The tables of [S2], width 8, with the errata of ISA.md section 11.
    ("SHFL.IDX P1, R2, R1, 2, 0x181f", "cccccccc", "11111111"),
    ("SHFL.IDX P1, R2, R1, 9, 0x181f", "bbbbbbbb", "11111111"),
    ("SHFL.UP P1, R2, R1, 1, 0x1800", "aabcdefg", "01111111"),
    ("SHFL.DOWN P1, R2, R1, 2, 0x181f", "cdefghgh", "11111100"),
    ("SHFL.BFLY P1, R2, R1, 1, 0x181f", "badcfehg", "11111111"),
    ("SHFL.IDX.W8 P1, R2, R1, 2", "cccccccc", "11111111"),
    ("SHFL.UP.W8 P1, R2, R1, 1", "aabcdefg", "01111111"),
    ("SHFL.DOWN.W8 P1, R2, R1, 2", "cdefghgh", "11111100"),
    ("SHFL.BFLY.W8 P1, R2, R1, 1", "badcfehg", "11111111"),
    // The quads of [S0]'s six FSWZ patterns.
    ("SHFL.IDX P1, R2, R1, 0, 0x1c03", "aaaaeeee", "11111111"),
    ("SHFL.IDX P1, R2, R1, 1, 0x1c03", "bbbbffff", "11111111"),
    ("SHFL.IDX P1, R2, R1, 2, 0x1c03", "ccccgggg", "11111111"),
    ("SHFL.IDX P1, R2, R1, 3, 0x1c03", "ddddhhhh", "11111111"),
    ("SHFL.BFLY P1, R2, R1, 1, 0x1c03", "badcfehg", "11111111"),
    ("SHFL.BFLY P1, R2, R1, 2, 0x1c03", "cdabghef", "11111111"),
    // Clamps inside the segment.
    ("SHFL.IDX P1, R2, R1, 5, 3", "abcdefgh", "00000000"),
    ("SHFL.DOWN P1, R2, R1, 1, 3", "bcddefgh", "11100000"),
    ("SHFL.BFLY P1, R2, R1, 2, 4", "cdabefeh", "11110010"),
];

#[test]
fn the_core_gives_each_thread_the_letter_of_the_tables() {
    for threads in [16, 32, 64] {
        let config = machine(threads);
        for &(text, letters, valid) in EIGHTS {
            let mut initial = zeros(&config);
            fill(&mut initial, 1, |thread| u32::from(b"abcdefghijklmnop"[thread % 16]));
            let state = &run(&config, &program(&config, text), &initial, vec![]).states[0];
            let first_eight = || (0..8).map(Thread);
            let word = |thread| char::from(state.register(Register(2))[thread] as u8);
            let bit = |thread| {
                if state.masks[usize::from(MaskEntry::predicate(1).0)][thread] { '1' } else { '0' }
            };
            let found: (String, String) =
                (first_eight().map(word).collect(), first_eight().map(bit).collect());
            let expected = (letters.to_string(), valid.to_string());
            assert_eq!(found, expected, "`{text}` on {threads} threads");
        }
    }
}
