//! Register files with their operand staging: one variant of [`RegisterFile`] each, behind one
//! interface.
//!
//! ```text
//!  reading_* ──►┌───────────────┐──► a_row, b_row, c_row   operands of the beat that executes
//!  writing_* ──►│               │──► a_wave or a_edges     operand a of other beats, for the cross-lane units
//!               │               │──► a_read                the same in beat 0, in `wide`
//!               │               │──► c_wave                operand c of other beats: q, for the votes
//!  result_row ─►│ register file │──► result                results that are written in this cycle
//!  gather ─────►│               │──► b_addresses           of all of operand b, in a file of whole waves
//!  host_* ─────►└───────────────┘──► host_ready, host_read_data
//! ```
//!
//! The same builder makes a wave's vector registers (32-bit words; a, b, c) and its mask file
//! (1-bit words; guard, p, q): both do three reads and a write per slot, so whatever organisation
//! pays for the one pays for the other. Next to banks of registers, whose slots conflict, the masks
//! keep four ports: a 32nd of the bits is not worth a second kind of conflict.

mod banked;
mod command;
mod file;
mod ported;
mod ports;
mod skewed;
mod staging;
mod two_bank;
mod wide;

use crate::rtl::prelude::*;

pub use banked::{BankProbe, ReadsProbe};
pub use command::Command;
pub use file::{File, predicates_and_slots, vector_registers};
pub use ports::{HostRequest, Inputs, NextRead, Outputs, Reads, WriteProbe, Writes, shows_read};
pub use staging::{addresses, collected, row_edges, wave_of};
pub use two_bank::{OperandProbe, ReadPortProbe, TurnProbe};

/// Builder of an organisation: every file has the same inputs and the same outputs.
type Build = for<'m> fn(&'m Builder, File, Inputs<Signal<'m>>) -> Outputs<Signal<'m>>;

/// The register file of `file`'s organisation.
pub fn register_file(file: File) -> Block<Inputs, Outputs> {
    let (build, purpose): (Build, &str) = match file.organisation {
        RegisterFile::Wide => (
            wide::wide,
            "of all waves behind one port of a whole wave's width, with operand and result staging",
        ),
        RegisterFile::Skewed => (
            skewed::skewed,
            "in one single-port file for each beat, every command a cycle later than in the file before",
        ),
        RegisterFile::MultiPort => (
            ported::ported,
            "in one memory with three read ports and a write port of one beat's width",
        ),
        RegisterFile::Replicated => (
            ported::ported,
            "in three copies with a read port and a write port each, of one beat's width",
        ),
        RegisterFile::Banked => {
            (banked::banked, "in single-port banks by number, with an operand collector")
        }
        RegisterFile::TwoBank => {
            (two_bank::two_bank, "in two banks by parity, read in a window of cycles")
        }
    };
    let purpose = format!("{} {purpose}.", file.words);
    Block::of(file.name, &purpose, file, |m, inputs| build(m, file, inputs))
}
