//! The hardware of VOTE, MATCH and REDUX: all patterns of a reduced warp and the cases worked out
//! by hand on the unit alone, random words against the model, and programs on the core in every
//! organisation.

use crate::common::bench::{fill, program, random_programs, run, zeros};
use crate::model::vote_table::{MATCHES, REDUCTIONS, expected_votes};
use lanebeat::config::{Config, DppPath, Preset, RegisterFile};
use lanebeat::engine::{Engine, Flat, Interpreter};
use lanebeat::hdl::{Bits, bits};
use lanebeat::isa::{
    Feature, Mask, MaskEntry, Operation, Reduction, Register, Signedness, TABLE, Thread,
    VoteOperation, WaveState,
};
use lanebeat::model::vote::{self, Warp};
use lanebeat::plan::Plan;
use lanebeat::random::Random;
use lanebeat::rtl;

/// Without float and video, which votes have no part in.
fn machine(lanes: usize, beats: usize) -> Config {
    Config { lanes, beats, registers: 8, waves: 2, ..Preset::Integer.config() }
}

/// The word of one lane among those of all.
fn word_of(words: &Bits, lane: usize) -> u32 {
    (0..32).map(|bit| u32::from(words[lane * 32 + bit]) << bit).sum()
}

/// The unit of one warp.
struct Unit {
    engine: Interpreter,
    threads: usize,
    lanes: usize,
    /// Passes in which MATCH compares.
    match_passes: usize,
}

impl Unit {
    fn new(config: &Config) -> Self {
        let engine = Interpreter::new(&Flat::new(&rtl::vote(&Plan::new(config)).module), 1);
        Self {
            engine,
            threads: config.warp_threads(),
            lanes: config.lanes.min(config.warp_threads()),
            match_passes: config.lanes.min(config.warp_threads()).min(8),
        }
    }

    fn peek(&mut self, name: &str) -> Bits {
        self.engine.peek(self.engine.signal(name))
    }

    fn poke(&mut self, name: &str, value: &Bits) {
        self.engine.poke(self.engine.signal(name), value);
    }

    fn load(&mut self, warp: &Warp, literal: Option<u32>) {
        let words: Bits = warp.words.iter().flat_map(|&word| bits(32, word.into())).collect();
        self.poke("active", &bits(self.threads, warp.executing.into()));
        self.poke("q", &bits(self.threads, warp.q.into()));
        self.poke("words", &words);
        self.poke("is_literal", &bits(1, literal.is_some().into()));
        self.poke("literal_word", &bits(32, literal.unwrap_or(0x5555_5555).into()));
    }

    /// Word and predicate of every thread, beat by beat, as the core has them behind all passes.
    fn outcomes(&mut self, operation: VoteOperation, warp: &Warp) -> Vec<(u32, bool)> {
        self.poke("choice", &bits(4, (operation.opcode() & 15).into()));
        let is_over_beats =
            self.lanes < self.threads && matches!(operation, VoteOperation::Reduce(_));
        let reduced = is_over_beats.then(|| self.reduced(operation, warp));
        let is_match = matches!(operation, VoteOperation::MatchAny | VoteOperation::MatchAll);
        let passes = if is_match { self.match_passes } else { 1 };
        let mut outcomes = vec![];
        for first in (0..self.threads).step_by(self.lanes) {
            self.show_beat(warp, first);
            let mut answers = vec![(0, false); self.lanes];
            for left in (0..passes).rev() {
                let bits_of_passes = self.match_passes.next_power_of_two().ilog2() as usize;
                self.poke("passes_left", &bits(bits_of_passes, left as u128));
                let (words, masks) = (self.peek("answer_word"), self.peek("answer_mask"));
                let keeps = if is_match { self.peek("keeps") } else { bits(self.lanes, 0) };
                for (lane, answer) in
                    answers.iter_mut().enumerate().filter(|(lane, _)| !keeps[*lane])
                {
                    *answer = (word_of(&words, lane) | reduced.unwrap_or(0), masks[lane]);
                }
            }
            outcomes.extend(answers);
        }
        outcomes
    }

    fn show_beat(&mut self, warp: &Warp, first: usize) {
        let beat = &warp.words[first..first + self.lanes];
        let own: Bits = beat.iter().flat_map(|&word| bits(32, word.into())).collect();
        self.poke("own_words", &own);
        let active = warp.executing >> first;
        self.poke("own_active", &bits(32, active.into())[..self.lanes].into());
    }

