//! The parts of a and b that a video instruction works on.
//!
//! ```text
//!  a, b ────────────────►┌──────────────┐──► x, y              32 bits each
//!  bytes_of_a, _b ──────►│ video_select │──► x_signs, y_signs  4 bits each
//!  is_scalar, signed ───►└──────────────┘
//! ```
//!
//! Each of the eight bytes is picked from the eight of {b, a} by its own number
//! (`isa::video_encoding`). A scalar part ends where the bytes come from the other source; its
//! sign, or zeros, fill the rest of the word.

use crate::isa::video_encoding::{BYTES_OF_A, BYTES_OF_B};
use crate::rtl::prelude::*;

ports! {
    pub struct SelectInputs() {
        a: [32] "operand a";
        b: [32] "operand b";
        is_scalar: [1] "one element, which may be a part of the word";
        bytes_of_a: [BYTES_OF_A.width] "number of each byte that is picked for source a";
        a_is_signed: [1] "source a is signed";
        bytes_of_b: [BYTES_OF_B.width] "number of each byte that is picked for source b";
        b_is_signed: [1] "source b is signed";
    }

    /// The parts of both sources.
    pub struct Selected() {
        x: [32] "elements of source a; a scalar one fills the word";
        x_signs: [4] "sign of the element of x that ends with each byte; 0 if unsigned";
        y: [32] "elements of source b; a scalar one fills the word";
        y_signs: [4] "sign of the element of y that ends with each byte; 0 if unsigned";
    }
}

/// Builds the selectors of one lane.
pub fn video_select() -> Block<SelectInputs, Selected> {
    let purpose = "Selectors of a lane's video instructions.";
    Block::of("lanebeat_video_select", purpose, (), |m, inputs| {
        let SelectInputs { a, b, is_scalar, bytes_of_a, a_is_signed, bytes_of_b, b_is_signed } =
            inputs;
        let both = m
            .concat(&[a, b])
            .named("bytes")
            .because("All bytes of both operands: each part takes one, or a sign.");
        let part_of = |part: &str, picked, is_signed, own_high| {
            source_part(m, part, [both, picked, is_signed, is_scalar], own_high)
        };
        let (x, x_signs) = part_of("x", bytes_of_a, a_is_signed, false);
        let (y, y_signs) = part_of("y", bytes_of_b, b_is_signed, true);
        Selected { x, x_signs, y, y_signs }
    })
}

/// The elements of a source and their signs; `own_high` where its own bytes are the upper four.
fn source_part<'m>(
    m: &'m Builder,
    part: &str,
    [bytes, number, is_signed, is_scalar]: [Signal<'m>; 4],
    own_high: bool,
) -> (Signal<'m>, Signal<'m>) {
    let is_other = |byte: usize| {
        let in_upper = number.bit(3 * byte + 2);
        if own_high { !in_upper } else { in_upper }
    };
    let is_byte = (is_other(1) & is_scalar).named(&format!("{part}_is_byte"));
    let is_part = (is_other(3) & is_scalar).named(&format!("{part}_is_short"));
    let fills = m.concat(&[m.constant(1, 0), is_byte, is_part, is_part]);
    let sign = m.wire(&format!("{part}_sign"), 1);
    let inputs = ByteInputs { bytes, number, fills, sign };
    let ByteOutputs { filled, top } =
        byte_select().instances(m, &format!("{part}_byte"), 4, inputs);
    let of_scalar = is_byte.mux(top.bit(0), is_part.mux(top.bit(1), top.bit(3)));
    sign.drive(of_scalar.named(&format!("{part}_highest")) & is_signed);
    (filled, m.concat(&[top.slice(0, 3) & is_signed.repeat(3), sign]))
}

ports! {
    struct ByteInputs() {
        bytes: [64] "all bytes";
        number: [3] "number of the byte that is picked";
        fills: [1] "the byte lies beyond the part";
        sign: [1] "sign of the part";
    }

    struct ByteOutputs() {
        filled: [8] "the byte, or the sign";
        top: [1] "sign of the byte that is picked";
    }
}

/// Builds the selector of one byte. Its boundary has synthesis map it on its own: together with the
/// sign, which arrives late, the mapper trades area for depth.
fn byte_select() -> Block<ByteInputs, ByteOutputs> {
    let purpose = "One byte of a video instruction's source.";
    Block::of("lanebeat_byte_select", purpose, (), |m, inputs: ByteInputs<Signal>| {
        m.keeps_boundary();
        let ByteInputs { bytes, number, fills, sign } = inputs;
        let picked = bytes.element(number).named("picked");
        ByteOutputs { filled: fills.mux(sign.repeat(8), picked), top: picked.bit(7) }
    })
}
