//! The parts of a and b that a video instruction works on, and what PRMT makes of their bytes.
//!
//! ```text
//!  a, b ────────────────►┌──────────────┐──► x, y              32 bits each
//!  bytes_of_a, _b ──────►│ video_select │──► x_signs, y_signs  4 bits each
//!  is_scalar, signed ───►│              │
//!  low, copies, … ──────►└──────────────┘
//! ```
//!
//! Each of the eight bytes is picked from the eight of {b, a} by its own number
//! (`isa::video_encoding`). A scalar part ends where the bytes come from the other source; its
//! sign, or zeros, fill the rest of the word. PRMT picks the bytes of y, out of {b, c}, and fills
//! some.

use super::super::bytes::Filled;
use crate::isa::video_encoding::{BYTES_OF_A, BYTES_OF_B};
use crate::rtl::prelude::*;

ports! {
    pub struct SelectInputs(plan: &Plan) {
        a: [32] "operand a";
        b: [32] "operand b";
        is_scalar: [1] "one element, which may be a part of the word";
        bytes_of_a: [BYTES_OF_A.width] "number of each byte that is picked for source a";
        a_is_signed: [1] "source a is signed";
        bytes_of_b: [BYTES_OF_B.width] "number of each byte that is picked for source b";
        b_is_signed: [1] "source b is signed";
        low: [if plan.bits { 32 } else { 0 }] "lower bytes of y in place of a: c of PRMT, or a";
        copies: [if plan.bits { 4 } else { 0 }] "bytes of y that are copies of the highest bit picked";
        ones: [if plan.bits { 4 } else { 0 }] "bytes of y that are ones";
        zeros: [if plan.bits { 4 } else { 0 }] "bytes of y that are zeros";
    }

    /// The parts of both sources.
    pub struct Selected(plan: &Plan) {
        x: [32] "elements of source a; a scalar one fills the word";
        x_signs: [4] "sign of the element of x that ends with each byte; 0 if unsigned";
        y: [32] "elements of source b; a scalar one fills the word";
        y_signs: [4] "sign of the element of y that ends with each byte; 0 if unsigned";
    }
}

/// Builds the selectors of one lane.
pub fn video_select(plan: &Plan) -> Block<SelectInputs, Selected> {
    let purpose = "Selectors of a lane's video instructions.";
    Block::of("lanebeat_video_select", purpose, plan, |m, inputs| {
        let SelectInputs { a, b, is_scalar, low, copies, ones, zeros, .. } = inputs;
        let both = m
            .concat(&[a, b])
            .named("bytes")
            .because("All bytes of both operands: each part takes one, or a sign.");
        let of_y = if plan.bits { m.concat(&[low, b]).named("bytes_of_y") } else { both };
        let filled = plan.bits.then_some(Filled { copies, ones, zeros });
        let of_a = [both, inputs.bytes_of_a, inputs.a_is_signed, is_scalar];
        let of_b = [of_y, inputs.bytes_of_b, inputs.b_is_signed, is_scalar];
        let (x, x_signs) = source_part(m, "x", of_a, None);
        let (y, y_signs) = source_part(m, "y", of_b, filled);
        Selected { x, x_signs, y, y_signs }
    })
}

/// The elements of source x or y and their signs. The own bytes of y are the upper four, and some
/// of them may be `filled` otherwise.
fn source_part<'m>(
    m: &'m Builder,
    part: &str,
    [bytes, number, is_signed, is_scalar]: [Signal<'m>; 4],
    filled: Option<Filled<'m>>,
) -> (Signal<'m>, Signal<'m>) {
    let is_other = |byte: usize| {
        let in_upper = number.bit(3 * byte + 2);
        if part == "y" { !in_upper } else { in_upper }
    };
    let is_byte = (is_other(1) & is_scalar).named(&format!("{part}_is_byte"));
    let is_part = (is_other(3) & is_scalar).named(&format!("{part}_is_short"));
    let beyond = m.concat(&[m.constant(1, 0), is_byte, is_part, is_part]);
    let fills = filled.map_or(beyond, |filled| beyond | filled.any());
    let sign = m.wire(&format!("{part}_sign"), if filled.is_some() { 4 } else { 1 });
    let inputs = ByteInputs { bytes, number, fills, sign };
    let ByteOutputs { filled: elements, top } =
        byte_select().instances(m, &format!("{part}_byte"), 4, inputs);
    let of_scalar = is_byte.mux(top.bit(0), is_part.mux(top.bit(1), top.bit(3)));
    let highest = of_scalar.named(&format!("{part}_highest")) & is_signed;
    let own = match filled {
        Some(filled) => {
            let own = highest.named(&format!("{part}_highest_sign"));
            sign.drive(own.repeat(4) | filled.signs(top));
            own
        }
        None => {
            sign.drive(highest);
            sign
        }
    };
    (elements, m.concat(&[top.slice(0, 3) & is_signed.repeat(3), own]))
}

ports! {
    struct ByteInputs() {
        bytes: [64] "all bytes";
        number: [3] "number of the byte that is picked";
        fills: [1] "the byte is no picked one";
        sign: [1] "each bit of it then";
    }

    struct ByteOutputs() {
        filled: [8] "the byte, or copies of the sign";
        top: [1] "highest bit of the byte that is picked";
    }
}

/// Builds the selector of one byte. Its boundary has synthesis map it on its own: together with the
/// sign, which arrives late, the mapper trades area for depth.
fn byte_select() -> Block<ByteInputs, ByteOutputs> {
    let purpose = "One byte of two words, or a sign.";
    Block::of("lanebeat_byte_select", purpose, (), |m, inputs: ByteInputs<Signal>| {
        m.keeps_boundary();
        let ByteInputs { bytes, number, fills, sign } = inputs;
        let picked = bytes.element(number).named("picked");
        ByteOutputs { filled: fills.mux(sign.repeat(8), picked), top: picked.bit(7) }
    })
}
