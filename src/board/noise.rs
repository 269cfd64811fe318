//! A bad line: bytes that are lost, and bytes that come garbled.

/// Damages bytes at random, the same ones for the same seed.
pub struct Noise {
    /// One byte in as many is lost; none with 0.
    lose: u32,
    /// One byte in as many has a wrong bit or more; none with 0.
    garble: u32,
    state: u64,
}

impl Noise {
    /// About one byte in `lose` is lost, and one in `garble` comes garbled; none with `None`.
    pub fn new(lose: Option<u32>, garble: Option<u32>, seed: u64) -> Self {
        Self { lose: lose.unwrap_or(0), garble: garble.unwrap_or(0), state: seed }
    }

    /// What comes of `byte`.
    pub fn pass(&mut self, byte: u8) -> Option<u8> {
        if self.is_one_in(self.lose) {
            return None;
        }
        let damage = if self.is_one_in(self.garble) { 1 + self.below(255) as u8 } else { 0 };
        Some(byte ^ damage)
    }

    fn is_one_in(&mut self, count: u32) -> bool {
        count > 0 && self.below(count.into()) == 0
    }

    /// SplitMix64.
    fn below(&mut self, end: u64) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }
}
