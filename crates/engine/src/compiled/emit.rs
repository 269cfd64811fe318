//! Writes the code of a function, context by context.
//!
//! One value is kept in 64-bit words; many copies in vectors of four 32-bit parts, group by group;
//! and a wide row of whole vectors in vectors too, so that a row of words and the copies of one
//! word are the same thing.

use std::collections::{BTreeMap, HashMap};

use cranelift_codegen::ir::{
    Block, BlockArg, InstBuilder, MemFlagsData, StackSlotData, StackSlotKind, Value, types,
};
use cranelift_frontend::FunctionBuilder;

use super::context::{Branch, ContextId, Contexts};
use super::copies::{Array, Readers, Round, Scratch, Tables, groups, is_large};
use super::graph::{Graph, Node, NodeId, ValueKind};
use super::layout::Layout;
use super::words::{Words, vector};
use lanebeat_hdl::simplify::Netlist;
use lanebeat_hdl::{BinaryOperation, Operation};

/// One part of a node's value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Part {
    /// A 64-bit word of one value.
    Word(usize),
    /// 128 bits of a row.
    Row(usize),
    /// A 32-bit part of four copies: group, part.
    Copies(usize, usize),
    /// All copies, in memory.
    Array,
    /// The address of elements in memory.
    Address,
}

/// Writes code of its own among what is emitted.
pub(super) trait Listener {
    /// Behind a node of one value, or a group of a node's copies, or with `None` all of them.
    fn computed(&mut self, emitter: &mut Emitter, id: NodeId, group: Option<usize>);

    /// Before a loop over the groups of these nodes.
    fn begin_rounds(&mut self, emitter: &mut Emitter, nodes: &[NodeId]);

    /// At the end of each round of it.
    fn end_round(&mut self, emitter: &mut Emitter);

    /// Behind everything.
    fn end(&mut self, emitter: &mut Emitter);
}

pub(super) struct Emitter<'e, 'f> {
    pub graph: &'e Graph,
    pub contexts: &'e Contexts,
    pub layout: &'e Layout,
    pub builder: FunctionBuilder<'f>,
    /// The address of the machine's memory.
    pub memory: Value,
    values: HashMap<(NodeId, Part), Value>,
    /// Where the copies lie that are in memory.
    arrays: HashMap<NodeId, Array>,
    /// Keys added to `values` and `arrays`, in order: a block's values are forgotten where it
    /// ends.
    added: Vec<(NodeId, Part)>,
    /// Writes code of its own behind what is computed.
    pub listener: Option<&'e mut dyn Listener>,
    /// Readers of each node.
    pub readers: Readers,
    pub tables: &'e Tables,
    pub scratch: &'e mut Scratch,
    /// The loop that is being written.
    pub round: Option<Round>,
}

/// Memory of the machine and the stack: always there; vectors may straddle.
pub(super) fn plain() -> MemFlagsData {
    MemFlagsData::new().with_notrap()
}

/// Whether the one value is made in vectors.
pub(super) fn is_row(graph: &Graph, id: NodeId) -> bool {
    let node = &graph[id];
    let is_whole = |width: usize| width.is_multiple_of(128);
    node.count == 1
        && node.width >= 256
        && is_whole(node.width)
        && match node.kind {
            ValueKind::Node(Operation::Slice { low }) => {
                is_whole(low) && is_row(graph, node.operands[0])
            }
            ValueKind::Node(Operation::Concat) => {
                node.operands.iter().all(|&part| is_whole(graph.width(part)))
            }
            ValueKind::Node(Operation::Repeat) => {
                matches!(graph.width(node.operands[0]), 1 | 32 | 64)
                    || is_whole(graph.width(node.operands[0]))
            }
            ValueKind::Node(Operation::Binary(operation)) => {
                matches!(
                    operation,
                    BinaryOperation::And | BinaryOperation::Or | BinaryOperation::Xor
                )
            }
            ValueKind::Constant(_)
            | ValueKind::State(_)
            | ValueKind::PackWords
            | ValueKind::Node(Operation::Not)
            | ValueKind::Node(Operation::Mux) => true,
            _ => false,
        }
}

impl<'e, 'f> Emitter<'e, 'f> {
    pub fn new(
        graph: &'e Graph,
        contexts: &'e Contexts,
        (layout, tables, scratch): (&'e Layout, &'e Tables, &'e mut Scratch),
        readers: Readers,
        builder: FunctionBuilder<'f>,
        memory: Value,
    ) -> Self {
        Self {
            graph,
            contexts,
            layout,
            builder,
            memory,
            values: HashMap::new(),
            arrays: HashMap::new(),
            added: vec![],
            listener: None,
            readers,
            tables,
            scratch,
            round: None,
        }
    }

    /// Whether the copies of a node lie in memory between loops.
    pub fn is_large(&self, id: NodeId) -> bool {
        is_large(self.node(id).count)
    }

    pub fn node(&self, id: NodeId) -> &'e Node {
        &self.graph[id]
    }

