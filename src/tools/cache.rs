//! Cache of slow results: building a simulation takes up to a minute and mapping a unit
//! several, and the same Verilog is given to the same tool again and again.
//!
//! The directory is `$LANEBEAT_CACHE`, else `lanebeat` in `$XDG_CACHE_HOME` or in `~/.cache`, else
//! `lanebeat-` and the user's number in the system's directory for temporary files. It may be
//! deleted at any time. An entry is a folder named by tool and digest of everything that it depends
//! on, and holds the checksums of its files in the format of `sha256sum`. Programs in it are run, so
//! it must be the user's, and nobody else may write into it.

use std::env;
use std::fs;
use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};

use rustix::process::geteuid;
use sha2::{Digest as _, Sha256};

use super::watch::tell;
use crate::files::{FileError, PendingFolder};

/// File in an entry with the checksum and the name of each of its files.
const CHECKSUMS: &str = "checksums";

/// Reason why a result cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    #[error("the cache cannot be used: {0}; name another directory in LANEBEAT_CACHE")]
    File(#[from] FileError),
    #[error("{tool} ended well but has not made {file}; install it again")]
    NotMade { tool: String, file: String },
}

/// The directory of everything that is kept.
pub fn directory() -> PathBuf {
    let named =
        |variable: &str| env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    named("LANEBEAT_CACHE")
        .or_else(|| named("XDG_CACHE_HOME").map(|path| path.join("lanebeat")))
        .or_else(|| named("HOME").map(|path| path.join(".cache").join("lanebeat")))
        .unwrap_or_else(|| env::temp_dir().join(format!("lanebeat-{}", geteuid().as_raw())))
}

/// Makes the directory `root`, for the user alone.
///
/// # Errors
/// The system's error, or that others may have put something there.
fn make_private(root: &Path) -> Result<(), FileError> {
    let failed = |error| FileError::writing(root, &error);
    DirBuilder::new().recursive(true).mode(0o700).create(root).map_err(failed)?;
    let (link, there) = (fs::symlink_metadata(root), fs::metadata(root));
    let (link, there) = (link.map_err(failed)?, there.map_err(failed)?);
    let is_own = [&link, &there].iter().all(|folder| folder.uid() == geteuid().as_raw());
    match is_own && there.mode() & 0o002 == 0 {
        true => Ok(()),
        false => {
            let problem = "others own it or may write to it, and what is in it is run";
            Err(FileError::not_to_be_written(root, problem.to_owned()))
        }
    }
}

/// A result of a tool: the input that it depends on, and its files.
#[derive(Clone, Copy, Debug)]
pub struct Recipe<'r> {
    pub tool: &'r str,
    /// All input that the result depends on.
    pub parts: &'r [String],
    /// The files that are kept; none of them is empty.
    pub makes: &'r [&'r str],
}

/// Returns the entry of `recipe` in `root`. Where there is none yet, or its content does not
/// fit its checksums, `build` makes the files in a folder for work. Two commands that build the
/// same at the same time do not disturb each other, and one that is stopped leaves nothing.
///
/// # Errors
/// The error of `build`, a file that it has not made, or a directory that cannot be written.
pub fn find_or_build<E: From<CacheError>>(
    root: &Path,
    recipe: Recipe<'_>,
    build: impl FnOnce(&Path) -> Result<(), E>,
) -> Result<PathBuf, E> {
    make_private(root).map_err(CacheError::from)?;
    let place = root.join(format!("{}-{}", recipe.tool, digest(recipe.parts)));
    if is_whole(&place, recipe.makes) {
        return Ok(place);
    }
    if let Ok(there) = fs::symlink_metadata(&place) {
        let name = place.display();
        tell(&format!("{name} does not fit its checksums; it is made again"));
        if !there.is_dir() {
            fs::remove_file(&place).map_err(|error| writing(&place, &error))?;
        }
    }
    let work = if has_plain_name(root) { root } else { Path::new("/tmp") };
    let work = PendingFolder::new_in(work).map_err(CacheError::from)?;
    build(work.path())?;
    let entry = entry(root, recipe, work.path())?;
    let done = if place.exists() { entry.exchange(&place, |_| true) } else { entry.finish(&place) };
    match done {
        // Somebody else was faster.
        Err(_) if is_whole(&place, recipe.makes) => Ok(place),
        done => done.map_err(|error| writing(&place, &error).into()).map(|()| place),
    }
}

/// Whether no tool takes a part of the name of `root` for something else: make works in no folder
/// with blanks in its name, and a shell has its own marks.
fn has_plain_name(root: &Path) -> bool {
    let path = fs::canonicalize(root).unwrap_or_else(|_| root.to_owned());
    path.to_string_lossy().chars().all(|c| c.is_alphanumeric() || "/._-+,@=".contains(c))
}

fn writing(path: &Path, error: &io::Error) -> CacheError {
    FileError::writing(path, error).into()
}

/// Makes the entry of the files in `work`.
fn entry(root: &Path, recipe: Recipe<'_>, work: &Path) -> Result<PendingFolder, CacheError> {
    let entry = PendingFolder::new_in(root)?;
    let mut checksums = String::new();
    for &file in recipe.makes {
        let not_made = || CacheError::NotMade { tool: recipe.tool.into(), file: file.into() };
        let path = entry.path().join(file);
        let made = work.join(file);
        let moved = fs::rename(&made, &path).or_else(|_| fs::copy(&made, &path).map(drop));
        moved.map_err(|_| not_made())?;
        let bytes = fs::read(&path).map_err(|error| writing(&path, &error))?;
        if bytes.is_empty() {
            return Err(not_made());
        }
        checksums += &line(&bytes, file);
    }
    entry.store(CHECKSUMS, checksums.as_bytes())?;
    Ok(entry)
}

/// Whether the entry at `place` holds the files and they fit its checksums.
fn is_whole(place: &Path, files: &[&str]) -> bool {
    let Ok(kept) = fs::read_to_string(place.join(CHECKSUMS)) else { return false };
    let lines = files.iter().map(|file| Some(line(&fs::read(place.join(file)).ok()?, file)));
    lines.collect::<Option<String>>().is_some_and(|checksums| checksums == kept)
}

fn line(bytes: &[u8], file: &str) -> String {
    format!("{}  {file}\n", hexadecimal(&Sha256::digest(bytes)))
}

/// Bytes as hexadecimal digits.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The digest of all parts, each with its length, in hexadecimal.
pub fn digest(parts: &[String]) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update(part.len().to_le_bytes());
        digest.update(part);
    }
    hexadecimal(&digest.finalize()[..16])
}
