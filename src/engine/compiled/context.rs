//! Where each node is computed: under the conditions that all its users share.
//!
//! An arm of a mux is a context of its own: what only that arm needs is computed in a branch. So is
//! an action of the clock edge. A node goes to the innermost context that contains all its users.

use super::actions::Action;
use super::graph::{Graph, Kind, NodeId};

/// Index of a [`Context`].
pub(super) type ContextId = usize;

pub(super) const ROOT: ContextId = 0;

pub(super) struct Context {
    parent: ContextId,
    depth: usize,
    /// Operands first.
    pub nodes: Vec<NodeId>,
}

/// The contexts of a function.
pub(super) struct Contexts {
    pub contexts: Vec<Context>,
    /// For each node, where it is computed, if it is.
    pub of: Vec<Option<ContextId>>,
    /// For each mux that is a branch, the contexts of its arms.
    pub arms: Vec<Option<[ContextId; 2]>>,
    /// For each action.
    pub actions: Vec<ContextId>,
}

/// Work that is worth a branch, in machine instructions.
const WORTH_A_BRANCH: usize = 12;

impl Contexts {
    /// Places what `outputs` and `actions` need.
    pub fn new(graph: &Graph, outputs: &[NodeId], actions: &[Action]) -> Self {
        let mut branches: Vec<bool> =
            graph.nodes.iter().map(|node| is_choice(graph, &node.kind, &node.operands)).collect();
        loop {
            let contexts = Self::with_branches(graph, outputs, actions, &branches);
            let mut cheap = vec![];
            for (mux, arms) in contexts.arms.iter().enumerate() {
                let Some(arms) = arms else { continue };
                let work = arms.iter().map(|&arm| contexts.work(graph, arm)).max().unwrap_or(0);
                if work < WORTH_A_BRANCH {
                    cheap.push(mux);
                }
            }
            if cheap.is_empty() {
                return contexts;
            }
            cheap.into_iter().for_each(|mux| branches[mux] = false);
        }
    }

    fn with_branches(
        graph: &Graph,
        outputs: &[NodeId],
        actions: &[Action],
        branches: &[bool],
    ) -> Self {
        let count = graph.nodes.len();
        let root = Context { parent: ROOT, depth: 0, nodes: vec![] };
        let mut contexts = Self {
            contexts: vec![root],
            of: vec![None; count],
            arms: vec![None; count],
            actions: vec![],
        };
        outputs.iter().for_each(|&output| contexts.need(output, ROOT));
        for action in actions {
            action.guard.into_iter().for_each(|guard| contexts.need(guard, ROOT));
            let context = if action.guard.is_some() { contexts.child(ROOT) } else { ROOT };
            action.work.operands().into_iter().for_each(|operand| contexts.need(operand, context));
            contexts.actions.push(context);
        }
        for number in (0..count).rev() {
            let (Some(context), node) = (contexts.of[number], &graph.nodes[number]) else {
                continue;
            };
            contexts.contexts[context].nodes.push(NodeId(number as u32));
            if branches[number] {
                let arms = [contexts.child(context), contexts.child(context)];
                contexts.need(node.operands[0], context);
                contexts.need(node.operands[1], arms[0]);
                contexts.need(node.operands[2], arms[1]);
                contexts.arms[number] = Some(arms);
            } else {
                node.operands.iter().for_each(|&operand| contexts.need(operand, context));
            }
        }
        contexts.contexts.iter_mut().for_each(|context| context.nodes.reverse());
        contexts
    }

    fn child(&mut self, parent: ContextId) -> ContextId {
        let depth = self.contexts[parent].depth + 1;
        self.contexts.push(Context { parent, depth, nodes: vec![] });
        self.contexts.len() - 1
    }

    /// One more user of a node, in that context.
    fn need(&mut self, node: NodeId, user: ContextId) {
        let of = &mut self.of[node.0 as usize];
        let before = *of;
        *of = Some(before.map_or(user, |before| common(&self.contexts, before, user)));
    }

    /// Machine instructions of a context with all within.
    fn work(&self, graph: &Graph, context: ContextId) -> usize {
        let cost = |id: &NodeId| {
            let node = &graph[*id];
            let inner = self.arms[id.0 as usize]
                .map_or(0, |arms| arms.iter().map(|&arm| self.work(graph, arm)).sum());
            inner + self::cost(&node.kind) * node.count.div_ceil(4) * node.width.div_ceil(64)
        };
        self.contexts[context].nodes.iter().map(cost).sum()
    }

    /// Makes a node be computed in the root.
    pub fn hoist(&mut self, node: NodeId) {
        let of = &mut self.of[node.0 as usize];
        let Some(context) = of.replace(ROOT).filter(|&context| context != ROOT) else { return };
        self.contexts[context].nodes.retain(|&other| other != node);
        let root = &mut self.contexts[ROOT].nodes;
        let position = root.partition_point(|&other| other < node);
        root.insert(position, node);
    }

    /// Whether `inner` is `outer` or lies in it.
    pub fn is_within(&self, inner: ContextId, outer: ContextId) -> bool {
        common(&self.contexts, inner, outer) == outer
    }
}

fn common(contexts: &[Context], mut a: ContextId, mut b: ContextId) -> ContextId {
    while a != b {
        if contexts[a].depth >= contexts[b].depth {
            a = contexts[a].parent;
        } else {
            b = contexts[b].parent;
        }
    }
    a
}

/// Whether it is a mux that one bit decides for all copies.
fn is_choice(graph: &Graph, kind: &Kind, operands: &[NodeId]) -> bool {
    *kind == Kind::Mux && graph[operands[0]].count == 1
}

fn cost(kind: &Kind) -> usize {
    match kind {
        Kind::Constant(_) | Kind::LaneConstant(_) => 0,
        Kind::Gather | Kind::Assemble | Kind::Multiply => 16,
        _ => 1,
    }
}
