//! Branches around what several branches need.
//!
//! A node goes to the innermost [context](super::context) that has all its users. Where these are arms of
//! several muxes it is computed whatever they choose, though one bit may decide them all: whether
//! words are equal is wanted in an arm for the word that MATCH gives, and in another for its predicate.
//! So each node has conditions besides its context: bits that have one value wherever it is looked at.
//! What is long and has a condition in common becomes an arm of that bit's, and is 0 where nobody
//! looks.

use std::collections::HashMap;

use super::actions::Action;
use super::context::{ContextId, Contexts, work_of};
use super::graph::{Graph, NodeId, ValueKind};
use lanebeat_hdl::simplify::{Netlist, Wiring};
use lanebeat_hdl::{BinaryOperation, Operation};

/// A bit, and the value that it has.
pub(super) type Condition = (NodeId, bool);

/// Work, in machine instructions, that is worth a branch beside what leaves it, twice.
const LEAST_WORK: usize = 64;
/// Conditions of a node that are looked at.
const CONDITIONS: usize = 32;

/// The graph with a branch around what is needed under one condition only; actions and outputs refer to it then.
pub(super) fn with_conditions(
    graph: &Graph,
    actions: &mut [Action],
    outputs: &mut [(usize, NodeId)],
) -> Graph {
    let regions = regions(graph, actions, outputs);
    let mut rebuilt = Rebuilt { graph, regions, new: Graph::default(), of: HashMap::new() };
    (0..graph.nodes.len()).for_each(|number| drop(rebuilt.node(NodeId(number))));
    for action in actions {
        action.guard = action.guard.map(|guard| rebuilt.seen_by(None, guard));
        action.work.map(|node| rebuilt.seen_by(None, node));
    }
    for (_, node) in outputs {
        *node = rebuilt.seen_by(None, *node);
    }
    rebuilt.new
}

/// For each node its conditions, if it is needed.
fn conditions(
    graph: &Graph,
    actions: &[Action],
    outputs: &[(usize, NodeId)],
) -> Vec<Option<Vec<Condition>>> {
    let mut of: Vec<Option<Vec<Condition>>> = vec![None; graph.nodes.len()];
    let mut need = |node: NodeId, under: &[Condition], also: Option<Condition>| {
        let holds = |condition: &Condition| under.contains(condition) || also == Some(*condition);
        match &mut of[node.0] {
            Some(known) => known.retain(holds),
            unknown => {
                let also = also.filter(|also| under.len() < CONDITIONS && !under.contains(also));
                *unknown = Some(under.iter().copied().chain(also).collect());
            }
        }
    };
    outputs.iter().for_each(|&(_, node)| need(node, &[], None));
    for Action { guard, work } in actions {
        guard.iter().for_each(|&guard| need(guard, &[], None));
        let guard = guard.map(|guard| graph.condition(guard, true));
        work.operands().into_iter().for_each(|node| need(node, &[], guard));
    }
    for number in (0..graph.nodes.len()).rev() {
        let Some(under) = of[number].clone() else { continue };
        let mut need = |node: NodeId, also: Option<Condition>| {
            let holds =
                |condition: &Condition| under.contains(condition) || also == Some(*condition);
            match &mut of[node.0] {
                Some(known) => known.retain(holds),
                unknown => {
                    let also =
                        also.filter(|also| under.len() < CONDITIONS && !under.contains(also));
                    *unknown = Some(under.iter().copied().chain(also).collect());
                }
            }
        };
        let node = &graph.nodes[number];
        let decides = |bit: NodeId, value: bool| {
            let is_bit = graph[bit].count == 1 && graph[bit].width == 1;
            is_bit.then(|| graph.condition(bit, value))
        };
        match (&node.kind, &node.operands[..]) {
            (ValueKind::Node(Operation::Mux), &[select, then, otherwise]) => {
                need(select, None);
                need(then, decides(select, true));
                need(otherwise, decides(select, false));
            }
            (ValueKind::Node(Operation::Binary(operation)), &[a, b])
                if matches!(operation, BinaryOperation::And | BinaryOperation::Or)
                    && node.width == 1 =>
            {
                let lets_through = *operation == BinaryOperation::And;
                need(a, decides(b, lets_through));
                need(b, decides(a, lets_through));
            }
            (_, operands) => operands.iter().for_each(|&operand| need(operand, None)),
        }
    }
    of
}
