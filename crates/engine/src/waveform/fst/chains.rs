//! Values on their way into an FST file: for each net the chain of its changes, and sections of
//! packed chains.
//!
//! ```text
//! log      block 0: time, values, time, values, ...            until it is long enough
//! chains   net 0: change, change, ...    net 1: change, ...    until they are long enough
//! section  values at its begin | packed chains | where each begins | times
//! ```
//!
//! A change is the steps of time since the net's last one, and the bits, the highest first; of one
//! bit both are one number. Nets whose chains are equal share one.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hasher as _;

use lz4_flex::block::{CompressTable, compress_into_with_table, get_maximum_output_size};
use miniz_oxide::deflate::compress_to_vec_zlib;
use rustc_hash::FxHasher;

use super::head::VARIABLE;
use super::log::{Layout, Log};
use super::numbers::{append_signed_varint, append_u64, append_varint};
use crate::watch::set_bits;

/// The kind of a section.
const SECTION: u8 = 8;
/// Chains are packed by LZ4.
const LZ4: u8 = b'4';
/// Shorter chains are not packed.
const SHORTEST: usize = 32;
/// Bytes of memory that a chain begins with.
const SMALLEST: usize = 64;
/// The levels of zlib for the values at the begin and for the times.
const FRAME_LEVEL: u8 = 1;
const TIMES_LEVEL: u8 = 6;

/// The changes of a net.
struct Chain {
    /// Memory for them; as much as is used holds some.
    memory: Vec<u8>,
    used: u32,
    /// The place of the last one's time among the times.
    last: u32,
    /// Bits of the net; [`VARIABLE`] for texts.
    width: u32,
    /// Bytes of a value, or 0 where it is in the number before.
    bytes: u8,
    /// Whether a value and a short number before fit into 64 bits.
    is_narrow: bool,
}

/// Bits of a value that fits into 64 bits with one byte before.
const NARROW: usize = 56;
/// Bytes that a change of such a value may take, and be written to.
const MOST_NARROW_BYTES: usize = 16;

/// Puts some bytes where they belong, without a call.
#[inline(always)]
fn put<const COUNT: usize>(memory: &mut [u8], place: usize, bytes: [u8; COUNT]) {
    *memory[place..].first_chunk_mut().expect("memory for them") = bytes;
}

/// A change of a value that is narrow: the number before it, and the bits from the highest place
/// down.
#[inline(always)]
fn narrow(width: u32, steps: u32, value: u64) -> (u64, u64) {
    let steps = u64::from(steps);
    let head = if width == 1 { steps << 2 | (value & 1) << 1 } else { steps << 1 };
    (head, value << (64 - width))
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
    /// The place of an entry's time among the times, and the words from there on.
    #[inline(always)]
    fn at(&self, entry: usize) -> (u32, &[u32]) {
        (self.times[entry], &self.words[2 * self.length * entry..][..2 * self.length])
    }
}

impl Chain {
    fn new(width: usize) -> Self {
        let is_narrow = width != VARIABLE && width <= NARROW;
        let bytes = if is_narrow && width > 1 { width.div_ceil(8) as u8 } else { 0 };
        Self { memory: vec![], used: 0, last: 0, width: width as u32, bytes, is_narrow }
    }

    /// The words of the value that `words` begin with.
    fn words_of(&self, words: &[u32]) -> usize {
        match self.width as usize {
            VARIABLE => 1 + words[0].div_ceil(4) as usize,
            width => width.div_ceil(32),
        }
    }

