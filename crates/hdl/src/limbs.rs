//! Results of operations on values of several 64-bit limbs: lowest limb first, bits above the width
//! zero. Engines share them.
//!
//! ```
//! use lanebeat_hdl::limbs::{extract, mask};
//!
//! // 72 bits: 0xab above 64 ones.
//! let value = [u64::MAX, 0xab];
//! assert_eq!(extract(&value, 60, 12), 0xabf);
//! assert_eq!(mask(12), 0xfff);
//! ```

use crate::module::{BinaryOperation, Factors, Operation, Reduction, ShiftOperation};

/// The `width` lowest bits set, at most 64.
pub fn mask(width: usize) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// Clears the bits of the top limb above `width`.
pub fn trim(value: &mut [u64], width: usize) {
    if !width.is_multiple_of(64) {
        value[width / 64] &= mask(width % 64);
    }
}

/// `width` (at most 64) bits from bit `low` up.
pub fn extract(value: &[u64], low: usize, width: usize) -> u64 {
    let (limb, shift) = (low / 64, low % 64);
    let mut result = value[limb] >> shift;
    if shift + width > 64 {
        result |= value[limb + 1] << (64 - shift);
    }
    result & mask(width)
}

/// Overwrites `width` bits of `target` from bit `target_low` up with those of `source` from
/// `source_low` up.
pub fn copy_bits(
    target: &mut [u64],
    target_low: usize,
    source: &[u64],
    source_low: usize,
    width: usize,
) {
    let mut done = 0;
    while done < width {
        let (limb, shift) = ((target_low + done) / 64, (target_low + done) % 64);
        let part = (64 - shift).min(width - done);
        let bits = extract(source, source_low + done, part);
        target[limb] = target[limb] & !(mask(part) << shift) | bits << shift;
        done += part;
    }
}

/// The sum, or with the complement of `b` the difference, of `width` bits.
fn add(result: &mut [u64], a: &[u64], b: &[u64], subtracts: bool, width: usize) {
    let mut carry = subtracts;
    for ((result, a), b) in result.iter_mut().zip(a).zip(b) {
        let (sum, first) = a.overflowing_add(if subtracts { !b } else { *b });
        let (sum, second) = sum.overflowing_add(u64::from(carry));
        (*result, carry) = (sum, first | second);
    }
    trim(result, width);
}

fn less_unsigned(a: &[u64], b: &[u64]) -> bool {
    a.iter().rev().lt(b.iter().rev())
}

/// Both of `width` bits.
fn less_signed(a: &[u64], b: &[u64], width: usize) -> bool {
    let negative = |value| extract(value, width - 1, 1) == 1;
    match (negative(a), negative(b)) {
        (true, false) => true,
        (false, true) => false,
        _ => less_unsigned(a, b),
    }
}

/// Limb `number` of a factor of `width` bits, with the bits above it that it stands for.
fn extended(factors: Factors, (width, value): (usize, &[u64]), number: usize) -> u64 {
    let is_negative = factors == Factors::Signed && extract(value, width - 1, 1) == 1;
    match value.get(number) {
        Some(limb) if is_negative && number == width / 64 => limb | !mask(width % 64),
        Some(limb) => *limb,
        None if is_negative => u64::MAX,
        None => 0,
    }
}

/// The lowest bits of the product of two numbers of any width, of which these are the limbs.
fn multiply(result: &mut [u64], a: impl Fn(usize) -> u64, b: impl Fn(usize) -> u64) {
    result.fill(0);
    for low in 0..result.len() {
        let mut carry = 0;
        for (place, result) in result[low..].iter_mut().enumerate() {
            let product = u128::from(a(low)) * u128::from(b(place)) + u128::from(*result) + carry;
            *result = product as u64;
            carry = product >> 64;
        }
    }
}

/// `amount` as a number of bits, or `width` when it is that or more.
fn shift_amount(amount: &[u64], width: usize) -> usize {
    let overflows = amount[1..].iter().any(|limb| *limb != 0) || amount[0] >= width as u64;
    if overflows { width } else { amount[0] as usize }
}

