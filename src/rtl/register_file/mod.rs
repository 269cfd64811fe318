//! Register files with their operand staging: one variant of [`RegisterFile`] each, behind one
//! interface.
//!
//! ```text
//!  reading_* ──►┌───────────────┐──► a_row, b_row, c_row   operands of the beat that executes
//!  writing_* ──►│               │──► a_wave or a_edges     operand a of other beats, for the cross-lane units
//!               │               │──► c_wave                operand c of other beats: q, for the votes
//!  result_row ─►│ register file │──► result                results that are written in this cycle
//!  gather ─────►│               │──► b_addresses           of all of operand b, in a file of whole waves
//!  host_* ─────►└───────────────┘──► host_ready, host_read_data
//! ```
//!
//! The same builder makes a wave's vector registers (32-bit words; a, b, c) and its mask file
//! (1-bit words; guard, p, q): both do three reads and a write per slot, so whatever organisation
//! pays for the one pays for the other. Beside banks of registers, whose slots conflict, the masks
//! keep four ports: a 32nd of the bits is not worth a second kind of conflict.

mod banked;
mod ported;
mod ports;
mod shape;
mod skewed;
mod staging;
mod two_bank;
mod wide;

use crate::config::{Config, RegisterFile};
use crate::hdl::Block;

pub use banked::{BankProbe, ReadsProbe};
pub use ports::{HostRequest, Inputs, Outputs, Reads, WriteProbe, Writes};
pub use shape::{FileShape, predicates_and_slots, vector_registers};
pub use skewed::{FileInputs as SkewedFileInputs, SkewedProbe};
pub use staging::{addresses, collected, row_edges};
pub use two_bank::{OperandProbe, ReadPortProbe, TurnProbe};
pub use wide::WideProbe;

/// The register file of `shape`'s organisation.
pub fn register_file(config: &Config, shape: FileShape) -> Block<Inputs, Outputs> {
    match shape.organisation {
        RegisterFile::Wide => wide::wide(config, shape),
        RegisterFile::Skewed => skewed::skewed(config, shape),
        RegisterFile::MultiPort => ported::multi_port(config, shape),
        RegisterFile::Replicated => ported::replicated(config, shape),
        RegisterFile::Banked => banked::banked(config, shape),
        RegisterFile::TwoBank => two_bank::two_bank(config, shape),
    }
}
