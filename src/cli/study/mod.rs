//! `lanebeat study`: sweeps parameters and writes what every combination costs and does.

mod area;
mod calibrate;
mod choices;
mod merge;

use rayon::prelude::*;

use super::arguments::{CommonOptions, StudyOptions};
use super::console::{Outcome, print, talk, to_json};
use super::error::CliError;
use super::files::write_all_atomically;
use super::progress;
use crate::config::Config;
use crate::rtl::Unit;
use crate::rtl::units;
use crate::study::{Axis, Design, Point, Results, Workload, evaluate, report, sweep};

use area::Area;

/// Figures that the table on the terminal shows; the files have all.
const SHOWN: [&str; 16] = [
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
];

/// Evaluates every point, writes the files and prints the table.
pub fn study(common: &CommonOptions, options: &StudyOptions) -> Result<Outcome, CliError> {
    if let Some(samples) = options.calibrate {
        return calibrate::calibrate(common, options, samples);
    }
    let axes = choices::axes(&options.axis)?;
    let configs =
        choices::configs(common, &choices::shard(sweep(&axes), options.shard.as_deref())?)?;
    let results = match options.merge.as_slice() {
        [] => evaluate_all(&configs, options)?,
        folders => merge::merge(&configs, folders)?,
    };
    results.check_digests().map_err(|error| CliError::Usage(error.to_string()))?;
    tell(&results, &axes, common, options)?;
    let failed = results.points.iter().filter(|point| point.lacks_area).count();
    match failed {
        0 => Ok(Outcome::Good),
        _ => {
            let what = if options.pnr { "no area or clock" } else { "no area" };
            Err(CliError::Usage(format!(
                "{failed} of {} points have {what}; see above",
                results.points.len()
            )))
        }
    }
}

/// The points of `configs` in their order.
fn evaluate_all(configs: &[Config], options: &StudyOptions) -> Result<Results, CliError> {
    let workloads = choices::workloads(&options.workload)?;
    let unit = units::find(&options.unit)?;
    let area = Area::new(options)?;
    let bar = progress::bar(configs.len() as u64, "points");
    let evaluated: Vec<_> = configs
        .par_iter()
        .map(|config| {
            let evaluated = point(config, unit, &workloads, &area);
            bar.inc(1);
            evaluated
        })
        .collect();
    bar.finish_and_clear();
    Ok(Results { points: area.complete(evaluated) })
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

/// Writes the files and prints the table.
fn tell(
    results: &Results,
    axes: &[Axis],
    common: &CommonOptions,
    options: &StudyOptions,
) -> Result<(), CliError> {
    let (csv, all) = (results.to_csv(), to_json(results));
    let page = report::html(results, &choices::command(common, options));
    let files = [("study.csv", &csv), ("study.json", &all), ("report.html", &page)];
    write_all_atomically(&files.map(|(name, text)| (options.output.join(name), text.as_bytes())))?;
    let keys: Vec<&str> = axes.iter().map(|axis| axis.parameter.key()).collect();
    print(&if common.json { all } else { results.to_table(&keys, &SHOWN) })?;
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
    talk(&format!(
        "{}: {} points in report.html, study.csv and study.json\n",
        options.output.display(),
        results.points.len()
    ));
    Ok(())
}