fn shift_left(result: &mut [u64], value: &[u64], amount: usize, width: usize) {
    result.fill(0);
    copy_bits(result, amount, value, 0, width - amount);
}

/// The bits that become free take `fill`.
fn shift_right(result: &mut [u64], value: &[u64], amount: usize, width: usize, fill: bool) {
    result.fill(if fill { u64::MAX } else { 0 });
    copy_bits(result, 0, value, amount, width - amount);
    trim(result, width);
}

/// Bits `low` up.
pub fn slice(result: &mut [u64], value: &[u64], low: usize, width: usize) {
    if width <= 64 {
        result[0] = extract(value, low, width);
    } else {
        copy_bits(result, 0, value, low, width);
    }
}

impl Operation {
    /// Puts the `width` bits that it gives into `result`, which is zero. Operand `number` is
    /// `operand(number)`, one of `count`: bits and limbs.
    pub fn evaluate<'v>(
        self,
        width: usize,
        count: usize,
        operand: impl Fn(usize) -> (usize, &'v [u64]),
        result: &mut [u64],
    ) {
        let (first_width, first) = operand(0);
        let limbs = |number| operand(number).1;
        match self {
            Self::Not => {
                result.iter_mut().zip(first).for_each(|(result, a)| *result = !a);
                trim(result, width);
            }
            Self::Reduce(reduction) => result[0] = reduce(reduction, first, first_width).into(),
            Self::Binary(operation) => binary(operation, first, limbs(1), first_width, result),
            Self::Multiply(factors) => {
                let limb = |factor, number| extended(factors, operand(factor), number);
                multiply(result, |number| limb(0, number), |number| limb(1, number));
                trim(result, width);
            }
            Self::Shift(shift) => {
                let amount = shift_amount(limbs(1), width);
                let sign = || extract(first, width - 1, 1) == 1;
                match shift {
                    ShiftOperation::Left => shift_left(result, first, amount, width),
                    ShiftOperation::RightUnsigned => {
                        shift_right(result, first, amount, width, false)
                    }
                    ShiftOperation::RightSigned => {
                        shift_right(result, first, amount, width, sign())
                    }
                }
            }
            Self::Mux => result.copy_from_slice(limbs(if first[0] == 0 { 2 } else { 1 })),
            Self::Select => slice(result, limbs(1), first[0] as usize * width, width),
            Self::Slice { low } => slice(result, first, low, width),
            Self::Concat => {
                let mut low = 0;
                for (part_width, part) in (0..count).map(operand) {
                    copy_bits(result, low, part, 0, part_width);
                    low += part_width;
                }
            }
            Self::Repeat => (0..width / first_width)
                .for_each(|copy| copy_bits(result, copy * first_width, first, 0, first_width)),
        }
    }
}

fn reduce(reduction: Reduction, value: &[u64], width: usize) -> bool {
    let ones = || value.iter().map(|limb| limb.count_ones() as usize);
    match reduction {
        Reduction::And => ones().sum::<usize>() == width,
        Reduction::Or => value.iter().any(|limb| *limb != 0),
        Reduction::Xor => ones().sum::<usize>() % 2 == 1,
    }
}

fn binary(operation: BinaryOperation, a: &[u64], b: &[u64], width: usize, result: &mut [u64]) {
    let mut each = |gate: fn(u64, u64) -> u64| {
        let limbs = result.iter_mut().zip(a).zip(b);
        limbs.for_each(|((result, a), b)| *result = gate(*a, *b));
    };
    match operation {
        BinaryOperation::And => each(|a, b| a & b),
        BinaryOperation::Or => each(|a, b| a | b),
        BinaryOperation::Xor => each(|a, b| a ^ b),
        BinaryOperation::Add => add(result, a, b, false, width),
        BinaryOperation::Subtract => add(result, a, b, true, width),
        BinaryOperation::Equal => result[0] = u64::from(a == b),
        BinaryOperation::NotEqual => result[0] = u64::from(a != b),
        BinaryOperation::LessUnsigned => result[0] = u64::from(less_unsigned(a, b)),
        BinaryOperation::LessSigned => result[0] = u64::from(less_signed(a, b, width)),
    }
}
