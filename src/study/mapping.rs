//! Mapping designs part by part, each part once for all points of a study and all studies of a user.

use std::path::PathBuf;

use super::cells::Cells;
use super::part::{Part, parts};
use super::point::Design;
use super::synthesis::Synthesis;
use super::yosys::{FlowError, Yosys};
use crate::tools::{digest, find_or_build};
use crate::verilog::File;

/// In the cache: the cells of a part.
const CELLS: &str = "cells.json";

/// Yosys, what it is told, and where its answers are kept.
#[derive(Clone, Debug)]
pub struct Mapper {
    pub yosys: Yosys,
    pub synthesis: Synthesis,
    pub cache: PathBuf,
}

/// A run of yosys that points wait for.
#[derive(Clone, Debug)]
pub struct Job {
    /// The same for the same work.
    pub key: String,
    module: String,
    content: Vec<String>,
    files: Vec<File>,
    children: Vec<File>,
}

impl Mapper {
    /// The work that `design` needs, and how many copies of each result it has.
    pub fn jobs(&self, design: &Design) -> Vec<(Job, usize)> {
        if self.synthesis.flatten {
            let content = design.files.iter().map(|file| file.text.clone()).collect();
            return vec![(self.job(&design.top.name, content, design.files.clone(), vec![]), 1)];
        }
        let job = |part: Part| {
            let own = part.files(&design.files).into_iter().cloned().collect();
            let children = part.children_files(&design.files).into_iter().cloned().collect();
            (self.job(part.name(), part.content(&design.files), own, children), part.copies)
        };
        parts(&design.top).into_iter().map(job).collect()
    }

    fn job(&self, module: &str, mut content: Vec<String>, files: Vec<File>, children: Vec<File>) -> Job {
        content.push(format!("{}; {}", self.yosys.version(), self.synthesis.command(module)));
        Job { key: digest(&content), module: module.to_string(), content, files, children }
    }

    /// The cells of `job`, from the cache or from yosys.
    ///
    /// # Errors
    /// What the tool says, or that the cache cannot be written.
    pub fn run(&self, job: &Job) -> Result<Cells, FlowError> {
        match self.attempt(job) {
            // An answer that cannot be read was cut off when the computer stopped: it is asked for again.
            Err(FlowError::Kept { path, .. }) => {
                std::fs::remove_dir_all(path)?;
                self.attempt(job)
            }
            other => other,
        }
    }

    fn attempt(&self, job: &Job) -> Result<Cells, FlowError> {
        let place = find_or_build(&self.cache, "yosys", &job.content, |folder| {
            let files: Vec<&File> = job.files.iter().collect();
            let children: Vec<&File> = job.children.iter().collect();
            let cells = self.synthesis.cells(&self.yosys, &files, &children, &job.module)?;
            let text = serde_json::to_string_pretty(&cells).expect("names and numbers are JSON");
            Ok::<(), FlowError>(std::fs::write(folder.join(CELLS), text)?)
        })?;
        let text = std::fs::read_to_string(place.join(CELLS)).unwrap_or_default();
        serde_json::from_str(&text).map_err(|error| FlowError::Kept { path: place, reason: error.to_string() })
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
