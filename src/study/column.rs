//! The columns of a study's tables: one for each figure, with a short header, and its source once
//! for all points.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::figure::Figure;
use super::point::Point;

/// A figure that points have. Figures that differ in name, unit or source have different columns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Column {
    /// `cycles_scan`: short, without spaces, and different in every column.
    pub header: String,
    /// `scan: cycles`.
    pub name: String,
    /// Its unit; empty for a plain ratio.
    pub unit: String,
    /// Source of the figures of this column.
    pub source: String,
}

/// The columns of `points`, in the order of their first appearance.
pub fn columns(points: &[Point]) -> Vec<Column> {
    let mut columns: Vec<Column> = vec![];
    for figure in points.iter().flat_map(|point| &point.figures) {
        if columns.iter().any(|column| column.has(figure)) {
            continue;
        }
        let wanted = header(figure);
        let is_free = |header: &String| columns.iter().all(|column| column.header != *header);
        let numbered = (2..).map(|number| format!("{wanted}_{number}"));
        let header = [wanted.clone()].into_iter().chain(numbered).find(is_free);
        columns.push(Column {
            header: header.expect("numbers do not end"),
            name: figure.name.clone(),
            unit: figure.unit.clone(),
            source: figure.source.clone(),
        });
    }
    columns
}

impl Column {
    /// Whether `figure` stands in this column.
    pub fn has(&self, figure: &Figure) -> bool {
        self.name == figure.name && self.unit == figure.unit && self.source == figure.source
    }

    /// The figure of `point` in this column.
    pub fn of<'p>(&self, point: &'p Point) -> Option<&'p Figure> {
        point.figures.iter().find(|figure| self.has(figure))
    }

    /// The figure of this column with this value.
    pub fn figure(&self, value: f64, remark: String) -> Figure {
        Figure::new(self.name.clone(), value, &self.unit, &self.source).with_remark(remark)
    }
}

/// Units that a header ends in; the others are plain from its words.
const SUFFIXES: [(&str, &str); 4] =
    [("mm2", "mm2"), ("ns", "ns"), ("MHz", "mhz"), ("%", "percent")];

fn header(figure: &Figure) -> String {
    let (workload, what) = figure.parts();
    let mut words = match (what, figure.unit.as_str()) {
        ("flip-flops", _) => "ff".to_owned(),
        // By the bits of a block, in thousands.
        ("block ram", "RAM40_4K") => "bram4".to_owned(),
        ("block ram", _) => "bram18".to_owned(),
        _ => joined(what),
    };
    if let Some((_, suffix)) = SUFFIXES.iter().find(|(unit, _)| *unit == figure.unit) {
        words = format!("{words}_{suffix}");
    }
    match workload {
        Some(workload) => format!("{words}_{}", joined(stem(workload))),
        None => words,
    }
}

/// The name of a program's file without folders and extension; a mix as it is.
fn stem(workload: &str) -> &str {
    if workload.starts_with("mix:") {
        return workload;
    }
    Path::new(workload).file_stem().and_then(|stem| stem.to_str()).unwrap_or(workload)
}

/// Small letters and digits, with one `_` for whatever is between them.
fn joined(text: &str) -> String {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("_").to_ascii_lowercase()
}
