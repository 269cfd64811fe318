//! Campaigns: random programs in lockstep until hardware and model differ, and then the shortest
//! that shows it.
//!
//! ```
//! use lanebeat::config::Preset;
//! use lanebeat::lockstep::campaign::{Plan, random_programs};
//! use lanebeat::rtl::core;
//!
//! let config = Preset::Small.config();
//! let plan = Plan { programs: 2, seed: 1 };
//! let failure = random_programs(&config, &core(&config), plan, &|_| {})?;
//! assert!(failure.is_none());
//! # Ok::<(), lanebeat::lockstep::campaign::CampaignError>(())
//! ```

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use proptest::test_runner::{
    Config as RunnerConfig, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner,
};
use rayon::prelude::*;

use super::compare::Difference;
use super::execution::{Execution, POWER_UP_SEED, Prepared};
use super::hardware::RunError;
use super::random_program::{Case, case};
use super::state_file::{self, NamedState};
use crate::config::Config;
use crate::engine::{Code, Compiled, Flat};
use crate::hdl::Module;
use crate::isa::{MaskEntry, Register};

/// Instructions of the longest program.
const LONGEST: usize = 24;
/// Waves that may have instructions; one more is loaded and must stay as it is.
const RUNNING_WAVES: usize = 4;
/// Programs that one processor runs before it looks for more.
const BATCH: u32 = 50;
/// Programs tried on the way to the shortest.
const SHRINKING_STEPS: u32 = 4096;

/// Size and seed of a campaign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Number of programs.
    pub programs: u32,
    /// The same seed gives the same programs.
    pub seed: u64,
}

/// The shortest program found on which hardware and model differ.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The program, and the state before it.
    pub case: Case,
    /// One sentence.
    pub difference: String,
}

const PROGRAM: &str = "lanebeat-failure.s";
const STATE: &str = "lanebeat-failure.json";

impl Failure {
    /// Names and texts of the files that [`Failure::replay_command`] executes; `seed` found the
    /// failure.
    pub fn files(&self, config: &Config, seed: u64) -> [(&'static str, String); 2] {
        // The remark stands at the end so that the line numbers are those of the difference.
        let program = format!("{}// Seed {seed}. {}\n", self.case.text(), self.difference);
        let state = state_file::write(&prepared(config, &self.case).waves, None);
        [(PROGRAM, program), (STATE, state)]
    }

    /// The command that shows a difference on the machine of `config` again.
    pub fn replay_command(config: &Config) -> String {
        format!("lanebeat run {PROGRAM} --state {STATE}{}", config.as_options())
    }
}

/// Why a campaign does not come to its end.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each says in its message what it is")]
pub enum CampaignError {
    #[error("no random programs can be made: {0}")]
    Programs(String),
    #[error(transparent)]
    Stopped(RunError),
}

/// Progress that [`random_programs`] reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// One more program retired as in the model.
    Agreed,
    /// A shorter program is tried.
    Shrinking,
}

/// Runs random programs for the machine of `config` on the hardware `core` in lockstep with the
/// model.
///
/// # Errors
/// When no programs can be made; a difference is no error but the result.
pub fn random_programs(
    config: &Config,
    core: &Arc<Module>,
    plan: Plan,
    progress: &dyn Fn(Progress),
) -> Result<Option<Failure>, CampaignError> {
    let flat = Flat::new(core);
    random_programs_on(config, plan, 0, progress, |prepared| {
        prepared.on_hardware(config, &flat, true, vec![])
    })
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
) -> Result<Option<Failure>, CampaignError> {
    let code = Code::new(&Flat::new(core));
    let one = |batch: u32| {
        let plan = Plan { programs: (plan.programs - batch * BATCH).min(BATCH), ..plan };
        let machine = || Compiled::power_up(&code, POWER_UP_SEED);
        random_programs_on(config, plan, batch, progress, |prepared| {
            prepared.on_engine(machine(), config, true, vec![])
        })
        .transpose()
    };
    (0..plan.programs.div_ceil(BATCH)).into_par_iter().find_map_first(one).transpose()
}

