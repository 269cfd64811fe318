//! Branches around what several branches need.
//!
//! A node goes to the innermost [context](super::context) that has all its users. Where these are arms of
//! several muxes it is computed whatever they choose, though one bit may decide them all: whether
//! words are equal is wanted in an arm for the word that MATCH gives, and in another for its predicate.
//! So each node has conditions besides its context: bits that have one value wherever it is looked at.
//! Much that has a condition in common becomes an arm of that bit's, and is 0 where nobody looks.

use std::collections::{BTreeMap, HashMap};

use super::actions::Action;
use super::context::{ContextId, Contexts, work_of};
use super::graph::{Condition, Graph, NodeId, ValueKind};
use lanebeat_hdl::simplify::Netlist;
use lanebeat_hdl::{BinaryOperation, Operation};

/// Work, in machine instructions, that is worth a branch.
const LEAST_WORK: usize = 64;
/// Conditions of a node that are looked at.
const MOST_CONDITIONS: usize = 32;
/// As often as it is looked for: what leaves one branch may be long in another.
const ROUNDS: usize = 2;

/// The graph with branches around what is looked at under one condition only, for these actions
/// and outputs.
pub(super) fn with_conditions(
    graph: Graph,
    actions: &mut [Action],
    outputs: &mut [(usize, NodeId)],
) -> Graph {
    (0..ROUNDS).fold(graph, |graph, _| {
        let regions = Regions::new(&graph, actions, outputs);
        let new = Graph::default();
        let mut rebuilt = Rebuilt { graph: &graph, regions, new, of: HashMap::new() };
        for number in 0..graph.nodes.len() {
            rebuilt.node(NodeId(number));
        }
        let mut instead = |node| rebuilt.read(node, None);
        actions.iter_mut().for_each(|action| action.map(&mut instead));
        outputs.iter_mut().for_each(|(_, node)| *node = instead(*node));
        rebuilt.new
    })
}

/// The condition that a bit of all copies has this value, unless it is known.
fn decided(graph: &Graph, bit: NodeId, value: bool) -> Option<Condition> {
    let is_bit = graph[bit].count == 1 && graph[bit].width == 1 && graph.limbs(bit).is_none();
    is_bit.then(|| graph.condition(bit, value))
}

/// For each node its conditions, if it is needed.
struct Conditions {
    of: Vec<Option<Vec<Condition>>>,
}

impl Conditions {
    fn new(graph: &Graph, actions: &[Action], outputs: &[(usize, NodeId)]) -> Self {
        let mut conditions = Self { of: vec![None; graph.nodes.len()] };
        outputs.iter().for_each(|&(_, node)| conditions.need(node, &[], None));
        for Action { guard, work } in actions {
            guard.iter().for_each(|&guard| conditions.need(guard, &[], None));
            let guard = guard.and_then(|guard| decided(graph, guard, true));
            work.operands().into_iter().for_each(|node| conditions.need(node, &[], guard));
        }
        for number in (0..graph.nodes.len()).rev() {
            let Some(under) = conditions.of[number].clone() else { continue };
            let node = &graph.nodes[number];
            let decided = |bit, value| decided(graph, bit, value);
            match (&node.kind, &node.operands[..]) {
                (ValueKind::Node(Operation::Mux), &[select, then, otherwise]) => {
                    conditions.need(select, &under, None);
                    conditions.need(then, &under, decided(select, true));
                    conditions.need(otherwise, &under, decided(select, false));
                }
                (
                    ValueKind::Node(Operation::Binary(
                        operation @ (BinaryOperation::And | BinaryOperation::Or),
                    )),
                    &[a, b],
                ) if node.width == 1 => {
                    let passes = *operation == BinaryOperation::And;
                    conditions.need(a, &under, decided(b, passes));
                    conditions.need(b, &under, decided(a, passes));
                }
                (_, operands) => {
                    operands.iter().for_each(|&operand| conditions.need(operand, &under, None));
                }
            }
        }
        conditions
    }

