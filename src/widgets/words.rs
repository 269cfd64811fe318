//! Rows of 32-bit words in rust-hdl's `Bits`.

use rust_hdl::core::prelude::Bits;

use super::pin::Value;
use crate::hdl;

/// A row of words, the first one lowest.
///
/// # Panics
/// When N is not 32 bits a word.
pub fn from_words<const N: usize>(words: &[u32]) -> Bits<N> {
    assert!(N == 32 * words.len(), "{} words are {} bits, not {N}", words.len(), 32 * words.len());
    let bit = |position: usize| words[position / 32] >> (position % 32) & 1 == 1;
    Bits::from_bits(&(0..N).map(bit).collect::<hdl::Bits>())
}

/// The words of a row, the lowest one first; a last word of fewer than 32 bits is extended with
/// zeros.
pub fn to_words<const N: usize>(row: Bits<N>) -> Vec<u32> {
    row.to_bits().chunks(32).map(bitvec::field::BitField::load_le).collect()
}
