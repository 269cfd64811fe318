//! `lanebeat check`: random programs in lockstep until hardware and model differ, and then the
//! shortest that shows it.

use std::path::Path;

use serde::Serialize;

use super::arguments::{CheckOptions, CommonOptions};
use super::console::{print, talk, to_json};
use super::engine::Engine;
use super::error::{CliError, report};
use super::progress;
use crate::config::Config;
use crate::files::{FileError, write_all_atomically};
use crate::lockstep::campaign::{
    Failure, Plan, Progress, prepared, random_programs, random_programs_compiled,
    random_programs_on_all,
};
use crate::lockstep::{configurations, state_file};
use crate::rtl::units;
use crate::simulators::{BuildOptions, random_programs_written};

/// Default number of programs.
const PROGRAMS: u32 = 1000;
/// Default number of programs for each of all configurations.
const PROGRAMS_OF_EACH: u32 = 4;
const FAILURE_PROGRAM: &str = "lanebeat-failure.s";
const FAILURE_STATE: &str = "lanebeat-failure.json";

/// The result as JSON.
#[derive(Serialize)]
struct Report<'a> {
    /// Number of programs for each configuration.
    programs: u32,
    seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    configurations: Option<usize>,
    difference: Option<&'a str>,
    replay: Option<String>,
}

/// Checks what is asked for, on one machine.
pub fn check(config: &Config, options: &CheckOptions, json: bool) -> Result<(), CliError> {
    let core = units::build(units::find(units::CORE)?, config)?;
    let plan = Plan { programs: options.programs.unwrap_or(PROGRAMS), seed: options.seed };
    let bar = progress::bar(plan.programs.into(), "programs");
    let progress = |event| match event {
        Progress::Agreed => bar.inc(1),
        Progress::Shrinking => bar.set_message("(they differ; looking for the shortest program)"),
    };
    let failure = match options.engine.as_ref().unwrap_or(&Engine::Compiled) {
        Engine::Interpreter => random_programs(config, &core, plan, &progress)?,
        Engine::Written(simulator) => {
            let built = simulator.build(config, &BuildOptions::default())?;
            random_programs_written(config, &built, plan, &progress)?
        }
        _ => random_programs_compiled(config, &core, plan, &progress)?,
    };
    bar.finish_and_clear();
    let agreed = format!(
        "hardware and model agree on {} random programs (seed {})\n",
        plan.programs, plan.seed
    );
    tell(&agreed, plan, None, failure.as_ref().map(|failure| (config, plan, failure)), json)
}

/// Reports the result of `plan`: `agreed`, or the failure on a configuration with the plan that
/// finds it there.
fn tell(
    agreed: &str,
    plan: Plan,
    configurations: Option<usize>,
    found: Option<(&Config, Plan, &Failure)>,
    json: bool,
) -> Result<(), CliError> {
    let replay = found.map(|(config, ..)| replay_command(config));
    if json {
        let difference = found.map(|(_, _, failure)| failure.difference.as_str());
        let (programs, seed) = (plan.programs, plan.seed);
        print(&to_json(&Report {
            programs,
            seed,
            configurations,
            difference,
            replay: replay.clone(),
        }))?;
    }
    let Some((config, plan, failure)) = found else {
        if json {
            talk(agreed);
            return Ok(());
        }
        return print(agreed);
    };
    let differ = format!("hardware and model differ: {}", failure.difference);
    Err(CliError::Differs(match write_failure(config, failure, plan.seed, Path::new("")) {
        Ok(()) => format!("{differ}\nreplay: {}", replay.unwrap_or_default()),
        Err(error) => {
            report(&error.into());
            format!("{differ}\nthe program:\n{}", failure.case.text().trim_end())
        }
    }))
}

/// The command that shows the difference again.
pub fn replay_command(config: &Config) -> String {
    format!("lanebeat run {FAILURE_PROGRAM} --state {FAILURE_STATE}{}", config.as_options())
}

/// Writes the program and the state of `failure` into `directory`.
///
/// # Errors
/// When they cannot be written.
pub fn write_failure(
    config: &Config,
    failure: &Failure,
    seed: u64,
    directory: &Path,
) -> Result<(), FileError> {
    // The remark stands at the end so that the line numbers are those of the difference.
    let program = format!("{}// Seed {seed}. {}\n", failure.case.text(), failure.difference);
    let state = state_file::write(&prepared(config, &failure.case).waves, None);
    let files = [
        (directory.join(FAILURE_PROGRAM), program.as_bytes()),
        (directory.join(FAILURE_STATE), state.as_bytes()),
    ];
    write_all_atomically(&files)
}

/// Checks the cores of configurations that together have every pair of values.
pub fn check_all(common: &CommonOptions, options: &CheckOptions) -> Result<(), CliError> {
    chooses_no_machine(common)?;
    if options.engine.as_ref().is_some_and(|engine| *engine != Engine::Interpreter) {
        let problem = "--all-configs runs hundreds of machines, too many to build or compile each; leave out --engine";
        return Err(CliError::Usage(problem.to_owned()));
    }
    let configurations = configurations();
    let plan = Plan { programs: options.programs.unwrap_or(PROGRAMS_OF_EACH), seed: options.seed };
    let programs = configurations.len() as u64 * u64::from(plan.programs);
    let bar = progress::bar(programs, "programs");
    let progress = |config: &Config, event| match event {
        Progress::Agreed => {
            bar.set_message(config.as_options());
            bar.inc(1);
        }
        Progress::Shrinking => bar.set_message(format!(
            "(they differ; looking for the shortest program){}",
            config.as_options()
        )),
    };
    let found = random_programs_on_all(&configurations, plan, &crate::rtl::core, &progress)?;
    bar.finish_and_clear();
    let (count, seed) = (configurations.len(), plan.seed);
    let agreed = format!(
        "hardware and model agree on {programs} programs in {count} configurations (seed {seed})\n"
    );
    let found = found.as_ref().map(|found| (&found.config, found.plan, &found.failure));
    tell(&agreed, plan, Some(count), found, common.json)
}

/// Refuses options that describe one machine.
fn chooses_no_machine(common: &CommonOptions) -> Result<(), CliError> {
    let option = match common {
        CommonOptions { preset: Some(_), .. } => "--preset",
        CommonOptions { config: Some(_), .. } => "--config",
        CommonOptions { set, .. } if !set.is_empty() => "--set",
        _ => return Ok(()),
    };
    Err(CliError::Usage(format!(
        "--all-configs checks many machines, but {option} chooses one; leave out {option} or --all-configs"
    )))
}
