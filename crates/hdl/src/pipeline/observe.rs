//! Bits that say whether a vertex is looked at.
//!
//! Behind a mux or a gate a value is looked at only if the select is right. Where the select is
//! decoded from a few bits of the inputs, as the class of an operation is, registers that the value
//! crosses may hold for other operations: what stands in an arm that is not chosen does not matter.
//! The bits that decide are never held themselves, nor is anything that they come from.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use super::graph::{Graph, Place};
use crate::module::{BinaryOperation, Connection, Module, NodeId, NodeKind};

/// A bit of a vertex: what it decides is looked at where the bit is set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Decider {
    pub(super) vertex: usize,
    pub(super) bit: usize,
}

/// All bits that must be set for a value to be looked at.
pub(super) type Deciders = BTreeSet<Decider>;

/// Where a bit can be had: the context, and the vertices there that it comes from.
type Origin = (usize, Vec<usize>);

/// Bits of the top module's inputs that a bit which decides comes from, at most.
const DECODED_BITS: usize = 16;

/// Conditions under which vertices are looked at.
pub(super) struct Observation {
    /// By vertex, by operand: when the vertex looks at the operand and is itself looked at.
    operands: Vec<Vec<Deciders>>,
    /// By vertex: whether it comes from few bits of inputs.
    decides: Vec<bool>,
    /// Origins of each vertex that decides, from its own context outwards.
    origins: BTreeMap<usize, Vec<Origin>>,
    /// For each context and node, the first node that computes the same.
    alike: Vec<Rc<[NodeId]>>,
}

impl Observation {
    pub(super) fn new(graph: &Graph) -> Self {
        let mut found = Self {
            operands: vec![vec![]; graph.vertices.len()],
            decides: decides(graph),
            origins: BTreeMap::new(),
            alike: alike(graph),
        };
        // Readers come behind what they read.
        let mut observed: Vec<Option<Deciders>> = vec![None; graph.vertices.len()];
        for (reader, vertex) in graph.vertices.iter().enumerate().rev() {
            let own = observed[reader].take().unwrap_or_default();
            for operand in &vertex.operands {
                let mut deciders = found.through(graph, reader, operand.from);
                deciders.extend(own.iter().copied());
                for decider in &deciders {
                    let origins = || origins(graph, decider.vertex);
                    found.origins.entry(decider.vertex).or_insert_with(origins);
                }
                let around = graph.register_context(operand.from);
                deciders.retain(|decider| found.origin(graph, *decider, around).is_some());
                let before = observed[operand.from].take();
                let all = before.map_or_else(|| deciders.clone(), |before| &before & &deciders);
                observed[operand.from] = Some(all);
                found.operands[reader].push(deciders);
            }
        }
        found
    }

    /// Bits that must be set for a register to matter that holds the bits of `vertex` for these
    /// readers; none if it must always go on.
    pub(super) fn of_register(
        &self,
        graph: &Graph,
        vertex: usize,
        is_reader: impl Fn(usize) -> bool,
    ) -> Deciders {
        if self.decides[vertex] {
            return Deciders::new();
        }
        let readers = graph.vertices[vertex].readers.iter().map(|(reader, _)| *reader);
        let deciders = readers.filter(|reader| is_reader(*reader)).map(|reader| {
            let operands = graph.vertices[reader].operands.iter();
            let mut pairs = operands.zip(&self.operands[reader]);
            let (_, deciders) =
                pairs.find(|(operand, _)| operand.from == vertex).expect("it reads the vertex");
            deciders.clone()
        });
        deciders.reduce(|one, other| &one & &other).unwrap_or_default()
    }

    /// Where to get a bit for registers in `context`: in the innermost context around both.
    pub(super) fn origin(
        &self,
        graph: &Graph,
        decider: Decider,
        context: usize,
    ) -> Option<&Origin> {
        let is_around = |(from, _): &&Origin| graph.around(context).any(|around| around == *from);
        self.origins[&decider.vertex].iter().find(is_around)
    }

    /// Bits that must be set for `reader` to look at its operand `from`.
    fn through(&self, graph: &Graph, reader: usize, from: usize) -> Deciders {
        let vertex = &graph.vertices[reader];
        let Place::Operation(id) = vertex.place else { return Deciders::new() };
        let context = &graph.contexts[vertex.context];
        let decider =
            |node, is_set| self.decider(graph, vertex.context, node, is_set).into_iter().collect();
        let ways: Vec<(NodeId, Deciders)> = match context.module.node(id).kind {
            NodeKind::Mux { select, then, otherwise } => vec![
                (select, Deciders::new()),
                (then, decider(select, true)),
                (otherwise, decider(select, false)),
            ],
            NodeKind::Binary(gate @ (BinaryOperation::And | BinaryOperation::Or), a, b) => {
                let opens = gate == BinaryOperation::And;
                vec![(a, decider(b, opens)), (b, decider(a, opens))]
            }
            _ => return Deciders::new(),
        };
        let reads = |node: &NodeId| context.sources(*node).any(|source| source == from);
        let ways = ways.into_iter().filter(|(node, _)| reads(node)).map(|(_, deciders)| deciders);
        ways.reduce(|one, other| &one & &other).unwrap_or_default()
    }

