//! Sections for a decision: for each workload the front and the point to take, and the points that
//! fit a device.

use super::section::{Section, sentence};
use super::view::View;
use crate::draw::axis::Scale;
use crate::draw::element::{Element, tag};
use crate::draw::page::{folded, head, table};
use crate::draw::plot::{Mark, Plot};
use crate::study::fpga::Fpga;
use crate::study::front::Place;
use crate::study::overview::fitting;
use crate::study::point::Point;
use crate::study::results::Results;
use crate::study::verdict::Verdict;

/// Points of the front that are listed without a click.
const MOST_LISTED: usize = 6;

/// Plotted besides the costs: the memories that an organisation pays for its ports with.
const MEMORIES: [&str; 2] = ["memory area", "memory bits x ports"];

/// The sections that stand above the table of all points.
pub fn deciding(
    results: &Results,
    view: &View,
    verdicts: &[Verdict],
    device: Option<Fpga>,
) -> Vec<Section> {
    let fronts = verdicts.iter().filter_map(|verdict| front(view, verdict, device));
    fronts.chain(device.and_then(|device| fits(results, device))).collect()
}

fn paragraph(text: impl std::fmt::Display) -> Element {
    tag("p", "").text(text)
}

fn front(view: &View, verdict: &Verdict, device: Option<Fpga>) -> Option<Section> {
    let label = |point: usize| format!("{}: {}", verdict.name(point), verdict.figures(point));
    let more = MEMORIES.iter().filter(|memory| !verdict.costs.contains(memory));
    let plots = verdict.costs.iter().chain(more);
    let plots = plots.filter_map(|cost| against(view, verdict, cost, device));
    let drawings: Vec<Element> = plots.map(|plot| plot.svg(&label)).collect();
    if drawings.is_empty() || view.points.len() < 2 {
        return None;
    }
    let front = verdict.front();
    let item = |&point: &usize| {
        let link = tag("a", "").with("href", format_args!("#p{point}"));
        let figures = format!(": {}", verdict.figures(point));
        tag("li", "").child(link.text(verdict.name(point))).text(figures)
    };
    let list = tag("ul", "").all(front.iter().map(item));
    let list = match front.len() {
        ..=MOST_LISTED => list,
        _ => folded("", "The points on the front", list),
    };
    let full = format!(
        "{}, full marks in the plots: no other point is at least as good in {} and better in one of \
         them.",
        sentence(&verdict.on_front()),
        verdict.objectives()
    );
    let names = [verdict.costs, &[verdict.throughput.as_str()]].concat();
    Some(Section {
        title: format!("Which machine for {}", verdict.workload),
        conclusion: sentence(&verdict.decision()) + ".",
        remarks: vec![paragraph(full), list, paragraph(verdict.losers())],
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
    let limit = device.and_then(|device| {
        let (_, there) = device.resources().into_iter().find(|(name, _)| *name == cost)?;
        Some((f64::from(there), device.key.to_owned()))
    });
    Some(Plot {
        x_title: view.title(cost)?,
        y_title: verdict.unit().to_owned(),
        x: Scale::of(&marks.iter().map(|mark| mark.x).collect::<Vec<_>>(), false)?,
        y: Scale::of(&marks.iter().map(|mark| mark.y).collect::<Vec<_>>(), false)?,
        marks,
        is_joined: false,
        limit,
    })
}

/// Points that fit, and their use of each resource.
fn fits(results: &Results, device: Fpga) -> Option<Section> {
    let shares: Vec<Vec<(&str, f64)>> =
        results.points.iter().filter_map(|point| device.shares(point)).collect();
    shares.first()?;
    let row = |(place, (name, there)): (usize, (&str, u32))| {
        let used = || shares.iter().map(|point| point[place].1);
        let percent = |share: Option<f64>| match share.filter(|share| share.is_finite()) {
            Some(share) => format!("{share:.0} %"),
            None => "none there".to_owned(),
        };
        let over = used().filter(|share| *share > 100.0).count();
        let [least, most] = [used().reduce(f64::min), used().reduce(f64::max)].map(percent);
        let cells = [there.to_string(), least, most, over.to_string()];
        let cells = cells.map(|cell| tag("td", "").text(cell));
        tag("tr", "").child(head("row").text(name)).all(cells)
    };
    let has = format!("{} has", device.key);
    let heads = ["resource", &has, "least used", "most used", "points with too much"];
    let heads = heads.map(|title| tag("th", "").text(title));
    let remark = "These are cells before placement. Memories in LUTs need those that can be \
                  memories, which are fewer, a full device is hard to route, and what stands around \
                  the core takes its share: treat 80 % as full.";
    let rows = device.resources().into_iter().enumerate().map(row);
    Some(Section {
        title: format!("What fits {}", device.key),
        conclusion: sentence(fitting(results, device).trim_end()) + ".",
        remarks: vec![table("", heads, rows), paragraph(remark)],
        sources: vec![device.source.to_owned()],
        ..Section::default()
    })
}
