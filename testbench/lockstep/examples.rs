//! The programs of examples/: each computes, on the model and on the hardware, what mathematics
//! says it does.

use std::fs;
use std::path::{Path, PathBuf};

use lanebeat::config::Config;
use lanebeat::engine::{Flat, Interpreter};
use lanebeat::isa::{Program, Register, Wave, WaveState, asm};
use lanebeat::lockstep::state_file;
use lanebeat::lockstep::{Machine, Named, lockstep};
use lanebeat::model;
use lanebeat::rtl;

use crate::common::tools::{self, tool};

const THREADS: usize = 64;
const WARP: usize = 32;

/// Every example, each with a test of its own below.
const EXAMPLES: &str = "absolute_differences alpha_blend barrier_count butterfly_reduction \
    butterfly_reduction_float exclusive_scan gcn_divergent_scan gcn_scan_add \
    gcn_scan_add_float gcn_scan_max gcn_scan_max_float gcn_scan_min gcn_scan_min_float \
    inclusive_scan inclusive_scan_float llc_scan ptxas_scan quad_swizzles radix_partition \
    reverse_scan reverse_scan_float wave_reversal";

fn examples() -> impl Iterator<Item = &'static str> {
    EXAMPLES.split(' ')
}

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")
}

fn program(name: &str) -> Program {
    let text = fs::read_to_string(directory().join(format!("{name}.s"))).expect("the example");
    asm::assemble(name, &text, &Config::default().target())
        .unwrap_or_else(|errors| panic!("{:?}", errors.errors))
}

/// Wave 0 after the example, which has but that wave: from the model alone, and from the hardware.
fn run(name: &str, initial: &WaveState) -> [WaveState; 2] {
    run_waves(name, std::slice::from_ref(initial)).map(|mut waves| waves.remove(0))
}

/// The waves after the example, from the model alone; and from the hardware, which has been
/// compared with the model on the way.
fn run_waves(name: &str, initial: &[WaveState]) -> [Vec<WaveState>; 2] {
    run_program(name, &program(name), initial)
}

fn run_program(name: &str, program: &Program, initial: &[WaveState]) -> [Vec<WaveState>; 2] {
    let config = Config::default();
    let mut model = model::Machine::new(THREADS, config.registers, initial.len());
    initial.iter().enumerate().for_each(|(wave, state)| *model.wave_mut(wave) = state.clone());
    model.run(program).expect("no deadlock");

    let mut machine =
        Machine::new(Interpreter::new(&Flat::new(&rtl::core(&config)), 3), &config, vec![]);
    let named: Vec<Named> =
        (0..initial.len()).map(|wave| Named::by_program(program, wave)).collect();
    let summary = lockstep(&mut machine, program, initial, &named);
    let hardware = summary.unwrap_or_else(|difference| panic!("{name}: {difference}")).states;
    [(0..initial.len()).map(|wave| model.wave(wave).clone()).collect(), hardware]
}

/// Small numbers, and words of all sizes.
fn inputs() -> [Vec<u32>; 2] {
    let mixed = |thread: u32| (thread + 1).wrapping_mul(0x9e37_79b9) ^ (thread << 7);
    [(0..THREADS as u32).collect(), (0..THREADS as u32).map(mixed).collect()]
}

/// Runs the example on both inputs in register `input`; register `output` of thread i must hold
/// `expected(words, i)`.
fn computes(name: &str, input: u8, output: u8, expected: impl Fn(&[u32], usize) -> u32) {
    for words in inputs() {
        computes_from(name, (input, &words), output, &expected);
    }
}

fn computes_from(
    name: &str,
    (input, words): (u8, &[u32]),
    output: u8,
    expected: impl Fn(&[u32], usize) -> u32,
) {
    let mut initial = WaveState::new(THREADS, Config::default().registers);
    initial.registers[usize::from(input)] = Wave(words.to_vec());
    let expected: Vec<u32> = (0..THREADS).map(|thread| expected(words, thread)).collect();
    for state in run(name, &initial) {
        assert_eq!(state.register(Register(output)).0, expected, "{name}, R{output}");
    }
}

/// Multiples of 2^-10 below 2^10 of both signs: sums of 64 of them are exact in whatever order they
/// are added.
fn exact_floats() -> Vec<u32> {
    let number =
        |thread: u32| ((thread + 1).wrapping_mul(0x9e37_79b9) >> 12) as f32 / 1024.0 - 512.0;
    (0..THREADS as u32).map(|thread| number(thread).to_bits()).collect()
}

