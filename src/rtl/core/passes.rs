//! State from one pass of an instruction to the next: the results of lanes whose turn it was, and
//! the words of the beats that REDUX combines. It stands behind the pipeline, where results are, so
//! that passes follow each other as fast as slots, however deep the pipeline is.
//!
//! ```text
//!  result, mask ──────►┌────────┐──► result, mask
//!  keeps, passes ─────►│ passes │
//!  combined, choice ──►└────────┘
//! ```

use super::context::Core;
use super::execute::{Outputs, PassResults};
use crate::rtl::cross_lane::redux::{Beats, over_beats};
use crate::rtl::prelude::*;

impl<'m> Core<'m, '_> {
    /// The results of a pass, with those of the pass before where lanes keep them.
    pub fn over_passes(&self, results: Outputs<Signal<'m>>) -> Outputs<Signal<'m>> {
        let (m, plan) = (self.m, self.plan);
        let Outputs { mut result, mut mask, mut written, pass } = results;
        let PassResults { passes, keeps, moves, beat, gathering, reduces, choice, combined } = pass;
        if combined.width() > 0 {
            let beats = Beats { beat, gathering, choice, word: combined };
            let reduced = over_beats(m, plan, beats)
                .named("reduction")
                .because("REDUX: the word of all beats of the warp, for all its threads.");
            // The lanes have 0 there.
            let of_lanes = (reduced & reduces.repeat(32)).repeat(plan.lanes);
            result = (result | of_lanes).named("pass_result");
        }
        if keeps.width() > 0 {
            // Beats of two passes follow each other at the same distance, so the rows move on with
            // every beat that passes.
            let row = result.width() + mask.width() + moves.width();
            let rows = m.register("pass_before", plan.beats * row);
            let before = rows.q().slice((plan.beats - 1) * row, row);
            let of_words =
                m.concat(&keeps.elements(1).iter().map(|lane| lane.repeat(32)).collect::<Vec<_>>());
            result = (result & !of_words) | (before.slice(0, plan.lanes * 32) & of_words);
            result = result.named("kept_result");
            let of_lanes = |kept: Signal<'m>, low: usize| {
                (kept & !keeps) | (before.slice(low, plan.lanes) & keeps)
            };
            mask = of_lanes(mask, plan.lanes * 32).named("kept_mask");
            let moves = match moves.width() {
                0 => moves,
                _ => of_lanes(moves, plan.lanes * 33).named("kept_moves"),
            };
            written = written & moves.present_or(written);
            let others = rows.q().slice(0, (plan.beats - 1) * row);
            rows.next_when(passes, m.concat(&[result, mask, moves, others]));
        }
        Outputs { result, mask, written, ..results }
    }
}
