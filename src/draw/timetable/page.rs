//! The timetable as a page: blocks name their action and wave, and every instruction is listed.

use super::{PATTERNS, STYLE, axis, draw, entries, labels_width, names, summary};
use crate::cycle::{Issued, Schedule};
use crate::draw::element::{Element, tag};
use crate::draw::page::{folded, head, legend_list, page, table};
use crate::draw::shapes::embedded;

const PAGE_STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
const HINT: &str = "Point at a block, tap it, or walk with the arrow keys: here stands what it is, \
                    and all blocks of its instruction stand out.";

/// The page of one program, called `name`, on some machines; `command` makes it again.
pub fn html(schedules: &[Schedule], name: &str, command: &str) -> String {
    let title = format!("Timetable of {name}");
    let hint = tag("p", "picked").with("role", "status").with("aria-live", "polite").text(HINT);
    let main = tag("main", "")
        .child(tag("h1", "").text(&title))
        .child(introduction(schedules, command))
        .child(tools(schedules))
        .child(figure(schedules))
        .child(hint)
        .child(instructions(schedules));
    let patterns = embedded("patterns", [0.0; 4], tag("defs", "").child(PATTERNS));
    let body = tag("body", "timetable").child(patterns.with("aria-hidden", "true")).child(main);
    page(&title, "", &[STYLE, PAGE_STYLE].concat(), body, SCRIPT)
}

/// The cycles that are shown, and the command that makes the page.
fn introduction(schedules: &[Schedule], command: &str) -> Element {
    let axis = axis(schedules);
    let whole = schedules.iter().map(|schedule| schedule.totals().cycles).max().unwrap_or(0);
    let part = if axis == (0..whole) {
        format!("All {whole} cycles")
    } else {
        format!("Cycles {} to {} of {whole}", axis.start, axis.end.saturating_sub(1))
    };
    let part = tag("p", "command").text(part).text(", from left to right. ");
    part.child(tag("code", "").text(command))
}

/// The legend, and the buttons that make the drawing larger and smaller.
fn tools(schedules: &[Schedule]) -> Element {
    let button = |(sign, label, factor)| {
        let button = tag("button", "").with("type", "button").with("data-zoom", factor);
        button.with("aria-label", label).text(sign)
    };
    let buttons = [("−", "smaller", 0.8), ("+", "larger", 1.25)].map(button);
    let drawn = |sample| embedded("sample", [0.0, 0.0, 22.0, 16.0], sample);
    let entries = entries(schedules).map(|(sample, meaning)| (drawn(sample), meaning));
    let legend = legend_list(entries);
    tag("div", "tools").child(legend).child(tag("div", "zoom").all(buttons))
}

/// The machines, one above the other in one part that scrolls.
fn figure(schedules: &[Schedule]) -> Element {
    let axis = axis(schedules);
    let drawn: Vec<_> = schedules.iter().map(|schedule| draw(schedule, &axis)).collect();
    // Names of one width, so that the cycles of all machines are above each other.
    let left = labels_width(&drawn) as f64;
    let mut figure = tag("div", "scroll")
        .with("tabindex", 0)
        .with("role", "application")
        .with("aria-label", "Timetable; arrow keys walk from block to block");
    for ((schedule, name), one) in schedules.iter().zip(names(schedules)).zip(drawn) {
        let height = one.height as f64;
        let heading = tag("h2", "").text(name).child(tag("span", "").text(summary(schedule)));
        let row = tag("div", "row")
            .child(embedded("names", [-left, 0.0, left, height], one.labels))
            .child(embedded("cycles", [0.0, 0.0, one.plot_width as f64, height], one.plot));
        figure = figure.child(tag("section", "machine").child(heading).child(row));
    }
    figure
}

/// Every instruction that is seen, with its times on every machine.
fn instructions(schedules: &[Schedule]) -> Element {
    let Some(first) = schedules.first() else { return tag("section", "") };
    let mut titles: Vec<Element> =
        ["wave", "line", "instruction"].map(|title| head("col").text(title)).into();
    for name in names(schedules) {
        let of = if schedules.len() > 1 { format!(", {name}") } else { String::new() };
        let title = |time| head("col").with("class", "number").text(time).text(&of);
        titles.extend(["issues", "retires"].map(title));
    }
    let shown = axis(schedules);
    let places: Vec<_> = schedules.iter().map(Schedule::places).collect();
    let row = |issued: &Issued| {
        let key = (issued.wave, issued.number);
        let on = schedules.iter().zip(&places);
        let times = on.map(|(schedule, places)| Some(&schedule.issued()[*places.get(&key)?]));
        let times: Vec<Option<&Issued>> = times.collect();
        let is_seen = |issued: &&Issued| issued.cycle < shown.end && issued.retires >= shown.start;
        times.iter().flatten().any(is_seen).then(|| {
            // A machine that has it outside the shown cycles does not say when.
            let text =
                |cycle: Option<u64>| cycle.map_or("–".to_owned(), |cycle| cycle.to_string());
            let number = |cycle| tag("td", "number").text(text(cycle));
            let cycles = times.iter().flat_map(|issued| {
                [issued.map(|issued| issued.cycle), issued.map(|issued| issued.retires)]
            });
            tag("tr", "")
                .with("data-of", format_args!("{}.{}", issued.wave, issued.number))
                .child(tag("td", "").text(format_args!("W{}", issued.wave)))
                .child(tag("td", "").text(issued.line))
                .child(tag("td", "").child(tag("code", "").text(&issued.text)))
                .all(cycles.map(number))
        })
    };
    let is_new = |issued: &&Issued| !places[0].contains_key(&(issued.wave, issued.number));
    let others = schedules[1..].iter().flat_map(Schedule::issued).filter(is_new);
    let rows: Vec<Element> = first.issued().iter().chain(others).filter_map(row).collect();
    let summary =
        format!("{} instructions, and the cycles in which they issue and retire", rows.len());
    folded("instructions", &summary, table("", titles, rows)).with("open", "")
}
