//! Lane operations (ISA.md section 4): each thread's result from its own words.

use super::float;
use crate::isa::{Comparison, MaskFunction, Operation, Signedness};

/// What one thread brings to a lane operation: a, b, c are its source words (0 where the operation has none), p and q its
/// predicates, already inverted where the instruction says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operands {
    pub a: u32,
    pub b: u32,
    pub c: u32,
    pub p: bool,
    pub q: bool,
}

/// What one thread gets from a lane operation: a word for its destination or a bit for its predicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Word(u32),
    Bit(bool),
}

/// The result of `operation` in one thread, or `None` if it is not a lane operation.
pub fn result(operation: Operation, operands: Operands) -> Option<Outcome> {
    let Operands { a, b, c, p, q } = operands;
    let word = match operation {
        Operation::Move => a,
        Operation::Select if p => a,
        Operation::Select => b,
        Operation::Add => low_word(unsigned(a) + unsigned(b)),
        Operation::Subtract => low_word(unsigned(a) - unsigned(b)),
        Operation::SubtractReversed => low_word(unsigned(b) - unsigned(a)),
        Operation::MultiplyLow => low_word(unsigned(a) * unsigned(b)),
        Operation::MultiplyHigh(signedness) => low_word((value(a, signedness) * value(b, signedness)).div_euclid(WORD_VALUES)),
        Operation::MultiplyAdd => low_word(unsigned(a) * unsigned(b) + unsigned(c)),
        Operation::Minimum(signedness) if value(a, signedness) < value(b, signedness) => a,
        Operation::Minimum(_) => b,
        Operation::Maximum(signedness) if value(a, signedness) > value(b, signedness) => a,
        Operation::Maximum(_) => b,
        Operation::And => a & b,
        Operation::Or => a | b,
        Operation::Xor => a ^ b,
        Operation::Not => !a,
        Operation::ShiftLeft => low_word(unsigned(b) * power_of_two(a % 32)),
        Operation::ShiftRight(signedness) => low_word(value(b, signedness).div_euclid(power_of_two(a % 32))),
        Operation::PopulationCount => low_word(a.count_ones().into()),
        Operation::PopulationCountAdd => low_word(i128::from(a.count_ones()) + unsigned(b)),
        Operation::BitReverse => bit_reverse(a),
        Operation::HighestOne => highest_one(a).unwrap_or(0xffff_ffff),
        Operation::LeadingZeros => highest_one(a).map_or(0xffff_ffff, |position| 31 - position),
        Operation::Compare(comparison, signedness) => {
            return Some(Outcome::Bit(compare(comparison, value(a, signedness), value(b, signedness))));
        }
        Operation::FloatAdd => float::add(a, b),
        Operation::FloatSubtract => float::subtract(a, b),
        Operation::FloatMultiply => float::multiply(a, b),
        Operation::FloatMultiplyAdd => float::multiply_add(a, b, c),
        Operation::FloatMinimum => float::minimum(a, b),
        Operation::FloatMaximum => float::maximum(a, b),
        Operation::FloatFromInteger(signedness) => float::from_integer(a, signedness),
        Operation::FloatToInteger(signedness) => float::to_integer(a, signedness),
        Operation::FloatCompare(comparison) => return Some(Outcome::Bit(float::compare(comparison, a, b))),
        Operation::CombineMasks(function) => return Some(Outcome::Bit(combine(function, p, q))),
        Operation::Nop
        | Operation::Exit
        | Operation::Shuffle(_)
        | Operation::ShuffleRange(..)
        | Operation::Exec(_)
        | Operation::LaneMove(_)
        | Operation::WriteLane => {
            return None;
        }
        Operation::Vote(_) | Operation::Ballot | Operation::ActiveThreads => return None,
        Operation::Video(_) | Operation::VideoSimd(_) => return None,
        Operation::MatchAny | Operation::MatchAll | Operation::Reduce(_) => {
            return None;
        }
        Operation::Synchronise | Operation::BarrierReduce(_) | Operation::ReadBarrier | Operation::TestBarrier => return None,
        Operation::TriggerCounter | Operation::ReadSpecial => return None,
    };
    Some(Outcome::Word(word))
}

/// How many values a word can have.
const WORD_VALUES: i128 = 1 << 32;

/// A word read as a number, 0 .. 2^32-1.
fn unsigned(word: u32) -> i128 {
    i128::from(word)
}

/// A word read as a number of either kind.
fn value(word: u32, signedness: Signedness) -> i128 {
    match signedness {
        Signedness::Unsigned => i128::from(word),
        Signedness::Signed => i128::from(word as i32),
    }
}

/// A number modulo 2^32.
fn low_word(number: i128) -> u32 {
    number.rem_euclid(WORD_VALUES) as u32
}

fn power_of_two(exponent: u32) -> i128 {
    2_i128.pow(exponent)
}

fn bit_is_set(word: u32, position: u32) -> bool {
    i128::from(word) / power_of_two(position) % 2 == 1
}

fn bit_reverse(word: u32) -> u32 {
    let mut reversed = 0;
    for position in 0..32 {
        if bit_is_set(word, position) {
            reversed += power_of_two(31 - position);
        }
    }
    low_word(reversed)
}

/// Position of the highest set bit, 0..31, or `None` for 0.
fn highest_one(word: u32) -> Option<u32> {
    (0..32).rev().find(|&position| bit_is_set(word, position))
}

fn compare(comparison: Comparison, a: i128, b: i128) -> bool {
    match comparison {
        Comparison::Equal => a == b,
        Comparison::NotEqual => a != b,
        Comparison::Less => a < b,
        Comparison::LessOrEqual => a <= b,
        Comparison::Greater => a > b,
        Comparison::GreaterOrEqual => a >= b,
    }
}

fn combine(function: MaskFunction, p: bool, q: bool) -> bool {
    match function {
        MaskFunction::And => p && q,
        MaskFunction::Or => p || q,
        MaskFunction::Xor => p != q,
    }
}
