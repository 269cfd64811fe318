//! Files that take their names when all of them are there: one, several, or those of a folder.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::fd::AsFd as _;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use super::error::{FileError, parent};
use super::pending::{Committed, PendingFolder, sweep, turn};

/// Name of a file that means standard input or standard output.
pub const STANDARD: &str = "-";

/// A file that is being written. Dropped before [`Self::finish`], it leaves nothing. Standard
/// output and files that are not regular, such as pipes, are written directly.
#[derive(Debug)]
pub struct PendingFile {
    path: PathBuf,
    file: File,
    /// The folder that it is in and the place that it takes; none where it is written directly.
    place: Option<(PendingFolder, PathBuf)>,
}

impl PendingFile {
    /// Begins the file at `path`, in a directory that is there.
    ///
    /// # Errors
    /// The system's error, with the path.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        match Self::begin(path) {
            Ok((file, place)) => Ok(Self { path: path.to_owned(), file, place }),
            Err(error) => Err(FileError::writing(path, &error)),
        }
    }

    fn begin(path: &Path) -> io::Result<(File, Option<(PendingFolder, PathBuf)>)> {
        if path == Path::new(STANDARD) {
            return Ok((io::stdout().as_fd().try_clone_to_owned()?.into(), None));
        }
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let there = fs::metadata(&target);
        if there.as_ref().is_ok_and(|there| !there.is_file()) {
            return Ok((File::options().write(true).open(&target)?, None));
        }
        if path.as_os_str().as_bytes().ends_with(b"/") {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let name = target.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
        fs::metadata(parent(&target))?;
        let folder = PendingFolder::begin(parent(&target))?;
        let file = File::create(folder.path().join(name))?;
        keep_looks(&file, &target)?;
        Ok((file, Some((folder, target))))
    }

    /// A second handle, for writers that keep theirs.
    ///
    /// # Errors
    /// The system's error, with the path.
    pub fn handle(&self) -> Result<File, FileError> {
        self.file.try_clone().map_err(|error| FileError::writing(&self.path, &error))
    }

    /// Appends `bytes`. A reader of a pipe that has gone away has seen enough.
    ///
    /// # Errors
    /// The system's error, with the path.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        let written = unless_gone(self.file.write_all(bytes));
        written.map_err(|error| FileError::writing(&self.path, &error))
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// The system's error, with the path; then `path` is as it was before.
    pub fn finish(self) -> Result<(), FileError> {
        finish_all([self])
    }
}

/// `done`, or success where the reader of a pipe went away: it has seen enough.
///
/// # Errors
/// Another error of `done`.
pub fn unless_gone(done: io::Result<()>) -> io::Result<()> {
    done.or_else(
        |error| if error.kind() == io::ErrorKind::BrokenPipe { Ok(()) } else { Err(error) },
    )
}

/// Gives `files` their names, those in one directory together.
///
/// # Errors
/// The system's error, with the path.
pub fn finish_all(files: impl IntoIterator<Item = PendingFile>) -> Result<(), FileError> {
    commit_all(files, None)?.into_iter().try_for_each(Committed::spread)
}

/// Commits `files`, those in one directory together; see [`PendingFolder::commit`].
fn commit_all(
    files: impl IntoIterator<Item = PendingFile>,
    with: Option<(&PendingFolder, &Path)>,
) -> Result<Vec<Committed>, FileError> {
    let mut sets: BTreeMap<PathBuf, PendingFolder> = BTreeMap::new();
    for (folder, target) in files.into_iter().filter_map(|file| file.place) {
        let (directory, name) = (parent(&target), target.file_name().unwrap_or_default());
        // One folder is one set, whatever it is called.
        let directory = fs::canonicalize(directory).unwrap_or_else(|_| directory.to_owned());
        match sets.get(&directory) {
            Some(set) => fs::rename(folder.path().join(name), set.path().join(name))
                .map_err(|error| FileError::writing(&target, &error))?,
            None => drop(sets.insert(directory, folder)),
        }
    }
    sets.into_values().map(|set| set.commit(with)).collect()
}

/// Writes several files; they take their names together, when each of them could be written.
///
/// # Errors
/// The system's error, with the path; then all are as they were before.
pub fn write_all_atomically(files: &[(PathBuf, &[u8])]) -> Result<(), FileError> {
    let begin = |(path, bytes): &(PathBuf, &[u8])| {
        let mut file = PendingFile::create(path)?;
        file.append(bytes)?;
        Ok(file)
    };
    finish_all(files.iter().map(begin).collect::<Result<Vec<_>, FileError>>()?)
}

/// Writes `bytes` to `path`, all or nothing.
///
/// # Errors
/// The system's error, with the path; then `path` is as it was before.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    write_all_atomically(&[(path.to_owned(), bytes)])
}

