//! The order of a clock edge's actions: whoever reads a register comes before whoever writes it.

use super::actions::{Action, Work};
use super::context::{Contexts, ROOT};
use super::graph::{Graph, Kind, NodeId};

/// An order of `actions`; where they go in circles, reads are moved ahead of all actions.
pub(super) fn order(graph: &Graph, contexts: &mut Contexts, actions: &[Action]) -> Vec<usize> {
    let written: Vec<Vec<usize>> = actions.iter().map(|action| action.work.places()).collect();
    let mut waiting: Vec<usize> = (0..actions.len()).collect();
    // What is always done has read all it needs before.
    waiting.sort_by_key(|&action| actions[action].guard.is_none());
    let mut order = vec![];
    while !waiting.is_empty() {
        let reads: Vec<(usize, Vec<(NodeId, usize)>)> =
            waiting.iter().map(|&action| (action, reads(graph, contexts, contexts.actions[action]))).collect();
        let is_read = |candidate: usize| {
            let is_other = |(action, reads): &(usize, Vec<(NodeId, usize)>)| {
                *action != candidate && reads.iter().any(|(_, place)| written[candidate].contains(place))
            };
            reads.iter().any(is_other)
        };
        let is_early = |candidate: usize| waiting.iter().any(|&other| reads_rows_before(&actions[other], &actions[candidate]));
        let free = waiting.iter().copied().find(|&candidate| !is_read(candidate) && !is_early(candidate));
        let next = free.unwrap_or_else(|| {
            let next = waiting.iter().copied().find(|&candidate| !is_early(candidate)).expect("reads of rows wait for nothing");
            let others = reads.iter().filter(|(action, _)| *action != next).flat_map(|(_, reads)| reads);
            for (node, _) in others.filter(|(_, place)| written[next].contains(place)) {
                hoist(graph, contexts, *node);
            }
            next
        });
        waiting.retain(|&action| action != next);
        order.push(next);
    }
    order
}

/// Whether `reader` reads rows of a memory that `writer` writes.
fn reads_rows_before(reader: &Action, writer: &Action) -> bool {
    match (&reader.work, &writer.work) {
        (Work::Read { memory, copy, .. }, Work::Write { memory: written, copy: written_copy, .. }) => {
            (memory, copy) == (written, written_copy)
        }
        _ => false,
    }
}

/// The nodes within a context that read places of state, and which.
fn reads(graph: &Graph, contexts: &Contexts, context: usize) -> Vec<(NodeId, usize)> {
    if context == ROOT {
        return vec![];
    }
    let mut found = vec![];
    for (number, of) in contexts.of.iter().enumerate() {
        let Some(of) = *of else { continue };
        if !contexts.is_within(of, context) {
            continue;
        }
        let id = NodeId(number as u32);
        let node = &graph[id];
        if let Kind::State(place) = node.kind {
            found.push((id, place));
        }
        if matches!(node.kind, Kind::Load | Kind::Gather | Kind::ExtractAt)
            && let Kind::State(place) = graph[node.operands[1]].kind
        {
            found.push((id, place));
        }
    }
    found
}

/// Moves a node ahead of all actions, with all that it needs.
fn hoist(graph: &Graph, contexts: &mut Contexts, node: NodeId) {
    if contexts.of[node.0 as usize] == Some(ROOT) {
        return;
    }
    graph[node].operands.iter().for_each(|&operand| hoist(graph, contexts, operand));
    contexts.hoist(node);
}
