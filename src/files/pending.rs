//! Folders in which something is being made: for work, for a file, for a set of files.
//!
//! A folder is locked by the process that made it, so one without a lock was left by a killed
//! process. A set is committed by a rename of its folder to a name that holds the folder's own
//! number: from then on any process that finds it gives its files their names. A folder copied or
//! unpacked has another number and is never taken for one.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustix::fs::{CWD, RenameFlags, renameat_with};

use super::error::{FileError, parent};

/// Prefix of the names of unfinished folders.
const PREFIX: &str = ".lanebeat-";

/// Prefix of the name of a committed set; the number of its folder follows.
const COMMITTED: &str = ".lanebeat-set-";

/// Unfinished folders of this process, which it removes when it ends. The lock is held while one
/// is begun or finished.
static PENDING: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn pending() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    PENDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all that is not finished, and lets nothing be begun or finished from now on: the process
/// is about to end.
pub fn abandon_all() {
    let pending = pending();
    pending.iter().for_each(|path| remove(path));
    std::mem::forget(pending);
}

/// Removes a folder; what cannot be removed is left.
fn remove(path: &Path) {
    // A tool that was told to end may still write into it.
    for _ in 0..20 {
        match fs::remove_dir_all(path) {
            Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => {
                std::thread::sleep(Duration::from_millis(5));
            }
            Ok(()) | Err(_) => return,
        }
    }
}

/// Finishes or removes what killed processes left in `directory`.
pub(super) fn sweep(directory: &Path) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let may_be = name.to_string_lossy().starts_with(PREFIX);
        if !may_be || !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        let Ok(folder) = File::open(&path) else { continue };
        let Ok(metadata) = folder.metadata() else { continue };
        if metadata.uid() != rustix::process::geteuid().as_raw() {
            continue;
        }
        let is_committed = name == *committed(&metadata);
        // Wait for another process that finishes a set: its files must not come after ours.
        let is_free = if is_committed { folder.lock().is_ok() } else { folder.try_lock().is_ok() };
        if is_free {
            if is_committed && counts(&path) {
                let _ = spread(&path, directory, folder.metadata().ok().as_ref());
            }
            remove(&path);
        }
    }
}

/// The name of a committed set in the folder that `metadata` is of.
fn committed(metadata: &fs::Metadata) -> String {
    format!("{COMMITTED}{}", metadata.ino())
}

/// Name of the file in a set that says what the set goes with: the number of a folder, and its place.
const CONDITION: &str = ".lanebeat-with";

/// Whether the folder that a set goes with has taken its place, if there is one.
fn counts(set: &Path) -> bool {
    let Ok(text) = fs::read(set.join(CONDITION)) else { return true };
    let (number, place) = text.split_at(text.len().min(size_of::<u64>()));
    fs::metadata(OsStr::from_bytes(place)).is_ok_and(|there| there.ino().to_ne_bytes() == number)
}

/// Gives the files of `folder` their names in `directory`. An empty folder among them says that the
/// file of its name goes. A file that was written after the set was `left` stays.
fn spread(folder: &Path, directory: &Path, left: Option<&fs::Metadata>) -> Result<(), FileError> {
    let failed = |error| FileError::writing(directory, &error);
    let is_newer = |place: &Path| {
        let times = left.zip(fs::symlink_metadata(place).ok());
        times.is_some_and(|(set, file)| {
            (file.mtime(), file.mtime_nsec()) > (set.ctime(), set.ctime_nsec())
        })
    };
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let (path, place) = (entry.path(), directory.join(entry.file_name()));
        if is_newer(&place) || entry.file_name() == CONDITION {
            continue;
        }
        let done = if path.is_dir() {
            let _ = fs::remove_file(&place);
            fs::remove_dir(&path)
        } else {
            fs::rename(&path, &place)
        };
        done.map_err(|error| FileError::writing(&place, &error))?;
    }
    Ok(())
}

/// Locks `directory` against other processes that finish something in it, for the life of the
/// returned handle.
pub(super) fn turn(directory: &Path) -> Option<File> {
    let turn = File::open(directory).ok()?;
    turn.lock().ok().map(|()| turn)
}

/// A folder for work that is removed when it is dropped, unless it was given a name.
#[derive(Debug)]
pub struct PendingFolder {
    path: PathBuf,
    lock: File,
}

impl PendingFolder {
    /// A folder in the system's directory for temporary files.
    ///
    /// # Errors
    /// The system's error, with the path.
    pub fn new() -> Result<Self, FileError> {
        Self::new_in(&std::env::temp_dir())
    }

