//! Register files with their operand staging: one variant of [`RegisterFile`] each, behind one interface.
//!
//! ```text
//!  reading_* ──►┌───────────────┐──► a_row, b_row, c_row   operands of the beat that executes
//!  writing_* ──►│               │──► a_wave or a_edges     operand a of other beats, for the cross-lane units
//!  result_row ─►│ register file │──► result                results that are written in this cycle
//!  gather ─────►│               │
//!  host_* ─────►└───────────────┘──► host_ready, host_read_data
//! ```
//!
//! The same builder makes a wave's vector registers (32-bit words; a, b, c) and its mask file (1-bit words; guard, p, q):
//! both do three reads and a write per slot, so whatever organisation pays for the one pays for the other.

mod ported;
mod ports;
mod skewed;
mod staging;
mod wide;

pub use staging::{collected, row_edges};

use std::sync::Arc;

use super::timing::Gather;
use crate::config::{Config, RegisterFile};
use crate::hdl::Module;

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
        RegisterFile::Skewed => skewed::skewed(config, shape),
        RegisterFile::MultiPort => ported::multi_port(config, shape),
        RegisterFile::Replicated => ported::replicated(config, shape),
        RegisterFile::Banked => panic!("register_file = \"banked\" is not built yet"),
    }
}
