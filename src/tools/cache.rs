//! Where slow results are kept: building a simulation takes up to a minute and mapping a unit
//! several, and the same Verilog is given to the same tool again and again.
//!
//! The directory is `$LANEBEAT_CACHE`, else `lanebeat` in `$XDG_CACHE_HOME`, in `~/.cache`, or in
//! the system's directory for temporary files. It may be deleted at any time.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

/// Why nothing can be kept.
#[derive(Debug, thiserror::Error)]
#[error("the cache {} cannot be used: {reason}; name another directory in LANEBEAT_CACHE", path.display())]
pub struct CacheError {
    path: PathBuf,
    reason: String,
}

impl CacheError {
    /// What the system says of `path`.
    pub fn new(path: &Path, error: &io::Error) -> Self {
        Self { path: path.to_owned(), reason: error.to_string() }
    }
}

/// The directory of everything that is kept.
pub fn directory() -> PathBuf {
    let named =
        |variable: &str| env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    named("LANEBEAT_CACHE")
        .or_else(|| named("XDG_CACHE_HOME").map(|path| path.join("lanebeat")))
        .or_else(|| named("HOME").map(|path| path.join(".cache").join("lanebeat")))
        .unwrap_or_else(|| env::temp_dir().join("lanebeat"))
}

/// The directory in `root` of what `tool` made of `parts`. Where there is none yet, `build` fills
/// one, which takes its name when all of it is there: two commands that build the same at the same
/// time do not disturb each other, and one that is stopped leaves nothing that looks finished.
///
/// # Errors
/// What `build` says, or that the directory cannot be written.
pub fn find_or_build<E: From<CacheError>>(
    root: &Path,
    tool: &str,
    parts: &[String],
    build: impl FnOnce(&Path) -> Result<(), E>,
) -> Result<PathBuf, E> {
    let refused = |error: io::Error| CacheError::new(root, &error);
    let place = root.join(format!("{tool}-{}", digest(parts)));
    if place.is_dir() {
        return Ok(place);
    }
    fs::create_dir_all(root).map_err(refused)?;
    let unfinished =
        tempfile::Builder::new().prefix(".building-").tempdir_in(root).map_err(refused)?;
    build(unfinished.path())?;
    // Whoever comes second finds the place taken by the same thing.
    match fs::rename(unfinished.keep(), &place) {
        Err(error) if !place.is_dir() => Err(refused(error).into()),
        Ok(()) | Err(_) => Ok(place),
    }
}

/// The digest of all parts, each with its length, in hexadecimal.
pub fn digest(parts: &[String]) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update(part.len().to_le_bytes());
        digest.update(part);
    }
    digest.finalize()[..16].iter().map(|byte| format!("{byte:02x}")).collect()
}
