//! Float operations (ISA.md section 4) on words that hold binary32 numbers: the processor's own
//! arithmetic, which is IEEE 754 with round to nearest even and subnormals, and the one NaN of this
//! machine.
//!
//! ```
//! use lanebeat::isa::SourceModifier;
//! use lanebeat::model::float::modified;
//!
//! let minus = SourceModifier { negate: true, absolute: true };
//! assert_eq!(modified((-1.5f32).to_bits(), minus), (-1.5f32).to_bits());
//! ```

use super::lane::{compare, compared};
use super::outcome::Outcome;
use super::sources::Sources;
use crate::isa::{FloatOperation, Signedness, SourceModifier};

/// Result of every operation whose result is not a number.
pub const NAN: u32 = 0x7fff_ffff;

const SIGN: u32 = 0x8000_0000;

/// The word of a result.
fn word(number: f32) -> u32 {
    if number.is_nan() { NAN } else { number.to_bits() }
}

/// A source after its modifier: the absolute value first, then the negation.
pub fn modified(source: u32, modifier: SourceModifier) -> u32 {
    let absolute = if modifier.absolute { source & !SIGN } else { source };
    if modifier.negate { absolute ^ SIGN } else { absolute }
}

/// The result of each thread of `sources` for `operation`; a, b and c are as [`modified`] left them.
pub fn outcome(operation: FloatOperation, sources: &Sources) -> Outcome {
    let number = f32::from_bits;
    match operation {
        FloatOperation::Add => sources.words(|[a, b, _], _| word(number(a) + number(b))),
        FloatOperation::Subtract => sources.words(|[a, b, _], _| word(number(a) - number(b))),
        FloatOperation::Multiply => sources.words(|[a, b, _], _| word(number(a) * number(b))),
        FloatOperation::MultiplyAdd => {
            sources.words(|[a, b, c], _| word(number(a).mul_add(number(b), number(c))))
        }
        // -0 is smaller than +0.
        FloatOperation::Minimum => sources.words(|[a, b, _], _| {
            chosen(a, b, |x, y| if x < y || (x == y && x.is_sign_negative()) { x } else { y })
        }),
        FloatOperation::Maximum => sources.words(|[a, b, _], _| {
            chosen(a, b, |x, y| if x > y || (x == y && x.is_sign_positive()) { x } else { y })
        }),
        // To the nearest, even on a tie.
        FloatOperation::FromInteger(Signedness::Signed) => {
            sources.words(|[a, ..], _| word(a as i32 as f32))
        }
        FloatOperation::FromInteger(Signedness::Unsigned) => {
            sources.words(|[a, ..], _| word(a as f32))
        }
        // Toward zero, to the nearest that there is for one out of range, 0 for NaN.
        FloatOperation::ToInteger(Signedness::Signed) => {
            sources.words(|[a, ..], _| number(a) as i32 as u32)
        }
        FloatOperation::ToInteger(Signedness::Unsigned) => {
            sources.words(|[a, ..], _| number(a) as u32)
        }
        FloatOperation::Compare(comparison) => {
            compared(sources, |[a, b, _]| compare(comparison, number(a), number(b)))
        }
        FloatOperation::CompareUnordered(comparison) => compared(sources, |[a, b, _]| {
            !are_ordered(a, b) || compare(comparison, number(a), number(b))
        }),
        FloatOperation::OrderedNotEqual => {
            compared(sources, |[a, b, _]| are_ordered(a, b) && number(a) != number(b))
        }
        FloatOperation::IsOrdered => compared(sources, |[a, b, _]| are_ordered(a, b)),
        FloatOperation::IsUnordered => compared(sources, |[a, b, _]| !are_ordered(a, b)),
    }
}

/// Whether neither number is NaN.
fn are_ordered(a: u32, b: u32) -> bool {
    !f32::from_bits(a).is_nan() && !f32::from_bits(b).is_nan()
}

/// The number that is chosen of two; the only one if one is NaN.
fn chosen(a: u32, b: u32, of_numbers: impl Fn(f32, f32) -> f32) -> u32 {
    let (x, y) = (f32::from_bits(a), f32::from_bits(b));
    match (x.is_nan(), y.is_nan()) {
        (true, true) => NAN,
        (true, false) => b,
        (false, true) => a,
        (false, false) => word(of_numbers(x, y)),
    }
}
