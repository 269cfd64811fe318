//! Verilog-2005 text of a netlist, the only place that writes it (docs/reference/structure.md).
//!
//! One file a module, children first; the author's names are the names. The text passes `iverilog -g2005 -Wall`,
//! `verilator --lint-only -Wall` and `yosys … check -assert` without a warning and is the same from run to run.

mod expression;
mod instances;
mod layout;
mod names;
mod nets;
mod operations;
mod registered;
mod state;
mod testbench;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::hdl::{Module, modules};

pub use layout::port_table;
pub use registered::{REGISTERED, registered};
pub use state::asks_for_block_ram;
pub use testbench::{Vector, testbench};

/// What the head of every file says besides what the module knows itself.
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
    pub text: String,
}

/// The names declared in each module written so far.
type Declared = BTreeMap<String, BTreeSet<String>>;

/// The files of the design under `top`, one a module, children before parents.
///
/// # Panics
/// When a name is a keyword of Verilog or SystemVerilog, or two different modules share one.
pub fn write(top: &Arc<Module>, header: &Header) -> Vec<File> {
    let mut declared = Declared::new();
    let file = |module: &Arc<Module>| {
        let (text, names) = layout::file(module, header, &declared);
        declared.insert(module.name.clone(), names);
        File { name: format!("{}.v", module.name), text }
    };
    modules(top).iter().map(file).collect()
}
