//! Which file is built: the vector registers or the masks, and what of it is shown at once.

use crate::config::{Config, RegisterFile};
use crate::hdl::{MemoryShape, ReadDuringWrite};
use crate::rtl::issue::instruction::register_bits;
use crate::rtl::schedule::{
    Gather, MASK_FILE_ENTRIES, gathers_masks, index_bits, votes_span_beats,
};

/// Which file is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileShape {
    /// How it is built.
    pub organisation: RegisterFile,
    /// Verilog name of the module.
    pub name: &'static str,
    /// What the words are, for the header.
    pub words: &'static str,
    /// Bits of a word.
    pub word_bits: usize,
    /// Bits of an entry's number.
    pub entry_bits: usize,
    /// How much of operand a is shown at once.
    pub gather: Gather,
    /// Whether any operation has an operand c.
    pub shows_c: bool,
    /// Whether all of operand c is shown at once.
    pub shows_c_wave: bool,
    /// Whether a file of whole waves shows the threads that all of operand b addresses at once.
    pub shows_addresses: bool,
}

impl FileShape {
    /// A memory of `rows` rows, two at least, with a word for each of `threads` threads.
    pub fn memory(self, rows: usize, threads: usize) -> MemoryShape {
        MemoryShape {
            depth: rows.max(2),
            columns: threads,
            column_width: self.word_bits,
            read_during_write: ReadDuringWrite::Undefined,
        }
    }
}

/// The vector registers.
pub fn vector_registers(config: &Config) -> FileShape {
    let gather = Gather::of(config);
    FileShape {
        organisation: config.register_file,
        name: "lanebeat_register_file",
        words: "Vector registers",
        word_bits: 32,
        entry_bits: register_bits(config),
        gather,
        shows_c: config.multiply,
        shows_c_wave: false,
        shows_addresses: config.shuffle && config.beats > 1,
    }
}

/// Predicates and mask slots: operands a, b, c are guard, p, q.
pub fn predicates_and_slots(config: &Config) -> FileShape {
    let entry_bits = index_bits(MASK_FILE_ENTRIES);
    FileShape {
        organisation: mask_organisation(config),
        name: "lanebeat_mask_file",
        words: "Predicates and mask slots",
        word_bits: 1,
        entry_bits,
        gather: if gathers_masks(config) { Gather::Everything } else { Gather::Nothing },
        shows_c: true,
        shows_c_wave: votes_span_beats(config),
        shows_addresses: false,
    }
}

/// The organisation of the mask file: that of the registers, but with banks of registers the few
/// bits of a mask keep ports of their own.
fn mask_organisation(config: &Config) -> RegisterFile {
    match config.register_file {
        RegisterFile::Banked | RegisterFile::TwoBank => RegisterFile::MultiPort,
        same => same,
    }
}
