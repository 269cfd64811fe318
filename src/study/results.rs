//! All points of a study as tables: one row a point.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::point::Point;
use crate::cycle::{Side, aligned};

/// The points of a study, in the order of the sweep.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Results {
    pub points: Vec<Point>,
}

/// Two configurations whose Verilog is the same: an axis without effect, or a broken generator.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{first} and {second} give the same Verilog ({digest}); take one of them out of the study")]
pub struct EqualDigests {
    first: String,
    second: String,
    digest: String,
}

/// # Errors
/// When two different configurations have the same Verilog, unless they are the same hardware by
/// design: the registers of a wave are addressed in binary, so machines whose numbers of registers
/// round up to the same power of two differ only in what the assembler allows.
pub fn check_digests<'p>(points: impl Iterator<Item = &'p Point>) -> Result<(), EqualDigests> {
    let mut known: HashMap<&str, &Point> = HashMap::new();
    for point in points.filter(|point| !point.digest.is_empty()) {
        let earlier = *known.entry(&point.digest).or_insert(point);
        if rounded(earlier) != rounded(point) {
            let (first, second) = differing(earlier, point);
            let digest = point.digest.chars().take(12).collect();
            return Err(EqualDigests { first, second, digest });
        }
    }
    Ok(())
}

impl Results {
    /// Name and unit of every figure that some point has, in the order of their first appearance.
    pub fn titles(&self) -> Vec<String> {
        let mut titles = vec![];
        for figure in self.points.iter().flat_map(|point| &point.figures) {
            let title = figure.title();
            if !titles.contains(&title) {
                titles.push(title);
            }
        }
        titles
    }

    /// Comma-separated values: the whole configuration, the digest, every figure, then every
    /// figure's source, and problems.
    pub fn to_csv(&self) -> String {
        let titles = self.titles();
        let keys = self
            .points
            .first()
            .map(|point| point.config.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>());
        let mut head = keys.unwrap_or_default();
        head.push("digest".to_string());
        head.extend(titles.iter().cloned());
        head.extend(titles.iter().map(|title| format!("source of {title}")));
        head.push("problems".to_string());
        let mut writer = csv::Writer::from_writer(vec![]);
        writer.write_record(&head).expect("memory takes it");
        for point in &self.points {
            let figures: Vec<_> = titles
                .iter()
                .map(|title| point.figures.iter().find(|figure| figure.title() == *title))
                .collect();
            let mut row: Vec<String> =
                point.config.iter().map(|(_, value)| value.clone()).collect();
            row.push(point.digest.clone());
            row.extend(
                figures.iter().map(|figure| figure.map_or(String::new(), |figure| figure.text())),
            );
            row.extend(
                figures
                    .iter()
                    .map(|figure| figure.map_or(String::new(), |figure| figure.source.clone())),
            );
            row.push(point.problems.join("; "));
            writer.write_record(&row).expect("memory takes it");
        }
        String::from_utf8(writer.into_inner().expect("memory takes it")).expect("all of it is text")
    }

    /// An aligned table of the parameters in `keys` and the figures in `names`, those that some
    /// point has.
    pub fn to_table(&self, keys: &[&str], names: &[&str]) -> String {
        let titles = self.titles();
        let shown: Vec<&String> = titles
            .iter()
            .filter(|title| names.contains(&title.split(" [").next().unwrap_or_default()))
            .collect();
        let mut rows = vec![
            keys.iter()
                .map(ToString::to_string)
                .chain(shown.iter().map(ToString::to_string))
                .collect::<Vec<_>>(),
        ];
        for point in &self.points {
            let value = |key: &&str| {
                point
                    .config
                    .iter()
                    .find(|(name, _)| name == key)
                    .map_or(String::new(), |(_, v)| v.clone())
            };
            let figure = |title: &&String| {
                point
                    .figures
                    .iter()
                    .find(|figure| figure.title() == **title)
                    .map_or("-".to_string(), |figure| figure.text())
            };
            rows.push(keys.iter().map(value).chain(shown.iter().map(figure)).collect());
        }
        aligned(rows.iter(), "  ", |_| Side::Right)
    }
}

/// The configuration of `point` with its registers rounded up to what the hardware has.
fn rounded(point: &Point) -> Vec<(String, String)> {
    let round = |(key, value): &(String, String)| match (key.as_str(), value.parse::<usize>()) {
        ("registers", Ok(registers)) => (key.clone(), registers.next_power_of_two().to_string()),
        _ => (key.clone(), value.clone()),
    };
    point.config.iter().map(round).collect()
}

/// The parameters in which two points differ, as settings of each.
fn differing(first: &Point, second: &Point) -> (String, String) {
    let differing =
        first.config.iter().zip(&second.config).filter(|(first, second)| first != second);
    let (first, second): (Vec<String>, Vec<String>) = differing
        .map(|(first, second)| {
            (format!("{}={}", first.0, first.1), format!("{}={}", second.0, second.1))
        })
        .unzip();
    (first.join(" "), second.join(" "))
}
