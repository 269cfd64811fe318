//! The drawing as a page: one HTML file that needs nothing beside it.

use std::collections::HashMap;

use svg::node::element::Element;
use svg::node::{Blob, Node as _, Text};

use super::drawing::{PATTERNS, STYLE, axis, draw, embedded, entries, names, sample, summary};
use crate::cycle::schedule::{Issued, Schedule};

const PAGE_STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The page of one program, called `name`, on some machines; `command` is what makes it again.
pub fn html(schedules: &[Schedule], name: &str, command: &str) -> String {
    let head = [
        tag("meta", "").with("charset", "utf-8"),
        tag("meta", "")
            .with("name", "viewport")
            .with("content", "width=device-width, initial-scale=1"),
        tag("meta", "").with("name", "color-scheme").with("content", "light dark"),
        tag("title", "").text(&format!("Timetable of {name}")),
        tag("style", "").raw(&format!("\n{STYLE}{PAGE_STYLE}")),
    ];
    let mut main = tag("main", "")
        .child(tag("h1", "").text(&format!("Timetable of {name}")))
        .child(introduction(schedules, command))
        .child(tools(schedules))
        .child(figure(schedules))
        .child(tag("p", "picked").with("role", "status").with("aria-live", "polite").text(HINT));
    main = main.child(instructions(schedules));
    let body = tag("body", "timetable").child(patterns()).child(main).child(
        // Behind the page, which is there when it runs.
        tag("script", "").raw(&format!("\n{SCRIPT}")),
    );
    let page = tag("html", "")
        .with("lang", "en")
        .child(head.into_iter().fold(tag("head", ""), Tag::child))
        .child(body);
    format!("<!DOCTYPE html>\n{}\n", page.0)
}

const HINT: &str = "Point at a block, tap it, or walk with the arrow keys: here stands what it is, \
                    and all blocks of its instruction stand out.";

/// An element of the page.
struct Tag(Element);

fn tag(name: &str, class: &str) -> Tag {
    let tag = Tag(Element::new(name));
    // Only an element that never holds anything may be written without an end.
    let tag = if name == "meta" { tag } else { tag.text("") };
    if class.is_empty() { tag } else { tag.with("class", class) }
}

impl Tag {
    fn with(mut self, attribute: &str, value: &str) -> Self {
        self.0.assign(attribute, value);
        self
    }

    fn child(mut self, child: Tag) -> Self {
        self.0.append(child.0);
        self
    }

    fn drawn(mut self, element: Element) -> Self {
        self.0.append(element);
        self
    }

    fn text(mut self, text: &str) -> Self {
        self.0.append(Text::new(text));
        self
    }

    /// What is no text: styles and scripts, which do not escape.
    fn raw(mut self, content: &str) -> Self {
        self.0.append(Blob::new(content));
        self
    }
}

/// What is seen, and the command that makes it.
fn introduction(schedules: &[Schedule], command: &str) -> Tag {
    let axis = axis(schedules);
    let whole = schedules.iter().map(|schedule| schedule.totals().cycles).max().unwrap_or(0);
    let part = if axis == (0..whole) {
        format!("All {whole} cycles")
    } else {
        format!("Cycles {} to {} of {whole}", axis.start, axis.end.saturating_sub(1))
    };
    tag("p", "command")
        .text(&format!("{part}, from left to right. "))
        .child(tag("code", "").text(command))
}

/// The legend, and the buttons that make the drawing larger and smaller.
fn tools(schedules: &[Schedule]) -> Tag {
    let entry = |(class, meaning): &(&str, &str)| {
        let drawn = embedded(sample(class), "sample", 22, 16);
        tag("li", "").drawn(drawn).text(meaning)
    };
    let button = |sign: &str, label: &str, factor: &str| {
        tag("button", "")
            .with("type", "button")
            .with("data-zoom", factor)
            .with("aria-label", label)
            .text(sign)
    };
    tag("div", "tools")
        .child(entries(schedules).iter().map(entry).fold(tag("ul", "legend"), Tag::child))
        .child(
            tag("div", "zoom")
                .child(button("−", "smaller", "0.8"))
                .child(button("+", "larger", "1.25")),
        )
}

