//! Writes the values of watched nodes into a record, and which of them changed.

use std::collections::HashMap;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};

use super::copies::groups;
use super::emit::{Emitter, Listener, Part};
use super::graph::{Graph, NodeId, ValueKind};
use super::lower::Lowering;
use crate::flat::SignalId;
use crate::watch::{Plan, Target};

/// A net that is watched: which copy of its node.
#[derive(Clone, Copy)]
struct NetCopy {
    net: usize,
    copy: usize,
}

/// The nodes that are watched.
pub(super) struct WatchedNodes(HashMap<NodeId, Vec<NetCopy>>);

impl WatchedNodes {
    /// The nodes of these nets.
    pub fn new(lowering: &mut Lowering, nets: &[SignalId]) -> Self {
        let mut watched = HashMap::<usize, usize>::new();
        nets.iter().for_each(|net| *watched.entry(net.signal).or_default() += 1);
        let mut watched_nodes = HashMap::<NodeId, Vec<NetCopy>>::new();
        for (net, &SignalId { signal, copy }) in nets.iter().enumerate() {
            let place = lowering.flat.signals[signal].place;
            let copies = lowering.flat.scopes[lowering.flat.signals[signal].scope].copies;
            let is_all =
                watched[&signal] == copies && copies >= lowering.fewest_copies && place.divide == 1;
            let (node, copy) = if is_all {
                (lowering.all_copies(&place, copies), copy)
            } else {
                (lowering.copy(&place, copy), 0)
            };
            watched_nodes.entry(node).or_default().push(NetCopy { net, copy });
        }
        Self(watched_nodes)
    }

    /// The nodes, in their order.
    pub fn nodes(&self) -> Vec<NodeId> {
        let mut nodes: Vec<NodeId> = self.0.keys().copied().collect();
        nodes.sort_unstable();
        nodes
    }

    /// Nets that never change, and their values.
    pub fn constants(&self, graph: &Graph) -> Vec<(usize, Vec<u64>)> {
        let constant = |(node, wanted): (&NodeId, &Vec<NetCopy>)| {
            graph.limbs(*node).map(|limbs| {
                wanted.iter().map(|wanted| (wanted.net, limbs.to_vec())).collect::<Vec<_>>()
            })
        };
        self.0.iter().filter_map(constant).flatten().collect()
    }
}

/// Emits what the record needs behind each watched node.
pub(super) struct Recorder {
    watched_nodes: WatchedNodes,
    /// The address of the record.
    record: Value,
    pub plan: Plan,
    /// The changes of the block that is being written, and how many there are.
    changes: Option<Value>,
    count: usize,
}

impl Recorder {
    pub fn new(watched_nodes: WatchedNodes, plan: Plan, record: Value) -> Self {
        Self { watched_nodes, record, plan, changes: None, count: 0 }
    }

    /// One part of a node: a limb, or a vector.
    fn value(&mut self, emitter: &mut Emitter, id: NodeId, part: Part, value: Value) {
        let is_limb = matches!(part, Part::Word(_));
        let (bits, bytes, value_type) =
            if is_limb { (1, 8, types::I64) } else { (4, 16, types::I32X4) };
        if self.plan.begins_block(bits) {
            self.end_block(emitter);
            self.plan.begin_block();
        }
        let offset = self.plan.room(bytes);
        let old = emitter.load(value_type, self.record, offset);
        let differs = emitter.builder.ins().icmp(IntCC::NotEqual, old, value);
        let differs =
            if is_limb { differs } else { emitter.builder.ins().vhigh_bits(types::I32, differs) };
        let differs = emitter.builder.ins().uextend(types::I64, differs);
        let differs = emitter.words(false).shift_left(differs, self.count);
        self.changes = Some(match self.changes {
            None => differs,
            Some(before) => emitter.builder.ins().bor(before, differs),
        });
        emitter.store(value, self.record, offset);
        self.count += bits;
        for lane in 0..bits {
            let target = |&NetCopy { net, copy }: &NetCopy| {
                let part = match part {
                    Part::Word(limb) => Some(2 * limb),
                    Part::Row(row) => Some(4 * row + lane),
                    Part::Copies(group, part) => (copy == 4 * group + lane).then_some(part),
                    Part::Address | Part::Array => None,
                };
                part.map(|part| Target { net: net as u32, part: part as u32 })
            };
            let targets: Vec<Target> =
                self.watched_nodes.0[&id].iter().filter_map(target).collect();
            self.plan.change(offset + 4 * lane, 1 + u32::from(is_limb), targets);
        }
    }

    fn end_block(&mut self, emitter: &mut Emitter) {
        if let (Some(changes), Some(block)) = (self.changes.take(), self.plan.blocks.last()) {
            emitter.store(changes, self.record, 8 * block.limbs.start);
        }
        self.count = 0;
    }
}

impl Listener for Recorder {
    fn end(&mut self, emitter: &mut Emitter) {
        self.end_block(emitter);
    }

    fn computed(&mut self, emitter: &mut Emitter, id: NodeId, group: Option<usize>) {
        let node = emitter.node(id);
        if !self.watched_nodes.0.contains_key(&id) || matches!(node.kind, ValueKind::Constant(_)) {
            return;
        }
        if node.count == 1 {
            for part in emitter.parts(id) {
                let value = emitter.part(id, part);
                self.value(emitter, id, part, value);
            }
            return;
        }
        for group in group.map_or(0..groups(node.count), |group| group..group + 1) {
            let is_wanted = self.watched_nodes.0[&id].iter().any(|wanted| wanted.copy / 4 == group);
            for part in (0..node.width.div_ceil(32)).filter(|_| is_wanted) {
                let mut value = emitter.copy_part(id, group, part);
                if node.width == 1 {
                    let one = emitter.vector([1; 4]);
                    value = emitter.builder.ins().band(value, one);
                }
                self.value(emitter, id, Part::Copies(group, part), value);
            }
        }
    }
}
