//! The workload that all contestants execute.

use std::sync::Arc;
use std::time::Duration;

use proptest::strategy::{Strategy as _, ValueTree as _};

use crate::cli::arguments::BenchOptions;
use crate::cli::assemble::check_length;
use crate::cli::build;
use crate::cli::error::CliError;
use lanebeat::config::Config;
use lanebeat::cycle::{self, Silent};
use lanebeat::engine::Garbage;
use lanebeat::files::read_text;
use lanebeat::isa::{
    ControlOperation, Executed, Line, Lines, MASK_ENTRIES, MaskEntry, Program, ReadOperation, Wave,
    WaveState, asm,
};
use lanebeat::lockstep::campaign::runner;
use lanebeat::lockstep::{Checksums, Hardware, Named, RunError, case};
use lanebeat::random::Random;

/// A program that each engine executes from the same state, pass after pass without a pause
/// between.
#[derive(Clone)]
pub struct Workload {
    pub config: Config,
    pub program: Arc<Program>,
    /// One state for each wave of the machine.
    pub initial: Vec<WaveState>,
    pub named: Vec<Named>,
    /// Name of the program, as one phrase.
    pub description: String,
    /// Cycles of the first pass, by the cycle model.
    pub cycles_of_a_pass: u64,
    /// Length and seed of a random program; a seed alone where the program is fixed.
    origin: (Option<usize>, u64),
}

/// One run of one contestant.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Run {
    pub passes: u64,
    pub time: Duration,
    pub instructions: u64,
    /// Simulated cycles; the model has none.
    pub cycles: Option<u64>,
    /// Checksums after 1, 2, 4, … passes; empty where nothing is computed.
    pub checksums: Vec<u64>,
}

/// Instructions on each wave of a random program that are chosen one by one.
const PIECE: usize = 1000;

impl Workload {
    /// The program that `options` ask for.
    ///
    /// # Errors
    /// When it does not assemble or has no instructions.
    pub fn new(config: &Config, options: &BenchOptions) -> Result<Self, CliError> {
        let fixed = |program, description| {
            let initial = random_states(config, options.seed);
            Self::of(config, program, initial, description, (None, options.seed))
        };
        match (&options.program, options.random) {
            (Some(path), _) => {
                let (name, text) = read_text(path)?;
                let program = asm::assemble(&name, &text, &config.target())?;
                check_length(&name, &program)?;
                fixed(program, name)
            }
            (None, Some(length)) => Self::random(config, length as usize, options.seed),
            (None, None) => {
                let program = asm::assemble(build::PROGRAM_PATH, build::PROGRAM, &config.target())?;
                let everywhere = vec![program.waves[0].clone(); config.waves];
                let description = format!("{} on every wave", build::PROGRAM_PATH);
                fixed(Program { waves: everywhere }, description)
            }
        }
    }

    /// A mix of all operations, `length` instructions on each wave. Choosing one takes milliseconds:
    /// a long mix repeats the first [`PIECE`] of each wave, in another order.
    fn random(config: &Config, length: usize, seed: u64) -> Result<Self, CliError> {
        let mut runner = runner(1, seed);
        let mut waves: Vec<Vec<Line>> = vec![vec![]; config.waves];
        let mut initial = None;
        let piece = length.min(PIECE);
        while waves.iter().any(|wave| wave.len() < piece) {
            let tree = case(config, piece, config.waves).new_tree(&mut runner);
            let case = tree
                .map_err(|reason| {
                    CliError::Usage(format!("no random program can be made: {reason}"))
                })?
                .current();
            for (wave, lines) in waves.iter_mut().enumerate() {
                lines
                    .extend(without_exit(case.program.executed(wave)).filter(is_of_its_wave_alone));
                lines.truncate(piece);
            }
            initial.get_or_insert(case.initial);
        }
        let mut random = Random::new(seed);
        for wave in &mut waves {
            let rest: Vec<Line> = (piece..length).map(|_| wave[random.below(piece)]).collect();
            wave.extend(rest);
        }
        let description =
            format!("a random mix of {length} instructions on each wave (seed {seed})");
        Self::of(
            config,
            Program::from(waves),
            initial.unwrap_or_default(),
            description,
            (Some(length), seed),
        )
    }

