//! Lane operations (ISA.md section 4): what a thread gets from its own a, b, c and predicates.

use super::outcome::Outcome;
use crate::isa::LaneOperation::{self, *};
use crate::isa::Signedness::{Signed, Unsigned};
use crate::isa::{Comparison, MaskFunction};

/// The word or the bit of `operation`; `table` is that of LOP3.
pub fn result(
    operation: LaneOperation,
    [a, b, c]: [u32; 3],
    [p, q]: [bool; 2],
    table: u8,
) -> Outcome {
    Outcome::Word(match operation {
        Move => a,
        Select => {
            if p {
                a
            } else {
                b
            }
        }
        Add => a.wrapping_add(b),
        Subtract => a.wrapping_sub(b),
        SubtractReversed => b.wrapping_sub(a),
        MultiplyLow => a.wrapping_mul(b),
        MultiplyHigh(Unsigned) => ((u64::from(a) * u64::from(b)) >> 32) as u32,
        MultiplyHigh(Signed) => ((i64::from(a as i32) * i64::from(b as i32)) >> 32) as u32,
        MultiplyAdd => a.wrapping_mul(b).wrapping_add(c),
        Minimum(Signed) => (a as i32).min(b as i32) as u32,
        Minimum(Unsigned) => a.min(b),
        Maximum(Signed) => (a as i32).max(b as i32) as u32,
        Maximum(Unsigned) => a.max(b),
        And => a & b,
        Or => a | b,
        Xor => a ^ b,
        Not => !a,
        ShiftLeft => b << (a % 32),
        ShiftRight(Unsigned) => b >> (a % 32),
        ShiftRight(Signed) => (b as i32 >> (a % 32)) as u32,
        PopulationCount => a.count_ones(),
        PopulationCountAdd => a.count_ones().wrapping_add(b),
        BitReverse => a.reverse_bits(),
        HighestOne | LeadingZeros if a == 0 => 0xffff_ffff,
        HighestOne => 31 - a.leading_zeros(),
        LeadingZeros => a.leading_zeros(),
        Compare(comparison, Signed) => {
            return Outcome::Bit(compare(comparison, a as i32, b as i32));
        }
        Compare(comparison, Unsigned) => return Outcome::Bit(compare(comparison, a, b)),
        CombineMasks(MaskFunction::And) => return Outcome::Bit(p && q),
        CombineMasks(MaskFunction::Or) => return Outcome::Bit(p || q),
        Lookup => {
            (0..32).map(|bit| lookup(table, [a, b, c].map(|word| word >> bit & 1)) << bit).sum()
        }
        CombineMasks(MaskFunction::Xor) => return Outcome::Bit(p != q),
    })
}

/// The bit of `table` that three bits name.
fn lookup(table: u8, [a, b, c]: [u32; 3]) -> u32 {
    u32::from(table) >> (4 * a + 2 * b + c) & 1
}

/// x against y. With a NaN only `NotEqual` holds.
pub fn compare<N: PartialOrd>(comparison: Comparison, x: N, y: N) -> bool {
    match comparison {
        Comparison::Equal => x == y,
        Comparison::NotEqual => x != y,
        Comparison::Less => x < y,
        Comparison::LessOrEqual => x <= y,
        Comparison::Greater => x > y,
        Comparison::GreaterOrEqual => x >= y,
    }
}
