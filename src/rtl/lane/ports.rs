//! Ports of a lane, and signals between its parts.

use crate::isa::encoding::{IMMEDIATE, MODIFIERS_A_B, MODIFIERS_C};
use crate::isa::video_encoding;
use crate::rtl::cross_lane::wave_shuffle::may_take_none;
use crate::rtl::prelude::*;

ports! {
    pub struct Inputs(plan: &Plan) {
        opcode: [8] "operation";
        a: [32] "operand a, after DPP; of MBCNT the bits that are counted";
        b: [32] "operand b or the literal";
        c: [if plan.multiply { 32 } else { 0 }] "operand c or the literal";
        p: [1] "predicate p, after negation";
        q: [1] "predicate q, after negation";
        exec: [1] "EXEC of the thread before the instruction";
        video_modifiers: [if plan.video { video_encoding::BITS } else { 0 }]
            "modifiers of a video instruction";
        immediate: [if plan.bits { IMMEDIATE.width } else { 0 }]
            "table of LOP3, places of LEA.HI, signs of IADD3, function of a compare with q";
        shuffle_word: [if plan.shuffle { 32 } else { 0 }] "the word that the shuffle took";
        shuffle_takes: [may_take_none(plan).into()] "it took one, else 0";
        shuffle_in_range: [usize::from(plan.shuffle)] "the source of the shuffle is in range";
        vote_word: [if plan.vote { 32 } else { 0 }] "the word of a vote, match or reduction";
        vote_mask: [usize::from(plan.vote)] "the predicate of a vote, match or reduction";
        modifiers: [if plan.float { MODIFIERS_A_B.width + MODIFIERS_C.width } else { 0 }]
            "negation and absolute value of a, b, c";
    }

    pub struct Outputs() {
        result: [32] "word for the destination register";
        mask: [1] "bit for the mask destination";
    }
}

/// Operands that sums, shifts and the video operations give to the last addition.
pub struct Terms<'m> {
    pub augend: Signal<'m>,
    pub addend: Signal<'m>,
}
