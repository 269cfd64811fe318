//! Checksum of the retirements of a run: a number that two engines share only if they retired
//! the same.
//!
//! The FNV-1a scheme (Fowler, Noll, Vo) with 64-bit words in place of bytes, for each wave in its
//! order; the waves are added, so that the order between them does not matter. Thread t goes into
//! chain t mod 4: a chain is a multiplication behind the other, and one alone would take longer
//! than the model takes for the instruction. `simulators/driver.cpp` computes the same.

use std::time::Duration;

use crate::isa::Retired;

const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x100_0000_01b3;
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
    /// Starts checksums of waves that have `lengths` instructions in a pass.
    pub fn new(lengths: impl IntoIterator<Item = usize>) -> Self {
        let hashes = [OFFSET_BASIS; CHAINS];
        let wave =
            |length| WaveChecksum { hashes, retired: 0, next_mark: length as u64, marks: vec![] };
        Self { waves: lengths.into_iter().map(wave).collect() }
    }

    /// Adds the next retirement.
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
        let written = &retired.written.0[..];
        let register = retired
            .register
            .as_ref()
            .map(|(register, words)| (register.0, &words.0[..written.len()]));
        let mask = retired.mask.as_ref().map(|(entry, bits)| (entry.0, &bits.0[..written.len()]));
        let mut hashes = self.hashes;
        hashes[0] = hash(hashes[0], register.map_or(0, |(register, _)| u64::from(register) + 1));
        hashes[1] = hash(hashes[1], mask.map_or(0, |(entry, _)| u64::from(entry) + 1));
        // A loop for each kind of instruction: none looks for words or bits that it does not write.
        match (register, mask) {
            (Some((_, words)), Some((_, bits))) => {
                add_threads(&mut hashes, written, |thread| words[thread], |thread| bits[thread]);
            }
            (Some((_, words)), None) => {
                add_threads(&mut hashes, written, |thread| words[thread], |_| false);
            }
            (None, Some((_, bits))) => {
                add_threads(&mut hashes, written, |_| 0, |thread| bits[thread]);
            }
            (None, None) => add_threads(&mut hashes, written, |_| 0, |_| false),
        }
        self.hashes = hashes;
        self.retired += 1;
        if self.retired == self.next_mark {
            self.marks.push(hashes.into_iter().fold(OFFSET_BASIS, hash));
            self.next_mark *= 2;
        }
    }
}

/// Results of runs of one program that all engines must agree on.
#[derive(Clone, Debug, Default)]
pub struct Agreement {
    /// Checksums after 1, 2, 4, … passes, each with the first engine that reported it.
    checksums: Vec<(u64, String)>,
    /// Cycles of the first pass, and the first engine that reported them.
    cycles: Option<(u64, String)>,
}

impl Agreement {
    /// Compares a run of the engine called `name` with those before it: `passes` of the program
    /// took `cycles`, `None` where the engine has none; `checksums` are those after 1, 2, 4, …
    /// passes, none where it retires nothing.
    ///
    /// # Errors
    /// The difference, as one sentence.
    pub fn compare(
        &mut self,
        name: &str,
        passes: u64,
        cycles: Option<u64>,
        checksums: &[u64],
    ) -> Result<(), String> {
        for (mark, &checksum) in checksums.iter().enumerate() {
            match self.checksums.get(mark) {
                Some((expected, by)) if *expected != checksum => {
                    let passes = 1_u64 << mark;
                    return Err(format!(
                        "after {passes} passes, the checksum of all retirements is {checksum:016x} by {name}, {expected:016x} by {by}"
                    ));
                }
                Some(_) => {}
                None => self.checksums.push((checksum, name.to_owned())),
            }
        }
        match (cycles.filter(|_| passes == 1), &self.cycles) {
            (Some(cycles), Some((expected, by))) if cycles != *expected => {
                return Err(format!(
                    "one pass takes {cycles} cycles by {name}, {expected} by {by}"
                ));
            }
            (Some(cycles), None) => self.cycles = Some((cycles, name.to_owned())),
            _ => {}
        }
        Ok(())
    }
}

/// Adds the words and bits that the threads wrote.
fn add_threads(
    hashes: &mut [u64; CHAINS],
    written: &[bool],
    word: impl Fn(usize) -> u32,
    bit: impl Fn(usize) -> bool,
) {
    for first in (0..written.len()).step_by(CHAINS) {
        for (chain, of_chain) in hashes.iter_mut().enumerate() {
            let thread = first + chain;
            let new = 1 << 33 | u64::from(bit(thread)) << 32 | u64::from(word(thread));
            *of_chain = hash(*of_chain, if written[thread] { new } else { 0 });
        }
    }
}

/// Adds one more word to a hash.
fn hash(hash: u64, word: u64) -> u64 {
    (hash ^ word).wrapping_mul(PRIME)
}

/// Passes of a workload that take about `time`, for an engine that has run once: `run`, which gives the
/// time of so many passes, is asked for more and more until a tenth of it is reached. Work for the
/// first run alone, such as code that watches nets, is not in it.
///
/// # Errors
/// Those of `run`.
pub fn passes_for<E>(
    time: Duration,
    mut run: impl FnMut(u64) -> Result<Duration, E>,
) -> Result<u64, E> {
    let (mut passes, mut taken) = (1, run(1)?);
    while taken * 10 < time {
        let growth = time.as_secs_f64() / 5.0 / taken.as_secs_f64().max(1e-9);
        passes = (passes as f64 * growth.clamp(2.0, 64.0)) as u64;
        taken = run(passes)?;
    }
    Ok(((passes as f64 * time.as_secs_f64() / taken.as_secs_f64()) as u64).max(1))
}