/// The same with zeros of both signs, infinities and NaN among them.
fn all_kinds_of_floats() -> Vec<u32> {
    let mut words: Vec<u32> = exact_floats().iter().map(|word| word & 0x7fff_ffff).collect();
    let odd = [f32::NAN, 0.0, -0.0, f32::NAN, -1.5, f32::INFINITY, 7.0, f32::NEG_INFINITY];
    odd.iter()
        .enumerate()
        .for_each(|(place, number)| words[5 + 8 * place - place % 2] = number.to_bits());
    words
}

fn float_sum(words: &[u32]) -> u32 {
    let sum: f64 = words.iter().map(|&word| f64::from(f32::from_bits(word))).sum();
    assert_eq!(f64::from(sum as f32), sum, "the sum is exact");
    (sum as f32).to_bits()
}

/// The numbers among `words`.
fn numbers(words: &[u32]) -> impl Iterator<Item = f32> {
    words.iter().map(|&word| f32::from_bits(word)).filter(|number| !number.is_nan())
}

fn sum(words: &[u32]) -> u32 {
    words.iter().fold(0, |sum, &word| sum.wrapping_add(word))
}

/// First thread of the warp.
fn warp_start(thread: usize) -> usize {
    thread / WARP * WARP
}

#[test]
fn every_example_has_a_test_and_says_in_its_first_line_what_it_computes() {
    let files =
        fs::read_dir(directory()).expect("examples/").map(|entry| entry.expect("an entry").path());
    let mut programs: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|end| end == "s")).collect();
    programs.sort();
    let names: Vec<&str> = programs
        .iter()
        .map(|path| path.file_stem().and_then(|stem| stem.to_str()).expect("a name"))
        .collect();
    assert_eq!(names.join(" "), EXAMPLES);
    for path in programs {
        let text = fs::read_to_string(&path).expect("the example");
        assert!(text.starts_with("// "), "{path:?}");
    }
}

#[test]
fn every_examples_state_gives_its_input_register_words_that_differ() {
    let config = Config::default();
    for name in examples() {
        let path = directory().join(format!("{name}.json"));
        let text = fs::read_to_string(&path).expect("the state");
        let states = state_file::read(name, &text, THREADS, config.registers, config.waves)
            .expect("a legal state");
        let input = Register(match name {
            "ptxas_scan" => 5,
            name if name.starts_with("gcn") || name == "llc_scan" => 0,
            _ => 1,
        });
        assert!(states[0].registers.contains(&input), "{name}");
        let mut words = states[0].state.register(input).0.clone();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), THREADS, "{name}");
        let waves: Vec<WaveState> = states.iter().map(|wave| wave.state.clone()).collect();
        run_waves(name, &waves);
    }
}

#[test]
fn barrier_count_tells_every_wave_how_many_threads_of_all_four_hold_odd_numbers() {
    let numbers = |wave: usize, thread: usize| (wave * wave + 3 * thread + thread / 5) as u32;
    let wave = |wave: usize, number: &dyn Fn(usize, usize) -> u32| {
        let mut state = WaveState::new(THREADS, Config::default().registers);
        state.registers[1] = Wave((0..THREADS).map(|thread| number(wave, thread)).collect());
        state
    };
    let cases: [&dyn Fn(usize, usize) -> u32; 4] =
        [&numbers, &|_, _| 2, &|_, _| 3, &|wave, thread| u32::from(wave * thread == 189)];
    for number in cases {
        let initial: Vec<WaveState> = (0..4).map(|place| wave(place, number)).collect();
        let all = || (0..4).flat_map(|wave| (0..THREADS).map(move |thread| (wave, thread)));
        let odd = all().filter(|&(wave, thread)| number(wave, thread) % 2 == 1).count();
        let expected =
            [(2, odd as u32), (3, u32::from(odd == 4 * THREADS)), (4, u32::from(odd > 0))];
        for state in run_waves("barrier_count", &initial).iter().flatten() {
            for (register, word) in expected {
                let found = &state.register(Register(register)).0;
                assert_eq!(*found, vec![word; THREADS], "R{register}");
            }
        }
    }
}

