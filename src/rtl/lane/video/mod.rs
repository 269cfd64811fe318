//! Video unit: arithmetic on parts of words, scalar and SIMD (ISA.md section 8), with the adder, the
//! shifter and the multiplier of the lane.
//!
//! ```text
//!               ┌────────────────────────┐ x, y, signs ┌─────────────────┐
//!  a, b ───────►│ lanebeat_video_select  │──────┬─────►│                 │
//!  modifiers ──►└────────────────────────┘      ▼      │ lanebeat_video  │──► word, takes_c
//!             the lane's adder, shifter, multiplier ──►│                 │
//!  c, choice, modifiers ──────────────────────────────►└─────────────────┘
//!
//!   x, y ─┬─► total ─┬─► as it is | complement | half | x | y ──► chosen
//!         └─► shift ─┘
//!   chosen ──► + 0 or 1 ──► clamp, place, mask ──► word, the lane adds c or nothing
//!   x, y ──► product ± c + 0 or 1 ──► shift ──► (the same clamp)
//! ```
//!
//! A scalar instruction is a SIMD instruction of one element. So every stage works on four bytes,
//! each with two guard bits above it that matter where an element ends: they make a byte 10, a half
//! 18 and a word 34 bits wide, which is what the intermediate needs. One word, two halves and four
//! bytes differ only in where elements end ([`Layout`]).
//!
//! **One adder, one incrementer.** Everything but the shifts starts from x + y or x - y; the
//! difference's sign and whether x equals y decide extremes and relations. The next step is a
//! complement (absolute difference of a negative number), a half (average) or a relation's bit, and
//! each of them may need one more: the incrementer adds it for all. Both are one carry chain, cut
//! where elements end ([`Layout::sum`]).
//!
//! **Integer operations.** For other operations the selectors give a and b as they are, so the
//! lane's adder and shifter stand behind them, and integer sums and shifts pass through this unit.
//! PRMT is what the selectors give for b.
//!
//! **Rounding.** An average is the half rounded down, plus the bit that fell off; the SIMD average
//! of a negative sum leaves that bit.
//!
//! **Merging is an addition.** The instruction word says which bytes of the result are not c's: the
//! unit has zeros there, and says where the lane's last adder takes c. So it adds, where bytes are
//! merged, nothing to c's bytes and nothing to the others; all of c where the secondary operation is
//! an addition; and where it is an extreme, word or c against nothing.
//!
//! **VMAD.** The lane multiplies x and y as unsigned words. The excess where they are signed, x, y
//! or x + y in the high word, is what `chosen` has for VMAD.

mod element;
mod finish;
mod multiply;
mod operands;
mod operate;
mod ports;
mod select;

use super::bytes::{Filled, Permuted};
use crate::isa::encoding::BitField;
use crate::isa::{SimdOperation, VideoOperation, video_encoding as bits};
use crate::rtl::prelude::*;

use operands::{ABOVE_BYTES, BELOW_BYTES, Modifiers, Operands};
use select::SelectInputs;

pub use element::{Layout, byte};
pub use operands::Decoder;
pub use ports::{Inputs, Outputs};
pub use select::{Selected, video_select};

/// Builds the arithmetic behind [`video_select`].
pub fn video() -> Block<Inputs, Outputs> {
    let purpose = "Video arithmetic of one lane on the parts that were selected.";
    Block::of("lanebeat_video", purpose, (), |m, inputs| {
        let Inputs { is_video, choice, modifiers, x, y, x_signs, y_signs, c, .. } = inputs;
        let modifiers = Modifiers(modifiers);
        let decoder = Decoder { is_video, choice };
        let is_simd = decoder.is_simd().named("is_simd");
        let operands = Operands {
            m,
            decoder,
            modifiers,
            layout: Layout::new(m, is_simd, modifiers.get(bits::FOUR_ELEMENTS)),
            is_simd,
            multiplies: decoder.is_scalar(VideoOperation::MultiplyAdd).named("multiplies"),
            sets: decoder.is_either(VideoOperation::Set, SimdOperation::Set).named("sets"),
            x,
            y,
            x_signs,
            y_signs,
            c,
        };

        let intermediate = operate::operate(&operands, &inputs);
        let sum = multiply::shifted(&operands, inputs.sum_with_product);
        finish::finish(&operands, &inputs, &intermediate, &sum)
    })
}

/// The modifiers as [`Inputs`] has them.
pub fn modifiers_behind_select<'m>(m: &'m Builder, modifiers: Signal<'m>) -> Signal<'m> {
    let above = modifiers.slice(ABOVE_BYTES.low, ABOVE_BYTES.width);
    m.concat(&[modifiers.slice(0, BELOW_BYTES), above])
}

/// In the lane: the parts of a and b that a video instruction works on; for other operations the
/// words themselves, `swapped` or not, but that y is what one has `permuted`.
pub fn select_parts<'m>(
    plan: &Plan,
    [a, b, c]: [Signal<'m>; 3],
    decoder: Decoder<'m>,
    modifiers: Signal<'m>,
    [swapped, signed_product]: [Signal<'m>; 2],
    permuted: Option<Permuted<'m>>,
) -> Selected<Signal<'m>> {
    let m = a.builder();
    let is_video = decoder.is_video;
    let get = |field: BitField| modifiers.slice(field.low, field.width);
    let bytes = |field: BitField, is_b: Signal<'m>, permuted: Option<Permuted<'m>>| {
        let numbers: Vec<Signal> =
            (0..4).map(|number| m.concat(&[m.constant(2, number), is_b])).collect();
        let own = is_video.mux(get(field), m.concat(&numbers));
        permuted.map_or(own, |bytes| bytes.permutes.mux(bytes.numbers, own))
    };
    let filled = permuted.map(|permuted| permuted.filled);
    let filled = |part: fn(Filled<'m>) -> Signal<'m>| filled.map_or_else(|| m.nothing(), part);
    let inputs = SelectInputs {
        a,
        b,
        is_scalar: is_video & !decoder.is_simd(),
        bytes_of_a: bytes(bits::BYTES_OF_A, swapped, None).named("bytes_of_x"),
        bytes_of_b: bytes(bits::BYTES_OF_B, !swapped, permuted).named("bytes_of_y"),
        a_is_signed: (get(bits::A_SIGNED) & is_video) | signed_product,
        b_is_signed: (get(bits::B_SIGNED) & is_video) | signed_product,
        low: permuted.map_or_else(|| m.nothing(), |bytes| bytes.permutes.mux(c, a)),
        copies: filled(|filled| filled.copies),
        ones: filled(|filled| filled.ones),
        zeros: filled(|filled| filled.zeros),
    };
    video_select(plan).instance(m, "video_select", inputs)
}
