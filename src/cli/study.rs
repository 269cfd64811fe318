//! `lanebeat study`: sweeps parameters and writes what every combination costs and does.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use super::arguments::{CommonOptions, FlowChoice, StudyOptions};
use super::files::{read_text, write_all_atomically};
use super::{CliError, Outcome, print, talk, to_json, unit};
use crate::config::{Config, shorten};
use crate::rtl::Unit;
use crate::study::{Axis, Cache, Family, Flow, FlowError, Point, Results, Synthesis, Workload, evaluate, sweep};

/// Figures that the table on the terminal shows; the files have all.
const SHOWN: [&str; 13] = [
    "waves to saturate",
    "scan: instructions per slot",
    "scan: threads per cycle",
    "mix: instructions per slot",
    "mix: threads per cycle",
    "register bits",
    "memory bits x ports",
    "lut",
    "flip-flops",
    "block ram",
    "dsp",
    "carry",
    "area",
];

/// What is done at every point.
struct Study {
    unit: &'static Unit,
    workloads: Vec<Workload>,
    flow: Flow,
    cache: Cache,
}

/// Evaluates every point, writes the files and prints the table.
pub fn study(common: &CommonOptions, options: &StudyOptions) -> Result<Outcome, CliError> {
    let axes: Vec<Axis> = options.axis.iter().map(|axis| Axis::parse(axis)).collect::<Result<_, _>>().map_err(CliError::Usage)?;
    refuse_repeated_axes(&axes)?;
    let workloads = match options.workload.as_slice() {
        [] => vec![Workload::scan(), Workload::three_operands()],
        named => named.iter().map(|name| workload(name)).collect::<Result<_, _>>()?,
    };
    let cache = options.cache.clone().or_else(user_cache).ok_or_else(|| {
        CliError::Usage("there is no home directory for the cache; name a directory with --cache DIR".to_string())
    })?;
    let study =
        Study { unit: unit::find(&options.unit)?, workloads, flow: flow(options), cache: Cache::new(&cache.join("study")) };
    let points = shard(sweep(&axes), options.shard.as_deref())?;
    let configs = configs(common, &points)?;
    let bar = progress_bar(configs.len() as u64);
    let evaluated: Vec<(Point, bool)> = configs
        .into_par_iter()
        .map(|config| {
            let outcome = study.point(&config);
            bar.inc(1);
            outcome
        })
        .collect();
    bar.finish_and_clear();
    let failed = evaluated.iter().filter(|(_, failed)| *failed).count();
    let results = Results { points: evaluated.into_iter().map(|(point, _)| point).collect() };
    results.check_digests().map_err(|error| CliError::Usage(error.to_string()))?;
    tell(&results, &axes, options, common.json)?;
    match failed {
        0 => Ok(Outcome::Good),
        _ => Err(CliError::Usage(format!("{failed} of {} points have no area; see above", results.points.len()))),
    }
}

fn refuse_repeated_axes(axes: &[Axis]) -> Result<(), CliError> {
    for (place, axis) in axes.iter().enumerate() {
        let key = axis.parameter.key();
        if axes[..place].iter().any(|earlier| earlier.parameter == axis.parameter) {
            return Err(CliError::Usage(format!("--axis {key} is given twice; give all its values at once")));
        }
    }
    Ok(())
}

fn flow(options: &StudyOptions) -> Flow {
    let cells = |family| Flow::Cells(Synthesis { family, dsp: !options.no_dsp, flatten: options.flatten });
    match options.flow {
        FlowChoice::None => Flow::None,
        FlowChoice::Xc7 => cells(Family::Xc7),
        FlowChoice::Ecp5 => cells(Family::Ecp5),
        FlowChoice::Ice40 => cells(Family::Ice40),
        FlowChoice::Gowin => cells(Family::Gowin),
    }
}

/// `scan`, `mix`, `mix:MNEMONIC=WEIGHT,…`, or a file.
fn workload(name: &str) -> Result<Workload, CliError> {
    match name {
        "scan" => return Ok(Workload::scan()),
        "mix" => return Ok(Workload::three_operands()),
        _ => {}
    }
    let Some(weights) = name.strip_prefix("mix:") else {
        let (_, text) = read_text(Path::new(name))?;
        return Ok(Workload::Program { name: name.to_string(), text });
    };
    let weight = |item: &str| {
        let (mnemonic, weight) = item.split_once('=').unwrap_or((item, "1"));
        let weight = weight.trim().parse().ok().filter(|weight| (1..=1000).contains(weight));
        let wrong = || format!("--workload {}: a weight is a number from 1 to 1000; try mix:IMAD=3,IADD=1", shorten(name));
        weight.map(|weight| (mnemonic.trim().to_string(), weight)).ok_or_else(|| CliError::Usage(wrong()))
    };
    let weights = weights.split(',').map(weight).collect::<Result<_, _>>()?;
    Ok(Workload::Mix { name: name.to_string(), weights })
}

