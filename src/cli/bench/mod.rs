//! `lanebeat bench`: every engine on the same program in one run, with ratios.
//!
//! A `Workload` is executed over and over by `Contestant`s, in turn (A B C A B C …) so that
//! what else the computer does hits all alike. All must retire the same: a bench of wrong results
//! is worth nothing.

mod against;
mod batch;
mod checksum;
mod contestant;
mod engines;
mod external;
mod growth;
mod table;
mod workload;

use std::time::Duration;

use indicatif::ProgressBar;

use super::arguments::{BenchEngine, BenchOptions};
use super::console::{Outcome, print, talk, to_json};
use super::error::CliError;
use super::progress;
use crate::config::Config;
use crate::simulators::{Dumping, Simulator, SimulatorError};
use against::Kept;
use table::{Measured, Report, Row};
use workload::Workload;

pub use checksum::Checksums;
pub use contestant::{BuildTime, Contestant, Run, passes_for};
pub use table::median;

/// Measures the engines that are asked for.
pub fn bench(config: &Config, options: &BenchOptions, json: bool) -> Result<Outcome, CliError> {
    let time = Duration::from_secs_f64(options.seconds);
    if options.growth {
        return growth::growth(config, options, time, json);
    }
    let progress = progress::spinner("prepare the engines");
    let workload = Workload::new(config, options)?;
    let kept = options.against.as_deref();
    let kept = kept
        .map(|path| Kept::read(path, &table::machine(&workload), &workload.description))
        .transpose()?;
    let mut places = places(&workload, options)?;
    if let Some(kept) = &kept {
        kept.expect_peer(places.iter().filter_map(Place::contestant))?;
    }
    let outcome = measure(&workload, (options, time), &mut places, &progress);
    progress.finish_and_clear();
    let runs = match outcome? {
        Ok(runs) => runs,
        Err(difference) => {
            talk(&format!("engines differ: {difference}\n"));
            return Ok(Outcome::Differs);
        }
    };
    let rows = places.iter().zip(runs).map(|(place, runs)| match place {
        Place::Contestant(contestant) => Row::Measured(Measured::new(contestant.as_ref(), &runs)),
        Place::Skipped { engine, missing } => Row::Skipped { engine: engine.clone(), missing },
    });
    let report = Report::new(&workload, options, rows.collect(), kept.as_ref());
    print(&if json { to_json(&report) } else { report.to_string() })?;
    Ok(Outcome::Good)
}

/// A row of the table to be.
enum Place<'w> {
    Contestant(Box<dyn Contestant + 'w>),
    Skipped { engine: String, missing: &'static str },
}

impl Place<'_> {
    fn contestant(&self) -> Option<&dyn Contestant> {
        match self {
            Self::Contestant(contestant) => Some(contestant.as_ref()),
            Self::Skipped { .. } => None,
        }
    }
}

fn places<'w>(workload: &'w Workload, options: &BenchOptions) -> Result<Vec<Place<'w>>, CliError> {
    let mut places = Vec::new();
    for engine in options.engines() {
        places.push(place(workload, engine, None)?);
        for &dumping in dumps(engine).iter().filter(|_| options.vcd) {
            places.push(place(workload, engine, Some(dumping))?);
        }
    }
    Ok(places)
}

/// The dumps that an engine can write here.
fn dumps(engine: BenchEngine) -> &'static [Dumping] {
    match engine {
        BenchEngine::Interpreter | BenchEngine::Compiled | BenchEngine::Verilator => {
            &[Dumping::Vcd, Dumping::Fst]
        }
        BenchEngine::Model | BenchEngine::Cycle | BenchEngine::Batch => &[],
        BenchEngine::Arcilator | BenchEngine::Icarus => &[],
    }
}

fn place(
    workload: &Workload,
    engine: BenchEngine,
    dumping: Option<Dumping>,
) -> Result<Place<'_>, CliError> {
    let contestant: Box<dyn Contestant> = match engine {
        BenchEngine::Model => Box::new(engines::Model(workload)),
        BenchEngine::Cycle => Box::new(engines::Cycle::new(workload)),
        BenchEngine::Interpreter => Box::new(engines::interpreter(workload, dumping)),
        BenchEngine::Compiled => Box::new(engines::compiled(workload, dumping)),
        BenchEngine::Batch => Box::new(batch::Batch::new(workload)?),
        BenchEngine::Verilator => {
            return external(workload, Simulator::Verilator, dumping);
        }
        BenchEngine::Arcilator => {
            return external(workload, Simulator::Arcilator, dumping);
        }
        BenchEngine::Icarus => return external(workload, Simulator::Icarus, dumping),
    };
    Ok(Place::Contestant(contestant))
}

