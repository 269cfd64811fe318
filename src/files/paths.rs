//! Whether the files that a command reads and writes are different ones, whatever they are called.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use super::error::parent;
use super::set::STANDARD;

/// Whether a command reads or writes a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    In,
    Out,
}

/// A file that a command reads or writes, and where it was named.
#[derive(Clone, Debug)]
pub struct Use {
    /// Name that the user knows: `--dump`, `the program`.
    pub name: &'static str,
    pub path: PathBuf,
    pub direction: Direction,
    /// The output that is meant to be written over this input, if there is one.
    replaced_by: Option<&'static str>,
}

impl Use {
    pub fn input(name: &'static str, path: &Path) -> Self {
        Self { name, path: path.to_owned(), direction: Direction::In, replaced_by: None }
    }

    pub fn output(name: &'static str, path: &Path) -> Self {
        Self { name, path: path.to_owned(), direction: Direction::Out, replaced_by: None }
    }

    /// This input, over which the output called `name` may be written.
    pub fn replaced_by(self, name: &'static str) -> Self {
        Self { replaced_by: Some(name), ..self }
    }

    fn is_standard(&self) -> bool {
        self.path == Path::new(STANDARD)
    }
}

/// A file whatever it is called.
#[derive(PartialEq, Eq)]
enum Identity {
    /// Device and number of what is there, links followed.
    There(u64, u64),
    /// The path at which nothing is, with the links of its directory followed.
    New(PathBuf),
    Standard,
}

/// `None` for a device or a pipe: it is no file that could be lost.
fn identity(path: &Path) -> Option<Identity> {
    if path == Path::new(STANDARD) {
        return Some(Identity::Standard);
    }
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() || metadata.is_dir() => {
            Some(Identity::There(metadata.dev(), metadata.ino()))
        }
        Ok(_) => None,
        Err(_) => {
            let directory = fs::canonicalize(parent(path));
            let directory = directory.or_else(|_| std::path::absolute(parent(path)));
            Some(Identity::New(directory.ok()?.join(path.file_name()?)))
        }
    }
}

/// Refuses to lose a file: an output must not be an input or another output. Standard input and
/// standard output are each used once.
///
/// # Errors
/// The first two uses that are of one file, as one sentence with a cure.
pub fn check_uses(uses: &[Use]) -> Result<(), String> {
    let identities: Vec<Option<Identity>> = uses.iter().map(|file| identity(&file.path)).collect();
    for (place, second) in uses.iter().enumerate() {
        for (first, identity) in uses[..place].iter().zip(&identities) {
            let is_same = identity.is_some() && *identity == identities[place];
            // `-` is standard input here and standard output there.
            let clashes = match (first.direction, second.direction) {
                (Direction::In, Direction::In) => first.is_standard(),
                (Direction::Out, Direction::Out) => true,
                (Direction::In, Direction::Out) | (Direction::Out, Direction::In) => {
                    !first.is_standard() && first.replaced_by != Some(second.name)
                }
            };
            if is_same && clashes {
                return Err(refusal(first, second));
            }
        }
    }
    Ok(())
}

fn refusal(first: &Use, second: &Use) -> String {
    let (one, other, path) = (first.name, second.name, second.path.display());
    if !first.is_standard() {
        return format!(
            "{one} and {other} are two files, not both {path}; use another name for one"
        );
    }
    let standard = if first.direction == Direction::In { "input" } else { "output" };
    format!("{one} and {other} cannot both be standard {standard}; name a file for one")
}
