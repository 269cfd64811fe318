//! The design as a graph of words: what the code is generated from.
//!
//! A node has one value (`count` 1), or one for each of many copies side by side, which the code
//! computes four at a time. Nodes are shared where they compute the same, and numbered operands
//! first. `hdl` has simplified each module by itself, so what is folded here is only what meets in
//! the flat design: constants on ports, numbers of copies, wiring across borders.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use lanebeat_hdl::simplify::{self, Logic, Netlist, Wiring};
use lanebeat_hdl::{
    BinaryOperation, Bits, Operation, ShiftOperation, bits_to_limbs, limbs_to_bits,
};

pub(super) use lanebeat_hdl::NodeId;

/// Bits of an index into a word of which each copy takes a bit: with fewer, muxes are shorter.
const FEWEST_TO_PICK: usize = 4;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum ValueKind {
    /// The limbs of the one value.
    Constant(Vec<u64>),
    /// The lowest limb of each copy; the limbs above are zero.
    CopiesConstant(Vec<u64>),
    /// Value at a place of the layout: an input, a register, read data.
    State(usize),
    /// An operation of the netlist: a shift of one value of at most 64 bits, a select of as many
    /// bits in all, and any other.
    Node(Operation),
    /// Operands: an index for each copy, a row of 32-bit elements for all of them.
    Gather,
    /// Operands: an index for each copy, a word of at most 128 bits; the bit of that number.
    Pick,
    /// One copy of the operand.
    Extract(usize),
    /// One copy from each operand.
    Assemble,
    /// Copy k is 32-bit element k of the operand.
    SpreadWords,
    /// Copy k is bit k of the operand.
    SpreadBits,
    /// The 32-bit copies side by side.
    PackWords,
    /// The 1-bit copies side by side, at most 64.
    PackBits,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Node {
    pub kind: ValueKind,
    /// Bits of a copy.
    pub width: usize,
    /// Copies; 1 also where every copy is the same.
    pub count: usize,
    pub operands: Vec<NodeId>,
}

/// A bit, and the value that it has.
pub(super) type Condition = (NodeId, bool);

#[derive(Default)]
pub(super) struct Graph {
    pub nodes: Vec<Node>,
    known: FxHashMap<Node, NodeId>,
}

impl std::ops::Index<NodeId> for Graph {
    type Output = Node;

    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }
}

impl Graph {
    /// The node that computes this, which may be there already.
    pub fn insert(
        &mut self,
        kind: ValueKind,
        width: usize,
        count: usize,
        operands: Vec<NodeId>,
    ) -> NodeId {
        let node = Node { kind, width, count, operands };
        if let Some(id) = self.known.get(&node) {
            return *id;
        }
        let id = NodeId(self.nodes.len());
        self.known.insert(node.clone(), id);
        self.nodes.push(node);
        id
    }

    /// That a bit has this value, said of the comparison where it is the opposite of one.
    pub fn condition(&self, bit: NodeId, value: bool) -> Condition {
        match self.inside(bit) {
            Some(Operation::Not) => self.condition(self[bit].operands[0], !value),
            Some(Operation::Binary(BinaryOperation::NotEqual)) => {
                let equal = ValueKind::Node(Operation::Binary(BinaryOperation::Equal));
                self.known
                    .get(&Node { kind: equal, ..self[bit].clone() })
                    .map_or((bit, value), |&equal| (equal, !value))
            }
            _ => (bit, value),
        }
    }

    /// Copies of a result of these operands.
    pub fn copies(&self, operands: &[NodeId]) -> usize {
        operands.iter().map(|&operand| self[operand].count).max().unwrap_or(1)
    }

    pub fn limbs_constant(&mut self, width: usize, limbs: Vec<u64>) -> NodeId {
        debug_assert_eq!(limbs.len(), width.div_ceil(64));
        self.insert(ValueKind::Constant(limbs), width, 1, vec![])
    }

    pub fn small(&mut self, width: usize, value: u64) -> NodeId {
        let mut limbs = vec![0; width.div_ceil(64)];
        limbs[0] = value;
        self.limbs_constant(width, limbs)
    }

