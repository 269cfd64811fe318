//! The report: one HTML file that needs nothing beside it, to be read in light and dark, on a
//! telephone and on paper. One that is written while a study still runs says how far it is.

mod curves;
mod marks;
mod picture;
mod plot;
mod scale;
mod section;
mod sections;
mod table;
mod text;
mod view;

use std::time::Duration;

use super::fpga::Fpga;
use super::naming::settings;
use super::results::Results;
use super::verdict::Verdict;
use section::Section;
use text::{escape, listed};
use view::View;

pub use curves::smallest;
pub use picture::svg;
pub use scale::Scale;
pub use view::Line;

const STYLE: &str = concat!(include_str!("plot.css"), include_str!("style.css"));
const SCRIPT: &str = include_str!("script.js");
/// Only in the report of a study that still runs.
const WAITING: &str = include_str!("waiting.js");

/// What a report says besides the results.
#[derive(Clone, Debug, Default)]
pub struct Page<'p> {
    /// What made the results.
    pub command: &'p str,
    /// What the points are to fit.
    pub device: Option<Fpga>,
    /// Of a study that still runs.
    pub progress: Option<Progress>,
}

/// How far a study is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Points that have all of their figures.
    pub points: usize,
    /// Steps that are done, and how many there are.
    pub steps: (usize, usize),
    /// `modules mapped`.
    pub what: &'static str,
    /// How long that takes yet, if that can be said.
    pub left: Option<Duration>,
    /// The address of the report that will be there at the end.
    pub finished: String,
}

/// Seconds after which the page of a study that still runs is read again.
const AGAIN: u32 = 3;

/// A file beside the report of a study that still runs: when it is gone, the study has ended.
pub const BEAT: (&str, &str) =
    ("beat.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>\n");

/// The page.
pub fn html(results: &Results, page: &Page) -> String {
    let view = View::new(results);
    let verdicts = Verdict::all(results);
    let all = |sections: Vec<Section>| sections.iter().map(section).collect::<String>();
    // Before the first point is done nothing is to be decided.
    let is_too_early = page.progress.as_ref().is_some_and(|progress| progress.points == 0);
    let deciding = match is_too_early {
        true => vec![],
        false => sections::deciding(results, &view, &verdicts, page.device),
    };
    let workloads: Vec<&str> = verdicts.iter().map(|verdict| verdict.workload).collect();
    let varying =
        if view.varying.is_empty() { "no parameter".to_string() } else { view.varying.join(", ") };
    let (again, progress, script) = match &page.progress {
        Some(progress) => (waiting_head(), waiting(results, progress), WAITING),
        None => (String::new(), String::new(), ""),
    };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta \
         name=\"color-scheme\" content=\"light dark\">\n{again}\
         <title>Lanebeat study</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>Lanebeat study</h1>\n{progress}\
         <p>{} points over {}. Made by <code>{}</code>.</p>\n\
         <p class=\"held hint\">Point at a mark or tap it for the machine and its figures; a \
         click copies its <code>--set</code> line. \
         Where several machines are at one place their marks stand side by side around it, and \
         \u{d7}3 says that there are three.</p>\n\
         {}{}{}{}{}</main>\n<div id=\"tip\" role=\"status\" hidden>\
         </div>\n<script>\n{SCRIPT}{script}</script>\n</body>\n</html>\n",
        results.points.len(),
        escape(&varying),
        escape(page.command),
        all(deciding),
        table::table(results, &view, &verdicts),
        all(curves::sections(&view, &workloads)),
        problems(results, &view),
        table::legend(results),
    )
}

fn waiting_head() -> String {
    format!("<noscript><meta http-equiv=\"refresh\" content=\"{AGAIN}\"></noscript>\n")
}

/// A bar, and what is left.
fn waiting(results: &Results, progress: &Progress) -> String {
    let Progress { points, steps: (done, all), what, left, finished } = progress;
    let left = left.map_or(String::new(), |left| {
        let seconds = left.as_secs();
        match seconds {
            ..90 => format!(", about {} s left", seconds.max(1)),
            90..5400 => format!(", about {} min left", (seconds + 30) / 60),
            _ => format!(", about {:.1} h left", seconds as f64 / 3600.0),
        }
    });
    format!(
        "<section id=\"progress\" data-seconds=\"{AGAIN}\" data-finished=\"{}\" data-beat=\"{}\">\n\
         <progress max=\"{all}\" value=\"{done}\"></progress>\n\
         <p class=\"conclusion\">Still running: {points} of {} points done, {done} of {all} \
         {what}{left}.</p>\n\
         <p>This page reads itself again every {AGAIN} seconds. What it says of fronts is of the \
         points so far.</p>\n</section>\n",
        escape(finished),
        BEAT.0,
        results.points.len()
    )
}

fn section(section: &Section) -> String {
    let Section { title, conclusion, remarks, drawings, legend, held, sources } = section;
    let name = |(series, name): &(usize, String)| {
        format!("<li>{}{}</li>", marks::icon(*series), escape(name))
    };
    let legend = match legend.len() {
        0 | 1 => String::new(),
        _ => format!("<ul class=\"legend\">{}</ul>\n", legend.iter().map(name).collect::<String>()),
    };
    let held = match held.as_str() {
        "" => String::new(),
        held => format!("<p class=\"held\">{}</p>\n", escape(held)),
    };
    let drawings = match drawings.len() {
        0 => String::new(),
        _ => format!("<div class=\"plots\">\n{}</div>\n", drawings.concat()),
    };
    let sources: Vec<String> = sources.iter().map(|source| escape(source)).collect();
    let sources = match sources.len() {
        0 => String::new(),
        _ => format!(
            "<details class=\"sources\"><summary>Sources</summary>\n{}</details>\n",
            listed("sources", &sources)
        ),
    };
    format!(
        "<section>\n<h2>{}</h2>\n<p \
        class=\"conclusion\">{}</p>\n{held}{legend}{drawings}{remarks}{sources}</section>\n",
        escape(title),
        escape(conclusion)
    )
}

fn problems(results: &Results, view: &View) -> String {
    let problems = results.points.iter().flat_map(|point| {
        let name = escape(&settings(point, &view.varying));
        point.problems.iter().map(move |problem| format!("{name}: {}", escape(problem)))
    });
    let problems: Vec<String> = problems.collect();
    if problems.is_empty() {
        return String::new();
    }
    let list = listed("", &problems);
    format!("<section>\n<h2>What could not be found out</h2>\n{list}</section>\n")
}