#[test]
fn the_scans_and_the_reduction_of_shuffles_sum_over_the_warp() {
    let start = warp_start;
    computes("inclusive_scan", 1, 1, |words, thread| sum(&words[start(thread)..=thread]));
    computes("exclusive_scan", 1, 1, |words, thread| sum(&words[start(thread)..thread]));
    computes("reverse_scan", 1, 1, |words, thread| sum(&words[thread..start(thread) + WARP]));
    computes("butterfly_reduction", 1, 1, |words, thread| sum(&words[start(thread)..][..WARP]));
    computes("ptxas_scan", 5, 5, |words, thread| sum(&words[start(thread)..=thread]));
}

#[test]
fn absolute_differences_of_blocks_are_summed_over_the_warp() {
    let [small, mixed] = inputs();
    for (one, other) in [(&small, &mixed), (&mixed, &small), (&mixed, &mixed)] {
        let mut initial = WaveState::new(THREADS, Config::default().registers);
        initial.registers[1] = Wave(one.clone());
        initial.registers[2] = Wave(other.clone());
        let bytes = |word: &u32| word.to_le_bytes();
        let distances = one.iter().zip(other).map(|(x, y)| {
            let pairs = bytes(x).into_iter().zip(bytes(y));
            pairs.map(|(x, y)| u32::from(x.abs_diff(y))).sum::<u32>()
        });
        let distances: Vec<u32> = distances.collect();
        let expected: Vec<u32> =
            (0..THREADS).map(|thread| sum(&distances[warp_start(thread)..][..WARP])).collect();
        for state in run("absolute_differences", &initial) {
            assert_eq!(state.register(Register(3)).0, expected);
        }
    }
}

#[test]
fn alpha_blend_mixes_each_byte_and_rounds_to_the_nearest() {
    let [small, mixed] = inputs();
    let alphas: Vec<u32> =
        (0..THREADS as u32).map(|thread| thread * 128 / (THREADS as u32 - 1)).collect();
    for (front, back) in [(&small, &mixed), (&mixed, &small)] {
        let mut initial = WaveState::new(THREADS, Config::default().registers);
        for (register, words) in [(1, front), (2, back), (3, &alphas)] {
            initial.registers[register] = Wave(words.clone());
        }
        let blended = |thread: usize| {
            let alpha = f64::from(alphas[thread]) / 128.0;
            let byte = |place: usize| {
                let [x, y] =
                    [front, back].map(|words| f64::from(words[thread].to_le_bytes()[place]));
                (x * alpha + y * (1.0 - alpha) + 0.5).floor() as u8
            };
            u32::from_le_bytes(std::array::from_fn(byte))
        };
        let expected: Vec<u32> = (0..THREADS).map(blended).collect();
        for state in run("alpha_blend", &initial) {
            assert_eq!(state.register(Register(5)).0, expected);
        }
    }
}

#[test]
fn quad_swizzles_smear_each_thread_of_the_quad_and_exchange_neighbours() {
    for position in 0..4 {
        computes("quad_swizzles", 1, 10 + position as u8, |words, thread| {
            words[thread / 4 * 4 + position]
        });
    }
    computes("quad_swizzles", 1, 14, |words, thread| {
        words[if thread % 2 == 0 { thread + 1 } else { thread - 1 }]
    });
    computes("quad_swizzles", 1, 15, |words, thread| {
        words[if thread % 4 < 2 { thread + 2 } else { thread - 2 }]
    });
}

#[test]
fn the_gcn_scans_sum_and_find_the_least_and_the_most_over_the_whole_wave() {
    let signed = |word: &&u32| **word as i32;
    computes("gcn_scan_add", 0, 1, |words, thread| sum(&words[..=thread]));
    computes("gcn_scan_min", 0, 1, |words, thread| *words[..=thread].iter().min().expect("a word"));
    computes("gcn_scan_min", 0, 2, |words, thread| {
        *words[..=thread].iter().min_by_key(signed).expect("a word")
    });
    computes("gcn_scan_max", 0, 1, |words, thread| *words[..=thread].iter().max().expect("a word"));
    computes("gcn_scan_max", 0, 2, |words, thread| {
        *words[..=thread].iter().max_by_key(signed).expect("a word")
    });
}

#[test]
fn the_divergent_scan_finds_the_smallest_odd_number_so_far_and_skips_the_threads_with_even_ones() {
    let smallest_odd = |words: &[u32]| {
        words.iter().copied().filter(|word| word % 2 == 1).min().expect("the thread's own")
    };
    computes("gcn_divergent_scan", 0, 4, |words, thread| {
        if words[thread] % 2 == 1 { smallest_odd(&words[..=thread]) } else { 0 }
    });
}

