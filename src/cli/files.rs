//! Reading what the user names, and writing whole files or nothing.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use miette::Diagnostic;

/// A file that cannot be read or written: `prog.s: cannot be read: no such file or directory`.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("{}: cannot be {}: {}", path.display(), action.participle(), reason(error))]
pub struct FileError {
    path: PathBuf,
    action: Action,
    error: io::Error,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Action {
    Read,
    Write,
}

impl Action {
    fn participle(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "written",
        }
    }
}

/// The system's reason as part of a sentence, without its number.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut characters = text.chars();
    characters.next().map(|first| first.to_ascii_lowercase()).into_iter().chain(characters).collect()
}

/// The name and the text of the file at `path`, or of standard input where it is `-`.
///
/// # Errors
/// What the system says, or that the file is not UTF-8.
pub fn read_text(path: &Path) -> Result<(String, String), FileError> {
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        io::stdin().lock().read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|mut file| file.read_to_end(&mut bytes))
    };
    let text = read.and_then(|_| String::from_utf8(bytes).map_err(|error| not_utf8(&error)));
    let name = if path == Path::new("-") { "<stdin>".to_owned() } else { path.display().to_string() };
    match text {
        Ok(text) => Ok((name, text)),
        Err(error) => Err(FileError { path: name.into(), action: Action::Read, error }),
    }
}

fn not_utf8(error: &std::string::FromUtf8Error) -> io::Error {
    let valid = error.utf8_error().valid_up_to();
    let line = error.as_bytes()[..valid].iter().filter(|&&byte| byte == b'\n').count() + 1;
    io::Error::new(io::ErrorKind::InvalidData, format!("line {line} is not UTF-8 text; save the file as UTF-8"))
}

/// Writes `bytes` to `path`, all or nothing: into a temporary file beside it that then takes its name.
/// Directories that are missing are made. What is no regular file, such as a pipe, is written directly.
///
/// # Errors
/// What the system says, with the path; then `path` is as it was before.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    write_whole(path, bytes).map_err(|error| FileError { path: path.to_owned(), action: Action::Write, error })
}

fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if fs::metadata(&target).is_ok_and(|metadata| !metadata.is_file()) {
        return fs::write(&target, bytes);
    }
    let directory = target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(directory)?;
    let mut file = new_temporary(directory)?;
    file.write_all(bytes)?;
    file.persist(&target).map_err(|error| error.error)?;
    Ok(())
}

/// A temporary file with the permissions of an ordinary one.
fn new_temporary(directory: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.prefix(".lanebeat-").tempfile_in(directory)
}