    /// What the beats of the warp combine to, each as the unit says, and flipped back.
    fn reduced(&mut self, operation: VoteOperation, warp: &Warp) -> u32 {
        let beats = (0..self.threads).step_by(self.lanes);
        let combined: Vec<u32> = beats
            .map(|first| {
                self.show_beat(warp, first);
                word_of(&self.peek("combined"), 0)
            })
            .collect();
        let combine = |left: u32, right: u32| match operation {
            VoteOperation::Reduce(Reduction::Add) => left.wrapping_add(right),
            VoteOperation::Reduce(Reduction::And | Reduction::Or) => left | right,
            VoteOperation::Reduce(Reduction::Xor) => left ^ right,
            _ => left.max(right),
        };
        let flip = match operation {
            VoteOperation::Reduce(Reduction::And | Reduction::Minimum(Signedness::Unsigned)) => {
                u32::MAX
            }
            VoteOperation::Reduce(Reduction::Minimum(Signedness::Signed)) => !(1 << 31),
            VoteOperation::Reduce(Reduction::Maximum(Signedness::Signed)) => 1 << 31,
            _ => 0,
        };
        combined.into_iter().fold(0, combine) ^ flip
    }

    /// The word that every thread gets.
    fn word(&mut self, operation: VoteOperation, warp: &Warp) -> u32 {
        let outcomes = self.outcomes(operation, warp);
        let is_one = outcomes.iter().all(|outcome| outcome.0 == outcomes[0].0);
        assert!(is_one, "{operation:?} {warp:x?}");
        outcomes[0].0
    }
}

const MODES: [VoteOperation; 3] = [VoteOperation::Any, VoteOperation::All, VoteOperation::Uniform];

/// All patterns of executing threads and of q in eight threads of a warp, from thread `first` on; q
/// is true in the others.
fn every_pattern(config: &Config, first: usize) {
    let mut unit = Unit::new(config);
    let rest = (((1u64 << unit.threads) - 1) as u32) & !(0xff << first);
    for (executing, ayes) in (0..256).flat_map(|executing| (0..256).map(move |q| (executing, q))) {
        let warp = Warp {
            executing: executing << first,
            q: ayes << first | rest,
            words: &vec![0; unit.threads],
        };
        unit.poke("active", &bits(unit.threads, warp.executing.into()));
        unit.poke("q", &bits(unit.threads, warp.q.into()));
        for (mode, expected) in MODES.into_iter().zip(expected_votes(executing, ayes)) {
            unit.poke("choice", &bits(4, (mode.opcode() & 15).into()));
            let all = bits(unit.lanes, if expected { (1 << unit.lanes) - 1 } else { 0 });
            assert_eq!(unit.peek("answer_mask"), all, "{mode:?} {executing:#010b} {ayes:#010b}");
        }
        for (operation, expected) in
            [(VoteOperation::Ballot, executing & ayes), (VoteOperation::ActiveThreads, executing)]
        {
            unit.poke("choice", &bits(4, (operation.opcode() & 15).into()));
            let lowest: Bits = unit.peek("answer_word")[..32].into();
            let expected = bits(32, (expected << first).into());
            assert_eq!(lowest, expected, "{operation:?} {executing:#010b} {ayes:#010b}");
        }
    }
}

#[test]
fn every_pattern_of_the_lower_eight_threads_votes_as_the_table_says() {
    every_pattern(&machine(4, 4), 0);
}

#[test]
fn every_pattern_of_the_upper_eight_threads_votes_as_the_table_says() {
    every_pattern(&machine(4, 4), 8);
}

#[test]
fn the_reductions_are_what_was_worked_out_by_hand() {
    for (config, first) in
        [(machine(16, 1), 0), (machine(16, 4), 0), (machine(16, 4), 13), (machine(4, 8), 28)]
    {
        let mut unit = Unit::new(&config);
        for &(words, executing, results) in REDUCTIONS {
            let mut all = vec![0xdead_beef; unit.threads];
            all[first..first + 4].copy_from_slice(&words);
            let executing =
                (0..4).map(|thread| u32::from(executing[thread]) << (first + thread)).sum();
            let warp = Warp { executing, q: 0, words: &all };
            unit.load(&warp, None);
            for &(reduction, result) in results {
                let found = unit.word(VoteOperation::Reduce(reduction), &warp);
                assert_eq!(found, result, "{reduction:?} of {words:x?} in {executing:#x}");
            }
        }
    }
}

