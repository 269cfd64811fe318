//! What the retirements of a run amount to: a number that two engines share only if they retired
//! the same.
//!
//! The FNV-1a scheme (Fowler, Noll, Vo) with 64-bit words in place of bytes, for each wave in its
//! order; the waves are added, so that the order between them does not matter. Thread t goes into
//! chain t mod 4: a chain is a multiplication behind the other, and one alone would take longer
//! than the model takes for the instruction. `simulator/driver.cpp` computes the same.

use crate::isa::Retired;

const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x100_0000_01b3;
/// A machine has a multiple of 4 lanes, so a row begins with chain 0.
const CHAINS: usize = 4;

/// The checksums after 1, 2, 4, … passes of a program.
#[derive(Clone, Debug)]
pub struct Checksums {
    waves: Vec<WaveChecksum>,
}

#[derive(Clone, Debug)]
struct WaveChecksum {
    hashes: [u64; CHAINS],
    retired: u64,
    /// Retirements at which the next mark is set.
    next_mark: u64,
    marks: Vec<u64>,
}

impl Checksums {
    /// For waves that have `lengths` instructions in a pass.
    pub fn new(lengths: impl IntoIterator<Item = usize>) -> Self {
        let hashes = [OFFSET_BASIS; CHAINS];
        let wave =
            |length| WaveChecksum { hashes, retired: 0, next_mark: length as u64, marks: vec![] };
        Self { waves: lengths.into_iter().map(wave).collect() }
    }

    /// Takes the next retirement.
    pub fn add(&mut self, retired: &Retired) {
        self.waves[retired.wave].add(retired);
    }

    /// The checksums after 1, 2, 4, … passes, as far as there were that many.
    pub fn marks(&self) -> Vec<u64> {
        let count = self.waves.iter().map(|wave| wave.marks.len()).max().unwrap_or(0);
        let mark = |number: usize| {
            self.waves
                .iter()
                .filter_map(|wave| wave.marks.get(number))
                .fold(0, |a: u64, b| a.wrapping_add(*b))
        };
        (0..count).map(mark).collect()
    }
}

impl WaveChecksum {
    fn add(&mut self, retired: &Retired) {
        let register = retired
            .register
            .as_ref()
            .map(|(register, words)| (u64::from(register.0) + 1, &words.0[..]));
        let mask = retired.mask.as_ref().map(|(entry, bits)| (u64::from(entry.0) + 1, &bits.0[..]));
        let (register, words) = register.unwrap_or((0, &[]));
        let (mask, bits) = mask.unwrap_or((0, &[]));
        let mut hashes = self.hashes;
        hashes[0] = hash(hashes[0], register);
        hashes[1] = hash(hashes[1], mask);
        let of_thread = |thread: usize| match retired.written.0.get(thread) {
            Some(true) => {
                let word = words.get(thread).copied().unwrap_or(0);
                let bit = bits.get(thread).copied().unwrap_or(false);
                1 << 33 | u64::from(bit) << 32 | u64::from(word)
            }
            Some(false) | None => 0,
        };
        for first in (0..retired.written.threads()).step_by(CHAINS) {
            for (chain, of_chain) in hashes.iter_mut().enumerate() {
                *of_chain = hash(*of_chain, of_thread(first + chain));
            }
        }
        self.hashes = hashes;
        self.retired += 1;
        if self.retired == self.next_mark {
            self.marks.push(hashes.into_iter().fold(OFFSET_BASIS, hash));
            self.next_mark *= 2;
        }
    }
}

/// Takes one more word into a hash.
fn hash(hash: u64, word: u64) -> u64 {
    (hash ^ word).wrapping_mul(PRIME)
}
