//! Files that are written, and the content of their heads.

use std::collections::{BTreeMap, BTreeSet};

use crate::Clocking;

/// Head of a file, besides what the module knows itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Header<'a> {
    /// The parameters of this build, one a line.
    pub parameters: &'a str,
    /// The command that made the file.
    pub command: &'a str,
    /// Each net that an author named has the line of the source that makes it beside it.
    pub locators: bool,
    /// Kind of reset, and whether there is a clock enable.
    pub clocking: Clocking,
}

impl<'a> Header<'a> {
    /// A head with these parameters and this command, for files without locators and with a
    /// synchronous reset, active high.
    pub const fn new(parameters: &'a str, command: &'a str) -> Self {
        Self { parameters, command, locators: false, clocking: Clocking::PLAIN }
    }
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
