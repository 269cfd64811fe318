//! The table of all points, which sorts and filters, and what its columns are.

use super::marks;
use super::text::escape;
use super::view::View;
use crate::study::column::{Column, columns};
use crate::study::front::Place;
use crate::study::naming::{options, value};
use crate::study::point::Point;
use crate::study::results::Results;
use crate::study::verdict::Verdict;

/// Figures that are shown at first; the others come with a click.
const FIRST: [&str; 8] =
    ["lut", "flip-flops", "block ram", "dsp", "cell area", "fmax", "memory area", "fits"];

/// What stands in a column for a point, which has a number, and the number that it is, as far as it
/// is one.
type Cell<'r> = Box<dyn Fn(usize, &Point) -> (String, Option<f64>) + 'r>;

/// A column of the table.
struct Shown<'r> {
    name: String,
    unit: String,
    is_first: bool,
    /// It is a parameter, which the point's `--set` line has.
    is_parameter: bool,
    cell: Cell<'r>,
}

/// Every figure of every point.
pub fn table(results: &Results, view: &View, verdicts: &[Verdict]) -> String {
    let mut shown: Vec<Shown> = view.varying.iter().map(|key| parameter(key)).collect();
    let all = columns(&results.points);
    let speeds: Vec<&str> = verdicts.iter().map(|verdict| verdict.throughput.as_str()).collect();
    for verdict in verdicts {
        let speed = all.iter().filter(|column| column.name == verdict.throughput);
        shown.extend(speed.map(|column| figure(column.clone(), true)));
        shown.push(standing(verdict));
    }
    let place = |name: &str| FIRST.iter().position(|first| *first == name);
    let is_first = |name: &str| place(name).is_some() || name.ends_with(" used");
    let (mut first, more): (Vec<&Column>, Vec<&Column>) = all
        .iter()
        .filter(|column| !speeds.contains(&column.name.as_str()))
        .partition(|column| is_first(&column.name));
    first.sort_by_key(|column| place(&column.name).unwrap_or(FIRST.len()));
    shown.extend(first.into_iter().map(|column| figure(column.clone(), true)));
    shown.extend(verdicts.iter().map(|verdict| defeat(verdict)));
    shown.extend(more.into_iter().map(|column| figure(column.clone(), false)));
    shown.extend(all.iter().filter_map(|column| remarks(results, column.clone())));
    let class = |column: &Shown| if column.is_first { "" } else { " class=\"more\"" };
    let head: String = shown
        .iter()
        .map(|column| {
            format!(
                "<th scope=\"col\" aria-sort=\"none\"{}{}><button type=\"button\">{name}</button>\
                <small>{}</small>\
                 <input type=\"search\" aria-label=\"filter {name}\" placeholder=\"filter\">\
                 </th>\n",
                class(column),
                if column.is_parameter { " data-parameter" } else { "" },
                escape(&column.unit),
                name = escape(&column.name)
            )
        })
        .collect();
    let row = |(number, point): (usize, &Point)| {
        let cells: String = shown
            .iter()
            .map(|column| {
                let (text, value) = (column.cell)(number, point);
                let value = value.map_or(String::new(), |value| format!(" data-value=\"{value}\""));
                format!("<td{}{value}>{}</td>", class(column), escape(&text))
            })
            .collect();
        let line = escape(&options(point, &view.varying));
        let series = view.series_of(point);
        format!(
            "<tr id=\"p{number}\" data-set=\"{line}\"><th scope=\"row\"><button type=\"button\" \
            class=\"copy\" title=\"copy {line}\">\
             {}{}</button></th>{cells}</tr>\n",
            marks::icon(series),
            number + 1
        )
    };
    let rows: String = results.points.iter().enumerate().map(row).collect();
    format!(
        "<section class=\"data\" id=\"points\">\n<h2>All points</h2>\n\
         <p class=\"held\">A heading sorts. A filter is a part of a text, or a number with &lt;, \
         &gt;, = or a range such as 10..20. \
         A number in the first column copies the point’s <code>--set</code> line.</p>\n\
         <p><span id=\"shown\" role=\"status\">{} points</span> <label><input type=\"checkbox\" \
         id=\"more\"> all figures</label></p>\n\
         <div class=\"wide\"><table class=\"points\"><thead><tr><th \
         scope=\"col\">#</th>{head}</tr></thead>\n<tbody>\n{rows}</tbody></table>\
         </div>\n</section>\n",
        results.points.len()
    )
}