#[test]
fn a_match_sees_the_executing_threads_with_the_same_word() {
    for (config, first) in
        [(machine(16, 1), 8), (machine(16, 2), 0), (machine(32, 2), 20), (machine(4, 8), 3)]
    {
        let mut unit = Unit::new(&config);
        for &(letters, any, all) in MATCHES {
            let mut words = vec![u32::from(b'a'); unit.threads];
            let mut executing = 0;
            for (position, letter) in
                letters.bytes().enumerate().filter(|&(_, letter)| letter != b'.')
            {
                words[first + position] = letter.into();
                executing |= 1 << (first + position);
            }
            let warp = Warp { executing, q: 0, words: &words };
            unit.load(&warp, None);
            let found_any = unit.outcomes(VoteOperation::MatchAny, &warp);
            let found_all = unit.outcomes(VoteOperation::MatchAll, &warp);
            for thread in (0..8).filter(|&thread| executing >> (first + thread) & 1 == 1) {
                let found = found_any[first + thread].0;
                assert_eq!(found, any[thread] << first, "{letters} thread {thread}");
                let found = found_all[first + thread];
                assert_eq!(found, (all << first, all != 0), "{letters} thread {thread}");
            }
        }
    }
}

/// Random that are often the same, or differ in one bit.
fn alike(random: &mut Random, threads: usize) -> Vec<u32> {
    let few = [random.word() as u32, random.word() as u32];
    let one = |random: &mut Random| match random.below(4) {
        0 => random.word() as u32,
        1 => few[0] ^ 1 << random.below(32),
        _ => few[random.below(2)],
    };
    (0..threads).map(|_| one(random)).collect()
}

/// What the model gives to `thread` of `warp`.
fn expected(operation: VoteOperation, warp: &Warp, thread: usize) -> (Option<u32>, Option<bool>) {
    let outcome = vote::outcome_of_warp(operation, warp);
    let thread = Thread(thread);
    (outcome.words().map(|words| words[thread]), outcome.bits().map(|bits| bits[thread]))
}

fn against_the_model(config: &Config, rounds: usize) {
    let mut unit = Unit::new(config);
    let mut random = Random::new(11);
    let votes = TABLE.iter().filter_map(|row| match row.operation {
        Operation::Vote(operation) => Some(operation),
        _ => None,
    });
    let operations: Vec<VoteOperation> = votes.collect();
    assert_eq!(operations.len(), 15);
    for _ in 0..rounds {
        let threads = unit.threads;
        let word = |random: &mut Random| random.word() as u32 & ((1u64 << threads) - 1) as u32;
        let literal = (random.below(4) == 0).then(|| random.word() as u32);
        let some = [
            word(&mut random),
            word(&mut random) | word(&mut random),
            u32::MAX >> (32 - threads),
            1 << random.below(threads),
        ];
        let (executing, q) = (some[random.below(4)], word(&mut random));
        let registers = alike(&mut random, threads);
        let of_registers = Warp { executing, q, words: &registers };
        unit.load(&of_registers, literal);
        let words = literal.map_or(registers.clone(), |literal| vec![literal; threads]);
        let warp = Warp { words: &words, ..of_registers };
        for &operation in &operations {
            let found = unit.outcomes(operation, &of_registers);
            for thread in (0..threads).filter(|&thread| warp.executing >> thread & 1 == 1) {
                let (word, mask) = expected(operation, &warp, thread);
                assert_eq!(
                    word.unwrap_or(found[thread].0),
                    found[thread].0,
                    "{operation:?} thread {thread} {warp:x?}"
                );
                assert_eq!(
                    mask.unwrap_or(found[thread].1),
                    found[thread].1,
                    "{operation:?} thread {thread} {warp:x?}"
                );
            }
        }
    }
}

#[test]
fn the_unit_gives_every_executing_thread_what_the_model_says() {
    against_the_model(&machine(16, 4), 150);
    against_the_model(&machine(16, 1), 150);
    against_the_model(&machine(4, 4), 100);
    against_the_model(&machine(4, 8), 50);
    against_the_model(&machine(32, 2), 50);
    against_the_model(&machine(64, 1), 50);
}

