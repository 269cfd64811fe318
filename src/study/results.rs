//! All points of a study, and tables of them that programs read.

use std::collections::HashMap;

use super::citation;
use super::column::{Column, columns};
use super::figure::Figure;
use super::point::Point;
use crate::config::Parameter;
use crate::cycle::views::csv;

/// The points of a study, in the order of the sweep.
#[derive(Clone, PartialEq, Debug)]
pub struct Results {
    /// Points in the order of the sweep.
    pub points: Vec<Point>,
}

/// # Errors
/// When two different configurations have the same Verilog (an axis without effect, or a broken
/// generator), unless they are the same hardware by
/// design: the registers of a wave are addressed in binary, so machines whose numbers of registers
/// round up to the same power of two differ only in what the assembler allows.
pub fn check_digests<'p>(points: impl Iterator<Item = &'p Point>) -> Result<(), String> {
    let mut known: HashMap<&str, &Point> = HashMap::new();
    for point in points.filter(|point| !point.digest.is_empty()) {
        let earlier = *known.entry(&point.digest).or_insert(point);
        if rounded(earlier) != rounded(point) {
            let (first, second) = differing(earlier, point);
            let digest = point.digest.get(..12).unwrap_or(&point.digest);
            return Err(format!(
                "{first} and {second} give the same Verilog ({digest}); take one of them out of the study"
            ));
        }
    }
    Ok(())
}

impl Results {
    /// Comma-separated values, numbers only but for the configuration: the configuration, every
    /// figure, and the digest of the Verilog. [`Self::legend`] explains the columns.
    pub fn to_csv(&self) -> String {
        let columns = columns(&self.points);
        let keys = self.points.first().map_or(&[][..], |point| &point.config);
        let head = keys.iter().map(|(key, _)| key.as_str());
        let head = head.chain(columns.iter().map(|column| column.header.as_str()));
        let rows = self.points.iter().map(|point| {
            let config = point.config.iter().map(|(_, value)| value.clone());
            let figure = |column: &Column| column.of(point).map_or(String::new(), Figure::text);
            let figures = columns.iter().map(figure);
            config.chain(figures).chain([point.digest.clone()]).collect()
        });
        separated(head.chain(["digest"]).map(str::to_owned).collect(), rows)
    }

    /// Legend of the columns of [`Self::to_csv`], one a row: header, name, unit, source, and
    /// keys of [`citation::bibliography`].
    pub fn legend(&self) -> String {
        let keys = self.points.first().map_or(&[][..], |point| &point.config);
        let parameter = |(key, _): &(String, String)| {
            [key.as_str(), key, "", "parameter of the machine", ""].map(str::to_owned).to_vec()
        };
        let figure = |column: Column| {
            let cited = citation::keys(&column.source);
            vec![column.header, column.name, column.unit, column.source, cited]
        };
        let figures = columns(&self.points).into_iter().map(figure);
        let digest = ["digest", "digest of the Verilog", "", "SHA-256 without comments", ""];
        let rows = keys.iter().map(parameter).chain(figures);
        separated(
            LEGEND.map(str::to_owned).to_vec(),
            rows.chain([digest.map(str::to_owned).to_vec()]),
        )
    }
}

/// The head of [`Results::legend`].
pub const LEGEND: [&str; 5] = ["column", "name", "unit", "source", "cite"];

/// Whether `text` is a table as [`Results::to_csv`] writes it: parameters first and the digest last.
pub fn is_table(text: &str) -> bool {
    let head = text.lines().next().unwrap_or_default();
    let first = head.split(',').next().unwrap_or_default();
    head.ends_with("digest") && (first == "digest" || Parameter::from_key(first).is_some())
}

/// Rows as comma-separated values.
fn separated(head: Vec<String>, rows: impl Iterator<Item = Vec<String>>) -> String {
    csv(&[head].into_iter().chain(rows).collect::<Vec<_>>())
}

/// The configuration of `point` with its registers rounded up to the number in the hardware.
fn rounded(point: &Point) -> Vec<(String, String)> {
    let round = |(key, value): &(String, String)| match (key.as_str(), value.parse::<usize>()) {
        ("registers", Ok(registers)) => (key.clone(), registers.next_power_of_two().to_string()),
        _ => (key.clone(), value.clone()),
    };
    point.config.iter().map(round).collect()
}

/// The parameters in which two points differ, as settings of each.
fn differing(first: &Point, second: &Point) -> (String, String) {
    let pairs = first.config.iter().zip(&second.config).filter(|(first, second)| first != second);
    let setting = |(key, value): &(String, String)| format!("{key}={value}");
    let (first, second): (Vec<String>, Vec<String>) =
        pairs.map(|(first, second)| (setting(first), setting(second))).unzip();
    (first.join(" "), second.join(" "))
}
