//! The files of the repository.

use std::fs;
use std::path::Path;

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The text of file `path` of the repository.
pub fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The files below `folder` that end with one of `ends`, as paths from the repository's root.
pub fn files(folder: &str, ends: &[&str]) -> Vec<String> {
    let mut found = vec![];
    for entry in fs::read_dir(root().join(folder)).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.strip_prefix(root()).expect("below the root").to_str().expect("UTF-8");
        match path.is_dir() {
            true => found.extend(files(name, ends)),
            false if ends.iter().any(|end| name.ends_with(end)) => found.push(name.to_owned()),
            false => {}
        }
    }
    found.sort();
    found
}
