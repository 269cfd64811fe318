//! From a [`Flat`] to a [`Graph`]: every operation once for each copy, or once for all of many
//! copies, or once where all copies compute the same.

use std::collections::{BTreeMap, HashSet};

use super::alike::Alike;
use super::graph::{Graph, NodeId, ValueKind};
use super::layout::Layout;
use crate::flat::{Flat, Operand, Operation, OperationKind, Register, SignalKind};
use lanebeat_hdl as hdl;
use lanebeat_hdl::simplify::{Logic, Netlist, Wiring};

/// Values in the limbs of the value array from some position on.
struct Definition {
    limbs: usize,
    width: usize,
    count: usize,
    value: Value,
}

enum Value {
    /// A node for each copy.
    Each(Vec<NodeId>),
    /// One node with all copies, or whose one value all copies have.
    All(NodeId),
    /// Copies of copies: as many nodes as there are in each outer copy. With K nodes, copy r is
    /// copy r / K of node r % K.
    Split(Vec<NodeId>),
}

impl Value {
    /// Nodes in which many copies are; 0 where each copy is a node.
    fn inner_copies(&self) -> usize {
        match self {
            Self::Each(_) => 0,
            Self::All(_) => 1,
            Self::Split(nodes) => nodes.len(),
        }
    }
}

pub(super) struct Lowering<'f> {
    pub flat: &'f Flat,
    pub graph: Graph,
    pub layout: Layout,
    /// From this many copies on they are computed four at a time.
    pub fewest_copies: usize,
    /// Edges after which what this reads is what the machine holds.
    pub edges_to_begin: u64,
    /// By the first limb.
    definitions: BTreeMap<usize, Definition>,
    /// First limbs of what leaves instances of which there are many.
    outputs_of_copies: HashSet<usize>,
}

/// As many copies as most of the design has; of what has fewer, the values are often put together to
/// one. Sixteen are worth it in any design.
fn fewest_copies(flat: &Flat) -> usize {
    let mut bits = BTreeMap::<usize, usize>::new();
    for operation in &flat.operations {
        *bits.entry(operation.count).or_default() += operation.count * operation.width;
    }
    let most = bits.into_iter().filter(|&(count, _)| count > 1).max_by_key(|&(_, bits)| bits);
    most.map_or(16, |(count, _)| count.clamp(4, 16))
}

impl<'f> Lowering<'f> {
    pub fn new(flat: &'f Flat) -> Self {
        let alike = Alike::new(flat);
        let fewest_copies = fewest_copies(flat);
        let mut lowering = Self {
            flat,
            fewest_copies,
            edges_to_begin: alike.edges,
            graph: Graph::default(),
            layout: Layout::new(),
            definitions: BTreeMap::new(),
            outputs_of_copies: flat
                .signals
                .iter()
                .filter(|signal| {
                    let copies = |scope: usize| flat.scopes[scope].copies;
                    let parent = flat.scopes[signal.scope].parent.map_or(1, copies);
                    signal.kind == SignalKind::Output
                        && copies(signal.scope) >= fewest_copies
                        && parent < fewest_copies
                })
                .map(|signal| signal.place.offset)
                .collect(),
        };
        lowering.constants();
        lowering.inputs();
        for register in &flat.registers {
            let &Register { output, limbs, width, count, .. } = register;
            match alike.contains(output) {
                true => lowering.state_of_alike(output, limbs, width, count),
                false => lowering.state(output, limbs, width, count, true),
            }
        }
        for memory in &flat.memories {
            for read_data in memory.ports.iter().filter_map(|port| port.output) {
                lowering.state(read_data.offset, memory.limbs, memory.width(), memory.count, false);
            }
        }
        lowering.layout.memories(flat);
        flat.operations.iter().for_each(|operation| lowering.operation(operation));
        lowering
    }

    fn constants(&mut self) {
        for constant in &self.flat.constants {
            let limbs = constant.limbs.len();
            let node = self.graph.limbs_constant(64 * limbs, constant.limbs.clone());
            let definition =
                Definition { limbs, width: 64 * limbs, count: 1, value: Value::Each(vec![node]) };
            self.definitions.insert(constant.offset, definition);
        }
    }