#[test]
fn the_float_scans_and_the_float_reduction_sum_what_their_integer_twins_do() {
    let (floats, start) = (exact_floats(), warp_start);
    let one = (1, &floats[..]);
    computes_from("inclusive_scan_float", one, 1, |words, i| float_sum(&words[start(i)..=i]));
    computes_from("reverse_scan_float", one, 1, |words, i| float_sum(&words[i..start(i) + WARP]));
    let of_warp = |words: &[u32], i| float_sum(&words[start(i)..][..WARP]);
    computes_from("butterfly_reduction_float", one, 1, of_warp);
    computes_from("gcn_scan_add_float", (0, &floats), 1, |words, i| float_sum(&words[..=i]));
}

#[test]
fn the_gcn_float_scans_find_the_smallest_and_the_largest_number_so_far() {
    let least = |words: &[u32], i: usize| {
        numbers(&words[..=i]).min_by(f32::total_cmp).expect("a number").to_bits()
    };
    let most = |words: &[u32], i: usize| {
        numbers(&words[..=i]).max_by(f32::total_cmp).expect("a number").to_bits()
    };
    for floats in [exact_floats(), all_kinds_of_floats()] {
        computes_from("gcn_scan_min_float", (0, &floats), 1, least);
        computes_from("gcn_scan_max_float", (0, &floats), 1, most);
    }
}

/// The final states of an example whose R2 holds the thread's number.
fn with_numbers(name: &str, words: &[u32]) -> [WaveState; 2] {
    let mut initial = WaveState::new(THREADS, Config::default().registers);
    initial.registers[1] = Wave(words.to_vec());
    initial.registers[2] = Wave((0..THREADS as u32).collect());
    run(name, &initial)
}

#[test]
fn the_radix_partition_puts_the_odd_words_first_and_keeps_their_order() {
    for words in inputs().into_iter().chain([vec![1; THREADS], vec![2; THREADS]]) {
        let (odd, even): (Vec<u32>, Vec<u32>) = words.iter().partition(|&word| word % 2 == 1);
        for state in with_numbers("radix_partition", &words) {
            assert_eq!(state.register(Register(8)).0, [odd.clone(), even.clone()].concat());
        }
    }
}

#[test]
fn the_wave_reversal_reverses_in_both_ways() {
    for words in inputs() {
        let reversed: Vec<u32> = words.iter().rev().copied().collect();
        for state in with_numbers("wave_reversal", &words) {
            let found = [3, 5].map(|register| state.register(Register(register)).0.clone());
            assert_eq!(found, [reversed.clone(), reversed.clone()]);
        }
    }
}

/// One step of Collatz on the sum of the words up to each thread.
fn step_of_sum(words: &[u32], thread: usize) -> u32 {
    let sum = sum(&words[..=thread]);
    if sum % 2 == 1 { sum.wrapping_mul(3).wrapping_add(1) } else { sum }
}

#[test]
fn llc_scan_gives_every_thread_a_step_on_from_the_sum_up_to_it() {
    computes("llc_scan", 0, 0, step_of_sum);
}

/// What llc makes of examples/llc_scan.ll, as it prints it: the example's instructions, which the
/// model and the hardware then execute to the right result.
#[test]
fn what_llc_prints_is_the_example_and_runs() {
    let Some(llc) = tool("llc-14") else { return };
    let arguments = ["-march=amdgcn", "-mcpu=gfx900", "llc_scan.ll", "-o", "-"].map(str::to_owned);
    let (success, listing) = tools::run(&llc, &directory(), &arguments);
    assert!(success, "{listing}");
    let target = Config::default().target();
    let compiled =
        asm::assemble_listing("llc_scan.ll", &listing, &target, &asm::Constants::default())
            .unwrap_or_else(|errors| panic!("{:?}", errors.errors));
    let instructions = |program: &Program| -> Vec<_> {
        program.waves[0].iter().map(|line| line.instruction).collect()
    };
    assert_eq!(instructions(&compiled), instructions(&program("llc_scan")));
    for words in inputs() {
        let mut initial = WaveState::new(THREADS, Config::default().registers);
        initial.registers[0] = Wave(words.to_vec());
        let expected: Vec<u32> = (0..THREADS).map(|thread| step_of_sum(&words, thread)).collect();
        for states in run_program("what llc prints", &compiled, std::slice::from_ref(&initial)) {
            assert_eq!(states[0].register(Register(0)).0, expected);
        }
    }
}