    pub fn limbs(&self, id: NodeId) -> Option<&[u64]> {
        match &self[id].kind {
            ValueKind::Constant(limbs) => Some(limbs),
            _ => None,
        }
    }

    pub fn and(&mut self, a: NodeId, b: NodeId) -> NodeId {
        self.binary(BinaryOperation::And, a, b)
    }

    pub fn or(&mut self, a: NodeId, b: NodeId) -> NodeId {
        self.binary(BinaryOperation::Or, a, b)
    }

    /// A bit that lets all of a word through, or nothing, and the word: what a branch can decide.
    fn gate(&self, bits: NodeId, word: NodeId) -> Option<(NodeId, NodeId)> {
        let node = &self[bits];
        let is_repeated =
            || node.kind == ValueKind::Node(Operation::Repeat) && self.width(node.operands[0]) == 1;
        match node.width {
            1 => self.is_gated_bit(bits, word).then_some((bits, word)),
            _ => (node.count == 1 && is_repeated()).then(|| (node.operands[0], word)),
        }
    }

    /// Whether one bit decides about a bit of each of many copies.
    fn is_gated_bit(&self, select: NodeId, bit: NodeId) -> bool {
        self[select].count == 1 && self[bit].count > 1
    }

    pub fn extract(&mut self, copies: NodeId, copy: usize) -> NodeId {
        let node = &self[copies];
        match &node.kind {
            _ if node.count == 1 => copies,
            ValueKind::Assemble => node.operands[copy],
            ValueKind::CopiesConstant(values) => {
                let (width, value) = (node.width, values[copy]);
                self.small(width, value)
            }
            ValueKind::SpreadWords => {
                let row = node.operands[0];
                self.slice(row, 32 * copy, 32)
            }
            ValueKind::SpreadBits => {
                let bits = node.operands[0];
                self.slice(bits, copy, 1)
            }
            _ => self.insert(ValueKind::Extract(copy), node.width, 1, vec![copies]),
        }
    }

    /// The copies of which these are the values.
    pub fn assemble(&mut self, values: &[NodeId]) -> NodeId {
        let (first, count) = (values[0], values.len());
        if values.iter().all(|&value| value == first) {
            return first;
        }
        let width = self.width(first);
        let small = |value: &NodeId| {
            self.limbs(*value)
                .filter(|limbs| limbs[1..].iter().all(|limb| *limb == 0))
                .map(|l| l[0])
        };
        if let Some(values) = values.iter().map(small).collect::<Option<Vec<u64>>>() {
            return self.insert(ValueKind::CopiesConstant(values), width, count, vec![]);
        }
        if let ValueKind::Extract(0) = self[first].kind {
            let copies = self[first].operands[0];
            let is_copy = |(copy, &value): (usize, &NodeId)| {
                self[value].kind == ValueKind::Extract(copy) && self[value].operands[0] == copies
            };
            if self[copies].count == count && values.iter().enumerate().all(is_copy) {
                return copies;
            }
        }
        if let Some((source, low)) = self.strided(values) {
            match width {
                32 if low == 0 && self.width(source) == 32 * count && count.is_multiple_of(8) => {
                    return self.insert(ValueKind::SpreadWords, 32, count, vec![source]);
                }
                1 => {
                    let bits = self.slice(source, low, count);
                    return self.insert(ValueKind::SpreadBits, 1, count, vec![bits]);
                }
                _ => {}
            }
        }
        self.insert(ValueKind::Assemble, width, count, values.to_vec())
    }

    /// The node that these follow each other in, and from which bit.
    fn strided(&self, values: &[NodeId]) -> Option<(NodeId, usize)> {
        let Node { kind: ValueKind::Node(Operation::Slice { low }), width, ref operands, .. } =
            self[values[0]]
        else {
            return None;
        };
        let is_next = |(number, &value): (usize, &NodeId)| {
            self[value].kind == ValueKind::Node(Operation::Slice { low: low + number * width })
                && self[value].operands == *operands
        };
        (self[operands[0]].count == 1 && values.iter().enumerate().all(is_next))
            .then_some((operands[0], low))
    }
}