    /// Arithmetic on words or on copies.
    pub fn words(&mut self, in_vectors: bool) -> Words<'_, 'f> {
        Words { builder: &mut self.builder, in_vectors }
    }

    pub fn known(&self, id: NodeId, part: Part) -> Option<Value> {
        self.values.get(&(id, part)).copied()
    }

    fn is_known(&self, id: NodeId, part: Part) -> bool {
        match part {
            Part::Array => self.arrays.contains_key(&id),
            _ => self.known(id, part).is_some(),
        }
    }

    pub fn set(&mut self, id: NodeId, part: Part, value: Value) -> Value {
        self.values.insert((id, part), value);
        self.added.push((id, part));
        value
    }

    pub fn known_array(&self, id: NodeId) -> Option<Array> {
        self.arrays.get(&id).copied()
    }

    pub fn set_array(&mut self, id: NodeId, array: Array) {
        self.arrays.insert(id, array);
        self.added.push((id, Part::Array));
    }

    /// Emits what `emit` does; the values that it makes are forgotten.
    pub fn scoped(&mut self, emit: impl FnOnce(&mut Self)) {
        let before = self.added.len();
        emit(self);
        for key in self.added.drain(before..) {
            match key {
                (id, Part::Array) => drop(self.arrays.remove(&id)),
                _ => drop(self.values.remove(&key)),
            }
        }
    }

    /// Lets the listener, if there is one, write its code.
    pub fn listen(&mut self, write: impl FnOnce(&mut dyn Listener, &mut Self)) {
        if let Some(listener) = self.listener.take() {
            write(listener, self);
            self.listener = Some(listener);
        }
    }

    /// A node, or a group of its copies, is computed.
    pub fn computed(&mut self, id: NodeId, group: Option<usize>) {
        self.listen(|listener, emitter| listener.computed(emitter, id, group));
    }

    pub fn begin(&mut self, block: Block) {
        self.builder.switch_to_block(block);
    }

    /// The nodes of a context: words first as far as they go, then copies group by group, and so
    /// on.
    pub fn context(&mut self, context: ContextId) {
        let mut waiting: Vec<NodeId> = self.contexts.contexts[context].nodes.clone();
        let mut is_waiting: std::collections::HashSet<NodeId> = waiting.iter().copied().collect();
        while !waiting.is_empty() {
            let mut later = vec![];
            for id in waiting {
                if self.goes_group_by_group(id) || self.needs(id, &is_waiting) {
                    later.push(id);
                } else {
                    self.whole(id);
                    self.computed(id, None);
                    is_waiting.remove(&id);
                }
            }
            let mut segment = vec![];
            waiting = vec![];
            for id in later {
                if self.goes_group_by_group(id) && !self.needs(id, &is_waiting) {
                    is_waiting.remove(&id);
                    segment.push(id);
                } else {
                    waiting.push(id);
                }
            }
            self.segment(&segment);
        }
    }

    fn needs(&self, id: NodeId, waiting: &std::collections::HashSet<NodeId>) -> bool {
        let needs_operand =
            |id: NodeId| self.graph[id].operands.iter().any(|operand| waiting.contains(operand));
        match self.branch_of(id) {
            Some(branch) => {
                branch.arms.into_iter().any(|arm| self.context_needs(arm, waiting))
                    || branch.muxes.iter().any(|&mux| needs_operand(mux))
            }
            None => needs_operand(id),
        }
    }