fn parameter<'r>(key: &'r str) -> Shown<'r> {
    let cell = move |_: usize, point: &Point| {
        let text = value(point, key).to_owned();
        let number = text.parse().ok();
        (text, number)
    };
    Shown {
        name: key.to_owned(),
        unit: String::new(),
        is_first: true,
        is_parameter: true,
        cell: Box::new(cell),
    }
}

fn figure<'r>(column: Column, is_first: bool) -> Shown<'r> {
    let (name, unit) = (column.name.clone(), column.unit.clone());
    let cell = move |_: usize, point: &Point| match column.of(point) {
        Some(figure) if column.name == "fits" => {
            (if figure.value == 1.0 { "yes" } else { "no" }.to_owned(), None)
        }
        Some(figure) => (figure.text(), Some(figure.value)),
        None => (String::new(), None),
    };
    Shown { name, unit, is_first, is_parameter: false, cell: Box::new(cell) }
}

/// What there is to say of each point's figure; nothing where there is nothing.
fn remarks<'r>(results: &Results, column: Column) -> Option<Shown<'r>> {
    let remark = move |point: &Point| {
        let figure = column.of(point).filter(|figure| !figure.remark.is_empty())?;
        Some((format!("{}: remark", column.name), figure.remark.clone()))
    };
    let (name, _) = results.points.iter().find_map(&remark)?;
    let cell = move |_: usize, point: &Point| {
        (remark(point).map_or(String::new(), |(_, remark)| remark), None)
    };
    Some(Shown {
        name,
        unit: String::new(),
        is_first: false,
        is_parameter: false,
        cell: Box::new(cell),
    })
}

/// Whether a point is on the front, else who beats it.
fn standing<'r>(verdict: &'r Verdict) -> Shown<'r> {
    let cell = move |number: usize, _: &Point| {
        let text = match verdict.places[number] {
            Place::Front => "front".to_owned(),
            Place::BeatenBy(by) => format!("beaten by {}", by + 1),
            Place::Unknown => String::new(),
        };
        (text, None)
    };
    let name = format!("{}: place", verdict.workload);
    Shown { name, unit: String::new(), is_first: true, is_parameter: false, cell: Box::new(cell) }
}

/// By how much it is beaten.
fn defeat<'r>(verdict: &'r Verdict) -> Shown<'r> {
    let cell = move |number: usize, _: &Point| (verdict.defeat(number).unwrap_or_default(), None);
    let name = format!("{}: who beats it has", verdict.workload);
    Shown { name, unit: String::new(), is_first: false, is_parameter: false, cell: Box::new(cell) }
}

/// Where the figures come from, once for each column of `study.csv`.
pub fn legend(results: &Results) -> String {
    let row = |column: &Column| {
        let unit = if column.unit.is_empty() {
            String::new()
        } else {
            format!(" [{}]", escape(&column.unit))
        };
        format!(
            "<tr><th scope=\"row\"><code>{}</code></th><td>{}{unit}</td><td>{}</td></tr>\n",
            escape(&column.header),
            escape(&column.name),
            escape(&column.source)
        )
    };
    let rows: String = columns(&results.points).iter().map(row).collect();
    format!(
        "<section id=\"legend\">\n<h2>Where the figures come from</h2>\n<details><summary>The \
        columns of study.csv</summary>\n\
         <div class=\"wide\"><table class=\"legend-table\"><thead><tr><th>column</th>\
         <th>figure</th><th>source</th></tr></thead>\n<tbody>\n{rows}</tbody></table>\
         </div>\n</details>\n</section>\n"
    )
}
