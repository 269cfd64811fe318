//! Where inputs, registers and memories lie in the memory of a running machine.
//!
//! ```text
//! bytes | cycle | inputs | registers, read data | outputs | rows of memories | constants | scratch |
//! ```
//!
//! A single value is its limbs, lowest first. Many copies are 32-bit parts: part 0 of all copies,
//! then part 1 of all; a copy of one bit is a part of 32 equal bits.

use crate::flat::Flat;

/// A value in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Place {
    /// Bytes from the start.
    pub offset: usize,
    /// Bits of a copy.
    pub width: usize,
    pub count: usize,
    /// Copies in the value array of the [`Flat`], which are alike where there are more than here.
    pub flat_count: usize,
    /// Where the copies lie in the value array of the [`Flat`].
    pub flat: usize,
}

impl Place {
    pub fn limbs(&self) -> usize {
        self.width.div_ceil(64)
    }

    /// Bytes from one part of the copies to the next.
    pub fn stride(&self) -> usize {
        self.count.next_multiple_of(4) * 4
    }

    fn bytes(&self) -> usize {
        if self.count == 1 { self.limbs() * 8 } else { self.width.div_ceil(32) * self.stride() }
    }

    /// Puts the limbs of one copy into a machine's memory.
    pub fn store(&self, memory: &mut [u64], copy: usize, limbs: &[u64]) {
        if self.count == 1 {
            memory[self.offset / 8..][..limbs.len()].copy_from_slice(limbs);
            return;
        }
        for part in 0..self.width.div_ceil(32) {
            let word = (limbs[part / 2] >> (32 * (part % 2))) as u32;
            let word = if self.width == 1 { word.wrapping_neg() } else { word };
            let (position, shift) = self.part(part, copy);
            memory[position] =
                memory[position] & !(0xffff_ffff << shift) | u64::from(word) << shift;
        }
    }

    /// The limbs of one copy from a machine's memory.
    pub fn load(&self, memory: &[u64], copy: usize, limbs: &mut [u64]) {
        if self.count == 1 {
            limbs.copy_from_slice(&memory[self.offset / 8..][..limbs.len()]);
            return;
        }
        limbs.fill(0);
        for part in 0..self.width.div_ceil(32) {
            let (position, shift) = self.part(part, copy);
            let word = memory[position] >> shift & 0xffff_ffff;
            limbs[part / 2] |= if self.width == 1 { word & 1 } else { word } << (32 * (part % 2));
        }
    }

    /// Which word of memory, and from which bit.
    fn part(&self, part: usize, copy: usize) -> (usize, usize) {
        let byte = self.offset + part * self.stride() + copy * 4;
        (byte / 8, byte % 8 * 8)
    }
}

#[derive(Clone, Default)]
pub(super) struct Layout {
    pub places: Vec<Place>,
    /// The first byte of each memory's rows, all copies.
    pub memories: Vec<usize>,
    /// The first byte and the words of what never changes.
    pub constants: Vec<(usize, Vec<u32>)>,
    /// Bytes in all, a multiple of 16.
    pub bytes: usize,
}

/// Byte of the number of edges so far.
pub(super) const CYCLE: usize = 0;

impl Layout {
    pub fn new() -> Self {
        Self { bytes: 16, ..Self::default() }
    }

    /// Adds a place; returns its number.
    pub fn place(&mut self, flat: usize, width: usize, count: usize) -> usize {
        self.place_of(flat, width, count, count)
    }

    /// Adds a place for copies that are alike.
    pub fn place_of_alike(&mut self, flat: usize, width: usize, copies: usize) -> usize {
        self.place_of(flat, width, 1, copies)
    }

    fn place_of(&mut self, flat: usize, width: usize, count: usize, flat_count: usize) -> usize {
        let place = Place { offset: self.bytes, width, count, flat_count, flat };
        if width > 64 || count > 1 {
            return self.aligned(place);
        }
        self.bytes += place.bytes();
        self.places.push(place);
        self.places.len() - 1
    }

    fn aligned(&mut self, mut place: Place) -> usize {
        self.bytes = self.bytes.next_multiple_of(16);
        place.offset = self.bytes;
        self.bytes += place.bytes();
        self.places.push(place);
        self.places.len() - 1
    }

    /// Adds words that never change, whole vectors of them; returns the first byte.
    pub fn constant(&mut self, words: Vec<u32>) -> usize {
        let start = self.bytes;
        self.bytes += 4 * words.len();
        self.constants.push((start, words));
        start
    }

    /// Puts them into a machine's memory.
    pub fn put_constants(&self, memory: &mut [u64]) {
        let memory: &mut [u32] = bytemuck::cast_slice_mut(memory);
        for (start, words) in &self.constants {
            memory[start / 4..][..words.len()].copy_from_slice(words);
        }
    }

    pub fn memories(&mut self, flat: &Flat) {
        for memory in &flat.memories {
            self.bytes = self.bytes.next_multiple_of(64);
            self.memories.push(self.bytes);
            self.bytes += memory.count * memory.depth * memory.limbs * 8;
        }
        self.bytes = self.bytes.next_multiple_of(16);
    }
}
