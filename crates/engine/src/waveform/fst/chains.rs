//! Values on their way into an FST file: for each net the chain of its changes.
//!
//! ```text
//! log      block 0: time, values, time, values, ...            until it is long enough
//! chains   net 0: change, change, ...    net 1: change, ...    until they are long enough
//! section  values at its begin | packed chains | where each begins | times
//! ```
//!
//! A change is the steps of time since the net's last one, and the bits, the highest first; of one
//! bit both are one number.

use std::hint::black_box;

use super::head::VARIABLE;
use super::log::{BlockLayout, Layout, Log, Stream, expand};
use super::numbers::append_varint;
use crate::watch::{Place, set_bits};

/// Bytes of memory that a chain begins with.
const SMALLEST: usize = 64;

/// The changes of a net.
pub struct Chain {
    /// Memory for them; as much as is used holds some.
    memory: Vec<u8>,
    used: u32,
    /// The place of the last one's time among the times.
    last: u32,
    /// Bits of the net; [`VARIABLE`] for texts.
    width: u32,
}

/// Bits of a value that fits into 64 bits with one byte before.
const NARROW: u32 = 56;
/// Bytes that a change of such a value may take, and be written to.
const MOST_NARROW_BYTES: usize = 16;

/// Puts some bytes where they belong, without a call.
#[inline(always)]
fn put<const COUNT: usize>(memory: &mut [u8], place: usize, bytes: [u8; COUNT]) {
    *memory[place..].first_chunk_mut().expect("memory for them") = bytes;
}

/// Entries of one block in a log, at up to 64 times.
struct Entries<'l> {
    words: &'l [u32],
    /// Limbs of each.
    length: usize,
    /// For each, the place of its time among the times.
    times: [u32; 64],
}

impl Entries<'_> {
    /// The word of an entry that stands at this place.
    #[inline(always)]
    fn word(&self, entry: usize, place: Place) -> u64 {
        self.words[2 * self.length * entry + place.word as usize].into()
    }
}

impl Chain {
    fn new(width: usize) -> Self {
        Self { memory: vec![], used: 0, last: 0, width: width as u32 }
    }

    /// The words of the value that `words` begin with.
    fn words_of(&self, words: &[u32]) -> usize {
        match self.width as usize {
            VARIABLE => 1 + words[0].div_ceil(4) as usize,
            width => width.div_ceil(32),
        }
    }

    pub fn changes(&self) -> &[u8] {
        &self.memory[..self.used as usize]
    }

    /// Appends the first `length` bytes of `bytes`.
    #[inline(always)]
    fn append<const MOST: usize>(&mut self, bytes: [u8; MOST], length: usize) {
        let used = self.used as usize;
        if used + MOST > self.memory.len() {
            self.grow();
        }
        put(&mut self.memory, used, bytes);
        self.used += length as u32;
    }

    /// The byte behind the changes; 0 where the memory ends with them.
    #[inline(always)]
    fn end(&self) -> u8 {
        self.memory.get(self.used as usize).copied().unwrap_or(0)
    }

    /// Without changes.
    pub fn clear(&mut self) {
        (self.used, self.last) = (0, 0);
    }

    #[cold]
    fn grow(&mut self) {
        self.memory.resize((2 * self.memory.len()).max(SMALLEST), 0);
    }

    fn append_varint(&mut self, mut number: u64) {
        while number > 0x7f {
            self.append([number as u8 | 0x80], 1);
            number >>= 7;
        }
        self.append([number as u8], 1);
    }

    /// Appends the changes of those entries that `which` has a bit for, where its value stands at
    /// `value`. How many bytes that is.
    fn append_changes(&mut self, entries: &Entries, which: u64, value: &[Place]) -> usize {
        let before = self.used;
        let width = self.width;
        match *value {
            [place] if width == 1 => self.append_narrow(entries, which, 0, |entry, steps| {
                let bit = entries.word(entry, place) >> place.bit.unwrap_or(0) & 1;
                (steps << 2 | bit << 1, 0)
            }),
            [place] => self.append_narrow(entries, which, width, |entry, steps| {
                (steps << 1, entries.word(entry, place) << (64 - width))
            }),
            [low, high] if width <= NARROW => {
                self.append_narrow(entries, which, width, |entry, steps| {
                    let value = entries.word(entry, low) | entries.word(entry, high) << 32;
                    (steps << 1, value << (64 - width))
                })
            }
            _ => {
                for entry in set_bits(which) {
                    self.append_bits(entries.times[entry], |word| {
                        entries.word(entry, value[word]) as u32
                    });
                }
            }
        }
        (self.used - before) as usize
    }

    /// Appends for each of those entries a number and so many bits, which `change` gives for the
    /// entry and the steps of time before it; the highest bit is the value's first.
    #[inline(always)]
    fn append_narrow(
        &mut self,
        entries: &Entries,
        which: u64,
        bits: u32,
        change: impl Fn(usize, u64) -> (u64, u64),
    ) {
        let most = which.count_ones() as usize * MOST_NARROW_BYTES;
        while self.memory.len() < self.used as usize + most {
            self.grow();
        }
        // Held here, not in the chain, they stay in registers.
        let (mut used, mut last) = (self.used as usize, self.last);
        let (length, memory) = (bits.div_ceil(8) as usize, self.memory.as_mut_slice());
        for entry in set_bits(which) {
            let now = entries.times[entry];
            let (mut number, value) = change(entry, (now - last).into());
            while number > 0x7f {
                memory[used] = number as u8 | 0x80;
                (used, number) = (used + 1, number >> 7);
            }
            if bits == 0 {
                memory[used] = number as u8;
            } else {
                put(memory, used, (value >> 8 | number << 56).to_be_bytes());
            }
            (used, last) = (used + 1 + length, now);
        }
        (self.used, self.last) = (used as u32, last);
    }

