//! `lanebeat bench`: every engine on the same program in one run, with ratios.
//!
//! A `Workload` is executed over and over by `Contestant`s, in turn (A B C A B C …) so that
//! other load of the computer hits all alike. All must retire the same: a bench of wrong results
//! is worth nothing.

mod batch;
mod engines;
mod growth;
mod table;
mod workload;

use std::time::Duration;

use indicatif::ProgressBar;

use super::arguments::BenchOptions;
use super::console::{print, to_json};
use super::engine::Engine;
use super::error::CliError;
use super::progress;
use engines::Contestant;
use lanebeat::config::Config;
use lanebeat::lockstep::Agreement;
use lanebeat::simulators::{Dumping, Simulator, SimulatorError};
use table::{KeptReport, Measured, Report, Row, Skipped};
use workload::{Run, Workload};

/// Measures the engines that are asked for.
pub fn bench(config: &Config, options: &BenchOptions, json: bool) -> Result<(), CliError> {
    let time = Duration::from_secs_f64(options.seconds);
    if options.growth {
        return growth::growth(config, options, time, json);
    }
    let progress = progress::spinner("prepare the engines");
    let workload = Workload::new(config, options)?;
    let kept =
        options.against.as_deref().map(|path| KeptReport::read(path, &workload)).transpose()?;
    let mut places = places(&workload, options)?;
    if let Some(kept) = &kept {
        kept.expect_peer(places.iter().flatten().map(|contestant| contestant.name.as_str()))?;
    }
    let runs = measure(&workload, (options, time), &mut places, &progress);
    progress.finish_and_clear();
    let rows = places.into_iter().zip(runs?).map(|(place, runs)| match place {
        Ok(contestant) => Row::Measured(Measured::new(&contestant, &runs)),
        Err(skipped) => Row::Skipped(skipped),
    });
    let report = Report::new(&workload, options, rows.collect(), kept.as_ref());
    print(&if json { to_json(&report) } else { report.to_string() })
}

/// A row of the table to be.
type Place<'w> = Result<Contestant<'w>, Skipped>;

fn places<'w>(workload: &'w Workload, options: &BenchOptions) -> Result<Vec<Place<'w>>, CliError> {
    let mut places = Vec::new();
    for engine in options.engines() {
        places.push(place(workload, &engine, None)?);
        let dumps = matches!(
            engine,
            Engine::Interpreter | Engine::Compiled | Engine::Written(Simulator::Verilator)
        );
        for dumping in [Dumping::Vcd, Dumping::Fst].into_iter().filter(|_| dumps && options.vcd) {
            places.push(place(workload, &engine, Some(dumping))?);
        }
    }
    Ok(places)
}

fn place<'w>(
    workload: &'w Workload,
    engine: &Engine,
    dumping: Option<Dumping>,
) -> Result<Place<'w>, CliError> {
    Ok(Ok(match engine {
        Engine::Model => engines::model(workload),
        Engine::Cycle => engines::cycle(workload),
        Engine::Interpreter => engines::interpreter(workload, dumping),
        Engine::Compiled => engines::compiled(workload, dumping),
        Engine::Batch => batch::batch(workload)?,
        Engine::Written(simulator) => return external(workload, *simulator, dumping),
        Engine::Serial(_) => unreachable!("the bench takes no board"),
    }))
}

fn external(
    workload: &Workload,
    simulator: Simulator,
    dumping: Option<Dumping>,
) -> Result<Place<'_>, CliError> {
    let engine = engines::name(simulator.name(), dumping);
    if let Some(missing) = simulator.missing_tool().or(simulator.lacks(&workload.config)) {
        return Ok(Err(Skipped { engine, missing }));
    }
    match engines::external(workload, simulator, dumping) {
        // All else was built before.
        Err(CliError::Simulator(SimulatorError::Build { .. })) if dumping == Some(Dumping::Fst) => {
            Ok(Err(Skipped { engine, missing: FST_LIBRARIES }))
        }
        built => built.map(Ok),
    }
}

/// Libraries that Verilator's FST needs and does not bring along.
const FST_LIBRARIES: &str = "zlib and LZ4 to build with (zlib1g-dev, liblz4-dev)";

/// Runs of each contestant, one a round; none for a place that is skipped.
type Rounds = Vec<Vec<Run>>;

/// Finds out how many passes each contestant needs, then runs the rounds.
///
/// # Errors
/// When one does not work, or retires otherwise than another.
fn measure(
    workload: &Workload,
    (options, time): (&BenchOptions, Duration),
    places: &mut [Place],
    progress: &ProgressBar,
) -> Result<Rounds, CliError> {
    let mut agreement = Agreement::default();
    let mut rounds: Rounds = places.iter().map(|_| vec![]).collect();
    let mut passes = vec![1; places.len()];
    // In round 0 each runs once, and its passes are found out.
    for round in 0..=options.rounds {
        for (number, place) in places.iter_mut().enumerate() {
            let Ok(contestant) = place else { continue };
            let name = &contestant.name;
            progress.set_message(match round {
                0 => format!("how fast is {name}?"),
                _ => format!("round {round} of {}: {name}", options.rounds),
            });
            let run = (contestant.run)(passes[number])?;
            agreement
                .compare(name, run.passes, run.cycles, &run.checksums)
                .map_err(|difference| CliError::Differs(format!("engines differ: {difference}")))?;
            match (round, options.cycles) {
                (0, Some(cycles)) => {
                    passes[number] = cycles.div_ceil(workload.cycles_of_a_pass).max(1);
                }
                (0, None) => passes[number] = contestant.passes_for(time)?,
                _ => rounds[number].push(run),
            }
        }
    }
    Ok(rounds)
}
