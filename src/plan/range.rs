//! Numbers that count or name things.

use std::fmt;

use serde::Serialize;

/// Bits that tell `count` things apart; 0 for one.
pub const fn index_bits(count: usize) -> usize {
    count.next_power_of_two().trailing_zeros() as usize
}

/// A number, a counter or a pointer that runs from 0 to `last`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Range {
    /// The largest value.
    pub last: u64,
    /// Bits that hold it; 0 where 0 is the only value.
    pub bits: usize,
}

impl Range {
    /// A number that tells `count` things apart.
    pub const fn of(count: usize) -> Self {
        Self { last: count as u64 - 1, bits: index_bits(count) }
    }

    /// A counter of `bits` bits, at most 64, that wraps around.
    pub const fn wrapping(bits: usize) -> Self {
        Self { last: if bits == 0 { 0 } else { u64::MAX >> (64 - bits) }, bits }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bits {
            0 => f.write_str("0"),
            64 => f.write_str("64 bits"),
            bits => write!(f, "0..{}, {bits} bit{}", self.last, if bits == 1 { "" } else { "s" }),
        }
    }
}
