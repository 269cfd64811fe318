//! The order of a clock edge's actions: reads of a register come before the action that writes it.

use super::actions::{Action, Work};
use super::context::{Contexts, ROOT};
use super::graph::{Graph, NodeId, ValueKind};

/// An order of `actions`; where they go in circles, reads are moved ahead of all actions.
pub(super) fn order(graph: &Graph, contexts: &mut Contexts, actions: &[Action]) -> Vec<usize> {
    let written: Vec<Vec<usize>> = actions.iter().map(|action| action.work.places()).collect();
    let mut waiting: Vec<usize> = (0..actions.len()).collect();
    // Actions without a guard come last: their operands are computed before all actions.
    waiting.sort_by_key(|&action| actions[action].guard.is_none());
    let readers = readers(graph);
    let of_all = |contexts: &Contexts| -> Vec<Vec<(NodeId, usize)>> {
        contexts.actions.iter().map(|&context| reads(&readers, contexts, context)).collect()
    };
    let mut reads = of_all(contexts);
    let mut order = vec![];
    while !waiting.is_empty() {
        let is_written =
            |candidate: usize, (_, place): &(NodeId, usize)| written[candidate].contains(place);
        let is_read = |candidate: usize| {
            let mut others = waiting.iter().filter(|&&action| action != candidate);
            others.any(|&action| reads[action].iter().any(|read| is_written(candidate, read)))
        };
        let is_early = |candidate: usize| {
            waiting.iter().any(|&other| reads_rows_before(&actions[other], &actions[candidate]))
        };
        let free =
            waiting.iter().copied().find(|&candidate| !is_read(candidate) && !is_early(candidate));
        let next = free.unwrap_or_else(|| {
            let next = waiting
                .iter()
                .copied()
                .find(|&candidate| !is_early(candidate))
                .expect("reads of rows wait for nothing");
            let others =
                waiting.iter().filter(|&&action| action != next).flat_map(|&action| &reads[action]);
            for (node, _) in others.filter(|read| is_written(next, read)) {
                hoist(graph, contexts, *node);
            }
            reads = of_all(contexts);
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
        (
            Work::Read { memory, copy, .. },
            Work::Write { memory: written, copy: written_copy, .. },
        ) => (memory, copy) == (written, written_copy),
        _ => false,
    }
}

/// The nodes that read places of state, and which.
fn readers(graph: &Graph) -> Vec<(NodeId, usize)> {
    let mut found = vec![];
    for (number, node) in graph.nodes.iter().enumerate() {
        let id = NodeId(number);
        if let ValueKind::State(place) = node.kind {
            found.push((id, place));
        }
        if matches!(node.kind, ValueKind::Gather)
            && let ValueKind::State(place) = graph[node.operands[1]].kind
        {
            found.push((id, place));
        }
    }
    found
}

/// Those of the readers that are within a context; what is in the root is read before all actions.
fn reads(readers: &[(NodeId, usize)], contexts: &Contexts, context: usize) -> Vec<(NodeId, usize)> {
    let is_within = |(id, _): &&(NodeId, usize)| {
        contexts.of[id.0].is_some_and(|of| contexts.is_within(of, context))
    };
    if context == ROOT { vec![] } else { readers.iter().filter(is_within).copied().collect() }
}

/// Moves a node ahead of all actions, with all that it needs.
fn hoist(graph: &Graph, contexts: &mut Contexts, node: NodeId) {
    if contexts.of[node.0] == Some(ROOT) {
        return;
    }
    graph[node].operands.iter().for_each(|&operand| hoist(graph, contexts, operand));
    contexts.hoist(node);
    // All muxes that one branch decides stay together.
    if let Some(branch) = contexts.branch_of[node.0] {
        let muxes = contexts.branches[branch].muxes.clone();
        muxes.into_iter().for_each(|mux| hoist(graph, contexts, mux));
    }
}
