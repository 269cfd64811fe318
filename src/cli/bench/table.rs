//! The result of a bench: as a table, and as JSON.

use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::batch;
use super::engines::Contestant;
use super::workload::{Run, Workload};
use crate::cli::arguments::BenchOptions;
use crate::cli::error::CliError;
use lanebeat::config::Config;
use lanebeat::cycle::{Side, aligned};
use lanebeat::files::read_text;
use lanebeat::source::counted;

/// Everything that a bench reports.
#[derive(Serialize)]
pub struct Report {
    /// Options that give the machine.
    machine: String,
    #[serde(skip)]
    machine_text: String,
    program: String,
    waves: usize,
    instructions_of_a_pass: u64,
    cycles_of_a_pass: u64,
    rounds: u32,
    /// Wanted time of a run, where no number of cycles was asked for.
    seconds: Option<f64>,
    /// The engine that the ratios are to.
    baseline: Option<String>,
    /// Whether it is compared with another.
    #[serde(skip)]
    has_before: bool,
    engines: Vec<Row>,
}

/// One engine.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Row {
    Measured(Measured),
    Skipped(Skipped),
}

/// One that is not measured.
#[derive(Serialize)]
pub struct Skipped {
    pub engine: String,
    /// The tool that is not installed.
    #[serde(rename = "skipped")]
    pub missing: &'static str,
}

/// Speed of an engine: the median of its runs, and the slowest and fastest of them.
#[derive(Serialize)]
pub struct Measured {
    engine: String,
    /// Version of a tool, in its own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    /// Simulated cycles; absent for the model.
    cycles_per_second: Option<f64>,
    instructions_per_second: f64,
    slowest: f64,
    fastest: f64,
    /// Instructions per second over those of the baseline.
    ratio: Option<f64>,
    /// The ratio in the report that this one is compared with.
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio_before: Option<f64>,
    /// Instructions, cycles and seconds of one run.
    instructions: u64,
    cycles: Option<u64>,
    seconds: f64,
    /// Time from nothing to the end of the first simulated cycle.
    first_cycle_seconds: Option<f64>,
    /// Time from nothing until the engine is as fast as it was measured.
    build_seconds: Option<f64>,
    /// Checksum of all retirements after one pass; the cycle model retires none.
    checksum: Option<String>,
}

impl Measured {
    /// Sums up `runs`, of which there is at least one.
    pub fn new(contestant: &Contestant<'_>, runs: &[Run]) -> Self {
        let sorted = |number: &dyn Fn(&Run) -> f64| {
            let mut numbers: Vec<f64> = runs.iter().map(number).collect();
            numbers.sort_by(f64::total_cmp);
            numbers
        };
        let rates = sorted(&|run| run.instructions as f64 / run.time.as_secs_f64());
        let times = sorted(&|run| run.time.as_secs_f64());
        let (median, run) = (median(&rates), &runs[0]);
        let rate_of = |cycles| median * cycles as f64 / run.instructions as f64;
        Self {
            engine: contestant.name.clone(),
            version: contestant.version.clone(),
            cycles_per_second: run.cycles.map(rate_of),
            instructions_per_second: median,
            slowest: rates[0],
            fastest: rates[rates.len() - 1],
            ratio: None,
            ratio_before: None,
            instructions: run.instructions,
            cycles: run.cycles,
            seconds: times[times.len() / 2],
            first_cycle_seconds: contestant.build_time.map(|time| time.first_cycle.as_secs_f64()),
            build_seconds: contestant.build_time.map(|time| time.whole.as_secs_f64()),
            checksum: run.checksums.first().map(|checksum| format!("{checksum:016x}")),
        }
    }

    /// Engine, cycles/s, instructions/s, spread, ratio, first cycle, build.
    fn cells(&self) -> [String; 7] {
        let time = |seconds: Option<f64>| {
            seconds.map_or("-".to_owned(), |seconds| format!("{seconds:.2} s"))
        };
        let percent = |rate: f64| 100.0 * (rate / self.instructions_per_second - 1.0);
        [
            self.engine.clone(),
            self.cycles_per_second.map_or("-".to_owned(), rate),
            rate(self.instructions_per_second),
            format!("{:+.0} .. {:+.0} %", percent(self.slowest), percent(self.fastest)),
            self.ratio.map_or("-".to_owned(), ratio_text),
            time(self.first_cycle_seconds),
            time(self.build_seconds),
        ]
    }

