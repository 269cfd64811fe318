//! Several files that take their names together: all of them or none, whenever the process ends.
//!
//! A folder that holds nothing but plain files is made anew beside itself, and the two are
//! exchanged, which is one step. Elsewhere files are renamed one by one, and a *journal* beside
//! them says which: after a kill between two of them, the next process that writes there goes on.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, RenameFlags, renameat_with};

use super::error::FileError;
use super::journal::{self, Journal, parent};
use super::pending::{PendingFile, PendingFolder, Registry, Temporary, registry};

/// Gives `files` their names, those in one directory together.
///
/// # Errors
/// What the system says, with the path.
pub fn finish_all(files: impl IntoIterator<Item = PendingFile>) -> Result<(), FileError> {
    let mut of_directory: BTreeMap<PathBuf, Vec<Temporary>> = BTreeMap::new();
    for file in files.into_iter().filter_map(PendingFile::into_temporary) {
        of_directory.entry(parent(&file.target).to_owned()).or_default().push(file);
    }
    of_directory.into_iter().try_for_each(|(directory, files)| finish_in(&directory, files, &[]))
}

/// Gives `files` their names in `directory` and removes others there.
fn finish_in(
    directory: &Path,
    files: Vec<Temporary>,
    removed: &[PathBuf],
) -> Result<(), FileError> {
    let failed = |error| FileError::writing(directory, &error);
    // Another process that finishes a set here does so before or after.
    let turn = fs::File::open(directory).map_err(failed)?;
    let _ = turn.lock();
    let journal = match files.len() + removed.len() {
        0 | 1 => None,
        _ => Some(begin_journal(directory, &files, removed).map_err(failed)?),
    };
    let mut registry = registry();
    let Some(journal) = journal else { return rename_all(&mut registry, files, removed) };
    let path = journal.target.clone();
    // Its lock says that it is being done.
    let _lock = journal.finish(&mut registry).map_err(failed)?;
    let renamed = rename_all(&mut registry, files, removed);
    renamed.and(fs::remove_file(&path).map_err(failed))
}

/// Renames `files` to their targets and removes others, as far as nothing fails.
fn rename_all(
    registry: &mut Registry,
    files: Vec<Temporary>,
    removed: &[PathBuf],
) -> Result<(), FileError> {
    for file in files {
        let target = file.target.clone();
        file.finish(registry).map_err(|error| FileError::writing(&target, &error))?;
    }
    for path in removed {
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(FileError::writing(path, &error));
            }
            Ok(()) | Err(_) => {}
        }
    }
    Ok(())
}

/// The journal of what is to be done, not yet under its name.
fn begin_journal(
    directory: &Path,
    files: &[Temporary],
    removed: &[PathBuf],
) -> io::Result<Temporary> {
    let name = |path: &Path| {
        path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    };
    let journal = Journal {
        renamed: files.iter().map(|file| (name(file.path()), name(&file.target))).collect(),
        removed: removed.iter().map(|path| name(path)).collect(),
    };
    let mut temporary = Temporary::create(&directory.join("journal"))?;
    serde_json::to_writer(temporary.file(), &journal)?;
    temporary.target = journal::place(temporary.path());
    Ok(temporary)
}

/// Writes several files; they take their names together, when each of them could be written.
///
/// # Errors
/// What the system says, with the path; then all are as they were before.
pub fn write_all_atomically(files: &[(PathBuf, &[u8])]) -> Result<(), FileError> {
    finish_all(begin_all(files)?)
}

fn begin_all(files: &[(PathBuf, &[u8])]) -> Result<Vec<PendingFile>, FileError> {
    let begin = |(path, bytes): &(PathBuf, &[u8])| {
        let mut file = PendingFile::create(path)?;
        file.append(bytes)?;
        Ok(file)
    };
    files.iter().map(begin).collect()
}

/// Makes `files`, by their names, the only ones in `directory` that `is_ours` says to be the
/// caller's; others stay.
///
/// # Errors
/// When a file of one of the names is not the caller's, and what the system says, with the path;
/// then the directory is as it was before.
pub fn replace_folder(
    directory: &Path,
    files: &[(&str, &[u8])],
    is_ours: impl Fn(&Path) -> bool,
) -> Result<(), FileError> {
    let names: BTreeSet<&str> = files.iter().map(|(name, _)| *name).collect();
    // Another process may exchange the folder at the same time: then it is looked at again.
    loop {
        let others = Others::of(directory, &names, &is_ours)?;
        let place = fs::canonicalize(directory).unwrap_or_else(|_| directory.to_owned());
        if others.may_be_exchanged(&place)
            && let Ok(folder) = PendingFolder::new_in(parent(&place))
        {
            for (name, bytes) in files {
                fs::write(folder.path().join(name), bytes)
                    .map_err(|error| FileError::writing(&directory.join(name), &error))?;
            }
            match exchange(&place, folder, &others) {
                Exchange::Done => return Ok(()),
                Exchange::Again => continue,
                Exchange::Impossible => {}
            }
        }
        fs::create_dir_all(directory).map_err(|error| FileError::writing(directory, &error))?;
        let files: Vec<(PathBuf, &[u8])> =
            files.iter().map(|(name, bytes)| (directory.join(name), *bytes)).collect();
        let files = begin_all(&files)?.into_iter().filter_map(PendingFile::into_temporary);
        return finish_in(directory, files.collect(), &others.stale);
    }
}

