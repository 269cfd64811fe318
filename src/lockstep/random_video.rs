//! Random modifiers of video instructions: random bits of a machine word that some text encodes to.

use proptest::prelude::*;

use crate::isa::video_encoding::BYTE_MASK;
use crate::isa::{Instruction, Operand, Operation, Signedness, SimdVideo, Video};

/// Modifiers for any video operation.
#[derive(Clone, Debug)]
pub struct Modifiers {
    bits: u128,
    /// Whether a SIMD operation uses the default elements of a and of b, without a selector.
    is_unselected: [bool; 2],
}

/// Every type, selector, mask and combination that the assembler accepts.
pub fn modifiers() -> impl Strategy<Value = Modifiers> {
    let unselected = || prop::bool::weighted(0.4);
    let byte_mask = prop_oneof![Just(0xf), 1..16_u128];
    (any::<u32>(), byte_mask, [unselected(), unselected()]).prop_map(
        |(below, byte_mask, is_unselected)| {
            let below = u128::from(below) & ((1 << BYTE_MASK.low) - 1);
            Modifiers { bits: below | byte_mask << BYTE_MASK.low, is_unselected }
        },
    )
}

impl Modifiers {
    /// Gives a video instruction its modifiers; one that does not read c loses it.
    pub fn modify(&self, built: &mut Instruction) {
        built.video = Video::decode(built.operation, self.bits);
        match (built.operation, &mut built.video) {
            (Operation::Video(operation), Some(Video::Scalar(scalar))) if operation.shifts() => {
                scalar.types.b = Signedness::Unsigned;
            }
            (_, Some(Video::MultiplyAdd(sum))) => {
                sum.adds_one &= !sum.negates_product;
                // The minus of a literal would be its own.
                sum.negates_c &= !sum.adds_one && built.c.register().is_some();
            }
            (_, Some(Video::Simd(simd))) => {
                let full = SimdVideo::full_mask(simd.count);
                simd.mask = if simd.mask == 0 { full } else { simd.mask };
                let defaults = SimdVideo::default_selectors(simd.count);
                let picked = [&mut simd.a, &mut simd.b].into_iter().zip(defaults);
                for ((picked, default), is_unselected) in picked.zip(self.is_unselected) {
                    *picked = if is_unselected { default } else { *picked };
                }
            }
            _ => {}
        }
        if built.video.is_some_and(|video| !video.reads_c()) {
            built.c = Operand::None;
        }
    }
}
