//! The netlist that is being made, and what can be asked of it.

use std::borrow::Cow;
use std::panic::Location;

use super::logic::Logic;
use super::netlist::Netlist;
use super::wiring::Wiring;
use crate::bits::{Bits, bits};
use crate::module::{BinaryOperation, Module, Node, NodeId, NodeKind, Operation};

/// How deep two nameless nodes are compared.
const DEEPEST_COMPARISON: usize = 4;

pub(super) struct Simplifier<'m> {
    pub(super) old: &'m Module,
    /// How many places read a node as written, and how many of these read a slice of it.
    pub(super) old_readers: Vec<usize>,
    pub(super) old_slices: Vec<usize>,
    pub(super) nodes: Vec<Node>,
    /// How many places read a new node, as far as that is known.
    pub(super) readers: Vec<usize>,
    /// Whether only slices of a new node are read.
    pub(super) is_sliced: Vec<bool>,
    pub(super) moved: Vec<Option<NodeId>>,
    /// Where the node that is being rewritten was written.
    pub(super) place: &'static Location<'static>,
}

impl<'m> Simplifier<'m> {
    pub(super) fn new(old: &'m Module) -> Self {
        let mut old_slices = vec![0; old.nodes.len()];
        for (node, _) in old.nodes.iter().zip(&old.live).filter(|(_, live)| **live) {
            if let NodeKind::Slice { value, .. } = node.kind {
                old_slices[value.0] += 1;
            }
        }
        Self {
            old,
            old_readers: old.uses(),
            old_slices,
            nodes: vec![],
            readers: vec![],
            is_sliced: vec![],
            moved: vec![None; old.nodes.len()],
            place: Location::caller(),
        }
    }

    pub(super) fn push(&mut self, kind: NodeKind, width: usize) -> NodeId {
        self.nodes.push(Node { kind, width, name: None, place: self.place });
        self.readers.push(1);
        self.is_sliced.push(false);
        NodeId(self.nodes.len() - 1)
    }

    pub(super) fn new_id(&self, old: NodeId) -> NodeId {
        self.seen_through(self.moved[old.0].expect("operands come first"))
    }

    /// The constant where `id` is another name for one.
    pub(super) fn seen_through(&self, id: NodeId) -> NodeId {
        let mut end = id;
        while let NodeKind::Wire(Some(driver)) = self.nodes[end.0].kind {
            end = driver;
        }
        if self.nodes[end.0].kind.is_constant() { end } else { id }
    }

    /// One node for each name.
    pub(super) fn code(&mut self, name: &str, value: Bits) -> NodeId {
        let known = self.nodes.iter().position(|node| node.name.as_deref() == Some(name));
        known.map_or_else(|| self.constant(value), NodeId)
    }

    /// Kind of node `id`, if no name hides it.
    fn kind(&self, id: NodeId) -> Option<&NodeKind> {
        let node = &self.nodes[id.0];
        node.name.is_none().then_some(&node.kind)
    }

    /// Whether slices of `id` would need a net.
    fn is_read_elsewhere(&self, id: NodeId) -> bool {
        !matches!(
            self.kind(id),
            Some(NodeKind::Concat(_) | NodeKind::Constant(_) | NodeKind::Repeat(_))
        )
    }

    fn is_element(&mut self, operation: BinaryOperation, index: NodeId, element: usize) -> NodeId {
        let width = self.width(index);
        let element = self.constant(bits(width, element as u128));
        self.binary(operation, index, element)
    }

    fn is_same_to(&self, a: NodeId, b: NodeId, depth: usize) -> bool {
        if a == b {
            return true;
        }
        if let (Some(a), Some(b)) = (self.value(a), self.value(b)) {
            return a == b;
        }
        let (Some(a_kind), Some(b_kind)) = (self.kind(a), self.kind(b)) else { return false };
        let (a_operands, b_operands) = (a_kind.operands(), b_kind.operands());
        let is_alike = match (a_kind.operation(), b_kind.operation()) {
            (Some(a), Some(b)) => a == b,
            _ => {
                std::mem::discriminant(a_kind) == std::mem::discriminant(b_kind)
                    && !a_kind.is_source()
            }
        };
        let mut pairs = a_operands.iter().zip(&b_operands);
        let is_shaped = self.width(a) == self.width(b) && a_operands.len() == b_operands.len();
        depth > 0 && is_alike && is_shaped && pairs.all(|(a, b)| self.is_same_to(*a, *b, depth - 1))
    }
}

impl Netlist for Simplifier<'_> {
    fn width(&self, id: NodeId) -> usize {
        self.nodes[id.0].width
    }

    fn value(&self, id: NodeId) -> Option<Cow<'_, Bits>> {
        match &self.nodes[id.0].kind {
            NodeKind::Constant(value) => Some(Cow::Borrowed(value)),
            _ => None,
        }
    }

    /// A constant without a name of its own.
    fn number(&self, id: NodeId) -> Option<Cow<'_, Bits>> {
        self.value(id).filter(|_| self.nodes[id.0].name.is_none())
    }

    fn inside(&self, id: NodeId) -> Option<Operation> {
        self.kind(id)?.operation()
    }

    fn operands(&self, id: NodeId) -> Vec<NodeId> {
        self.nodes[id.0].kind.operands()
    }

    fn constant(&mut self, value: Bits) -> NodeId {
        let width = value.len();
        self.push(NodeKind::Constant(value), width)
    }

    fn add(&mut self, operation: Operation, width: usize, operands: Vec<NodeId>) -> NodeId {
        self.push(NodeKind::of(operation, operands), width)
    }

    fn is_same(&self, a: NodeId, b: NodeId) -> bool {
        self.is_same_to(a, b, DEEPEST_COMPARISON)
    }

    fn is_shared(&self, id: NodeId) -> bool {
        self.readers[id.0] > 1
    }

    fn may_take_apart(&self, id: NodeId) -> bool {
        !self.is_shared(id) || self.is_sliced[id.0]
    }
}

impl Wiring for Simplifier<'_> {}

impl Logic for Simplifier<'_> {
    fn select(&mut self, index: NodeId, elements: NodeId) -> NodeId {
        let count = 1 << self.width(index);
        let width = self.width(elements) / count;
        if let Some(value) = self.value(index) {
            let element = value.iter_ones().fold(0, |element, bit| element | 1 << bit);
            return self.slice(elements, element * width, width);
        }
        if count == 2 && !self.is_read_elsewhere(elements) {
            let [low, high] = [0, 1].map(|element| self.slice(elements, element * width, width));
            return self.mux(index, high, low);
        }
        let kind = self.kind(elements).cloned();
        match kind {
            Some(NodeKind::Constant(value)) if width == 1 => {
                let (ones, first_one, first_zero) =
                    (value.count_ones(), value.first_one(), value.first_zero());
                match (first_one, first_zero) {
                    (None, _) | (_, None) => return self.bit(ones > 0),
                    (Some(one), _) if ones == 1 => {
                        return self.is_element(BinaryOperation::Equal, index, one);
                    }
                    (_, Some(zero)) if ones == count - 1 => {
                        return self.is_element(BinaryOperation::NotEqual, index, zero);
                    }
                    _ => {}
                }
            }
            Some(NodeKind::Repeat(part)) if width.is_multiple_of(self.width(part)) => {
                return self.repeat(part, width / self.width(part));
            }
            _ => {}
        }
        self.operation(Operation::Select, width, vec![index, elements])
    }
}
