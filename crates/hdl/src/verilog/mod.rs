//! Verilog-2005 text of a netlist, the only place that writes it (docs/reference/structure.md).
//!
//! One file a module, children first; the author's names are the names. The text passes
//! `iverilog -g2005 -Wall`, `verilator --lint-only -Wall` and `yosys … check -assert` without a
//! warning and is the same from run to run.
//!
//! ```
//! use lanebeat_hdl::ModuleBuilder;
//! use lanebeat_hdl::verilog::{Header, write};
//!
//! let m = ModuleBuilder::new("inverter", "Every bit inverted.");
//! m.output("inverted", !m.input("word", 4, "a word"), "the word inverted");
//! let files = write(&m.finish(), &Header::new("", "by hand"));
//! assert_eq!(files[0].name, "inverter.v");
//! assert!(files[0].text.contains("assign inverted = ~word;"));
//! ```

mod combinational;
mod expression;
mod file;
mod groups;
mod hints;
mod instances;
mod layout;
mod loops;
mod names;
mod nets;
mod operations;
mod order;
mod registered;
mod state;
mod testbench;
mod text;
mod writer;

use std::collections::BTreeSet;
use std::sync::Arc;

use file::Declared;

use crate::{Module, modules};

pub use file::{File, Header};
pub(crate) use layout::{Row, rows};
pub use layout::{heading, port_table};
pub use registered::{REGISTERED, registered};
pub use state::asks_for_block_ram;
pub use testbench::{DUMPS, STOPS, Vector, testbench};
pub use writer::Writer;

/// The files of the design under `top`, one a module, children before parents.
///
/// # Panics
/// When a name is a keyword of Verilog or SystemVerilog, or two different modules share one.
pub fn write(top: &Arc<Module>, header: &Header) -> Vec<File> {
    let mut declared = Declared::new();
    let file = |module: &Arc<Module>| {
        let (file, names) = one(module, header, &declared);
        declared.insert(module.name.clone(), names);
        file
    };
    modules(top).iter().map(file).collect()
}

/// The file of `module` and the names that it declares; those of its children are in `declared`.
fn one(module: &Module, header: &Header, declared: &Declared) -> (File, BTreeSet<String>) {
    let (text, names) = layout::file(module, header, declared);
    (File { name: format!("{}.v", module.name), text }, names)
}
