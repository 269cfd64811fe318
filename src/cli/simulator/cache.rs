//! Where built simulations are kept: building one takes up to a minute, and the same Verilog is simulated again and again.
//!
//! The directory is `$LANEBEAT_CACHE`, else `lanebeat` in `$XDG_CACHE_HOME`, in `~/.cache`, or in the system's directory
//! for temporary files. It may be deleted at any time.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::SimulatorError;

/// The directory of all built simulations.
pub fn directory() -> PathBuf {
    let named = |variable: &str| env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    named("LANEBEAT_CACHE")
        .or_else(|| named("XDG_CACHE_HOME").map(|path| path.join("lanebeat")))
        .or_else(|| named("HOME").map(|path| path.join(".cache").join("lanebeat")))
        .unwrap_or_else(|| env::temp_dir().join("lanebeat"))
}

/// The directory in `root` of what was built from `parts`. Where there is none yet, `build` fills one, which takes its name when all
/// of it is there: two commands that build the same at the same time do not disturb each other.
///
/// # Errors
/// What `build` says, or that the directory cannot be written.
pub fn find_or_build(
    root: &Path,
    tool: &str,
    parts: &[String],
    build: impl FnOnce(&Path) -> Result<(), SimulatorError>,
) -> Result<PathBuf, SimulatorError> {
    let refused = |error: io::Error| SimulatorError::Cache { path: root.to_owned(), reason: error.to_string() };
    let place = root.join(format!("{tool}-{}", digest(parts)));
    if place.is_dir() {
        return Ok(place);
    }
    fs::create_dir_all(root).map_err(refused)?;
    let unfinished = tempfile::Builder::new().prefix(".building-").tempdir_in(root).map_err(refused)?;
    build(unfinished.path())?;
    // Whoever comes second finds the place taken by the same thing.
    match fs::rename(unfinished.keep(), &place) {
        Err(error) if !place.is_dir() => Err(refused(error)),
        Ok(()) | Err(_) => Ok(place),
    }
}

/// The digest of all parts, each with its length.
fn digest(parts: &[String]) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update(part.len().to_le_bytes());
        digest.update(part);
    }
    digest.finalize()[..16].iter().map(|byte| format!("{byte:02x}")).collect()
}
