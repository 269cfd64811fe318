//! Which bits say that nobody looks at a vertex.
//!
//! Behind a mux or a gate a value is looked at only if the select is right. Where the select is
//! decoded from a few bits of the inputs, as the class of an operation is, registers that the value
//! crosses may hold for other operations: what stands in an arm that is not chosen does not matter.
//! The bits that decide are never held themselves, nor is anything that they come from.

use std::collections::BTreeSet;

use super::graph::{Graph, Place};
use crate::hdl::module::{BinaryOperation, Connection, NodeId, NodeKind};

/// A bit of a vertex that decides, and its value when somebody looks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Literal {
    pub(super) vertex: usize,
    pub(super) bit: usize,
    pub(super) is_set: bool,
}

/// All that must hold for somebody to look.
pub(super) type Literals = BTreeSet<Literal>;

/// Bits of the top module's inputs that a bit which decides comes from, at most.
const DECODED_BITS: usize = 16;

/// What has to hold for vertices to be looked at.
pub(super) struct Observation {
    /// By vertex, by operand: when the vertex looks at the operand and somebody at the vertex.
    operands: Vec<Vec<Literals>>,
    /// By vertex: whether it comes from few bits of inputs.
    decides: Vec<bool>,
}

impl Observation {
    pub(super) fn new(graph: &Graph) -> Self {
        let mut found =
            Self { operands: vec![vec![]; graph.vertices.len()], decides: decides(graph) };
        // Readers come behind what they read.
        let mut observed: Vec<Option<Literals>> = vec![None; graph.vertices.len()];
        for (reader, vertex) in graph.vertices.iter().enumerate().rev() {
            let own = observed[reader].take().unwrap_or_default();
            for operand in &vertex.operands {
                let mut literals = found.through(graph, reader, operand.from);
                literals.extend(own.iter().copied());
                literals.retain(|literal| {
                    let home = graph.vertices[literal.vertex].context;
                    graph.around(graph.register_context(operand.from)).any(|around| around == home)
                });
                let before = observed[operand.from].take();
                let all = before.map_or_else(|| literals.clone(), |before| &before & &literals);
                observed[operand.from] = Some(all);
                found.operands[reader].push(literals);
            }
        }
        found
    }

    /// What must hold for a register to matter whose bits are those of `vertex` that these read;
    /// nothing if it must always go on.
    pub(super) fn of_register(
        &self,
        graph: &Graph,
        vertex: usize,
        is_reader: impl Fn(usize) -> bool,
    ) -> Literals {
        if self.decides[vertex] {
            return Literals::new();
        }
        let readers = graph.vertices[vertex].readers.iter().map(|(reader, _)| *reader);
        let literals = readers.filter(|reader| is_reader(*reader)).map(|reader| {
            let operands = graph.vertices[reader].operands.iter();
            let mut pairs = operands.zip(&self.operands[reader]);
            let (_, literals) =
                pairs.find(|(operand, _)| operand.from == vertex).expect("it reads the vertex");
            literals.clone()
        });
        literals.reduce(|one, other| &one & &other).unwrap_or_default()
    }

    /// What must hold for `reader` to look at its operand `from`.
    fn through(&self, graph: &Graph, reader: usize, from: usize) -> Literals {
        let vertex = &graph.vertices[reader];
        let Place::Operation(id) = vertex.place else { return Literals::new() };
        let context = &graph.contexts[vertex.context];
        let literal =
            |node, is_set| self.literal(graph, vertex.context, node, is_set).into_iter().collect();
        let ways: Vec<(NodeId, Literals)> = match context.module.node(id).kind {
            NodeKind::Mux { select, then, otherwise } => vec![
                (select, Literals::new()),
                (then, literal(select, true)),
                (otherwise, literal(select, false)),
            ],
            NodeKind::Binary(gate @ (BinaryOperation::And | BinaryOperation::Or), a, b) => {
                let opens = gate == BinaryOperation::And;
                vec![(a, literal(b, opens)), (b, literal(a, opens))]
            }
            _ => return Literals::new(),
        };
        let reads = |node: &NodeId| context.sources(*node).any(|source| source == from);
        let ways = ways.into_iter().filter(|(node, _)| reads(node)).map(|(_, literals)| literals);
        ways.reduce(|one, other| &one & &other).unwrap_or_default()
    }

    /// That all bits of a node are set, or clear: one bit that decides, if they come from one.
    fn literal(
        &self,
        graph: &Graph,
        mut context: usize,
        mut node: NodeId,
        mut is_set: bool,
    ) -> Option<Literal> {
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
                    let port = module.ports.iter().position(|port| port.node == node);
                    let port = port.expect("an input has a port");
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
                _ => return self.decides_by(here.operations[node.0]?, bit?, is_set),
            }
        }
    }

    fn decides_by(&self, vertex: usize, bit: usize, is_set: bool) -> Option<Literal> {
        self.decides[vertex].then_some(Literal { vertex, bit, is_set })
    }
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
