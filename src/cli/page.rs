//! `lanebeat run --page`: the instructions of a run to step through, by the model.

use std::cell::RefCell;
use std::ops::Range;

use super::arguments::{CommonOptions, RunOptions};
use super::error::CliError;
use super::recording::Window;
use super::schedule::against;
use lanebeat::config::{Config, RegisterFile};
use lanebeat::cycle::{self, Event, Retire, Schedule, Silent, Sink};
use lanebeat::draw::steps::{Page, Steps};
use lanebeat::isa::Program;
use lanebeat::lockstep::{Prepared, TimedModel};

/// Instructions of a page, at most: a browser still loads it without a pause.
const LONGEST: usize = 20_000;

/// The page of a run of `prepared`, which was assembled from a text of this name.
pub fn html(
    common: &CommonOptions,
    config: &Config,
    options: &RunOptions,
    (name, text): (&str, &str),
    prepared: &Prepared,
) -> Result<String, CliError> {
    let program = &prepared.program;
    let cycles = cycle::run(config, program, &mut Silent)?.cycles;
    let window = Window::new(options, config, program, cycles)?;
    let window = window.first()..window.first() + window.cycles();
    let extent = Extent::of(config, program, |retire| window.contains(&retire.cycle))?;
    extent.check(&window)?;
    let other = match options.against.is_empty() {
        false => Some(against(common, &options.against)?),
        true => RegisterFile::ALL
            .into_iter()
            .find_map(|file| config.organised(file).filter(|_| file != config.register_file)),
    };
    let mut schedules = vec![extent.schedule(config, program)?];
    if let Some(other) = other {
        let is_shown = |retire: &Retire| extent.shown[retire.wave].contains(&retire.number);
        schedules.push(Extent::of(&other, program, is_shown)?.schedule(&other, program)?);
    }
    let steps = RefCell::new(Steps::new(program, extent.shown));
    let execution = prepared.clone().on(
        &mut TimedModel::watched(config, |wave, number, state| {
            steps.borrow_mut().before(wave, number, state);
        }),
        false,
        &mut |retirement| steps.borrow_mut().retired(&retirement.retired),
    )?;
    let command = command(config, name, options);
    let page = Page { name, text, command: &command, schedules: &schedules };
    Ok(steps.into_inner().html(|wave| &execution.waves[wave].state, &page))
}

/// Some instructions of a run, and the cycles that they take.
struct Extent<F> {
    is_part: F,
    /// Cycle in which the instruction at hand was issued.
    issued: u64,
    /// Numbers by wave.
    shown: Vec<Range<usize>>,
    cycles: Range<u64>,
    /// How many there are, and the cycle before which as many retire as a page has at most.
    count: usize,
    last: Option<u64>,
}

impl<F: Fn(&Retire) -> bool> Extent<F> {
    /// Those of which `is_part` holds, on the machine of `config`.
    fn of(config: &Config, program: &Program, is_part: F) -> Result<Self, CliError> {
        let shown = vec![0..0; config.waves.max(program.waves.len())];
        let cycles = Range { start: u64::MAX, end: 0 };
        let mut extent = Self { is_part, issued: 0, shown, cycles, count: 0, last: None };
        cycle::run(config, program, &mut extent)?;
        Ok(extent)
    }

    /// Refuses a page without instructions, and one of too many.
    fn check(&self, window: &Range<u64>) -> Result<(), CliError> {
        let (from, to) = (window.start, window.end.saturating_sub(1));
        let problem = match (self.count, self.last) {
            (0, _) => {
                format!("no instruction retires in cycles {from} to {to}; choose more of them")
            }
            (count, Some(last)) if count > LONGEST => format!(
                "a page has at most {LONGEST} instructions, not {count}; add --from {from} --to {last}"
            ),
            _ => return Ok(()),
        };
        Err(CliError::Usage(format!("--page: {problem}")))
    }

    /// The timetable of their cycles.
    fn schedule(&self, config: &Config, program: &Program) -> Result<Schedule, CliError> {
        let outline = Schedule::outline(config, program)?;
        Ok(outline.only(self.cycles.clone()).read(program)?)
    }
}

impl<F: Fn(&Retire) -> bool> Sink for Extent<F> {
    const SEES_PORTS: bool = false;

    fn see(&mut self, event: &Event) {
        match event {
            Event::Issue(issue) => self.issued = issue.cycle,
            Event::Retire(retire) if (self.is_part)(retire) => {
                let shown = &mut self.shown[retire.wave];
                let start =
                    if self.count > 0 && shown.end > 0 { shown.start } else { retire.number };
                *shown = start..retire.number + 1;
                let Range { start, end } = self.cycles;
                self.cycles = start.min(self.issued)..end.max(retire.cycle + 1);
                self.count += 1;
                if self.count == LONGEST {
                    self.last = Some(retire.cycle.saturating_sub(1));
                }
            }
            _ => {}
        }
    }
}

/// The command that makes the page again.
fn command(config: &Config, name: &str, options: &RunOptions) -> String {
    let option = |option: &str, value: Option<String>| {
        value.map_or(String::new(), |value| format!(" --{option} {value}"))
    };
    let path =
        |path: &Option<std::path::PathBuf>| path.as_ref().map(|path| path.display().to_string());
    let against: String =
        options.against.iter().map(|setting| format!(" --against {setting}")).collect();
    let [from, to] = [options.from, options.to].map(|cycle| cycle.map(|cycle| cycle.to_string()));
    format!(
        "lanebeat run {name}{}{}{}{against}{}{}",
        config.as_options(),
        option("state", path(&options.state)),
        option("page", path(&options.page)),
        option("from", from),
        option("to", to),
    )
}