/// Runs the random programs of a batch by `run` until one fails, and then shorter ones.
///
/// # Errors
/// When no programs can be made, or the simulator of the hardware has stopped; a difference is no
/// error but the result.
pub fn random_programs_on(
    config: &Config,
    plan: Plan,
    batch: u32,
    progress: &dyn Fn(Progress),
    run: impl Fn(Prepared) -> Result<Execution, Difference>,
) -> Result<Option<Failure>, CampaignError> {
    let mut runner = batch_runner(plan.programs, plan.seed, batch);
    let (has_failed, stopped) = (Cell::new(false), RefCell::new(None));
    let run = |case: Case| {
        let outcome = run(prepared(config, &case));
        if let Err(Difference::Run(error @ RunError::Simulator { .. })) = &outcome {
            stopped.replace(Some(error.clone()));
        }
        has_failed.set(has_failed.get() || outcome.is_err());
        progress(if has_failed.get() { Progress::Shrinking } else { Progress::Agreed });
        outcome.map(drop).map_err(|difference| TestCaseError::fail(difference.to_string()))
    };
    let found = runner.run(&case(config, LONGEST, RUNNING_WAVES), run);
    if let Some(error) = stopped.take() {
        return Err(CampaignError::Stopped(error));
    }
    match found {
        Ok(()) => Ok(None),
        Err(TestError::Fail(reason, case)) => {
            Ok(Some(Failure { case, difference: reason.message().to_owned() }))
        }
        Err(TestError::Abort(reason)) => Err(CampaignError::Programs(reason.to_string())),
    }
}

/// Makes `cases` random programs; the same seed gives the same ones.
pub fn runner(cases: u32, seed: u64) -> TestRunner {
    batch_runner(cases, seed, 0)
}

/// As [`runner`]; every batch of a seed has programs of its own.
fn batch_runner(cases: u32, seed: u64, batch: u32) -> TestRunner {
    let config = RunnerConfig {
        cases,
        failure_persistence: None,
        max_shrink_iters: SHRINKING_STEPS,
        ..RunnerConfig::default()
    };
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..12].copy_from_slice(&batch.to_le_bytes());
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
}

/// The case with the entries to load and compare: those the program names, and some others.
fn prepared(config: &Config, case: &Case) -> Prepared {
    let waves = case.initial.iter().take(RUNNING_WAVES + 1).enumerate().map(|(wave, state)| {
        let bystanders = [0, config.registers - 1, (7 * wave + 5) % config.registers];
        NamedState {
            state: state.clone(),
            named: true,
            registers: bystanders.into_iter().map(|number| Register(number as u8)).collect(),
            masks: [MaskEntry::predicate(wave as u8), MaskEntry::slot(wave as u8 % 4)].into(),
            floats: [].into(),
        }
    });
    Prepared::new(case.program.clone(), waves.collect())
}

/// The first configuration, in their order, on which hardware and model differ.
#[derive(Clone, Debug)]
pub struct Found {
    /// The configuration.
    pub config: Config,
    /// Plan that was run on it: with the same plan, [`random_programs`] finds the same failure.
    pub plan: Plan,
    /// Failure on it.
    pub failure: Failure,
}

/// Runs `plan.programs` random programs on each of `configurations`, on all processors; `core`
/// builds the hardware, and each configuration has the seed after that of the one before it.
///
/// # Errors
/// When no programs can be made; a difference is no error but the result.
pub fn random_programs_on_all(
    configurations: &[Config],
    plan: Plan,
    core: &(dyn Fn(&Config) -> Arc<Module> + Sync),
    progress: &(dyn Fn(&Config, Progress) + Sync),
) -> Result<Option<Found>, CampaignError> {
    let one = |(number, config): (usize, &Config)| {
        let plan = Plan { seed: plan.seed.wrapping_add(number as u64), ..plan };
        let failure =
            random_programs(config, &core(config), plan, &|event| progress(config, event));
        failure
            .map(|failure| failure.map(|failure| Found { config: config.clone(), plan, failure }))
            .transpose()
    };
    configurations.par_iter().enumerate().find_map_first(one).transpose()
}
