//! Mapping designs part by part, each part once for all points of a study and all studies of a
//! user.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use super::cells::Cells;
use super::part::{Part, parts};
use super::point::Design;
use super::synthesis::Synthesis;
use super::yosys::{FlowError, Yosys};
use crate::files::FileError;
use crate::tools::{Recipe, digest, find_or_build};
use crate::verilog::File;

/// In the cache: the cells of a part.
const CELLS: &str = "cells.json";

/// Yosys, what it is told, and where its answers are kept.
#[derive(Clone, Debug)]
pub struct Mapper {
    /// The synthesiser.
    pub yosys: Yosys,
    /// What it maps to.
    pub synthesis: Synthesis,
    /// Where results are kept.
    pub cache: PathBuf,
}

/// A run of yosys that points wait for.
#[derive(Clone, Debug)]
pub struct Job {
    /// The same for the same work.
    pub key: String,
    pub(super) module: String,
    pub(super) content: Vec<String>,
    pub(super) files: Vec<File>,
    /// Those of which only the ports count.
    pub(super) children: Vec<File>,
}

/// The work that `design` needs, and how many copies of each result it has. `identity` says what is
/// done to a module, by what.
pub(super) fn jobs(
    design: &Design,
    flatten: bool,
    identity: &dyn Fn(&str) -> String,
) -> Vec<(Job, usize)> {
    let job = |module: &str, mut content: Vec<String>, files: Vec<File>, children: Vec<File>| {
        content.push(identity(module));
        Job { key: digest(&content), module: module.to_string(), content, files, children }
    };
    if flatten {
        let content = design.files.iter().map(|file| file.text.clone()).collect();
        return vec![(job(&design.top.name, content, design.files.clone(), vec![]), 1)];
    }
    let of_part = |part: Part| {
        let own = part.files(&design.files).into_iter().cloned().collect();
        let children = part.children_files(&design.files).into_iter().cloned().collect();
        (job(part.name(), part.content(&design.files), own, children), part.copies)
    };
    parts(&design.top).into_iter().map(of_part).collect()
}

/// What `make` writes as JSON, or what is kept of it in `file` of `cache`, by `tool` and all
/// `parts` that decide it.
///
/// # Errors
/// What `make` says, or that the cache cannot be written.
pub(super) fn kept<T: DeserializeOwned>(
    cache: &Path,
    tool: &str,
    parts: &[String],
    file: &str,
    make: impl FnOnce() -> Result<String, FlowError>,
) -> Result<T, FlowError> {
    let recipe = Recipe { tool, parts, makes: &[file] };
    let place = find_or_build(cache, recipe, |folder| {
        let path = folder.join(file);
        let written = std::fs::write(&path, make()?);
        Ok::<(), FlowError>(written.map_err(|error| FileError::writing(&path, &error))?)
    })?;
    let text = std::fs::read_to_string(place.join(file)).unwrap_or_default();
    serde_json::from_str(&text)
        .map_err(|error| FlowError::Kept { path: place, reason: error.to_string() })
}

impl Mapper {
    /// The work that `design` needs, and how many copies of each result it has.
    pub fn jobs(&self, design: &Design) -> Vec<(Job, usize)> {
        let identity =
            |module: &str| format!("{}; {}", self.yosys.version(), self.synthesis.command(module));
        jobs(design, self.synthesis.flatten, &identity)
    }

    /// The cells of `job`, from the cache or from yosys.
    ///
    /// # Errors
    /// What the tool says, or that the cache cannot be written.
    pub fn run(&self, job: &Job) -> Result<Cells, FlowError> {
        kept(&self.cache, "yosys", &job.content, CELLS, || {
            let files: Vec<&File> = job.files.iter().collect();
            let children: Vec<&File> = job.children.iter().collect();
            let cells = self.synthesis.cells(&self.yosys, &files, &children, &job.module)?;
            Ok(serde_json::to_string_pretty(&cells).expect("names and numbers are JSON"))
        })
    }
}

/// The cells of all copies of all parts.
pub fn total<'c>(parts: impl Iterator<Item = (&'c Cells, usize)>) -> Cells {
    let mut total = Cells::new();
    for (cells, copies) in parts {
        for (cell, count) in cells {
            *total.entry(cell.clone()).or_default() += count * copies as u64;
        }
    }
    total
}
