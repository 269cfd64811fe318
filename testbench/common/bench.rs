//! The core beside the model: programs from text, random programs, fixed ones.

use lanebeat::config::Config;
pub use lanebeat::engine::Words;
use lanebeat::engine::{Flat, Interpreter};
use lanebeat::isa::asm::assemble;
use lanebeat::isa::{MASK_ENTRIES, MaskEntry, Program, Register, Thread, Wave, WaveState};
use lanebeat::lockstep::{Case, Difference, Machine, Named, Observer, Summary, case, lockstep};
use lanebeat::rtl;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config as Runner, RngAlgorithm, TestRng, TestRunner};

/// Everything that a wave has, whether the program names it or not: what is not written must stay
/// as it was.
pub fn everything(config: &Config) -> Vec<Named> {
    let masks = (0..MASK_ENTRIES as u8).map(MaskEntry).filter(|&entry| entry != MaskEntry::TRUE);
    let named = || Named {
        registers: (0..config.registers).map(|n| Register(n as u8)).collect(),
        masks: masks.clone().collect(),
    };
    (0..config.waves).map(|_| named()).collect()
}

/// What each wave of `program` names.
pub fn named(config: &Config, program: &Program) -> Vec<Named> {
    (0..config.waves).map(|wave| Named::by_program(program, wave)).collect()
}

/// The core of `config`, flattened.
pub fn core(config: &Config) -> Flat {
    config.check().expect("a legal configuration");
    Flat::new(&rtl::core(config))
}

/// `text` for the machine of `config`.
pub fn program(config: &Config, text: &str) -> Program {
    assemble("test.s", text, &config.target()).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
}

/// One state a wave: registers 0, EXEC all ones.
pub fn zeros(config: &Config) -> Vec<WaveState> {
    vec![WaveState::new(config.threads(), config.registers); config.waves]
}

/// Sets register `register` of wave 0.
pub fn fill(states: &mut [WaveState], register: usize, word: impl Fn(usize) -> u32) {
    let threads = states[0].exec.threads();
    states[0].registers[register] = Wave::from_fn(threads, |Thread(thread)| word(thread));
}

/// Runs `program` from `initial` in lockstep; every cycle is shown to the observers.
///
/// # Panics
/// With the first difference.
pub fn run(
    config: &Config,
    program: &Program,
    initial: &[WaveState],
    observers: Vec<&mut dyn Observer>,
) -> Summary {
    let mut machine = Machine::new(Interpreter::new(&core(config), 1), config, observers);
    lockstep(&mut machine, program, initial, &named(config, program))
        .unwrap_or_else(|difference| panic!("{config:?}\n{difference}"))
}

/// Runs a case in lockstep on a core powered up with `seed`, and compares what `named` names.
pub fn judge(
    flat: &Flat,
    config: &Config,
    case: &Case,
    named: &[Named],
    seed: u64,
) -> Result<Summary, Difference> {
    let mut machine = Machine::new(Interpreter::new(flat, seed), config, vec![]);
    lockstep(&mut machine, &case.program, &case.initial, named)
}

/// `programs` random programs of up to `longest` instructions in lockstep; a failure is shrunk.
pub fn random_programs(config: &Config, programs: u32, longest: usize) {
    let flat = core(config);
    let everything = everything(config);
    // Large files take long to load and to read: there, look at what the program names alone.
    let is_small = config.registers * config.waves <= 64;
    let mut runner =
        TestRunner::new(Runner { cases: programs, failure_persistence: None, ..Runner::default() });
    let run = |case: Case| {
        let by_program = named(config, &case.program);
        let named = if is_small { &everything } else { &by_program };
        judge(&flat, config, &case, named, 1)
            .map_err(|difference| TestCaseError::fail(difference.to_string()))?;
        Ok(())
    };
    if let Err(failure) = runner.run(&case(config, longest, config.waves), run) {
        panic!("{config:?}\n{failure}");
    }
}

/// The same `count` random programs of up to `longest` instructions every time.
pub fn fixed_programs(config: &Config, count: usize, longest: usize, seed: u8) -> Vec<Case> {
    let generator = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
    let mut runner = TestRunner::new_with_rng(Runner::default(), generator);
    let strategy = case(config, longest, config.waves);
    (0..count).map(|_| strategy.new_tree(&mut runner).expect("a case").current()).collect()
}
