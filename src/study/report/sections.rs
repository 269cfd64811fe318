//! The plots of a report, each with a sentence that says what the data show.

use std::collections::BTreeMap;

use super::chart::{self, Axes, short};
use super::view::{Line, View, line_name, settings};
use crate::study::point::Point;

/// A plot, or why there is none, and what it says.
pub struct Section {
    pub title: String,
    pub conclusion: String,
    pub drawing: Option<String>,
    /// Names of the colours.
    pub legend: Vec<String>,
    /// What is held, in words.
    pub held: String,
    pub sources: Vec<String>,
}

/// A share of the best throughput that counts as saturated.
const SATURATED: f64 = 0.95;

/// Areas are drawn in doublings from this ratio on.
const WIDE: f64 = 16.0;

/// All plots that the results can fill.
pub fn sections(view: &View) -> Vec<Section> {
    let mut sections: Vec<Section> = vec![];
    let areas: Vec<&str> = ["lut", "cell area", "block ram", "memory area"]
        .into_iter()
        .filter(|name| view.title(name).is_some())
        .collect();
    // Cells and memories are different matter: logic first, and the array beside it.
    let fronts = areas.iter().filter(|area| **area != "block ram");
    for area in fronts {
        sections.extend(view.workloads().into_iter().map(|workload| pareto(view, workload, area)));
    }
    sections.extend(areas.iter().map(|area| crossover(view, area)));
    sections.extend(view.workloads().into_iter().filter_map(|workload| depth(view, workload)));
    sections.push(staging(view));
    sections.extend(view.workloads().into_iter().map(|workload| saturation(view, workload)));
    sections
}

fn missing(title: String, parameter: &str) -> Section {
    let conclusion =
        format!("This study has no two values of {parameter}; add --axis {parameter}=… to see it.");
    Section {
        title,
        conclusion,
        drawing: None,
        legend: vec![],
        held: String::new(),
        sources: vec![],
    }
}

fn held(view: &View, free: &[&str]) -> String {
    let held: Vec<String> =
        view.held(free).iter().map(|(key, value)| format!("{key}={value}")).collect();
    if held.is_empty() { String::new() } else { format!("with {}", held.join(", ")) }
}

/// What a machine delivers: threads a second where the clock is known, else a cycle.
fn throughput(view: &View, workload: &str) -> String {
    let a_second = format!("{workload}: threads per second");
    match view.title(&a_second) {
        Some(_) => a_second,
        None => format!("{workload}: threads per cycle"),
    }
}

/// What each pipeline stage buys, where clocks are known.
fn depth(view: &View, workload: &str) -> Option<Section> {
    let (parameter, figure) = ("stages", format!("{workload}: threads per second"));
    let y = view.title(&figure).filter(|_| view.varying.contains(&parameter))?;
    let lines = view.lines(parameter, &figure);
    let free: Vec<&str> = view.line_keys(parameter).into_iter().chain([parameter]).collect();
    let best = lines.iter().filter_map(|line| {
        let (stages, rate) = line.points.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
        Some(format!("{} with {stages} ({})", line.name, short(*rate)))
    });
    let axes = Axes { x: "pipeline stages", y: &y, doubling: false };
    Some(Section {
        title: format!("Threads a second over pipeline stages: {workload}"),
        conclusion: format!("The most has {}.", best.collect::<Vec<_>>().join(", ")),
        drawing: chart::lines(&lines, &axes),
        legend: lines.iter().map(|line| line.name.clone()).collect(),
        held: held(view, &free),
        sources: view.sources(&["fmax", &figure]),
    })
}

fn pareto(view: &View, workload: &str, area: &str) -> Section {
    let throughput = throughput(view, workload);
    let unit =
        if throughput.ends_with("second") { "million threads a second" } else { "threads a cycle" };
    let title = format!("Area against throughput: {area}, {workload}");
    let keys = view.line_keys("");
    let mut groups: Vec<Line> = vec![];
    let mut all: Vec<(f64, f64, &Point)> = vec![];
    for point in &view.points {
        let (Some(area), Some(throughput)) = (point.figure(area), point.figure(&throughput)) else {
            continue;
        };
        let name = line_name(point, &keys);
        let place = groups.iter().position(|line| line.name == name).unwrap_or_else(|| {
            groups.push(Line { name, points: vec![] });
            groups.len() - 1
        });
        groups[place].points.push((area.value, throughput.value));
        all.push((area.value, throughput.value, point));
    }
    let front = front(all);
    let drawn: Vec<(f64, f64)> = front.iter().map(|(x, y, _)| (*x, *y)).collect();
    let area_title = view.title(area).unwrap_or_default();
    let areas = || groups.iter().flat_map(|line| &line.points).map(|point| point.0);
    let (low, high) = (areas().fold(f64::INFINITY, f64::min), areas().fold(0.0, f64::max));
    let axes = Axes {
        x: &area_title,
        y: &view.title(&throughput).unwrap_or_default(),
        doubling: low > 0.0 && high > WIDE * low,
    };
    let name = |(x, y, point): &(f64, f64, &Point)| {
        format!("{} ({} for {} {unit})", settings(point, &view.varying), short(*x), short(*y))
    };
    let conclusion = match (front.first(), front.last()) {
        (Some(first), Some(last)) if front.len() > 1 => {
            format!(
                "{} of {} points are on the front, from {} to {}.",
                front.len(),
                view.points.len(),
                name(first),
                name(last)
            )
        }
        (Some(only), _) => format!("One point beats all others: {}.", name(only)),
        _ => "No point has both figures.".to_string(),
    };
    Section {
        title,
        conclusion,
        drawing: chart::scatter(&groups, &drawn, &axes),
        legend: groups.into_iter().map(|line| line.name).collect(),
        held: String::new(),
        sources: view.sources(&[area, &throughput]),
    }
}

