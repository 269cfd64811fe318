//! The netlist that is being made, and what can be asked of it.

use std::panic::Location;

use crate::bits::Bits;
use crate::fold::fold;
use crate::module::{Module, Node, NodeId, NodeKind};

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
        let mut old_readers = vec![0; old.nodes.len()];
        let live = old.reached_nodes();
        let nodes = old.nodes.iter().zip(&live).filter(|(_, live)| **live);
        let read = nodes.flat_map(|(node, _)| node.kind.operands()).chain(old.roots());
        read.for_each(|id| old_readers[id.0] += 1);
        let mut old_slices = vec![0; old.nodes.len()];
        for (node, _) in old.nodes.iter().zip(&live).filter(|(_, live)| **live) {
            if let NodeKind::Slice { value, .. } = node.kind {
                old_slices[value.0] += 1;
            }
        }
        Self {
            old,
            old_readers,
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
        if matches!(self.nodes[end.0].kind, NodeKind::Constant(_)) { end } else { id }
    }

    pub(super) fn width(&self, id: NodeId) -> usize {
        self.nodes[id.0].width
    }

    pub(super) fn constant(&mut self, value: Bits) -> NodeId {
        let width = value.len();
        self.push(NodeKind::Constant(value), width)
    }

    pub(super) fn bit(&mut self, value: bool) -> NodeId {
        self.constant(Bits::repeat(value, 1))
    }

    pub(super) fn zeros(&mut self, width: usize) -> NodeId {
        self.constant(Bits::repeat(false, width))
    }

    /// One node for each name.
    pub(super) fn code(&mut self, name: &str, value: Bits) -> NodeId {
        let known = self.nodes.iter().position(|node| node.name.as_deref() == Some(name));
        known.map_or_else(|| self.constant(value), NodeId)
    }

    pub(super) fn value(&self, id: NodeId) -> Option<&Bits> {
        match &self.nodes[id.0].kind {
            NodeKind::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// A constant without a name of its own.
    pub(super) fn number(&self, id: NodeId) -> Option<&Bits> {
        self.value(id).filter(|_| self.nodes[id.0].name.is_none())
    }

    pub(super) fn is_zero(&self, id: NodeId) -> bool {
        self.value(id).is_some_and(|value| value.not_any())
    }

    pub(super) fn is_ones(&self, id: NodeId) -> bool {
        self.value(id).is_some_and(|value| value.all())
    }

    /// What `id` computes, if no name hides it.
    pub(super) fn inside(&self, id: NodeId) -> Option<&NodeKind> {
        let node = &self.nodes[id.0];
        node.name.is_none().then_some(&node.kind)
    }

    /// As [`Self::inside`], if nobody else reads it.
    pub(super) fn own(&self, id: NodeId) -> Option<&NodeKind> {
        self.inside(id).filter(|_| self.readers[id.0] <= 1)
    }

    /// Whether both are seen to be the same.
    pub(super) fn is_same(&self, a: NodeId, b: NodeId) -> bool {
        self.is_same_to(a, b, DEEPEST_COMPARISON)
    }

    pub(super) fn is_same_to(&self, a: NodeId, b: NodeId, depth: usize) -> bool {
        if a == b {
            return true;
        }
        if let (Some(a), Some(b)) = (self.value(a), self.value(b)) {
            return a == b;
        }
        let (Some(a_kind), Some(b_kind)) = (self.inside(a), self.inside(b)) else { return false };
        let (a_operands, b_operands) = (a_kind.operands(), b_kind.operands());
        let is_alike = match (a_kind, b_kind) {
            (NodeKind::Slice { low: a, .. }, NodeKind::Slice { low: b, .. }) => a == b,
            (NodeKind::Binary(a, ..), NodeKind::Binary(b, ..)) => a == b,
            (NodeKind::Shift { operation: a, .. }, NodeKind::Shift { operation: b, .. }) => a == b,
            (NodeKind::Reduce(a, _), NodeKind::Reduce(b, _)) => a == b,
            _ => {
                std::mem::discriminant(a_kind) == std::mem::discriminant(b_kind)
                    && !a_kind.is_source()
            }
        };
        let mut pairs = a_operands.iter().zip(&b_operands);
        let is_shaped = self.width(a) == self.width(b) && a_operands.len() == b_operands.len();
        depth > 0 && is_alike && is_shaped && pairs.all(|(a, b)| self.is_same_to(*a, *b, depth - 1))
    }

    /// An operation without a rule that fits: folded where its operands are constants.
    pub(super) fn operation(&mut self, kind: NodeKind, width: usize) -> NodeId {
        let operands = kind.operands();
        let values: Option<Vec<&Bits>> =
            operands.iter().map(|&operand| self.value(operand)).collect();
        match values.and_then(|values| fold(&kind, width, &values)) {
            Some(value) => self.constant(value),
            None => self.push(kind, width),
        }
    }
}