    /// The branch that decides a mux.
    fn branch_of(&self, id: NodeId) -> Option<&'e Branch> {
        self.contexts.branch_of[id.0].map(|branch| &self.contexts.branches[branch])
    }

    fn context_needs(
        &self,
        context: ContextId,
        waiting: &std::collections::HashSet<NodeId>,
    ) -> bool {
        self.contexts.contexts[context].nodes.iter().any(|&id| self.needs(id, waiting))
    }

    fn goes_group_by_group(&self, id: NodeId) -> bool {
        let node = self.node(id);
        let is_apart = matches!(node.kind, ValueKind::Gather | ValueKind::Assemble)
            || self.branch_of(id).is_some();
        node.count > 1 && !is_apart
    }

    /// Nodes with many copies, all of the first group before the second: few values live at once.
    fn segment(&mut self, nodes: &[NodeId]) {
        let (large, nodes): (Vec<NodeId>, Vec<NodeId>) =
            nodes.iter().partition(|&&id| self.is_large(id));
        let mut alike = BTreeMap::<usize, Vec<NodeId>>::new();
        large
            .into_iter()
            .for_each(|id| alike.entry(groups(self.node(id).count)).or_default().push(id));
        alike.into_values().for_each(|nodes| self.rounds(&nodes));
        let most = nodes.iter().map(|&id| groups(self.node(id).count)).max().unwrap_or(0);
        for group in 0..most {
            for &id in &nodes {
                if group < groups(self.node(id).count) {
                    self.copies(id, group);
                    self.computed(id, Some(group));
                }
            }
        }
    }

    /// A node of one value, or one that is not computed group by group.
    fn whole(&mut self, id: NodeId) {
        if let Some(branch) = self.branch_of(id) {
            // The first of its muxes that is asked for computes them all.
            if !self.is_known(id, self.parts(id)[0]) {
                self.branch(branch);
            }
            return;
        }
        match self.node(id).kind {
            ValueKind::Gather => self.gather(id),
            ValueKind::Assemble => self.assemble(id),
            _ if is_row(self.graph, id) => self.rows(id),
            _ => self.limbs(id),
        }
    }

    /// The parts in which a node is made.
    pub fn parts(&self, id: NodeId) -> Vec<Part> {
        let node = self.node(id);
        if self.is_large(id) {
            return vec![Part::Array];
        }
        if node.count > 1 {
            let parts = node.width.div_ceil(32);
            return (0..groups(node.count))
                .flat_map(|group| (0..parts).map(move |part| Part::Copies(group, part)))
                .collect();
        }
        if is_row(self.graph, id) {
            (0..node.width / 128).map(Part::Row).collect()
        } else {
            (0..node.width.div_ceil(64)).map(Part::Word).collect()
        }
    }

    /// A part of a node in any form.
    pub fn part(&mut self, id: NodeId, part: Part) -> Value {
        match part {
            Part::Word(word) => self.word(id, word),
            Part::Row(row) => self.row(id, row),
            Part::Copies(group, part) => self.copy_part(id, group, part),
            Part::Address => self.address(id),
            Part::Array => self.copies_address(id, id),
        }
    }

    /// Muxes of which only the arms that are chosen are computed.
    fn branch(&mut self, branch: &Branch) {
        let parts: Vec<(NodeId, Part)> = branch
            .muxes
            .iter()
            .flat_map(|&mux| self.parts(mux).into_iter().map(move |part| (mux, part)))
            .collect();
        let select = self.word(self.node(branch.muxes[0]).operands[0], 0);
        let (blocks, merge) = (
            [self.builder.create_block(), self.builder.create_block()],
            self.builder.create_block(),
        );
        self.builder.ins().brif(select, blocks[0], &[], blocks[1], &[]);
        let (top, mut tops) = (self.scratch.top, [0; 2]);
        for (arm, block) in blocks.into_iter().enumerate() {
            self.begin(block);
            self.scratch.top = top;
            self.scoped(|emitter| {
                emitter.context(branch.arms[arm]);
                let chosen = |&(mux, part): &(NodeId, Part)| {
                    let operand = emitter.node(mux).operands[1 + arm];
                    match part {
                        Part::Array => emitter.copies_address(operand, mux).into(),
                        _ => emitter.part(operand, part).into(),
                    }
                };
                let values: Vec<BlockArg> = parts.iter().map(chosen).collect();
                emitter.builder.ins().jump(merge, &values);
            });
            tops[arm] = self.scratch.top;
        }
        self.scratch.top = tops[0].max(tops[1]);
        self.begin(merge);
        for (mux, part) in parts {
            let is_vector = matches!(part, Part::Row(_) | Part::Copies(..));
            let part_type = if is_vector { types::I32X4 } else { types::I64 };
            let value = self.builder.append_block_param(merge, part_type);
            match part {
                Part::Array => self.set_array(mux, Array::Pointer(value)),
                _ => drop(self.set(mux, part, value)),
            }
        }
    }

    /// Does `emit` only if the guard is set.
    pub fn guarded(&mut self, guard: NodeId, emit: impl FnOnce(&mut Self)) {
        let guard = self.word(guard, 0);
        let (block, after) = (self.builder.create_block(), self.builder.create_block());
        self.builder.ins().brif(guard, block, &[], after, &[]);
        self.begin(block);
        let top = self.scratch.top;
        self.scoped(emit);
        self.scratch.top = top;
        self.builder.ins().jump(after, &[]);
        self.begin(after);
    }

    pub fn load(
        &mut self,
        value_type: cranelift_codegen::ir::Type,
        address: Value,
        offset: usize,
    ) -> Value {
        self.builder.ins().load(value_type, plain(), address, offset as i32)
    }

    pub fn store(&mut self, value: Value, address: Value, offset: usize) {
        self.builder.ins().store(plain(), value, address, offset as i32);
    }

    pub fn constant(&mut self, value: u64) -> Value {
        self.builder.ins().iconst(types::I64, value as i64)
    }

    pub fn vector(&mut self, words: [u32; 4]) -> Value {
        vector(&mut self.builder, words)
    }

    /// The address of fresh bytes on the stack.
    pub fn stack(&mut self, bytes: usize) -> Value {
        let slot = self.builder.create_sized_stack_slot(StackSlotData::new(
            StackSlotKind::ExplicitSlot,
            bytes as u32,
            4,
        ));
        self.builder.ins().stack_addr(types::I64, slot, 0)
    }
}