/// The wave after `text`, which executes where the threads of `exec` are on, with R1 the thread's
/// number, R2 its bank's number and P1 true in the odd threads.
fn after(config: &Config, text: &str, exec: impl Fn(usize) -> bool) -> WaveState {
    let mut initial = zeros(config);
    fill(&mut initial, 1, |thread| thread as u32);
    fill(&mut initial, 2, |thread| thread as u32 / 4);
    initial[0].masks[1] = Mask::from_fn(config.threads(), |Thread(thread)| thread % 2 == 1);
    initial[0].exec = Mask::from_fn(config.threads(), |Thread(thread)| exec(thread));
    run(config, &program(config, text), &initial, vec![]).states[0].clone()
}

/// Lanes and beats of waves of one warp, two warps and a small one, a warp in one beat and in
/// several.
const SHAPES: [(usize, usize); 8] =
    [(16, 4), (16, 2), (16, 1), (8, 8), (4, 4), (4, 8), (32, 2), (64, 1)];

/// Instruction, the word that the first executing thread of the first warp gets in R3 where a warp has
/// 32 threads, and the same where it has 16. Threads 0 to 11 execute.
const INSTRUCTIONS: &[(&str, u32)] = &[
    ("VOTE.BALLOT R3, P1", 0xaaa),
    ("VOTE.BALLOT R3, !P1", 0x555),
    ("VOTE.ACTIVE R3", 0xfff),
    ("@!P1 VOTE.ACTIVE R3", 0x555),
    ("@!P1 VOTE.BALLOT R3, P1", 0),
    ("MATCH.ANY R3, R2", 0xf),
    ("@!P1 MATCH.ANY R3, R2", 0x5),
    ("MATCH.ANY R3, 7", 0xfff),
    ("MATCH.ALL P2, R3, R2", 0),
    ("MATCH.ALL P2, R3, 9", 0xfff),
    ("REDUX.ADD.S32 R3, R1", 66),
    ("@!P1 REDUX.ADD.U32 R3, R1", 30),
    ("REDUX.MAX.S32 R3, R1", 11),
    ("REDUX.MIN.U32 R3, R1", 0),
    ("REDUX.OR.U32 R3, R1", 15),
    ("REDUX.AND.S32 R3, R1", 0),
    ("@!P1 REDUX.XOR.U32 R3, R1", 2),
    ("REDUX.ADD.U32 R3, -1", 0xffff_fff4),
];

#[test]
fn the_core_gives_the_words_that_were_worked_out_by_hand() {
    for register_file in RegisterFile::ALL {
        for (lanes, beats) in SHAPES.into_iter().filter(|&(_, beats)| register_file.admits(beats)) {
            let config = Config { register_file, registers: 32, ..machine(lanes, beats) };
            // One program of all, each with a register of its own in place of R3.
            let texts = (3..)
                .zip(INSTRUCTIONS)
                .map(|(number, (text, _))| text.replace("R3", &format!("R{number}")));
            let state = after(&config, &texts.collect::<Vec<_>>().join("\n"), |thread| thread < 12);
            for (number, (text, word)) in (3..).zip(INSTRUCTIONS) {
                let result = state.register(Register(number));
                let found = (result[Thread(0)], result[Thread(12)]);
                assert_eq!(found, (*word, 0), "`{text}` on {lanes} x {beats}, {register_file:?}");
            }
        }
    }
}

#[test]
fn each_warp_of_a_wave_votes_for_itself() {
    for register_file in RegisterFile::ALL {
        let (lanes, beats) = if register_file.admits(4) { (16, 4) } else { (64, 1) };
        let config = Config { register_file, ..machine(lanes, beats) };
        let text = "ISETP.EQ.U32 P3, R1, 45\nVOTE.ANY P4, P3\nVOTE.BALLOT R3, P3\nREDUX.MAX.U32 R4, R1\nMATCH.ANY R5, R2";
        let state = after(&config, text, |_| true);
        let threads = [0, 31, 32, 63].map(Thread);
        let any = &state.masks[usize::from(MaskEntry::predicate(4).0)];
        assert_eq!(threads.map(|thread| any[thread]), [false, false, true, true]);
        let found = threads.map(|thread| state.register(Register(3))[thread]);
        assert_eq!(found, [0, 0, 1 << 13, 1 << 13]);
        assert_eq!(threads.map(|thread| state.register(Register(4))[thread]), [31, 31, 63, 63]);
        let found = threads.map(|thread| state.register(Register(5))[thread]);
        assert_eq!(found, [0xf, 0xf << 28, 0xf, 0xf << 28]);
    }
}

