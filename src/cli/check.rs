//! `lanebeat check`: random programs in lockstep until hardware and model differ, and then the shortest that shows it.

use std::cell::{Cell, RefCell};
use std::path::Path;
use std::sync::Arc;

use proptest::test_runner::{Config as RunnerConfig, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use rayon::prelude::*;
use serde::Serialize;

use super::arguments::{CheckOptions, HardwareChoice};
use super::error::report;
use super::execution::{Execution, POWER_UP_SEED, Prepared};
use super::files::{FileError, write_all_atomically};
use super::simulator::{BuildOptions, Built, Simulator, SimulatorError};
use super::state_file::{self, NamedState};
use super::{CliError, Outcome, print, progress, settings, talk, to_json, unit};
use crate::config::Config;
use crate::hdl::Module;
use crate::isa::{MaskEntry, Register};
use crate::sim::{Case, Code, Compiled, Difference, Flat, RunError, case};

pub mod configurations;

/// Programs where nothing was said.
const PROGRAMS: u32 = 1000;
/// Instructions of the longest program.
const LONGEST: usize = 24;
/// Waves that may have instructions; one more is loaded and must stay as it is.
const RUNNING_WAVES: usize = 4;
/// Programs that one processor runs before it looks for more.
const BATCH: u32 = 50;
/// Programs tried on the way to the shortest.
const SHRINKING_STEPS: u32 = 4096;

const FAILURE_PROGRAM: &str = "lanebeat-failure.s";
const FAILURE_STATE: &str = "lanebeat-failure.json";

/// What is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    pub programs: u32,
    /// The same seed gives the same programs.
    pub seed: u64,
}

/// The shortest program found on which hardware and model differ.
#[derive(Clone, Debug)]
pub struct Failure {
    pub case: Case,
    /// One sentence.
    pub difference: String,
}

/// The result as JSON.
#[derive(Serialize)]
struct Report<'a> {
    /// Of each configuration.
    programs: u32,
    seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    configurations: Option<usize>,
    difference: Option<&'a str>,
    replay: Option<String>,
}

/// Checks what is asked for, on one machine.
pub fn check(config: &Config, options: &CheckOptions, json: bool) -> Result<Outcome, CliError> {
    let core = unit::build(unit::find(core_of(options)?)?, config)?;
    let plan = Plan { programs: options.programs.unwrap_or(PROGRAMS), seed: options.seed };
    let bar = progress::bar(plan.programs.into(), "programs");
    let progress = |event| match event {
        Progress::Agreed => bar.inc(1),
        Progress::Shrinking => bar.set_message("(they differ; looking for the shortest program)"),
    };
    let failure = match options.engine.unwrap_or(HardwareChoice::Compiled) {
        HardwareChoice::Compiled => random_programs_compiled(config, &core, plan, &progress)?,
        HardwareChoice::Interpreter => random_programs(config, &core, plan, &progress)?,
        HardwareChoice::Verilator => {
            random_programs_written(config, &Simulator::Verilator.build(config, &BuildOptions::default())?, plan, &progress)?
        }
        HardwareChoice::Icarus => {
            random_programs_written(config, &Simulator::Icarus.build(config, &BuildOptions::default())?, plan, &progress)?
        }
    };
    bar.finish_and_clear();
    let agreed = format!("hardware and model agree on {} random programs (seed {})\n", plan.programs, plan.seed);
    tell(&agreed, plan, None, failure.as_ref().map(|failure| (config, plan, failure)), json)
}

/// The unit to check, which is the core.
fn core_of(options: &CheckOptions) -> Result<&str, CliError> {
    let name = options.unit.as_deref().unwrap_or(unit::CORE);
    if unit::find(name)?.name != unit::CORE {
        return Err(CliError::Usage(format!("unit {name} is checked only as part of the core; use `lanebeat check core`")));
    }
    Ok(name)
}

/// Tells what came of `plan`: `agreed`, or the failure on a configuration with the plan that finds it there.
fn tell(
    agreed: &str,
    plan: Plan,
    configurations: Option<usize>,
    found: Option<(&Config, Plan, &Failure)>,
    json: bool,
) -> Result<Outcome, CliError> {
    let replay = found.map(|(config, ..)| replay_command(config));
    if json {
        let difference = found.map(|(_, _, failure)| failure.difference.as_str());
        let (programs, seed) = (plan.programs, plan.seed);
        print(&to_json(&Report { programs, seed, configurations, difference, replay: replay.clone() }))?;
    }
    let Some((config, plan, failure)) = found else {
        if json {
            talk(agreed)
        } else {
            print(agreed)?
        }
        return Ok(Outcome::Good);
    };
    talk(&format!("hardware and model differ: {}\n", failure.difference));
    match write_failure(config, failure, plan.seed, Path::new("")) {
        Ok(()) => talk(&format!("replay: {}\n", replay.unwrap_or_default())),
        Err(error) => {
            report(&error.into());
            talk(&format!("the program:\n{}", failure.case.text()));
        }
    }
    Ok(Outcome::Differs)
}

/// The command that shows the difference again.
pub fn replay_command(config: &Config) -> String {
    format!("lanebeat run {FAILURE_PROGRAM} --state {FAILURE_STATE}{}", settings::options(config))
}

