//! `lanebeat study`: sweeps parameters and writes cost and speed of every combination.

mod calibrate;
pub mod choices;

use std::path::Path;

use indicatif::ProgressFinish;

use super::arguments::{CommonOptions, StudyOptions};
use super::console::{print, talk};
use super::error::CliError;
use super::progress;
use super::signals;
use lanebeat::files::{LONGEST_LIBRARY, read_text_up_to, refuse_others, replace_folder};
use lanebeat::rtl::units;
use lanebeat::source::counted;
use lanebeat::study::citation::{self, bibliography};
use lanebeat::study::report::{self, Page};
use lanebeat::study::{
    Axis, Basis, LEGEND, Live, RESULTS, Results, Run, axes, check_digests, is_complete, is_kept,
    is_table, merge, overview, shard, sweep, to_json, with_values,
};

/// Files that a study writes into its directory.
pub const WRITTEN: [&str; 6] =
    ["report.html", "study.csv", RESULTS, "study.legend.csv", "study.bib", "study.svg"];

/// Evaluates every point, writes the files and prints the table.
pub fn study(common: &CommonOptions, options: &StudyOptions) -> Result<(), CliError> {
    if let Some(samples) = options.calibrate {
        return calibrate::calibrate(common, options, samples);
    }
    // Before work that may take hours.
    refuse_others(&options.output, &WRITTEN, is_written)?;
    let device = options.device.map(|device| device.counted_by(&options.flow)).transpose()?;
    let options = &StudyOptions { device, ..options.clone() };
    let area = choices::area(options);
    let mut axes = axes(&options.axis)?;
    let best = choices::best(options, &axes)?;
    let points = shard(sweep(&axes), options.shard.as_deref())?;
    let points = best.iter().fold(points, |points, best| with_values(&points, best));
    let unit = units::find(&options.unit)?;
    let mut configs = choices::configs(common, unit, &points)?;
    let workloads = choices::workloads(options, &configs)?;
    if let Some(best) = best {
        configs = choices::fastest(configs, &best, unit, &workloads, &options.flow)?;
        axes.push(best);
    }
    let process = area.read()?;
    let mut basis = choices::basis(common, options, &workloads, &process);
    // The report so far, until the files are written; then it leads its reader to them.
    let live = Live::new(&basis.command, &options.output, device);
    let results = match options.merge.as_slice() {
        [] => {
            let area = area.find(process)?;
            basis.tools = area.tools();
            if !basis.tools.is_empty() {
                signals::hint(
                    "stopped; what was mapped is kept, and the same command goes on from there\n",
                );
            }
            let (configs, workloads) = (&configs, &workloads);
            Run { configs, unit, workloads, area: &area, device, bars: &bar, live: &live }.results()
        }
        folders => {
            let (whole, results) = merge(&configs, folders, basis)?;
            basis = whole;
            check_digests(results.points.iter()).map(|()| results)
        }
    };
    finish(&basis, &results?, &axes, common, options)
}

/// A bar on the terminal.
fn bar(count: usize, things: &'static str) -> Box<dyn Fn() + Sync> {
    let bar = progress::bar(count as u64, things).with_finish(ProgressFinish::AndClear);
    Box::new(move || bar.inc(1))
}

/// Writes and prints the study, or keeps a better one that is there.
fn finish(
    basis: &Basis,
    results: &Results,
    axes: &[Axis],
    common: &CommonOptions,
    options: &StudyOptions,
) -> Result<(), CliError> {
    let place = options.output.display();
    let (count, failed) =
        (results.points.len(), results.points.iter().filter(|point| point.lacks_area).count());
    let keeps_former = failed > 0 && is_complete(&options.output);
    if !keeps_former {
        write(basis, results, options)?;
    }
    tell(basis, results, axes, common, options)?;
    if failed == 0 {
        talk(&format!(
            "{place}/report.html: {} to look at; study.csv and study.json have all figures, \
             study.legend.csv says what each is, study.bib whom to cite\n",
            counted(count, "point")
        ));
        return Ok(());
    }
    let what = if options.pnr { "no area or clock" } else { "no area" };
    let written = match keeps_former {
        true => format!("{place} keeps the study that was there"),
        false => format!("the others are in {place}"),
    };
    Err(CliError::Usage(format!("{failed} of {count} points have {what}, see above; {written}")))
}

/// Whether a study wrote the file at `path`: by its name and its content.
fn is_written(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if !WRITTEN.contains(&name) {
        return false;
    }
    let Ok((_, text)) = read_text_up_to(path, LONGEST_LIBRARY) else { return false };
    match name {
        "report.html" => text.contains(report::TITLE_TAG),
        "study.csv" => is_table(&text),
        RESULTS => is_kept(&text),
        "study.legend.csv" => text.starts_with(&LEGEND[..4].join(",")),
        "study.bib" => text.starts_with(citation::ENTRY),
        _ => text.starts_with(report::PICTURE_TAG),
    }
}

/// Writes the files.
fn write(basis: &Basis, results: &Results, options: &StudyOptions) -> Result<(), CliError> {
    let bibliography = bibliography(basis, &results.points);
    let page = Page {
        command: &basis.command,
        bibliography: &bibliography,
        device: options.device,
        progress: None,
    };
    let html = report::html(results, &page);
    let texts = [html, results.to_csv(), to_json(basis, results), results.legend(), bibliography];
    // Last, since a single point makes no plot.
    let picture = report::svg(results, options.device);
    let texts = texts.iter().chain(&picture).map(String::as_bytes);
    let files: Vec<(&str, &[u8])> = WRITTEN.into_iter().zip(texts).collect();
    Ok(replace_folder(&options.output, &files, is_written, vec![])?)
}

/// Prints the table, and reports the problems of points.
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
