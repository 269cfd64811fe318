//! Code that finds out which of some nets changed.
//!
//! It is a function of its own, compiled when somebody first watches, so that a machine that nobody
//! watches pays nothing. It computes every watched node from the present state, compares each with
//! the value stored before, and stores it:
//!
//! ```text
//! record | changes of block 0 | values of block 0 | changes of block 1 | values of block 1 | ...
//! ```
//!
//! A block is 64 bits of changes and the values that they are about, in the order in which the code
//! computes them: a bit for a 64-bit limb of one value, or for the 32-bit part of one copy. What
//! changed is found by looking at the bits alone.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};

use super::compiler::{Allocator, Compiler, Executable, assemble};
use super::copies::{Rounds, Tables, groups};
use super::emit::{Emitter, Listener, Part};
use super::graph::{Graph, Kind, NodeId};
use super::layout::{FEWEST_COPIES, Layout};
use super::lower::Lowering;
use crate::engine::flat::{Flat, SignalId};
use crate::engine::watch::{Watch, set_bits};

/// Bits of the changes of a block.
const BLOCK: usize = 64;

/// A net that is watched: which copy of its node.
#[derive(Clone, Copy)]
struct Wanted {
    net: usize,
    copy: usize,
}

/// The nodes that are watched.
pub(super) struct Wishes(HashMap<NodeId, Vec<Wanted>>);

impl Wishes {
    /// The nodes of these nets.
    pub fn new(lowering: &mut Lowering, nets: &[SignalId]) -> Self {
        let mut watched = HashMap::<usize, usize>::new();
        nets.iter().for_each(|net| *watched.entry(net.signal).or_default() += 1);
        let mut wishes = HashMap::<NodeId, Vec<Wanted>>::new();
        for (net, &SignalId { signal, copy }) in nets.iter().enumerate() {
            let place = lowering.flat.signals[signal].place;
            let copies = lowering.flat.scopes[lowering.flat.signals[signal].scope].copies;
            let is_all = watched[&signal] == copies && copies >= FEWEST_COPIES && place.divide == 1;
            let (node, copy) = if is_all {
                (lowering.all_copies(&place, copies), copy)
            } else {
                (lowering.copy(&place, copy), 0)
            };
            wishes.entry(node).or_default().push(Wanted { net, copy });
        }
        Self(wishes)
    }

    /// The nodes, in their order.
    pub fn nodes(&self) -> Vec<NodeId> {
        let mut nodes: Vec<NodeId> = self.0.keys().copied().collect();
        nodes.sort_unstable();
        nodes
    }

    /// Nets that never change, and their values.
    fn constants(&self, graph: &Graph) -> Vec<(usize, Vec<u64>)> {
        let constant = |(node, wanted): (&NodeId, &Vec<Wanted>)| {
            graph.limbs(*node).map(|limbs| {
                wanted.iter().map(|wanted| (wanted.net, limbs.to_vec())).collect::<Vec<_>>()
            })
        };
        self.0.iter().filter_map(constant).flatten().collect()
    }
}

/// What the record holds.
#[derive(Default)]
struct Plan {
    bytes: usize,
    blocks: Vec<Block>,
    units: Vec<Unit>,
    targets: Vec<Target>,
}

/// 64 changes.
struct Block {
    /// Byte of the bits.
    changes: usize,
    /// Of the first bit; the others follow.
    unit: usize,
}

/// What a bit is about.
struct Unit {
    /// Byte of the value.
    byte: usize,
    /// 64 bits rather than 32.
    is_limb: bool,
    /// In [`Plan::targets`].
    targets: Range<usize>,
}

/// The 32-bit part of a net that a unit is, or begins at.
struct Target {
    net: usize,
    part: usize,
}

/// Emits what the record needs behind each watched node.
pub(super) struct Recorder {
    wishes: Wishes,
    /// The address of the record.
    record: Value,
    plan: Plan,
    /// The changes of the block that is being written, and how many there are.
    changes: Option<Value>,
    count: usize,
}

impl Recorder {
    pub fn new(wishes: Wishes, record: Value) -> Self {
        Self { wishes, record, plan: Plan::default(), changes: None, count: 0 }
    }

    /// One part of a node: a limb, or a vector.
    fn value(&mut self, emitter: &mut Emitter, id: NodeId, part: Part, value: Value) {
        let is_limb = matches!(part, Part::Word(_));
        let (bits, bytes, value_type) =
            if is_limb { (1, 8, types::I64) } else { (4, 16, types::I32X4) };
        self.begin_block(emitter, bits);
        let offset = self.plan.bytes.next_multiple_of(bytes);
        self.plan.bytes = offset + bytes;
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
        (0..bits).for_each(|lane| self.unit(id, part, lane, offset + 4 * lane));
    }

    /// Writes down what the next bit is about.
    fn unit(&mut self, id: NodeId, part: Part, lane: usize, byte: usize) {
        let first = self.plan.targets.len();
        for &Wanted { net, copy } in &self.wishes.0[&id] {
            let part = match part {
                Part::Word(limb) => Some(2 * limb),
                Part::Row(row) => Some(4 * row + lane),
                Part::Copies(group, part) => (copy == 4 * group + lane).then_some(part),
                Part::Address | Part::Array => None,
            };
            self.plan.targets.extend(part.map(|part| Target { net, part }));
        }
        let targets = first..self.plan.targets.len();
        self.plan.units.push(Unit { byte, is_limb: matches!(part, Part::Word(_)), targets });
    }

