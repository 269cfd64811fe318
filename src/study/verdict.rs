//! Verdict of a study on a workload: which points are on the front, why the others lose, and
//! which one to take.

use std::collections::BTreeMap;

use super::front::{Place, lexicographic, places};
use super::naming::{settings, varying};
use super::point::Point;
use super::results::Results;
use crate::draw::axis::short;

/// A share of the best throughput that is as good as the best.
const ENOUGH: f64 = 0.95;

/// Figures that are costs, by the known kind of area: cells of an FPGA, cells and macros of one
/// process, standard cells, or the netlist alone.
const COSTS: [&[&str]; 4] = [
    &["lut", "block ram"],
    &["area"],
    &["cell area", "memory area"],
    &["register bits", "memory area"],
];

/// The verdict on one workload.
pub struct Verdict<'r> {
    /// Its name.
    pub workload: &'r str,
    /// The figures that are to be small.
    pub costs: &'static [&'static str],
    /// The figure that is to be large: threads a second where clocks are known, else a cycle.
    pub throughput: String,
    /// Place of each point of the results.
    pub places: Vec<Place>,
    /// The number of the point to take.
    pub choice: Option<usize>,
    points: &'r [Point],
    varying: Vec<&'r str>,
}

impl<'r> Verdict<'r> {
    /// The verdict on every workload that some point was timed on.
    pub fn all(results: &'r Results) -> Vec<Self> {
        let mut workloads: Vec<&str> = vec![];
        for figure in results.points.iter().flat_map(|point| &point.figures) {
            if let (Some(workload), "threads per cycle") = figure.parts()
                && !workloads.contains(&workload)
            {
                workloads.push(workload);
            }
        }
        workloads.into_iter().map(|workload| Self::on(workload, results)).collect()
    }

    fn on(workload: &'r str, results: &'r Results) -> Self {
        let points = &results.points;
        let is_known = |name: &str| points.iter().any(|point| point.figure(name).is_some());
        let costs = COSTS.into_iter().find(|costs| is_known(costs[0])).unwrap_or(COSTS[3]);
        let a_second = format!("{workload}: threads per second");
        let throughput = match is_known(&a_second) {
            true => a_second,
            false => format!("{workload}: threads per cycle"),
        };
        let known: Vec<&Point> = points.iter().filter(|point| !point.digest.is_empty()).collect();
        let mut verdict = Self {
            workload,
            costs,
            throughput,
            places: vec![],
            choice: None,
            points,
            varying: varying(&known),
        };
        let costs: Vec<_> = points.iter().map(|point| verdict.costs_of(point)).collect();
        verdict.places = places(&costs);
        verdict.choice = verdict.choose(&costs);
        verdict
    }

    /// Values of `point` that are to be small, the throughput as a negative number.
    fn costs_of(&self, point: &Point) -> Option<Vec<f64>> {
        let throughput = -point.figure(&self.throughput)?.value;
        let costs = self.costs.iter().map(|cost| Some(point.figure(cost)?.value));
        costs.chain([Some(throughput)]).collect()
    }

    /// The cheapest of the points that fit and are nearly the fastest of these.
    fn choose(&self, costs: &[Option<Vec<f64>>]) -> Option<usize> {
        let fits = |point: &Point| point.figure("fits").is_none_or(|fits| fits.value == 1.0);
        let able = (0..costs.len()).filter(|&number| fits(&self.points[number]));
        let able = able.filter_map(|number| Some((number, costs[number].as_ref()?)));
        let speed = |costs: &[f64]| -costs[costs.len() - 1];
        let fastest = able.clone().map(|(_, costs)| speed(costs)).reduce(f64::max)?;
        let near = able.filter(|(_, costs)| speed(costs) >= ENOUGH * fastest);
        let cheapest = near.min_by(|a, b| lexicographic(a.1, b.1));
        cheapest.map(|(number, _)| number)
    }

    /// Name of a point in sentences.
    pub fn name(&self, number: usize) -> String {
        settings(&self.points[number], &self.varying)
    }

