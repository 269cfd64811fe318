//! Signals that every part of the core reads.

use crate::rtl::codes::is_true_entry;
use crate::rtl::host::Host;
use crate::rtl::issue::instruction::Instruction;
use crate::rtl::issue::sequencer;
use crate::rtl::prelude::*;
use crate::rtl::shared::slot::Slot;

/// The core under construction: the stages of its instructions, and the host's request.
pub struct Core<'m, 'c> {
    pub m: &'m Builder,
    pub plan: &'c Plan,
    pub stages: sequencer::Outputs<Signal<'m>>,
    pub slot: Slot<'m>,
    pub host: Host<Signal<'m>>,
}

/// A write to the files, or a beat on its way to one.
#[derive(Clone, Copy)]
pub struct Write<'m> {
    /// Whether there is something: in phase 0 of the slot, or in the cycle.
    pub valid: Signal<'m>,
    /// Whether a vector register is written.
    pub writes_register: Signal<'m>,
    /// Whether an entry of the mask file is written.
    pub writes_mask: Signal<'m>,
    pub instruction: Instruction<Signal<'m>>,
    /// Beat of the row; no bits where whole waves are written.
    pub beat: Signal<'m>,
}

impl<'m> Write<'m> {
    /// The write of `instruction`, if it is `valid`.
    pub fn new(valid: Signal<'m>, instruction: Instruction<Signal<'m>>, beat: Signal<'m>) -> Self {
        let writes_register = valid & instruction.writes_register;
        let writes_mask = valid & !is_true_entry(instruction.mask_destination);
        Self { valid, writes_register, writes_mask, instruction, beat }
    }
}

/// The write to the files.
pub struct Writing<'m> {
    /// In this cycle, or in phase 0.
    pub now: Write<'m>,
    /// As the files are told it: the same, or that of the next cycle.
    pub told: Write<'m>,
    /// Threads of the wave, or lanes of the beat, that are written now.
    pub threads: Signal<'m>,
}

impl<'m> Core<'m, '_> {
    /// The instruction that executes.
    pub fn executing(&self) -> &Instruction<Signal<'m>> {
        &self.stages.executing
    }
}
