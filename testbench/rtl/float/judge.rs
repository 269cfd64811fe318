//! What ISA.md section 4 says, in the terms of LLVM's arithmetic.

use std::cmp::Ordering;

use lanebeat::isa::{Comparison, FloatOperation, Signedness};
use rustc_apfloat::ieee::Single;
use rustc_apfloat::{Float, Round};

const NAN: u32 = 0x7fff_ffff;

fn single(word: u32) -> Single {
    Single::from_bits(word.into())
}

fn word(number: Single) -> u32 {
    if number.is_nan() { NAN } else { number.to_bits() as u32 }
}

/// A word after a modifier: the absolute value first, then the negation.
pub fn modified(word: u32, absolute: bool, negate: bool) -> u32 {
    let number = if absolute { single(word).abs() } else { single(word) };
    (if negate { -number } else { number }).to_bits() as u32
}

/// The word of the result, or the predicate as 0 or 1.
pub fn result(operation: FloatOperation, words: [u32; 3]) -> u32 {
    let [a, b, c] = words.map(single);
    let integer = words[0];
    match operation {
        FloatOperation::Add => word((a + b).value),
        FloatOperation::Subtract => word((a - b).value),
        FloatOperation::Multiply => word((a * b).value),
        FloatOperation::MultiplyAdd => word(a.mul_add(b, c).value),
        FloatOperation::Minimum => word(extreme(a, b, Ordering::Less)),
        FloatOperation::Maximum => word(extreme(a, b, Ordering::Greater)),
        FloatOperation::FromInteger(Signedness::Signed) => {
            word(Single::from_i128((integer as i32).into()).value)
        }
        FloatOperation::FromInteger(Signedness::Unsigned) => {
            word(Single::from_u128(integer.into()).value)
        }
        FloatOperation::ToInteger(_) if a.is_nan() => 0,
        FloatOperation::ToInteger(Signedness::Signed) => {
            a.to_i128_r(32, Round::TowardZero, &mut false).value as u32
        }
        FloatOperation::ToInteger(Signedness::Unsigned) => {
            a.to_u128_r(32, Round::TowardZero, &mut false).value as u32
        }
        FloatOperation::Compare(comparison) => holds(comparison, a.partial_cmp(&b)).into(),
        FloatOperation::CompareUnordered(comparison) => {
            let order = a.partial_cmp(&b);
            (order.is_none() || holds(comparison, order)).into()
        }
        FloatOperation::OrderedNotEqual => {
            matches!(a.partial_cmp(&b), Some(Ordering::Less | Ordering::Greater)).into()
        }
        FloatOperation::IsOrdered => a.partial_cmp(&b).is_some().into(),
        FloatOperation::IsUnordered => a.partial_cmp(&b).is_none().into(),
    }
}

/// The one of a and b that is `wanted` against the other; a zero that is negative is less than one
/// that is not.
fn extreme(a: Single, b: Single, wanted: Ordering) -> Single {
    match a.partial_cmp(&b) {
        None if a.is_nan() => b,
        None => a,
        Some(Ordering::Equal) if a.is_negative() == (wanted == Ordering::Less) => a,
        Some(Ordering::Equal) => b,
        Some(order) if order == wanted => a,
        Some(_) => b,
    }
}

fn holds(comparison: Comparison, order: Option<Ordering>) -> bool {
    match (comparison, order) {
        (comparison, None) => comparison == Comparison::NotEqual,
        (Comparison::Equal, Some(order)) => order == Ordering::Equal,
        (Comparison::NotEqual, Some(order)) => order != Ordering::Equal,
        (Comparison::Less, Some(order)) => order == Ordering::Less,
        (Comparison::LessOrEqual, Some(order)) => order != Ordering::Greater,
        (Comparison::Greater, Some(order)) => order == Ordering::Greater,
        (Comparison::GreaterOrEqual, Some(order)) => order != Ordering::Less,
    }
}
