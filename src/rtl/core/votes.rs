//! Predicates as they are after negation, and what SHFL and the votes see of the beat's warps.

use super::{Core, present};
use crate::hdl::{InstanceOutputs, Signal};
use crate::rtl::cross_lane::{self, VoteOperands};
use crate::rtl::schedule::{beats_per_warp, warp_of_beat};

/// A mask operand, out of what the mask file has for it.
pub(super) fn mask_operand<'m>(stored: Signal<'m>, is_true: Signal<'m>, negated: Signal<'m>) -> Signal<'m> {
    let width = stored.width();
    (stored | is_true.repeat(width)) ^ negated.repeat(width)
}

impl<'m> Core<'m> {
    /// The guard, out of what the mask file has for it.
    pub(super) fn guard(&self, stored: Signal<'m>) -> Signal<'m> {
        mask_operand(stored, self.executing.guard_is_true(), self.executing.guard_negated())
    }

    /// Predicate q, out of what the mask file has for it.
    pub(super) fn q(&self, stored: Signal<'m>) -> Signal<'m> {
        mask_operand(stored, self.executing.q_is_true(), self.executing.q_negated())
    }

    /// Of all threads of the beat's warps: out of the wave, or the row itself where no warp takes more than one beat.
    pub(super) fn of_warps(&self, wave: Option<Signal<'m>>, row: Signal<'m>) -> Signal<'m> {
        let wave = wave.filter(|_| beats_per_warp(self.config) > 1);
        wave.map_or(row, |wave| warp_of_beat(self.config, wave, self.beat))
    }

    /// What the votes give to each lane. `rows` are EXEC, guard and q of the beat.
    pub(super) fn voted(
        &self,
        registers: &InstanceOutputs<'m>,
        masks: &InstanceOutputs<'m>,
        rows: [Signal<'m>; 3],
        exec_wave: Option<Signal<'m>>,
        guard_wave: Option<Signal<'m>>,
    ) -> (Signal<'m>, Signal<'m>) {
        let [exec, guard, q] = rows;
        let q_wave = present(masks, "c_wave").map(|stored| self.q(stored).named("q_wave"));
        let own_words = registers.output("a_row");
        let operands = VoteOperands {
            active: (self.of_warps(exec_wave, exec) & self.of_warps(guard_wave, guard)).named("active_threads"),
            q: self.of_warps(q_wave, q),
            words: self.of_warps(present(registers, "a_wave"), own_words),
            own_words,
        };
        cross_lane::vote(self.m, self.config, &self.executing, &operands)
    }
}