    /// Begins another block if this one has no room for so many bits.
    fn begin_block(&mut self, emitter: &mut Emitter, bits: usize) {
        if self.changes.is_some() && self.count + bits <= BLOCK {
            return;
        }
        self.end_block(emitter);
        self.plan.bytes = self.plan.bytes.next_multiple_of(8);
        self.plan.blocks.push(Block { changes: self.plan.bytes, unit: self.plan.units.len() });
        self.plan.bytes += 8;
    }

    fn end_block(&mut self, emitter: &mut Emitter) {
        if let (Some(changes), Some(block)) = (self.changes.take(), self.plan.blocks.last()) {
            emitter.store(changes, self.record, block.changes);
        }
        self.count = 0;
    }
}

impl Listener for Recorder {
    fn computed(&mut self, emitter: &mut Emitter, id: NodeId, group: Option<usize>) {
        let node = emitter.node(id);
        if !self.wishes.0.contains_key(&id) || matches!(node.kind, Kind::Constant(_)) {
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
            let is_wanted = self.wishes.0[&id].iter().any(|wanted| wanted.copy / 4 == group);
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

    fn finished(&mut self, emitter: &mut Emitter) {
        self.end_block(emitter);
    }
}

/// The code for one list of nets.
pub(super) struct TraceCode {
    nets: Arc<[SignalId]>,
    plan: Plan,
    constants: Vec<(usize, Vec<u64>)>,
    function: extern "C" fn(*mut u64, *mut u64),
    /// Keeps the function.
    _executable: Executable,
}

impl TraceCode {
    /// Compiles the code that watches `nets` of machines of the design `flat` with this layout of
    /// their memory.
    pub fn new(flat: &Flat, layout: &Layout, nets: &Arc<[SignalId]>) -> Arc<Self> {
        let mut lowering = Lowering::new(flat);
        let wishes = Wishes::new(&mut lowering, nets);
        let constants = wishes.constants(&lowering.graph);
        let nodes = wishes.nodes();
        let tables = Tables::default();
        let mut compiler =
            Compiler::new(flat, &lowering.graph, (layout, &tables), (Rounds::Never, false));
        let (function, mut recorder) =
            compiler.compute_for(&nodes, |record| Recorder::new(wishes, record));
        recorder.plan.bytes = recorder.plan.bytes.next_multiple_of(16);
        let (executable, addresses) = assemble(vec![function], Allocator::Quick);
        // SAFETY: this is the function's signature.
        let function = unsafe {
            std::mem::transmute::<*const u8, extern "C" fn(*mut u64, *mut u64)>(addresses[0])
        };
        Arc::new(Self {
            nets: Arc::clone(nets),
            plan: recorder.plan,
            constants,
            function,
            _executable: executable,
        })
    }

    /// Whether it is for that list.
    pub fn is_for(&self, nets: &Arc<[SignalId]>) -> bool {
        self.nets == *nets
    }
}

/// What a compiled machine keeps of who watches it.
#[derive(Clone)]
pub(super) struct Tracer {
    code: Arc<TraceCode>,
    /// Who watches, known by the list of nets, and the number of the last observation here.
    nets: Arc<[SignalId]>,
    observation: u64,
    record: Vec<u128>,
}

impl Tracer {
    pub fn new(code: Arc<TraceCode>, watch: &Watch) -> Self {
        let record = vec![0; code.plan.bytes / 16];
        Self { code, nets: Arc::clone(&watch.nets), observation: 0, record }
    }

    /// Whether `watch` is who watched here before.
    pub fn is_of(&self, watch: &Watch) -> bool {
        Arc::ptr_eq(&self.nets, &watch.nets)
    }

    /// Brings `watch` to the present of the machine with this memory.
    ///
    /// # Panics
    /// When the memory is shorter than `bytes`, which the machine's layout takes.
    pub fn observe(&mut self, memory: &mut [u64], bytes: usize, watch: &mut Watch) {
        assert!(memory.len() * 8 >= bytes, "the memory of another machine");
        let observation = watch.begin_observation();
        // What changed since is not all when another machine was observed meanwhile.
        let looks_at_all = self.observation + 1 != observation || self.observation == 0;
        self.observation = observation;
        if looks_at_all {
            self.code.constants.iter().for_each(|(net, limbs)| watch.update(*net, limbs));
        }
        let record: &mut [u64] = bytemuck::cast_slice_mut(&mut self.record);
        (self.code.function)(memory.as_mut_ptr(), record.as_mut_ptr());
        let Plan { blocks, units, targets, .. } = &self.code.plan;
        for (number, block) in blocks.iter().enumerate() {
            let end = blocks.get(number + 1).map_or(units.len(), |next| next.unit);
            let all = u64::MAX >> (BLOCK - (end - block.unit));
            let changes = if looks_at_all { all } else { record[block.changes / 8] };
            for unit in set_bits(changes).map(|bit| &units[block.unit + bit]) {
                let limb = record[unit.byte / 8] >> (unit.byte % 8 * 8);
                for &Target { net, part } in &targets[unit.targets.clone()] {
                    if unit.is_limb {
                        watch.update_limb(net, part / 2, limb);
                    } else {
                        watch.update_part(net, part, limb as u32);
                    }
                }
            }
        }
    }
}