/// What is in a directory besides the files that are to be written.
#[derive(Default)]
struct Others {
    exists: bool,
    /// The caller's, of names that are no longer written.
    stale: Vec<PathBuf>,
    /// Other people's plain files.
    kept: Vec<PathBuf>,
    /// Whether there is more: folders, links.
    has_more: bool,
}

impl Others {
    fn of(
        directory: &Path,
        names: &BTreeSet<&str>,
        is_ours: &impl Fn(&Path) -> bool,
    ) -> Result<Self, FileError> {
        let mut others = Self::default();
        let entries = match fs::read_dir(directory) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(others),
            Err(error) => return Err(FileError::writing(directory, &error)),
        };
        others.exists = true;
        for entry in entries {
            let entry = entry.map_err(|error| FileError::writing(directory, &error))?;
            let path = entry.path();
            let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
            let is_wanted = entry.file_name().to_str().is_some_and(|name| names.contains(name));
            match (is_file && is_ours(&path), is_wanted) {
                (true, true) => {}
                (true, false) => others.stale.push(path),
                (false, true) => {
                    let problem = "it is there and was not made by lanebeat; move it away, or \
                                   name another directory";
                    return Err(FileError::not_to_be_written(&path, problem.to_owned()));
                }
                (false, false) if is_file => others.kept.push(path),
                (false, false) => others.has_more = true,
            }
        }
        Ok(others)
    }

    /// Whether nobody notices that the directory is another one afterwards: it holds plain files
    /// only, it is this user's, and nobody stands in it.
    fn may_be_exchanged(&self, directory: &Path) -> bool {
        if !self.exists {
            return true;
        }
        let user = rustix::process::geteuid().as_raw();
        let is_own = fs::metadata(directory).is_ok_and(|metadata| metadata.uid() == user);
        is_own && !self.has_more && !is_stood_in(directory)
    }
}

/// Whether `directory` or one below it is a process' current directory, as far as can be seen.
fn is_stood_in(directory: &Path) -> bool {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let places = processes.filter_map(|process| fs::read_link(process.path().join("cwd")).ok());
    let own = std::env::current_dir().ok();
    places.chain(own).any(|place| place.starts_with(directory))
}

enum Exchange {
    Done,
    /// Somebody else was faster.
    Again,
    Impossible,
}

/// Puts `folder`, with what is kept of `others`, in the place of `directory`.
fn exchange(directory: &Path, mut folder: PendingFolder, others: &Others) -> Exchange {
    if !others.exists {
        return match folder.finish(directory) {
            Ok(()) => Exchange::Done,
            Err(_) if directory.is_dir() => Exchange::Again,
            Err(_) => Exchange::Impossible,
        };
    }
    for path in &others.kept {
        let linked = path.file_name().map(|name| fs::hard_link(path, folder.path().join(name)));
        match linked {
            Some(Err(error)) if error.kind() == io::ErrorKind::NotFound => return Exchange::Again,
            Some(Err(_)) => return Exchange::Impossible,
            Some(Ok(())) | None => {}
        }
    }
    let permissions = fs::metadata(directory).map(|metadata| metadata.permissions());
    if permissions.and_then(|own| fs::set_permissions(folder.path(), own)).is_err() {
        return Exchange::Impossible;
    }
    let registry = registry();
    if renameat_with(CWD, folder.path(), CWD, directory, RenameFlags::EXCHANGE).is_err() {
        return Exchange::Impossible;
    }
    drop(registry);
    // What came into the old one meanwhile moves over; the rest goes with it.
    for entry in fs::read_dir(folder.path()).into_iter().flatten().flatten() {
        let is_known = others.stale.iter().any(|path| path.file_name() == Some(&entry.file_name()));
        let place = directory.join(entry.file_name());
        if !is_known && !place.exists() {
            let _ = fs::rename(entry.path(), place);
        }
    }
    Exchange::Done
}
