//! Loops for what is alike in every word or bit: parts of a concatenation that differ only in where
//! their slices lie.
//!
//! ```text
//!   {x[31:24] & m, x[23:16] & m, …, x[7:0] & m}  ─►  for (part = …) assign result[part*8 +: 8] = x[part*8 +: 8] & m;
//! ```

use std::collections::HashMap;

use crate::{Module, Node, NodeId, NodeKind};

/// Parts up to which a concatenation stays a list, if each is no more than a name or a slice.
const LONGEST_LIST: usize = 8;
/// Fewest rounds of a loop.
const FEWEST_ROUNDS: usize = 4;
/// Parts that a round may have.
const MOST_PARTS: usize = 4;

/// One concatenation that is written as a loop.
pub(super) struct Loop {
    pub(super) rounds: usize,
    /// Node that a round computes.
    pub(super) body: NodeId,
}

/// A module whose regular concatenations have one part, the body of a loop.
pub(super) struct Loops {
    pub(super) module: Module,
    /// By the concatenation.
    pub(super) loops: HashMap<NodeId, Loop>,
    /// For a slice in a body how much higher it lies in each round.
    pub(super) strides: HashMap<NodeId, isize>,
    /// The nodes of bodies, with the rounds of their loop.
    pub(super) inside: HashMap<NodeId, usize>,
    uses: Vec<usize>,
}

impl Loops {
    pub(super) fn of(module: &Module) -> Self {
        let (loops, strides, inside) = (HashMap::new(), HashMap::new(), HashMap::new());
        let mut found =
            Self { module: module.clone(), loops, strides, inside, uses: module.uses() };
        for id in (0..module.nodes.len()).filter(|&id| module.live[id]) {
            if let NodeKind::Concat(parts) = &module.nodes[id].kind
                && parts.len() >= FEWEST_ROUNDS
                && !found.whole(NodeId(id), parts)
            {
                found.runs(NodeId(id), parts);
            }
        }
        found.module.live = found.module.reached_nodes();
        found
    }

    /// Whether all of the concatenation is one loop.
    fn whole(&mut self, id: NodeId, parts: &[NodeId]) -> bool {
        let periods = (1..=MOST_PARTS).filter(|period| parts.len().is_multiple_of(*period));
        for period in periods.filter(|period| parts.len() / period >= FEWEST_ROUNDS) {
            let rounds = parts.len() / period;
            if parts.len() <= LONGEST_LIST && parts.iter().all(|&part| self.is_plain(part)) {
                return false;
            }
            let nth = |number: usize| {
                parts.iter().skip(number).step_by(period).copied().collect::<Vec<NodeId>>()
            };
            let bodies: Option<Vec<NodeId>> =
                (0..period).map(|number| self.alike(&nth(number), rounds)).collect();
            let Some(bodies) = bodies else { continue };
            let body = match bodies[..] {
                [body] => body,
                _ => {
                    let width = bodies.iter().map(|&body| self.module.node(body).width).sum();
                    self.push(NodeKind::Concat(bodies), width, id, rounds)
                }
            };
            self.module.nodes[id.0].kind = NodeKind::Concat(vec![body]);
            self.loops.insert(id, Loop { rounds, body });
            return true;
        }
        false
    }

    /// Makes long regular runs among the parts concatenations of their own.
    fn runs(&mut self, id: NodeId, parts: &[NodeId]) {
        let (mut rest, mut kept) = (parts, vec![]);
        while let [first, after @ ..] = rest {
            let length = (2..=rest.len())
                .take_while(|&length| self.is_run(&rest[..length]))
                .last()
                .unwrap_or(1);
            if length > LONGEST_LIST {
                let (run, others) = rest.split_at(length);
                let width = run.iter().map(|&part| self.module.node(part).width).sum();
                let concat = self.push(NodeKind::Concat(run.to_vec()), width, id, 1);
                self.inside.remove(&concat);
                let is_loop = self.whole(concat, run);
                debug_assert!(is_loop, "a run is regular");
                kept.push(concat);
                rest = others;
            } else {
                kept.push(*first);
                rest = after;
            }
        }
        self.module.nodes[id.0].kind = NodeKind::Concat(kept);
    }