impl Graph {
    /// A tree of muxes, the highest bit of the index first, so that whole halves are left out.
    fn select_of(&mut self, index: NodeId, bits: usize, elements: &[NodeId]) -> NodeId {
        if let [element] = elements {
            return *element;
        }
        let (low, high) = elements.split_at(elements.len() / 2);
        let otherwise = self.select_of(index, bits - 1, low);
        let then = self.select_of(index, bits - 1, high);
        let select = self.slice(index, bits - 1, 1);
        self.mux(select, then, otherwise)
    }

    /// Whether the bits of an address name no row.
    pub fn is_beyond(&mut self, address: NodeId, depth: usize) -> NodeId {
        let width = self.width(address);
        if width >= usize::BITS as usize - 1 || 1 << width <= depth {
            return self.small(1, 0);
        }
        let depth = self.small(width, depth as u64);
        let is_row = self.binary(BinaryOperation::LessUnsigned, address, depth);
        self.not(is_row)
    }
}

impl Netlist for Graph {
    fn width(&self, id: NodeId) -> usize {
        self[id].width
    }

    fn value(&self, id: NodeId) -> Option<Cow<'_, Bits>> {
        self.limbs(id).map(|limbs| Cow::Owned(limbs_to_bits(self.width(id), limbs)))
    }

    fn is_zero(&self, id: NodeId) -> bool {
        self.limbs(id).is_some_and(|limbs| limbs.iter().all(|limb| *limb == 0))
    }

    fn is_ones(&self, id: NodeId) -> bool {
        let ones = |limbs: &[u64]| limbs.iter().map(|limb| limb.count_ones() as usize).sum();
        self.limbs(id).map(ones) == Some(self.width(id))
    }

    fn inside(&self, id: NodeId) -> Option<Operation> {
        match self[id].kind {
            ValueKind::Node(operation) => Some(operation),
            _ => None,
        }
    }

    fn operands(&self, id: NodeId) -> Vec<NodeId> {
        self[id].operands.clone()
    }

    fn constant(&mut self, value: Bits) -> NodeId {
        self.limbs_constant(value.len(), bits_to_limbs(&value).collect())
    }

    fn add(&mut self, operation: Operation, width: usize, operands: Vec<NodeId>) -> NodeId {
        let count = self.copies(&operands);
        self.insert(ValueKind::Node(operation), width, count, operands)
    }

    /// All copies of a node in order.
    fn whole(&mut self, parts: &[NodeId]) -> Option<NodeId> {
        let Node { kind: ValueKind::Extract(0), width, ref operands, .. } = self[parts[0]] else {
            return None;
        };
        let copies = operands[0];
        let count = self[copies].count;
        let is_all = count == parts.len()
            && parts.iter().enumerate().all(|(copy, &part)| {
                let node = &self[part];
                node.kind == ValueKind::Extract(copy) && node.operands[0] == copies
            });
        match width {
            32 if is_all && count.is_multiple_of(8) => {
                Some(self.insert(ValueKind::PackWords, 32 * count, 1, vec![copies]))
            }
            1 if is_all && count <= 64 => {
                Some(self.insert(ValueKind::PackBits, count, 1, vec![copies]))
            }
            _ => None,
        }
    }
}

