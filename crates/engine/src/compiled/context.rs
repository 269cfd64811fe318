//! Where each node is computed: under the conditions that all its users share.
//!
//! An arm of a mux is a context of its own: what only that arm needs is computed in a branch. So is
//! an action of the clock edge. A node goes to the innermost context that contains all its users.
//! Muxes of one context that the same bit decides are one branch, so that what several of them need
//! is still needed in one arm only.

use std::collections::HashMap;

use super::actions::Action;
use super::graph::{Condition, Graph, Node, NodeId, ValueKind};
use lanebeat_hdl::Operation;

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
    pub branches: Vec<Branch>,
    /// For each mux that is decided by a branch, which.
    pub branch_of: Vec<Option<usize>>,
    /// For each action.
    pub actions: Vec<ContextId>,
}

/// Muxes of one context with the same select, none of which needs another.
pub(super) struct Branch {
    pub muxes: Vec<NodeId>,
    /// The contexts of what they choose where the select is set, and where it is not.
    pub arms: [ContextId; 2],
}

/// Work that is worth a branch, in machine instructions.
const WORTH_A_BRANCH: usize = 2;

impl Contexts {
    /// Places what `outputs` and `actions` need.
    pub fn new(graph: &Graph, outputs: &[NodeId], actions: &[Action]) -> Self {
        let mut may_branch: Vec<bool> =
            (0..graph.nodes.len()).map(|number| graph.is_choice(NodeId(number))).collect();
        loop {
            let contexts = Self::with_branches(graph, outputs, actions, &may_branch);
            let is_cheap = |branch: &&Branch| {
                branch.arms.iter().all(|&arm| contexts.work(graph, arm) < WORTH_A_BRANCH)
            };
            let cheap = contexts.branches.iter().filter(is_cheap).flat_map(|branch| &branch.muxes);
            let cheap: Vec<NodeId> = cheap.copied().collect();
            if cheap.is_empty() {
                return contexts;
            }
            cheap.into_iter().for_each(|mux| may_branch[mux.0] = false);
        }
    }

    fn with_branches(
        graph: &Graph,
        outputs: &[NodeId],
        actions: &[Action],
        may_branch: &[bool],
    ) -> Self {
        let count = graph.nodes.len();
        let root = Context { parent: ROOT, depth: 0, nodes: vec![] };
        let mut contexts = Self {
            contexts: vec![root],
            of: vec![None; count],
            branches: vec![],
            branch_of: vec![None; count],
            actions: vec![],
        };
        let mut branches_on: HashMap<(ContextId, NodeId), Vec<usize>> = HashMap::new();
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
            contexts.contexts[context].nodes.push(NodeId(number));
            if may_branch[number] {
                let select = node.operands[0];
                let alike = branches_on.entry((context, select)).or_default();
                let mux = NodeId(number);
                let branch =
                    alike.iter().copied().find(|&branch| contexts.joins(graph, mux, branch));
                let branch = branch.unwrap_or_else(|| {
                    alike.push(contexts.branches.len());
                    contexts.branch(context)
                });
                contexts.branches[branch].muxes.push(mux);
                contexts.branch_of[number] = Some(branch);
                contexts.need(select, context);
                let arms = contexts.branches[branch].arms;
                contexts.need(node.operands[1], arms[0]);
                contexts.need(node.operands[2], arms[1]);
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

    /// A branch of no mux.
    fn branch(&mut self, context: ContextId) -> usize {
        let arms = [self.child(context), self.child(context)];
        self.branches.push(Branch { muxes: vec![], arms });
        self.branches.len() - 1
    }

    /// Whether a mux can be decided by that branch: the branch does not need the mux.
    ///
    /// Users are placed before what they use, so of what has lower numbers nothing is in a branch.
    fn joins(&self, graph: &Graph, mux: NodeId, branch: usize) -> bool {
        let mut seen = vec![false; graph.nodes.len()];
        let mut waiting = self.branches[branch].muxes.clone();
        while let Some(user) = waiting.pop() {
            if user == mux {
                return false;
            }
            if user < mux || std::mem::replace(&mut seen[user.0], true) {
                continue;
            }
            waiting.extend(&graph[user].operands);
            if let Some(branch) = self.branch_of[user.0] {
                waiting.extend(&self.branches[branch].muxes);
            }
        }
        true
    }

    /// One more user of a node, in that context.
    fn need(&mut self, node: NodeId, user: ContextId) {
        let of = &mut self.of[node.0];
        let before = *of;
        *of = Some(before.map_or(user, |before| common(&self.contexts, before, user)));
    }

    /// Machine instructions of a context with all within.
    fn work(&self, graph: &Graph, context: ContextId) -> usize {
        let cost = |id: &NodeId| {
            let branch = self.branch_of[id.0].map(|branch| &self.branches[branch]);
            let inner = branch
                .filter(|branch| branch.muxes[0] == *id)
                .map_or(0, |branch| branch.arms.iter().map(|&arm| self.work(graph, arm)).sum());
            inner + work_of(&graph[*id])
        };
        self.contexts[context].nodes.iter().map(cost).sum()
    }

    /// Makes a node be computed in the root.
    pub fn hoist(&mut self, node: NodeId) {
        let of = &mut self.of[node.0];
        let Some(context) = of.replace(ROOT).filter(|&context| context != ROOT) else { return };
        self.contexts[context].nodes.retain(|&other| other != node);
        let root = &mut self.contexts[ROOT].nodes;
        let position = root.partition_point(|&other| other < node);
        root.insert(position, node);
    }

    /// For each context what holds in it.
    pub fn conditions(&self, graph: &Graph, actions: &[Action]) -> Vec<Vec<Condition>> {
        let mut own = HashMap::<ContextId, Condition>::new();
        for branch in &self.branches {
            let select = graph[branch.muxes[0]].operands[0];
            own.insert(branch.arms[0], graph.condition(select, true));
            own.insert(branch.arms[1], graph.condition(select, false));
        }
        for (action, &context) in actions.iter().zip(&self.actions) {
            let guard = action.guard.map(|guard| (context, graph.condition(guard, true)));
            own.extend(guard);
        }
        // Whatever lies in a context comes behind it.
        let mut all: Vec<Vec<Condition>> = vec![];
        for (number, context) in self.contexts.iter().enumerate() {
            let outer = if number == ROOT { vec![] } else { all[context.parent].clone() };
            all.push(outer.into_iter().chain(own.get(&number).copied()).collect());
        }
        all
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

impl Graph {
    /// Whether it is a mux that one bit decides for all copies.
    pub fn is_choice(&self, id: NodeId) -> bool {
        let node = &self[id];
        node.kind == ValueKind::Node(Operation::Mux) && self[node.operands[0]].count == 1
    }
}

/// Machine instructions of a node, about.
pub(super) fn work_of(node: &Node) -> usize {
    let of_part = match node.kind {
        ValueKind::Constant(_) | ValueKind::CopiesConstant(_) => 0,
        ValueKind::Gather | ValueKind::Assemble | ValueKind::Node(Operation::Multiply(_)) => 16,
        _ => 1,
    };
    of_part * node.count.div_ceil(4) * node.width.div_ceil(64)
}
