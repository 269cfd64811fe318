//! The parts of a node's value in the form that a user wants, whatever form it was made in.

use cranelift_codegen::ir::{InstBuilder, Value, types};

use super::copies::groups;
use super::emit::{Emitter, Part, is_row};
use super::graph::{NodeId, ValueKind};
use super::words::little_endian;

impl Emitter<'_, '_> {
    /// A 64-bit word of one value.
    pub fn word(&mut self, id: NodeId, word: usize) -> Value {
        if let Some(value) = self.known(id, Part::Word(word)) {
            return value;
        }
        let value = match &self.node(id).kind {
            ValueKind::Constant(limbs) => self.constant(limbs[word]),
            _ => {
                let row = self.known(id, Part::Row(word / 2));
                let row = row.unwrap_or_else(|| {
                    panic!("{id:?} {:?} is computed before its users", self.node(id))
                });
                let words = self.builder.ins().bitcast(types::I64X2, little_endian(), row);
                self.builder.ins().extractlane(words, (word % 2) as u8)
            }
        };
        self.set(id, Part::Word(word), value)
    }

    pub fn all_words(&mut self, id: NodeId) -> Vec<Value> {
        (0..self.node(id).width.div_ceil(64)).map(|word| self.word(id, word)).collect()
    }

    /// 128 bits of one value.
    pub fn row(&mut self, id: NodeId, row: usize) -> Value {
        if let Some(value) = self.known(id, Part::Row(row)) {
            return value;
        }
        let value = match &self.node(id).kind {
            ValueKind::Constant(limbs) => {
                let word = |n: usize| (limbs[2 * row + n / 2] >> (32 * (n % 2))) as u32;
                self.vector([word(0), word(1), word(2), word(3)])
            }
            _ => {
                let (low, high) = (self.word(id, 2 * row), self.word(id, 2 * row + 1));
                let words = self.builder.ins().scalar_to_vector(types::I64X2, low);
                let words = self.builder.ins().insertlane(words, high, 1);
                self.builder.ins().bitcast(types::I32X4, little_endian(), words)
            }
        };
        self.set(id, Part::Row(row), value)
    }

    /// A 32-bit part of four copies; of one value, four times that.
    pub fn copy_part(&mut self, id: NodeId, group: usize, part: usize) -> Value {
        let node = self.node(id);
        if node.count > 1 {
            if let Some(value) = self.known(id, Part::Copies(group, part)) {
                return value;
            }
            assert!(self.is_large(id), "{id:?} {node:?} is computed before its users");
            let value = self.load_copies(id, group, part);
            return self.set(id, Part::Copies(group, part), value);
        }
        // One value serves every group.
        let key = Part::Copies(0, part);
        if let Some(value) = self.known(id, key) {
            return value;
        }
        let value = if let ValueKind::Constant(limbs) = &node.kind {
            let word = (limbs[part / 2] >> (32 * (part % 2))) as u32;
            let word = if node.width == 1 { word.wrapping_neg() } else { word };
            self.vector([word; 4])
        } else {
            let word = self.part_of_word(id, part);
            self.builder.ins().splat(types::I32X4, word)
        };
        self.set(id, key, value)
    }

    pub fn copy_parts(&mut self, id: NodeId, group: usize) -> Vec<Value> {
        (0..self.node(id).width.div_ceil(32)).map(|part| self.copy_part(id, group, part)).collect()
    }

    /// A 32-bit part of one value, as a copy in a vector has it.
    pub fn part_of_word(&mut self, id: NodeId, part: usize) -> Value {
        let word = self.word(id, part / 2);
        let word = match part % 2 {
            0 if self.node(id).width == 1 => self.builder.ins().ineg(word),
            0 => word,
            _ => self.builder.ins().ushr_imm_s(word, 32),
        };
        self.builder.ins().ireduce(types::I32, word)
    }

    /// One copy's 32-bit part as a word; a bit is 0 or 1.
    pub fn part_of_copy(&mut self, id: NodeId, copy: usize, part: usize) -> Value {
        let word = if self.is_large(id) {
            self.load_copy(id, copy, part)
        } else {
            let vector = self.copy_part(id, copy / 4, part);
            let word = self.builder.ins().extractlane(vector, (copy % 4) as u8);
            self.builder.ins().uextend(types::I64, word)
        };
        if self.node(id).width == 1 { self.builder.ins().band_imm_s(word, 1) } else { word }
    }

    /// Where the node's value lies in memory: a state where it is, anything else on the stack.
    pub fn address(&mut self, id: NodeId) -> Value {
        if let Some(value) = self.known(id, Part::Address) {
            return value;
        }
        let value = if self.is_large(id) {
            let array = self.array(id);
            self.pointer(array)
        } else if let ValueKind::State(place) = self.node(id).kind {
            let offset = self.layout.places[place].offset;
            self.builder.ins().iadd_imm_s(self.memory, offset as i64)
        } else {
            let parts: Vec<Part> = if self.node(id).count > 1 {
                (0..groups(self.node(id).count)).map(|group| Part::Copies(group, 0)).collect()
            } else {
                debug_assert!(is_row(self.graph, id) || self.node(id).width.is_multiple_of(128));
                (0..self.node(id).width / 128).map(Part::Row).collect()
            };
            let address = self.stack(16 * parts.len());
            for (number, part) in parts.into_iter().enumerate() {
                let value = self.part(id, part);
                self.store(value, address, 16 * number);
            }
            address
        };
        self.set(id, Part::Address, value)
    }
}
