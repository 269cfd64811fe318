//! The parts of a and b that a video instruction works on.
//!
//! ```text
//!  a, b ────────────────►┌──────────────┐──► x, y              32 bits each
//!  bytes_of_a, _b ──────►│ video_select │──► x_signs, y_signs  4 bits each
//!  is_simd, signedness ─►└──────────────┘
//! ```
//!
//! Each of the eight bytes is picked from the eight of {b, a} by its own number
//! (`isa::video_encoding`). A scalar part ends where the bytes come from the other source; its
//! sign, or zeros, fill the rest of the word.

use crate::hdl::{Block, ModuleBuilder, Signal};
use crate::isa::video_encoding::{BYTES_OF_A, BYTES_OF_B};
use crate::ports;

ports! {
    pub struct SelectInputs() {
        a: [32] "operand a";
        b: [32] "operand b";
        is_simd: [1] "two or four elements, not one";
        bytes_of_a: [BYTES_OF_A.width] "number of each byte that is picked for source a";
        a_is_signed: [1] "source a is signed";
        bytes_of_b: [BYTES_OF_B.width] "number of each byte that is picked for source b";
        b_is_signed: [1] "source b is signed";
    }
}

ports! {
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
    let (inputs, outputs) = (SelectInputs::ports(), Selected::ports());
    Block::new("lanebeat_video_select", purpose, inputs, outputs, |m, inputs| {
        let SelectInputs { a, b, is_simd, bytes_of_a, a_is_signed, bytes_of_b, b_is_signed } =
            inputs;
        let both = m.concat(&[a, b]).named("bytes");
        let of_a = Source {
            part: "x",
            both,
            picked: bytes_of_a,
            is_signed: a_is_signed,
            is_simd,
            own_high: false,
        };
        let of_b = Source {
            part: "y",
            both,
            picked: bytes_of_b,
            is_signed: b_is_signed,
            is_simd,
            own_high: true,
        };
        let ((x, x_signs), (y, y_signs)) = (source_part(m, of_a), source_part(m, of_b));
        Selected { x, x_signs, y, y_signs }
    })
}

struct Source<'m> {
    part: &'static str,
    both: Signal<'m>,
    picked: Signal<'m>,
    is_signed: Signal<'m>,
    is_simd: Signal<'m>,
    /// Whether its own bytes are the upper four.
    own_high: bool,
}

fn source_part<'m>(m: &'m ModuleBuilder, source: Source<'m>) -> (Signal<'m>, Signal<'m>) {
    let Source { part, both, picked, is_signed, is_simd, own_high } = source;
    let number = |byte: usize| picked.slice(3 * byte, 3);
    let bytes: [Signal; 4] =
        std::array::from_fn(|byte| both.element(number(byte)).named(&format!("{part}_byte{byte}")));
    let is_other = |byte: usize| if own_high { !number(byte).bit(2) } else { number(byte).bit(2) };
    let is_byte = (is_other(1) & !is_simd).named(&format!("{part}_is_byte"));
    let is_part = (is_other(3) & !is_simd).named(&format!("{part}_is_part"));
    let sign =
        is_byte.mux(bytes[0].bit(7), is_part.mux(bytes[1].bit(7), bytes[3].bit(7))) & is_signed;
    let sign = sign.named(&format!("{part}_sign"));
    let filled = |is_beyond: Signal<'m>, byte: usize| is_beyond.mux(sign.repeat(8), bytes[byte]);
    let word = m.concat(&[bytes[0], filled(is_byte, 1), filled(is_part, 2), filled(is_part, 3)]);
    let signs = [
        bytes[0].bit(7) & is_signed,
        bytes[1].bit(7) & is_signed,
        bytes[2].bit(7) & is_signed,
        sign,
    ];
    (word, m.concat(&signs))
}
