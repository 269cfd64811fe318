//! Values on their way into an FST file: for each net the chain of its changes, and sections of
//! packed chains.
//!
//! ```text
//! log      net, value, net, value, ... | net, value, ...       time by time
//! chains   net 0: change, change, ...    net 1: change, ...    until they are long enough
//! section  values at its begin | packed chains | where each begins | times
//! ```
//!
//! A change is the steps of time since the net's last one, and the bits, the highest first; of one
//! bit both are one number. Nets whose chains are equal share one.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hasher as _;
use std::ops::Range;

use lz4_flex::block::{CompressTable, compress_into_with_table, get_maximum_output_size};
use miniz_oxide::deflate::compress_to_vec_zlib;
use rustc_hash::FxHasher;

use super::head::VARIABLE;
use super::numbers::{append_signed_varint, append_u64, append_varint};

/// What happened, in the order of the times.
#[derive(Default)]
pub struct Log {
    /// For each change the net and its value, the lowest word first; for a text its bytes, behind
    /// how many there are. A word that means nothing is
    /// the last one.
    pub words: Vec<u32>,
    /// Each time, and where in `words` its changes begin.
    pub times: Vec<(u64, usize)>,
}

impl Log {
    pub fn clear(&mut self) {
        self.words.clear();
        self.times.clear();
    }
}

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
    /// Bytes and words of a value, or 0 bytes where it is in the number before.
    bytes: u8,
    words: u8,
    /// Whether a value and a short number before fit into 64 bits.
    is_narrow: bool,
}

/// Bits of a value that fits into 64 bits with one byte before.
const NARROW: usize = 56;

impl Chain {
    fn new(width: usize) -> Self {
        let is_narrow = width != VARIABLE && width <= NARROW;
        let bytes = if is_narrow && width > 1 { width.div_ceil(8) as u8 } else { 0 };
        let words = if is_narrow { width.div_ceil(32) as u8 } else { 0 };
        Self { memory: vec![], used: 0, last: 0, width: width as u32, bytes, words, is_narrow }
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
        self.memory[used..used + MOST].copy_from_slice(&bytes);
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

    /// Appends a change to the value that `words` begin with, of a net that is narrow; there are two
    /// words, whatever they hold.
    #[inline(always)]
    fn append_narrow(&mut self, now: u32, words: [u32; 2]) {
        let delta = u64::from(now - self.last);
        let value = u64::from(words[0]) | u64::from(words[1]) << 32;
        let head = if self.width == 1 { delta << 2 | (value & 1) << 1 } else { delta << 1 };
        let bits = value << (64 - self.width);
        let length = usize::from(self.bytes);
        if head < 0x80 {
            self.append((bits >> 8 | head << 56).to_be_bytes(), 1 + length);
        } else {
            self.append_varint(head);
            self.append(bits.to_be_bytes(), length);
        }
        self.last = now;
    }

    /// The same of any other net; how many words the value has.
    fn append_wide(&mut self, now: u32, words: &[u32]) -> usize {
        self.append_varint(u64::from(now - self.last) << 1);
        self.last = now;
        match self.width as usize {
            VARIABLE => self.append_text(words),
            width => self.append_bits(width, &words[..width.div_ceil(32)]),
        }
    }

    /// Appends as many bytes as the first word says, behind that.
    fn append_text(&mut self, words: &[u32]) -> usize {
        self.append_varint(words[0].into());
        let (end, word_count) = (self.used + words[0], words[0].div_ceil(4) as usize);
        words[1..=word_count].iter().for_each(|word| self.append(word.to_ne_bytes(), 4));
        self.used = end;
        1 + word_count
    }

    /// Appends `width` bits, the highest first and in the highest place of a byte.
    fn append_bits(&mut self, width: usize, words: &[u32]) -> usize {
        let end = self.used + width.div_ceil(8) as u32;
        let up = words.len() * 32 - width;
        for (place, &word) in words.iter().enumerate().rev() {
            let below = if place == 0 { 0 } else { words[place - 1] };
            let both = u64::from(word) << 32 | u64::from(below);
            self.append(((both << up >> 32) as u32).to_be_bytes(), 4);
        }
        self.used = end;
        words.len()
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
        }
    }

