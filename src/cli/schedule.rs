//! `lanebeat schedule`: the timetable of a program, from the cycle model.

use super::arguments::ScheduleOptions;
use super::console::{Outcome, deliver, talk, to_json};
use super::error::CliError;
use crate::config::Config;
use crate::cycle::Schedule;
use crate::files::read_text;
use crate::isa::asm;

/// Writes the timetable as text, as comma-separated values or as JSON, one line or object a cycle.
pub fn schedule(
    config: &Config,
    options: &ScheduleOptions,
    json: bool,
) -> Result<Outcome, CliError> {
    if options.csv && json {
        return Err(CliError::Usage(
            "--csv and --json are two forms of one table; leave one out".to_owned(),
        ));
    }
    let (name, text) = read_text(&options.program)?;
    let program = asm::assemble(&name, &text, &config.target())?;
    let schedule = Schedule::new(config, &program)?;
    let text = if json {
        in_json(&schedule)
    } else if options.csv {
        schedule.to_csv()
    } else {
        schedule.to_text()
    };
    deliver(&text, options.output.as_deref())?;
    talk(&schedule.totals().to_string());
    Ok(Outcome::Good)
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
