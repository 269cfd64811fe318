//! Lane operations (ISA.md section 4): what each thread gets from its own a, b, c and predicates.

use super::float;
use super::sources::Sources;
use crate::isa::{Comparison, MaskFunction, Operation, Signedness};

/// What the threads get from a lane operation, one value a thread: a word for the destination or a bit for the predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    Words(Vec<u32>),
    Bits(Vec<bool>),
}

/// The results of `operation` in all threads, or `None` if it is not a lane operation.
pub fn results(operation: Operation, sources: &Sources) -> Option<Outcome> {
    let Sources { a, b, c, p, .. } = sources;
    let words = match operation {
        Operation::Move => a.clone(),
        Operation::Select => p.iter().zip(a).zip(b).map(|((&p, &a), &b)| if p { a } else { b }).collect(),
        Operation::Add => of_two(a, b, u32::wrapping_add),
        Operation::Subtract => of_two(a, b, u32::wrapping_sub),
        Operation::SubtractReversed => of_two(a, b, |a, b| b.wrapping_sub(a)),
        Operation::MultiplyLow => of_two(a, b, u32::wrapping_mul),
        Operation::MultiplyHigh(Signedness::Unsigned) => of_two(a, b, |a, b| high_word(i128::from(a) * i128::from(b))),
        Operation::MultiplyHigh(Signedness::Signed) => {
            of_two(a, b, |a, b| high_word(i128::from(a as i32) * i128::from(b as i32)))
        }
        Operation::MultiplyAdd => of_three(a, b, c, |a, b, c| a.wrapping_mul(b).wrapping_add(c)),
        Operation::Minimum(Signedness::Signed) => of_two(a, b, |a, b| (a as i32).min(b as i32) as u32),
        Operation::Minimum(Signedness::Unsigned) => of_two(a, b, u32::min),
        Operation::Maximum(Signedness::Signed) => of_two(a, b, |a, b| (a as i32).max(b as i32) as u32),
        Operation::Maximum(Signedness::Unsigned) => of_two(a, b, u32::max),
        Operation::And => of_two(a, b, |a, b| a & b),
        Operation::Or => of_two(a, b, |a, b| a | b),
        Operation::Xor => of_two(a, b, |a, b| a ^ b),
        Operation::Not => of_one(a, |a| !a),
        Operation::ShiftLeft => of_two(a, b, |a, b| b << (a % 32)),
        Operation::ShiftRight(Signedness::Unsigned) => of_two(a, b, |a, b| b >> (a % 32)),
        Operation::ShiftRight(Signedness::Signed) => of_two(a, b, |a, b| (b as i32 >> (a % 32)) as u32),
        Operation::PopulationCount => of_one(a, u32::count_ones),
        Operation::PopulationCountAdd => of_two(a, b, |a, b| a.count_ones().wrapping_add(b)),
        Operation::BitReverse => of_one(a, u32::reverse_bits),
        Operation::HighestOne => of_one(a, |a| if a == 0 { 0xffff_ffff } else { 31 - a.leading_zeros() }),
        Operation::LeadingZeros => of_one(a, |a| if a == 0 { 0xffff_ffff } else { a.leading_zeros() }),
        Operation::FloatAdd => of_two(a, b, float::add),
        Operation::FloatSubtract => of_two(a, b, float::subtract),
        Operation::FloatMultiply => of_two(a, b, float::multiply),
        Operation::FloatMultiplyAdd => of_three(a, b, c, float::multiply_add),
        Operation::FloatMinimum => of_two(a, b, float::minimum),
        Operation::FloatMaximum => of_two(a, b, float::maximum),
        Operation::FloatFromInteger(signedness) => of_one(a, |a| float::from_integer(a, signedness)),
        Operation::FloatToInteger(signedness) => of_one(a, |a| float::to_integer(a, signedness)),
        Operation::Compare(..) | Operation::FloatCompare(_) | Operation::CombineMasks(_) => {
            return bits(operation, sources).map(Outcome::Bits);
        }
        Operation::Nop
        | Operation::Exit
        | Operation::Shuffle(_)
        | Operation::ShuffleRange(..)
        | Operation::Exec(_)
        | Operation::LaneMove(_)
        | Operation::WriteLane => return None,
        Operation::Vote(_) | Operation::Ballot | Operation::ActiveThreads => return None,
        Operation::Video(_) | Operation::VideoSimd(_) => return None,
        Operation::MatchAny | Operation::MatchAll | Operation::Reduce(_) => return None,
        Operation::Synchronise | Operation::BarrierReduce(_) | Operation::ReadBarrier | Operation::TestBarrier => return None,
        Operation::TriggerCounter | Operation::ReadSpecial => return None,
    };
    Some(Outcome::Words(words))
}

/// The predicate bits of an operation that gives bits.
fn bits(operation: Operation, Sources { a, b, p, q, .. }: &Sources) -> Option<Vec<bool>> {
    match operation {
        Operation::Compare(comparison, Signedness::Signed) => Some(compared(comparison, a, b, |word| word as i32)),
        Operation::Compare(comparison, Signedness::Unsigned) => Some(compared(comparison, a, b, |word| word)),
        Operation::FloatCompare(comparison) => Some(bits_of_two(a, b, |a, b| float::compare(comparison, a, b))),
        Operation::CombineMasks(MaskFunction::And) => Some(bits_of_two(p, q, |p, q| p && q)),
        Operation::CombineMasks(MaskFunction::Or) => Some(bits_of_two(p, q, |p, q| p || q)),
        Operation::CombineMasks(MaskFunction::Xor) => Some(bits_of_two(p, q, |p, q| p != q)),
        _ => None,
    }
}

/// a against b, thread by thread, each word read as the number that it is.
fn compared<N: Ord>(comparison: Comparison, a: &[u32], b: &[u32], number: impl Fn(u32) -> N) -> Vec<bool> {
    match comparison {
        Comparison::Equal => bits_of_two(a, b, |a, b| number(a) == number(b)),
        Comparison::NotEqual => bits_of_two(a, b, |a, b| number(a) != number(b)),
        Comparison::Less => bits_of_two(a, b, |a, b| number(a) < number(b)),
        Comparison::LessOrEqual => bits_of_two(a, b, |a, b| number(a) <= number(b)),
        Comparison::Greater => bits_of_two(a, b, |a, b| number(a) > number(b)),
        Comparison::GreaterOrEqual => bits_of_two(a, b, |a, b| number(a) >= number(b)),
    }
}

/// The high word of a 64-bit product.
fn high_word(product: i128) -> u32 {
    product.div_euclid(1 << 32).rem_euclid(1 << 32) as u32
}

// Each thread's result from its own words: one loop an operation, which the compiler makes vector code of.

fn of_one(a: &[u32], result: impl Fn(u32) -> u32) -> Vec<u32> {
    a.iter().map(|&a| result(a)).collect()
}

fn of_two(a: &[u32], b: &[u32], result: impl Fn(u32, u32) -> u32) -> Vec<u32> {
    a.iter().zip(b).map(|(&a, &b)| result(a, b)).collect()
}

fn of_three(a: &[u32], b: &[u32], c: &[u32], result: impl Fn(u32, u32, u32) -> u32) -> Vec<u32> {
    a.iter().zip(b).zip(c).map(|((&a, &b), &c)| result(a, b, c)).collect()
}

fn bits_of_two<T: Copy>(a: &[T], b: &[T], result: impl Fn(T, T) -> bool) -> Vec<bool> {
    a.iter().zip(b).map(|(&a, &b)| result(a, b)).collect()
}
