//! Float operations (ISA.md section 4) on words that hold binary32 numbers: the processor's own
//! arithmetic, which is IEEE 754 with round to nearest even and subnormals, and the one NaN of this
//! machine.
//!
//! ```
//! use lanebeat::isa::FloatOperation;
//! use lanebeat::model::{Outcome, float::result};
//!
//! let sources = [1.5f32, 2.0, 0.25].map(f32::to_bits);
//! assert_eq!(result(FloatOperation::MultiplyAdd, sources), Outcome::Word(3.25f32.to_bits()));
//! ```

use super::lane::compare;
use super::outcome::Outcome;
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

/// The word or the bit of `operation`.
pub fn result(operation: FloatOperation, [a, b, c]: [u32; 3]) -> Outcome {
    let [x, y, z] = [a, b, c].map(f32::from_bits);
    Outcome::Word(match operation {
        FloatOperation::Add => word(x + y),
        FloatOperation::Subtract => word(x - y),
        FloatOperation::Multiply => word(x * y),
        FloatOperation::MultiplyAdd => word(x.mul_add(y, z)),
        // -0 is smaller than +0.
        FloatOperation::Minimum => {
            chosen(a, b, |x, y| if x < y || (x == y && x.is_sign_negative()) { x } else { y })
        }
        FloatOperation::Maximum => {
            chosen(a, b, |x, y| if x > y || (x == y && x.is_sign_positive()) { x } else { y })
        }
        // To the nearest, even on a tie.
        FloatOperation::FromInteger(Signedness::Signed) => word(a as i32 as f32),
        FloatOperation::FromInteger(Signedness::Unsigned) => word(a as f32),
        // Toward zero, to the nearest that there is for one out of range, 0 for NaN.
        FloatOperation::ToInteger(Signedness::Signed) => x as i32 as u32,
        FloatOperation::ToInteger(Signedness::Unsigned) => x as u32,
        FloatOperation::Compare(comparison) => return Outcome::Bit(compare(comparison, x, y)),
        FloatOperation::CompareUnordered(comparison) => {
            return Outcome::Bit(x.is_nan() || y.is_nan() || compare(comparison, x, y));
        }
        FloatOperation::OrderedNotEqual => {
            return Outcome::Bit(!x.is_nan() && !y.is_nan() && x != y);
        }
        FloatOperation::IsOrdered => return Outcome::Bit(!x.is_nan() && !y.is_nan()),
        FloatOperation::IsUnordered => return Outcome::Bit(x.is_nan() || y.is_nan()),
    })
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
