//! `lanebeat study`: sweeps parameters and writes what every combination costs and does.

mod area;
mod calibrate;
pub mod choices;
mod live;
mod mapping;
mod merge;
mod needs;

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
use crate::study::report::{self, Page};
use crate::study::{Axis, Basis, Evaluator, Point, Results, Workload, overview, sweep, to_json};

use area::Area;
use choices::WRITTEN;
use live::Live;
use needs::Needs;

/// Evaluates every point, writes the files and prints the table.
pub fn study(common: &CommonOptions, options: &StudyOptions) -> Result<Outcome, CliError> {
    if let Some(samples) = options.calibrate {
        return calibrate::calibrate(common, options, samples);
    }
    if let Some(device) = options.device {
        device.check(&options.flow).map_err(CliError::Usage)?;
    }
    area::check_macros(options)?;
    let axes = choices::axes(&options.axis)?;
    let configs =
        choices::configs(common, &choices::shard(sweep(&axes), options.shard.as_deref())?)?;
    let workloads = choices::workloads(&options.workload, &configs)?;
    let unit = units::find(&options.unit)?;
    let basis = choices::basis(common, options, &workloads)?;
    // Until the files are written: who looks at it is led to them.
    let live = Live::new(&basis.command, options);
    let (basis, results) = match options.merge.as_slice() {
        [] => evaluate_all(&configs, unit, &workloads, options, basis, &live)?,
        folders => merge::merge(&configs, folders, basis)?,
    };
    check_digests(results.points.iter())?;
    let failed = results.points.iter().filter(|point| point.lacks_area).count();
    if failed == 0 {
        write(&basis, &results, options)?;
        tell(&basis, &results, &axes, common, options)?;
        let place = options.output.display();
        let points = match results.points.len() {
            1 => "1 point".to_owned(),
            count => format!("{count} points"),
        };
        talk(&format!(
            "{place}/report.html: {points} to look at; study.csv and study.json have all figures, \
             study.legend.csv says what each is\n"
        ));
        return Ok(Outcome::Good);
    }
    let is_kept = merge::is_good(&options.output);
    if !is_kept {
        write(&basis, &results, options)?;
    }
    tell(&basis, &results, &axes, common, options)?;
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
    live: &Live,
) -> Result<(Basis, Results), CliError> {
    let area = Area::new(options)?;
    let basis = Basis { tools: area.tools(), ..basis };
    let evaluator = Evaluator::new(workloads);
    let bar = progress::bar(configs.len() as u64, "points");
    let evaluated: Vec<_> = configs
        .par_iter()
        .map(|config| {
            let evaluated = point(config, unit, workloads, &evaluator, &area);
            bar.inc(1);
            evaluated
        })
        .collect();
    bar.finish_and_clear();
    // Before anything is mapped, which may take hours.
    check_digests(evaluated.iter().map(|(point, _)| point))?;
    let mut points = area.complete(evaluated, live);
    if let Some(device) = options.device {
        points.iter_mut().for_each(|point| device.add_fullness(point));
    }
    Ok((basis, Results { points }))
}

/// The point of `config`, and what has to be mapped for its area.
fn point(
    config: &Config,
    unit: &Unit,
    workloads: &[Workload],
    evaluator: &Evaluator,
    area: &Area,
) -> (Point, Needs) {
    if let Some(feature) = unit.feature.filter(|&feature| !config.has(feature)) {
        let mut point = Point::new(config);
        point.problems.push(format!("unit {} needs {} = true", unit.name, feature.key()));
        return (point, Needs::Nothing);
    }
    let design = evaluator.design((unit.build)(config));
    let point = evaluator.point(config, &design);
    let needs = area.needs(&design, config, workloads);
    (point, needs)
}

/// Writes the files.
fn write(basis: &Basis, results: &Results, options: &StudyOptions) -> Result<(), CliError> {
    let page = Page { command: &basis.command, device: options.device, progress: None };
    let texts =
        [report::html(results, &page), results.to_csv(), to_json(basis, results), results.legend()];
    // Last, since a single point makes no plot.
    let picture = report::svg(results, options.device);
    let texts = texts.iter().chain(&picture).map(String::as_bytes);
    let files: Vec<(&str, &[u8])> = WRITTEN.into_iter().zip(texts).collect();
    let is_written = |path: &Path| WRITTEN.into_iter().any(|name| path.ends_with(name));
    Ok(replace_folder(&options.output, &files, is_written)?)
}

/// Prints the table and what is missing.
fn tell(
    basis: &Basis,
    results: &Results,
    axes: &[Axis],
    common: &CommonOptions,
    options: &StudyOptions,
) -> Result<(), CliError> {
    let keys: Vec<&str> = axes.iter().map(|axis| axis.parameter.key()).collect();
    print(&match common.json {
        true => to_json(basis, results),
        false => overview(results, &keys, options.device),
    })?;
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
