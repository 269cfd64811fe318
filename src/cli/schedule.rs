//! `lanebeat schedule`: the timetable of a program, from the cycle model.

use super::arguments::{CommonOptions, ScheduleFormat, ScheduleOptions};
use super::console::{Sheet, deliver, load_config_with, talk, to_json};
use super::error::CliError;
use super::study::choices::told;
use lanebeat::config::Config;
use lanebeat::cycle::views::{Konata, Perfetto};
use lanebeat::cycle::{Schedule, Side, lines, views, widen};
use lanebeat::draw::timetable;
use lanebeat::files::read_text;
use lanebeat::isa::{Program, asm};
use lanebeat::rtl::units;
use lanebeat::source::shorten;

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
        machines.push(against(common, &options.against)?);
    }
    let (name, text) = read_text(&options.program)?;
    let (programs, schedules): (Vec<Program>, Vec<Schedule>) = machines
        .iter()
        .map(|machine| timetable(machine, &name, &text, options))
        .collect::<Result<Vec<_>, CliError>>()?
        .into_iter()
        .unzip();
    match options.format {
        ScheduleFormat::Svg | ScheduleFormat::Html => {
            refuse_long(&schedules, options)?;
            let read = schedules.iter().cloned().zip(&programs);
            let drawn = read.map(|(outline, program)| outline.read(program));
            let drawn = drawn.collect::<Result<Vec<Schedule>, _>>()?;
            let text = match options.format {
                ScheduleFormat::Svg => timetable::svg(&drawn),
                _ => timetable::html(&drawn, &name, &command(config, &name, options)),
            };
            deliver(&text, options.output.as_deref())?;
        }
        _ => write(common, options, &programs, &schedules)?,
    }
    if let Some(whole) = options.whole.kernel() {
        let kernel = asm::read_kernel(&name, &text, &config.target(), &whole);
        talk(&format!("kernel: {}\n", told(&kernel.map_err(CliError::Usage)?)));
    }
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

/// Writes the timetables part by part: whatever takes long is not kept.
fn write(
    common: &CommonOptions,
    options: &ScheduleOptions,
    programs: &[Program],
    schedules: &[Schedule],
) -> Result<(), CliError> {
    let mut sheet = Sheet::begin(options.output.as_deref())?;
    let (program, first) = (&programs[0], &schedules[0]);
    let (titles, _) = first.cells();
    match options.format {
        ScheduleFormat::Table if common.json => {
            sheet.put("[");
            let mut between = "\n";
            first.clone().in_parts(program, &mut |part| {
                let objects = part.cells().1.into_iter().map(|cells| {
                    let object = in_json(&titles, cells);
                    format!("{}{object}", std::mem::replace(&mut between, ",\n"))
                });
                sheet.put(&objects.collect::<String>())
            })?;
            sheet.put(if between == "\n" { "]\n" } else { "\n]\n" });
        }
        ScheduleFormat::Table => {
            let (mut widths, titles) = (vec![], [titles]);
            widen(&mut widths, titles.iter());
            first.clone().in_parts(program, &mut |part| {
                widen(&mut widths, part.cells().1.iter());
                true
            })?;
            let text = |rows: &[Vec<String>]| lines(&widths, rows.iter(), " | ", |_| Side::Left);
            sheet.put(&text(&titles));
            first.clone().in_parts(program, &mut |part| sheet.put(&text(&part.cells().1)))?;
        }
        ScheduleFormat::Csv => {
            sheet.put(&views::csv(&[titles]));
            let mut put = |part: &Schedule| sheet.put(&views::csv(&part.cells().1));
            first.clone().in_parts(program, &mut put)?;
        }
        ScheduleFormat::Konata => {
            let mut konata = Konata::default();
            sheet.put(views::KONATA_HEAD);
            first.clone().in_parts(program, &mut |part| sheet.put(&konata.part(part)))?;
            sheet.put(&konata.end());
        }
        _ => {
            let mut trace = Perfetto::default();
            sheet.put(views::PERFETTO_HEAD);
            for ((program, outline), name) in
                programs.iter().zip(schedules).zip(views::names(schedules))
            {
                sheet.put(&(trace.machine(&name) + &trace.part(outline)));
                outline.clone().in_parts(program, &mut |part| sheet.put(&trace.part(part)))?;
            }
            sheet.put(views::PERFETTO_END);
        }
    }
    sheet.finish()
}

/// The machine that the common options describe, with the `settings` of --against.
pub fn against(common: &CommonOptions, settings: &[String]) -> Result<Config, CliError> {
    let machines = load_config_with(common, units::find(units::CORE)?, &[settings.to_vec()])?;
    let machine = machines.into_iter().next().expect("one machine for one list of settings");
    let is_it = |place: &str, item: &&String| place == format!("--set {}", shorten(item));
    machine.map_err(|error| match settings.iter().find(|item| is_it(&error.place, item)) {
        Some(item) => CliError::Usage(format!("--against {}: {}", shorten(item), error.problem)),
        None => error.into(),
    })
}

/// Refuses options that do not go together.
fn check(common: &CommonOptions, options: &ScheduleOptions) -> Result<(), CliError> {
    let ScheduleOptions { format, against, from, to, .. } = options;
    let shows_several =
        matches!(format, ScheduleFormat::Html | ScheduleFormat::Svg | ScheduleFormat::Perfetto);
    let problem = if common.json && *format != ScheduleFormat::Table {
        "--json is the table as JSON, and --format asks for something else; leave one out"
    } else if !against.is_empty() && !shows_several {
        "--against shows two machines, which needs --format html, svg or perfetto; add one of them"
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

/// The program, and the outline of its timetable.
fn timetable(
    machine: &Config,
    name: &str,
    text: &str,
    options: &ScheduleOptions,
) -> Result<(Program, Schedule), CliError> {
    let program = match options.whole.kernel() {
        Some(whole) => {
            let kernel = asm::read_kernel(name, text, &machine.target(), &whole);
            let lines = kernel.map_err(CliError::Usage)?.lines;
            Program { waves: vec![lines; machine.waves] }
        }
        None => asm::assemble(name, text, &machine.target())?,
    };
    let schedule = Schedule::outline(machine, &program)?;
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
    Ok((program, schedule.only(from..to)))
}

/// Refuses timetables that are too long to be drawn.
fn refuse_long(schedules: &[Schedule], options: &ScheduleOptions) -> Result<(), CliError> {
    let longest = schedules.iter().map(|schedule| {
        let shown = schedule.shown();
        shown.end - shown.start
    });
    let from = options.from.unwrap_or(0);
    refuse_long_drawing(from, longest.max().unwrap_or(0), "take --format konata or perfetto")
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
        "lanebeat schedule {name}{} --format html{against}{}{}{}",
        config.as_options(),
        options.whole.text(),
        cycle("--from", options.from),
        cycle("--to", options.to)
    )
}

/// The object of a cycle in a list: cycle and phase are numbers, the other columns text.
fn in_json(titles: &[String], cells: Vec<String>) -> String {
    let value =
        |cell: String| cell.parse::<u64>().map_or_else(|_| cell.into(), serde_json::Value::from);
    let entries = titles.iter().cloned().zip(cells.into_iter().map(value));
    let object: serde_json::Map<_, _> = entries.collect();
    let text = to_json(&object);
    text.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}
