//! Lane operations (ISA.md section 4): what a thread gets from its own a, b, c and predicates.

use super::float;
use super::outcome::Outcome;
use crate::isa::{Comparison, MaskFunction, Operation, Signedness};

/// The word or the bit of `operation`. Panics if it is no lane operation.
pub fn result(operation: Operation, [a, b, c]: [u32; 3], [p, q]: [bool; 2]) -> Outcome {
    Outcome::Word(match operation {
        Operation::Move => a,
        Operation::Select if p => a,
        Operation::Select => b,
        Operation::Add => a.wrapping_add(b),
        Operation::Subtract => a.wrapping_sub(b),
        Operation::SubtractReversed => b.wrapping_sub(a),
        Operation::MultiplyLow => a.wrapping_mul(b),
        Operation::MultiplyHigh(Signedness::Unsigned) => {
            ((u64::from(a) * u64::from(b)) >> 32) as u32
        }
        Operation::MultiplyHigh(Signedness::Signed) => {
            ((i64::from(a as i32) * i64::from(b as i32)) >> 32) as u32
        }
        Operation::MultiplyAdd => a.wrapping_mul(b).wrapping_add(c),
        Operation::Minimum(Signedness::Signed) => (a as i32).min(b as i32) as u32,
        Operation::Minimum(Signedness::Unsigned) => a.min(b),
        Operation::Maximum(Signedness::Signed) => (a as i32).max(b as i32) as u32,
        Operation::Maximum(Signedness::Unsigned) => a.max(b),
        Operation::And => a & b,
        Operation::Or => a | b,
        Operation::Xor => a ^ b,
        Operation::Not => !a,
        Operation::ShiftLeft => b << (a % 32),
        Operation::ShiftRight(Signedness::Unsigned) => b >> (a % 32),
        Operation::ShiftRight(Signedness::Signed) => (b as i32 >> (a % 32)) as u32,
        Operation::PopulationCount => a.count_ones(),
        Operation::PopulationCountAdd => a.count_ones().wrapping_add(b),
        Operation::BitReverse => a.reverse_bits(),
        Operation::HighestOne if a == 0 => 0xffff_ffff,
        Operation::HighestOne => 31 - a.leading_zeros(),
        Operation::LeadingZeros if a == 0 => 0xffff_ffff,
        Operation::LeadingZeros => a.leading_zeros(),
        Operation::FloatAdd => float::add(a, b),
        Operation::FloatSubtract => float::subtract(a, b),
        Operation::FloatMultiply => float::multiply(a, b),
        Operation::FloatMultiplyAdd => float::multiply_add(a, b, c),
        Operation::FloatMinimum => float::minimum(a, b),
        Operation::FloatMaximum => float::maximum(a, b),
        Operation::FloatFromInteger(signedness) => float::from_integer(a, signedness),
        Operation::FloatToInteger(signedness) => float::to_integer(a, signedness),
        Operation::Compare(comparison, Signedness::Signed) => {
            return Outcome::Bit(compare(comparison, a as i32, b as i32));
        }
        Operation::Compare(comparison, Signedness::Unsigned) => {
            return Outcome::Bit(compare(comparison, a, b));
        }
        Operation::FloatCompare(comparison) => {
            return Outcome::Bit(compare(comparison, f32::from_bits(a), f32::from_bits(b)));
        }
        Operation::CombineMasks(MaskFunction::And) => return Outcome::Bit(p && q),
        Operation::CombineMasks(MaskFunction::Or) => return Outcome::Bit(p || q),
        Operation::CombineMasks(MaskFunction::Xor) => return Outcome::Bit(p != q),
        Operation::Nop
        | Operation::Exit
        | Operation::Shuffle(_)
        | Operation::ShuffleRange(..)
        | Operation::Exec(_)
        | Operation::Vote(_)
        | Operation::Ballot
        | Operation::ActiveThreads
        | Operation::MatchAny
        | Operation::MatchAll
        | Operation::Reduce(_)
        | Operation::Synchronise
        | Operation::BarrierReduce(_)
        | Operation::ReadBarrier
        | Operation::TestBarrier
        | Operation::TriggerCounter
        | Operation::ReadSpecial
        | Operation::WriteLane
        | Operation::LaneMove(_)
        | Operation::Video(_)
        | Operation::VideoSimd(_) => panic!("{operation:?} is no lane operation"),
    })
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
