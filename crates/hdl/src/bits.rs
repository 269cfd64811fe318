//! Constants and port values: bit 0 first, in 64-bit limbs.

use bitvec::field::BitField;
use bitvec::prelude::{BitVec, Lsb0};

/// A value of any width.
pub type Bits = BitVec<u64, Lsb0>;

/// The low `width` bits of `value`.
///
/// # Panics
/// When `value` does not fit.
#[track_caller]
pub fn bits(width: usize, value: u128) -> Bits {
    assert!(width >= 128 || value >> width == 0, "{value:#x} does not fit {width} bits");
    let mut result = Bits::from_vec(vec![value as u64, (value >> 64) as u64]);
    result.resize(width, false);
    result
}

/// The value of at most 128 bits as an integer.
#[track_caller]
pub fn bits_to_u128(value: &Bits) -> u128 {
    assert!(value.len() <= 128, "{} bits do not fit an integer of 128", value.len());
    value.iter_ones().fold(0, |integer, bit| integer | 1 << bit)
}

/// The runs of equal bits, lowest first: the bit, the first one's number, and how many.
pub(crate) fn runs(value: &Bits) -> Vec<(bool, usize, usize)> {
    let bits: Vec<bool> = value.iter().by_vals().collect();
    let runs = bits.chunk_by(|a, b| a == b).scan(0, |low, run| {
        *low += run.len();
        Some((run[0], *low - run.len(), run.len()))
    });
    runs.collect()
}

/// Hexadecimal digits, the highest first.
pub(crate) fn hexadecimal(value: &Bits) -> String {
    value.chunks(4).rev().map(|four| format!("{:x}", four.load_le::<u8>())).collect()
}

/// The limbs of a value, the lowest first; bits above its width are zero.
pub fn bits_to_limbs(value: &Bits) -> impl Iterator<Item = u64> + '_ {
    value.chunks(64).map(BitField::load_le)
}

/// The low `width` bits of limbs.
pub fn limbs_to_bits(width: usize, limbs: &[u64]) -> Bits {
    let mut value = Bits::from_slice(limbs);
    value.truncate(width);
    value
}