/// Where users' caches are (XDG base directories).
fn user_cache() -> Option<PathBuf> {
    let named = |variable: &str| std::env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = named("XDG_CACHE_HOME").or_else(|| named("HOME").map(|home| home.join(".cache")))?;
    Some(base.join("lanebeat"))
}

/// The points of shard `i/n`.
fn shard(points: Vec<Vec<String>>, shard: Option<&str>) -> Result<Vec<Vec<String>>, CliError> {
    let Some(text) = shard else { return Ok(points) };
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse::<usize>().ok()?, n.parse::<usize>().ok()?)));
    match parts {
        Some((i, n)) if (1..=n).contains(&i) => Ok(points.into_iter().skip(i - 1).step_by(n).collect()),
        _ => Err(CliError::Usage(format!("--shard must be I/N with I from 1 to N, not {}; try 1/4", shorten(text)))),
    }
}

/// The configurations of `points`. Combinations that cannot be built are left out, and told about.
fn configs(common: &CommonOptions, points: &[Vec<String>]) -> Result<Vec<Config>, CliError> {
    let file = common.config.as_deref().map(read_text).transpose()?;
    let file = file.as_ref().map(|(name, text)| (name.as_str(), text.as_str()));
    let load = |settings: &[String]| Config::load(common.preset, file, settings);
    let mut configs = vec![];
    let mut refused = vec![];
    for point in points {
        let settings: Vec<String> = common.set.iter().chain(point).cloned().collect();
        match load(&settings) {
            Ok(config) => configs.push(config),
            Err(error) => refused.push(error),
        }
    }
    let count = refused.len();
    match refused.into_iter().next() {
        Some(error) if configs.is_empty() => return Err(error.into()),
        Some(error) => {
            talk(&format!("{count} of {} combinations cannot be built and are left out; the first: {error}\n", points.len()))
        }
        None => {}
    }
    Ok(configs)
}

fn progress_bar(points: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} points, {eta} left");
    ProgressBar::new(points).with_style(style.expect("a template that indicatif knows"))
}

impl Study {
    /// The point of `config`, and whether its area could not be had.
    fn point(&self, config: &Config) -> (Point, bool) {
        let build = self.unit.build;
        if let Some(feature) = self.unit.feature.filter(|&feature| !config.has(feature)) {
            let mut point = Point::new(config);
            point.problems.push(format!("unit {} needs {} = true", self.unit.name, feature.key()));
            return (point, false);
        }
        let (mut point, files) = evaluate(config, &self.workloads, build);
        let Flow::Cells(synthesis) = self.flow else { return (point, false) };
        let top = &build_name(build, config);
        let measured = synthesis.identity(top).and_then(|identity| {
            let cells = match self.cache.get(&point.digest, &identity) {
                Some(cells) => cells,
                None => {
                    let cells = synthesis.cells(&files, top)?;
                    self.cache.put(&point.digest, &identity, &cells).map_err(FlowError::Folder)?;
                    cells
                }
            };
            Ok(synthesis.figures(&cells, &identity))
        });
        match measured {
            Ok(figures) => {
                point.figures.extend(figures);
                (point, false)
            }
            Err(error) => {
                point.problems.push(error.to_string());
                (point, true)
            }
        }
    }
}

fn build_name(build: fn(&Config) -> Arc<crate::hdl::Module>, config: &Config) -> String {
    build(config).name.clone()
}

/// Writes the files and prints the table.
fn tell(results: &Results, axes: &[Axis], options: &StudyOptions, json: bool) -> Result<(), CliError> {
    let (csv, all) = (results.to_csv(), to_json(results));
    let files = [(options.output.join("study.csv"), csv.as_bytes()), (options.output.join("study.json"), all.as_bytes())];
    write_all_atomically(&files)?;
    let keys: Vec<&str> = axes.iter().map(|axis| axis.parameter.key()).collect();
    print(&if json { all } else { results.to_table(&keys, &SHOWN) })?;
    for point in &results.points {
        for problem in &point.problems {
            let settings: Vec<String> =
                point.config.iter().filter(|(key, _)| keys.contains(&key.as_str())).map(|(k, v)| format!("{k}={v}")).collect();
            talk(&format!("{}: {problem}\n", settings.join(" ")));
        }
    }
    talk(&format!("{}: {} points in study.csv and study.json\n", options.output.display(), results.points.len()));
    Ok(())
}
