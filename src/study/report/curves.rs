//! Figures over one parameter, for those that vary.

use std::collections::BTreeMap;

use super::marks::Mark;
use super::plot::{Plot, bars};
use super::scale::Scale;
use super::section::Section;
use super::view::{Line, View, line_name};
use crate::study::figure::short;
use crate::study::naming::settings;
use crate::study::point::Point;

/// A share of the best throughput that counts as saturated.
const SATURATED: f64 = 0.95;

/// All that the results can fill.
pub fn sections(view: &View, workloads: &[&str]) -> Vec<Section> {
    let areas = ["lut", "cell area", "block ram", "memory area"];
    let mut sections: Vec<Section> =
        areas.into_iter().filter_map(|area| crossover(view, area)).collect();
    sections.extend(workloads.iter().filter_map(|workload| depth(view, workload)));
    sections.extend(workloads.iter().filter_map(|workload| saturation(view, workload)));
    sections.extend(staging(view));
    sections
}

/// `figure` over `parameter`: the section without a title, and its lines; nothing where either does
/// not vary or is not known.
fn over(
    view: &View,
    parameter: &str,
    x_title: &str,
    figure: &str,
    from_zero: bool,
) -> Option<(Section, Vec<Line>)> {
    if !view.varying.contains(&parameter) {
        return None;
    }
    let lines = view.lines(parameter, figure);
    let free: Vec<&str> = view.line_keys(parameter).into_iter().chain([parameter]).collect();
    let series = |place: usize, line: &Line| view.series_called(&line.name).unwrap_or(place);
    let mut marks = vec![];
    for (place, line) in lines.iter().enumerate() {
        let series = series(place, line);
        marks.extend(line.points.iter().map(|&(x, y, point)| Mark {
            x,
            y,
            series,
            point,
            is_full: true,
        }));
    }
    let across: Vec<f64> = marks.iter().map(|mark| mark.x).collect();
    let up: Vec<f64> = marks.iter().map(|mark| mark.y).collect();
    let y_title = view.title(figure)?;
    let plot = Plot {
        x_title: x_title.to_owned(),
        x: Scale::doubling(&across)?,
        y: Scale::of(&up, from_zero)?,
        marks,
        is_joined: true,
        limit: None,
        y_title: y_title.clone(),
    };
    let point = |number: usize| view.points.iter().find(|(own, _)| *own == number);
    let label = |number: usize| {
        let Some((_, point)) = point(number) else { return String::new() };
        let value = point.figure(figure).map_or(f64::NAN, |figure| figure.value);
        format!("{}: {} {y_title}", settings(point, &view.varying), short(value))
    };
    let legend = lines.iter().enumerate();
    let section = Section {
        drawings: vec![plot.svg(&label)],
        legend: legend.map(|(place, line)| (series(place, line), line.name.clone())).collect(),
        held: held(view, &free),
        sources: view.sources(&[figure]),
        ..Section::default()
    };
    Some((section, lines))
}

fn held(view: &View, free: &[&str]) -> String {
    let held: Vec<String> =
        view.held(free).iter().map(|(key, value)| format!("{key}={value}")).collect();
    if held.is_empty() { String::new() } else { format!("with {}", held.join(", ")) }
}

fn crossover(view: &View, area: &str) -> Option<Section> {
    let (section, lines) = over(view, "registers", "registers of a wave", area, false)?;
    Some(Section {
        title: format!("Over registers: {area}"),
        conclusion: smallest(&lines),
        ..section
    })
}

/// What each pipeline stage buys, where clocks are known.
fn depth(view: &View, workload: &str) -> Option<Section> {
    let figure = format!("{workload}: threads per second");
    let (section, lines) = over(view, "stages", "pipeline stages", &figure, true)?;
    let best = lines.iter().filter_map(|line| {
        let (stages, rate, _) = line.points.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
        Some(format!("{} with {stages} ({})", line.name, short(*rate)))
    });
    Some(Section {
        title: format!("Threads a second over pipeline stages: {workload}"),
        conclusion: format!("The most has {}.", best.collect::<Vec<_>>().join(", ")),
        ..section
    })
}

/// Which line is lowest where.
pub fn smallest(lines: &[Line]) -> String {
    let mut at: BTreeMap<u64, (f64, Vec<&str>)> = BTreeMap::new();
    for line in lines {
        for &(x, y, _) in &line.points {
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

fn saturation(view: &View, workload: &str) -> Option<Section> {
    let figure = format!("{workload}: instructions per slot");
    let (section, lines) = over(view, "waves", "resident waves", &figure, true)?;
    let filled = lines.iter().filter_map(|line| {
        let best = line.points.iter().map(|point| point.1).fold(0.0, f64::max);
        let (waves, reached, _) = line.points.iter().find(|point| point.1 >= SATURATED * best)?;
        let wave = if *waves == 1.0 { "wave" } else { "waves" };
        Some(format!("{} with {waves} {wave} ({})", line.name, short(*reached)))
    });
    let conclusion = format!(
        "95 % of its own best number of instructions per slot is reached by {}.",
        filled.collect::<Vec<_>>().join(", ")
    );
    let title = format!("Waves that fill the machine: {workload}");
    Some(Section { title, conclusion, ..section })
}

fn staging(view: &View) -> Option<Section> {
    let keys = view.line_keys("");
    let name = "register bits";
    let known: Vec<(&Point, f64)> = view
        .at_reference(&keys)
        .into_iter()
        .filter_map(|(_, point)| Some((point, point.figure(name)?.value)))
        .collect();
    let (low, few) = known.iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
    let (high, many) = known.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
    if few == many {
        return None;
    }
    let rows: Vec<(String, f64, usize)> = known
        .iter()
        .map(|(point, value)| (line_name(point, &keys), *value, view.series_of(point)))
        .collect();
    Some(Section {
        title: "Registers outside the memories (staging and control)".to_owned(),
        conclusion: format!(
            "{} has {} bits, {:.2} times the {} of {}.",
            line_name(high, &keys),
            short(*many),
            many / few.max(1.0),
            short(*few),
            line_name(low, &keys)
        ),
        drawings: vec![bars(&rows, "bits")],
        held: held(view, &keys),
        sources: view.sources(&[name]),
        ..Section::default()
    })
}
