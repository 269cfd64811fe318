//! `study.json`, the file that keeps a study: the basis of its figures, the source of each column,
//! and the points; and the merge of several.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use super::column::{Column, columns};
use super::figure::Figure;
use super::point::Point;
use super::provenance::{Basis, sha256};
use super::results::Results;
use crate::config::Config;
use crate::files::{LONGEST_LIBRARY, read_text_up_to};

/// Name of the file.
pub const RESULTS: &str = "study.json";

/// The form of the file, counted up with each change.
pub const FORMAT: u32 = 3;

/// Content of the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StudyFile {
    format: u32,
    basis: Basis,
    columns: Vec<Column>,
    points: Vec<StudyFilePoint>,
    /// SHA-256 of basis and points, in hexadecimal.
    checksum: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StudyFilePoint {
    config: Ordered<String>,
    digest: String,
    /// Figures by the header of the column.
    figures: Ordered<f64>,
    #[serde(default, skip_serializing_if = "Ordered::is_empty")]
    remarks: Ordered<String>,
    problems: Vec<String>,
    lacks_area: bool,
}

/// The head that every form of the file has; the first had no number.
#[derive(Deserialize)]
struct Head {
    #[serde(default = "first")]
    format: u32,
    #[allow(dead_code, reason = "it only has to be there")]
    basis: serde::de::IgnoredAny,
}

fn first() -> u32 {
    1
}

/// Reason why a file is not one that a study wrote, with a cure.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each says in its message what it is")]
pub enum StudyFileError {
    #[error("is no study: {0}; name a directory that `lanebeat study` wrote")]
    NoStudy(String),
    #[error(
        "is of format {0}, and this version reads format {FORMAT}; make the study again, which \
         takes what was mapped from the cache"
    )]
    Format(u32),
    #[error("was changed after it was written, as its checksum says; make it again")]
    Changed,
}

fn checksum(basis: &Basis, points: &[Point]) -> String {
    sha256(&serde_json::to_string(&(basis, points)).expect("text and numbers are JSON"))
}

/// `study.json`.
pub fn to_json(basis: &Basis, results: &Results) -> String {
    let columns = columns(&results.points);
    let header = |figure: &Figure| {
        let column = columns.iter().find(|column| column.has(figure));
        column.expect("every figure has a column").header.clone()
    };
    let kept = |point: &Point| {
        let figures = point.figures.iter();
        let remarks = figures.clone().filter(|figure| !figure.remark.is_empty());
        StudyFilePoint {
            config: Ordered(point.config.clone()),
            digest: point.digest.clone(),
            figures: Ordered(figures.map(|figure| (header(figure), figure.value)).collect()),
            remarks: Ordered(
                remarks.map(|figure| (header(figure), figure.remark.clone())).collect(),
            ),
            problems: point.problems.clone(),
            lacks_area: point.lacks_area,
        }
    };
    let points = results.points.iter().map(kept).collect();
    let checksum = checksum(basis, &results.points);
    let kept = StudyFile { format: FORMAT, basis: basis.clone(), columns, points, checksum };
    serde_json::to_string_pretty(&kept).expect("text and numbers are JSON") + "\n"
}

/// Reads `text`, which is a `study.json`.
///
/// # Errors
/// When it is none, of another form, or no longer as it was written.
pub fn from_json(text: &str) -> Result<(Basis, Results), StudyFileError> {
    if let Ok(Head { format, .. }) = serde_json::from_str(text)
        && format != FORMAT
    {
        return Err(StudyFileError::Format(format));
    }
    let kept: StudyFile =
        serde_json::from_str(text).map_err(|error| StudyFileError::NoStudy(error.to_string()))?;
    let points = kept.points.into_iter().map(|point| point.read(&kept.columns));
    let points = points.collect::<Result<Vec<_>, _>>()?;
    if checksum(&kept.basis, &points) != kept.checksum {
        return Err(StudyFileError::Changed);
    }
    Ok((kept.basis, Results { points }))
}