/// Refuses a file in `directory` that has one of `names` and is not the caller's, by `is_ours`.
///
/// # Errors
/// Such a file, or the system's error, with the path.
pub fn refuse_others(
    directory: &Path,
    names: &[&str],
    is_ours: impl Fn(&Path) -> bool,
) -> Result<(), FileError> {
    look(directory, &names.iter().copied().collect(), &is_ours).map(drop)
}

/// Makes `files`, by their names, the only ones in `directory` that `is_ours` says to be the
/// caller's; others stay. A folder that holds nothing else is exchanged for one that was made
/// next to it, which is one step, and in that step `others` take their names.
///
/// # Errors
/// A file of one of the names that is not the caller's, or the system's error, with the path;
/// then the directory is as it was before.
pub fn replace_folder(
    directory: &Path,
    files: &[(&str, &[u8])],
    is_ours: impl Fn(&Path) -> bool,
    mut others: Vec<PendingFile>,
) -> Result<(), FileError> {
    let place = fs::canonicalize(directory).unwrap_or_else(|_| directory.to_owned());
    // Another process that replaces it does so before or after.
    let _ = fs::create_dir_all(parent(&place));
    let _turn = turn(parent(&place));
    sweep(&place);
    let (stale, has_others) =
        look(directory, &files.iter().map(|(name, _)| *name).collect(), &is_ours)?;
    let mut committed = vec![];
    if !has_others
        && let Ok(folder) = PendingFolder::begin(parent(&place))
        && is_alike(folder.path(), &place)
    {
        fill(&folder, directory, files)?;
        let is_new = !place.exists();
        committed = commit_all(std::mem::take(&mut others), Some((&folder, &place)))?;
        let done = if is_new { folder.finish(&place) } else { folder.exchange(&place, &is_ours) };
        if done.is_ok() {
            return committed.into_iter().try_for_each(Committed::spread);
        }
    }
    let folder = PendingFolder::new_in(directory)?;
    fill(&folder, directory, files)?;
    for name in &stale {
        let marked = fs::create_dir(folder.path().join(name));
        marked.map_err(|error| FileError::writing(directory, &error))?;
    }
    committed.push(folder.commit(None)?);
    committed.into_iter().try_for_each(Committed::spread)?;
    finish_all(others)
}

/// The names of the caller's files in `directory` that are not among `names`, and whether there is
/// anything else besides those that are.
fn look(
    directory: &Path,
    names: &BTreeSet<&str>,
    is_ours: &impl Fn(&Path) -> bool,
) -> Result<(Vec<OsString>, bool), FileError> {
    let failed = |error| FileError::writing(directory, &error);
    let (mut stale, mut has_others) = (vec![], false);
    let entries = match fs::read_dir(directory) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((stale, has_others)),
        entries => entries.map_err(failed)?,
    };
    for entry in entries {
        let entry = entry.map_err(failed)?;
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        let is_wanted = entry.file_name().to_str().is_some_and(|name| names.contains(name));
        match (is_file && is_ours(&entry.path()), is_wanted) {
            (true, true) => {}
            (true, false) => stale.push(entry.file_name()),
            (false, false) => has_others = true,
            (false, true) => {
                let problem = "it is there and was not made by lanebeat; move it away, or name \
                               another directory";
                return Err(FileError::not_to_be_written(&entry.path(), problem.to_owned()));
            }
        }
    }
    Ok((stale, has_others))
}

/// Whether `new` can take the place of the folder at `place`, if there is one, unnoticed: user,
/// group and permissions are the same, and no process has its current directory there.
fn is_alike(new: &Path, place: &Path) -> bool {
    let looks =
        |path: &Path| fs::metadata(path).map(|there| (there.uid(), there.gid(), there.mode()));
    match (looks(new), looks(place)) {
        (Ok(new), Ok(old)) => new == old && !is_stood_in(place),
        (_, old) => old.is_err(),
    }
}

/// Whether `directory` or one below it is a process' current directory, as far as can be seen.
fn is_stood_in(directory: &Path) -> bool {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let places = processes.filter_map(|process| fs::read_link(process.path().join("cwd")).ok());
    places.chain(std::env::current_dir().ok()).any(|place| place.starts_with(directory))
}

fn fill(
    folder: &PendingFolder,
    directory: &Path,
    files: &[(&str, &[u8])],
) -> Result<(), FileError> {
    files.iter().try_for_each(|(name, bytes)| {
        let place = directory.join(name);
        let write = || {
            let mut file = File::create(folder.path().join(name))?;
            keep_looks(&file, &place)?;
            file.write_all(bytes)
        };
        write().map_err(|error| FileError::writing(&place, &error))
    })
}

/// Gives `file` the mode of the one at `place`, which it replaces, and its owner and group where
/// that is allowed.
fn keep_looks(file: &File, place: &Path) -> io::Result<()> {
    let Ok(there) = fs::metadata(place) else { return Ok(()) };
    let _ = std::os::unix::fs::fchown(file, Some(there.uid()), Some(there.gid()))
        .or_else(|_| std::os::unix::fs::fchown(file, None, Some(there.gid())));
    file.set_permissions(there.permissions())
}
