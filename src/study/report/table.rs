//! The table of all points, which sorts and filters, and its columns.

use super::section::titled;
use super::view::View;
use crate::draw::element::{Element, tag};
use crate::draw::page::{head, table as scrolling};
use crate::draw::plot::icon;
use crate::study::column::{Column, columns};
use crate::study::front::Place;
use crate::study::naming::{options, value};
use crate::study::point::Point;
use crate::study::results::Results;
use crate::study::verdict::Verdict;

/// Figures that are shown at first; the others come with a click.
const FIRST: [&str; 8] =
    ["lut", "flip-flops", "block ram", "dsp", "cell area", "fmax", "memory area", "fits"];

/// A column of the table.
#[derive(Default)]
struct TableColumn<'r> {
    name: String,
    unit: &'r str,
    /// Source of its figures.
    source: &'r str,
    is_first: bool,
    /// It is a parameter, which the point's `--set` line has.
    is_parameter: bool,
    /// Cell of each point: its text, and its number where it is one.
    cells: Vec<(String, Option<f64>)>,
}

/// Every figure of every point.
pub fn table(results: &Results, view: &View, verdicts: &[Verdict]) -> Element {
    let all = columns(&results.points);
    let shown = shown(results, view, verdicts, &all);
    let class = |column: &TableColumn| if column.is_first { "" } else { "more" };
    let title = |column: &TableColumn| {
        let filter = tag("input", "").with("type", "search").with("placeholder", "filter");
        tag("th", class(column))
            .with("scope", "col")
            .with("title", column.source)
            .with("aria-sort", "none")
            .with(if column.is_parameter { "data-parameter" } else { "data-figure" }, "")
            .child(tag("button", "").with("type", "button").text(&column.name))
            .child(tag("small", "").text(column.unit))
            .child(filter.with("aria-label", format_args!("filter {}", column.name)))
    };
    let row = |(number, point): (usize, &Point)| {
        let line = options(point, &view.varying);
        let copy = tag("button", "copy")
            .with("type", "button")
            .with("title", format_args!("copy {line}"))
            .child(icon(view.series_of(point)))
            .text(number + 1);
        let cell = |column: &TableColumn| {
            let (text, value) = &column.cells[number];
            let cell = tag("td", class(column)).text(text);
            value.map_or(cell.clone(), |value| cell.with("data-value", value))
        };
        let row = tag("tr", "").with("id", format_args!("p{number}"));
        row.with("data-set", line).child(head("row").child(copy)).all(shown.iter().map(cell))
    };
    let heads = [head("col").text("#")].into_iter().chain(shown.iter().map(title));
    let rows = results.points.iter().enumerate().map(row);
    let count = format!("{} points", results.points.len());
    let count = tag("span", "").with("id", "shown").with("role", "status").text(count);
    let more = tag("input", "").with("type", "checkbox").with("id", "more");
    let more = tag("label", "").child(more).text(" all figures");
    titled("data", "All points")
        .with("id", "points")
        .child(tag("p", "held").text(HINT))
        .child(tag("p", "").child(count).text(" ").child(more))
        .child(scrolling("points", heads, rows))
}

const HINT: &str = "A heading sorts. A filter is a part of a text, or a number with <, >, = or a \
                    range such as 10..20. A number in the first column copies the point’s --set \
                    line.";

/// The columns: parameters, verdicts, the figures to see first, and the rest.
fn shown<'r>(
    results: &'r Results,
    view: &View,
    verdicts: &[Verdict],
    all: &'r [Column],
) -> Vec<TableColumn<'r>> {
    let numbers = || 0..results.points.len();
    let words = |name: String, is_first: bool, word: &dyn Fn(usize) -> String| {
        let cells = numbers().map(|number| (word(number), None)).collect();
        TableColumn { name, is_first, cells, ..TableColumn::default() }
    };
    let figure = |column: &'r Column, is_first: bool| {
        let cell = |point| match column.of(point) {
            Some(figure) if column.name == "fits" => {
                (if figure.value == 1.0 { "yes" } else { "no" }.to_owned(), None)
            }
            Some(figure) => (figure.text(), Some(figure.value)),
            None => (String::new(), None),
        };
        let (name, unit, source) = (column.name.clone(), &*column.unit, &*column.source);
        let cells = results.points.iter().map(cell).collect();
        TableColumn { name, unit, source, is_first, is_parameter: false, cells }
    };
    let parameter = |key: &&str| {
        let values = results.points.iter().map(|point| value(point, key));
        let cells = values.map(|text| (text.to_owned(), text.parse().ok())).collect();
        let name = (*key).to_owned();
        TableColumn { name, is_first: true, is_parameter: true, cells, ..TableColumn::default() }
    };
    let mut shown: Vec<TableColumn> = view.varying.iter().map(parameter).collect();
    for verdict in verdicts {
        let speed = all.iter().filter(|column| column.name == verdict.throughput);
        shown.extend(speed.map(|column| figure(column, true)));
        // Whether a point is on the front, else the point that beats it.
        let standing = |number: usize| match verdict.places[number] {
            Place::Front => "front".to_owned(),
            Place::BeatenBy(by) => format!("beaten by {}", by + 1),
            Place::Unknown => String::new(),
        };
        shown.push(words(format!("{}: place", verdict.workload), true, &standing));
    }
    let place = |column: &&Column| FIRST.iter().position(|first| *first == column.name);
    let is_speed = |column: &&Column| verdicts.iter().any(|one| one.throughput == column.name);
    let (mut first, more): (Vec<&Column>, Vec<&Column>) = all
        .iter()
        .filter(|column| !is_speed(column))
        .partition(|column| place(column).is_some() || column.name.ends_with(" used"));
    first.sort_by_key(|column| place(column).unwrap_or(FIRST.len()));
    shown.extend(first.into_iter().map(|column| figure(column, true)));
    for verdict in verdicts {
        let name = format!("{}: who beats it has", verdict.workload);
        shown.push(words(name, false, &|number| verdict.defeat(number).unwrap_or_default()));
    }
    shown.extend(more.into_iter().map(|column| figure(column, false)));
    for column in all {
        let figure = |number: usize| column.of(&results.points[number]);
        let remark = |number| figure(number).map_or(String::new(), |figure| figure.remark.clone());
        if numbers().any(|number| !remark(number).is_empty()) {
            shown.push(words(format!("{}: remark", column.name), false, &remark));
        }
    }
    shown
}
