//! Many copies in loops: a round for each four of them.
//!
//! Code, and the time that it takes to make, hardly grow with the number of copies; written out, those
//! of the default machine take ten times as long to compile and run an eighth slower:
//!
//! ```text
//! body(offset)  load ─► compute ─► store what is needed later
//!               brif offset < end, body(offset + 16), after
//! ```
//!
//! Between loops the copies lie in the machine's memory, as those of a register do: in scratch
//! memory that belongs to a branch while it is taken. A branch gives the address of what it chose.

use std::collections::{HashMap, HashSet};

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};

use super::copies::{Array, PRESENT, Round, groups};
use super::emit::{Emitter, Part, is_row, plain};
use super::graph::{NodeId, ValueKind};

impl Emitter<'_, '_> {
    /// Bytes from one part of the copies to the next.
    fn stride(&self, id: NodeId) -> usize {
        16 * groups(self.node(id).count)
    }

    /// Nodes of equally many groups.
    pub fn rounds(&mut self, nodes: &[NodeId]) {
        let here: HashSet<NodeId> = nodes.iter().copied().collect();
        let mut sources = HashMap::new();
        for &id in nodes {
            let node = self.node(id);
            match &node.kind {
                ValueKind::CopiesConstant(_) => {
                    let table = self.tables.places[&(id, groups(node.count))];
                    sources.insert(id, Array::At(table));
                }
                ValueKind::State(place) => {
                    sources.insert(id, Array::At(self.layout.places[*place].offset));
                }
                ValueKind::SpreadWords => {
                    let row = self.row_array(node.operands[0], id);
                    sources.insert(node.operands[0], row);
                }
                ValueKind::SpreadBits => {
                    self.all_words(node.operands[0]);
                }
                _ => {
                    for &operand in node.operands.iter().filter(|operand| !here.contains(operand)) {
                        if self.node(operand).count > 1 {
                            let array = self.array(operand);
                            sources.insert(operand, array);
                        } else {
                            // A value that serves every round is computed before the first.
                            self.copy_parts(operand, 0);
                        }
                    }
                }
            }
        }
        let lasting: HashSet<NodeId> =
            nodes.iter().copied().filter(|&id| self.lasts(id, &here)).collect();
        for &id in nodes.iter().filter(|id| lasting.contains(id)) {
            self.new_array(id);
        }
        self.listen(|listener, emitter| listener.begin_rounds(emitter, nodes));
        let (body, after) = (self.builder.create_block(), self.builder.create_block());
        let offset = self.builder.append_block_param(body, types::I64);
        let zero = self.constant(0);
        self.builder.ins().jump(body, &[zero.into()]);
        self.begin(body);
        self.round = Some(Round { offset, sources });
        self.scoped(|emitter| emitter.present(nodes, &lasting));
        self.listen(|listener, emitter| listener.end_round(emitter));
        self.round = None;
        let next = self.builder.ins().iadd_imm_s(offset, 16);
        let end = self.stride(nodes[0]) as i64;
        let goes_on = self.builder.ins().icmp_imm_s(IntCC::UnsignedLessThan, next, end);
        self.builder.ins().brif(goes_on, body, &[next.into()], after, &[]);
        self.begin(after);
    }

    /// The present group of nodes, some of which last.
    fn present(&mut self, nodes: &[NodeId], lasting: &HashSet<NodeId>) {
        for &id in nodes {
            self.copies(id, PRESENT);
            self.computed(id, Some(PRESENT));
            for part in (0..self.node(id).width.div_ceil(32)).filter(|_| lasting.contains(&id)) {
                let value = self.copy_part(id, PRESENT, part);
                self.store_copies(id, PRESENT, part, value);
            }
        }
    }

    /// Whether anything outside of the loop reads a node of it. A register's copies are read where
    /// they are by readers in the same context that are no muxes of a branch.
    fn lasts(&self, id: NodeId, here: &HashSet<NodeId>) -> bool {
        let (contexts, number) = (self.contexts, id.0);
        let is_state = matches!(self.node(id).kind, ValueKind::State(_));
        let reads_in_place = |reader: NodeId| {
            let reader = reader.0;
            contexts.of[reader] == contexts.of[number] && contexts.branch_of[reader].is_none()
        };
        let readers = &self.readers;
        readers.is_taken[number]
            || readers.nodes[number]
                .iter()
                .filter(|reader| !here.contains(reader))
                .any(|&reader| !is_state || !reads_in_place(reader))
    }

    /// Memory for the copies of a node.
    pub fn new_array(&mut self, id: NodeId) -> Array {
        let bytes = self.node(id).width.div_ceil(32) * self.stride(id);
        let array = Array::At(self.scratch.take(bytes));
        self.set_array(id, array);
        array
    }

    /// Where the copies of a large node lie.
    pub fn array(&mut self, id: NodeId) -> Array {
        match (self.known_array(id), &self.node(id).kind) {
            (Some(array), _) => array,
            (None, ValueKind::State(place)) => Array::At(self.layout.places[*place].offset),
            (None, kind) => panic!("{id:?} {kind:?} is computed before its users"),
        }
    }