    fn inputs(&mut self) {
        let inputs = self
            .flat
            .signals
            .iter()
            .filter(|signal| signal.scope == 0 && signal.kind == SignalKind::Input);
        for Operand { offset, limbs, width, .. } in inputs.map(|signal| signal.place) {
            self.state(offset, limbs, width, 1, false);
        }
    }

    /// Many copies of a register share a node; all others have one each.
    fn state(&mut self, offset: usize, limbs: usize, width: usize, count: usize, may_share: bool) {
        let value = if may_share && count >= self.fewest_copies {
            let place = self.layout.place(offset, width, count);
            Value::All(self.graph.insert(ValueKind::State(place), width, count, vec![]))
        } else {
            let node = |copy: usize| {
                let place = self.layout.place(offset + copy * limbs, width, 1);
                self.graph.insert(ValueKind::State(place), width, 1, vec![])
            };
            Value::Each((0..count).map(node).collect())
        };
        self.definitions.insert(offset, Definition { limbs, width, count, value });
    }

    fn state_of_alike(&mut self, offset: usize, limbs: usize, width: usize, count: usize) {
        let place = self.layout.place_of_alike(offset, width, count);
        let value = Value::All(self.graph.insert(ValueKind::State(place), width, 1, vec![]));
        self.definitions.insert(offset, Definition { limbs, width, count, value });
    }

    fn operation(&mut self, operation: &Operation) {
        let &Operation { width, limbs, count, result, .. } = operation;
        let value = self.many(operation).unwrap_or_else(|| self.each(operation));
        let value = match value {
            Value::Each(nodes) if count >= self.fewest_copies => {
                Value::All(self.graph.assemble(&nodes))
            }
            value => value,
        };
        let value = match value {
            Value::All(node) if self.outputs_of_copies.contains(&result) => {
                Value::All(self.graph.specialised(node))
            }
            value => value,
        };
        self.definitions.insert(result, Definition { limbs, width, count, value });
    }

    /// An operation on many copies at once, if it has them and they can be.
    fn many(&mut self, operation: &Operation) -> Option<Value> {
        let inner = self
            .inner_copies(operation)
            .filter(|inner| operation.count / inner >= self.fewest_copies)?;
        let nodes = (0..inner).map(|number| {
            let nodes = self.operands_of(operation, inner, number);
            match operation.kind {
                OperationKind::Spread { count } => {
                    let width = operation.width;
                    Some(self.graph.slice(nodes[0], number % count * width, width))
                }
                OperationKind::Pack { .. } => Some(self.graph.concat(&nodes)),
                _ if self.needs_single_values(operation, &nodes) => None,
                _ => Some(self.compute(operation, &nodes)),
            }
        });
        let nodes = nodes.collect::<Option<Vec<NodeId>>>()?;
        Some(if let [node] = nodes[..] { Value::All(node) } else { Value::Split(nodes) })
    }

    /// In how many nodes the copies of an operation are computed; `None` where wiring has to go by
    /// single copies.
    fn inner_copies(&self, operation: &Operation) -> Option<usize> {
        let of = |operand: &Operand| {
            let definition = self.definitions.get(&operand.offset)?;
            let inner = definition.value.inner_copies();
            (definition.width == operand.width && inner > 0).then_some(inner)
        };
        let operand = &operation.operands[0];
        match operation.kind {
            // Elements of copies; those of one row are another matter.
            OperationKind::Spread { .. } => Some(of(operand)? * operand.divide),
            OperationKind::Pack { count } => {
                let inner = of(operand).filter(|_| operand.divide == 1)?;
                inner.is_multiple_of(count).then_some(inner / count)
            }
            _ => {
                let inner = |operand: &Operand| Some(of(operand)? * operand.divide);
                Some(operation.operands.iter().filter_map(inner).max().unwrap_or(1))
            }
        }
    }

    /// Nodes that copy `number` of `inner` reads in each outer copy of the operation.
    fn operands_of(&mut self, operation: &Operation, inner: usize, number: usize) -> Vec<NodeId> {
        let outer = operation.count / inner;
        if let OperationKind::Pack { count } = operation.kind {
            let element = |k| {
                self.copies_of(&operation.operands[0], inner * count, number * count + k, outer)
            };
            return (0..count).map(element).collect();
        }
        let copies = |operand: &Operand| self.copies_of(operand, inner, number, outer);
        operation.operands.iter().map(copies).collect()
    }