    /// A folder in `directory`, which is made where it is missing.
    ///
    /// # Errors
    /// The system's error, with the path.
    pub fn new_in(directory: &Path) -> Result<Self, FileError> {
        Self::begin(directory).map_err(|error| FileError::writing(directory, &error))
    }

    pub(super) fn begin(directory: &Path) -> io::Result<Self> {
        fs::create_dir_all(directory)?;
        let mut pending = pending();
        sweep(directory);
        // As a folder that is made by hand: the user's umask counts.
        let permissions = fs::Permissions::from_mode(0o777);
        loop {
            let mut builder = tempfile::Builder::new();
            let made =
                builder.prefix(PREFIX).permissions(permissions.clone()).tempdir_in(directory)?;
            let lock = File::open(made.path())?;
            // Another process may have taken it for an abandoned one before the lock was there.
            let is_taken = matches!(lock.try_lock(), Err(TryLockError::WouldBlock));
            if !is_taken && made.path().exists() {
                let path = made.keep();
                pending.insert(path.clone());
                return Ok(Self { path, lock });
            }
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file in it.
    ///
    /// # Errors
    /// The system's error, with the path.
    pub fn store(&self, name: &str, bytes: &[u8]) -> Result<(), FileError> {
        let path = self.path.join(name);
        fs::write(&path, bytes).map_err(|error| FileError::writing(&path, &error))
    }

    /// Writes a file in it over another, so that a reader finds the one or the other.
    ///
    /// # Errors
    /// The system's error, with the path.
    pub fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), FileError> {
        let next = format!("{name}.next");
        self.store(&next, bytes)?;
        let path = self.path.join(name);
        fs::rename(self.path.join(next), &path).map_err(|error| FileError::writing(&path, &error))
    }

    /// Gives it the name `place`, at which there is nothing or an empty folder.
    ///
    /// # Errors
    /// The system's error; then nothing is changed.
    pub fn finish(self, place: &Path) -> io::Result<()> {
        let mut pending = pending();
        fs::rename(&self.path, place)?;
        pending.remove(&self.path);
        Ok(())
    }

    /// Exchanges it with the folder at `place`. Files there that are not ours, by `is_ours`, move
    /// into it; the rest is removed.
    ///
    /// # Errors
    /// The system's error; then nothing is changed.
    pub fn exchange(self, place: &Path, is_ours: impl Fn(&Path) -> bool) -> io::Result<()> {
        let _pending = pending();
        renameat_with(CWD, &self.path, CWD, place, RenameFlags::EXCHANGE)?;
        for entry in fs::read_dir(&self.path).into_iter().flatten().flatten() {
            if !is_ours(&entry.path()) {
                let _ = fs::rename(entry.path(), place.join(entry.file_name()));
            }
        }
        Ok(())
    }

    /// Commits the files in it: when the process ends, they take their names in the directory that
    /// it is in; see [`spread`]. With a `folder` they do so only if that has been given the name
    /// `place`, so that both are done in one step.
    ///
    /// # Errors
    /// The system's error, with the path; then nothing is changed.
    pub(super) fn commit(mut self, with: Option<(&Self, &Path)>) -> Result<Committed, FileError> {
        let directory = parent(&self.path).to_owned();
        // Whoever replaces the folder has the turn of the directory that it is in.
        let of = |path: &Path| fs::canonicalize(parent(path)).ok();
        let has_turn = with.is_some_and(|(folder, _)| of(&folder.path) == of(&self.path));
        let turn = if has_turn { None } else { turn(&directory) };
        let mut commit = || {
            if let Some((folder, place)) = with {
                let place = std::path::absolute(place)?;
                let number = folder.lock.metadata()?.ino().to_ne_bytes();
                let condition = [&number, place.as_os_str().as_bytes()].concat();
                fs::write(self.path.join(CONDITION), condition)?;
            }
            let committed = directory.join(committed(&self.lock.metadata()?));
            let mut pending = pending();
            fs::rename(&self.path, &committed)?;
            pending.remove(&self.path);
            pending.insert(committed.clone());
            self.path = committed;
            Ok(())
        };
        commit().map_err(|error| FileError::writing(&directory, &error))?;
        Ok(Committed { set: self, _turn: turn })
    }
}

/// A set that is committed.
pub(super) struct Committed {
    set: PendingFolder,
    _turn: Option<File>,
}

impl Committed {
    /// Gives its files their names.
    pub fn spread(self) -> Result<(), FileError> {
        let _pending = pending();
        spread(&self.set.path, parent(&self.set.path), None)
    }
}

impl Drop for PendingFolder {
    fn drop(&mut self) {
        if pending().remove(&self.path) {
            remove(&self.path);
        }
    }
}
