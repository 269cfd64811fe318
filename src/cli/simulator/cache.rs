//! Where built simulations are kept: building one takes up to a minute, and the same Verilog is simulated again and again.
//!
//! The directory is `$LANEBEAT_CACHE`, else `lanebeat` in `$XDG_CACHE_HOME`, in `~/.cache`, or in the system's directory
//! for temporary files. It may be deleted at any time.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

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
    let place = root.join(format!("{tool}-{:032x}", digest(parts)));
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

/// The 128-bit FNV-1a hash (Fowler, Noll, Vo) of all parts and their lengths.
fn digest(parts: &[String]) -> u128 {
    const OFFSET_BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    let bytes = parts.iter().flat_map(|part| part.len().to_le_bytes().into_iter().chain(part.bytes()));
    bytes.fold(OFFSET_BASIS, |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME))
}
