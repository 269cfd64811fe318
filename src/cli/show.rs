//! `lanebeat show`: the consequences of a configuration.

use std::fmt::Write as _;

use super::arguments::{ShowFormat, ShowOptions};
use super::console::{print, to_json};
use super::error::CliError;
use lanebeat::config::Config;
use lanebeat::plan::{Plan, PlannedOperation, Row};

/// Prints the plan of the machine.
pub fn show(config: &Config, options: &ShowOptions, json: bool) -> Result<(), CliError> {
    let plan = Plan::new(config);
    let is_json = json || options.format == ShowFormat::Json;
    print(&if is_json { to_json(&plan) } else { text(&plan) })
}

/// The parameters, the sections of numbers, the units and the operations, a line each.
fn text(plan: &Plan) -> String {
    let mut text = format!("parameters\n{}", indented(&plan.to_toml()));
    for section in plan.sections() {
        let width = |of: fn(&Row) -> usize| section.rows.iter().map(of).max().unwrap_or(0);
        let (name, value) = (width(|row| row.name.len()), width(|row| row.value.len()));
        let line =
            |row: &Row| format!("{:name$}  {:value$}  {}\n", row.name, row.value, row.description);
        let lines: String = section.rows.iter().map(line).collect();
        let _ = write!(text, "\n{}\n{}", section.title, indented(&lines));
    }
    let units: String =
        plan.units.iter().map(|unit| format!("{} x {}\n", unit.copies, unit.name)).collect();
    let _ = write!(text, "\nunits of the core\n{}", indented(&units));
    let (once, several): (Vec<_>, Vec<_>) =
        plan.operations.iter().partition(|planned| planned.passes == 1);
    let passes = |planned: &&PlannedOperation| {
        let PlannedOperation { operation, passes, reach, .. } = planned;
        let name = operation.row().spellings[0].mnemonic;
        format!("{passes} passes  {name}, which looks at {reach} threads\n")
    };
    let lines = several.iter().map(passes).collect::<String>();
    let _ = write!(text, "\noperations\n{}", indented(&lines));
    let _ = writeln!(text, "  1 pass    the other {}", once.len());
    text
}

fn indented(lines: &str) -> String {
    lines.lines().map(|line| format!("  {}\n", line.trim_end())).collect()
}
