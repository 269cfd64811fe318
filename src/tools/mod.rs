//! Other people's programs: where they are installed, and where what they have made is kept.

mod cache;

use std::path::PathBuf;

pub use cache::{CacheError, digest, directory as cache_directory, find_or_build};

/// Where `tool` is installed; `None` when it is not on the path.
pub fn find(tool: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).map(|directory| directory.join(tool)).find(|file| file.is_file())
}