#[test]
fn votes_of_two_waves_in_a_row_keep_their_predicates_and_exec_apart() {
    for register_file in RegisterFile::ALL {
        for (lanes, beats) in SHAPES.into_iter().filter(|&(_, beats)| register_file.admits(beats)) {
            for stages in [0, 1] {
                let config = Config { register_file, stages, ..machine(lanes, beats) };
                let votes = "VOTE.BALLOT R1, P1\nVOTE.BALLOT R2, P2\n@P1 VOTE.ACTIVE R3\n@!P2 VOTE.BALLOT R4, P3\nMATCH.ANY R5, R6\n";
                let text = format!(".wave 0\n{votes}.wave 1\n{votes}");
                let mut initial = zeros(&config);
                for (wave, state) in initial.iter_mut().enumerate() {
                    let mask = |stride: usize| {
                        Mask::from_fn(config.threads(), |Thread(thread)| thread % stride == wave)
                    };
                    (1..4).for_each(|entry| state.masks[entry] = mask(entry + 1));
                    state.exec =
                        Mask::from_fn(config.threads(), |Thread(thread)| thread % 7 != wave);
                }
                run(&config, &program(&config, &text), &initial, vec![]);
            }
        }
    }
}

/// All patterns of EXEC, guard and q in four threads of a 16-thread warp, one lane or one beat
/// apart.
#[test]
fn every_pattern_of_exec_guard_and_q_in_four_threads_retires_what_the_model_says() {
    for (register_file, lanes, beats) in
        [(RegisterFile::Wide, 4, 4), (RegisterFile::MultiPort, 4, 4), (RegisterFile::Skewed, 8, 2)]
    {
        let config =
            Config { register_file, dpp: DppPath::None, shuffle: false, ..machine(lanes, beats) };
        // Thread 0, 5, 10 and 15: each in a beat of its own on four lanes.
        let spread =
            |pattern: u32| (0..4).map(|bit| (pattern >> bit & 1) << (5 * bit)).sum::<u32>();
        let set = |predicate: usize, pattern: u32| {
            format!("LOP.AND R4, R3, {}\nISETP.NE.U32 P{predicate}, R4, 0\n", spread(pattern))
        };
        let mut text = String::new();
        for (exec, guard) in (0..16).flat_map(|exec| (0..16).map(move |guard| (exec, guard))) {
            text += &format!("s_mov_b64 exec, 0xffff\n{}", set(1, guard));
            for q in 0..16 {
                text += &format!(
                    "s_mov_b64 exec, 0xffff\n{}s_mov_b64 exec, {}\n",
                    set(2, q),
                    spread(exec)
                );
                text += "@P1 VOTE.ANY P3, P2\n@P1 VOTE.ALL P4, P2\n@P1 VOTE.UNI P5, P2\n@P1 VOTE.BALLOT R5, P2\n@P1 VOTE.ACTIVE R6\n";
            }
        }
        let mut initial = zeros(&config);
        fill(&mut initial, 3, |thread| 1 << thread);
        run(&config, &program(&config, &text), &initial, vec![]);
    }
}

#[test]
fn random_programs_retire_what_the_model_says_with_votes_alone() {
    for register_file in RegisterFile::ALL {
        let shapes = [(16, 4), (8, 2), (32, 1)].into_iter();
        for (lanes, beats) in shapes.filter(|&(_, beats)| register_file.admits(beats)) {
            let config = Config {
                register_file,
                dpp: DppPath::None,
                shuffle: false,
                ..machine(lanes, beats)
            };
            random_programs(&config, 12, 24);
        }
    }
}

#[test]
fn without_the_feature_no_hardware_is_left_and_no_opcode_is_known() {
    // Lane moves look at the whole wave's EXEC too.
    let config = Config { vote: false, shuffle: false, ..machine(16, 4) };
    for module in lanebeat::hdl::modules(&rtl::core(&config)) {
        let is_part = ["vote", "redux", "same_word"].iter().any(|part| module.name.contains(part));
        assert!(!is_part, "{}", module.name);
    }
    assert!(!config.target().features.contains(&Feature::Vote));
    let flat = Flat::new(&rtl::core(&config));
    assert!(flat.find("vote[0].outcome").is_none() && flat.find("exec_masks.exec_wave").is_none());
    let mut engine = Interpreter::new(&flat, 1);
    let word = lanebeat::isa::Instruction::new(VoteOperation::Reduce(Reduction::Add)).encode();
    for (input, value) in [("issue_instruction", word), ("issue_valid", 1)] {
        engine.poke_u128(engine.signal(input), value);
    }
    assert_eq!(engine.peek_u128(engine.signal("issue_illegal")), 1);
}
