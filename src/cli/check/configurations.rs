//! `lanebeat check --all-configs`: random programs on every combination of parameters that can be built.

use std::sync::Arc;

use rayon::prelude::*;

use super::{CliError, Failure, Plan, Progress, core_of, progress, random_programs, tell};
use crate::cli::arguments::{CheckOptions, CommonOptions, HardwareChoice};
use crate::cli::{Outcome, settings};
use crate::config::{Config, RegisterFile};
use crate::hdl::Module;

/// Programs for each configuration where nothing was said.
const PROGRAMS: u32 = 4;

const LANES: [usize; 5] = [4, 8, 16, 32, 64];
const BEATS: [usize; 4] = [1, 2, 4, 8];
const DEEPEST: usize = 8;
/// Registers and waves change from one configuration to the next. Seven and five of them: no other parameter has a period
/// that these have too, so each of their values meets each of the others'.
const REGISTERS: [usize; 7] = [2, 3, 16, 63, 64, 255, 256];
const WAVES: [usize; 5] = [1, 2, 3, 8, 32];
/// Of `banked` machines; they change along too.
const COLLECTORS: [usize; 4] = [1, 2, 4, 8];

/// Every organisation with every shape of wave and every depth of the pipeline; registers and waves vary
/// along, and what needs more threads than a wave has is off.
pub fn every_configuration() -> Vec<Config> {
    let mut configurations = Vec::new();
    for register_file in RegisterFile::ALL {
        for lanes in LANES {
            for beats in BEATS {
                for alu_stages in 0..=DEEPEST {
                    let registers = REGISTERS[configurations.len() % REGISTERS.len()];
                    let waves = WAVES[configurations.len() % WAVES.len()];
                    let is_banked = register_file == RegisterFile::Banked;
                    let collectors = if is_banked { COLLECTORS[configurations.len() % COLLECTORS.len()] } else { 1 };
                    let config =
                        Config { lanes, beats, registers, waves, register_file, collectors, alu_stages, ..Config::default() };
                    let without = Config { dpp: false, shuffle: false, vote: false, ..config.clone() };
                    configurations.push(if config.check().is_ok() { config } else { without });
                }
            }
        }
    }
    configurations
}

/// The first configuration, in their order, on which hardware and model differ.
#[derive(Clone, Debug)]
pub struct Found {
    pub config: Config,
    /// What was run on it: with the same plan, [`random_programs`] finds the same.
    pub plan: Plan,
    pub failure: Failure,
}

/// Runs `plan.programs` random programs on each of `configurations`, on all processors; `core` builds the hardware, and
/// each configuration has the seed after that of the one before it.
///
/// # Errors
/// When no programs can be made; a difference is no error but the result.
pub fn random_programs_on_all(
    configurations: &[Config],
    plan: Plan,
    core: &(dyn Fn(&Config) -> Arc<Module> + Sync),
    progress: &(dyn Fn(&Config, Progress) + Sync),
) -> Result<Option<Found>, CliError> {
    let one = |(number, config): (usize, &Config)| {
        let plan = Plan { seed: plan.seed.wrapping_add(number as u64), ..plan };
        let failure = random_programs(config, &core(config), plan, &|event| progress(config, event));
        failure.map(|failure| failure.map(|failure| Found { config: config.clone(), plan, failure })).transpose()
    };
    configurations.par_iter().enumerate().find_map_first(one).transpose()
}

/// Checks the core of every configuration.
pub fn check_all(common: &CommonOptions, options: &CheckOptions) -> Result<Outcome, CliError> {
    chooses_no_machine(common)?;
    if options.engine.is_some_and(|engine| engine != HardwareChoice::Interpreter) {
        let problem = "--all-configs runs hundreds of machines, too many to build or compile each; leave out --engine";
        return Err(CliError::Usage(problem.to_owned()));
    }
    core_of(options)?;
    let configurations = every_configuration();
    let plan = Plan { programs: options.programs.unwrap_or(PROGRAMS), seed: options.seed };
    let programs = configurations.len() as u64 * u64::from(plan.programs);
    let bar = progress::bar(programs, "programs");
    let progress = |config: &Config, event| match event {
        Progress::Agreed => {
            bar.set_message(settings::options(config));
            bar.inc(1);
        }
        Progress::Shrinking => {
            bar.set_message(format!("(they differ; looking for the shortest program){}", settings::options(config)))
        }
    };
    let found = random_programs_on_all(&configurations, plan, &crate::rtl::core, &progress)?;
    bar.finish_and_clear();
    let (count, seed) = (configurations.len(), plan.seed);
    let agreed = format!("hardware and model agree on {programs} programs in {count} configurations (seed {seed})\n");
    let found = found.as_ref().map(|found| (&found.config, found.plan, &found.failure));
    tell(&agreed, plan, Some(count), found, common.json)
}

/// Refuses options that describe one machine.
fn chooses_no_machine(common: &CommonOptions) -> Result<(), CliError> {
    let given = [("--preset", common.preset.is_some()), ("--config", common.config.is_some()), ("--set", !common.set.is_empty())];
    match given.into_iter().find(|&(_, is_given)| is_given) {
        Some((option, _)) => Err(CliError::Usage(format!(
            "--all-configs checks every configuration, but {option} chooses one; leave out {option} or --all-configs"
        ))),
        None => Ok(()),
    }
}
