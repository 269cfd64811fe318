//! Random choices that every computer makes alike.

/// The same words for the same seed (xorshift64*, Vigna 2016).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The words of `seed`, from the first.
    pub fn new(seed: u64) -> Self {
        // Zero would stay zero.
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).max(1))
    }

    /// The next word.
    pub fn word(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        // The low bits of a word are its worst.
        (self.word() >> 33) as usize % count
    }
}
