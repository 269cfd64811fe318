//! What a process had still to do when it was killed between two renames.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// How the names of what is not finished begin.
pub(super) const PREFIX: &str = ".lanebeat-";

/// How the name of a journal ends.
const ENDING: &str = ".journal";

/// What is to be done in the journal's directory.
#[derive(Serialize, Deserialize, Default)]
pub(super) struct Journal {
    /// Names to be taken from, and to be given to, a file.
    pub renamed: Vec<(String, String)>,
    /// Names of files to be removed.
    pub removed: Vec<String>,
}

/// The name of the journal whose text was written as `path`.
pub(super) fn place(path: &Path) -> PathBuf {
    let mut place = path.as_os_str().to_owned();
    place.push(ENDING);
    place.into()
}

pub(super) fn is_journal(path: &Path) -> bool {
    let name = path.file_name().map(OsStr::to_string_lossy).unwrap_or_default();
    name.starts_with(PREFIX) && name.ends_with(ENDING)
}

/// Does what the journal at `path` says.
pub(super) fn replay(path: &Path) {
    let text = fs::read_to_string(path).unwrap_or_default();
    let Ok(journal) = serde_json::from_str::<Journal>(&text) else { return };
    let directory = parent(path);
    // It names what is in its own directory and nothing else, whoever wrote it.
    let is_name = |name: &String| Path::new(name).file_name() == Some(OsStr::new(name));
    let renamed = journal.renamed.iter().filter(|(from, to)| is_name(from) && is_name(to));
    for (from, to) in renamed.filter(|(from, _)| from.starts_with(PREFIX)) {
        let _ = fs::rename(directory.join(from), directory.join(to));
    }
    for name in journal.removed.iter().filter(|name| is_name(name)) {
        let _ = fs::remove_file(directory.join(name));
    }
}

/// The directory that `path` is in.
pub(super) fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
