//! `lanebeat study`: sweeps parameters and writes what every combination costs and does.

mod area;
mod calibrate;
pub mod choices;
mod merge;

use std::path::Path;

use rayon::prelude::*;

use super::arguments::{CommonOptions, StudyOptions};
use super::console::{Outcome, print, talk};
use super::error::CliError;
use super::progress;
use crate::config::Config;
use crate::files::replace_folder;
use crate::rtl::Unit;
use crate::rtl::units;
use crate::study::{
    Axis, Basis, Design, Point, Results, Workload, evaluate, report, sweep, to_json,
};

use area::Area;
use choices::WRITTEN;

/// Figures that the table on the terminal shows; the files have all.
const SHOWN: [&str; 18] = [
    "waves to saturate",
    "scan: instructions per slot",
    "scan: threads per cycle",
    "mix: instructions per slot",
    "mix: threads per cycle",
    "register bits",
    "memory area",
    "lut",
    "flip-flops",
    "block ram",
    "dsp",
    "carry",
    "cell area",
    "gates",
    "period",
    "fmax",
    "scan: threads per second",
    "mix: threads per second",
];

/// Evaluates every point, writes the files and prints the table.
pub fn study(common: &CommonOptions, options: &StudyOptions) -> Result<Outcome, CliError> {
    if let Some(samples) = options.calibrate {
        return calibrate::calibrate(common, options, samples);
    }
    let axes = choices::axes(&options.axis)?;
    let configs =
        choices::configs(common, &choices::shard(sweep(&axes), options.shard.as_deref())?)?;
    let workloads = choices::workloads(&options.workload, &configs)?;
    let unit = units::find(&options.unit)?;
    let basis = choices::basis(common, options, &workloads)?;
    let (basis, results) = match options.merge.as_slice() {
        [] => evaluate_all(&configs, unit, &workloads, options, basis)?,
        folders => merge::merge(&configs, folders, basis)?,
    };
    check_digests(results.points.iter())?;
    let failed = results.points.iter().filter(|point| point.lacks_area).count();
    if failed == 0 {
        write(&basis, &results, options)?;
        tell(&basis, &results, &axes, common)?;
        talk(&format!(
            "{}: {} points in report.html, study.csv and study.json\n",
            options.output.display(),
            results.points.len()
        ));
        return Ok(Outcome::Good);
    }
    let is_kept = merge::is_good(&options.output);
    if !is_kept {
        write(&basis, &results, options)?;
    }
    tell(&basis, &results, &axes, common)?;
    let what = if options.pnr { "no area or clock" } else { "no area" };
    let place = options.output.display();
    let written = match is_kept {
        true => format!("{place} keeps the study that was there"),
        false => format!("the others are in {place}"),
    };
    let count = results.points.len();
    Err(CliError::Usage(format!("{failed} of {count} points have {what}, see above; {written}")))
}

fn check_digests<'p>(points: impl Iterator<Item = &'p Point>) -> Result<(), CliError> {
    crate::study::check_digests(points).map_err(|error| CliError::Usage(error.to_string()))
}

/// The points of `configs` in their order, and `basis` with the tools that were called.
fn evaluate_all(
    configs: &[Config],
    unit: &Unit,
    workloads: &[Workload],
    options: &StudyOptions,
    basis: Basis,
) -> Result<(Basis, Results), CliError> {
    let area = Area::new(options)?;
    let basis = Basis { tools: area.tools(), ..basis };
    let bar = progress::bar(configs.len() as u64, "points");
    let evaluated: Vec<_> = configs
        .par_iter()
        .map(|config| {
            let evaluated = point(config, unit, workloads, &area);
            bar.inc(1);
            evaluated
        })
        .collect();
    bar.finish_and_clear();
    // Before anything is mapped, which may take hours.
    check_digests(evaluated.iter().map(|(point, _)| point))?;
    Ok((basis, Results { points: area.complete(evaluated) }))
}

/// The point of `config`, and what has to be mapped for its area.
fn point(
    config: &Config,
    unit: &Unit,
    workloads: &[Workload],
    area: &Area,
) -> (Point, area::Needs) {
    if let Some(feature) = unit.feature.filter(|&feature| !config.has(feature)) {
        let mut point = Point::new(config);
        point.problems.push(format!("unit {} needs {} = true", unit.name, feature.key()));
        return (point, area::Needs::Nothing);
    }
    let design = Design::new((unit.build)(config));
    let point = evaluate(config, workloads, &design);
    let needs = area.needs(&design);
    (point, needs)
}

/// Writes the files.
fn write(basis: &Basis, results: &Results, options: &StudyOptions) -> Result<(), CliError> {
    let texts = [report::html(results, &basis.command), results.to_csv(), to_json(basis, results)];
    let files: Vec<(&str, &[u8])> =
        WRITTEN.into_iter().zip(texts.iter().map(String::as_bytes)).collect();
    let is_written = |path: &Path| WRITTEN.into_iter().any(|name| path.ends_with(name));
    Ok(replace_folder(&options.output, &files, is_written)?)
}

/// Prints the table and what is missing.
fn tell(
    basis: &Basis,
    results: &Results,
    axes: &[Axis],
    common: &CommonOptions,
) -> Result<(), CliError> {
    let keys: Vec<&str> = axes.iter().map(|axis| axis.parameter.key()).collect();
    print(&if common.json { to_json(basis, results) } else { results.to_table(&keys, &SHOWN) })?;
    for point in &results.points {
        for problem in &point.problems {
            let settings: Vec<String> = point
                .config
                .iter()
                .filter(|(key, _)| keys.contains(&key.as_str()))
                .map(|(k, v)| format!("{k}={v}"))
                .collect();
            talk(&format!("{}: {problem}\n", settings.join(" ")));
        }
    }
    Ok(())
}
