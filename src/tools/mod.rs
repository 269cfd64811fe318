//! External programs: where they are, how they are called, and the cache of their results.

mod cache;
mod error;
mod group;
mod process;
mod watch;

use std::path::PathBuf;

pub use cache::{
    CacheError, Recipe, digest, directory as cache_directory, find_or_build, hexadecimal,
};
pub use error::{CallError, LIMIT_VARIABLE, not_started};
pub use group::end_all;
pub use process::{Answer, Running, call, version};
pub use watch::{Task, listen, tell};

/// Path of the installed `tool`; `None` when it is not on the path.
pub fn find(tool: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).map(|directory| directory.join(tool)).find(|file| file.is_file())
}