/// The machines, one above the other in one part that scrolls.
fn figure(schedules: &[Schedule]) -> Tag {
    let axis = axis(schedules);
    let drawn: Vec<_> = schedules.iter().map(|schedule| draw(schedule, &axis)).collect();
    let widest = drawn.iter().map(|one| one.labels_width).max().unwrap_or(0);
    let mut figure = tag("div", "scroll")
        .with("tabindex", "0")
        .with("role", "application")
        .with("aria-label", "Timetable; arrow keys walk from block to block");
    for ((schedule, name), one) in schedules.iter().zip(names(schedules)).zip(drawn) {
        // Names of one width, so that the cycles of all machines are above each other.
        let labels =
            one.labels.set("transform", format!("translate({} 0)", widest - one.labels_width));
        let heading = tag("h2", "").text(&name).child(tag("span", "").text(&summary(schedule)));
        let row = tag("div", "row")
            .drawn(embedded(labels, "names", widest, one.height))
            .drawn(embedded(one.plot, "cycles", one.plot_width, one.height));
        figure = figure.child(tag("section", "machine").child(heading).child(row));
    }
    figure
}

/// Every instruction that is seen, with its times on every machine.
fn instructions<'s>(schedules: &'s [Schedule]) -> Tag {
    let Some(first) = schedules.first() else { return tag("section", "") };
    let names = names(schedules);
    let mut titles = tag("tr", "");
    for title in ["wave", "line", "instruction"] {
        titles = titles.child(tag("th", "").with("scope", "col").text(title));
    }
    for (name, time) in names.iter().flat_map(|name| [(name, "issues"), (name, "retires")]) {
        let title = if names.len() > 1 { format!("{time}, {name}") } else { time.to_owned() };
        titles = titles.child(tag("th", "number").with("scope", "col").text(&title));
    }
    let shown = axis(schedules);
    let is_seen = |issued: &Issued| issued.cycle < shown.end && issued.retires >= shown.start;
    let mut rows = tag("tbody", "");
    let mut count = 0;
    let places: Vec<_> = schedules.iter().map(Schedule::places).collect();
    for issued in first.issued() {
        let same = |(schedule, places): (&'s Schedule, &HashMap<_, usize>)| {
            Some(&schedule.issued()[*places.get(&(issued.wave, issued.number))?])
        };
        let times: Vec<&Issued> = schedules.iter().zip(&places).filter_map(same).collect();
        if !times.iter().any(|issued| is_seen(issued)) {
            continue;
        }
        count += 1;
        let mut row = tag("tr", "")
            .with("data-of", &format!("{}.{}", issued.wave, issued.number))
            .child(tag("td", "").text(&format!("W{}", issued.wave)))
            .child(tag("td", "").text(&issued.line.to_string()))
            .child(tag("td", "").child(tag("code", "").text(&issued.text)));
        for cycle in times.iter().flat_map(|issued| [issued.cycle, issued.retires]) {
            row = row.child(tag("td", "number").text(&cycle.to_string()));
        }
        rows = rows.child(row);
    }
    tag("details", "instructions")
        .with("open", "open")
        .child(
            tag("summary", "").text(&format!(
                "{count} instructions, and the cycles in which they issue and retire"
            )),
        )
        .child(
            tag("div", "wide")
                .child(tag("table", "").child(tag("thead", "").child(titles)).child(rows)),
        )
}

fn patterns() -> Tag {
    let mut definitions = Element::new("defs");
    definitions.append(Blob::new(PATTERNS));
    let mut element = Element::new("svg");
    element.assign("width", 0);
    element.assign("height", 0);
    element.assign("aria-hidden", "true");
    element.assign("class", "patterns");
    element.append(definitions);
    Tag(element)
}