    /// Appends a change to the value that `words` begin with. How many bytes that is.
    fn append_change(&mut self, now: u32, words: &[u32]) -> usize {
        let before = self.used;
        match self.width as usize {
            VARIABLE => self.append_text(now, words),
            1 => self.append_varint(u64::from(now - self.last) << 2 | u64::from(words[0] & 1) << 1),
            _ => self.append_bits(now, |word| words[word]),
        }
        self.last = now;
        (self.used - before) as usize
    }

    /// Appends as many bytes as the first word says, behind that.
    fn append_text(&mut self, now: u32, words: &[u32]) {
        self.append_varint(u64::from(now - self.last) << 1);
        self.append_varint(words[0].into());
        let end = self.used + words[0];
        words[1..].iter().for_each(|word| self.append(word.to_ne_bytes(), 4));
        (self.used, self.last) = (end, now);
    }

    /// Appends the bits of these words, the highest first and in the highest place of a byte.
    fn append_bits(&mut self, now: u32, word: impl Fn(usize) -> u32) {
        self.append_varint(u64::from(now - self.last) << 1);
        let (width, used) = (self.width as usize, self.used as usize);
        let words = width.div_ceil(32);
        while self.memory.len() < used + 4 * words {
            self.grow();
        }
        let (up, mut above) = (32 * words - width, word(words - 1));
        for (number, place) in (0..words).rev().enumerate() {
            let below = if place == 0 { 0 } else { word(place - 1) };
            let both = u64::from(above) << 32 | u64::from(below);
            put(&mut self.memory, used + 4 * number, ((both << up >> 32) as u32).to_be_bytes());
            above = below;
        }
        self.used += width.div_ceil(8) as u32;
        self.last = now;
    }
}

/// Exchanges the rows and the columns of a square of bits.
fn transpose(rows: &mut [u64; 64]) {
    let (mut half, mut low) = (32, u64::MAX >> 32);
    while half > 0 {
        for row in (0..64).filter(|row| row & half == 0) {
            let exchanged = (rows[row] >> half ^ rows[row + half]) & low;
            rows[row] ^= exchanged << half;
            rows[row + half] ^= exchanged;
        }
        half /= 2;
        low ^= low << half;
    }
}

/// The chains of all nets from one time on.
pub struct Chains {
    pub chains: Vec<Chain>,
    /// Bytes of all chains.
    pub bytes: usize,
    /// The first time and the last; none before the first of all.
    pub times: Option<[u64; 2]>,
    /// Steps between the times, and how many there are.
    pub steps: Vec<u8>,
    pub step_count: u32,
}

impl Chains {
    /// For nets of these widths.
    pub fn new(widths: &[usize]) -> Self {
        let chains = widths.iter().map(|&width| Chain::new(width)).collect();
        Self { chains, bytes: 0, times: None, steps: vec![], step_count: 0 }
    }

    /// Appends a log whose blocks lie so.
    pub fn replay(&mut self, log: &Log, layout: &mut Layout) {
        let first = if self.times.is_some() { self.step_count } else { 0 };
        self.append_blocks(first, &log.blocks, layout);
        for (time, words) in log.changes_by_time() {
            match self.times {
                Some(_) => self.step(time),
                None => self.begin(time),
            }
            self.append_changes_of_nets(words);
        }
    }

    /// Begins with the first time.
    pub fn begin(&mut self, time: u64) {
        self.times = Some([time, time]);
        self.steps.clear();
        append_varint(&mut self.steps, time);
        self.step_count = 1;
    }

    fn step(&mut self, time: u64) {
        if let Some([_, now]) = &mut self.times {
            append_varint(&mut self.steps, time - *now);
            *now = time;
            self.step_count += 1;
        }
    }

    /// Appends the changes of nets alone, all at the present time.
    fn append_changes_of_nets(&mut self, mut words: &[u32]) {
        let now = self.step_count - 1;
        while let Some((&net, behind)) = words.split_first() {
            let chain = &mut self.chains[net as usize];
            self.bytes += chain.append_change(now, behind);
            words = &behind[chain.words_of(behind)..];
        }
    }

    /// Appends the changes of blocks, net by net, so that one chain is written at a time. `first`
    /// is the place of the log's first time among the times.
    fn append_blocks(&mut self, first: u32, blocks: &[Stream], layout: &mut Layout) {
        let Layout { blocks: layouts, places } = layout;
        let mut whole = vec![];
        for (block, BlockLayout { vectors, held, locals }) in blocks.iter().zip(layouts) {
            let mut left = block.all();
            while !left.is_empty() {
                left = expand(left, *vectors, held, &mut whole);
                let length = held.len();
                let (mut changed, mut times) = ([0; 64], [0; 64]);
                for (number, entry) in whole.chunks_exact(length).enumerate() {
                    (times[number], changed[number]) = (first + entry[0] as u32, entry[1]);
                }
                transpose(&mut changed);
                // Brings the ends of all chains into the cache at once, not one after the other.
                let ends = locals.iter().map(|local| self.chains[local.net].end());
                black_box(ends.fold(0, |all, end| all ^ end));
                let entries = Entries { words: bytemuck::cast_slice(&whole), length, times };
                for local in locals.iter() {
                    let which = set_bits(local.changes).fold(0, |all, bit| all | changed[bit]);
                    if which != 0 {
                        let value = &places[local.places.clone()];
                        self.bytes += self.chains[local.net].append_changes(&entries, which, value);
                    }
                }
            }
        }
    }
}
