//! Lane operations (ISA.md section 4): what a thread gets from its own a, b, c and predicates.

use super::outcome::Outcome;
use crate::isa::LaneOperation::{self, *};
use crate::isa::Signedness::{Signed, Unsigned};
use crate::isa::{Comparison, Instruction, MaskFunction, Signedness, Thread, WordOfWave};

/// The word of `instruction`, whose operation is `operation`, the bit or both for a thread.
pub fn result(
    operation: LaneOperation,
    instruction: &Instruction,
    thread: Thread,
    [a, b, c]: [u32; 3],
    [p, q]: [bool; 2],
) -> Outcome {
    let table = instruction.immediate;
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
            let bit = compare(comparison, a as i32, b as i32);
            return Outcome::Bit(combined(instruction, bit, q));
        }
        Compare(comparison, Unsigned) => {
            return Outcome::Bit(combined(instruction, compare(comparison, a, b), q));
        }
        CombineMasks(function) => return Outcome::Bit(both(function, p, q)),
        Lookup => lookup_word(table, [a, b, c]),
        LookupAny => return Outcome::Bit(lookup_word(table, [a, b, c]) != 0 || q),
        AddThree => {
            let [a, b, c] = [(a, 0), (b, 1), (c, 2)].map(|(word, place)| {
                if instruction.modifiers[place].negate { word.wrapping_neg() } else { word }
            });
            a.wrapping_add(b).wrapping_add(c)
        }
        AddCarry => return with_bit(u64::from(a) + u64::from(b) + u64::from(q)),
        SubtractCarry => return with_bit(u64::from(a) + u64::from(!b) + u64::from(q)),
        SubtractBorrow => return less_borrow(a, b, q),
        SubtractBorrowReversed => return less_borrow(b, a, q),
        FunnelRight => (pair(c, b) >> (a % 32)) as u32,
        FunnelLeft => ((pair(b, c) << (a % 32)) >> 32) as u32,
        FunnelLeftAdd => ((pair(b, a) << (table % 32)) >> 32).wrapping_add(u64::from(c)) as u32,
        PermuteBytes => word_of(|place| {
            let nibble = a >> (4 * place) & 15;
            let byte = byte_of(pair(c, b), nibble % 8);
            if nibble >= 8 { sign_of(byte) } else { byte }
        }),
        PermuteBytesWide => word_of(|place| match a >> (8 * place) & 255 {
            number @ 0..8 => byte_of(pair(c, b), number),
            number @ 8..12 => sign_of(byte_of(pair(c, b), 2 * (number - 8) + 1)),
            12 => 0,
            _ => 255,
        }),
        ExtractBits(signedness) => extract(b, a % 32, c % 32, signedness),
        BitMask => ((1 << (c % 32)) - 1) << (a % 32),
        ShiftLeftAdd => (b << (a % 32)).wrapping_add(c),
        ShiftLeftOr => b << (a % 32) | c,
        AddShiftLeft => a.wrapping_add(b) << (c % 32),
        CountBelow(word) => {
            let first = if word == WordOfWave::Low { 0 } else { 32 };
            let below = (0..32).filter(|bit| first + bit < thread.0 % 64);
            b.wrapping_add(below.map(|bit| a >> bit & 1).sum())
        }
    })
}

/// A compare's bit, combined with q if its mnemonic says so.
pub fn combined(instruction: &Instruction, bit: bool, q: bool) -> bool {
    instruction.combination().map_or(bit, |function| both(function, bit, q))
}

fn both(function: MaskFunction, p: bool, q: bool) -> bool {
    match function {
        MaskFunction::And => p && q,
        MaskFunction::Or => p || q,
        MaskFunction::Xor => p != q,
    }
}

/// The low word, and bit 32 as the carry.
fn with_bit(sum: u64) -> Outcome {
    Outcome::Both(sum as u32, sum >> 32 == 1)
}

/// a - b - q, and whether it is below zero.
fn less_borrow(a: u32, b: u32, q: bool) -> Outcome {
    let difference = i64::from(a) - i64::from(b) - i64::from(q);
    Outcome::Both(difference as u32, difference < 0)
}

/// 64 bits of two words.
fn pair(high: u32, low: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

/// The word whose byte `place`, 0..4, is `byte(place)`.
fn word_of(byte: impl Fn(u32) -> u32) -> u32 {
    (0..4).map(|place| byte(place) << (8 * place)).sum()
}

fn byte_of(pair: u64, number: u32) -> u32 {
    (pair >> (8 * number)) as u32 & 255
}

/// The top bit of a byte eight times.
fn sign_of(byte: u32) -> u32 {
    if byte >= 128 { 255 } else { 0 }
}

/// `length` bits of `word` from `place` on; what lies above them is 0, or the highest of them.
fn extract(word: u32, place: u32, length: u32, signedness: Signedness) -> u32 {
    let shifted = match signedness {
        Unsigned => word >> place,
        Signed => (word as i32 >> place) as u32,
    };
    let ones = (1 << length) - 1;
    let is_negative = signedness == Signed && length > 0 && shifted >> (length - 1) & 1 == 1;
    if is_negative { shifted | !ones } else { shifted & ones }
}

/// LOP3's word.
fn lookup_word(table: u8, words: [u32; 3]) -> u32 {
    (0..32).map(|bit| lookup(table, words.map(|word| word >> bit & 1)) << bit).sum()
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
