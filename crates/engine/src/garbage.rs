//! Seeded random content for everything that hardware leaves undefined.
//!
//! Each word is a function of the seed and of where it is used, not of how often the source was
//! asked before: engines that work in different orders still see the same garbage.

/// A source of undefined content.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Garbage {
    seed: u64,
}

impl Garbage {
    /// Content that is the same for the same seed.
    pub fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// Power-up content of limb `position` of the value array.
    pub fn power_up(self, position: usize) -> u64 {
        self.word([0, position as u64, 0, 0])
    }

    /// Power-up content of limb `position` of all copies of a memory.
    pub fn memory(self, memory: usize, position: usize) -> u64 {
        self.word([1, memory as u64, position as u64, 0])
    }

    /// Word that a memory port reads or stores as limb `position` of all its copies in a cycle in
    /// which that is undefined.
    pub fn port(self, cycle: u64, memory: usize, port: usize, position: usize) -> u64 {
        self.word([2 + cycle, memory as u64, port as u64, position as u64])
    }

    fn word(self, place: [u64; 4]) -> u64 {
        place.into_iter().fold(split_mix(self.seed), |state, part| split_mix(state ^ part))
    }
}

/// One step of the generator SplitMix64 (Steele, Lea and Flood 2014).
fn split_mix(state: u64) -> u64 {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let state = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let state = (state ^ state >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ state >> 31
}