    /// One more of the kind, of that number: another random program, or the same from another
    /// state where the program is fixed or long.
    ///
    /// # Errors
    /// When no random program can be made.
    pub fn another(&self, number: u64) -> Result<Self, CliError> {
        let (length, seed) = (self.origin.0, self.origin.1.wrapping_add(number));
        match length.filter(|&length| length <= PIECE) {
            Some(length) => Self::random(&self.config, length, seed),
            None => {
                let initial = random_states(&self.config, seed);
                Ok(Self { initial, origin: (length, seed), ..self.clone() })
            }
        }
    }

    fn of(
        config: &Config,
        program: Program,
        initial: Vec<WaveState>,
        description: String,
        origin: (Option<usize>, u64),
    ) -> Result<Self, CliError> {
        let program = Program {
            waves: (0..program.waves.len())
                .map(|wave| without_exit(program.executed(wave)).collect())
                .collect(),
        };
        if program.waves.iter().all(Lines::is_empty) {
            return Err(CliError::Usage(format!(
                "{description} has no instructions to measure; name a program that has some"
            )));
        }
        let cycles_of_a_pass = cycle::run(config, &program, &mut Silent)?.cycles;
        let named = (0..config.waves).map(|wave| Named::by_program(&program, wave)).collect();
        Ok(Self {
            config: config.clone(),
            program: Arc::new(program),
            initial,
            named,
            description,
            cycles_of_a_pass,
            origin,
        })
    }

    /// Instructions of `passes` passes.
    pub fn instructions(&self, passes: u64) -> u64 {
        passes * self.program.waves.iter().map(|wave| wave.len() as u64).sum::<u64>()
    }

    /// Result of an engine that executed `passes` passes.
    pub fn run(
        &self,
        passes: u64,
        time: Duration,
        cycles: Option<u64>,
        checksums: Vec<u64>,
    ) -> Run {
        Run { passes, time, instructions: self.instructions(passes), cycles, checksums }
    }

    /// Waves that have instructions.
    pub fn running_waves(&self) -> usize {
        self.program.waves.iter().filter(|wave| !wave.is_empty()).count()
    }

    /// Checksums of a run, before it.
    pub fn checksums(&self) -> Checksums {
        Checksums::new(self.program.waves.iter().map(Lines::len))
    }

    /// Loads the initial state.
    ///
    /// # Errors
    /// When the simulator has stopped.
    pub fn load(&self, hardware: &mut dyn Hardware) -> Result<(), CliError> {
        for (wave, (state, named)) in self.initial.iter().zip(&self.named).enumerate() {
            hardware.load(wave, state, named).map_err(|error| self.does_not_run(&error))?;
        }
        Ok(())
    }

    /// Error of a run that came to no end.
    pub fn does_not_run(&self, error: &RunError) -> CliError {
        CliError::Usage(format!("{} does not run: {error}", self.description))
    }
}

/// Lines without EXIT, since a repeated program must not end.
fn without_exit(lines: Executed) -> impl Iterator<Item = Line> {
    lines.iter().copied().filter(|line| line.instruction.operation != ControlOperation::Exit)
}

/// Whether the instruction neither waits for other waves nor reads a value that depends on the time
/// or on other waves.
fn is_of_its_wave_alone(line: &Line) -> bool {
    !line.instruction.operation.is_arrival() && line.instruction.operation != ReadOperation::Special
}

/// Random words and bits everywhere, EXEC all ones.
fn random_states(config: &Config, seed: u64) -> Vec<WaveState> {
    let garbage = Garbage::new(seed);
    let state = |wave: usize| {
        let mut state = WaveState::new(config.threads(), config.registers);
        let word =
            |place: usize, thread: usize| garbage.memory(wave, place * config.threads() + thread);
        for (number, register) in state.registers.iter_mut().enumerate() {
            *register = Wave::from_fn(config.threads(), |thread| word(number, thread.0) as u32);
        }
        for entry in (0..MASK_ENTRIES).filter(|&entry| entry != usize::from(MaskEntry::TRUE.0)) {
            state.masks[entry] = Wave::from_fn(config.threads(), |thread| {
                word(config.registers + entry, thread.0) & 1 == 1
            });
        }
        state
    };
    (0..config.waves).map(state).collect()
}
