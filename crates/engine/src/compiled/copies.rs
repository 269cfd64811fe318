//! Copies in groups of four, and in memory where they are many: what is known of [loops](super::rounds)
//! and what they read.

use std::collections::HashMap;

use cranelift_codegen::ir::Value;

use super::actions::Action;
use super::context::Contexts;
use super::graph::{Graph, Node, NodeId, ValueKind};
use super::layout::Layout;
use lanebeat_hdl::Operation;

/// Groups of four copies.
pub(super) fn groups(count: usize) -> usize {
    count.div_ceil(4)
}

/// In place of a group's number: the present one of a round.
pub(super) const PRESENT: usize = usize::MAX;

/// Whether copies go round in loops.
pub(super) fn is_large(count: usize) -> bool {
    groups(count) > 1
}

/// Readers of the nodes of a function: a node that only its own loop reads needs no memory.
pub(super) struct Readers {
    /// For each node, those of the computed ones that read it.
    pub nodes: Vec<Vec<NodeId>>,
    /// For each node, whether it is an output or taken by an action.
    pub is_taken: Vec<bool>,
}

impl Readers {
    pub fn new(graph: &Graph, contexts: &Contexts, outputs: &[NodeId], actions: &[Action]) -> Self {
        let count = graph.nodes.len();
        let mut readers = Self { nodes: vec![vec![]; count], is_taken: vec![false; count] };
        let computed = (0..).map(NodeId).zip(&contexts.of).filter(|(_, of)| of.is_some());
        for (reader, _) in computed {
            for operand in &graph[reader].operands {
                readers.nodes[operand.0].push(reader);
            }
        }
        let taken = actions.iter().flat_map(|action| action.work.operands());
        taken.chain(outputs.iter().copied()).for_each(|id| readers.is_taken[id.0] = true);
        readers
    }
}

/// A loop that is being written.
pub(super) struct Round {
    /// Bytes from the first group to the present one.
    pub offset: Value,
    /// Where each node begins whose groups are read.
    pub sources: HashMap<NodeId, Array>,
}

/// Where copies lie: part 0 of all of them, then part 1 of all, as in a place of the layout.
#[derive(Clone, Copy)]
pub(super) enum Array {
    /// At that byte of the machine's memory.
    At(usize),
    Pointer(Value),
}

/// Constants of many copies, which lie in the memory of a machine from the beginning.
#[derive(Default)]
pub(super) struct Tables {
    /// The first byte of a node's copies in so many groups.
    pub places: HashMap<(NodeId, usize), usize>,
}

impl Tables {
    /// The constants that loops may read; the layout gets room for them.
    pub fn new(graph: &Graph, layout: &mut Layout) -> Self {
        let mut tables = Self::default();
        for (number, node) in
            graph.nodes.iter().enumerate().filter(|(_, node)| is_large(node.count))
        {
            if let ValueKind::CopiesConstant(values) = &node.kind {
                tables.add(layout, NodeId(number), node, |copy, limb| {
                    values.get(copy).filter(|_| limb == 0).copied().unwrap_or(0)
                });
            }
            for &operand in
                node.operands.iter().filter(|_| node.kind == ValueKind::Node(Operation::Mux))
            {
                if let ValueKind::Constant(limbs) = &graph[operand].kind {
                    tables.add(layout, operand, node, |_, limb| limbs[limb]);
                }
            }
        }
        tables
    }

    /// Copies as `node` has them, each limb of each by `value`.
    fn add(
        &mut self,
        layout: &mut Layout,
        id: NodeId,
        node: &Node,
        value: impl Fn(usize, usize) -> u64,
    ) {
        let groups = groups(node.count);
        self.places.entry((id, groups)).or_insert_with(|| {
            let word = |part: usize, copy: usize| {
                let word = (value(copy, part / 2) >> (32 * (part % 2))) as u32;
                if node.width == 1 { word.wrapping_neg() } else { word }
            };
            let parts = 0..node.width.div_ceil(32);
            let words = parts.flat_map(|part| (0..4 * groups).map(move |copy| word(part, copy)));
            layout.constant(words.collect())
        });
    }
}

/// Memory for what is computed within an edge.
pub(super) struct Scratch {
    /// The next byte that is free, and the first that never was in use.
    pub top: usize,
    pub end: usize,
}

impl Scratch {
    pub fn take(&mut self, bytes: usize) -> usize {
        let start = self.top;
        self.top += bytes;
        self.end = self.end.max(self.top);
        start
    }
}
