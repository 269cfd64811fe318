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
use super::log::{Log, Origin};
use super::numbers::{append_signed_varint, append_u64, append_varint};
use crate::engine::watch::set_bits;

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

/// A change of a value that is narrow: the number before it, and the bits from the highest place
/// down.
#[inline(always)]
fn narrow(width: u32, steps: u32, value: u64) -> (u64, u64) {
    let steps = u64::from(steps);
    let head = if width == 1 { steps << 2 | (value & 1) << 1 } else { steps << 1 };
    (head, value << (64 - width))
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

    /// Appends changes of at most two words: from each place in `words` on stand the time and, so far
    /// behind, the value. How many bytes that is.
    fn append_changes(&mut self, words: &[u32], places: &[usize], value: [usize; 2]) -> usize {
        let before = self.used;
        if !self.is_narrow {
            let append = |place: usize| {
                self.append_bits(words[place], |word| words[place + value[word]]);
            };
            places.iter().copied().for_each(append);
            return (self.used - before) as usize;
        }
        while self.memory.len() < self.used as usize + places.len() * MOST_NARROW_BYTES {
            self.grow();
        }
        // Held here, not in the chain, they stay in registers.
        let (mut used, mut last) = (self.used as usize, self.last);
        let (width, length) = (self.width, usize::from(self.bytes));
        let memory = self.memory.as_mut_slice();
        for &place in places {
            let now = words[place];
            let value =
                u64::from(words[place + value[0]]) | u64::from(words[place + value[1]]) << 32;
            let (mut head, bits) = narrow(width, now - last, value);
            while head > 0x7f {
                memory[used] = head as u8 | 0x80;
                (used, head) = (used + 1, head >> 7);
            }
            memory[used..used + 8].copy_from_slice(&(bits >> 8 | head << 56).to_be_bytes());
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
        let places = self.memory[used..].chunks_exact_mut(4).zip((0..words).rev());
        for (bytes, place) in places {
            let below = if place == 0 { 0 } else { word(place - 1) };
            let both = u64::from(above) << 32 | u64::from(below);
            bytes.copy_from_slice(&((both << up >> 32) as u32).to_be_bytes());
            above = below;
        }
        self.used += width.div_ceil(8) as u32;
        self.last = now;
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
    /// Whose the changes in blocks are.
    origin: Option<Origin>,
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
            origin: None,
        }
    }

    /// Takes in what happened. When there is enough, that is a section.
    pub fn replay(&mut self, log: &mut Log) -> Option<Vec<u8>> {
        let mut origin = log.origin.take().or_else(|| self.origin.take());
        let (moments, words, blocks) = log.parts();
        for moment in moments {
            match self.times {
                Some(_) => self.step(moment.time),
                None => self.begin(moment.time),
            }
            self.take_in(&words[moment.words], origin.as_mut(), blocks);
            if let Some(origin) = &mut origin {
                self.take_in_parts(origin, blocks, moment.blocks);
            }
        }
        if let Some(origin) = &mut origin {
            self.take_in_wholes(origin, blocks);
        }
        self.origin = origin;
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

    /// Takes in the changes of nets alone, all at the present time.
    fn take_in(&mut self, mut words: &[u32], mut origin: Option<&mut Origin>, blocks: &[u64]) {
        let now = self.step_count - 1;
        while let Some((&net, behind)) = words.split_first() {
            let net = net as usize;
            // A chain goes on in the order of the times.
            if let Some(origin) = origin.as_mut().filter(|origin| origin.nets.contains(&net)) {
                self.take_in_wholes(origin, blocks);
            }
            let chain = &mut self.chains[net];
            self.bytes += chain.append_change(now, behind);
            words = &behind[chain.words_of(behind)..];
        }
    }

    /// Takes in the changes of blocks at the present time as far as they are parts of nets, notes
    /// where the blocks of each number are, and puts the time in the number's place.
    fn take_in_parts(&mut self, origin: &mut Origin, blocks: &mut [u64], range: Range<usize>) {
        let (now, mut nets) = (self.step_count - 1, vec![]);
        let mut place = range.start;
        while place < range.end {
            let number = std::mem::replace(&mut blocks[place], now.into()) as usize;
            let block = &origin.plan.blocks[number];
            origin.is_waiting = true;
            origin.seen[number].push(place);
            let limbs = &blocks[place + 1..][..block.limbs.len()];
            place += 1 + limbs.len();
            let changes = limbs[0] & origin.parts[number];
            if changes == 0 {
                continue;
            }
            origin.record[block.limbs.clone()].copy_from_slice(limbs);
            for bit in set_bits(changes) {
                for net in origin.nets(block.changes.start + bit) {
                    if !origin.is_told[net].replace(true) {
                        nets.push(net);
                    }
                }
            }
        }
        let record: &[u32] = bytemuck::cast_slice(&origin.record);
        for net in nets {
            origin.is_told[net].set(false);
            let (places, chain) =
                (origin.plan.places(net - origin.nets.start), &mut self.chains[net]);
            let before = chain.used;
            chain.append_bits(now, |part| record[places[part] as usize]);
            self.bytes += (chain.used - before) as usize;
        }
    }

    /// Takes in the other changes of blocks, net by net, so that one chain is written at a time.
    fn take_in_wholes(&mut self, origin: &mut Origin, blocks: &[u64]) {
        if !std::mem::take(&mut origin.is_waiting) {
            return;
        }
        let (words, mut hits) = (bytemuck::cast_slice(blocks), vec![]);
        for number in 0..origin.seen.len() {
            let seen = std::mem::take(&mut origin.seen[number]);
            let block = &origin.plan.blocks[number];
            hits.resize(seen.len(), 0);
            let any = seen.iter().fold(0, |any, place| any | blocks[place + 1]);
            for bit in set_bits(any & origin.wholes[number]) {
                // Those that have it to the front, without a branch.
                let mut count = 0;
                for &place in &seen {
                    hits[count] = 2 * place;
                    count += (blocks[place + 1] >> bit & 1) as usize;
                }
                let change = &origin.plan.changes[block.changes.start + bit];
                let low = change.place as usize - 2 * block.limbs.start + 2;
                let value = [low, low + change.words as usize - 1];
                for net in origin.nets(block.changes.start + bit) {
                    self.bytes += self.chains[net].append_changes(words, &hits[..count], value);
                }
            }
            origin.seen[number] = seen;
            origin.seen[number].clear();
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