    /// Products of more than 64 bits are computed copy by copy.
    fn needs_single_values(&self, operation: &Operation, operands: &[NodeId]) -> bool {
        matches!(operation.kind, OperationKind::Node(hdl::Operation::Multiply(_)))
            && self.graph.copies(operands) > 1
            && operands.iter().any(|&operand| self.graph.width(operand) > 32)
    }

    fn each(&mut self, operation: &Operation) -> Value {
        let nodes = (0..operation.count).map(|copy| match operation.kind {
            OperationKind::Spread { count } => {
                let elements = self.copy(&operation.operands[0], copy);
                self.graph.slice(elements, copy % count * operation.width, operation.width)
            }
            OperationKind::Pack { count } => {
                let element = |k: usize| self.copy(&operation.operands[0], copy * count + k);
                let parts: Vec<NodeId> = (0..count).map(element).collect();
                self.graph.concat(&parts)
            }
            _ => {
                let operands: Vec<NodeId> =
                    operation.operands.iter().map(|operand| self.copy(operand, copy)).collect();
                self.compute(operation, &operands)
            }
        });
        Value::Each(nodes.collect())
    }

    /// The value that copy `copy` of a user reads.
    pub fn copy(&mut self, operand: &Operand, copy: usize) -> NodeId {
        let range = operand.range(copy);
        let value = self.limbs(range.start, range.len());
        self.graph.slice(value, 0, operand.width)
    }

    /// The value of whole limbs, which may be several copies of a definition or a part of one.
    fn limbs(&mut self, start: usize, limbs: usize) -> NodeId {
        let (&first, definition) =
            self.definitions.range(..=start).next_back().expect("operands come first");
        let (size, width) = (definition.limbs, definition.width);
        let (copy, part) = ((start - first) / size, (start - first) % size);
        debug_assert!(copy < definition.count, "limb {start} is of no operation");
        if limbs <= size {
            let value = self.definition_copy(first, copy);
            return if part == 0 && limbs == size {
                value
            } else {
                self.graph.slice(value, 64 * part, 64 * limbs)
            };
        }
        debug_assert!(width.is_multiple_of(64) && part == 0);
        let parts: Vec<NodeId> =
            (copy..copy + limbs / size).map(|copy| self.definition_copy(first, copy)).collect();
        self.graph.concat(&parts)
    }

    fn definition_copy(&mut self, first: usize, copy: usize) -> NodeId {
        match &self.definitions[&first].value {
            Value::Each(nodes) => nodes[copy],
            Value::All(node) => self.graph.extract(*node, copy),
            Value::Split(nodes) => {
                self.graph.extract(nodes[copy % nodes.len()], copy / nodes.len())
            }
        }
    }

    /// Node that `count` copies of a user read: one value, or one with as many copies.
    pub fn all_copies(&mut self, operand: &Operand, count: usize) -> NodeId {
        self.copies_of(operand, 1, 0, count)
    }

    /// Node that copies `number`, `number` + `inner`, … of a user read, `outer` of them: one value,
    /// or one with as many copies.
    fn copies_of(
        &mut self,
        operand: &Operand,
        inner: usize,
        number: usize,
        outer: usize,
    ) -> NodeId {
        if let Some(definition) = self.definitions.get(&operand.offset)
            && definition.width == operand.width
            && definition.value.inner_copies() * operand.divide == inner
        {
            match &definition.value {
                Value::All(node) => return *node,
                Value::Split(nodes) => return nodes[number / operand.divide],
                Value::Each(_) => {}
            }
        }
        let values: Vec<NodeId> =
            (0..outer).map(|copy| self.copy(operand, copy * inner + number)).collect();
        self.graph.assemble(&values)
    }

    fn compute(&mut self, operation: &Operation, operands: &[NodeId]) -> NodeId {
        match operation.kind {
            OperationKind::Node(node) => self.graph.make(node, operation.width, operands),
            OperationKind::Spread { .. } | OperationKind::Pack { .. } => {
                unreachable!("they are wiring")
            }
        }
    }
}
