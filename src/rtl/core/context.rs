//! What every part of the core looks at.

use crate::config::Config;
use crate::hdl::{ModuleBuilder, RegisterHandle, Signal};
use crate::rtl::host::Host;
use crate::rtl::issue::instruction::Instruction;
use crate::rtl::issue::sequencer;
use crate::rtl::shared::slot::Slot;

/// The core under construction: the stages of its instructions, and the host's request.
pub struct Core<'m, 'c> {
    pub m: &'m ModuleBuilder,
    pub config: &'c Config,
    pub stages: sequencer::Outputs<Signal<'m>>,
    pub slot: Slot<'m>,
    pub host: Host<Signal<'m>>,
}

/// What is written, when the files take it.
pub struct WrittenNow<'m> {
    /// Whether there is something: in phase 0 of the slot, or in the cycle.
    pub valid: Signal<'m>,
    pub instruction: Instruction<Signal<'m>>,
    /// Which row; of no bits where whole waves are written.
    pub beat: Signal<'m>,
    /// Threads of the wave, or lanes of the beat, that are written.
    pub threads: Signal<'m>,
}

/// What the beats of a pass leave to those of the next one. Beats of two passes follow each other at
/// the same distance, so it is a row that moves on with every beat that passes.
pub struct PassBefore<'m> {
    m: &'m ModuleBuilder,
    beats: RegisterHandle<'m>,
    moves: Signal<'m>,
    bits: usize,
}

impl<'m> PassBefore<'m> {
    /// What the same beat of the pass before has left.
    pub fn row(&self) -> Signal<'m> {
        let all = self.beats.q();
        all.slice(all.width() - self.bits, self.bits)
    }

    /// Leaves `row` to the same beat of the next pass.
    pub fn keep(&self, row: Signal<'m>) {
        let all = self.beats.q();
        if self.bits > 0 {
            let others = all.slice(0, all.width() - self.bits);
            self.beats.next_when(self.moves, self.m.concat(&[row, others]));
        }
    }
}

impl<'m> Core<'m, '_> {
    /// A place for `bits` bits that a beat leaves to the same beat of the next pass.
    pub fn pass_before(&self, name: &str, bits: usize) -> PassBefore<'m> {
        let beats = self.m.register(&format!("{name}_before"), self.config.beats * bits);
        PassBefore { m: self.m, beats, moves: self.slot.passes, bits }
    }

    /// The instruction that executes.
    pub fn executing(&self) -> &Instruction<Signal<'m>> {
        &self.stages.executing
    }
}