impl StudyFilePoint {
    fn read(self, columns: &[Column]) -> Result<Point, StudyFileError> {
        let mut remarks = self.remarks.0;
        let figures = self.figures.0.into_iter().map(|(header, value)| {
            let column = columns.iter().find(|column| column.header == header);
            let unknown =
                || StudyFileError::NoStudy(format!("it says of no column `{header}` what it is"));
            let remark = remarks.iter().position(|(name, _)| *name == header);
            let remark = remark.map_or(String::new(), |place| remarks.remove(place).1);
            Ok(column.ok_or_else(unknown)?.figure(value, remark))
        });
        let figures = figures.collect::<Result<Vec<_>, _>>()?;
        if let Some((header, _)) = remarks.first() {
            let problem = format!("a point has a remark on `{header}` and no such figure");
            return Err(StudyFileError::NoStudy(problem));
        }
        Ok(Point {
            config: self.config.0,
            digest: self.digest,
            figures,
            problems: self.problems,
            lacks_area: self.lacks_area,
        })
    }
}

/// A JSON object whose order counts.
#[derive(Default)]
struct Ordered<T>(Vec<(String, T)>);

impl<T> Ordered<T> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T: Serialize> Serialize for Ordered<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Ordered<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Self(vec![]))
    }
}

/// Collects the entries as they are read.
impl<'de, T: Deserialize<'de>> Visitor<'de> for Ordered<T> {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Self, A::Error> {
        while let Some(entry) = map.next_entry()? {
            self.0.push(entry);
        }
        Ok(self)
    }
}

/// The points of `configs` in their order, out of the `study.json` in each of `folders`, and the
/// basis of their figures: `wanted`, with the tools of the shards.
///
/// # Errors
/// When a file cannot be read, was changed, has another basis, or no shard has a point.
pub fn merge(
    configs: &[Config],
    folders: &[PathBuf],
    wanted: Basis,
) -> Result<(Basis, Results), String> {
    let mut basis = wanted;
    let mut shards: Vec<Point> = vec![];
    for (number, folder) in folders.iter().enumerate() {
        let read = read_text_up_to(&folder.join(RESULTS), LONGEST_LIBRARY);
        let (name, text) = read.map_err(|error| error.to_string())?;
        let (own, results) = from_json(&text).map_err(|error| format!("{name} {error}"))?;
        if let Some([what, here, there]) = basis.difference(&own, number > 0) {
            let asked = if number == 0 { "this command" } else { "another shard" };
            return Err(format!(
                "{name} is of another study: {what} is {there}, and of {asked} {here}; merge \
                 shards of one study, with the options that they ran with"
            ));
        }
        basis.tools = own.tools;
        shards.extend(results.points);
    }
    let points = configs.iter().map(|config| point(config, &shards));
    Ok((basis, Results { points: points.collect::<Result<_, _>>()? }))
}

fn point(config: &Config, shards: &[Point]) -> Result<Point, String> {
    let wanted = Point::new(config).config;
    let mut found = shards.iter().filter(|point| point.config == wanted);
    let settings = config.as_options();
    let Some(point) = found.next() else {
        return Err(format!(
            "no shard has the point{settings}; name the directories of all shards after --merge, with the options that they ran with"
        ));
    };
    match found.all(|other| other == point) {
        true => Ok(point.clone()),
        false => Err(format!(
            "two shards have different figures of the point{settings}; make it again in one"
        )),
    }
}

/// Whether `text` is a `study.json` of any form.
pub fn is_kept(text: &str) -> bool {
    serde_json::from_str::<Head>(text).is_ok()
}

/// Whether the study in `folder`, if there is one, has the area of all its points.
pub fn is_complete(folder: &Path) -> bool {
    let kept = read_text_up_to(&folder.join(RESULTS), LONGEST_LIBRARY);
    let Ok((_, text)) = kept else { return false };
    // One that another version wrote is taken for good.
    from_json(&text)
        .map_or(true, |(_, results)| results.points.iter().all(|point| !point.lacks_area))
}
