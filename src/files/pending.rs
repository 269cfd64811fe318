//! Files and folders that are being made.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::os::fd::AsFd as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tempfile::{NamedTempFile, TempDir};

use super::error::FileError;
use super::journal::{self, PREFIX, parent};

/// As the name of a file: standard input or standard output.
pub const STANDARD: &str = "-";

/// What this process has not finished, and the directories that it has swept.
#[derive(Default)]
pub(super) struct Registry {
    paths: BTreeSet<PathBuf>,
    swept: BTreeSet<PathBuf>,
}

static REGISTRY: Mutex<Registry> =
    Mutex::new(Registry { paths: BTreeSet::new(), swept: BTreeSet::new() });

/// Whoever holds it begins or finishes something; [`abandon_all`] waits for that.
pub(super) fn registry() -> MutexGuard<'static, Registry> {
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all that is not finished, and lets nothing be begun or finished from now on: the process
/// is about to end.
pub fn abandon_all() {
    let registry = registry();
    for path in &registry.paths {
        remove(path);
    }
    std::mem::forget(registry);
}

/// Removes a file or a folder; what cannot be removed is left.
fn remove(path: &Path) {
    if fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file()) {
        let _ = fs::remove_file(path);
        return;
    }
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

impl Registry {
    /// Finishes or removes what killed processes left in `directory`, once.
    fn sweep(&mut self, directory: &Path) {
        if !self.swept.insert(directory.to_owned()) {
            return;
        }
        let entries = fs::read_dir(directory).into_iter().flatten().flatten();
        let mut left: Vec<PathBuf> = entries
            .filter(|entry| entry.file_name().to_string_lossy().starts_with(PREFIX))
            .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file() || kind.is_dir()))
            .map(|entry| entry.path())
            .collect();
        // A journal names others of these, so it comes first.
        left.sort_by_key(|path| !journal::is_journal(path));
        for path in left {
            let Ok(file) = File::open(&path) else { continue };
            let is_own = file
                .metadata()
                .is_ok_and(|metadata| metadata.uid() == rustix::process::geteuid().as_raw());
            if is_own && file.try_lock().is_ok() {
                if journal::is_journal(&path) {
                    journal::replay(&path);
                }
                remove(&path);
            }
        }
    }
}

/// Makes something with a name of its own in `directory` by `make`, and locks it by `handle`.
fn begin<T>(
    directory: &Path,
    make: impl Fn(&mut tempfile::Builder<'_, '_>) -> io::Result<T>,
    path: impl Fn(&T) -> &Path,
    handle: impl Fn(&T) -> io::Result<File>,
) -> io::Result<(T, File)> {
    let mut registry = registry();
    registry.sweep(directory);
    loop {
        let made = make(tempfile::Builder::new().prefix(PREFIX))?;
        let lock = handle(&made)?;
        // Another process may have taken it for one that nobody makes, before the lock was there.
        let is_taken = matches!(lock.try_lock(), Err(TryLockError::WouldBlock));
        if !is_taken && path(&made).exists() {
            registry.paths.insert(path(&made).to_owned());
            return Ok((made, lock));
        }
    }
}

/// A folder for work that is removed when it is dropped, unless it was given a name.
#[derive(Debug)]
pub struct PendingFolder {
    folder: Option<TempDir>,
    path: PathBuf,
    _lock: File,
}

impl PendingFolder {
    /// A folder in the system's directory for temporary files.
    ///
    /// # Errors
    /// What the system says, with the path.
    pub fn new() -> Result<Self, FileError> {
        Self::new_in(&std::env::temp_dir())
    }

    /// A folder in `directory`, which is made where it is missing.
    ///
    /// # Errors
    /// What the system says, with the path.
    pub fn new_in(directory: &Path) -> Result<Self, FileError> {
        let folder = fs::create_dir_all(directory).and_then(|()| {
            begin(
                directory,
                // As a folder that is made by hand: the user's umask counts.
                |builder| {
                    builder.permissions(fs::Permissions::from_mode(0o777)).tempdir_in(directory)
                },
                TempDir::path,
                |folder| File::open(folder.path()),
            )
        });
        let (folder, lock) = folder.map_err(|error| FileError::writing(directory, &error))?;
        let path = folder.path().to_owned();
        Ok(Self { folder: Some(folder), path, _lock: lock })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file in it.
    ///
    /// # Errors
    /// What the system says, with the path.
    pub fn store(&self, name: &str, bytes: &[u8]) -> Result<(), FileError> {
        let path = self.path.join(name);
        fs::write(&path, bytes).map_err(|error| FileError::writing(&path, &error))
    }

    /// Writes a file in it over another, so that who reads it finds the one or the other.
    ///
    /// # Errors
    /// What the system says, with the path.
    pub fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), FileError> {
        let next = format!("{name}.next");
        self.store(&next, bytes)?;
        let path = self.path.join(name);
        fs::rename(self.path.join(next), &path).map_err(|error| FileError::writing(&path, &error))
    }

