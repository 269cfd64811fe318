//! Choice of the Verilator that builds the core: the newest of those that are installed.
//!
//! Debian's is on the path. The Python package `verilator` puts only its command `verilator-cli`
//! there, which calls any other that it finds; its own lies in the folder of the package.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::packages::in_packages;
use crate::tools::version;

/// Name of the program, also in errors.
pub const VERILATOR: &str = "verilator";
/// The command of the Python package.
const COMMAND: &str = "verilator-cli";

/// The Verilator, among those in the folders of `path`, that was released last.
///
/// One that does not report its date counts as older than all others.
pub fn newest_verilator(path: &OsStr) -> Option<PathBuf> {
    let mut all: Vec<PathBuf> =
        std::env::split_paths(path).flat_map(|folder| in_folder(&folder)).collect();
    // Release dates matter only where there is a choice.
    if all.len() > 1 {
        // The first on the path stays before others of its day.
        all.sort_by_cached_key(|program| std::cmp::Reverse(released(program)));
    }
    all.into_iter().next()
}

/// Verilators that a folder of programs has or leads to.
fn in_folder(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let own = folder.join(VERILATOR);
    let packaged = in_packages(&folder.join(COMMAND), VERILATOR);
    let packaged = packaged.map(|package| package.join("bin").join(VERILATOR));
    std::iter::once(own).chain(packaged).filter(|program| program.is_file())
}

/// The day on which a Verilator was released, as a number of eight digits.
fn released(program: &Path) -> Option<u32> {
    day(&version((VERILATOR, program), &["--version"]).ok()?)
}

/// The day in `2023-01-22` or `built20260516-4e853d8`.
fn day(version: &str) -> Option<u32> {
    let digits: String = version.lines().next()?.chars().filter(|letter| *letter != '-').collect();
    let mut runs = digits.split(|letter: char| !letter.is_ascii_digit());
    runs.find(|run| run.len() >= 8 && run.starts_with("20"))?[..8].parse().ok()
}
