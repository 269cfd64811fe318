//! Yosys, found and asked for its version once, and the cache of the results of tools.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::cells::Cells;
use crate::files::{FileError, PendingFolder};
use crate::source::shorten_line;
use crate::tools::{CacheError, CallError, Recipe, call, find, find_or_build, version};

/// An installed yosys.
#[derive(Clone, Debug)]
pub struct Yosys {
    program: PathBuf,
    /// `Yosys 0.23`.
    pub version: String,
}

/// Reason why a point has no area.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each says in its message what it is")]
pub enum FlowError {
    #[error(
        "no yosys on the path; install it (Debian: apt-get install yosys), or use --flow estimate"
    )]
    Missing,
    #[error(transparent)]
    Call(#[from] CallError),
    #[error("{tool} failed on {module}: {said}")]
    Failed { tool: String, module: String, said: String },
    #[error("no {name} on the path; install it ({install}), or leave out --pnr")]
    NoRouter { name: &'static str, install: &'static str },
    #[error(
        "no coloquinte on the path; install it (pip install coloquinte==0.4.1), or leave out --wires"
    )]
    NoPlacer,
    #[error("{module} does not fit an {device} ({said}); take a smaller machine or --unit")]
    DoesNotFit { module: String, device: &'static str, said: String },
    #[error(transparent)]
    File(#[from] FileError),
    #[error("yosys' statistics of {module} cannot be read: {reason}")]
    Statistics { module: String, reason: String },
    #[error("library {library} has no cell for yosys' {kind}; name one that has")]
    Unmapped { library: String, kind: String },
    #[error("what is kept in {} cannot be read: {reason}; delete it", path.display())]
    CacheEntry { path: PathBuf, reason: String },
    #[error(transparent)]
    Cache(#[from] CacheError),
}

impl FlowError {
    /// Error of `tool` on `module`, with its own words.
    pub fn failed(tool: &str, module: &str, said: impl AsRef<str>) -> Self {
        let said = shorten_line(said.as_ref());
        Self::Failed { tool: tool.to_string(), module: module.to_string(), said }
    }
}

impl Yosys {
    /// The yosys on the path.
    ///
    /// # Errors
    /// When there is none, or it does not start.
    pub fn find() -> Result<Self, FlowError> {
        let program = find("yosys").ok_or(FlowError::Missing)?;
        let text = version(("yosys", &program), &["-V"])?;
        let version = text.split(" (").next().unwrap_or_default().trim().to_string();
        Ok(Self { program, version })
    }

    /// Runs `script`, which makes the file `makes`, in a folder with `files` (name and text) on a
    /// design whose top is `module`. Returns the text of `makes`.
    ///
    /// # Errors
    /// The last line of yosys, or that it has not made the file.
    pub fn run<'f>(
        &self,
        files: impl IntoIterator<Item = (&'f str, &'f str)>,
        module: &str,
        script: &str,
        makes: &str,
    ) -> Result<String, FlowError> {
        let folder = folder_of(files)?;
        let program = ("yosys", self.program.as_path());
        let answer = call(program, ["-q", "-p", script], folder.path(), &format!("maps {module}"))?;
        let made = std::fs::read_to_string(folder.path().join(makes)).ok();
        made.filter(|made| answer.succeeded && !made.is_empty()).ok_or_else(|| {
            FlowError::failed(
                "yosys",
                module,
                match answer.succeeded {
                    true => format!("it has not made {makes}"),
                    false => answer.last_line().to_string(),
                },
            )
        })
    }
}

/// A folder with `files` (name and text), which is removed when the handle is dropped.
pub fn folder_of<'f>(
    files: impl IntoIterator<Item = (&'f str, &'f str)>,
) -> Result<PendingFolder, FileError> {
    let folder = PendingFolder::new()?;
    for (name, text) in files {
        folder.store(name, text.as_bytes())?;
    }
    Ok(folder)
}

/// Returns the result of `make`, which is kept as JSON in `file` of `cache`, by `tool` and all
/// `parts` that it depends on.
///
/// # Errors
/// The error of `make`, or that the cache cannot be written.
pub fn kept<T: Serialize + DeserializeOwned>(
    cache: &Path,
    tool: &str,
    parts: &[String],
    file: &str,
    make: impl FnOnce() -> Result<T, FlowError>,
) -> Result<T, FlowError> {
    let place = find_or_build(cache, Recipe { tool, parts, makes: &[file] }, |folder| {
        let text = serde_json::to_string(&make()?).expect("names and numbers are JSON");
        let path = folder.join(file);
        let written = std::fs::write(&path, text);
        Ok::<(), FlowError>(written.map_err(|error| FileError::writing(&path, &error))?)
    })?;
    let text = std::fs::read_to_string(place.join(file)).unwrap_or_default();
    serde_json::from_str(&text)
        .map_err(|error| FlowError::CacheEntry { path: place, reason: error.to_string() })
}

/// The cells of the whole design in the output of `stat -json`. Yosys 0.23 leaves out a comma
/// before `"design"`, so only the text behind it is read as JSON.
///
/// # Errors
/// When it is something else.
pub fn parse_statistics(module: &str, text: &str) -> Result<Cells, FlowError> {
    #[derive(Deserialize)]
    struct Design {
        num_cells_by_type: Cells,
    }
    let wrong = |reason: String| FlowError::Statistics { module: module.to_string(), reason };
    let (_, own) =
        text.rsplit_once("\"design\":").ok_or_else(|| wrong("they name no design".to_string()))?;
    match serde_json::Deserializer::from_str(own).into_iter::<Design>().next() {
        Some(Ok(design)) => Ok(design.num_cells_by_type),
        Some(Err(error)) => Err(wrong(error.to_string())),
        None => Err(wrong("they end early".to_string())),
    }
}