    /// Takes in what happened. When there is enough, that is a section.
    pub fn replay(&mut self, log: &Log) -> Option<Vec<u8>> {
        for (number, &(time, begin)) in log.times.iter().enumerate() {
            let end = log.times.get(number + 1).map_or(log.words.len() - 1, |(_, begin)| *begin);
            match self.times {
                Some(_) => self.step(time),
                None => self.begin(time),
            }
            self.take_in(&log.words, begin..end);
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

    /// Takes in the changes of a part of a log, all at the present time.
    fn take_in(&mut self, words: &[u32], part: Range<usize>) {
        let (now, mut place) = (self.step_count - 1, part.start);
        while place < part.end {
            let chain = &mut self.chains[words[place] as usize];
            let (before, value) = (chain.used, place + 1);
            place = value
                + if chain.is_narrow {
                    chain.append_narrow(now, [words[value], words[value + 1]]);
                    usize::from(chain.words)
                } else {
                    chain.append_wide(now, &words[value..])
                };
            self.bytes += (chain.used - before) as usize;
        }
    }

    /// The last section; nothing where no time was told.
    pub fn finish(mut self) -> Option<Vec<u8>> {
        self.times.map(|_| self.section())
    }

    /// What was taken in since the last section.
    fn section(&mut self) -> Vec<u8> {
        let nets = self.chains.len() as u64;
        let mut body = vec![];
        append_varint(&mut body, self.frame.len() as u64);
        let frame = compress_to_vec_zlib(&self.frame, FRAME_LEVEL);
        append_varint(&mut body, frame.len() as u64);
        append_varint(&mut body, nets);
        body.extend_from_slice(&frame);
        append_varint(&mut body, nets);
        let index = self.pack_chains(&mut body);
        body.extend_from_slice(&index);
        append_u64(&mut body, index.len() as u64);
        let packed = compress_to_vec_zlib(&self.steps, TIMES_LEVEL);
        let shorter = if packed.len() < self.steps.len() { &packed } else { &self.steps };
        body.extend_from_slice(shorter);
        for number in [self.steps.len(), shorter.len(), self.step_count as usize] {
            append_u64(&mut body, number as u64);
        }

        let [first, last] = self.times.unwrap_or_default();
        let mut section = Vec::with_capacity(33 + body.len());
        section.push(SECTION);
        for number in [32 + body.len() as u64, first, last, self.bytes as u64] {
            append_u64(&mut section, number);
        }
        section.append(&mut body);
        self.forget();
        section
    }

    /// Empties the chains into `body`; where each begins.
    fn pack_chains(&self, body: &mut Vec<u8>) -> Vec<u8> {
        let begin = body.len();
        body.push(LZ4);
        let mut packer = Packer::default();
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
                    packer.pack(bytes, body);
                }
            }
        }
        if empty > 0 {
            append_varint(&mut index, empty << 1);
        }
        index
    }

    /// Nothing was taken in since.
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

/// Packs chains, one after the other, in the same memory.
struct Packer {
    table: CompressTable,
    packed: Vec<u8>,
}

impl Default for Packer {
    fn default() -> Self {
        Self { table: CompressTable::small(), packed: vec![] }
    }
}

impl Packer {
    /// Appends a chain, packed where that makes it shorter, behind its length; 0 says that it is as
    /// it is.
    fn pack(&mut self, chain: &[u8], body: &mut Vec<u8>) {
        if chain.len() > SHORTEST {
            self.packed.resize(get_maximum_output_size(chain.len()).max(self.packed.len()), 0);
            let length = compress_into_with_table(chain, &mut self.packed, &mut self.table)
                .expect("the memory is as large as it may get");
            if length < chain.len() {
                append_varint(body, chain.len() as u64);
                body.extend_from_slice(&self.packed[..length]);
                return;
            }
        }
        append_varint(body, 0);
        body.extend_from_slice(chain);
    }
}
