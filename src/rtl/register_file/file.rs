//! Choice of the file: the vector registers or the masks, and how much of it is shown at once.

use std::ops::Deref;

use crate::hdl::{MemoryShape, ReadDuringWrite};
use crate::plan::Gather;
use crate::rtl::prelude::*;

/// The file to be built.
#[derive(Clone, Copy)]
pub struct File<'p> {
    /// The machine.
    plan: &'p Plan,
    /// Organisation of the file.
    pub organisation: RegisterFile,
    /// Verilog name of the module.
    pub name: &'static str,
    /// Kind of the words, for the header.
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

impl Deref for File<'_> {
    type Target = Plan;

    fn deref(&self) -> &Plan {
        self.plan
    }
}

impl File<'_> {
    /// Bits of a beat's row.
    pub fn row_bits(self) -> usize {
        self.lanes * self.word_bits
    }

    /// Bits of a whole wave.
    pub fn wave_bits(self) -> usize {
        self.threads * self.word_bits
    }

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
pub fn vector_registers(plan: &Plan) -> File<'_> {
    let gather = plan.gather;
    File {
        plan,
        organisation: plan.register_file,
        name: "lanebeat_register_file",
        words: "Vector registers",
        word_bits: 32,
        entry_bits: plan.register.bits,
        gather,
        shows_c: plan.multiply,
        shows_c_wave: false,
        shows_addresses: plan.moves_lanes && plan.beats > 1,
    }
}

/// Predicates and mask slots: operands a, b, c are guard, p, q.
pub fn predicates_and_slots(plan: &Plan) -> File<'_> {
    let entry_bits = plan.mask_entry.bits;
    File {
        plan,
        organisation: plan.register_file.of_masks(),
        name: "lanebeat_mask_file",
        words: "Predicates and mask slots",
        word_bits: 1,
        entry_bits,
        gather: if plan.gathers_masks { Gather::Everything } else { Gather::Nothing },
        shows_c: true,
        shows_c_wave: plan.votes_span_beats,
        shows_addresses: false,
    }
}
