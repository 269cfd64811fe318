//! What decides: for each workload the front and the point to take, and what fits a device.

use super::marks::Mark;
use super::plot::Plot;
use super::scale::Scale;
use super::section::Section;
use super::text::{escape, listed, sentence};
use super::view::View;
use crate::study::figure::short;
use crate::study::fpga::Fpga;
use crate::study::front::Place;
use crate::study::naming::value;
use crate::study::overview::fitting;
use crate::study::point::Point;
use crate::study::results::Results;
use crate::study::verdict::Verdict;

/// Points of the front that are listed without a click.
const MOST_LISTED: usize = 6;

/// The sections that stand above the table of all points.
pub fn deciding(
    results: &Results,
    view: &View,
    verdicts: &[Verdict],
    device: Option<Fpga>,
) -> Vec<Section> {
    let fronts = verdicts.iter().filter_map(|verdict| front(results, view, verdict, device));
    let mut sections: Vec<Section> = fronts.collect();
    sections.extend(device.and_then(|device| fits(results, device)));
    sections
}

fn front(
    results: &Results,
    view: &View,
    verdict: &Verdict,
    device: Option<Fpga>,
) -> Option<Section> {
    let label = |point: usize| format!("{}: {}", verdict.name(point), verdict.figures(point));
    let plots = verdict.costs.iter().filter_map(|cost| against(view, verdict, cost, device));
    let drawings: Vec<String> = plots.map(|plot| plot.svg(&label)).collect();
    if drawings.is_empty() || view.points.len() < 2 {
        return None;
    }
    let front = verdict.front();
    let list: Vec<String> = front
        .iter()
        .map(|&point| {
            format!(
                "<a href=\"#p{point}\">{}</a>: {}",
                escape(&verdict.name(point)),
                escape(&verdict.figures(point))
            )
        })
        .collect();
    let list = match list.len() {
        ..=MOST_LISTED => listed("", &list),
        _ => format!(
            "<details><summary>The points on the front</summary>\n{}</details>\n",
            listed("", &list)
        ),
    };
    let remarks = format!(
        "<p>{}, full marks in the plots: no other point is at least as good in {} and better in \
         one of them.</p>\n{list}<p>{}</p>\n{}",
        sentence(&escape(&verdict.on_front())),
        escape(&verdict.objectives()),
        escape(&verdict.losers()),
        gathering(results, verdict)
    );
    let names = [verdict.costs, &[verdict.throughput.as_str()]].concat();
    Some(Section {
        title: format!("Which machine for {}", verdict.workload),
        conclusion: sentence(&verdict.decision()) + ".",
        remarks,
        drawings,
        legend: view.series.iter().cloned().enumerate().collect(),
        held: String::new(),
        sources: view.sources(&names),
    })
}

/// Throughput against a cost.
fn against(view: &View, verdict: &Verdict, cost: &str, device: Option<Fpga>) -> Option<Plot> {
    let mark = |&(number, point): &(usize, &Point)| {
        Some(Mark {
            x: point.figure(cost)?.value,
            y: point.figure(&verdict.throughput)?.value,
            series: view.series_of(point),
            point: number,
            is_full: verdict.places[number] == Place::Front,
        })
    };
    let marks: Vec<Mark> = view.points.iter().filter_map(mark).collect();
    let across: Vec<f64> = marks.iter().map(|mark| mark.x).collect();
    let up: Vec<f64> = marks.iter().map(|mark| mark.y).collect();
    let limit = device.and_then(|device| {
        let (_, there) = device.resources().into_iter().find(|(name, _)| *name == cost)?;
        Some((f64::from(there), device.key.to_owned()))
    });
    Some(Plot {
        x_title: view.title(cost)?,
        y_title: verdict.unit().to_owned(),
        x: Scale::of(&across, false)?,
        y: Scale::of(&up, false)?,
        marks,
        is_joined: false,
        limit,
    })
}

/// Why `wide` is faster on code that looks into other beats, where the data show it.
fn gathering(results: &Results, verdict: &Verdict) -> String {
    let slots = |is_wide: bool| {
        let own = results.points.iter().enumerate().filter(move |(_, point)| {
            (value(point, "register_file") == "wide") == is_wide && !point.digest.is_empty()
        });
        let gather = format!("{}: stalls, gather", verdict.workload);
        let instructions = format!("{}: instructions", verdict.workload);
        let share = move |point: &Point| {
            Some(point.figure(&gather)?.value / point.figure(&instructions)?.value)
        };
        own.filter_map(move |(_, point)| share(point)).reduce(f64::max)
    };
    let (Some(wide), Some(others)) = (slots(true), slots(false)) else { return String::new() };
    if others <= wide {
        return String::new();
    }
    format!(
        "<p>Why <code>wide</code> and the others differ here: an instruction that looks into other \
         beats (SHFL, votes, some DPP) needs operand a of the whole wave before its first beat \
         executes. <code>wide</code> reads all of it at once; the others read a row a cycle, so \
         that such an instruction passes a second time, to gather. Per instruction of {} that is \
         {} \
         slots, and {} in <code>wide</code>.</p>\n",
        escape(verdict.workload),
        short(others),
        short(wide)
    )
}

/// What fits, and how full each resource is.
fn fits(results: &Results, device: Fpga) -> Option<Section> {
    let shares: Vec<Vec<(&str, f64)>> =
        results.points.iter().filter_map(|point| device.shares(point)).collect();
    shares.first()?;
    let row = |(place, (name, there)): (usize, (&str, u32))| {
        let used: Vec<f64> = shares.iter().map(|point| point[place].1).collect();
        let (least, most) = (
            used.iter().copied().fold(f64::INFINITY, f64::min),
            used.iter().copied().fold(0.0, f64::max),
        );
        let over = used.iter().filter(|share| **share > 100.0).count();
        let percent = |share: f64| match share.is_finite() {
            true => format!("{share:.0} %"),
            false => "none there".to_owned(),
        };
        format!(
            "<tr><th scope=\"row\">{name}</th><td>{there}</td><td>{}</td><td>{}</td>\
            <td>{over}</td></tr>\n",
            percent(least),
            percent(most)
        )
    };
    let rows: String = device.resources().into_iter().enumerate().map(row).collect();
    let table = format!(
        "<div class=\"wide\"><table><thead><tr><th>resource</th><th>{} has</th><th>least used</th>\
         <th>most used</th><th>points with too much</th></tr></thead>\n<tbody>{rows}</tbody>\
         </table></div>\n",
        device.key
    );
    let remarks = "<p>These are cells before placement. Memories in LUTs need those that can be \
                   memories, which are fewer, a full device is hard to route, and what stands \
                   around the core takes its share: treat 80 % as full.</p>\n";
    Some(Section {
        title: format!("What fits {}", device.key),
        conclusion: sentence(fitting(results, device).trim_end()) + ".",
        remarks: format!("{table}{remarks}"),
        sources: vec![device.source.to_owned()],
        ..Section::default()
    })
}
