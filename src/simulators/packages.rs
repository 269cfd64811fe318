//! Folders of Python packages.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders of the package `name` for `program`, if that is there: a Python, or a command that a
/// package has put next to it.
pub(super) fn in_packages(program: &Path, name: &str) -> impl Iterator<Item = PathBuf> + use<> {
    let beside = program.parent().filter(|_| program.is_file());
    let versions = beside.and_then(|folder| fs::read_dir(folder.join("../lib")).ok());
    let name = name.to_owned();
    let folders = versions.into_iter().flatten().filter_map(Result::ok);
    let folders = folders.map(move |version| version.path().join("site-packages").join(&name));
    folders.filter(|folder| folder.is_dir())
}
