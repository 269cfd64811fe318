//! Video unit: arithmetic on parts of words, scalar and SIMD (ISA.md section 8).
//!
//! ```text
//!               ┌────────────────────────┐ x, y, signs   ┌─────────────────┐
//!  a, b ───────►│ lanebeat_video_select  │──────┬───────►│                 │
//!  modifiers ──►└────────────────────────┘      ▼        │ lanebeat_video  │──► result  32 bits
//!                                    the lane's │product │                 │
//!                                    multiplier └───────►│                 │
//!  c, choice, modifiers ────────────────────────────────►└─────────────────┘
//!
//!   x, y ─┬─► sum or difference ─┬─► as it is | complement | half | smaller, larger ──► chosen
//!         └─► shift ─────────────┘
//!   chosen ──► + 0 or 1 ──► clamp ──┬─► merge with c
//!                                   └─► add, compare c
//!   x, y ──► product ± c + 0 or 1 ──► shift ──► clamp
//! ```
//!
//! A scalar instruction is a SIMD instruction of one element. So every stage works on four bytes,
//! each with two guard bits above it that matter where an element ends: they make a byte 10, a half
//! 18 and a word 34 bits wide, which is what the intermediate needs. What differs between one word,
//! two halves and four bytes is only where elements end ([`Layout`]).
//!
//! **One adder, one incrementer.** Everything but the shifts starts from x + y or x - y; the
//! difference's sign and whether it is zero decide extremes and relations. What is left to do is a
//! complement (absolute difference of a negative number), a half (average) or a relation's bit, and
//! each of them may need one more: the incrementer adds it for all.
//!
//! **Rounding.** An average is the half rounded down, plus the bit that fell off; the SIMD average
//! of a negative sum leaves that bit.
//!
//! **Merging.** The instruction word says which bytes of the result are not c's, and from a scalar
//! instruction's pattern follows what dsel is, so that merging is the same four multiplexers for
//! selectors, masks, and no c at all.
//!
//! The multiplier is the lane's: VMAD's sources go through it, extended to 33 bits but without the
//! sign bit, which the unit takes into account afterwards as `IMUL.HI.S32` does.

mod element;
mod finish;
mod multiply;
mod operands;
mod operate;
mod select;

use super::operands::Operands as LaneOperands;
use crate::hdl::{Block, ModuleBuilder, Signal};
use crate::isa::VideoOperation;
use crate::isa::encoding::BitField;
use crate::isa::video_encoding as bits;
use crate::ports;

use element::Layout;
use operands::{ABOVE_BYTES, BELOW_BYTES, Modifiers, Operands, is_simd};
use select::{SelectInputs, Selected};

pub use select::video_select;

ports! {
    pub struct Inputs() {
        choice: [4] "lower digit of the opcode";
        modifiers: [BELOW_BYTES + ABOVE_BYTES.width] "modifiers without the bytes that are picked";
        x: [32] "elements of source a; a scalar one fills the word";
        y: [32] "elements of source b; a scalar one fills the word";
        x_signs: [4] "sign of the element of x that ends with each byte; 0 if unsigned";
        y_signs: [4] "sign of the element of y that ends with each byte; 0 if unsigned";
        product: [64] "x times y as unsigned words";
        c: [32] "operand c";
    }
}

ports! {
    pub struct Outputs() {
        result: [32] "word for the destination register";
    }
}

/// Builds the arithmetic behind [`video_select`].
pub fn video() -> Block<Inputs, Outputs> {
    let purpose = "Video arithmetic of one lane on the parts that were selected.";
    Block::new("lanebeat_video", purpose, Inputs::ports(), Outputs::ports(), |m, inputs| {
        let Inputs { choice, modifiers, x, y, x_signs, y_signs, product, c } = inputs;
        let (modifiers, is_simd) = (Modifiers(modifiers), is_simd(choice).named("is_simd"));
        let layout = Layout::new(m, is_simd, modifiers.get(bits::FOUR_ELEMENTS));
        let operands =
            Operands { m, choice, modifiers, layout, is_simd, x, y, x_signs, y_signs, c };

        let elements = operate::operate(&operands);
        let result = finish::finish(&operands, &elements);
        let sum = multiply::multiply_add(&operands, product);
        let multiplies = operands.is_scalar(VideoOperation::MultiplyAdd).named("multiplies");
        Outputs { result: multiplies.mux(sum, result) }
    })
}

/// In the lane: the parts of a and b; VMAD wants the product of their x and y.
pub fn select_parts<'m>(
    m: &'m ModuleBuilder,
    operands: &LaneOperands<'m>,
    modifiers: Signal<'m>,
) -> Selected<Signal<'m>> {
    let get = |field: BitField| modifiers.slice(field.low, field.width);
    let inputs = SelectInputs {
        a: operands.a,
        b: operands.b,
        is_simd: is_simd(operands.choice),
        bytes_of_a: get(bits::BYTES_OF_A),
        bytes_of_b: get(bits::BYTES_OF_B),
        a_is_signed: get(bits::A_SIGNED),
        b_is_signed: get(bits::B_SIGNED),
    };
    video_select().instance(m, "video_select", inputs)
}

/// In the lane: the result, from the parts and the product of their x and y.
pub fn result<'m>(
    m: &'m ModuleBuilder,
    operands: &LaneOperands<'m>,
    modifiers: Signal<'m>,
    selected: Selected<Signal<'m>>,
    product: Signal<'m>,
) -> Signal<'m> {
    let above = modifiers.slice(ABOVE_BYTES.low, ABOVE_BYTES.width);
    let modifiers = m.concat(&[modifiers.slice(0, BELOW_BYTES), above]);
    let Selected { x, y, x_signs, y_signs } = selected;
    let &LaneOperands { c, choice, .. } = operands;
    video()
        .instance(m, "video", Inputs { choice, modifiers, x, y, x_signs, y_signs, product, c })
        .result
}