/// Writes the program and the state of `failure` into `directory`.
///
/// # Errors
/// When they cannot be written.
pub fn write_failure(config: &Config, failure: &Failure, seed: u64, directory: &Path) -> Result<(), FileError> {
    // The remark stands at the end so that the line numbers are those of the difference.
    let program = format!("{}// Seed {seed}. {}\n", failure.case.text(), failure.difference);
    let state = state_file::write(&prepared(config, &failure.case).waves, None);
    let files = [(directory.join(FAILURE_PROGRAM), program.as_bytes()), (directory.join(FAILURE_STATE), state.as_bytes())];
    write_all_atomically(&files)
}

/// What [`random_programs`] tells on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// One more program retired what the model says.
    Agreed,
    /// A shorter program is tried.
    Shrinking,
}

/// Runs random programs for the machine of `config` on the hardware `core` in lockstep with the model.
///
/// # Errors
/// When no programs can be made; a difference is no error but the result.
pub fn random_programs(
    config: &Config,
    core: &Arc<Module>,
    plan: Plan,
    progress: &dyn Fn(Progress),
) -> Result<Option<Failure>, CliError> {
    let flat = Flat::new(core);
    random_programs_on(config, plan, 0, progress, |prepared| prepared.on_hardware(config, &flat, true, vec![]))
}

/// As [`random_programs`], in machine code and on all processors.
///
/// # Errors
/// When no programs can be made; a difference is no error but the result.
pub fn random_programs_compiled(
    config: &Config,
    core: &Arc<Module>,
    plan: Plan,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Option<Failure>, CliError> {
    let code = Code::new(&Flat::new(core));
    let one = |batch: u32| {
        let plan = Plan { programs: (plan.programs - batch * BATCH).min(BATCH), ..plan };
        let machine = || Compiled::power_up(&code, POWER_UP_SEED);
        random_programs_on(config, plan, batch, progress, |prepared| prepared.on_engine(machine(), config, true, vec![]))
            .transpose()
    };
    (0..plan.programs.div_ceil(BATCH)).into_par_iter().find_map_first(one).transpose()
}

/// As [`random_programs`], on the Verilog of `config`'s machine that was built as `built`.
///
/// # Errors
/// When no programs can be made, or the simulation does not run.
pub fn random_programs_written(
    config: &Config,
    built: &Built,
    plan: Plan,
    progress: &dyn Fn(Progress),
) -> Result<Option<Failure>, CliError> {
    let simulation = RefCell::new(built.start()?);
    let stopped = RefCell::new(None);
    let found = random_programs_on(config, plan, 0, progress, |prepared| {
        let mut simulation = simulation.borrow_mut();
        let outcome = simulation.reset().map_err(Difference::from).and_then(|()| prepared.on(&mut *simulation, true));
        if let Err(Difference::Run(error @ RunError::Simulator { .. })) = &outcome {
            stopped.replace(Some(SimulatorError::Stopped(error.clone())));
        }
        outcome
    });
    match stopped.take() {
        Some(error) => Err(error.into()),
        None => found,
    }
}

/// Runs the random programs of a batch by `run` until one fails, and then shorter ones.
fn random_programs_on(
    config: &Config,
    plan: Plan,
    batch: u32,
    progress: &dyn Fn(Progress),
    run: impl Fn(Prepared) -> Result<Execution, Difference>,
) -> Result<Option<Failure>, CliError> {
    let mut runner = batch_runner(plan.programs, plan.seed, batch);
    let has_failed = Cell::new(false);
    let run = |case: Case| {
        let outcome = run(prepared(config, &case));
        has_failed.set(has_failed.get() || outcome.is_err());
        progress(if has_failed.get() { Progress::Shrinking } else { Progress::Agreed });
        outcome.map(drop).map_err(|difference| TestCaseError::fail(difference.to_string()))
    };
    match runner.run(&case(config, LONGEST, RUNNING_WAVES), run) {
        Ok(()) => Ok(None),
        Err(TestError::Fail(reason, case)) => Ok(Some(Failure { case, difference: reason.message().to_owned() })),
        Err(TestError::Abort(reason)) => Err(CliError::Usage(format!("no random programs can be made: {reason}"))),
    }
}

/// Makes `cases` random programs; the same seed gives the same ones.
pub fn runner(cases: u32, seed: u64) -> TestRunner {
    batch_runner(cases, seed, 0)
}

/// As [`runner`]; every batch of a seed has programs of its own.
fn batch_runner(cases: u32, seed: u64, batch: u32) -> TestRunner {
    let config = RunnerConfig { cases, failure_persistence: None, max_shrink_iters: SHRINKING_STEPS, ..RunnerConfig::default() };
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..12].copy_from_slice(&batch.to_le_bytes());
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
}

/// The case with what is loaded and compared: what the program names, and some of what it does not.
fn prepared(config: &Config, case: &Case) -> Prepared {
    let waves = case.initial.iter().take(RUNNING_WAVES + 1).enumerate().map(|(wave, state)| {
        let bystanders = [0, config.registers - 1, (7 * wave + 5) % config.registers];
        NamedState {
            state: state.clone(),
            named: true,
            registers: bystanders.into_iter().map(|number| Register(number as u8)).collect(),
            masks: [MaskEntry::predicate(wave as u8), MaskEntry::slot(wave as u8 % 4)].into(),
        }
    });
    Prepared::new(case.program.clone(), waves.collect())
}
