//! `lanebeat bench --growth`: how the compiled engine's times grow with the hardware.

use std::time::{Duration, Instant};

use serde::Serialize;

use super::contestant::{Contestant, passes_for};
use super::engines;
use super::table::rate;
use super::workload::Workload;
use crate::cli::arguments::BenchOptions;
use crate::cli::build::machine_text;
use crate::cli::console::{Outcome, print, to_json};
use crate::cli::error::CliError;
use crate::cli::progress;
use crate::config::Config;
use crate::cycle::{Side, aligned};
use crate::engine::{Code, Compiled, Engine, Flat};
use crate::rtl;

/// The sizes that are tried, each with the rest as it was asked for.
const LANES: [usize; 3] = [16, 32, 64];
const WAVES: [usize; 6] = [1, 2, 4, 8, 16, 32];

/// One machine.
#[derive(Serialize)]
struct Row {
    /// Options that give it.
    machine: String,
    #[serde(skip)]
    text: String,
    /// Bits of all results of all operations: what must be computed where nothing is left out.
    operation_bits: usize,
    memory_bits: usize,
    elaborate_seconds: f64,
    /// Quickly, as is done before the first cycle.
    compile_seconds: f64,
    /// From nothing to the end of the first cycle.
    first_cycle_seconds: f64,
    /// From nothing until the code is as fast as it gets.
    full_speed_seconds: f64,
    nanoseconds_per_cycle: f64,
}

/// Measures the compiled engine on larger and larger machines.
pub fn growth(
    config: &Config,
    options: &BenchOptions,
    time: Duration,
    json: bool,
) -> Result<Outcome, CliError> {
    let sizes = LANES.into_iter().map(|lanes| Config { lanes, ..config.clone() });
    let sizes = sizes.chain(WAVES.into_iter().map(|waves| Config { waves, ..config.clone() }));
    let bar = progress::bar((LANES.len() + WAVES.len()) as u64, "machines");
    let row = |config| {
        let row = row(&config, options, time);
        bar.inc(1);
        row
    };
    let rows = sizes.map(row).collect::<Result<Vec<Row>, CliError>>()?;
    bar.finish_and_clear();
    print(&if json { to_json(&rows) } else { table(&rows) })?;
    Ok(Outcome::Good)
}

fn row(config: &Config, options: &BenchOptions, time: Duration) -> Result<Row, CliError> {
    let best = |measure: &dyn Fn() -> [Duration; 4]| {
        let times = (0..options.rounds).map(|_| measure());
        times.min_by_key(|[.., first_cycle, _]| *first_cycle).expect("at least one round")
    };
    let [elaborated, compiled, first_cycle, full_speed] = best(&|| {
        let start = Instant::now();
        let flat = Flat::new(&rtl::core(config));
        let elaborated = start.elapsed();
        let code = Code::new(&flat);
        let compiled = start.elapsed() - elaborated;
        Compiled::power_up(&code, engines::POWER_UP_SEED).step();
        let first_cycle = start.elapsed();
        code.improve();
        [elaborated, compiled, first_cycle, start.elapsed()]
    });
    let flat = Flat::new(&rtl::core(config));
    Ok(Row {
        machine: config.as_options().trim_start().to_owned(),
        text: machine_text(config),
        operation_bits: flat
            .operations
            .iter()
            .map(|operation| operation.width * operation.count)
            .sum(),
        memory_bits: flat
            .memories
            .iter()
            .map(|memory| memory.width() * memory.depth * memory.count)
            .sum(),
        elaborate_seconds: elaborated.as_secs_f64(),
        compile_seconds: compiled.as_secs_f64(),
        first_cycle_seconds: first_cycle.as_secs_f64(),
        full_speed_seconds: full_speed.as_secs_f64(),
        nanoseconds_per_cycle: time_of_a_cycle(config, options, time)?,
    })
}

/// The fastest of some runs, in nanoseconds.
fn time_of_a_cycle(
    config: &Config,
    options: &BenchOptions,
    wanted: Duration,
) -> Result<f64, CliError> {
    let workload = Workload::new(config, options)?;
    let mut contestant = engines::compiled(&workload, None);
    let passes = passes_for(&mut contestant, wanted)?;
    let time = |_| {
        let run = contestant.run(passes)?;
        Ok(run.time.as_secs_f64() * 1e9 / run.cycles.unwrap_or(1) as f64)
    };
    let times = (0..options.rounds).map(time).collect::<Result<Vec<f64>, CliError>>()?;
    Ok(times.into_iter().fold(f64::INFINITY, f64::min))
}

fn table(rows: &[Row]) -> String {
    let titles = [
        "machine",
        "operation bits",
        "memory bits",
        "elaborate",
        "compile",
        "first cycle",
        "full speed",
        "a cycle",
        "a bit",
    ];
    let seconds = |seconds: f64| format!("{seconds:.3} s");
    let cells = |row: &Row| {
        vec![
            row.text.clone(),
            rate(row.operation_bits as f64),
            rate(row.memory_bits as f64),
            seconds(row.elaborate_seconds),
            seconds(row.compile_seconds),
            seconds(row.first_cycle_seconds),
            seconds(row.full_speed_seconds),
            format!("{:.0} ns", row.nanoseconds_per_cycle),
            format!("{:.2} ps", 1000.0 * row.nanoseconds_per_cycle / row.operation_bits as f64),
        ]
    };
    let lines: Vec<Vec<String>> =
        std::iter::once(titles.map(str::to_owned).to_vec()).chain(rows.iter().map(cells)).collect();
    aligned(lines.iter(), " | ", |column| if column == 0 { Side::Left } else { Side::Right })
}
