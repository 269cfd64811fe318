//! The design as a graph of words: what the code is generated from.
//!
//! A node has one value (`count` 1), or one for each of many copies side by side, which the code
//! computes four at a time. Nodes are shared where they compute the same, and numbered operands
//! first. `hdl` has simplified each module by itself, so what is folded here is only what meets in
//! the flat design: constants on ports, numbers of copies, wiring across borders.

use std::collections::HashMap;

use super::fold::constant;
use crate::flat::OperationKind;
use lanebeat_hdl::{BinaryOperation, Reduction, ShiftOperation};

/// Index of a node in [`Graph::nodes`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct NodeId(pub u32);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Kind {
    /// The limbs of the one value.
    Constant(Vec<u64>),
    /// The lowest limb of each copy; the limbs above are zero.
    LaneConstant(Vec<u64>),
    /// What lies at a place of the layout: an input, a register, read data.
    State(usize),
    Not,
    Reduce(Reduction),
    Binary(BinaryOperation),
    Multiply,
    /// Operands: value of at most 64 bits, amount. One value only.
    Shift(ShiftOperation),
    /// Operands: select, then, otherwise.
    Mux,
    Slice(usize),
    /// The parts, lowest first.
    Concat,
    /// The operand as often as fits.
    Repeat,
    /// Operands: index, elements of at most 64 bits in all.
    Element,
    /// Operands: index, a state of several elements of whole limbs.
    Load,
    /// Operands: an index for each copy, a row of 32-bit elements for all of them.
    Gather,
    /// Operands: an index for each copy, a word of at most 128 bits; the bit of that number.
    Pick,
    /// One copy of the operand.
    Extract(usize),
    /// Operands: index, copies; the copy of that number.
    ExtractAt,
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
    pub kind: Kind,
    /// Bits of a copy.
    pub width: usize,
    /// Copies; 1 also where every copy is the same.
    pub count: usize,
    pub operands: Vec<NodeId>,
}

#[derive(Default)]
pub(super) struct Graph {
    pub nodes: Vec<Node>,
    known: HashMap<Node, NodeId>,
}

impl std::ops::Index<NodeId> for Graph {
    type Output = Node;

    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }
}

impl Graph {
    /// The node that computes this, which may be there already.
    pub fn add(&mut self, kind: Kind, width: usize, count: usize, operands: Vec<NodeId>) -> NodeId {
        let node = Node { kind, width, count, operands };
        if let Some(id) = self.known.get(&node) {
            return *id;
        }
        let id = NodeId(self.nodes.len() as u32);
        self.known.insert(node.clone(), id);
        self.nodes.push(node);
        id
    }

    /// Copies of a result of these operands.
    pub fn copies(&self, operands: &[NodeId]) -> usize {
        operands.iter().map(|&operand| self[operand].count).max().unwrap_or(1)
    }

    pub fn width(&self, id: NodeId) -> usize {
        self[id].width
    }

    pub fn constant(&mut self, width: usize, limbs: Vec<u64>) -> NodeId {
        debug_assert_eq!(limbs.len(), width.div_ceil(64));
        self.add(Kind::Constant(limbs), width, 1, vec![])
    }

    pub fn small(&mut self, width: usize, value: u64) -> NodeId {
        let mut limbs = vec![0; width.div_ceil(64)];
        limbs[0] = value;
        self.constant(width, limbs)
    }

    pub fn limbs(&self, id: NodeId) -> Option<&[u64]> {
        match &self[id].kind {
            Kind::Constant(limbs) => Some(limbs),
            _ => None,
        }
    }

    pub fn is_zero(&self, id: NodeId) -> bool {
        self.limbs(id).is_some_and(|limbs| limbs.iter().all(|limb| *limb == 0))
    }

    fn is_ones(&self, id: NodeId) -> bool {
        let width = self.width(id);
        self.limbs(id).is_some_and(|limbs| {
            limbs.iter().map(|limb| limb.count_ones() as usize).sum::<usize>() == width
        })
    }

    pub fn not(&mut self, value: NodeId) -> NodeId {
        self.operation(Kind::Not, self.width(value), vec![value])
    }

    /// An operation without a rule of its own: folded when its operands are constant.
    pub fn operation(&mut self, kind: Kind, width: usize, operands: Vec<NodeId>) -> NodeId {
        if let Some(limbs) = self.folded(&kind, width, &operands) {
            return self.constant(width, limbs);
        }
        let count = self.copies(&operands);
        self.add(kind, width, count, operands)
    }