    /// Where a row lies that `user` takes apart.
    fn row_array(&mut self, row: NodeId, user: NodeId) -> Array {
        let of = |id: NodeId| self.contexts.of[id.0];
        match self.node(row).kind {
            ValueKind::State(place) if of(row) == of(user) => {
                return Array::At(self.layout.places[place].offset);
            }
            ValueKind::PackWords if self.is_large(self.node(row).operands[0]) => {
                return self.array(self.node(row).operands[0]);
            }
            _ => {}
        }
        if let Some(array) = self.known_array(row) {
            return array;
        }
        debug_assert!(is_row(self.graph, row) || self.node(row).width.is_multiple_of(128));
        let rows = self.node(row).width / 128;
        let start = self.scratch.take(16 * rows);
        for number in 0..rows {
            let value = self.row(row, number);
            self.store(value, self.memory, start + 16 * number);
        }
        self.set_array(row, Array::At(start));
        Array::At(start)
    }

    /// The address of copies such as `like` has: of a node that has them, or whose one value all of
    /// them have.
    pub fn copies_address(&mut self, id: NodeId, like: NodeId) -> Value {
        if self.node(id).count > 1 {
            let array = self.array(id);
            return self.pointer(array);
        }
        let groups = groups(self.node(like).count);
        if let Some(&table) = self.tables.places.get(&(id, groups)) {
            return self.pointer(Array::At(table));
        }
        let parts = self.node(id).width.div_ceil(32);
        let start = self.scratch.take(16 * groups * parts);
        for part in 0..parts {
            let value = self.copy_part(id, 0, part);
            for group in 0..groups {
                self.store(value, self.memory, start + 16 * (groups * part + group));
            }
        }
        self.pointer(Array::At(start))
    }

    pub fn pointer(&mut self, array: Array) -> Value {
        match array {
            Array::At(byte) => self.builder.ins().iadd_imm_s(self.memory, byte as i64),
            Array::Pointer(value) => value,
        }
    }

    /// An address to which a number of bytes is added: those of a group's part.
    fn group_address(
        &mut self,
        array: Array,
        id: NodeId,
        group: usize,
        part: usize,
    ) -> (Value, usize) {
        let (base, start) = match array {
            Array::At(byte) => (self.memory, byte),
            Array::Pointer(value) => (value, 0),
        };
        let start = start + part * self.stride(id);
        match &self.round {
            Some(round) if group == PRESENT => (self.builder.ins().iadd(base, round.offset), start),
            _ => (base, start + 16 * group),
        }
    }

    /// A part of a group of a large node's copies.
    pub fn load_copies(&mut self, id: NodeId, group: usize, part: usize) -> Value {
        let source = self.round.as_ref().and_then(|round| round.sources.get(&id)).copied();
        let array = source.unwrap_or_else(|| self.array(id));
        let (address, offset) = self.group_address(array, id, group, part);
        self.load(types::I32X4, address, offset)
    }

    /// Keeps that part in the node's memory.
    pub fn store_copies(&mut self, id: NodeId, group: usize, part: usize, value: Value) {
        let array = self.known_array(id).expect("it has memory");
        let (address, offset) = self.group_address(array, id, group, part);
        self.store(value, address, offset);
    }

    /// Gets ready for copies that are made group by group.
    pub fn begin_copies(&mut self, id: NodeId) {
        if self.is_large(id) {
            self.new_array(id);
        }
    }

    /// A part of a group that was made.
    pub fn set_copies(&mut self, id: NodeId, group: usize, part: usize, value: Value) {
        if self.is_large(id) {
            self.store_copies(id, group, part, value);
        } else {
            self.set(id, Part::Copies(group, part), value);
        }
    }

    /// One large node's copy in a word, its part in the lowest bits.
    pub fn load_copy(&mut self, id: NodeId, copy: usize, part: usize) -> Value {
        let array = self.array(id);
        let (address, offset) = self.group_address(array, id, 0, part);
        self.builder.ins().uload32(plain(), address, (offset + 4 * copy) as i32)
    }

    /// The present group of what takes values apart.
    pub fn spread_present(&mut self, id: NodeId) -> Value {
        let node = self.node(id);
        let round = self.round.as_ref().expect("in a loop");
        let (operand, offset) = (node.operands[0], round.offset);
        if node.kind == ValueKind::SpreadWords {
            let (address, offset) = self.group_address(round.sources[&operand], id, PRESENT, 0);
            return self.load(types::I32X4, address, offset);
        }
        // Four bits for every sixteen bytes.
        let first = self.builder.ins().ushr_imm_s(offset, 2);
        let words = self.all_words(operand);
        let word = words.iter().enumerate().skip(1).fold(words[0], |below, (number, &word)| {
            let begin = self.constant(64 * number as u64);
            let is_above = self.builder.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, first, begin);
            self.builder.ins().select(is_above, word, below)
        });
        let bits = self.builder.ins().ushr(word, first);
        let bits = self.builder.ins().ireduce(types::I32, bits);
        let bits = self.builder.ins().splat(types::I32X4, bits);
        let wanted = self.vector([1, 2, 4, 8]);
        let found = self.builder.ins().band(bits, wanted);
        self.builder.ins().icmp(IntCC::Equal, found, wanted)
    }
}
