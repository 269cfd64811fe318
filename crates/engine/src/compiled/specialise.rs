//! Code for many copies, compiled once more for the time in which one bit is 0.
//!
//! Hardware that several operations share is written without muxes where gates are smaller: what an
//! operation does not want is 0, and what it has no use for passes a value on. A branch cannot leave
//! such hardware out, as its result is always wanted. But with the bit that says whether there is
//! such an operation known to be 0, little of it is left. Without this the default machine is a sixth
//! slower.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::context::work_of;
use super::graph::{Graph, NodeId, ValueKind};
use lanebeat_hdl::simplify::{Logic, Netlist, Wiring};
use lanebeat_hdl::{BinaryOperation, Operation};

/// Work, in machine instructions, that is worth the search and the choice.
const LEAST_WORK: usize = 1_000;
/// Choices behind each other that are looked through.
const CHOICES: usize = 3;
/// Bits that are tried.
const TRIED: usize = 8;
/// Bits that are weighed at once, as those of a word.
const AT_ONCE: usize = 64;

impl Graph {
    /// The node, or a choice between it and what is left of it where some bit is 0.
    pub fn specialised(&mut self, node: NodeId) -> NodeId {
        self.specialised_below(node, CHOICES)
    }

    fn specialised_below(&mut self, node: NodeId, choices: usize) -> NodeId {
        // Specialise both arms of a choice that is there already: each has its own branch.
        if choices > 0 && self.is_choice(node) {
            let [select, then, otherwise] = self[node].operands[..] else { unreachable!("a mux") };
            let below = |graph: &mut Self, arm| graph.specialised_below(arm, choices - 1);
            let (then, otherwise) = (below(self, then), below(self, otherwise));
            return self.mux(select, then, otherwise);
        }
        self.best_choice(node).map_or(node, |(bit, without)| self.mux(bit, node, without))
    }

    /// The bit without which least is left of the node, and what that is, if it is worth a choice.
    fn best_choice(&mut self, node: NodeId) -> Option<(NodeId, NodeId)> {
        let cone = self.cone(node);
        let work = self.work(&cone);
        let bits = if work < LEAST_WORK { vec![] } else { self.deciding_bits(&cone) };
        let mut best: Option<(usize, NodeId, NodeId)> = None;
        for bit in bits {
            let without = self.without(node, &cone, bit);
            let left = self.work(&self.cone(without));
            let is_better = best.is_none_or(|(so_far, ..)| left < so_far);
            if left + LEAST_WORK <= work && is_better {
                best = Some((left, bit, without));
            }
        }
        best.map(|(_, bit, without)| (bit, without))
    }

    /// All that a node needs and the node itself, operands first.
    fn cone(&self, node: NodeId) -> Vec<NodeId> {
        let mut is_in = vec![false; node.0 + 1];
        is_in[node.0] = true;
        for number in (0..=node.0).rev() {
            if is_in[number] {
                self.nodes[number].operands.iter().for_each(|id| is_in[id.0] = true);
            }
        }
        (0..=node.0).filter(|&number| is_in[number]).map(NodeId).collect()
    }

    fn work(&self, cone: &[NodeId]) -> usize {
        cone.iter().map(|&id| work_of(&self[id])).sum()
    }

    /// Bits that are the same for all copies: those first that make most of the work needless by
    /// being 0.
    fn deciding_bits(&self, cone: &[NodeId]) -> Vec<NodeId> {
        let is_bit = |id: &&NodeId| {
            let node = &self[**id];
            let may_decide = matches!(
                node.kind,
                ValueKind::Node(Operation::Binary(_) | Operation::Reduce(_)) | ValueKind::State(_)
            );
            may_decide && node.width == 1 && node.count == 1
        };
        let bits: Vec<NodeId> = cone.iter().filter(is_bit).copied().collect();
        let mut weighed: Vec<(usize, NodeId)> =
            bits.chunks(AT_ONCE).flat_map(|bits| self.needless_work(cone, bits)).collect();
        weighed.sort_by_key(|&(work, _)| Reverse(work));
        weighed.into_iter().take(TRIED).map(|(_, bit)| bit).collect()
    }

    /// For each of the bits the work that has an operand that is 0 where the bit is.
    fn needless_work(&self, cone: &[NodeId], bits: &[NodeId]) -> Vec<(usize, NodeId)> {
        let mut weighed: Vec<(usize, NodeId)> = bits.iter().map(|&bit| (0, bit)).collect();
        // For each node a bit for each of `bits`.
        let mut zero: HashMap<NodeId, u64> =
            bits.iter().enumerate().map(|(number, &bit)| (bit, 1 << number)).collect();
        for &id in cone {
            let node = &self[id];
            let of: Vec<u64> =
                node.operands.iter().map(|id| zero.get(id).copied().unwrap_or(0)).collect();
            let any = of.iter().fold(0, |any, of| any | of);
            let is_zero = match node.kind {
                ValueKind::Node(Operation::Binary(BinaryOperation::And)) => any,
                ValueKind::Node(Operation::Mux) => of[0] & of[2] | of[1] & of[2],
                ValueKind::Node(
                    Operation::Binary(BinaryOperation::Or | BinaryOperation::Xor)
                    | Operation::Slice { .. }
                    | Operation::Concat
                    | Operation::Repeat,
                ) => of.iter().fold(u64::MAX, |all, of| all & of),
                _ => 0,
            };
            *zero.entry(id).or_default() |= is_zero;
            let needless = weighed.iter_mut().enumerate();
            let needless = needless.filter(|(number, _)| (any | is_zero) >> number & 1 == 1);
            needless.for_each(|(_, (work, _))| *work += work_of(node));
        }
        weighed
    }

    /// The node with `bit` known to be 0.
    fn without(&mut self, node: NodeId, cone: &[NodeId], bit: NodeId) -> NodeId {
        let mut replaced: HashMap<NodeId, NodeId> = HashMap::new();
        replaced.insert(bit, self.small(1, 0));
        for &id in cone {
            let operands = self[id].operands.clone();
            let of = |id: &NodeId| replaced.get(id).copied().unwrap_or(*id);
            let changed: Vec<NodeId> = operands.iter().map(of).collect();
            if id != bit && changed != operands {
                let instead = self.rebuilt(id, changed);
                replaced.insert(id, instead);
            }
        }
        replaced.get(&node).copied().unwrap_or(node)
    }

    /// The node with other operands.
    fn rebuilt(&mut self, id: NodeId, operands: Vec<NodeId>) -> NodeId {
        let node = self[id].clone();
        let width = node.width;
        match node.kind {
            ValueKind::Node(operation) => self.make(operation, width, &operands),
            ValueKind::Gather | ValueKind::Pick => self.select(operands[0], operands[1]),
            ValueKind::Extract(copy) => self.extract(operands[0], copy),
            ValueKind::Assemble => self.assemble(&operands),
            ValueKind::PackWords | ValueKind::PackBits if self[operands[0]].count == 1 => {
                self.repeat(operands[0], width / self.width(operands[0]))
            }
            ValueKind::PackWords
            | ValueKind::PackBits
            | ValueKind::SpreadWords
            | ValueKind::SpreadBits => self.insert(node.kind, width, node.count, operands),
            ValueKind::Constant(_) | ValueKind::CopiesConstant(_) | ValueKind::State(_) => {
                unreachable!("it has no operands")
            }
        }
    }
}
