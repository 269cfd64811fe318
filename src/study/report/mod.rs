//! The report: one HTML file that needs nothing beside it, to be read in light and dark and to be
//! printed.

mod chart;
mod sections;
mod view;

use super::results::Results;
use sections::{Section, sections};
use view::View;

pub use sections::{front, smallest};
pub use view::Line;

const STYLE: &str = include_str!("style.css");

/// The page. `command` is what made the results.
pub fn html(results: &Results, command: &str) -> String {
    let view = View::new(results);
    let sections: String = sections(&view).iter().map(section).collect();
    let varying =
        if view.varying.is_empty() { "no parameter".to_string() } else { view.varying.join(", ") };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>Lanebeat study</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>Lanebeat study</h1>\n\
         <p>{} points over {}. Made by <code>{}</code>.</p>\n{sections}{}{}</main>\n</body>\n</html>\n",
        results.points.len(),
        escape(&varying),
        escape(command),
        problems(results),
        table(results, &view),
    )
}

fn section(section: &Section) -> String {
    let Section { title, conclusion, drawing, legend, held, sources } = section;
    let legend: String = match legend.as_slice() {
        [] => String::new(),
        names => {
            let name = |(place, name): (usize, &String)| {
                format!("<li class=\"s{}\">{}</li>", 1 + place % 8, escape(name))
            };
            format!(
                "<ul class=\"legend\">{}</ul>\n",
                names.iter().enumerate().map(name).collect::<String>()
            )
        }
    };
    let drawing = match drawing {
        Some(svg) => {
            // The sizes become those of the page.
            let svg = svg.replacen("<svg width=", "<svg role=\"img\" data-width=", 1).replacen(
                " height=",
                " data-height=",
                1,
            );
            format!("{legend}{svg}")
        }
        None => String::new(),
    };
    let held = if held.is_empty() {
        String::new()
    } else {
        format!("<p class=\"held\">{}</p>\n", escape(held))
    };
    let sources: String =
        sources.iter().map(|source| format!("<li>{}</li>", escape(source))).collect();
    let sources = if sources.is_empty() {
        sources
    } else {
        format!("<ul class=\"sources\">{sources}</ul>\n")
    };
    format!(
        "<section>\n<h2>{}</h2>\n<p class=\"conclusion\">{}</p>\n{held}{drawing}\n{sources}</section>\n",
        escape(title),
        escape(conclusion)
    )
}

fn problems(results: &Results) -> String {
    let problems = results.points.iter().flat_map(|point| {
        let settings: Vec<String> =
            point.config.iter().map(|(key, value)| format!("{key}={value}")).collect();
        point.problems.iter().map(move |problem| {
            format!("<li>{}: {}</li>", escape(&settings.join(" ")), escape(problem))
        })
    });
    let problems: String = problems.collect();
    if problems.is_empty() {
        problems
    } else {
        format!(
            "<section>\n<h2>What could not be found out</h2>\n<ul>{problems}</ul>\n</section>\n"
        )
    }
}

/// Every figure of every point, and where each comes from.
fn table(results: &Results, view: &View) -> String {
    let titles = results.titles();
    let mut sources: Vec<String> = vec![];
    for title in &titles {
        let figures = results
            .points
            .iter()
            .flat_map(|point| &point.figures)
            .filter(|figure| figure.title() == *title);
        let mut known: Vec<&str> = figures.map(|figure| figure.source.as_str()).collect();
        known.sort_unstable();
        known.dedup();
        sources.push(format!(
            "<tr><th>{}</th><td>{}</td></tr>\n",
            escape(title),
            escape(&known.join("; "))
        ));
    }
    let head: String = view
        .varying
        .iter()
        .map(|key| key.to_string())
        .chain(titles.iter().cloned())
        .map(|title| format!("<th>{}</th>", escape(&title)))
        .collect();
    let row = |point: &super::point::Point| {
        let keys = view.varying.iter().map(|key| view::value(point, key).to_string());
        let figures = titles.iter().map(|title| {
            point
                .figures
                .iter()
                .find(|figure| figure.title() == *title)
                .map_or(String::new(), |figure| figure.text())
        });
        let cells: String =
            keys.chain(figures).map(|cell| format!("<td>{}</td>", escape(&cell))).collect();
        format!(
            "<tr>{cells}<td><code>{}</code></td></tr>\n",
            escape(point.digest.get(..12).unwrap_or_default())
        )
    };
    let rows: String = results.points.iter().map(row).collect();
    format!(
        "<section>\n<h2>Where the figures come from</h2>\n<table>\n{}</table>\n</section>\n<section class=\"data\">\n\
         <h2>All points</h2>\n<details><summary>{} points with {} figures each</summary>\n<div class=\"wide\"><table>\n\
         <tr>{head}<th>digest of the Verilog</th></tr>\n{rows}</table></div>\n</details>\n</section>\n",
        sources.concat(),
        results.points.len(),
        titles.len()
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
