//! `lanebeat bench --growth`: how the compiled engine's times grow with the hardware.

use std::time::{Duration, Instant};

use serde::Serialize;

use super::engines;
use super::table::{machine, rate};
use super::workload::Workload;
use crate::cli::arguments::BenchOptions;
use crate::cli::console::{print, to_json};
use crate::cli::error::CliError;
use crate::cli::progress;
use lanebeat::config::Config;
use lanebeat::cycle::{Side, aligned};
use lanebeat::engine::{Code, Compiled, Engine, Flat};
use lanebeat::rtl;

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
    /// Bits of all results of all operations: the work where nothing is left out.
    operation_bits: usize,
    memory_bits: usize,
    elaborate_seconds: f64,
    /// Quickly, as is done before the first cycle.
    compile_seconds: f64,
    /// Time from nothing to the end of the first cycle.
    first_cycle_seconds: f64,
    /// Time from nothing until the code is as fast as it gets.
    full_speed_seconds: f64,
    nanoseconds_per_cycle: f64,
}

/// Measures the compiled engine on larger and larger machines.
pub fn growth(
    config: &Config,
    options: &BenchOptions,
    time: Duration,
    json: bool,
) -> Result<(), CliError> {
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
    print(&if json { to_json(&rows) } else { table(&rows) })
}

fn row(config: &Config, options: &BenchOptions, time: Duration) -> Result<Row, CliError> {
    let measure = |_| {
        let start = Instant::now();
        let flat = Flat::new(&rtl::core(config));
        let elaborated = start.elapsed();
        let code = Code::new(&flat);
        let compiled = start.elapsed() - elaborated;
        Compiled::power_up(&code, engines::POWER_UP_SEED).step();
        let first_cycle = start.elapsed();
        code.improve();
        [elaborated, compiled, first_cycle, start.elapsed()].map(|time| time.as_secs_f64())
    };
    let times = (0..options.rounds).map(measure).min_by(|one, other| one[2].total_cmp(&other[2]));
    let [elaborate_seconds, compile_seconds, first_cycle_seconds, full_speed_seconds] =
        times.expect("at least one round");
    let flat = Flat::new(&rtl::core(config));
    let bits = flat.operations.iter().map(|operation| operation.width * operation.count);
    let memory_bits =
        flat.memories.iter().map(|memory| memory.width() * memory.depth * memory.count);
    Ok(Row {
        machine: machine(config),
        text: config.in_one_phrase(),
        operation_bits: bits.sum(),
        memory_bits: memory_bits.sum(),
        elaborate_seconds,
        compile_seconds,
        first_cycle_seconds,
        full_speed_seconds,
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
    let passes = contestant.passes_for(wanted)?;
    let time = |_| {
        let run = (contestant.run)(passes)?;
        Ok(run.time.as_secs_f64() * 1e9 / run.cycles.unwrap_or(1) as f64)
    };
    let times = (0..options.rounds).map(time).collect::<Result<Vec<f64>, CliError>>()?;
    Ok(times.into_iter().fold(f64::INFINITY, f64::min))
}

/// A title, and the cells below it.
type Column = (&'static str, fn(&Row) -> String);

const COLUMNS: [Column; 9] = [
    ("machine", |row| row.text.clone()),
    ("operation bits", |row| rate(row.operation_bits as f64)),
    ("memory bits", |row| rate(row.memory_bits as f64)),
    ("elaborate", |row| format!("{:.3} s", row.elaborate_seconds)),
    ("compile", |row| format!("{:.3} s", row.compile_seconds)),
    ("first cycle", |row| format!("{:.3} s", row.first_cycle_seconds)),
    ("full speed", |row| format!("{:.3} s", row.full_speed_seconds)),
    ("a cycle", |row| format!("{:.0} ns", row.nanoseconds_per_cycle)),
    ("a bit", |row| {
        format!("{:.2} ps", 1000.0 * row.nanoseconds_per_cycle / row.operation_bits as f64)
    }),
];

fn table(rows: &[Row]) -> String {
    let titles = COLUMNS.map(|(title, _)| title.to_owned()).to_vec();
    let cells = rows.iter().map(|row| COLUMNS.map(|(_, cell)| cell(row)).to_vec());
    let lines: Vec<Vec<String>> = std::iter::once(titles).chain(cells).collect();
    aligned(lines.iter(), " | ", |column| if column == 0 { Side::Left } else { Side::Right })
}