    /// The limbs of an operation whose operands are all constant.
    fn folded(&self, kind: &Kind, width: usize, operands: &[NodeId]) -> Option<Vec<u64>> {
        let kind = match *kind {
            Kind::Not => OperationKind::Not,
            Kind::Reduce(reduction) => OperationKind::Reduce(reduction),
            Kind::Binary(operation) => OperationKind::Binary(operation),
            Kind::Multiply => OperationKind::Multiply,
            Kind::Shift(operation) => OperationKind::Shift(operation),
            Kind::Mux => OperationKind::Mux,
            Kind::Slice(low) => OperationKind::Slice { low },
            Kind::Concat => OperationKind::Concat,
            Kind::Repeat => OperationKind::Repeat,
            Kind::Element => OperationKind::Select,
            _ => return None,
        };
        let operands =
            operands.iter().map(|&operand| Some((self.width(operand), self.limbs(operand)?)));
        Some(constant(kind, width, &operands.collect::<Option<Vec<_>>>()?))
    }

    pub fn and(&mut self, a: NodeId, b: NodeId) -> NodeId {
        self.binary(BinaryOperation::And, a, b)
    }

    pub fn or(&mut self, a: NodeId, b: NodeId) -> NodeId {
        self.binary(BinaryOperation::Or, a, b)
    }

    pub fn binary(&mut self, operation: BinaryOperation, a: NodeId, b: NodeId) -> NodeId {
        use BinaryOperation::*;
        let width = self.width(a);
        let result_width = if matches!(operation, Equal | NotEqual | LessUnsigned | LessSigned) {
            1
        } else {
            width
        };
        let (a, b) = if self.limbs(a).is_some()
            && matches!(operation, And | Or | Xor | Add | Equal | NotEqual)
        {
            (b, a)
        } else {
            (a, b)
        };
        match operation {
            And if self.is_zero(b) => return b,
            And if self.is_ones(b) || a == b => return a,
            Or if self.is_ones(b) => return b,
            Or if self.is_zero(b) || a == b => return a,
            Xor | Add | Subtract if self.is_zero(b) => return a,
            NotEqual if width == 1 => return self.binary(Xor, a, b),
            And => {
                if let Some((select, word)) = self.gate(a, b).or_else(|| self.gate(b, a)) {
                    let zero = self.constant(width, vec![0; width.div_ceil(64)]);
                    return self.mux(select, word, zero);
                }
            }
            _ => {}
        }
        self.operation(Kind::Binary(operation), result_width, vec![a, b])
    }

    /// A bit that lets all of a word through, or nothing, and the word: what a branch can decide.
    fn gate(&self, bits: NodeId, word: NodeId) -> Option<(NodeId, NodeId)> {
        let node = &self[bits];
        let is_repeated = || node.kind == Kind::Repeat && self.width(node.operands[0]) == 1;
        match node.width {
            1 => self.is_gated_bit(bits, word).then_some((bits, word)),
            _ => (node.count == 1 && is_repeated()).then(|| (node.operands[0], word)),
        }
    }

    /// Whether one bit decides about a bit of each of many copies.
    fn is_gated_bit(&self, select: NodeId, bit: NodeId) -> bool {
        self[select].count == 1 && self[bit].count > 1
    }

    pub fn reduce(&mut self, reduction: Reduction, value: NodeId) -> NodeId {
        self.operation(Kind::Reduce(reduction), 1, vec![value])
    }

    pub fn mux(&mut self, select: NodeId, then: NodeId, otherwise: NodeId) -> NodeId {
        if then == otherwise {
            return then;
        }
        if let Some(limbs) = self.limbs(select) {
            return if limbs[0] == 0 { otherwise } else { then };
        }
        if let Kind::Not = self[select].kind {
            let select = self[select].operands[0];
            return self.mux(select, otherwise, then);
        }
        if self.width(then) == 1 {
            if self.is_zero(otherwise) && !self.is_gated_bit(select, then) {
                return self.and(select, then);
            }
            if self.is_ones(then) {
                return self.or(select, otherwise);
            }
        }
        self.operation(Kind::Mux, self.width(then), vec![select, then, otherwise])
    }

    pub fn slice(&mut self, value: NodeId, low: usize, width: usize) -> NodeId {
        let node = &self[value];
        if width == node.width {
            return value;
        }
        match node.kind {
            Kind::Slice(below) => {
                let inner = node.operands[0];
                return self.slice(inner, below + low, width);
            }
            Kind::Concat => {
                let parts = self.parts_between(&node.operands.clone(), low, width);
                return self.concat(&parts);
            }
            Kind::Repeat => {
                let part = node.operands[0];
                let part_width = self.width(part);
                if low % part_width + width <= part_width {
                    return self.slice(part, low % part_width, width);
                }
                if low.is_multiple_of(part_width) && width.is_multiple_of(part_width) {
                    return self.repeat(part, width / part_width);
                }
            }
            Kind::PackWords if low.is_multiple_of(32) && width == 32 => {
                let words = node.operands[0];
                return self.extract(words, low / 32);
            }
            _ => {}
        }
        self.operation(Kind::Slice(low), width, vec![value])
    }

