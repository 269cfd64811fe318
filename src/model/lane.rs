//! Lane operations (ISA.md section 4): what a thread gets from its own a, b, c and predicates.

use super::outcome::Outcome;
use super::sources::Sources;
use crate::isa::LaneOperation::{self, *};
use crate::isa::Signedness::{Signed, Unsigned};
use crate::isa::{Comparison, MaskFunction, Signedness, Thread, WordOfWave};

/// The result of each thread of `sources` for `operation`; a is what DPP has fetched.
pub fn outcome(operation: LaneOperation, sources: &Sources) -> Outcome {
    let Sources { instruction, .. } = sources;
    let table = instruction.immediate;
    match operation {
        Move => sources.words(|[a, ..], _| a),
        Select => sources.words(|[a, b, _], [p, _]| if p { a } else { b }),
        Add => sources.words(|[a, b, _], _| a.wrapping_add(b)),
        Subtract => sources.words(|[a, b, _], _| a.wrapping_sub(b)),
        SubtractReversed => sources.words(|[a, b, _], _| b.wrapping_sub(a)),
        MultiplyLow => sources.words(|[a, b, _], _| a.wrapping_mul(b)),
        MultiplyHigh(Unsigned) => {
            sources.words(|[a, b, _], _| ((u64::from(a) * u64::from(b)) >> 32) as u32)
        }
        MultiplyHigh(Signed) => {
            let long = |word: u32| i64::from(word as i32);
            sources.words(|[a, b, _], _| ((long(a) * long(b)) >> 32) as u32)
        }
        MultiplyAdd => sources.words(|[a, b, c], _| a.wrapping_mul(b).wrapping_add(c)),
        Minimum(Signed) => sources.words(|[a, b, _], _| (a as i32).min(b as i32) as u32),
        Minimum(Unsigned) => sources.words(|[a, b, _], _| a.min(b)),
        Maximum(Signed) => sources.words(|[a, b, _], _| (a as i32).max(b as i32) as u32),
        Maximum(Unsigned) => sources.words(|[a, b, _], _| a.max(b)),
        And => sources.words(|[a, b, _], _| a & b),
        Or => sources.words(|[a, b, _], _| a | b),
        Xor => sources.words(|[a, b, _], _| a ^ b),
        Not => sources.words(|[a, ..], _| !a),
        ShiftLeft => sources.words(|[a, b, _], _| b << (a % 32)),
        ShiftRight(Unsigned) => sources.words(|[a, b, _], _| b >> (a % 32)),
        ShiftRight(Signed) => sources.words(|[a, b, _], _| (b as i32 >> (a % 32)) as u32),
        PopulationCount => sources.words(|[a, ..], _| a.count_ones()),
        PopulationCountAdd => sources.words(|[a, b, _], _| a.count_ones().wrapping_add(b)),
        BitReverse => sources.words(|[a, ..], _| a.reverse_bits()),
        HighestOne => sources.words(|[a, ..], _| a.checked_ilog2().unwrap_or(0xffff_ffff)),
        LeadingZeros => sources.words(|[a, ..], _| if a == 0 { !0 } else { a.leading_zeros() }),
        Compare(comparison, Signed) => {
            compared(sources, |[a, b, _]| compare(comparison, a as i32, b as i32))
        }
        Compare(comparison, Unsigned) => compared(sources, |[a, b, _]| compare(comparison, a, b)),
        CombineMasks(function) => sources.bits(|_, [p, q]| both(function, p, q)),
        Lookup => sources.words(|words, _| lookup(table, words)),
        LookupAny => sources.bits(|words, [_, q]| lookup(table, words) != 0 || q),
        AddThree => {
            let signed = |word: u32, place: usize| {
                if instruction.modifiers[place].negate { word.wrapping_neg() } else { word }
            };
            let sum = |a: u32, b: u32, c: u32| a.wrapping_add(b).wrapping_add(c);
            sources.words(|[a, b, c], _| sum(signed(a, 0), signed(b, 1), signed(c, 2)))
        }
        AddCarry => sources.both(|a, b, q| with_bit(u64::from(a) + u64::from(b) + u64::from(q))),
        SubtractCarry => {
            sources.both(|a, b, q| with_bit(u64::from(a) + u64::from(!b) + u64::from(q)))
        }
        SubtractBorrow => sources.both(less_borrow),
        SubtractBorrowReversed => sources.both(|a, b, q| less_borrow(b, a, q)),
        FunnelRight => sources.words(|[a, b, c], _| (pair(c, b) >> (a % 32)) as u32),
        FunnelLeft => sources.words(|[a, b, c], _| ((pair(b, c) << (a % 32)) >> 32) as u32),
        FunnelLeftAdd => sources.words(|[a, b, c], _| {
            ((pair(b, a) << (table % 32)) >> 32).wrapping_add(u64::from(c)) as u32
        }),
        PermuteBytes => sources.words(|[a, b, c], _| {
            word_of(|place| {
                let nibble = a >> (4 * place) & 15;
                let byte = byte_of(pair(c, b), nibble % 8);
                if nibble >= 8 { sign_of(byte) } else { byte }
            })
        }),
        PermuteBytesWide => sources.words(|[a, b, c], _| {
            word_of(|place| match a >> (8 * place) & 255 {
                number @ 0..8 => byte_of(pair(c, b), number),
                number @ 8..12 => sign_of(byte_of(pair(c, b), 2 * (number - 8) + 1)),
                12 => 0,
                _ => 255,
            })
        }),
        ExtractBits(signedness) => {
            sources.words(|[a, b, c], _| extract(b, a % 32, c % 32, signedness))
        }
        BitMask => sources.words(|[a, _, c], _| ((1 << (c % 32)) - 1) << (a % 32)),
        ShiftLeftAdd => sources.words(|[a, b, c], _| (b << (a % 32)).wrapping_add(c)),
        ShiftLeftOr => sources.words(|[a, b, c], _| b << (a % 32) | c),
        AddShiftLeft => sources.words(|[a, b, c], _| a.wrapping_add(b) << (c % 32)),
        CountBelow(word) => {
            let first = if word == WordOfWave::Low { 0 } else { 32 };
            let below =
                |Thread(thread): Thread| (1_u64 << (thread % 64).saturating_sub(first).min(32)) - 1;
            Outcome::Words(sources.each(|thread, [a, b, _], _| {
                b.wrapping_add((a & below(thread) as u32).count_ones())
            }))
        }
    }
}
/// A compare's bits, combined with q if its mnemonic says so.
pub fn compared(sources: &Sources, holds: impl Fn([u32; 3]) -> bool) -> Outcome {
    match sources.instruction.combination() {
        None => sources.bits(|words, _| holds(words)),
        Some(function) => sources.bits(|words, [_, q]| both(function, holds(words), q)),
    }
}

fn both(function: MaskFunction, p: bool, q: bool) -> bool {
    match function {
        MaskFunction::And => p && q,
        MaskFunction::Or => p || q,
        MaskFunction::Xor => p != q,
    }
}

/// The low word, and bit 32 as the carry.
fn with_bit(sum: u64) -> (u32, bool) {
    (sum as u32, sum >> 32 == 1)
}

/// a - b - q, and whether it is below zero.
fn less_borrow(a: u32, b: u32, q: bool) -> (u32, bool) {
    let difference = i64::from(a) - i64::from(b) - i64::from(q);
    (difference as u32, difference < 0)
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

/// LOP3's word: the bits whose number, 4a + 2b + c, has a 1 in `table`.
fn lookup(table: u8, [a, b, c]: [u32; 3]) -> u32 {
    let side = |word: u32, is_one: bool| if is_one { word } else { !word };
    let of_number =
        |number: u8| side(a, number & 4 != 0) & side(b, number & 2 != 0) & side(c, number & 1 != 0);
    let holds = |number: u8| if table >> number & 1 == 1 { !0 } else { 0 };
    (0..8).fold(0, |bits, number| bits | holds(number) & of_number(number))
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