/// The points than which no other is smaller and at least as fast, smallest first.
pub fn front<T>(mut points: Vec<(f64, f64, T)>) -> Vec<(f64, f64, T)> {
    points.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.total_cmp(&a.1)));
    let mut best = f64::NEG_INFINITY;
    points.retain(|(_, throughput, _)| {
        let is_better = *throughput > best;
        best = best.max(*throughput);
        is_better
    });
    points
}

fn crossover(view: &View, area: &str) -> Section {
    let parameter = "registers";
    let title = format!("Organisations over registers: {area}");
    if !view.varying.contains(&parameter) {
        return missing(title, parameter);
    }
    let lines = view.lines(parameter, area);
    let free: Vec<&str> = view.line_keys(parameter).into_iter().chain([parameter]).collect();
    let area_title = view.title(area).unwrap_or_default();
    let axes = Axes { x: "registers of a wave", y: &area_title, doubling: true };
    Section {
        title,
        conclusion: smallest(&lines),
        drawing: chart::lines(&lines, &axes),
        legend: lines.iter().map(|line| line.name.clone()).collect(),
        held: held(view, &free),
        sources: view.sources(&[area]),
    }
}

/// Which line is lowest where.
pub fn smallest(lines: &[Line]) -> String {
    let mut at: BTreeMap<u64, (f64, Vec<&str>)> = BTreeMap::new();
    for line in lines {
        for &(x, y) in &line.points {
            let lowest = at.entry(x as u64).or_insert((f64::INFINITY, vec![]));
            if y < lowest.0 {
                *lowest = (y, vec![]);
            }
            if y == lowest.0 {
                lowest.1.push(&line.name);
            }
        }
    }
    let mut ranges: Vec<(u64, u64, Vec<&str>)> = vec![];
    for (x, (_, names)) in at {
        match ranges.last_mut() {
            Some((_, end, last)) if *last == names => *end = x,
            _ => ranges.push((x, x, names)),
        }
    }
    let range = |(from, to, names): &(u64, u64, Vec<&str>)| {
        let where_ = if from == to { format!("at {from}") } else { format!("from {from} to {to}") };
        format!("{} {where_}", names.join(" and "))
    };
    match ranges.as_slice() {
        [] => "No point has this figure.".to_string(),
        [one] => format!("There is no crossover: the smallest is {}.", range(one)),
        _ => format!(
            "The smallest is {}.",
            ranges.iter().map(range).collect::<Vec<_>>().join(", then ")
        ),
    }
}

fn staging(view: &View) -> Section {
    let title = "Registers outside the memories (staging and control)".to_string();
    let keys = view.line_keys("");
    if keys.is_empty() {
        return missing(title, "register_file");
    }
    let name = "register bits";
    let bars: Vec<(String, f64)> = view
        .at_reference(&keys)
        .iter()
        .filter_map(|point| Some((line_name(point, &keys), point.figure(name)?.value)))
        .collect();
    let low = bars.iter().min_by(|a, b| a.1.total_cmp(&b.1));
    let high = bars.iter().max_by(|a, b| a.1.total_cmp(&b.1));
    let conclusion = match (low, high) {
        (Some((low, few)), Some((high, many))) => {
            format!(
                "{high} has {} bits, {:.2} times the {} of {low}.",
                short(*many),
                many / few.max(1.0),
                short(*few)
            )
        }
        _ => "No point has this figure.".to_string(),
    };
    Section {
        title,
        conclusion,
        drawing: chart::bars(&bars, "bits"),
        legend: vec![],
        held: held(view, &keys),
        sources: view.sources(&[name]),
    }
}

fn saturation(view: &View, workload: &str) -> Section {
    let (parameter, figure) = ("waves", format!("{workload}: instructions per slot"));
    let title = format!("Waves that fill the machine: {workload}");
    if !view.varying.contains(&parameter) {
        return missing(title, parameter);
    }
    let lines = view.lines(parameter, &figure);
    let free: Vec<&str> = view.line_keys(parameter).into_iter().chain([parameter]).collect();
    let filled = lines.iter().filter_map(|line| {
        let best = line.points.iter().map(|point| point.1).fold(0.0, f64::max);
        let (waves, reached) = line.points.iter().find(|point| point.1 >= SATURATED * best)?;
        let wave = if *waves == 1.0 { "wave" } else { "waves" };
        Some(format!("{} with {waves} {wave} ({})", line.name, short(*reached)))
    });
    let conclusion = format!(
        "95 % of its own best number of instructions per slot is reached by {}.",
        filled.collect::<Vec<_>>().join(", ")
    );
    let axes = Axes { x: "resident waves", y: "instructions per slot", doubling: true };
    Section {
        title,
        conclusion,
        drawing: chart::lines(&lines, &axes),
        legend: lines.iter().map(|line| line.name.clone()).collect(),
        held: held(view, &free),
        sources: view.sources(&[&figure]),
    }
}
