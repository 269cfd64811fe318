//! Float operations (ISA.md section 4) on words that hold binary32 numbers: the processor's own
//! arithmetic, which is IEEE 754 with round to nearest even and subnormals, and the one NaN of this
//! machine.

use crate::isa::{Signedness, SourceModifier};

/// What every operation gives that has no number for a result.
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

/// The sum of two binary32.
pub fn add(a: u32, b: u32) -> u32 {
    word(f32::from_bits(a) + f32::from_bits(b))
}

/// The difference of two binary32.
pub fn subtract(a: u32, b: u32) -> u32 {
    word(f32::from_bits(a) - f32::from_bits(b))
}

/// The product of two binary32.
pub fn multiply(a: u32, b: u32) -> u32 {
    word(f32::from_bits(a) * f32::from_bits(b))
}

/// a * b + c with one rounding.
pub fn multiply_add(a: u32, b: u32, c: u32) -> u32 {
    word(f32::from_bits(a).mul_add(f32::from_bits(b), f32::from_bits(c)))
}

/// The smaller number, -0 being smaller than +0; the number if one is NaN.
pub fn minimum(a: u32, b: u32) -> u32 {
    chosen(a, b, |x, y| if x < y || (x == y && x.is_sign_negative()) { x } else { y })
}

/// The larger number, -0 being smaller than +0; the number if one is NaN.
pub fn maximum(a: u32, b: u32) -> u32 {
    chosen(a, b, |x, y| if x > y || (x == y && x.is_sign_positive()) { x } else { y })
}

fn chosen(a: u32, b: u32, of_numbers: impl Fn(f32, f32) -> f32) -> u32 {
    let (x, y) = (f32::from_bits(a), f32::from_bits(b));
    match (x.is_nan(), y.is_nan()) {
        (true, true) => NAN,
        (true, false) => b,
        (false, true) => a,
        (false, false) => word(of_numbers(x, y)),
    }
}

/// The float nearest to the integer, even on a tie.
pub fn from_integer(a: u32, signedness: Signedness) -> u32 {
    word(match signedness {
        Signedness::Signed => a as i32 as f32,
        Signedness::Unsigned => a as f32,
    })
}

/// The integer toward zero, the nearest that there is for one out of range, 0 for NaN.
pub fn to_integer(a: u32, signedness: Signedness) -> u32 {
    let number = f32::from_bits(a);
    match signedness {
        Signedness::Signed => number as i32 as u32,
        Signedness::Unsigned => number as u32,
    }
}