    /// The slices of `parts` that make up `width` bits from bit `low` up.
    fn parts_between(&mut self, parts: &[NodeId], low: usize, width: usize) -> Vec<NodeId> {
        let (mut start, mut found) = (0, vec![]);
        for &part in parts {
            let end = start + self.width(part);
            let (from, to) = (low.max(start), (low + width).min(end));
            if from < to {
                found.push(self.slice(part, from - start, to - from));
            }
            start = end;
        }
        found
    }

    pub fn repeat(&mut self, value: NodeId, times: usize) -> NodeId {
        if times == 1 {
            return value;
        }
        self.operation(Kind::Repeat, self.width(value) * times, vec![value])
    }

    pub fn concat(&mut self, parts: &[NodeId]) -> NodeId {
        let mut flat: Vec<NodeId> = vec![];
        for &part in parts {
            let inner = if self[part].kind == Kind::Concat {
                self[part].operands.clone()
            } else {
                vec![part]
            };
            for part in inner {
                match flat.last().and_then(|&last| self.joined(last, part)) {
                    Some(joined) => *flat.last_mut().expect("there is one") = joined,
                    None => flat.push(part),
                }
            }
        }
        if let [part] = flat[..] {
            return part;
        }
        if let Some(packed) = self.packed(&flat) {
            return packed;
        }
        let width = flat.iter().map(|&part| self.width(part)).sum();
        self.operation(Kind::Concat, width, flat)
    }

    /// One node for two neighbours: constants, or slices that follow each other.
    fn joined(&mut self, low: NodeId, high: NodeId) -> Option<NodeId> {
        let (first, second) = (&self[low], &self[high]);
        let width = first.width + second.width;
        match (&first.kind, &second.kind) {
            (Kind::Slice(from), Kind::Slice(to))
                if first.operands == second.operands && from + first.width == *to =>
            {
                let (value, from) = (first.operands[0], *from);
                Some(self.slice(value, from, width))
            }
            (Kind::Constant(_), Kind::Constant(_)) => {
                let limbs = self.folded(&Kind::Concat, width, &[low, high])?;
                Some(self.constant(width, limbs))
            }
            _ => None,
        }
    }

    /// All copies of a node in order.
    fn packed(&mut self, parts: &[NodeId]) -> Option<NodeId> {
        let Node { kind: Kind::Extract(0), width, ref operands, .. } = self[parts[0]] else {
            return None;
        };
        let copies = operands[0];
        let count = self[copies].count;
        let is_all = count == parts.len()
            && parts.iter().enumerate().all(|(copy, &part)| {
                let node = &self[part];
                node.kind == Kind::Extract(copy) && node.operands[0] == copies
            });
        match width {
            32 if is_all && count.is_multiple_of(8) => {
                Some(self.add(Kind::PackWords, 32 * count, 1, vec![copies]))
            }
            1 if is_all && count <= 64 => Some(self.add(Kind::PackBits, count, 1, vec![copies])),
            _ => None,
        }
    }

    pub fn extract(&mut self, copies: NodeId, copy: usize) -> NodeId {
        let node = &self[copies];
        match &node.kind {
            _ if node.count == 1 => copies,
            Kind::Assemble => node.operands[copy],
            Kind::LaneConstant(values) => {
                let (width, value) = (node.width, values[copy]);
                self.small(width, value)
            }
            Kind::SpreadWords => {
                let row = node.operands[0];
                self.slice(row, 32 * copy, 32)
            }
            Kind::SpreadBits => {
                let bits = node.operands[0];
                self.slice(bits, copy, 1)
            }
            _ => self.add(Kind::Extract(copy), node.width, 1, vec![copies]),
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
            return self.add(Kind::LaneConstant(values), width, count, vec![]);
        }
        if let Kind::Extract(0) = self[first].kind {
            let copies = self[first].operands[0];
            let is_copy = |(copy, &value): (usize, &NodeId)| {
                self[value].kind == Kind::Extract(copy) && self[value].operands[0] == copies
            };
            if self[copies].count == count && values.iter().enumerate().all(is_copy) {
                return copies;
            }
        }
        if let Some((source, low)) = self.strided(values) {
            match width {
                32 if low == 0 && self.width(source) == 32 * count && count.is_multiple_of(8) => {
                    return self.add(Kind::SpreadWords, 32, count, vec![source]);
                }
                1 => {
                    let bits = self.slice(source, low, count);
                    return self.add(Kind::SpreadBits, 1, count, vec![bits]);
                }
                _ => {}
            }
        }
        self.add(Kind::Assemble, width, count, values.to_vec())
    }

    /// The node that these follow each other in, and from which bit.
    fn strided(&self, values: &[NodeId]) -> Option<(NodeId, usize)> {
        let Node { kind: Kind::Slice(low), width, ref operands, .. } = self[values[0]] else {
            return None;
        };
        let is_next = |(number, &value): (usize, &NodeId)| {
            self[value].kind == Kind::Slice(low + number * width)
                && self[value].operands == *operands
        };
        (self[operands[0]].count == 1 && values.iter().enumerate().all(is_next))
            .then_some((operands[0], low))
    }
}