impl Wiring for Graph {
    /// A shift of one word as such; wider ones and copies as a mux for each bit of the amount.
    fn shift(&mut self, operation: ShiftOperation, value: NodeId, amount: NodeId) -> NodeId {
        let width = self.width(value);
        let is_word = width <= 64 && self.width(amount) <= 64;
        if self.limbs(amount).is_some() || is_word && self.copies(&[value, amount]) == 1 {
            return simplify::shift(self, operation, value, amount);
        }
        let mut shifted = value;
        let sign = self.slice(value, width - 1, 1);
        let zero = self.small(1, 0);
        let fill = if operation == ShiftOperation::RightSigned { sign } else { zero };
        let mut is_all = zero;
        for bit in 0..self.width(amount) {
            let select = self.slice(amount, bit, 1);
            let distance = if bit < 32 { 1 << bit } else { usize::MAX };
            if distance >= width {
                is_all = self.or(is_all, select);
                continue;
            }
            let free = self.repeat(fill, distance);
            let moved = match operation {
                ShiftOperation::Left => {
                    let kept = self.slice(shifted, 0, width - distance);
                    self.concat(&[free, kept])
                }
                ShiftOperation::RightUnsigned | ShiftOperation::RightSigned => {
                    let kept = self.slice(shifted, distance, width - distance);
                    self.concat(&[kept, free])
                }
            };
            shifted = self.mux(select, moved, shifted);
        }
        let all = self.repeat(fill, width);
        self.mux(is_all, all, shifted)
    }

    fn slice(&mut self, value: NodeId, low: usize, width: usize) -> NodeId {
        match self[value].kind {
            ValueKind::PackWords if low.is_multiple_of(32) && width == 32 => {
                self.extract(self[value].operands[0], low / 32)
            }
            _ => simplify::slice(self, value, low, width),
        }
    }
}

impl Logic for Graph {
    fn binary(&mut self, operation: BinaryOperation, a: NodeId, b: NodeId) -> NodeId {
        // On single bits an exclusive or takes fewer instructions than a comparison.
        if operation == BinaryOperation::NotEqual && self.width(a) == 1 {
            return self.binary(BinaryOperation::Xor, a, b);
        }
        let is_decided = |id: NodeId| self.is_zero(id) || self.is_ones(id);
        let gate = match operation {
            BinaryOperation::And if a != b && !is_decided(a) && !is_decided(b) => {
                self.gate(a, b).or_else(|| self.gate(b, a))
            }
            _ => None,
        };
        match gate {
            Some((select, word)) => {
                let zero = self.zeros(self.width(word));
                self.mux(select, word, zero)
            }
            None => simplify::binary(self, operation, a, b),
        }
    }

    fn mux(&mut self, select: NodeId, then: NodeId, otherwise: NodeId) -> NodeId {
        if self.inside(select) == Some(Operation::Not) {
            return self.mux(self[select].operands[0], otherwise, then);
        }
        let is_gated = self.is_gated_bit(select, then) || self.is_gated_bit(select, otherwise);
        let is_branch = is_gated && self.width(then) == 1 && self.limbs(select).is_none();
        if is_branch && then != otherwise && !self.is_ones(then) {
            let operands = vec![select, then, otherwise];
            return self.operation(Operation::Mux, 1, operands);
        }
        simplify::mux(self, select, then, otherwise)
    }

    fn select(&mut self, index: NodeId, elements: NodeId) -> NodeId {
        let width = self.width(elements) >> self.width(index);
        if let Some(limbs) = self.limbs(index) {
            let index = limbs[0] as usize;
            return self.slice(elements, index * width, width);
        }
        let (one_index, one_row) = (self[index].count == 1, self[elements].count == 1);
        let is_plain = !matches!(self[elements].kind, ValueKind::Node(Operation::Concat));
        let total = self.width(elements);
        if one_index && one_row && total <= 64 && is_plain {
            return self.operation(Operation::Select, width, vec![index, elements]);
        }
        if !one_index && one_row && width == 32 && total >= 256 {
            let count = self[index].count;
            return self.insert(ValueKind::Gather, 32, count, vec![index, elements]);
        }
        let bits = self.width(index);
        if !one_index && one_row && width == 1 && (FEWEST_TO_PICK..=7).contains(&bits) {
            let count = self[index].count;
            return self.insert(ValueKind::Pick, 1, count, vec![index, elements]);
        }
        let elements: Vec<NodeId> =
            (0..1 << bits).map(|element| self.slice(elements, element * width, width)).collect();
        self.select_of(index, bits, &elements)
    }
}
