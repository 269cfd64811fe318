//! `lanebeat check`: random programs in lockstep until hardware and model differ, and then the
//! shortest that shows it.

use std::path::PathBuf;
use std::sync::Arc;

use serde::Serialize;

use super::arguments::{CheckOptions, CommonOptions};
use super::console::{print, talk, to_json};
use super::engine::Engine;
use super::error::{CliError, report};
use super::progress;
use lanebeat::config::Config;
use lanebeat::engine::{Compiled, Flat, Interpreter};
use lanebeat::files::{FileError, write_all_atomically};
use lanebeat::hdl::Module;
use lanebeat::lockstep::campaign::{
    Failure, Plan, Progress, random_programs, random_programs_compiled, random_programs_on_all,
};
use lanebeat::lockstep::{Hardware, Machine, POWER_UP_SEED, configurations, long_program};
use lanebeat::rtl::units;
use lanebeat::simulators::{BuildOptions, random_programs_written};
use lanebeat::source::counted;

/// Default number of programs.
const PROGRAMS: u32 = 1000;
/// Default number of programs for each of all configurations.
const PROGRAMS_OF_EACH: u32 = 4;

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
    if let Some(instructions) = options.instructions {
        return check_long(config, &core, options, instructions, json);
    }
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

/// Checks long programs, one after the other.
fn check_long(
    config: &Config,
    core: &Arc<Module>,
    options: &CheckOptions,
    instructions: u64,
    json: bool,
) -> Result<(), CliError> {
    let plan = Plan { programs: options.programs.unwrap_or(1), seed: options.seed };
    let flat = Flat::new(core);
    let bar = progress::bar(plan.programs.into(), "programs");
    let mut hardware: Box<dyn Hardware> = match options.engine.as_ref().unwrap_or(&Engine::Compiled)
    {
        Engine::Compiled => {
            Box::new(Machine::new(Compiled::new(&flat, POWER_UP_SEED), config, vec![]))
        }
        Engine::Interpreter => {
            Box::new(Machine::new(Interpreter::new(&flat, POWER_UP_SEED), config, vec![]))
        }
        Engine::Written(simulator) => {
            Box::new(simulator.build(config, &BuildOptions::default())?.start()?)
        }
        _ => unreachable!("no engine of check"),
    };
    for number in 0..u64::from(plan.programs) {
        let seed = plan.seed.wrapping_add(number);
        if let Some(failure) = long_program(config, &mut *hardware, instructions, seed)? {
            bar.finish_and_clear();
            let plan = Plan { programs: 1, seed };
            return tell("", plan, None, Some((config, plan, &failure)), json);
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let agreed = format!(
        "hardware and model agree on {} of {instructions} instructions, cycle by cycle (seed {})\n",
        counted(plan.programs as usize, "random program"),
        plan.seed
    );
    tell(&agreed, plan, None, None, json)
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
    let replay = found.map(|(config, ..)| Failure::replay_command(config));
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
    Err(CliError::Differs(match write(&failure.files(config, plan.seed)) {
        Ok(()) => format!("{differ}\nreplay: {}", replay.unwrap_or_default()),
        Err(error) => {
            report(&error.into());
            format!("{differ}\nthe program:\n{}", failure.case.text().trim_end())
        }
    }))
}

/// Writes the files of a failure.
fn write(files: &[(&str, String)]) -> Result<(), FileError> {
    let files = files.iter().map(|(name, text)| (PathBuf::from(name), text.as_bytes()));
    write_all_atomically(&files.collect::<Vec<_>>())
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
    let found = random_programs_on_all(&configurations, plan, &lanebeat::rtl::core, &progress)?;
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
