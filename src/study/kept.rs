//! `study.json`, the file that keeps a study: what its figures depend on, where each column comes
//! from, and the points.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use super::basis::{Basis, sha256};
use super::column::{Column, columns};
use super::figure::Figure;
use super::point::Point;
use super::results::Results;

/// The form of the file, counted up with each change.
pub const FORMAT: u32 = 3;

/// As the file is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    format: u32,
    basis: Basis,
    columns: Vec<Column>,
    points: Vec<KeptPoint>,
    /// SHA-256 of basis and points, in hexadecimal.
    checksum: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptPoint {
    config: Ordered<String>,
    digest: String,
    /// By the header of the column.
    figures: Ordered<f64>,
    #[serde(default, skip_serializing_if = "Ordered::is_empty")]
    remarks: Ordered<String>,
    problems: Vec<String>,
    lacks_area: bool,
}

/// What every form has said of itself; the first had no number.
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

/// Why a file is not what a study wrote: reason and cure.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each says in its message what it is")]
pub enum KeptError {
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
        KeptPoint {
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
    let kept = Kept { format: FORMAT, basis: basis.clone(), columns, points, checksum };
    serde_json::to_string_pretty(&kept).expect("text and numbers are JSON") + "\n"
}

/// What `text`, which is a `study.json`, holds.
///
/// # Errors
/// When it is none, of another form, or no longer as it was written.
pub fn from_json(text: &str) -> Result<(Basis, Results), KeptError> {
    if let Ok(Head { format, .. }) = serde_json::from_str(text)
        && format != FORMAT
    {
        return Err(KeptError::Format(format));
    }
    let kept: Kept =
        serde_json::from_str(text).map_err(|error| KeptError::NoStudy(error.to_string()))?;
    let points = kept.points.into_iter().map(|point| point.read(&kept.columns));
    let points = points.collect::<Result<Vec<_>, _>>()?;
    if checksum(&kept.basis, &points) != kept.checksum {
        return Err(KeptError::Changed);
    }
    Ok((kept.basis, Results { points }))
}

impl KeptPoint {
    fn read(self, columns: &[Column]) -> Result<Point, KeptError> {
        let mut remarks = self.remarks.0;
        let figures = self.figures.0.into_iter().map(|(header, value)| {
            let column = columns.iter().find(|column| column.header == header);
            let unknown =
                || KeptError::NoStudy(format!("it says of no column `{header}` what it is"));
            let column = column.ok_or_else(unknown)?;
            let remark = remarks.iter().position(|(name, _)| *name == header);
            let remark = remark.map_or(String::new(), |place| remarks.remove(place).1);
            Ok(column.figure(value, remark))
        });
        let figures = figures.collect::<Result<Vec<_>, _>>()?;
        if let Some((header, _)) = remarks.first() {
            let problem = format!("a point has a remark on `{header}` and no such figure");
            return Err(KeptError::NoStudy(problem));
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
struct Ordered<T>(Vec<(String, T)>);

impl<T> Default for Ordered<T> {
    fn default() -> Self {
        Self(vec![])
    }
}

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
        struct Pairs<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Pairs<T> {
            type Value = Vec<(String, T)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                std::iter::from_fn(|| map.next_entry().transpose()).collect()
            }
        }

        deserializer.deserialize_map(Pairs(PhantomData)).map(Self)
    }
}
