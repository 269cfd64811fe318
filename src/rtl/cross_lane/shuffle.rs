//! SHFL of one warp as a unit of its own, for designs that need no more than that.
//!
//! ```text
//!  mode ────────►┌──────────────┐
//!  words (warp) ►│   shuffle    │──► word       lanes x 32 bits
//!  b, c ────────►│ lanes copies │──► in_range   lanes x 1 bit
//!  beat_of_warp ►└──────────────┘
//! ```
//!
//! The core has [`crate::rtl::cross_lane::wave_shuffle`] in its place, whose crossbar reaches the
//! whole wave and serves the lane moves too. Both share the arithmetic on a thread's number,
//! `shuffle_select`.

use super::shuffle_select::{self, ColumnInputs, crossbar_column, shuffle_select};
use crate::rtl::prelude::*;

ports! {
    /// Inputs of one lane, or of `lanes` of them.
    pub struct Inputs(plan: &Plan, lanes: usize) {
        mode: [2] "0 IDX, 1 UP, 2 DOWN, 3 BFLY";
        words: [plan.warp_threads * 32] "operand a of every thread of the warp";
        index: [lanes * plan.warp_thread.bits]
            "operand b of each lane: the low bits that count";
        clamp: [lanes * plan.warp_thread.bits] "operand c of each lane: the clamp";
        segment_mask: [lanes * plan.warp_thread.bits]
            "operand c of each lane: the segment mask";
        beat_of_warp: [plan.beat_of_warp.bits] "beat of the warp that executes";
    }

    pub struct Outputs(plan: &Plan, lanes: usize) {
        word: [lanes * 32] "the word of each lane";
        in_range: [lanes] "whether each lane's wanted thread exists in the segment";
    }
}

/// The lanes of one beat that belong to one warp.
pub fn shuffle(plan: &Plan) -> Block<Inputs, Outputs> {
    let lanes = plan.lanes_of_warp;
    let purpose = "SHFL of the lanes that serve one warp in this beat.";
    Block::of("lanebeat_shuffle", purpose, (plan, lanes), |m, inputs| {
        shuffle_lane(plan).instances(m, "lane", lanes, inputs)
    })
}

/// Builds one lane: its select and its word.
fn shuffle_lane(plan: &Plan) -> Block<Inputs, Outputs> {
    let purpose = "One lane of the warp shuffle: source select and 32-bit crossbar column.";
    Block::of("lanebeat_shuffle_lane", purpose, (plan, 1), |m, inputs| {
        let Inputs { mode, words, index, clamp, segment_mask, beat_of_warp } = inputs;
        let thread = m.concat(&[m.instance_index(index_bits(plan.lanes_of_warp)), beat_of_warp]);
        let select = shuffle_select::Inputs { mode, thread, index, clamp, segment_mask };
        let select = shuffle_select(plan).instance(m, "shuffle_select", select);
        let column = ColumnInputs { words, source: select.source };
        let column = crossbar_column(plan.warp_threads).instance(m, "column", column);
        Outputs { word: column.word, in_range: select.in_range }
    })
}
