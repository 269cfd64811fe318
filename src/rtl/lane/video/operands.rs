//! Inputs of the parts of the video unit.

use super::element::Layout;
use crate::isa::encoding::BitField;
use crate::isa::video_encoding as bits;
use crate::isa::{SimdOperation, VideoOperation};
use crate::rtl::codes::is_choice;
use crate::rtl::prelude::*;

/// Bits of the modifiers that are not about which bytes are picked: those below and those above
/// them.
pub const BELOW_BYTES: usize = bits::BYTES_OF_A.low;
pub const ABOVE_BYTES: BitField = bits::BYTE_MASK;

/// The modifiers but for the bytes that are picked.
#[derive(Clone, Copy)]
pub struct Modifiers<'m>(pub Signal<'m>);

impl<'m> Modifiers<'m> {
    pub fn get(self, field: BitField) -> Signal<'m> {
        let low = if field.low < BELOW_BYTES {
            field.low
        } else {
            field.low - ABOVE_BYTES.low + BELOW_BYTES
        };
        self.0.slice(low, field.width)
    }
}

/// Which video operation it is, if it is one.
#[derive(Clone, Copy)]
pub struct Decoder<'m> {
    pub is_video: Signal<'m>,
    /// Lower digit of the opcode.
    pub choice: Signal<'m>,
}

impl<'m> Decoder<'m> {
    pub fn is_scalar(self, operation: VideoOperation) -> Signal<'m> {
        self.is_video & is_choice(self.choice, Operation::Video(operation))
    }

    pub fn is(self, operation: SimdOperation) -> Signal<'m> {
        self.is_video & is_choice(self.choice, Operation::VideoSimd(operation))
    }

    /// Whether it is `scalar` or `simd`.
    pub fn is_either(self, scalar: VideoOperation, simd: SimdOperation) -> Signal<'m> {
        self.is_scalar(scalar) | self.is(simd)
    }

    /// Whether it is a SIMD operation: the scalar ones are 0 to 8.
    pub fn is_simd(self) -> Signal<'m> {
        self.is_video & self.choice.bit(3) & self.choice.slice(0, 3).any()
    }

    /// Whether it starts from a sum, not a difference.
    pub fn adds(self) -> Signal<'m> {
        self.is_either(VideoOperation::Add, SimdOperation::Add) | self.is(SimdOperation::Average)
    }
}

/// Inputs that the unit computes from.
pub struct Operands<'m> {
    pub m: &'m Builder,
    pub decoder: Decoder<'m>,
    pub modifiers: Modifiers<'m>,
    pub layout: Layout<'m>,
    pub is_simd: Signal<'m>,
    /// VMAD.
    pub multiplies: Signal<'m>,
    /// VSET.
    pub sets: Signal<'m>,
    pub x: Signal<'m>,
    pub y: Signal<'m>,
    /// The sign of the element that ends with each byte.
    pub x_signs: Signal<'m>,
    pub y_signs: Signal<'m>,
    pub c: Signal<'m>,
}

impl<'m> Operands<'m> {
    /// A modifier that VSET has something else in the place of.
    pub fn unless_set(&self, field: BitField) -> Signal<'m> {
        self.modifiers.get(field) & !self.sets
    }
}
