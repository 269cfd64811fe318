//! Sections of an FST file: chains of changes, packed.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hasher as _;

use lz4_flex::block::{CompressTable, compress_into_with_table, get_maximum_output_size};
use miniz_oxide::deflate::compress_to_vec_zlib;
use rustc_hash::FxHasher;

use super::chains::{Chain, Chains};
use super::numbers::{append_signed_varint, append_u64, append_varint};

/// The kind of a section.
const SECTION: u8 = 8;
/// Chains are packed by LZ4.
const LZ4: u8 = b'4';
/// Shorter chains are not packed.
const SHORTEST: usize = 32;
/// The levels of zlib for the values at the begin and for the times.
const FRAME_LEVEL: u8 = 1;
const TIMES_LEVEL: u8 = 6;

/// A chain that packing leaves longer than this part of it is not packed in so many sections behind.
const POOR: [usize; 2] = [7, 8];
const UNPACKED_SECTIONS: u8 = 7;

/// Values before the next section, and how a section is packed.
pub struct Sections {
    /// The digits of all nets before the next section, and where each net's begin.
    frame: Vec<u8>,
    digits: Vec<usize>,
    /// For each net, the sections in which its chain is not to be packed.
    unpacked: Vec<u8>,
}

impl Sections {
    /// For nets of these widths.
    pub fn new(widths: &[usize]) -> Self {
        let mut digits = vec![0];
        for width in widths {
            digits.push(digits[digits.len() - 1] + width);
        }
        let unpacked = vec![0; widths.len()];
        Self { frame: vec![b'x'; digits[digits.len() - 1]], digits, unpacked }
    }

    /// Packs chains, and empties them; nothing of chains that have no time.
    pub fn pack(&mut self, chains: &mut Chains) -> Option<Vec<u8>> {
        let [first, last] = chains.times.take()?;
        let nets = chains.chains.len() as u64;
        let mut section = vec![SECTION];
        section.extend([0; 32]);
        append_varint(&mut section, self.frame.len() as u64);
        let frame = compress_to_vec_zlib(&self.frame, FRAME_LEVEL);
        append_varint(&mut section, frame.len() as u64);
        append_varint(&mut section, nets);
        section.extend_from_slice(&frame);
        append_varint(&mut section, nets);
        let index = pack_chains(&chains.chains, &mut self.unpacked, &mut section);
        section.extend_from_slice(&index);
        append_u64(&mut section, index.len() as u64);
        let packed = compress_to_vec_zlib(&chains.steps, TIMES_LEVEL);
        let shorter = if packed.len() < chains.steps.len() { &packed } else { &chains.steps };
        section.extend_from_slice(shorter);
        for number in [chains.steps.len(), shorter.len(), chains.step_count as usize] {
            append_u64(&mut section, number as u64);
        }
        let numbers = [section.len() as u64 - 1, first, last, chains.bytes as u64];
        for (place, number) in section[1..33].chunks_exact_mut(8).zip(numbers) {
            place.copy_from_slice(&number.to_be_bytes());
        }
        chains.bytes = 0;
        self.forget(&mut chains.chains);
        Some(section)
    }

    /// Empties the chains; the next section's frame has their last values.
    fn forget(&mut self, chains: &mut [Chain]) {
        for (net, chain) in chains.iter_mut().enumerate() {
            let frame = &mut self.frame[self.digits[net]..self.digits[net + 1]];
            if let [digit] = frame {
                // The first byte of a number has its lowest bits, and the others are marked.
                let bytes = chain.changes();
                let is_first = |place: &usize| *place == 0 || bytes[place - 1] < 0x80;
                if let Some(place) = (0..bytes.len()).rev().find(is_first) {
                    *digit = b'0' + (bytes[place] >> 1 & 1);
                }
            } else if let [.., _] = chain.changes()
                && !frame.is_empty()
            {
                let changes = chain.changes();
                let last = &changes[changes.len() - frame.len().div_ceil(8)..];
                for (position, digit) in frame.iter_mut().enumerate() {
                    *digit = b'0' + (last[position / 8] >> (7 - position % 8) & 1);
                }
            }
            chain.clear();
        }
    }
}

/// Packs the chains into `body`; where each begins. Equal ones share one.
fn pack_chains(chains: &[Chain], unpacked: &mut [u8], body: &mut Vec<u8>) -> Vec<u8> {
    let begin = body.len();
    body.push(LZ4);
    let mut table = CompressTable::small();
    let mut index = vec![];
    let mut same = HashMap::<u64, usize>::new();
    let (mut empty, mut last_place, mut last_original) = (0, 0, None);
    for (net, chain) in chains.iter().enumerate() {
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
        match original.filter(|&other| chains[other].changes() == bytes) {
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
                pack(bytes, &mut table, &mut unpacked[net], body);
            }
        }
    }
    if empty > 0 {
        append_varint(&mut index, empty << 1);
    }
    index
}

/// Appends a chain, packed where that makes it shorter, behind its length; 0 says that it is as it
/// is.
fn pack(chain: &[u8], table: &mut CompressTable, unpacked: &mut u8, body: &mut Vec<u8>) {
    if *unpacked > 0 {
        *unpacked -= 1;
    } else if chain.len() > SHORTEST {
        let before = body.len();
        append_varint(body, chain.len() as u64);
        let begin = body.len();
        body.resize(begin + get_maximum_output_size(chain.len()), 0);
        let length = compress_into_with_table(chain, &mut body[begin..], table)
            .expect("the memory is as large as it may get");
        if POOR[1] * length > POOR[0] * chain.len() {
            *unpacked = UNPACKED_SECTIONS;
        }
        if length < chain.len() {
            body.truncate(begin + length);
            return;
        }
        body.truncate(before);
    }
    append_varint(body, 0);
    body.extend_from_slice(chain);
}
