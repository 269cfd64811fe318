//! Register files with their operand staging: one variant of [`RegisterFile`] each, behind one interface.
//!
//! The same builder makes a wave's vector registers (32-bit words; a, b, c) and its mask file (1-bit words; guard, p, q):
//! both do three reads and a write per slot, so whatever organisation pays for the one pays for the other.

mod wide;

pub use wide::result_row;

use std::sync::Arc;

use crate::config::{Config, RegisterFile};
use crate::hdl::{Module, ModuleBuilder, Signal};
use crate::isa::ROW_THREADS;

/// How much of operand a must be there at once, besides the beat's own row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gather {
    /// Nothing: no operation looks into another beat.
    Nothing,
    /// `a_edges`: the first and the last word of every row of 16 threads, for DPP alone.
    RowEdges,
    /// `a_wave`: every word, for the shuffle.
    Everything,
}

/// The first and the last element of every row of 16 threads, side by side, out of a wave of `width`-bit elements.
pub fn row_edges<'m>(m: &'m ModuleBuilder, wave: Signal<'m>, width: usize) -> Signal<'m> {
    let rows = wave.elements(ROW_THREADS * width);
    let edges: Vec<Signal> =
        rows.iter().flat_map(|row| [row.slice(0, width), row.slice((ROW_THREADS - 1) * width, width)]).collect();
    m.concat(&edges)
}

/// Which file is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileShape {
    /// Verilog name of the module.
    pub name: &'static str,
    /// What the words are, for the header.
    pub words: &'static str,
    /// Bits of a word.
    pub word_bits: usize,
    /// Bits of an entry's number.
    pub entry_bits: usize,
    pub gather: Gather,
}

/// The register file of `config`'s organisation.
///
/// # Panics
/// For an organisation that is not built yet; `Config::check_is_built` refuses those with an error.
pub fn register_file(config: &Config, shape: FileShape) -> Arc<Module> {
    match config.register_file {
        RegisterFile::Wide => wide::wide(config, shape),
        other => panic!("register_file = \"{}\" is not built yet", other.key()),
    }
}
