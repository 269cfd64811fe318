//! The report: one HTML file that needs no other files, to be read in light and dark, on a
//! telephone and on paper. One that is written while a study still runs shows the progress.
//!
//! ```
//! use lanebeat::study::Results;
//! use lanebeat::study::report::{Page, TITLE_TAG, html};
//!
//! let page = html(&Results { points: vec![] }, &Page::default());
//! assert!(page.contains(TITLE_TAG));
//! ```

mod curves;
mod section;
mod sections;
mod table;
mod view;

use std::time::Duration;

use super::fpga::Fpga;
use super::naming::settings;
use super::results::Results;
use super::verdict::Verdict;
use crate::draw::element::{Element, tag};
use crate::draw::page::{folded, page};
use crate::draw::plot::{self, sample};
use crate::draw::shapes::{group, legend, picture, text};
use section::{Section, titled};
use view::View;

pub use curves::smallest;
pub use view::Line;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");
/// Script of the report of a study that still runs.
const WAITING: &str = include_str!("waiting.js");

/// Content of a report besides the results.
#[derive(Clone, Debug, Default)]
pub struct Page<'p> {
    /// The command that made the results.
    pub command: &'p str,
    /// BibTeX entries of what the figures rest on.
    pub bibliography: &'p str,
    /// Device that the points are to fit.
    pub device: Option<Fpga>,
    /// Progress of a study that still runs.
    pub progress: Option<Progress>,
}

/// Progress of a study.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Points that have all of their figures.
    pub points: usize,
    /// Steps that are done, and how many there are.
    pub steps: (usize, usize),
    /// `modules mapped`.
    pub what: &'static str,
    /// Time left for these steps, if it can be estimated.
    pub left: Option<Duration>,
    /// The address of the report that will be there at the end.
    pub finished: String,
}

/// Element of every report, and of none but ours.
pub const TITLE_TAG: &str = "<title>Lanebeat study</title>";

/// Beginning of every picture of a study.
pub const PICTURE_TAG: &str = "<svg class=\"study\" ";

/// Seconds after which the page of a study that still runs is read again.
const AGAIN: u32 = 3;

/// A file next to the report of a study that still runs: when it is gone, the study has ended.
pub const BEAT: (&str, &str) =
    ("beat.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>\n");

/// The page.
pub fn html(results: &Results, about: &Page) -> String {
    let view = View::new(results);
    let verdicts = Verdict::all(results);
    // Before the first point is done nothing is to be decided.
    let is_too_early = about.progress.as_ref().is_some_and(|progress| progress.points == 0);
    let deciding = match is_too_early {
        true => vec![],
        false => sections::deciding(results, &view, &verdicts, about.device),
    };
    let workloads: Vec<&str> = verdicts.iter().map(|verdict| verdict.workload).collect();
    let varying =
        if view.varying.is_empty() { "no parameter".to_owned() } else { view.varying.join(", ") };
    let made = format!("{} points over {varying}. Made by ", results.points.len());
    let command = tag("code", "").text(about.command);
    let main = tag("main", "")
        .child(tag("h1", "").text("Lanebeat study"))
        .all(about.progress.as_ref().map(|progress| waiting(results, progress)))
        .child(tag("p", "").text(made).child(command).text("."))
        .child(tag("p", "held hint").text(HINT))
        .all(deciding.into_iter().map(Section::html))
        .child(table::table(results, &view, &verdicts))
        .all(curves::sections(&view, &workloads).into_iter().map(Section::html))
        .all(problems(results, &view))
        .all(cited(about.bibliography));
    let tip = tag("div", "").with("id", "tip").with("role", "status").with("hidden", "");
    let again = tag("meta", "").with("http-equiv", "refresh").with("content", AGAIN);
    let (head, script) = match about.progress {
        Some(_) => (tag("noscript", "").child(again).to_string(), [SCRIPT, WAITING].concat()),
        None => (String::new(), SCRIPT.to_owned()),
    };
    let style = [plot::STYLE, STYLE].concat();
    page("Lanebeat study", &head, &style, tag("body", "").child(main).child(tip), &script)
}

const HINT: &str = "Point at a mark or tap it for the machine and its figures; a click copies its \
                    --set line. Where several machines are at one place their marks stand side by \
                    side around it, and \u{d7}3 says that there are three.";

/// The entries to cite.
fn cited(bibliography: &str) -> Option<Element> {
    let entries = || folded("bibtex", "BibTeX", tag("pre", "").text(bibliography));
    (!bibliography.is_empty()).then(|| titled("cite", "To cite").child(entries()))
}

/// A bar, and the time left.
fn waiting(results: &Results, progress: &Progress) -> Element {
    let Progress { points, steps: (done, all), what, left, finished } = progress;
    let left = left.map_or(String::new(), |left| {
        let seconds = left.as_secs();
        match seconds {
            ..90 => format!(", about {} s left", seconds.max(1)),
            90..5400 => format!(", about {} min left", (seconds + 30) / 60),
            _ => format!(", about {:.1} h left", seconds as f64 / 3600.0),
        }
    });
    let of = results.points.len();
    let said =
        format!("Still running: {points} of {of} points done, {done} of {all} {what}{left}.");
    let again = format!(
        "This page reads itself again every {AGAIN} seconds. What it says of fronts is of the points \
         so far."
    );
    tag("section", "")
        .with("id", "progress")
        .with("data-seconds", AGAIN)
        .with("data-finished", finished)
        .with("data-beat", BEAT.0)
        .child(tag("progress", "").with("max", all).with("value", done))
        .child(tag("p", "conclusion").text(said))
        .child(tag("p", "").text(again))
}

fn problems(results: &Results, view: &View) -> Option<Element> {
    let problems = results.points.iter().flat_map(|point| {
        let name = settings(point, &view.varying);
        point.problems.iter().map(move |problem| format!("{name}: {problem}"))
    });
    let problems: Vec<Element> = problems.map(|problem| tag("li", "").text(problem)).collect();
    let section = || titled("", "What could not be found out");
    (!problems.is_empty()).then(|| section().child(tag("ul", "").all(problems)))
}

/// The first plot of the report as a picture of its own, for pages and slides: which machine is best
/// for the first workload, over the first cost; `None` where there is nothing to compare.
pub fn svg(results: &Results, device: Option<Fpga>) -> Option<String> {
    const TITLE: f64 = 22.0;
    let view = View::new(results);
    let sections = sections::deciding(results, &view, &Verdict::all(results), device);
    let Section { title, drawings, legend: names, .. } = sections.into_iter().next()?;
    let [width, height] = plot::SIZE;
    let entries = names.into_iter().map(|(series, name)| (sample(series), name));
    let (legend, legend_height) = legend(entries, width);
    let drawn = text("heading", [4, 17], title).to_string()
        + &group("").moved(0, TITLE).child(drawings.first()?).to_string()
        + &legend.moved(0, TITLE + height).to_string();
    let size = [width, TITLE + height + legend_height];
    Some(picture("study", size, plot::STYLE, "", drawn))
}