    fn changes(&self) -> &[u8] {
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

    /// Appends the changes of those entries that `which` has a bit for, where at `value` the words of
    /// the value stand. How many bytes that is.
    fn append_changes(&mut self, entries: &Entries, which: u64, value: &[u32]) -> usize {
        let before = self.used;
        if !self.is_narrow {
            for entry in set_bits(which) {
                let (now, words) = entries.at(entry);
                self.append_bits(now, |word| words[value[word] as usize]);
            }
            return (self.used - before) as usize;
        }
        let most = which.count_ones() as usize * MOST_NARROW_BYTES;
        while self.memory.len() < self.used as usize + most {
            self.grow();
        }
        // Held here, not in the chain, they stay in registers.
        let (mut used, mut last) = (self.used as usize, self.last);
        let (width, length) = (self.width, usize::from(self.bytes));
        let memory = self.memory.as_mut_slice();
        let (low, high) = (value[0] as usize, value[value.len() - 1] as usize);
        for entry in set_bits(which) {
            let (now, words) = entries.at(entry);
            let value = u64::from(words[low]) | u64::from(words[high]) << 32;
            let (mut head, bits) = narrow(width, now - last, value);
            while head > 0x7f {
                memory[used] = head as u8 | 0x80;
                (used, head) = (used + 1, head >> 7);
            }
            put(memory, used, (bits >> 8 | head << 56).to_be_bytes());
            (used, last) = (used + 1 + length, now);
        }
        (self.used, self.last) = (used as u32, last);
        (self.used - before) as usize
    }

    /// Appends a change to the value that `words` begin with. How many bytes that is.
    fn append_change(&mut self, now: u32, words: &[u32]) -> usize {
        let before = self.used;
        match self.width as usize {
            VARIABLE => self.append_text(now, words),
            1 => self.append_varint(narrow(1, now - self.last, words[0].into()).0),
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

/// The chains of all nets.
pub struct Chains {
    chains: Vec<Chain>,
    /// A section is done when its chains have so many bytes.
    section_bytes: usize,
    /// Bytes of all chains.
    bytes: usize,
    /// The digits of all nets before the section, and where each net's begin.
    frame: Vec<u8>,
    digits: Vec<usize>,
    /// The first time of the section and the present one; none before the first of all.
    times: Option<[u64; 2]>,
    /// Steps between the times of the section, and how many there are.
    steps: Vec<u8>,
    step_count: u32,
    /// How the nets lie in the blocks of a log.
    layout: Layout,
    /// For the next section.
    memory: Vec<u8>,
}

impl Chains {
    /// For nets of these widths.
    pub fn new(widths: Vec<usize>, section_bytes: usize) -> Self {
        let mut digits = vec![0];
        for width in &widths {
            digits.push(digits[digits.len() - 1] + width);
        }
        Self {
            chains: widths.into_iter().map(Chain::new).collect(),
            section_bytes,
            bytes: 0,
            frame: vec![b'x'; digits[digits.len() - 1]],
            digits,
            times: None,
            steps: vec![],
            step_count: 0,
            layout: Layout::default(),
            memory: vec![],
        }
    }

    /// Appends a log to the chains; returns a section when there is enough for one.
    pub fn replay(&mut self, log: &mut Log) -> Option<Vec<u8>> {
        self.memory = log.memory.take().unwrap_or_else(|| std::mem::take(&mut self.memory));
        self.layout = log.layout.take().unwrap_or_else(|| std::mem::take(&mut self.layout));
        let first = if self.times.is_some() { self.step_count } else { 0 };
        self.append_blocks(first, &log.blocks);
        for (time, words) in log.changes_by_time() {
            match self.times {
                Some(_) => self.step(time),
                None => self.begin(time),
            }
            self.append_changes_of_nets(words);
        }
        (self.bytes >= self.section_bytes && self.times.is_some()).then(|| {
            let section = self.section();
            let [_, now] = self.times.unwrap_or_default();
            self.begin(now);
            section
        })
    }

    /// Begins a section with its first time.
    fn begin(&mut self, time: u64) {
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
    fn append_blocks(&mut self, first: u32, blocks: &[Vec<u64>]) {
        let Layout { lengths, locals, words } = &self.layout;
        for ((block, &length), locals) in blocks.iter().zip(lengths).zip(locals) {
            for entries in block.chunks(64 * length) {
                let (mut changed, mut times) = ([0; 64], [0; 64]);
                for (number, entry) in entries.chunks_exact(length).enumerate() {
                    (times[number], changed[number]) = (first + entry[0] as u32, entry[1]);
                }
                transpose(&mut changed);
                let entries = Entries { words: bytemuck::cast_slice(entries), length, times };
                for local in locals {
                    let which = set_bits(local.changes).fold(0, |all, bit| all | changed[bit]);
                    if which != 0 {
                        let value = &words[local.words.clone()];
                        self.bytes += self.chains[local.net].append_changes(&entries, which, value);
                    }
                }
            }
        }
    }

    /// Packs the last section; `None` if there was no time.
    pub fn finish(mut self) -> Option<Vec<u8>> {
        self.times.map(|_| self.section())
    }

    /// Packs the changes since the last section.
    fn section(&mut self) -> Vec<u8> {
        let nets = self.chains.len() as u64;
        let mut section = std::mem::take(&mut self.memory);
        section.clear();
        section.push(SECTION);
        section.extend([0; 32]);
        append_varint(&mut section, self.frame.len() as u64);
        let frame = compress_to_vec_zlib(&self.frame, FRAME_LEVEL);
        append_varint(&mut section, frame.len() as u64);
        append_varint(&mut section, nets);
        section.extend_from_slice(&frame);
        append_varint(&mut section, nets);
        let index = self.pack_chains(&mut section);
        section.extend_from_slice(&index);
        append_u64(&mut section, index.len() as u64);
        let packed = compress_to_vec_zlib(&self.steps, TIMES_LEVEL);
        let shorter = if packed.len() < self.steps.len() { &packed } else { &self.steps };
        section.extend_from_slice(shorter);
        for number in [self.steps.len(), shorter.len(), self.step_count as usize] {
            append_u64(&mut section, number as u64);
        }
        let [first, last] = self.times.unwrap_or_default();
        let numbers = [section.len() as u64 - 1, first, last, self.bytes as u64];
        for (place, number) in section[1..33].chunks_exact_mut(8).zip(numbers) {
            place.copy_from_slice(&number.to_be_bytes());
        }
        self.forget();
        section
    }

    /// Empties the chains into `body`; where each begins.
    fn pack_chains(&self, body: &mut Vec<u8>) -> Vec<u8> {
        let begin = body.len();
        body.push(LZ4);
        let mut table = CompressTable::small();
        let mut index = vec![];
        let mut same = HashMap::<u64, usize>::new();
        let (mut empty, mut last_place, mut last_original) = (0, 0, None);
        for (net, chain) in self.chains.iter().enumerate() {
            let bytes = chain.changes();
            if bytes.is_empty() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                append_varint(&mut index, empty << 1);
                empty = 0;
            }
            let mut hasher = FxHasher::default();
            hasher.write(bytes);
            let original = match same.entry(hasher.finish()) {
                Entry::Occupied(other) => Some(*other.get()),
                Entry::Vacant(place) => {
                    place.insert(net);
                    None
                }
            };
            match original.filter(|&other| self.chains[other].changes() == bytes) {
                // The same as the last that is the same as another, or as which.
                Some(other) if last_original == Some(other) => append_signed_varint(&mut index, 1),
                Some(other) => {
                    append_signed_varint(&mut index, -(other as i64 + 1) << 1 | 1);
                    last_original = Some(other);
                }
                None => {
                    let place = body.len() - begin;
                    append_signed_varint(&mut index, ((place - last_place) as i64) << 1 | 1);
                    last_place = place;
                    pack(bytes, &mut table, body);
                }
            }
        }
        if empty > 0 {
            append_varint(&mut index, empty << 1);
        }
        index
    }

    /// Empties the chains for the next section, whose frame has their last values.
    fn forget(&mut self) {
        for (net, chain) in self.chains.iter_mut().enumerate() {
            let frame = &mut self.frame[self.digits[net]..self.digits[net + 1]];
            if let [digit] = frame {
                // The first byte of a number has its lowest bits, and the others are marked.
                let bytes = chain.changes();
                let is_first = |place: &usize| *place == 0 || bytes[place - 1] < 0x80;
                if let Some(place) = (0..bytes.len()).rev().find(is_first) {
                    *digit = b'0' + (bytes[place] >> 1 & 1);
                }
            } else if chain.used > 0 && !frame.is_empty() {
                let last = &chain.changes()[chain.used as usize - frame.len().div_ceil(8)..];
                for (position, digit) in frame.iter_mut().enumerate() {
                    *digit = b'0' + (last[position / 8] >> (7 - position % 8) & 1);
                }
            }
            (chain.used, chain.last) = (0, 0);
        }
        self.bytes = 0;
    }
}

/// Appends a chain, packed where that makes it shorter, behind its length; 0 says that it is as it
/// is.
fn pack(chain: &[u8], table: &mut CompressTable, body: &mut Vec<u8>) {
    if chain.len() > SHORTEST {
        let before = body.len();
        append_varint(body, chain.len() as u64);
        let begin = body.len();
        body.resize(begin + get_maximum_output_size(chain.len()), 0);
        let length = compress_into_with_table(chain, &mut body[begin..], table)
            .expect("the memory is as large as it may get");
        if length < chain.len() {
            body.truncate(begin + length);
            return;
        }
        body.truncate(before);
    }
    append_varint(body, 0);
    body.extend_from_slice(chain);
}
