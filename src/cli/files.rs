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
    characters
        .next()
        .map(|first| first.to_ascii_lowercase())
        .into_iter()
        .chain(characters)
        .collect()
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
    let name =
        if path == Path::new("-") { "<stdin>".to_owned() } else { path.display().to_string() };
    match text {
        Ok(text) => Ok((name, text)),
        Err(error) => Err(FileError { path: name.into(), action: Action::Read, error }),
    }
}

fn not_utf8(error: &std::string::FromUtf8Error) -> io::Error {
    let valid = error.utf8_error().valid_up_to();
    let line = error.as_bytes()[..valid].iter().filter(|&&byte| byte == b'\n').count() + 1;
    io::Error::new(
        io::ErrorKind::InvalidData,
        format!("line {line} is not UTF-8 text; save the file as UTF-8"),
    )
}

/// A file that is being written: under a temporary name beside its own, which it takes when all of
/// it is there. Dropped before that, it leaves nothing. What is no regular file, such as a pipe, is
/// written directly.
pub struct PendingFile {
    path: PathBuf,
    destination: Destination,
}

enum Destination {
    Temporary(tempfile::NamedTempFile, PathBuf),
    Direct(File),
}

impl PendingFile {
    /// Begins the file at `path`. Directories that are missing are made.
    ///
    /// # Errors
    /// What the system says, with the path.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        match Destination::create(path) {
            Ok(destination) => Ok(Self { path: path.to_owned(), destination }),
            Err(error) => Err(FileError::writing(path, error)),
        }
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// What the system says, with the path; then `path` is as it was before.
    pub fn finish(self) -> Result<(), FileError> {
        match self.destination {
            Destination::Temporary(file, target) => match file.persist(target) {
                Ok(_) => Ok(()),
                Err(error) => Err(FileError::writing(&self.path, error.error)),
            },
            Destination::Direct(_) => Ok(()),
        }
    }

    /// A second handle, for writers that keep theirs.
    ///
    /// # Errors
    /// What the system says, with the path.
    pub fn handle(&self) -> Result<File, FileError> {
        let handle = match &self.destination {
            Destination::Temporary(file, _) => file.as_file().try_clone(),
            Destination::Direct(file) => file.try_clone(),
        };
        handle.map_err(|error| FileError::writing(&self.path, error))
    }

    /// Appends `bytes`.
    ///
    /// # Errors
    /// What the system says, with the path.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        let written = match &mut self.destination {
            Destination::Temporary(file, _) => file.write_all(bytes),
            Destination::Direct(file) => file.write_all(bytes),
        };
        written.map_err(|error| FileError::writing(&self.path, error))
    }
}

impl Destination {
    fn create(path: &Path) -> io::Result<Self> {
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if fs::metadata(&target).is_ok_and(|metadata| !metadata.is_file()) {
            return File::options().write(true).open(&target).map(Self::Direct);
        }
        let directory = target
            .parent()
            .filter(|parent| !parent.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        fs::create_dir_all(directory)?;
        Ok(Self::Temporary(new_temporary(directory)?, target))
    }
}

impl FileError {
    /// `path` cannot be written.
    pub fn writing(path: &Path, error: io::Error) -> Self {
        Self { path: path.to_owned(), action: Action::Write, error }
    }
}

/// Writes `bytes` to `path`, all or nothing, as a [`PendingFile`].
///
/// # Errors
/// What the system says, with the path; then `path` is as it was before.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    write_all_atomically(&[(path.to_owned(), bytes)])
}

/// Writes several files; they take their names only when each of them could be written.
///
/// # Errors
/// What the system says, with the path.
pub fn write_all_atomically(files: &[(PathBuf, &[u8])]) -> Result<(), FileError> {
    let write = |(path, bytes): &(PathBuf, &[u8])| {
        let mut file = PendingFile::create(path)?;
        file.append(bytes)?;
        Ok(file)
    };
    let pending = files.iter().map(write).collect::<Result<Vec<PendingFile>, FileError>>()?;
    pending.into_iter().try_for_each(PendingFile::finish)
}

/// A temporary file with the permissions of an ordinary one.
fn new_temporary(directory: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.prefix(".lanebeat-").tempfile_in(directory)
}
