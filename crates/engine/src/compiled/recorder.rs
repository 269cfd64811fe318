//! Writes the values of watched nodes into a record, and which of them changed.

use std::collections::HashMap;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Type, Value, types};

use super::copies::{PRESENT, groups};
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
    /// Where the changes of the block go that is being written, if one is; what they are so far, and
    /// how many.
    target: Option<(Value, usize)>,
    changes: Option<Value>,
    count: usize,
    /// The loop that is being written.
    round: Option<Blocks>,
}

/// Blocks of a loop: each round writes as many, of the same form, behind those of the round before.
///
/// ```text
/// changes, 8 bytes unused | vectors | changes, 8 bytes unused | vectors
/// ```
struct Blocks {
    groups: usize,
    /// Vectors of each block: a part of a node.
    blocks: Vec<Vec<(NodeId, usize)>>,
    /// The block, and the vector of it, that is written next, and the byte at which that block begins
    /// in the first round.
    next: (usize, usize),
    byte: usize,
    /// Bytes of a round.
    bytes: usize,
    /// The address from which bytes of the present round count, once it is computed.
    address: Option<Value>,
}

/// Vectors that a block may have.
const VECTORS: usize = 16;
/// Bytes before them in a block of a loop.
const HEAD: usize = 16;

impl Recorder {
    pub fn new(watched_nodes: WatchedNodes, plan: Plan, record: Value) -> Self {
        let (target, changes, count, round) = (None, None, 0, None);
        Self { watched_nodes, record, plan, target, changes, count, round }
    }

    /// One part of a node: a limb, or a vector.
    fn value(&mut self, emitter: &mut Emitter, id: NodeId, part: Part, value: Value) {
        let is_limb = matches!(part, Part::Word(_));
        let (bits, bytes, value_type) =
            if is_limb { (1, 8, types::I64) } else { (4, 16, types::I32X4) };
        self.make_room(emitter, bits);
        let offset = self.plan.room(bytes);
        self.compare(emitter, value_type, value, (self.record, offset));
        self.place(id, part, offset);
    }

    /// The next vector of the present round.
    fn vector_of_round(&mut self, emitter: &mut Emitter, value: Value) {
        let round = self.round.as_mut().expect("a loop is being written");
        let (block, vector) = round.next;
        let (begin, length) = (round.byte, round.blocks[block].len());
        round.next = (block, vector + 1);
        if vector + 1 == length {
            round.next = (block + 1, 0);
            round.byte += HEAD + 16 * length;
        }
        let (record, bytes) = (self.record, round.bytes);
        let address = *round.address.get_or_insert_with(|| {
            let offset = emitter.round.as_ref().expect("it is").offset;
            let before = emitter.builder.ins().imul_imm_s(offset, bytes as i64 / 16);
            emitter.builder.ins().iadd(record, before)
        });
        if vector == 0 {
            self.end_block(emitter);
            self.target = Some((address, begin));
        }
        self.compare(emitter, types::I32X4, value, (address, begin + HEAD + 16 * vector));
    }

    /// Stores a value, and whether it is another one than before.
    fn compare(
        &mut self,
        emitter: &mut Emitter,
        value_type: Type,
        value: Value,
        (address, offset): (Value, usize),
    ) {
        let old = emitter.load(value_type, address, offset);
        let differs = emitter.builder.ins().icmp(IntCC::NotEqual, old, value);
        let (differs, bits) = match value_type {
            types::I64 => (differs, 1),
            _ => (emitter.builder.ins().vhigh_bits(types::I32, differs), 4),
        };
        let differs = emitter.builder.ins().uextend(types::I64, differs);
        let differs = emitter.words(false).shift_left(differs, self.count);
        self.changes = Some(match self.changes {
            None => differs,
            Some(before) => emitter.builder.ins().bor(before, differs),
        });
        emitter.store(value, address, offset);
        self.count += bits;
    }

