//! Yosys, looked for and asked for its version once.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::cells::Cells;
use crate::files::FileError;
use crate::tools::{CacheError, CallError, call, find, version};

/// An installed yosys.
#[derive(Clone, Debug)]
pub struct Yosys {
    program: PathBuf,
    version: String,
}

/// Why a point has no area.
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
    #[error("{module} does not fit an {device} ({said}); take a smaller machine or --unit")]
    DoesNotFit { module: String, device: &'static str, said: String },
    #[error(transparent)]
    File(#[from] FileError),
    #[error("yosys' statistics of {module} cannot be read: {reason}")]
    Statistics { module: String, reason: String },
    #[error("library {library} has no cell for yosys' {kind}; name one that has")]
    Unmapped { library: String, kind: String },
    #[error("what is kept in {} cannot be read: {reason}; delete it", path.display())]
    Kept { path: PathBuf, reason: String },
    #[error(transparent)]
    Cache(#[from] CacheError),
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

    /// `Yosys 0.23`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Runs `script`, which makes the file `makes`, in `folder` on a design whose top is `module`.
    /// Returns the text of the file.
    ///
    /// # Errors
    /// What yosys says last, or that it has not made the file.
    pub fn run(
        &self,
        folder: &Path,
        module: &str,
        script: &str,
        makes: &str,
    ) -> Result<String, FlowError> {
        let arguments = ["-q", "-p", script];
        let answer = call(("yosys", &self.program), arguments, folder, &format!("maps {module}"))?;
        let made = std::fs::read_to_string(folder.join(makes)).ok();
        match made.filter(|made| answer.succeeded && !made.is_empty()) {
            Some(made) => Ok(made),
            None => Err(FlowError::Failed {
                tool: "yosys".to_string(),
                module: module.to_string(),
                said: match answer.succeeded {
                    true => format!("it has not made {makes}"),
                    false => answer.last_line().to_string(),
                },
            }),
        }
    }
}

#[derive(Deserialize)]
struct Design {
    num_cells_by_type: Cells,
}

/// The cells of the whole design in what `stat -json` printed. Yosys 0.23 leaves out a comma before
/// `"design"`, so only what follows is read as JSON.
///
/// # Errors
/// When it is something else.
pub fn parse_statistics(module: &str, text: &str) -> Result<Cells, FlowError> {
    let wrong = |reason: String| FlowError::Statistics { module: module.to_string(), reason };
    let marker = "\"design\":";
    let start = text.rfind(marker).ok_or_else(|| wrong("they name no design".to_string()))?;
    let mut values =
        serde_json::Deserializer::from_str(&text[start + marker.len()..]).into_iter::<Design>();
    match values.next() {
        Some(Ok(design)) => Ok(design.num_cells_by_type),
        Some(Err(error)) => Err(wrong(error.to_string())),
        None => Err(wrong("they end early".to_string())),
    }
}
