//! Errors of files, each with a cure.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A file that cannot be read or written:
/// `prog.s: cannot be read: there is no such file; check its name`.
#[derive(Debug, thiserror::Error)]
#[error("{}: cannot be {done}: {problem}", shown(path))]
pub struct FileError {
    path: PathBuf,
    /// [`READ`] or [`WRITTEN`].
    done: &'static str,
    /// Reason and cure.
    problem: String,
}

const READ: &str = "read";
const WRITTEN: &str = "written";

impl FileError {
    /// `path` cannot be written, as the system says.
    pub fn writing(path: &Path, error: &io::Error) -> Self {
        Self::not_to_be_written(path, explained(path, WRITTEN, error))
    }

    /// `path` must not be written; `problem` is reason and cure.
    pub fn not_to_be_written(path: &Path, problem: String) -> Self {
        Self { path: path.to_owned(), done: WRITTEN, problem }
    }

    /// `path` cannot be read, as the system says.
    pub(super) fn reading(path: &Path, error: &io::Error) -> Self {
        Self::unreadable(path, explained(path, READ, error))
    }

    /// The content of `path` cannot be read; `problem` is reason and cure.
    pub(super) fn unreadable(path: &Path, problem: String) -> Self {
        Self { path: path.to_owned(), done: READ, problem }
    }
}

/// The path in a sentence, also the one without a character.
fn shown(path: &Path) -> String {
    if path.as_os_str().is_empty() { "``".to_owned() } else { path.display().to_string() }
}

/// Reason and cure of the system's error about `path`.
fn explained(path: &Path, done: &str, error: &io::Error) -> String {
    use io::ErrorKind;
    match error.kind() {
        ErrorKind::NotFound if path.as_os_str().is_empty() => {
            "the name is empty; name a file".to_owned()
        }
        ErrorKind::NotFound if done == READ => "there is no such file; check its name".to_owned(),
        ErrorKind::NotFound if parent(path).exists() => {
            "no file can be made there; name another place".to_owned()
        }
        ErrorKind::NotFound => {
            format!("there is no directory {}; make it, or check its name", parent(path).display())
        }
        ErrorKind::IsADirectory if !path.exists() => {
            "a name that ends in / is a directory's; name a file".to_owned()
        }
        ErrorKind::IsADirectory => "it is a directory; name a file".to_owned(),
        ErrorKind::NotADirectory | ErrorKind::AlreadyExists => match file_above(path) {
            Some(file) => format!("{} is a file; name a directory", file.display()),
            None => "it is no directory; name one".to_owned(),
        },
        ErrorKind::PermissionDenied if done == READ => {
            "permission is denied; allow it, or name a file that you may read".to_owned()
        }
        ErrorKind::PermissionDenied => {
            "permission is denied; allow it, or name a place that you may write to".to_owned()
        }
        ErrorKind::ReadOnlyFilesystem => {
            "the file system is read-only; name a place elsewhere".to_owned()
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            "the disk is full; make room, or name a place on another".to_owned()
        }
        ErrorKind::FileTooLarge => {
            "a limit of the size of files is reached; allow more, as by ulimit -f".to_owned()
        }
        ErrorKind::InvalidFilename => "the name is too long or no name; use another".to_owned(),
        ErrorKind::InvalidInput => "a name holds no character of code 0; use another".to_owned(),
        _ => format!("{}; try again, or name another place", reason(error)),
    }
}

/// The nearest file at or above `path` where a directory would have to be.
fn file_above(path: &Path) -> Option<&Path> {
    path.ancestors().find(|above| fs::metadata(above).is_ok_and(|metadata| !metadata.is_dir()))
}

/// The system's reason as part of a sentence, without its number.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_ascii_lowercase());
    first.into_iter().chain(characters).collect()
}

/// The directory that `path` is in.
pub(super) fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