    /// One more user of a node: it is looked at under these conditions and that one.
    fn need(&mut self, node: NodeId, under: &[Condition], also: Option<Condition>) {
        match &mut self.of[node.0] {
            Some(known) => known.retain(|known| under.contains(known) || also == Some(*known)),
            unknown => {
                let also = also.filter(|also| !under.contains(also));
                let both = under.iter().copied().chain(also);
                *unknown = Some(both.take(MOST_CONDITIONS).collect());
            }
        }
    }

    /// A node's.
    fn of(&self, node: NodeId) -> &[Condition] {
        self.of[node.0].as_deref().unwrap_or_default()
    }
}

/// Nodes that are computed under conditions.
struct Regions {
    conditions: Vec<Condition>,
    /// For each node the number of its condition.
    of: Vec<Option<usize>>,
}

impl Regions {
    /// The longest first.
    fn new(graph: &Graph, actions: &[Action], outputs: &[(usize, NodeId)]) -> Self {
        let conditions = Conditions::new(graph, actions, outputs);
        let contexts = Contexts::new(graph, &[], actions);
        let implied = contexts.conditions(graph, actions);
        let mut regions = Self { conditions: vec![], of: vec![None; graph.nodes.len()] };
        let mut candidates = BTreeMap::<(ContextId, Condition), Vec<NodeId>>::new();
        for (number, &context) in contexts.of.iter().enumerate() {
            let (Some(context), id) = (context, NodeId(number)) else { continue };
            let is_new = |of: &&Condition| !implied[context].contains(of);
            let is_there = |&&(bit, _): &&Condition| {
                let is_before =
                    contexts.of[bit.0].is_some_and(|of| contexts.is_within(context, of));
                is_before && conditions.of(bit).iter().all(|of| implied[context].contains(of))
            };
            if work_of(&graph[id]) > 0 && !matches!(graph[id].kind, ValueKind::State(_)) {
                for &condition in conditions.of(id).iter().filter(is_new).filter(is_there) {
                    candidates.entry((context, condition)).or_default().push(id);
                }
            }
        }
        let mut candidates: Vec<(Condition, Vec<NodeId>)> =
            candidates.into_iter().map(|((_, condition), nodes)| (condition, nodes)).collect();
        loop {
            let work =
                |nodes: &[NodeId]| -> usize { nodes.iter().map(|&id| work_of(&graph[id])).sum() };
            let longest = candidates.iter().max_by_key(|(_, of)| work(of));
            let Some((condition, nodes)) = longest.cloned() else { return regions };
            if work(&nodes) < LEAST_WORK {
                return regions;
            }
            for node in &nodes {
                regions.of[node.0] = Some(regions.conditions.len());
            }
            regions.conditions.push(condition);
            for (_, nodes) in &mut candidates {
                nodes.retain(|node| regions.of[node.0].is_none());
            }
        }
    }
}

/// A graph that is written anew.
struct Rebuilt<'g> {
    graph: &'g Graph,
    regions: Regions,
    new: Graph,
    /// For each node the one in its place.
    of: HashMap<NodeId, NodeId>,
}

impl Rebuilt<'_> {
    /// The node in the place of this one.
    fn node(&mut self, id: NodeId) -> NodeId {
        if let Some(&known) = self.of.get(&id) {
            return known;
        }
        let node = self.graph[id].clone();
        let region = self.regions.of[id.0];
        let operands = node.operands.iter().map(|&operand| self.read(operand, region)).collect();
        let now = self.new.insert(node.kind, node.width, node.count, operands);
        self.of.insert(id, now);
        now
    }

    /// The node that a user in that region reads: in any other than the own one it is chosen.
    fn read(&mut self, id: NodeId, by: Option<usize>) -> NodeId {
        let now = self.node(id);
        let Some(region) = self.regions.of[id.0].filter(|_| self.regions.of[id.0] != by) else {
            return now;
        };
        let (bit, value) = self.regions.conditions[region];
        let bit = self.node(bit);
        let (width, count) = (self.graph[id].width, self.graph[id].count);
        let zero = self.new.zeros(width);
        let arms = if value { [now, zero] } else { [zero, now] };
        let operands = vec![bit, arms[0], arms[1]];
        self.new.insert(ValueKind::Node(Operation::Mux), width, count, operands)
    }
}
