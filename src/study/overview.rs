//! A study as a terminal shows it: the figures that decide, in columns, and what to make of them.

use super::fpga::Fpga;
use super::front::Place;
use super::naming::value;
use super::point::Point;
use super::results::Results;
use super::verdict::Verdict;
use crate::cycle::{Side, aligned};

/// Figures that are shown where they are known, besides those of workloads.
const SHOWN: [&str; 11] = [
    "lut",
    "flip-flops",
    "block ram",
    "dsp",
    "area",
    "macros",
    "cell area",
    "gates",
    "period",
    "fmax",
    "memory area",
];

/// What a column shows of a point, which has a number.
type Cell<'r> = Box<dyn Fn(usize, &Point) -> String + 'r>;

/// A column: two lines of head, and what it shows of each point.
struct Shown<'r> {
    head: [String; 2],
    cell: Cell<'r>,
}

/// The table of the parameters in `keys` and of what decides, and a sentence on each workload.
pub fn overview(results: &Results, keys: &[&str], device: Option<Fpga>) -> String {
    let verdicts = Verdict::all(results);
    // One machine is not compared.
    let is_comparison = results.points.len() > 1;
    let mut columns: Vec<Shown> = keys.iter().map(|key| parameter(key)).collect();
    let costs = verdicts.iter().flat_map(|verdict| verdict.costs.iter().copied());
    let costs: Vec<&str> = costs.filter(|cost| !SHOWN.contains(cost)).take(1).collect();
    let names = costs.into_iter().chain(SHOWN);
    columns.extend(names.filter_map(|name| figure(results, name)));
    columns.extend(device.map(fullness));
    columns.extend(verdicts.iter().filter_map(|verdict| speed(results, verdict)));
    let mut rows: Vec<Vec<String>> = (0..2)
        .map(|line| columns.iter().map(|column| column.head[line].clone()).collect())
        .collect();
    for (number, point) in results.points.iter().enumerate() {
        rows.push(columns.iter().map(|column| (column.cell)(number, point)).collect());
    }
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

fn parameter<'r>(key: &'r str) -> Shown<'r> {
    let cell = move |_: usize, point: &Point| value(point, key).to_owned();
    Shown { head: [key.to_owned(), String::new()], cell: Box::new(cell) }
}

fn figure<'r>(results: &Results, name: &'r str) -> Option<Shown<'r>> {
    let unit = &results.points.iter().find_map(|point| point.figure(name))?.unit;
    // A sentence is no unit of a column.
    let unit = if unit.contains(' ') { "" } else { unit.as_str() };
    let cell = move |_: usize, point: &Point| {
        point.figure(name).map_or("-".to_owned(), |figure| match figure.value {
            0.0..100.0 if figure.value.fract() != 0.0 => figure.text(),
            value => format!("{value:.0}"),
        })
    };
    Some(Shown { head: [name.to_owned(), unit.to_owned()], cell: Box::new(cell) })
}

/// Threads, with a star on the front.
fn speed<'r>(results: &Results, verdict: &'r Verdict) -> Option<Shown<'r>> {
    let unit = &results.points.iter().find_map(|p| p.figure(&verdict.throughput))?.unit;
    let is_rate = unit == "threads/s";
    let unit = if is_rate { "M threads/s".to_owned() } else { unit.clone() };
    let is_comparison = results.points.len() > 1;
    let cell = move |number: usize, point: &Point| {
        let is_on_front = is_comparison && verdict.places[number] == Place::Front;
        let star = if is_on_front { '*' } else { ' ' };
        let scale = if is_rate { 1e-6 } else { 1.0 };
        match point.figure(&verdict.throughput) {
            Some(figure) => format!("{:.2} {star}", scale * figure.value),
            None => "-  ".to_owned(),
        }
    };
    Some(Shown { head: [format!("{}  ", verdict.workload), unit], cell: Box::new(cell) })
}

/// Whether a point fits, and what it uses most of.
fn fullness<'r>(device: Fpga) -> Shown<'r> {
    let cell = move |_: usize, point: &Point| {
        let shares = device.shares(point).unwrap_or_default();
        let fullest = shares.into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
        fullest.map_or("-".to_owned(), |(name, share)| match share {
            ..=100.0 => format!("fits, {share:.0} % {name}"),
            f64::INFINITY => format!("no, it has no {name}"),
            _ => format!("no, {share:.0} % {name}"),
        })
    };
    Shown { head: [device.key.to_owned(), "fullest".to_owned()], cell: Box::new(cell) }
}

/// How many points fit.
pub fn fitting(results: &Results, device: Fpga) -> String {
    let known: Vec<bool> = results
        .points
        .iter()
        .filter_map(|point| Some(point.figure("fits")?.value == 1.0))
        .collect();
    let fits = known.iter().filter(|fits| **fits).count();
    format!("{fits} of {} points fit {}, before placement\n", known.len(), device.key)
}
