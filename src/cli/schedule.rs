//! `lanebeat schedule`: the timetable of a program, from the cycle model.

use super::arguments::{CommonOptions, ScheduleFormat, ScheduleOptions};
use super::console::{deliver, load_config_with, talk, to_json};
use super::error::CliError;
use crate::config::{Config, ConfigError, Place};
use crate::cycle::{Schedule, views};
use crate::draw::timetable;
use crate::files::read_text;
use crate::isa::asm;
use crate::source::shorten;

/// Cycles that a drawing shows at most: a browser still scrolls through the page without a pause.
const DRAWN_CYCLES: u64 = 2000;

/// Writes the timetable of the program on the machine, and on the one that it is compared with.
pub fn schedule(
    common: &CommonOptions,
    config: &Config,
    options: &ScheduleOptions,
) -> Result<(), CliError> {
    check(common, options)?;
    let mut machines = vec![config.clone()];
    if !options.against.is_empty() {
        let against = load_config_with(common, std::slice::from_ref(&options.against))?;
        let machine = against.into_iter().next().expect("one machine for one list of settings");
        machines.push(machine.map_err(|error| against_error(options, error))?);
    }
    let (name, text) = read_text(&options.program)?;
    let schedules = machines
        .iter()
        .map(|machine| timetable(machine, &name, &text, options))
        .collect::<Result<Vec<Schedule>, CliError>>()?;
    let [first, ..] = &schedules[..] else { unreachable!("there is a machine") };
    let text = match options.format {
        ScheduleFormat::Table if common.json => in_json(first),
        ScheduleFormat::Table => first.to_text(),
        ScheduleFormat::Csv => first.to_csv(),
        ScheduleFormat::Konata => views::konata(first),
        ScheduleFormat::Perfetto => views::perfetto(&schedules),
        ScheduleFormat::Svg => timetable::svg(&drawable(schedules.clone(), options)?),
        ScheduleFormat::Html => {
            let command = command(config, &name, options);
            timetable::html(&drawable(schedules.clone(), options)?, &name, &command)
        }
    };
    deliver(&text, options.output.as_deref())?;
    match &schedules[..] {
        [only] => talk(&only.totals().to_string()),
        several => {
            for (schedule, name) in several.iter().zip(views::names(several)) {
                talk(&format!("{name}\n{}", schedule.totals()));
            }
        }
    }
    Ok(())
}

/// The error with the option that gave the value.
fn against_error(options: &ScheduleOptions, error: ConfigError) -> CliError {
    match error.place() {
        Place::Set(item) if options.against.iter().any(|setting| shorten(setting) == *item) => {
            CliError::Usage(format!("--against {item}: {}", error.problem()))
        }
        _ => error.into(),
    }
}

/// Refuses options that do not go together.
fn check(common: &CommonOptions, options: &ScheduleOptions) -> Result<(), CliError> {
    let ScheduleOptions { format, against, from, to, csv, .. } = options;
    let is_log = matches!(format, ScheduleFormat::Konata | ScheduleFormat::Perfetto);
    let shows_several =
        matches!(format, ScheduleFormat::Html | ScheduleFormat::Svg | ScheduleFormat::Perfetto);
    let problem = if *csv {
        "--csv is no option any more; write --format csv"
    } else if common.json && *format != ScheduleFormat::Table {
        "--json is the table as JSON, and --format asks for something else; leave one out"
    } else if !against.is_empty() && !shows_several {
        "--against shows two machines, which needs --format html, svg or perfetto; add one of them"
    } else if is_log && (from.is_some() || to.is_some()) {
        "--from and --to cut a table or a drawing, and this format is for a viewer that moves \
         through the whole run; leave them out"
    } else {
        return match (from, to) {
            (Some(from), Some(to)) if to < from => Err(CliError::Usage(format!(
                "--to {to} comes before --from {from}; try --to {}",
                from.saturating_add(99)
            ))),
            _ => Ok(()),
        };
    };
    Err(CliError::Usage(problem.to_owned()))
}

fn timetable(
    machine: &Config,
    name: &str,
    text: &str,
    options: &ScheduleOptions,
) -> Result<Schedule, CliError> {
    let program = asm::assemble(name, text, &machine.target())?;
    let schedule = Schedule::new(machine, &program)?;
    let from = options.from.unwrap_or(0);
    let to = options.to.map_or(u64::MAX, |to| to.saturating_add(1));
    let cycles = schedule.totals().cycles;
    if from > 0 && from >= cycles {
        return Err(CliError::Usage(format!(
            "--from {from} is behind the end: {} takes cycles 0 to {}; try --from 0",
            shorten(name),
            cycles.saturating_sub(1)
        )));
    }
    Ok(schedule.only(from..to))
}

/// The schedules, if they are not too long to be drawn.
fn drawable(
    schedules: Vec<Schedule>,
    options: &ScheduleOptions,
) -> Result<Vec<Schedule>, CliError> {
    let longest = schedules.iter().map(|schedule| {
        let shown = schedule.shown();
        shown.end - shown.start
    });
    let from = options.from.unwrap_or(0);
    refuse_long_drawing(from, longest.max().unwrap_or(0), "take --format konata or perfetto")?;
    Ok(schedules)
}

/// Refuses a drawing of so many cycles from one on if they are too many, with a cure.
pub fn refuse_long_drawing(from: u64, cycles: u64, otherwise: &str) -> Result<(), CliError> {
    if cycles <= DRAWN_CYCLES {
        return Ok(());
    }
    let to = from + DRAWN_CYCLES - 1;
    Err(CliError::Usage(format!(
        "a drawing has at most {DRAWN_CYCLES} cycles, not {cycles}; add --from {from} --to {to}, \
         or {otherwise}"
    )))
}

/// The command that makes the page again.
fn command(config: &Config, name: &str, options: &ScheduleOptions) -> String {
    let against: String =
        options.against.iter().map(|setting| format!(" --against {setting}")).collect();
    let cycle = |option: &str, cycle: Option<u64>| {
        cycle.map_or(String::new(), |cycle| format!(" {option} {cycle}"))
    };
    format!(
        "lanebeat schedule {name}{} --format html{against}{}{}",
        config.as_options(),
        cycle("--from", options.from),
        cycle("--to", options.to)
    )
}

/// An object for each cycle: cycle and phase are numbers, the other columns text.
fn in_json(schedule: &Schedule) -> String {
    let (titles, rows) = schedule.cells();
    let value =
        |cell: String| cell.parse::<u64>().map_or_else(|_| cell.into(), serde_json::Value::from);
    let object =
        |cells: Vec<String>| titles.iter().cloned().zip(cells.into_iter().map(value)).collect();
    to_json(&rows.into_iter().map(object).collect::<Vec<serde_json::Map<_, _>>>())
}
