//! What the retirements of a run amount to: a number that two engines share only if they retired the same.
//!
//! The FNV-1a scheme (Fowler, Noll, Vo) with 64-bit words in place of bytes, for each wave in its order; the waves are
//! added, so that the order between them does not matter. `simulator/driver.cpp` computes the same.

use crate::isa::Retired;

const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x100_0000_01b3;

/// The checksums after 1, 2, 4, … passes of a program.
#[derive(Clone, Debug)]
pub struct Checksums {
    waves: Vec<WaveChecksum>,
}

#[derive(Clone, Debug)]
struct WaveChecksum {
    hash: u64,
    retired: u64,
    /// Retirements at which the next mark is set.
    next_mark: u64,
    marks: Vec<u64>,
}

impl Checksums {
    /// For waves that have `lengths` instructions in a pass.
    pub fn new(lengths: impl IntoIterator<Item = usize>) -> Self {
        let wave = |length| WaveChecksum { hash: OFFSET_BASIS, retired: 0, next_mark: length as u64, marks: vec![] };
        Self { waves: lengths.into_iter().map(wave).collect() }
    }

    /// Takes the next retirement.
    pub fn add(&mut self, retired: &Retired) {
        self.waves[retired.wave].add(retired);
    }

    /// The checksums after 1, 2, 4, … passes, as far as there were that many.
    pub fn marks(&self) -> Vec<u64> {
        let count = self.waves.iter().map(|wave| wave.marks.len()).max().unwrap_or(0);
        let mark =
            |number: usize| self.waves.iter().filter_map(|wave| wave.marks.get(number)).fold(0, |a: u64, b| a.wrapping_add(*b));
        (0..count).map(mark).collect()
    }
}

impl WaveChecksum {
    fn add(&mut self, retired: &Retired) {
        let (register, mask) = (&retired.register, &retired.mask);
        self.word(register.as_ref().map_or(0, |(register, _)| u64::from(register.0) + 1));
        self.word(mask.as_ref().map_or(0, |(entry, _)| u64::from(entry.0) + 1));
        for (thread, &written) in retired.written.iter() {
            let word = register.as_ref().map_or(0, |(_, words)| words[thread]);
            let bit = mask.as_ref().is_some_and(|(_, bits)| bits[thread]);
            self.word(if written { 1 << 33 | u64::from(bit) << 32 | u64::from(word) } else { 0 });
        }
        self.retired += 1;
        if self.retired == self.next_mark {
            self.marks.push(self.hash);
            self.next_mark *= 2;
        }
    }

    fn word(&mut self, word: u64) {
        self.hash = (self.hash ^ word).wrapping_mul(PRIME);
    }
}