fn external(
    workload: &Workload,
    simulator: Simulator,
    dumping: Option<Dumping>,
) -> Result<Place<'_>, CliError> {
    let skipped =
        |missing| Place::Skipped { engine: contestant::name(simulator.name(), dumping), missing };
    if let Some(missing) = simulator.missing_tool() {
        return Ok(skipped(missing));
    }
    match external::External::new(workload, simulator, dumping) {
        // All else was built before.
        Err(CliError::Simulator(SimulatorError::Build { .. })) if dumping == Some(Dumping::Fst) => {
            Ok(skipped(FST_LIBRARIES))
        }
        built => Ok(Place::Contestant(Box::new(built?))),
    }
}

/// What Verilator's FST needs and does not bring along.
const FST_LIBRARIES: &str = "zlib and LZ4 to build with (zlib1g-dev, liblz4-dev)";

/// What each contestant did in each round; none for a place that is skipped.
type Rounds = Vec<Vec<Run>>;

/// Finds out how many passes each contestant needs, then runs the rounds. The inner error says who
/// retired otherwise.
fn measure(
    workload: &Workload,
    (options, time): (&BenchOptions, Duration),
    places: &mut [Place],
    progress: &ProgressBar,
) -> Result<Result<Rounds, String>, CliError> {
    let mut agreement = Agreement::default();
    let mut passes = Vec::new();
    for place in &mut *places {
        let Place::Contestant(contestant) = place else {
            passes.push(0);
            continue;
        };
        progress.set_message(format!("how fast is {}?", contestant.name()));
        let first = contestant.run(1)?;
        if let Err(difference) = agreement.compare(&contestant.name(), &first) {
            return Ok(Err(difference));
        }
        passes.push(match options.cycles {
            Some(cycles) => cycles.div_ceil(workload.cycles_of_a_pass).max(1),
            None => passes_for(contestant.as_mut(), time)?,
        });
    }
    let mut rounds: Rounds = places.iter().map(|_| vec![]).collect();
    for round in 1..=options.rounds {
        for (number, place) in places.iter_mut().enumerate() {
            let Place::Contestant(contestant) = place else { continue };
            progress.set_message(format!(
                "round {round} of {}: {}",
                options.rounds,
                contestant.name()
            ));
            let run = contestant.run(passes[number])?;
            if let Err(difference) = agreement.compare(&contestant.name(), &run) {
                return Ok(Err(difference));
            }
            rounds[number].push(run);
        }
    }
    Ok(Ok(rounds))
}

/// What all contestants must agree on.
#[derive(Clone, Debug, Default)]
pub struct Agreement {
    /// After 1, 2, 4, … passes, and who said so first.
    checksums: Vec<(u64, String)>,
    /// Cycles of the first pass, and who said so first.
    cycles: Option<(u64, String)>,
}

impl Agreement {
    /// Compares a run of the contestant called `name` with those before it.
    ///
    /// # Errors
    /// The difference, as one sentence.
    pub fn compare(&mut self, name: &str, run: &Run) -> Result<(), String> {
        for (mark, &checksum) in run.checksums.iter().enumerate() {
            match self.checksums.get(mark) {
                Some((expected, by)) if *expected != checksum => {
                    let passes = 1_u64 << mark;
                    return Err(format!(
                        "after {passes} passes, the checksum of all retirements is {checksum:016x} by {name}, {expected:016x} by {by}"
                    ));
                }
                Some(_) => {}
                None => self.checksums.push((checksum, name.to_owned())),
            }
        }
        match (run.cycles.filter(|_| run.passes == 1), &self.cycles) {
            (Some(cycles), Some((expected, by))) if cycles != *expected => {
                return Err(format!(
                    "one pass takes {cycles} cycles by {name}, {expected} by {by}"
                ));
            }
            (Some(cycles), None) => self.cycles = Some((cycles, name.to_owned())),
            _ => {}
        }
        Ok(())
    }
}
