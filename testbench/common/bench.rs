//! The core beside the model: programs from text, random programs, fixed ones.

use std::cell::{Cell, OnceCell};
use std::sync::Arc;

use lanebeat::config::{Config, RegisterFile};
use lanebeat::engine::{Code, Compiled, Engine, Flat, Interpreter, Watch};
use lanebeat::hdl::{Clocking, Level, Reset};
use lanebeat::isa::asm::assemble;
use lanebeat::isa::{MASK_ENTRIES, MaskEntry, Program, Register, Thread, Wave, WaveState};
use lanebeat::lockstep::{Case, Difference, Machine, Named, Observer, Summary, case, lockstep};
use lanebeat::rtl;
use lanebeat::rtl::probe::CountProbe;
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

/// The machine of `config` with another register file: where that takes one beat only, with that
/// and 16 lanes at least, and with all that it has besides.
pub fn organised(config: &Config, register_file: RegisterFile) -> Config {
    let config = Config { register_file, ..config.clone() };
    match register_file.admits(config.beats) {
        true => config,
        false => Config { lanes: config.lanes.max(16), beats: 1, reuse: true, ..config },
    }
}

/// Every reset, with an enable and without.
pub fn clockings() -> Vec<Clocking> {
    let resets = Reset::ALL.into_iter();
    let both = resets.flat_map(|reset| Level::ALL.map(|level| (reset, level)));
    let of_both = |(reset, level)| [false, true].map(|enable| Clocking { reset, level, enable });
    both.flat_map(of_both).collect()
}

/// The machine of `config` with `settings` as the command line has them, with a blank between.
pub fn with(config: &Config, settings: &str) -> Config {
    let settings: Vec<String> = settings.split_whitespace().map(str::to_owned).collect();
    Config::load(None, Some(("test.toml", &config.to_toml())), &settings)
        .unwrap_or_else(|error| panic!("{error}"))
}

/// `config` in every organisation, and with that many collectors, with the lanes, beats and stages
/// of `shapes` that each takes.
pub fn on_every_organisation(
    config: &Config,
    collectors: usize,
    shapes: &[(usize, usize, usize)],
) -> Vec<Config> {
    let with_file = |register_file| Config { register_file, ..config.clone() };
    let several = Config { collectors, ..with_file(RegisterFile::Banked) };
    let all = RegisterFile::ALL.map(with_file).into_iter().chain([several]);
    let shaped = |config: Config| {
        let shapes = shapes.iter().filter(move |shape| config.register_file.admits(shape.1));
        let file = config.clone();
        shapes.map(move |&(lanes, beats, stages)| Config { lanes, beats, stages, ..file.clone() })
    };
    all.flat_map(shaped).collect()
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

/// Fails when a counter of the hardware leaves the range that its plan gives it.
pub struct Counters {
    watch: Watch,
    names: Vec<String>,
}

impl Counters {
    pub fn new(flat: &Flat) -> Self {
        let nets = flat.probes::<CountProbe>().filter_map(|probed| probed.signals.leaves_range);
        let nets: Vec<_> = nets.collect();
        let names = nets.iter().map(|&net| flat.path(net)).collect();
        Self { watch: Watch::new(flat, nets), names }
    }
}

impl Observer for Counters {
    fn cycle(&mut self, engine: &mut dyn Engine) {
        engine.observe(&mut self.watch);
        let changed = self.watch.changed();
        let left = changed.into_iter().find(|&counter| self.watch.number(counter) != 0);
        let Some(counter) = left.filter(|_| engine.value(engine.flat().reset_net()) == 0) else {
            return;
        };
        panic!("a counter leaves its range: {}", self.names[counter]);
    }
}

/// Instructions from which on it is quicker to compile the core than to interpret it.
const LONG: usize = 800;

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
    let (flat, named) = (core(config), named(config, program));
    // Who observes may look at nets that compiled code does not keep.
    let is_long = program.lines().count() >= LONG;
    let outcome = if is_long && observers.is_empty() {
        let engine = Compiled::power_up(&Arc::new(Code::quick(&flat)), 1);
        lockstep(&mut Machine::new(engine, config, observers), program, initial, &named)
    } else {
        let engine = Interpreter::new(&flat, 1);
        lockstep(&mut Machine::new(engine, config, observers), program, initial, &named)
    };
    outcome.unwrap_or_else(|difference| panic!("{config:?}\n{difference}"))
}

/// Cases after which it is quicker to compile a core than to go on interpreting it.
const FEW: usize = 4;

/// Case after case on one core: the first few are interpreted, which shows most faults at once, and
/// for those that follow the core is compiled.
pub struct Trials<'t> {
    flat: &'t Flat,
    config: &'t Config,
    done: Cell<usize>,
    code: OnceCell<Arc<Code>>,
}

impl<'t> Trials<'t> {
    pub fn new(flat: &'t Flat, config: &'t Config) -> Self {
        Self { flat, config, done: Cell::new(0), code: OnceCell::new() }
    }

    /// Runs `case` in lockstep on a core powered up with `seed`, and compares what `named` names.
    pub fn judge(&self, case: &Case, named: &[Named], seed: u64) -> Result<Summary, Difference> {
        if self.done.replace(self.done.get() + 1) < FEW {
            return judge(self.flat, self.config, case, named, seed);
        }
        let code = self.code.get_or_init(|| Arc::new(Code::quick(self.flat)));
        let mut counters = Counters::new(self.flat);
        let engine = Compiled::power_up(code, seed);
        let mut machine = Machine::new(engine, self.config, vec![&mut counters]);
        lockstep(&mut machine, &case.program, &case.initial, named)
    }
}

/// Runs a case in lockstep on a core powered up with `seed`, and compares what `named` names.
pub fn judge(
    flat: &Flat,
    config: &Config,
    case: &Case,
    named: &[Named],
    seed: u64,
) -> Result<Summary, Difference> {
    let mut counters = Counters::new(flat);
    let mut machine = Machine::new(Interpreter::new(flat, seed), config, vec![&mut counters]);
    lockstep(&mut machine, &case.program, &case.initial, named)
}

/// `programs` random programs of up to `longest` instructions in lockstep, compared on what they
/// name, and the first on everything; a failure is shrunk.
pub fn random_programs(config: &Config, programs: u32, longest: usize) {
    let flat = core(config);
    let trials = Trials::new(&flat, config);
    let everything = everything(config);
    // Loading and reading all takes longer than a program does: once, and not of a large file.
    let is_small = config.registers * config.waves <= 64;
    for (cases, sees_all) in [(1, is_small), (programs - 1, false)] {
        let run = |case: Case| {
            let by_program = named(config, &case.program);
            let named = if sees_all { &everything } else { &by_program };
            trials
                .judge(&case, named, 1)
                .map_err(|difference| TestCaseError::fail(difference.to_string()))?;
            Ok(())
        };
        let mut runner =
            TestRunner::new(Runner { cases, failure_persistence: None, ..Runner::default() });
        if let Err(failure) = runner.run(&case(config, longest, config.waves), run) {
            panic!("{config:?}\n{failure}");
        }
    }
}

/// The same `count` random programs of up to `longest` instructions every time.
pub fn fixed_programs(config: &Config, count: usize, longest: usize, seed: u8) -> Vec<Case> {
    let generator = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
    let mut runner = TestRunner::new_with_rng(Runner::default(), generator);
    let strategy = case(config, longest, config.waves);
    (0..count).map(|_| strategy.new_tree(&mut runner).expect("a case").current()).collect()
}
