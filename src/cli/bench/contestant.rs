//! What every engine does in a bench.

use std::time::Duration;

use crate::cli::error::CliError;
use crate::simulators::Dumping;

/// An engine that executes the workload.
pub trait Contestant {
    /// As in the table.
    fn name(&self) -> String;

    /// What it takes before it can run: compiling, elaborating. `None` where there is nothing to
    /// build.
    fn build_time(&self) -> Option<BuildTime>;

    /// What a tool that was installed says of itself.
    fn version(&self) -> Option<&str> {
        None
    }

    /// Executes `passes` passes of the workload from its initial state. Loading that state is not
    /// in the time.
    ///
    /// # Errors
    /// When the engine does not work.
    fn run(&mut self, passes: u64) -> Result<Run, CliError>;
}

/// How long an engine takes from nothing to its first simulated cycle, and until it is as fast as
/// it gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildTime {
    pub first_cycle: Duration,
    pub whole: Duration,
}

/// The name of an engine's row; one that also writes a dump says so.
pub fn name(engine: &str, dumping: Option<Dumping>) -> String {
    match dumping {
        None => engine.to_owned(),
        Some(Dumping::Vcd) => format!("{engine} + vcd"),
        Some(Dumping::Fst) => format!("{engine} + fst"),
    }
}

/// One run of one contestant.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    pub passes: u64,
    pub time: Duration,
    pub instructions: u64,
    /// Simulated; the model has none.
    pub cycles: Option<u64>,
    /// After 1, 2, 4, … passes; empty where nothing is computed.
    pub checksums: Vec<u64>,
}

/// Passes that take about `time`, for a contestant that has run once: more and more are tried until
/// a tenth of it is reached. What is made for the first run alone, such as code that watches nets, is
/// not in it.
///
/// # Errors
/// When the engine does not work.
pub fn passes_for(contestant: &mut dyn Contestant, time: Duration) -> Result<u64, CliError> {
    let mut run = contestant.run(1)?;
    while run.time * 10 < time {
        let growth = (time.as_secs_f64() / 5.0 / run.time.as_secs_f64().max(1e-9)).clamp(2.0, 64.0);
        run = contestant.run((run.passes as f64 * growth) as u64)?;
    }
    Ok(((run.passes as f64 * time.as_secs_f64() / run.time.as_secs_f64()) as u64).max(1))
}