    /// The ratio before, and by how much it is another now.
    fn change(&self) -> [String; 2] {
        let change = |(now, before): (f64, f64)| format!("{:+.0} %", 100.0 * (now / before - 1.0));
        let both = self.ratio.zip(self.ratio_before);
        [self.ratio_before.map_or("-".to_owned(), ratio_text), both.map_or("-".to_owned(), change)]
    }
}

/// Text of a ratio to the baseline.
fn ratio_text(ratio: f64) -> String {
    if ratio < 0.1 { format!("{ratio:.5}") } else { format!("{ratio:.2}") }
}

/// The middle one of sorted numbers, or the mean of the middle two.
fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[middle] } else { (sorted[middle - 1] + sorted[middle]) / 2.0 }
}

/// Text of a number with a space between thousands.
pub fn rate(number: f64) -> String {
    let digits = format!("{number:.0}");
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| std::str::from_utf8(group).unwrap_or(""))
        .collect();
    groups.join(" ")
}

/// Explanation of the row of a batch.
const BATCH: &str = "batch     this program and others like it, each on a machine of its own, on all processors: the rate of one of them\n";

/// Preferred baselines of the ratios, in order; else the first engine measured.
const BASELINES: [&str; 2] = ["verilator", "interpreter"];

/// The machine of a report: options that give it.
pub fn machine(config: &Config) -> String {
    config.as_options().trim_start().to_owned()
}

/// A report that was kept, which a new one is compared with by the ratio of each engine to a peer.
/// Times themselves say little between two days, which differ in load and perhaps in the
/// processor.
#[derive(Deserialize)]
pub struct KeptReport {
    machine: String,
    program: String,
    /// The peer of its ratios.
    baseline: String,
    engines: Vec<KeptReportRow>,
}

#[derive(Deserialize)]
struct KeptReportRow {
    engine: String,
    /// Ratio to the peer; `None` for an engine that was not measured.
    ratio: Option<f64>,
}

impl KeptReport {
    /// Reads the report about the workload at `path`.
    ///
    /// # Errors
    /// When it cannot be read, is no report of a bench, or is one of something else.
    pub fn read(path: &Path, workload: &Workload) -> Result<Self, CliError> {
        let (name, text) = read_text(path)?;
        let kept: Self = serde_json::from_str(&text).map_err(|error| {
            CliError::Usage(format!(
                "{name}:{}:{}: this is no report of a bench with ratios: {error}; name one that `lanebeat bench --json` printed",
                error.line(),
                error.column()
            ))
        })?;
        let shown = |text: &str| match text {
            "" => "the default".to_owned(),
            text => format!("`{text}`"),
        };
        for (what, was, is) in [
            ("machine", &kept.machine, &machine(&workload.config)),
            ("program", &kept.program, &workload.description),
        ] {
            if was != is {
                return Err(CliError::Usage(format!(
                    "{name}: its {what} is {}, not {}; only the same can be compared: take its {what}, or keep a report of this one by `lanebeat bench --json`",
                    shown(was),
                    shown(is)
                )));
            }
        }
        Ok(kept)
    }

    /// Whether the peer is among those that are measured now.
    ///
    /// # Errors
    /// When it is not.
    pub fn expect_peer<'n>(
        &self,
        mut names: impl Iterator<Item = &'n str>,
    ) -> Result<(), CliError> {
        let peer = &self.baseline;
        if names.any(|name| name == peer) {
            return Ok(());
        }
        Err(CliError::Usage(format!(
            "the ratios of the kept report are to {peer}, which is not measured now; install it where it is missing and name it: `--engines {peer},…`"
        )))
    }

    /// Ratio of an engine to the peer, if it was measured.
    fn ratio(&self, engine: &str) -> Option<f64> {
        self.engines.iter().find(|row| row.engine == engine)?.ratio
    }
}

