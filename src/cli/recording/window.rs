//! Range of the cycles in a waveform.

use crate::cli::arguments::RunOptions;
use crate::cli::error::CliError;
use lanebeat::config::Config;
use lanebeat::isa::Program;

/// Some cycles, counted as `schedule` counts them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// `None`: from reset on, loading of registers and all.
    from: Option<u64>,
    /// The last one; `None`: to the end, reading of registers and all.
    to: Option<u64>,
    /// Cycles that the program takes.
    total: u64,
}

/// Action in a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    Write,
    /// Only the captions look, so that they know what is on its way when the window begins.
    Watch,
    /// The window is over.
    Skip,
}

impl Window {
    /// The window from reset to the end, of any length.
    pub fn everything() -> Self {
        Self { from: None, to: None, total: 0 }
    }

    /// The window of `--from`, `--to` and `--trigger`, for a program that takes `total` cycles.
    ///
    /// # Errors
    /// No cycle, or nothing that triggers.
    pub fn new(
        options: &RunOptions,
        config: &Config,
        program: &Program,
        total: u64,
    ) -> Result<Self, CliError> {
        let refuse = |text: String| Err(CliError::Usage(text));
        let (from, to) = match &options.trigger {
            None => (options.from, options.to),
            Some(trigger) => {
                let Some((issued, retired)) = trigger.first(config, program)? else {
                    return refuse(format!(
                        "--trigger {trigger}: the program has no such instruction; `lanebeat schedule` lists what issues"
                    ));
                };
                let at =
                    |offset: i64| i64::try_from(issued).unwrap_or(i64::MAX).saturating_add(offset);
                (
                    Some(at(options.from.unwrap_or(0)).max(0)),
                    Some(options.to.map_or(retired as i64, at)),
                )
            }
        };
        let whole = |option: &str, cycle: Option<i64>| match cycle.map(u64::try_from) {
            None => Ok(None),
            Some(Ok(cycle)) => Ok(Some(cycle)),
            Some(Err(_)) => Err(CliError::Usage(format!(
                "{option} is a cycle of the program, from 0 on, unless it is counted from a --trigger"
            ))),
        };
        let (from, to) = (whole("--from", from)?, whole("--to", to)?);
        if let Some(from) = from.filter(|from| *from >= total.max(1)) {
            return refuse(format!(
                "--from {from} is behind the program, which takes {total} cycles; use a cycle before that"
            ));
        }
        if let (Some(from), Some(to)) = (from, to)
            && to < from
        {
            return refuse(format!(
                "cycles {from} to {to} are none; --to must not be before --from"
            ));
        }
        Ok(Self { from, to, total })
    }

    /// The same without the cycles before and after the program: loading and reading of registers.
    pub fn of_the_program(self) -> Self {
        let last = self.total.saturating_sub(1);
        Self { from: Some(self.first()), to: Some(self.to.unwrap_or(last).min(last)), ..self }
    }

    /// The first cycle of the program that is written.
    pub fn first(&self) -> u64 {
        self.from.unwrap_or(0)
    }

    /// Cycles of the program that are written.
    pub fn cycles(&self) -> u64 {
        let end = self.to.map_or(self.total, |to| self.total.min(to.saturating_add(1)));
        end.saturating_sub(self.first())
    }

    /// Action in that cycle of the program; `None` is before it.
    pub fn at(&self, cycle: Option<u64>) -> Look {
        let Some(cycle) = cycle else {
            return if self.from.is_none() { Look::Write } else { Look::Watch };
        };
        match cycle {
            _ if self.to.is_some_and(|to| cycle > to) => Look::Skip,
            _ if cycle >= self.first() => Look::Write,
            _ => Look::Watch,
        }
    }
}