    /// `threads a cycle`.
    pub fn unit(&self) -> &'static str {
        match self.throughput.ends_with("second") {
            true => "threads a second",
            false => "threads a cycle",
        }
    }

    /// `lut, block ram and threads a cycle`.
    pub fn objectives(&self) -> String {
        let costs: Vec<&str> = self.costs.iter().map(|cost| label(cost)).collect();
        format!("{} and {}", costs.join(", "), self.unit())
    }

    /// The numbers of the points on the front.
    pub fn front(&self) -> Vec<usize> {
        let on_front = |number: &usize| self.places[*number] == Place::Front;
        (0..self.places.len()).filter(on_front).collect()
    }

    /// `98.7 k LUT6, 64 RAMB18 and 15.94 threads a cycle`.
    pub fn figures(&self, number: usize) -> String {
        let point = &self.points[number];
        let amount = |name: &str| {
            let figure = point.figure(name)?;
            Some(match name {
                "lut" | "block ram" => format!("{} {}", short(figure.value), figure.unit),
                "area" => format!("{} mm²", short(figure.value)),
                _ => format!("{name} {}", short(figure.value)),
            })
        };
        let costs: Vec<String> = self.costs.iter().copied().filter_map(amount).collect();
        let speed = point.figure(&self.throughput).map_or(f64::NAN, |figure| figure.value);
        format!("{} and {} {}", costs.join(", "), short(speed), self.unit())
    }

    /// Comparison of the point of the front that beats `number` with it, in the words of a table.
    pub fn defeat(&self, number: usize) -> Option<String> {
        let Place::BeatenBy(by) = self.places[number] else { return None };
        let difference = |name: &str, label: &str| {
            let own = self.points[number].figure(name)?.value;
            let others = self.points[by].figure(name)?.value;
            Some(match others == own {
                true => format!("equal {label}"),
                false if own == 0.0 => format!("{} {label} in place of none", short(others)),
                false => format!("{:+.1} % {label}", 100.0 * (others / own - 1.0)),
            })
        };
        let costs = self.costs.iter().filter_map(|cost| difference(cost, label(cost)));
        let speed = difference(&self.throughput, self.unit());
        Some(costs.chain(speed).collect::<Vec<_>>().join(", "))
    }

    /// Number of points that each point of the front beats, in words.
    pub fn losers(&self) -> String {
        let mut lost: BTreeMap<usize, usize> = BTreeMap::new();
        for place in &self.places {
            if let Place::BeatenBy(by) = place {
                *lost.entry(*by).or_default() += 1;
            }
        }
        let mut lost: Vec<(usize, usize)> = lost.into_iter().collect();
        lost.sort_by_key(|&(by, count)| (std::cmp::Reverse(count), by));
        let (few, others) = lost.split_at(lost.len().min(MOST_NAMED));
        let to = few.iter().map(|&(by, count)| format!("{count} to {}", self.name(by)));
        let others: usize = others.iter().map(|(_, count)| count).sum();
        let others = (others > 0).then(|| format!("{others} to others"));
        let to: Vec<String> = to.chain(others).collect();
        let all = if self.costs.len() == 1 { "both" } else { "all three" };
        let count: usize = lost.iter().map(|(_, count)| count).sum();
        let lose = if count == 1 { "loses" } else { "lose" };
        let to = to.join(", ");
        let beaten = format!("{count} {lose} to a point that is at least as good in {all}: {to}.");
        let unknown = self.places.iter().filter(|place| **place == Place::Unknown).count();
        let left_out = format!("{unknown} without {all} figures are left out.");
        let sentences = [(count, beaten), (unknown, left_out)];
        let said = sentences.into_iter().filter(|(count, _)| *count > 0);
        said.map(|(_, sentence)| sentence).collect::<Vec<_>>().join(" ")
    }

    /// Number of points on the front, or the name of the only one, in words.
    pub fn on_front(&self) -> String {
        let front = self.front();
        match front.as_slice() {
            [] => format!("no point has {}", self.objectives()),
            [only] => format!("one point beats all others: {}", self.name(*only)),
            _ => format!("{} of {} points are on the front", front.len(), self.places.len()),
        }
    }

    /// The point to take, and why, in words.
    pub fn decision(&self) -> String {
        let Some(choice) = self.choice else {
            return match self.front().is_empty() {
                true => "nothing can be chosen".to_owned(),
                false => "no point fits the device".to_owned(),
            };
        };
        let fitting = match self.points[choice].figure("fits") {
            Some(_) => "that fit and",
            None => "that",
        };
        let least = match self.costs[0] {
            "area" | "cell area" => "least",
            _ => "fewest",
        };
        format!(
            "take {}: {}; of the points {fitting} reach {:.0} % of the most {} it has the \
            {least} {}",
            self.name(choice),
            self.figures(choice),
            100.0 * ENOUGH,
            self.unit(),
            label(self.costs[0])
        )
    }
}

/// Name of a figure in sentences.
fn label(name: &str) -> &str {
    match name {
        "lut" => "LUTs",
        "block ram" => "block RAM",
        name => name,
    }
}

/// Points that a sentence names.
const MOST_NAMED: usize = 4;
