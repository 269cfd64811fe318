//! Figures over one parameter, for those that vary.

use std::collections::BTreeMap;

use super::section::Section;
use super::view::{Line, View};
use crate::draw::axis::{Scale, short};
use crate::draw::plot::{Mark, Plot};
use crate::study::naming::settings;

/// A share of the best throughput that counts as saturated.
const SATURATED: f64 = 0.95;

/// A figure over a parameter.
struct Curve {
    title: String,
    parameter: &'static str,
    x_title: &'static str,
    figure: String,
    from_zero: bool,
    /// Makes the conclusion from its lines, in words.
    conclude: fn(&[Line]) -> String,
}

/// All sections for which the results have figures.
pub fn sections(view: &View, workloads: &[&str]) -> Vec<Section> {
    let areas = ["lut", "cell area", "block ram", "memory area"].map(|area| Curve {
        title: format!("Over registers: {area}"),
        parameter: "registers",
        x_title: "registers of a wave",
        figure: area.to_owned(),
        from_zero: false,
        conclude: smallest,
    });
    // Gain of each pipeline stage, where clocks are known.
    let depths = workloads.iter().map(|workload| Curve {
        title: format!("Threads a second over pipeline stages: {workload}"),
        parameter: "stages",
        x_title: "pipeline stages",
        figure: format!("{workload}: threads per second"),
        from_zero: true,
        conclude: largest,
    });
    let saturations = workloads.iter().map(|workload| Curve {
        title: format!("Waves that fill the machine: {workload}"),
        parameter: "waves",
        x_title: "resident waves",
        figure: format!("{workload}: instructions per slot"),
        from_zero: true,
        conclude: filled,
    });
    let curves = areas.into_iter().chain(depths).chain(saturations);
    curves.filter_map(|curve| curve.section(view)).collect()
}

impl Curve {
    /// The section of the curve; `None` where the parameter does not vary or no figure is known.
    fn section(self, view: &View) -> Option<Section> {
        let Self { title, parameter, x_title, figure, from_zero, conclude } = self;
        if !view.varying.contains(&parameter) {
            return None;
        }
        let (lines, held) = view.lines(parameter, &figure);
        let series = |(place, line): (usize, &Line)| {
            (view.series_called(&line.name).unwrap_or(place), line.name.clone())
        };
        let legend: Vec<(usize, String)> = lines.iter().enumerate().map(series).collect();
        let mut marks = vec![];
        for (line, &(series, _)) in lines.iter().zip(&legend) {
            let mark = |&(x, y, point)| Mark { x, y, series, point, is_full: true };
            marks.extend(line.points.iter().map(mark));
        }
        let y_title = view.title(&figure)?;
        let label = |number: usize| {
            let (_, point) = view.points.iter().find(|(own, _)| *own == number)?;
            let value = short(point.figure(&figure)?.value);
            Some(format!("{}: {value} {y_title}", settings(point, &view.varying)))
        };
        let plot = Plot {
            x_title: x_title.to_owned(),
            y_title: y_title.clone(),
            x: Scale::doubling(&marks.iter().map(|mark| mark.x).collect::<Vec<_>>())?,
            y: Scale::of(&marks.iter().map(|mark| mark.y).collect::<Vec<_>>(), from_zero)?,
            marks,
            is_joined: true,
            limit: None,
        };
        let held: Vec<String> = held.iter().map(|(key, value)| format!("{key}={value}")).collect();
        Some(Section {
            title,
            conclusion: conclude(&lines),
            drawings: vec![plot.svg(&|number| label(number).unwrap_or_default())],
            legend,
            held: if held.is_empty() { String::new() } else { format!("with {}", held.join(", ")) },
            sources: view.sources(&[&figure]),
            ..Section::default()
        })
    }
}

/// Names the lowest line in each range.
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
        let names = names.join(" and ");
        if from == to {
            format!("{names} at {from}")
        } else {
            format!("{names} from {from} to {to}")
        }
    };
    let ranges: Vec<String> = ranges.iter().map(range).collect();
    match ranges.as_slice() {
        [] => "No point has this figure.".to_owned(),
        [one] => format!("There is no crossover: the smallest is {one}."),
        _ => format!("The smallest is {}.", ranges.join(", then ")),
    }
}

/// Names the place at which each line is highest.
fn largest(lines: &[Line]) -> String {
    let best = lines.iter().filter_map(|line| {
        let (x, y, _) = line.points.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
        Some(format!("{} with {x} ({})", line.name, short(*y)))
    });
    format!("The most has {}.", best.collect::<Vec<_>>().join(", "))
}

/// Names the number of waves from which on each line is near its highest value.
fn filled(lines: &[Line]) -> String {
    let filled = lines.iter().filter_map(|line| {
        let best = line.points.iter().map(|point| point.1).fold(0.0, f64::max);
        let (waves, reached, _) = line.points.iter().find(|point| point.1 >= SATURATED * best)?;
        let wave = if *waves == 1.0 { "wave" } else { "waves" };
        Some(format!("{} with {waves} {wave} ({})", line.name, short(*reached)))
    });
    format!(
        "95 % of its own best number of instructions per slot is reached by {}.",
        filled.collect::<Vec<_>>().join(", ")
    )
}
