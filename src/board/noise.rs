//! A bad line: bytes that are lost, and bytes that come garbled.

use crate::random::Random;

/// Damages bytes at random, the same ones for the same seed.
pub struct Noise {
    /// One byte in as many is lost; none with 0.
    lose: usize,
    /// One byte in as many has a wrong bit or more; none with 0.
    garble: usize,
    random: Random,
}

impl Noise {
    /// About one byte in `lose` is lost, and one in `garble` comes garbled; none with `None`.
    pub fn new(lose: Option<u32>, garble: Option<u32>, seed: u64) -> Self {
        let [lose, garble] = [lose, garble].map(|count| count.unwrap_or(0) as usize);
        Self { lose, garble, random: Random::new(seed) }
    }

    /// Passes `byte`, perhaps garbled; `None` if it is lost.
    pub fn pass(&mut self, byte: u8) -> Option<u8> {
        if self.is_one_in(self.lose) {
            return None;
        }
        let damage = if self.is_one_in(self.garble) { 1 + self.random.below(255) as u8 } else { 0 };
        Some(byte ^ damage)
    }

    fn is_one_in(&mut self, count: usize) -> bool {
        count > 0 && self.random.below(count) == 0
    }
}