    /// Whether these are slices of one net in equal steps.
    fn is_run(&self, parts: &[NodeId]) -> bool {
        let slice = |id: &NodeId| match self.module.node(*id).kind {
            NodeKind::Slice { value, low } => {
                Some((value, low as isize, self.module.node(*id).width))
            }
            _ => None,
        };
        let Some(slices) = parts.iter().map(slice).collect::<Option<Vec<_>>>() else {
            return false;
        };
        let step = slices[1].1 - slices[0].1;
        slices.windows(2).all(|pair| {
            pair[0].0 == pair[1].0 && pair[0].2 == pair[1].2 && pair[1].1 - pair[0].1 == step
        })
    }

    fn is_plain(&self, id: NodeId) -> bool {
        let node = self.module.node(id);
        node.name.is_some()
            || node.kind.is_source()
            || matches!(node.kind, NodeKind::Slice { .. } | NodeKind::Constant(_))
    }

    fn push(&mut self, kind: NodeKind, width: usize, like: NodeId, rounds: usize) -> NodeId {
        let place = self.module.node(like).place;
        self.module.nodes.push(Node { kind, width, name: None, place });
        let id = NodeId(self.module.nodes.len() - 1);
        self.inside.insert(id, rounds);
        id
    }

    /// One node for what these are, one in each round, if only their slices differ, and these by a
    /// fixed step.
    fn alike(&mut self, ids: &[NodeId], rounds: usize) -> Option<NodeId> {
        let first = ids[0];
        if ids.iter().all(|&id| id == first) {
            return Some(first);
        }
        if ids.iter().any(|id| self.loops.contains_key(id) || self.inside.contains_key(id)) {
            return None;
        }
        let node = self.module.node(first).clone();
        let nodes = ids.iter().map(|&id| self.module.node(id));
        if node.kind.is_constant() && nodes.clone().all(|other| other.kind == node.kind) {
            return Some(first);
        }
        let shape = |kind: &NodeKind| match kind {
            NodeKind::Slice { .. } => NodeKind::Slice { value: NodeId(0), low: 0 },
            kind => kind.with_operands(|_| NodeId(0)),
        };
        let (own, width) = (shape(&node.kind), node.width);
        let is_wiring = matches!(node.kind, NodeKind::Slice { .. });
        let may_move = |id: NodeId| is_wiring || self.uses[id.0] == 1;
        let is_alike = nodes
            .clone()
            .all(|other| other.name.is_none() && other.width == width && shape(&other.kind) == own);
        if !is_alike
            || node.kind.is_source()
            || node.kind == NodeKind::InstanceIndex
            || !ids.iter().all(|&id| may_move(id))
        {
            return None;
        }
        if let NodeKind::Slice { value, low } = node.kind {
            let slices = nodes.filter_map(|node| match node.kind {
                NodeKind::Slice { value, low } => Some((value, low as isize)),
                _ => None,
            });
            let slices: Vec<(NodeId, isize)> = slices.collect();
            if slices.iter().all(|slice| slice.0 == value) {
                let step = slices[1].1 - slices[0].1;
                if slices.iter().all(|slice| slice.1 == low as isize) {
                    return Some(first);
                }
                if !slices.windows(2).all(|pair| pair[1].1 - pair[0].1 == step) {
                    return None;
                }
                let slice = self.push(NodeKind::Slice { value, low }, width, first, rounds);
                self.strides.insert(slice, step);
                return Some(slice);
            }
            if slices.iter().any(|slice| slice.1 != low as isize) {
                return None;
            }
        }
        let operands: Vec<Vec<NodeId>> =
            ids.iter().map(|&id| self.module.node(id).kind.operands()).collect();
        let mut inner = |column: usize| {
            let column: Vec<NodeId> = operands.iter().map(|row| row[column]).collect();
            self.alike(&column, rounds)
        };
        let inner: Option<Vec<NodeId>> = (0..operands[0].len()).map(&mut inner).collect();
        let mut inner = inner?.into_iter();
        let kind = node.kind.with_operands(|_| inner.next().expect("as many as there were"));
        Some(self.push(kind, width, first, rounds))
    }
}