    /// That all bits of a node are set, or clear: one bit that decides, if they come from one.
    fn decider(
        &self,
        graph: &Graph,
        mut context: usize,
        mut node: NodeId,
        mut is_set: bool,
    ) -> Option<Decider> {
        let mut bit = None;
        loop {
            let here = &graph.contexts[context];
            let module = &here.module;
            let width = module.node(node).width;
            if width == 1 {
                bit = bit.or(Some(0));
            }
            match &module.node(node).kind {
                NodeKind::Wire(Some(a)) => node = *a,
                NodeKind::Not(a) => (node, is_set) = (*a, !is_set),
                NodeKind::Repeat(a) => {
                    (node, bit) = (*a, bit.map(|bit| bit % module.node(*a).width));
                }
                NodeKind::Slice { value, low } => (node, bit) = (*value, Some(low + bit?)),
                NodeKind::Concat(parts) => {
                    let mut rest = bit?;
                    let part = parts.iter().find(|part| {
                        let width = module.node(**part).width;
                        let is_here = rest < width;
                        rest -= if is_here { 0 } else { width };
                        is_here
                    });
                    (node, bit) = (*part.expect("the parts make up the word"), Some(rest));
                }
                NodeKind::Input => {
                    let port = module.input_port(node);
                    let around = here.parent.and_then(|(parent, number)| {
                        let instance = &graph.contexts[parent].module.instances[number];
                        match instance.inputs[port]? {
                            Connection::Spread(_) if instance.count > 1 => None,
                            connection => Some((parent, connection.node())),
                        }
                    });
                    match around {
                        Some(around) => (context, node) = around,
                        None => return self.decides_by(here.ports[port]?, bit?, is_set),
                    }
                }
                _ => {
                    let first = self.alike[context][node.0];
                    return self.decides_by(here.operations[first.0]?, bit?, is_set);
                }
            }
        }
    }

    fn decides_by(&self, vertex: usize, bit: usize, is_set: bool) -> Option<Decider> {
        (self.decides[vertex] && is_set).then_some(Decider { vertex, bit })
    }
}

/// Where a vertex can be computed: in its own context, and in those around it as long as all that it
/// comes from is the same for all copies there.
pub(super) fn origins(graph: &Graph, vertex: usize) -> Vec<Origin> {
    let mut origins = vec![(graph.vertices[vertex].context, vec![vertex])];
    loop {
        let (context, from) = &origins[origins.len() - 1];
        let Some((parent, number)) = graph.contexts[*context].parent else { return origins };
        let instance = &graph.contexts[parent].module.instances[number];
        let (mut waiting, mut outside) = (from.clone(), vec![]);
        while let Some(vertex) = waiting.pop() {
            let vertex = &graph.vertices[vertex];
            let operands = vertex.operands.iter().map(|operand| operand.from);
            match vertex.place {
                _ if vertex.context != *context => return origins,
                Place::Operation(id) if differs_by_copy(graph, *context, id) => return origins,
                Place::Operation(_) => waiting.extend(operands),
                Place::Output(_) | Place::State(_) | Place::Stored(_) => return origins,
                Place::Input(port) => match instance.inputs[port] {
                    Some(Connection::Spread(_)) if instance.count > 1 => return origins,
                    _ => outside.extend(operands),
                },
            }
        }
        origins.push((parent, outside));
    }
}

/// Whether an operation looks at the number of its copy.
fn differs_by_copy(graph: &Graph, context: usize, operation: NodeId) -> bool {
    let context = &graph.contexts[context];
    let mut waiting = context.module.node(operation).kind.operands();
    while let Some(id) = waiting.pop() {
        match &context.module.node(id).kind {
            NodeKind::InstanceIndex => return true,
            _ if context.operations[id.0].is_some() => {}
            kind => waiting.extend(kind.operands()),
        }
    }
    false
}

/// For each context, of each node the first that computes the same: an operation is decoded in
/// several places.
fn alike(graph: &Graph) -> Vec<Rc<[NodeId]>> {
    let mut known: HashMap<*const Module, Rc<[NodeId]>> = HashMap::new();
    let of_module = |module: &Module| -> Rc<[NodeId]> {
        let mut first: Vec<NodeId> = (0..module.nodes.len()).map(NodeId).collect();
        let mut nodes: HashMap<(NodeKind, usize), NodeId> = HashMap::new();
        for (number, node) in module.nodes.iter().enumerate() {
            if !matches!(node.kind, NodeKind::Input | NodeKind::InstanceOutput { .. }) {
                let kind = node.kind.with_operands(|operand| first[operand.0]);
                first[number] = *nodes.entry((kind, node.width)).or_insert(NodeId(number));
            }
        }
        first.into()
    };
    let modules = graph.contexts.iter().map(|context| &context.module);
    let found = modules.map(|module| {
        known.entry(Arc::as_ptr(module)).or_insert_with(|| of_module(module)).clone()
    });
    found.collect()
}

/// Whether each vertex comes from few bits of the top module's inputs.
fn decides(graph: &Graph) -> Vec<bool> {
    let is_top_input = |vertex: usize| {
        let vertex = &graph.vertices[vertex];
        vertex.context == 0 && matches!(vertex.place, Place::Input(_))
    };
    // The bits, if they are few.
    let mut from: Vec<Option<BTreeSet<(usize, usize)>>> = vec![];
    for (number, vertex) in graph.vertices.iter().enumerate() {
        let mut bits = Some(BTreeSet::new());
        for operand in &vertex.operands {
            let of_operand = match is_top_input(operand.from) {
                true => {
                    let mut readers = graph.vertices[operand.from].readers.iter();
                    let (_, read) = readers.find(|(by, _)| *by == number).expect("it reads it");
                    let read = read.iter_ones().take(DECODED_BITS + 1);
                    Some(read.map(|bit| (operand.from, bit)).collect())
                }
                false => from[operand.from].clone(),
            };
            bits = bits.zip(of_operand).map(|(bits, more)| &bits | &more);
            bits = bits.filter(|bits| bits.len() <= DECODED_BITS);
        }
        let is_narrow = !is_top_input(number) || vertex.width <= DECODED_BITS;
        from.push(bits.filter(|_| is_narrow));
    }
    from.iter().map(Option::is_some).collect()
}