impl Report {
    /// Makes the report, with ratios to the peer of the kept report, where there is one.
    pub fn new(
        workload: &Workload,
        options: &BenchOptions,
        mut engines: Vec<Row>,
        kept: Option<&KeptReport>,
    ) -> Self {
        let rates = || {
            engines
                .iter()
                .filter_map(Row::measured)
                .map(|row| (row.engine.as_str(), row.instructions_per_second))
        };
        let wanted = |name: &&str| rates().find(|(engine, _)| engine == name);
        let baseline = match kept {
            Some(kept) => wanted(&kept.baseline.as_str()),
            None => BASELINES.iter().find_map(wanted).or_else(|| rates().next()),
        };
        let baseline = baseline.map(|(engine, rate)| (engine.to_owned(), rate));
        for row in &mut engines {
            if let (Row::Measured(row), Some((_, rate))) = (row, &baseline) {
                row.ratio = Some(row.instructions_per_second / rate);
                row.ratio_before = kept.and_then(|kept| kept.ratio(&row.engine));
            }
        }
        Self {
            machine: machine(&workload.config),
            machine_text: workload.config.in_one_phrase(),
            program: workload.description.clone(),
            waves: workload.running_waves(),
            instructions_of_a_pass: workload.instructions(1),
            cycles_of_a_pass: workload.cycles_of_a_pass,
            rounds: options.rounds,
            seconds: options.cycles.is_none().then_some(options.seconds),
            baseline: baseline.map(|(engine, _)| engine),
            has_before: kept.is_some(),
            engines,
        }
    }

    /// A line for each version of a tool.
    fn peers(&self) -> String {
        let rows = self.engines.iter().filter_map(Row::measured);
        let mut versions: Vec<(&str, &str)> =
            rows.filter_map(|row| Some((row.engine.as_str(), row.version.as_deref()?))).collect();
        // A tool has a row with dumps behind the one without.
        versions.dedup_by_key(|(_, version)| *version);
        let line = |(engine, version)| format!("beside    {engine}: {version}\n");
        versions.into_iter().map(line).collect()
    }

    fn heading(&self) -> String {
        let instructions = counted(self.instructions_of_a_pass as usize, "instruction");
        let (waves, runs) = (counted(self.waves, "wave"), counted(self.rounds as usize, "run"));
        let length = match self.seconds {
            Some(seconds) => format!("about {seconds} s"),
            None => "a fixed number of cycles".to_owned(),
        };
        let has_batch =
            self.engines.iter().filter_map(Row::measured).any(|row| row.engine == batch::NAME);
        let (batch, peers) = (if has_batch { BATCH } else { "" }, self.peers());
        let Self { machine_text, program, cycles_of_a_pass, .. } = self;
        format!(
            "machine   {machine_text}\n\
             program   {program}: {instructions} of {waves} a pass, {cycles_of_a_pass} cycles\n\
             measured  {runs} of {length} each, in turn: the median, and the slowest and fastest run beside it; loading \
             and building do not count\n\
             {batch}{peers}checked   all engines retire the same results, in the same number of cycles\n\n"
        )
    }
}

impl Row {
    fn measured(&self) -> Option<&Measured> {
        match self {
            Self::Measured(row) => Some(row),
            Self::Skipped(_) => None,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.heading())?;
        let ratio =
            self.baseline.as_ref().map_or("ratio".to_owned(), |baseline| format!("of {baseline}"));
        let titles =
            ["engine", "cycles/s", "instructions/s", "spread", &ratio, "first cycle", "build"];
        let beside: &[&str] = if self.has_before { &["before", "change"] } else { &[] };
        let titles = titles.iter().chain(beside).map(|&title| title.to_owned()).collect();
        let cells = |row: &Row| match row {
            Row::Measured(row) => {
                let change = row.change().into_iter().filter(|_| self.has_before);
                row.cells().into_iter().chain(change).collect()
            }
            Row::Skipped(Skipped { engine, missing }) => {
                vec![engine.clone(), format!("skipped: no {missing}")]
            }
        };
        let rows: Vec<Vec<String>> =
            std::iter::once(titles).chain(self.engines.iter().map(cells)).collect();
        let side = |column| if column == 0 { Side::Left } else { Side::Right };
        f.write_str(&aligned(rows.iter(), " | ", side))
    }
}
