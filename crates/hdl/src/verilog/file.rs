//! Files that are written, and the content of their heads.

use std::collections::{BTreeMap, BTreeSet};

/// Head of a file, besides what the module knows itself.
#[derive(Clone, Copy, Debug)]
pub struct Header<'a> {
    /// The parameters of this build, one a line.
    pub parameters: &'a str,
    /// The command that made the file.
    pub command: &'a str,
}

/// A Verilog file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// `{module}.v`
    pub name: String,
    /// All of it.
    pub text: String,
}

/// The names declared in each module written so far.
pub(super) type Declared = BTreeMap<String, BTreeSet<String>>;