    /// Gives it the name `place`, at which there is nothing.
    ///
    /// # Errors
    /// What the system says; then nothing is changed.
    pub fn finish(&mut self, place: &Path) -> io::Result<()> {
        let mut registry = registry();
        fs::rename(&self.path, place)?;
        registry.paths.remove(&self.path);
        self.folder.take().map(TempDir::keep);
        Ok(())
    }
}

impl Drop for PendingFolder {
    fn drop(&mut self) {
        if let Some(folder) = self.folder.take() {
            let mut registry = registry();
            drop(folder);
            registry.paths.remove(&self.path);
        }
    }
}

/// A file that is being written. Dropped before [`Self::finish`], it leaves nothing. What is no
/// regular file, such as a pipe, and standard output are written directly.
#[derive(Debug)]
pub struct PendingFile {
    path: PathBuf,
    destination: Destination,
}

#[derive(Debug)]
enum Destination {
    Temporary(Temporary),
    Direct(File),
}

/// A file under a name of its own.
#[derive(Debug)]
pub(super) struct Temporary {
    file: Option<NamedTempFile>,
    path: PathBuf,
    pub target: PathBuf,
    lock: Option<File>,
}

impl PendingFile {
    /// Begins the file at `path`. Directories that are missing are made.
    ///
    /// # Errors
    /// What the system says, with the path.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        match Destination::create(path) {
            Ok(destination) => Ok(Self { path: path.to_owned(), destination }),
            Err(error) => Err(FileError::writing(path, &error)),
        }
    }

    /// The path that was asked for.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// What the system says, with the path; then `path` is as it was before.
    pub fn finish(self) -> Result<(), FileError> {
        let Self { path, destination } = self;
        match destination {
            Destination::Temporary(temporary) => {
                let finished = temporary.finish(&mut registry());
                finished.map(drop).map_err(|error| FileError::writing(&path, &error))
            }
            Destination::Direct(_) => Ok(()),
        }
    }

    pub(super) fn into_temporary(self) -> Option<Temporary> {
        match self.destination {
            Destination::Temporary(temporary) => Some(temporary),
            Destination::Direct(_) => None,
        }
    }

    fn file(&self) -> &File {
        match &self.destination {
            Destination::Temporary(temporary) => temporary.file(),
            Destination::Direct(file) => file,
        }
    }

    /// A second handle, for writers that keep theirs.
    ///
    /// # Errors
    /// What the system says, with the path.
    pub fn handle(&self) -> Result<File, FileError> {
        self.file().try_clone().map_err(|error| FileError::writing(&self.path, &error))
    }

    /// Appends `bytes`.
    ///
    /// # Errors
    /// What the system says, with the path.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        self.file().write_all(bytes).map_err(|error| FileError::writing(&self.path, &error))
    }
}

impl Temporary {
    pub fn create(target: &Path) -> io::Result<Self> {
        let directory = parent(target);
        let permissions = fs::Permissions::from_mode(0o666);
        let (file, lock) = begin(
            directory,
            |builder| builder.permissions(permissions.clone()).tempfile_in(directory),
            NamedTempFile::path,
            |file| file.as_file().try_clone(),
        )?;
        let path = file.path().to_owned();
        Ok(Self { file: Some(file), path, target: target.to_owned(), lock: Some(lock) })
    }

    pub fn file(&self) -> &File {
        self.file.as_ref().expect("it is taken at its end").as_file()
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Renames the file to its target. Returns its lock.
    pub fn finish(mut self, registry: &mut Registry) -> io::Result<Option<File>> {
        fs::rename(&self.path, &self.target)?;
        registry.paths.remove(&self.path);
        if let Some(file) = self.file.take() {
            file.into_temp_path().keep().map_err(|error| error.error)?;
        }
        Ok(self.lock.take())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if let Some(file) = self.file.take() {
            drop(file);
            // Where a set is being finished, its thread holds the registry already.
            if let Ok(mut registry) = REGISTRY.try_lock() {
                registry.paths.remove(&self.path);
            }
        }
    }
}

impl Destination {
    fn create(path: &Path) -> io::Result<Self> {
        if path == Path::new(STANDARD) {
            let output = io::stdout().as_fd().try_clone_to_owned()?;
            return Ok(Self::Direct(output.into()));
        }
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if fs::metadata(&target).is_ok_and(|metadata| !metadata.is_file()) {
            return File::options().write(true).open(&target).map(Self::Direct);
        }
        fs::create_dir_all(parent(&target))?;
        Temporary::create(&target).map(Self::Temporary)
    }
}

/// Writes `bytes` to `path`, all or nothing, as a [`PendingFile`].
///
/// # Errors
/// What the system says, with the path; then `path` is as it was before.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let mut file = PendingFile::create(path)?;
    file.append(bytes)?;
    file.finish()
}
