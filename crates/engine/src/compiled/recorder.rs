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
    /// Where the changes of the block go that is being written, if one is, and what they are so far.
    target: Option<(Value, usize)>,
    changes: Collected,
    /// The loop that is being written.
    round: Option<Blocks>,
}

/// Bits side by side, and how many.
#[derive(Default)]
struct Collected {
    bits: Option<Value>,
    count: usize,
}

impl Collected {
    fn push(&mut self, emitter: &mut Emitter, bits: Value, count: usize) {
        let bits = emitter.builder.ins().uextend(types::I64, bits);
        let bits = emitter.words(false).shift_left(bits, self.count);
        self.bits = Some(match self.bits {
            None => bits,
            Some(before) => emitter.builder.ins().bor(before, bits),
        });
        self.count += count;
    }
}

/// Blocks of a loop: each round writes as many, of the same form, behind those of the round before.
/// Nodes of one bit have blocks of their own, in which a copy is a bit.
///
/// ```text
/// changes, 8 bytes unused | vectors | changes, 8 bytes unused | vectors | changes | bits | ...
/// ```
struct Blocks {
    groups: usize,
    /// Vectors of each block: a part of a node.
    vectors: Vec<Vec<(NodeId, usize)>>,
    /// The block, and the vector of it, that is written next, and the byte at which that block begins
    /// in the first round.
    next: (usize, usize),
    byte: usize,
    /// Nodes of one bit, and how many of them are to be written yet.
    bits: Vec<NodeId>,
    bits_left: usize,
    /// Bits of the block that is written next, and the byte at which it begins in the first round.
    collected: Collected,
    bits_byte: usize,
    /// Bytes of a round.
    bytes: usize,
    /// The address from which bytes of the present round count, once it is computed.
    address: Option<Value>,
}

impl Blocks {
    fn address(&mut self, emitter: &mut Emitter, record: Value) -> Value {
        let bytes = self.bytes as i64 / 16;
        *self.address.get_or_insert_with(|| {
            let offset = emitter.round.as_ref().expect("it is").offset;
            let before = emitter.builder.ins().imul_imm_s(offset, bytes);
            emitter.builder.ins().iadd(record, before)
        })
    }
}

/// Vectors, or nodes of one bit, that a block may have.
const VECTORS: usize = 16;
/// Bytes before the vectors in a block of a loop, and of a block of bits.
const HEAD: usize = 16;

impl Recorder {
    pub fn new(watched_nodes: WatchedNodes, plan: Plan, record: Value) -> Self {
        let (target, changes, round) = (None, Collected::default(), None);
        Self { watched_nodes, record, plan, target, changes, round }
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
        let address = round.address(emitter, self.record);
        let (block, vector) = round.next;
        let (begin, length) = (round.byte, round.vectors[block].len());
        round.next = (block, vector + 1);
        if vector + 1 == length {
            round.next = (block + 1, 0);
            round.byte += HEAD + 16 * length;
        }
        if vector == 0 {
            self.end_block(emitter);
            self.target = Some((address, begin));
        }
        self.compare(emitter, types::I32X4, value, (address, begin + HEAD + 16 * vector));
    }

    /// The next node of one bit in the present round.
    fn bits_of_round(&mut self, emitter: &mut Emitter, value: Value) {
        let round = self.round.as_mut().expect("a loop is being written");
        let address = round.address(emitter, self.record);
        let high = emitter.builder.ins().ishl_imm_u(value, 31);
        let bits = emitter.builder.ins().vhigh_bits(types::I32, high);
        round.collected.push(emitter, bits, 4);
        round.bits_left -= 1;
        if round.bits_left == 0 || round.collected.count == 4 * VECTORS {
            let bits = std::mem::take(&mut round.collected).bits.expect("there are some");
            let old = emitter.load(types::I64, address, round.bits_byte + 8);
            let changes = emitter.builder.ins().bxor(old, bits);
            emitter.store(changes, address, round.bits_byte);
            emitter.store(bits, address, round.bits_byte + 8);
            round.bits_byte += HEAD;
        }
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
        self.changes.push(emitter, differs, bits);
        emitter.store(value, address, offset);
    }

