//! A study as a terminal shows it: the figures that decide, in columns, and a verdict on them.

use super::fpga::Fpga;
use super::front::Place;
use super::naming::value;
use super::point::Point;
use super::results::Results;
use super::verdict::Verdict;
use crate::cycle::{Side, aligned};

/// Figures that are shown where they are known, besides those of workloads.
const SHOWN: &str =
    "lut, flip-flops, block ram, dsp, area, macros, cell area, gates, period, fmax, memory area";

/// A column: two lines of head, and a cell for each point.
type Shown = Vec<String>;

fn shown(head: [&str; 2], cells: impl Iterator<Item = String>) -> Shown {
    head.map(str::to_owned).into_iter().chain(cells).collect()
}

/// The table of the parameters in `keys` and the deciding figures, and a sentence on each workload.
pub fn overview(results: &Results, keys: &[&str], device: Option<Fpga>) -> String {
    let verdicts = Verdict::all(results);
    // One machine is not compared.
    let is_comparison = results.points.len() > 1;
    let mut columns: Vec<Shown> = keys.iter().map(|key| parameter(results, key)).collect();
    let costs = verdicts.iter().flat_map(|verdict| verdict.costs.iter().copied());
    let costs = costs.filter(|cost| SHOWN.split(", ").all(|shown| shown != *cost)).take(1);
    let names = costs.chain(SHOWN.split(", "));
    columns.extend(names.filter_map(|name| figure(results, name)));
    columns.extend(device.map(|device| fullness(results, device)));
    columns.extend(verdicts.iter().filter_map(|verdict| speed(results, verdict)));
    let row = |line: usize| columns.iter().map(|column| column[line].clone()).collect();
    let rows: Vec<Vec<String>> = (0..2 + results.points.len()).map(row).collect();
    let mut text = aligned(rows.iter(), "  ", |_| Side::Right);
    if let Some(verdict) = verdicts.first().filter(|_| is_comparison) {
        text += &format!("\n* on the front over {} together\n", verdict.objectives());
    }
    for verdict in verdicts.iter().filter(|_| is_comparison) {
        text += &format!("{}: {}", verdict.workload, verdict.on_front());
        let front = verdict.front();
        // The table shows which.
        let choice = verdict.choice.filter(|_| front.len() > 1);
        text += &choice.map_or(String::new(), |_| format!("; {}", verdict.decision()));
        text += "\n";
    }
    if let Some(device) = device {
        text += &fitting(results, device);
    }
    text
}

fn parameter(results: &Results, key: &str) -> Shown {
    shown([key, ""], results.points.iter().map(|point| value(point, key).to_owned()))
}

fn figure(results: &Results, name: &str) -> Option<Shown> {
    let unit = &results.points.iter().find_map(|point| point.figure(name))?.unit;
    // A sentence is no unit of a column.
    let unit = if unit.contains(' ') { "" } else { unit.as_str() };
    let cell = |point: &Point| {
        point.figure(name).map_or("-".to_owned(), |figure| match figure.value {
            0.0..100.0 if figure.value.fract() != 0.0 => figure.text(),
            value => format!("{value:.0}"),
        })
    };
    Some(shown([name, unit], results.points.iter().map(cell)))
}

/// Threads, with a star on the front.
fn speed(results: &Results, verdict: &Verdict) -> Option<Shown> {
    let unit = &results.points.iter().find_map(|p| p.figure(&verdict.throughput))?.unit;
    let (unit, scale) = match unit.as_str() {
        "threads/s" => ("M threads/s", 1e-6),
        unit => (unit, 1.0),
    };
    let is_comparison = results.points.len() > 1;
    let cell = |(point, place): (&Point, &Place)| {
        let star = if is_comparison && *place == Place::Front { '*' } else { ' ' };
        match point.figure(&verdict.throughput) {
            Some(figure) => format!("{:.2} {star}", scale * figure.value),
            None => "-  ".to_owned(),
        }
    };
    let cells = results.points.iter().zip(&verdict.places).map(cell);
    Some(shown([&format!("{}  ", verdict.workload), unit], cells))
}

/// Whether a point fits, and the resource that it uses most.
fn fullness(results: &Results, device: Fpga) -> Shown {
    let cell = |point| device.fullest(point).unwrap_or("-".to_owned());
    shown([device.key, "fullest"], results.points.iter().map(cell))
}

/// Number of points that fit, as a sentence.
pub fn fitting(results: &Results, device: Fpga) -> String {
    let known: Vec<bool> = results
        .points
        .iter()
        .filter_map(|point| Some(point.figure("fits")?.value == 1.0))
        .collect();
    let fits = known.iter().filter(|fits| **fits).count();
    let verdicts = results.points.iter().filter_map(|point| device.verdict(point));
    let tight = match verdicts.filter(|verdict| *verdict == "tight").count() {
        0 => String::new(),
        1 => "; 1 is tight, within the error of the estimate".to_owned(),
        several => format!("; {several} are tight, within the error of the estimate"),
    };
    format!(
        "{fits} of {} points fit {}, before placement{tight}{}\n",
        known.len(),
        device.key,
        device.stand_in()
    )
}