    /// The next changes of the plan are about this part of a node, which is at byte `offset`.
    fn place(&mut self, id: NodeId, part: Part, offset: usize) {
        let is_limb = matches!(part, Part::Word(_));
        for lane in 0..if is_limb { 1 } else { 4 } {
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

    /// Begins a block unless there is one with room for so many changes.
    fn make_room(&mut self, emitter: &mut Emitter, changes: usize) {
        if self.target.is_none() || self.plan.begins_block(changes) {
            self.end_block(emitter);
            self.plan.begin_block();
            let block = self.plan.blocks.last().expect("it begins");
            self.target = Some((self.record, 8 * block.limbs.start));
        }
    }

    fn end_block(&mut self, emitter: &mut Emitter) {
        if let (Some(changes), Some((address, offset))) = (self.changes.take(), self.target.take())
        {
            emitter.store(changes, address, offset);
        }
        self.count = 0;
    }

    /// Whether a node's value is recorded.
    fn records(&self, emitter: &Emitter, id: NodeId) -> bool {
        let is_constant = matches!(emitter.node(id).kind, ValueKind::Constant(_));
        !is_constant && self.watched_nodes.0.contains_key(&id)
    }
}

impl Listener for Recorder {
    fn begin_rounds(&mut self, emitter: &mut Emitter, nodes: &[NodeId]) {
        let mut blocks: Vec<Vec<(NodeId, usize)>> = vec![];
        for &id in nodes.iter().filter(|&&id| self.records(emitter, id)) {
            let parts: Vec<_> =
                (0..emitter.node(id).width.div_ceil(32)).map(|part| (id, part)).collect();
            for parts in parts.chunks(VECTORS) {
                match blocks.last_mut().filter(|block| block.len() + parts.len() <= VECTORS) {
                    Some(block) => block.extend(parts),
                    None => blocks.push(parts.to_vec()),
                }
            }
        }
        if blocks.is_empty() {
            return;
        }
        self.end_block(emitter);
        let groups = groups(emitter.node(nodes[0]).count);
        let bytes = blocks.iter().map(|block| HEAD + 16 * block.len()).sum();
        let byte = self.plan.align();
        self.round = Some(Blocks { groups, blocks, next: (0, 0), byte, bytes, address: None });
    }

    fn end_round(&mut self, emitter: &mut Emitter) {
        let Some(Blocks { groups, blocks, .. }) = self.round.take() else { return };
        self.end_block(emitter);
        for group in 0..groups {
            for block in &blocks {
                self.plan.begin_block();
                for &(id, part) in block {
                    let offset = self.plan.room(16);
                    self.place(id, Part::Copies(group, part), offset);
                }
            }
        }
    }

    fn end(&mut self, emitter: &mut Emitter) {
        self.end_block(emitter);
    }

    fn computed(&mut self, emitter: &mut Emitter, id: NodeId, group: Option<usize>) {
        if !self.records(emitter, id) {
            return;
        }
        let node = emitter.node(id);
        if node.count == 1 {
            let parts = emitter.parts(id);
            let bits = if matches!(parts[0], Part::Row(_)) { 4 } else { 1 } * parts.len();
            self.make_room(emitter, bits);
            for part in parts {
                let value = emitter.part(id, part);
                self.value(emitter, id, part, value);
            }
            return;
        }
        let groups = match group {
            None => (0..groups(node.count)).collect(),
            Some(group) => vec![group],
        };
        for group in groups {
            let parts = node.width.div_ceil(32);
            if group != PRESENT {
                self.make_room(emitter, 4 * parts);
            }
            for part in 0..parts {
                let mut value = emitter.copy_part(id, group, part);
                if node.width == 1 {
                    let one = emitter.vector([1; 4]);
                    value = emitter.builder.ins().band(value, one);
                }
                if group == PRESENT {
                    self.vector_of_round(emitter, value);
                } else {
                    self.value(emitter, id, Part::Copies(group, part), value);
                }
            }
        }
    }
}