    /// The next changes of the plan are about this part of a node, which is at byte `offset`.
    fn place(&mut self, id: NodeId, part: Part, offset: usize) {
        let is_limb = matches!(part, Part::Word(_));
        for lane in 0..if is_limb { 1 } else { 4 } {
            let targets = self.targets(id, part, lane);
            self.plan.change(offset + 4 * lane, 1 + u32::from(is_limb), targets);
        }
    }

    /// Parts of nets that this part of a node is, or a lane of it.
    fn targets(&self, id: NodeId, part: Part, lane: usize) -> Vec<Target> {
        let target = |&NetCopy { net, copy }: &NetCopy| {
            let part = match part {
                Part::Word(limb) => Some(2 * limb),
                Part::Row(row) => Some(4 * row + lane),
                Part::Copies(group, part) => (copy == 4 * group + lane).then_some(part),
                Part::Address | Part::Array => None,
            };
            part.map(|part| Target { net: net as u32, part: part as u32 })
        };
        self.watched_nodes.0[&id].iter().filter_map(target).collect()
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
        let changes = std::mem::take(&mut self.changes).bits;
        if let (Some(changes), Some((address, offset))) = (changes, self.target.take()) {
            emitter.store(changes, address, offset);
        }
    }

    /// Whether a node's value is recorded.
    fn records(&self, emitter: &Emitter, id: NodeId) -> bool {
        let is_constant = matches!(emitter.node(id).kind, ValueKind::Constant(_));
        !is_constant && self.watched_nodes.0.contains_key(&id)
    }
}

impl Listener for Recorder {
    fn begin_rounds(&mut self, emitter: &mut Emitter, nodes: &[NodeId]) {
        let recorded = nodes.iter().copied().filter(|&id| self.records(emitter, id));
        let (bits, wide): (Vec<_>, Vec<_>) = recorded.partition(|&id| emitter.node(id).width == 1);
        let mut vectors: Vec<Vec<(NodeId, usize)>> = vec![];
        for id in wide {
            let parts: Vec<_> =
                (0..emitter.node(id).width.div_ceil(32)).map(|part| (id, part)).collect();
            for parts in parts.chunks(VECTORS) {
                match vectors.last_mut().filter(|block| block.len() + parts.len() <= VECTORS) {
                    Some(block) => block.extend(parts),
                    None => vectors.push(parts.to_vec()),
                }
            }
        }
        if vectors.is_empty() && bits.is_empty() {
            return;
        }
        self.end_block(emitter);
        let byte = self.plan.align();
        let bytes: usize = vectors.iter().map(|block| HEAD + 16 * block.len()).sum();
        let (bits_left, bits_byte) = (bits.len(), byte + bytes);
        self.round = Some(Blocks {
            groups: groups(emitter.node(nodes[0]).count),
            bytes: bytes + HEAD * bits.len().div_ceil(VECTORS),
            vectors,
            next: (0, 0),
            byte,
            bits,
            bits_left,
            bits_byte,
            collected: Collected::default(),
            address: None,
        });
    }

    fn end_round(&mut self, emitter: &mut Emitter) {
        let Some(Blocks { groups, vectors, bits, .. }) = self.round.take() else { return };
        self.end_block(emitter);
        for group in 0..groups {
            for block in &vectors {
                self.plan.begin_block();
                for &(id, part) in block {
                    let offset = self.plan.room(16);
                    self.place(id, Part::Copies(group, part), offset);
                }
            }
            for block in bits.chunks(VECTORS) {
                self.plan.begin_block();
                let byte = self.plan.room(8);
                for (number, &id) in block.iter().enumerate() {
                    for lane in 0..4 {
                        let targets = self.targets(id, Part::Copies(group, 0), lane);
                        self.plan.change_of_bit(byte, 4 * number + lane, targets);
                    }
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
                let value = emitter.copy_part(id, group, part);
                match (group, node.width) {
                    (PRESENT, 1) => self.bits_of_round(emitter, value),
                    (PRESENT, _) => self.vector_of_round(emitter, value),
                    (_, 1) => {
                        let one = emitter.vector([1; 4]);
                        let bit = emitter.builder.ins().band(value, one);
                        self.value(emitter, id, Part::Copies(group, part), bit);
                    }
                    _ => self.value(emitter, id, Part::Copies(group, part), value),
                }
            }
        }
    }
}
