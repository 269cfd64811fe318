//! The finished netlist: plain data that the Verilog writer, the simulators and the cost count
//! read.

use std::any::TypeId;
use std::panic::Location;
use std::sync::Arc;

use super::bits::Bits;

/// Index of a node in [`Module::nodes`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub usize);

impl NodeId {
    /// Of a signal of no bits: no node computes it.
    pub(super) const NOTHING: Self = Self(usize::MAX);
}

/// Which way a port goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// Into the module.
    Input,
    /// Out of it.
    Output,
}

/// A port of a module. Clock and reset are not listed: see
/// [`Module::has_clock`], [`Module::has_reset`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Port {
    /// Verilog name.
    pub name: String,
    /// Which way it goes.
    pub direction: Direction,
    /// Bits.
    pub width: usize,
    /// One sentence for the port table.
    pub purpose: String,
    /// The input's own node, or the node that drives the output.
    pub node: NodeId,
}

/// What one bit is made of all bits of a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reduction {
    /// Whether all are set.
    And,
    /// Whether any is set.
    Or,
    /// Whether an odd number is set.
    Xor,
}

/// Operations on two operands of equal width. Arithmetic wraps; comparisons give one bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOperation {
    /// Both, bit by bit.
    And,
    /// Either, bit by bit.
    Or,
    /// Exactly one, bit by bit.
    Xor,
    /// Sum without its carry.
    Add,
    /// Difference without its borrow.
    Subtract,
    /// One bit: whether they are the same.
    Equal,
    /// One bit: whether they are not.
    NotEqual,
    /// One bit: whether the first is less, without signs.
    LessUnsigned,
    /// One bit: whether the first is less, both in two's complement.
    LessSigned,
}

/// Shifts by a variable amount; an amount of the width or more leaves zeros (or copies of the
/// sign).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ShiftOperation {
    /// Towards the highest bit, zeros behind.
    Left,
    /// Towards bit 0, zeros behind.
    RightUnsigned,
    /// Towards bit 0, copies of the highest bit behind.
    RightSigned,
}

/// What a node computes from its operands, in the order of [`NodeKind::operands`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "as in NodeKind")]
pub enum Operation {
    Not,
    Reduce(Reduction),
    Binary(BinaryOperation),
    Multiply,
    Shift(ShiftOperation),
    Mux,
    Select,
    Slice { low: usize },
    Concat,
    Repeat,
}

/// What a node computes. Operands come earlier in [`Module::nodes`], except through `Wire`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum NodeKind {
    /// An input port.
    Input,
    /// Always this value.
    Constant(Bits),
    /// Another name for a node, perhaps driven after it was used; `None` only while a module is
    /// being built.
    Wire(Option<NodeId>),
    /// Every bit inverted.
    Not(NodeId),
    /// One bit made of all bits.
    Reduce(Reduction, NodeId),
    /// Two words of one width.
    Binary(BinaryOperation, NodeId, NodeId),
    /// Full unsigned product: the sum of the operands' widths.
    Multiply(NodeId, NodeId),
    /// `value` shifted by as many places as `amount` says, without signs.
    Shift {
        /// Which way, and what moves in.
        operation: ShiftOperation,
        /// What is shifted, of this node's width.
        value: NodeId,
        /// Of any width.
        amount: NodeId,
    },
    /// `select` (one bit) ? `then` : `otherwise`
    Mux {
        /// One bit.
        select: NodeId,
        /// The value where `select` is 1.
        then: NodeId,
        /// The value where it is 0.
        otherwise: NodeId,
    },
    /// Element `index` of `elements`, which holds 2^(index width) elements of this node's width,
    /// element 0 lowest.
    Select {
        /// Number of the element.
        index: NodeId,
        /// All elements side by side.
        elements: NodeId,
    },
    /// This node's width of bits from bit `low` of `value`.
    Slice {
        /// What is cut.
        value: NodeId,
        /// Number of the lowest bit.
        low: usize,
    },
    /// The parts side by side, lowest first.
    Concat(Vec<NodeId>),
    /// `value` over and over, as often as fits this node's width.
    Repeat(NodeId),
    /// Output of register `Module::registers[i]`.
    Register(usize),
    /// Read data of port `port` of memory `memory`.
    MemoryRead {
        /// Index into `Module::memories`.
        memory: usize,
        /// Index into the memory's ports.
        port: usize,
    },
    /// Output port `port` (index into the child's ports) of `Module::instances[instance]`, copy 0
    /// lowest.
    InstanceOutput {
        /// Index into `Module::instances`.
        instance: usize,
        /// Index into the child's ports.
        port: usize,
    },
    /// Number of this copy among its siblings.
    InstanceIndex,
}

/// One node of the netlist.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it computes.
    pub kind: NodeKind,
    /// Bits, at least 1.
    pub width: usize,
    /// The author's name, unique in the module; of a constant the name of the code that it is.
    pub name: Option<String>,
    /// Where in the source it was made.
    pub place: &'static Location<'static>,
}

impl PartialEq for Node {
    /// Two nodes are the same when they compute the same, wherever they were written.
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && self.width == other.width && self.name == other.name
    }
}

/// A register: on each clock edge takes `reset` if reset is asserted, else `next` if `enable` is
/// set.
#[derive(Clone, PartialEq, Debug)]
pub struct RegisterState {
    /// The node that is its output; carries the name.
    pub output: NodeId,
    /// Always `Some` in a finished module.
    pub next: Option<NodeId>,
    /// One bit; `None`: always enabled.
    pub enable: Option<NodeId>,
    /// `None`: reset leaves it alone and it powers up undefined.
    pub reset: Option<Bits>,
    /// It passes a part of a record on: where nobody reads it, it falls away when the module is
    /// finished.
    pub may_go: bool,
}

impl RegisterState {
    /// The nodes that it takes its value from.
    pub fn inputs(&self) -> impl Iterator<Item = NodeId> + use<> {
        self.next.into_iter().chain(self.enable)
    }
}

/// What a read that coincides with a write of the same address by another port returns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReadDuringWrite {
    /// What was there before the write.
    OldData,
    /// Nothing may depend on it; the schedule keeps the two apart.
    Undefined,
}

/// A memory of `depth` rows of `columns` x `column_width` bits with synchronous ports; it powers up
/// undefined.
#[derive(Clone, PartialEq, Debug)]
pub struct Memory {
    /// Verilog name.
    pub name: String,
    /// Rows.
    pub depth: usize,
    /// Columns of a row, each with a write enable of its own.
    pub columns: usize,
    /// Bits of a column.
    pub column_width: usize,
    /// What a read gives that meets a write of its row.
    pub read_during_write: ReadDuringWrite,
    /// All of them work on each clock edge.
    pub ports: Vec<MemoryPort>,
}

impl Memory {
    /// Bits of a row.
    pub fn width(&self) -> usize {
        self.columns * self.column_width
    }
}

/// One port of a memory, made of nodes, signals or places: on an edge with `enable` it writes if it
/// has a write part that is selected, else it reads. Read data changes only on an edge on which the
/// port reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryPort<T = NodeId> {
    /// Number of the row.
    pub address: T,
    /// One bit: whether the port does anything; `None`: always.
    pub enable: Option<T>,
    /// What it writes; `None`: it only reads.
    pub write: Option<WritePart<T>>,
    /// The read data; `None`: it only writes.
    pub output: Option<T>,
}

/// What a memory port writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WritePart<T = NodeId> {
    /// One bit that tells a write from a read; `None`: the port only writes.
    pub select: Option<T>,
    /// A bit for each column: whether it is written.
    pub column_enable: T,
    /// A row of data.
    pub data: T,
}

impl<T: Copy> MemoryPort<T> {
    /// The same port of other things.
    pub fn map<U>(&self, mut new: impl FnMut(T) -> U) -> MemoryPort<U> {
        MemoryPort {
            address: new(self.address),
            enable: self.enable.map(&mut new),
            write: self.write.map(|write| WritePart {
                select: write.select.map(&mut new),
                column_enable: new(write.column_enable),
                data: new(write.data),
            }),
            output: self.output.map(new),
        }
    }

    /// What the port takes in, each with its name.
    pub fn inputs(&self) -> impl Iterator<Item = (&'static str, T)> + use<T> {
        let write = self.write.into_iter().flat_map(|WritePart { select, column_enable, data }| {
            let row = [("column_enable", column_enable), ("data", data)];
            select.map(|select| ("write", select)).into_iter().chain(row)
        });
        let enable = self.enable.map(|enable| ("enable", enable));
        [("address", self.address)].into_iter().chain(enable).chain(write)
    }
}

/// How an input of replicated children is fed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Connection {
    /// Every copy gets the whole node, which has the child port's width.
    Broadcast(NodeId),
    /// Copy k gets element k of a node of `count` x the child port's width.
    Spread(NodeId),
}

impl Connection {
    /// The same connection to another node.
    pub fn map(self, new: impl FnOnce(NodeId) -> NodeId) -> Self {
        match self {
            Self::Broadcast(node) => Self::Broadcast(new(node)),
            Self::Spread(node) => Self::Spread(new(node)),
        }
    }

    /// The node that feeds the copies.
    pub fn node(self) -> NodeId {
        match self {
            Self::Broadcast(node) | Self::Spread(node) => node,
        }
    }
}

/// `count` copies of a child module.
#[derive(Clone, PartialEq, Debug)]
pub struct Instance {
    /// Verilog name.
    pub name: String,
    /// Copies, at least 1.
    pub count: usize,
    /// The child.
    pub module: Arc<Module>,
    /// One for each input port of the child, by the port's index; `None` for outputs.
    pub inputs: Vec<Option<Connection>>,
    /// The node of each output port of the child, by the port's index; `None` for inputs.
    pub outputs: Vec<Option<NodeId>>,
}

/// A finished, checked module.
#[derive(Clone, PartialEq, Debug)]
pub struct Module {
    /// Verilog name.
    pub name: String,
    /// What it is for, in a sentence or two.
    pub purpose: String,
    /// Whether synthesis maps it on its own, not merged with what is around it.
    pub keeps_boundary: bool,
    /// In the order of the Verilog's port list.
    pub ports: Vec<Port>,
    /// Operands before their users, but for wires.
    pub nodes: Vec<Node>,
    /// What changes on clock edges.
    pub registers: Vec<RegisterState>,
    /// Memories, each with its ports.
    pub memories: Vec<Memory>,
    /// Children.
    pub instances: Vec<Instance>,
    /// For each node, whether an output, a register, a memory or an instance depends on it.
    pub live: Vec<bool>,
    /// For each port: an output lists the inputs (by port index) that it depends on without a clock
    /// edge between.
    pub combinational_inputs: Vec<Vec<usize>>,
    /// Records of signals for whoever watches the module run; they are no hardware.
    pub probes: Vec<Probe>,
}

/// A record of signals that [`ModuleBuilder::probe`](super::ModuleBuilder::probe) exports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Probe {
    /// The type of the record.
    pub record: TypeId,
    /// Each field that has bits: its name, and the node that it is.
    pub fields: Vec<(String, NodeId)>,
}

impl Module {
    /// The node with that number.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    /// Whether `other` is the same module, where `is_same` says it of the modules of their instances.
    pub fn equals(&self, other: &Self, is_same: &dyn Fn(&Arc<Self>, &Arc<Self>) -> bool) -> bool {
        let Self {
            name,
            purpose,
            keeps_boundary,
            ports,
            nodes,
            registers,
            memories,
            instances,
            live,
            combinational_inputs,
            probes: _,
        } = self;
        let same_instance = |(own, other): (&Instance, &Instance)| {
            let Instance { name, count, module, inputs, outputs } = own;
            (name, count, inputs, outputs)
                == (&other.name, &other.count, &other.inputs, &other.outputs)
                && is_same(module, &other.module)
        };
        nodes.len() == other.nodes.len()
            && (name, purpose, keeps_boundary, ports)
                == (&other.name, &other.purpose, &other.keeps_boundary, &other.ports)
            && instances.len() == other.instances.len()
            && instances.iter().zip(&other.instances).all(same_instance)
            && (nodes, registers, memories) == (&other.nodes, &other.registers, &other.memories)
            && (live, combinational_inputs) == (&other.live, &other.combinational_inputs)
    }

    /// The port of that name and its index.
    pub fn port(&self, name: &str) -> Option<(usize, &Port)> {
        self.ports.iter().enumerate().find(|(_, port)| port.name == name)
    }

    /// The input ports.
    pub fn inputs(&self) -> impl DoubleEndedIterator<Item = &Port> {
        self.ports.iter().filter(|port| port.direction == Direction::Input)
    }

    /// The output ports.
    pub fn outputs(&self) -> impl DoubleEndedIterator<Item = &Port> {
        self.ports.iter().filter(|port| port.direction == Direction::Output)
    }

    /// The index of the port whose node an input is.
    pub fn input_port(&self, id: NodeId) -> usize {
        let is_it = |port: &Port| port.node == id && port.direction == Direction::Input;
        self.ports.iter().position(is_it).expect("an input has a port")
    }

    /// The nodes that outputs, registers, memories and instances read directly.
    pub fn roots(&self) -> Vec<NodeId> {
        let mut roots = self.roots_outside_registers();
        roots.extend(self.registers.iter().flat_map(RegisterState::inputs));
        roots
    }

    /// The nodes that outputs, memories and instances read directly.
    pub(super) fn roots_outside_registers(&self) -> Vec<NodeId> {
        let mut roots: Vec<NodeId> = self.outputs().map(|port| port.node).collect();
        let ports = self.memories.iter().flat_map(|memory| &memory.ports);
        roots.extend(ports.flat_map(MemoryPort::inputs).map(|(_, node)| node));
        let connections = self.instances.iter().flat_map(|instance| &instance.inputs);
        roots.extend(connections.flatten().map(|connection| connection.node()));
        roots
    }

    /// For each node, whether a root depends on it in the same cycle.
    pub fn reached_nodes(&self) -> Vec<bool> {
        let mut reached = vec![false; self.nodes.len()];
        let mut waiting = self.roots();
        while let Some(id) = waiting.pop() {
            if !std::mem::replace(&mut reached[id.0], true) {
                waiting.extend(self.node(id).kind.operands());
            }
        }
        reached
    }

    /// How many places read each node.
    pub(crate) fn uses(&self) -> Vec<usize> {
        let mut uses = vec![0; self.nodes.len()];
        let live = self.nodes.iter().zip(&self.live).filter(|(_, live)| **live);
        let read = live.flat_map(|(node, _)| node.kind.operands()).chain(self.roots());
        read.for_each(|id| uses[id.0] += 1);
        uses
    }

    /// For each node the bits that something live reads: of what is sliced the ranges, of all else
    /// the whole.
    pub fn read_bits(&self) -> Vec<Bits> {
        let mut read: Vec<Bits> =
            self.nodes.iter().map(|node| Bits::repeat(false, node.width)).collect();
        self.roots().into_iter().for_each(|id| read[id.0].fill(true));
        for (node, _) in self.nodes.iter().zip(&self.live).filter(|(_, live)| **live) {
            match node.kind {
                NodeKind::Slice { value, low } => read[value.0][low..low + node.width].fill(true),
                ref kind => kind.operands().iter().for_each(|operand| read[operand.0].fill(true)),
            }
        }
        read
    }

    /// Whether there is state here or below, and so a port `clock`.
    pub fn has_clock(&self) -> bool {
        !self.registers.is_empty()
            || !self.memories.is_empty()
            || self.instances.iter().any(|i| i.module.has_clock())
    }

    /// Whether there is state with a reset value here or below, and so a port `reset`.
    pub fn has_reset(&self) -> bool {
        self.registers.iter().any(|r| r.reset.is_some())
            || self.instances.iter().any(|i| i.module.has_reset())
    }

    /// Whether the module asks for its number among its siblings.
    pub fn uses_index(&self) -> bool {
        self.nodes
            .iter()
            .zip(&self.live)
            .any(|(node, &live)| live && node.kind == NodeKind::InstanceIndex)
    }
}

impl NodeKind {
    /// Whether the value comes from somewhere else: a port, state, an instance.
    pub fn is_source(&self) -> bool {
        matches!(
            self,
            Self::Input | Self::Register(_) | Self::MemoryRead { .. } | Self::InstanceOutput { .. }
        )
    }

    /// What it computes from its operands; `None` for names, constants and what comes from
    /// somewhere else.
    pub fn operation(&self) -> Option<Operation> {
        Some(match *self {
            Self::Not(_) => Operation::Not,
            Self::Reduce(reduction, _) => Operation::Reduce(reduction),
            Self::Binary(operation, ..) => Operation::Binary(operation),
            Self::Multiply(..) => Operation::Multiply,
            Self::Shift { operation, .. } => Operation::Shift(operation),
            Self::Mux { .. } => Operation::Mux,
            Self::Select { .. } => Operation::Select,
            Self::Slice { low, .. } => Operation::Slice { low },
            Self::Concat(_) => Operation::Concat,
            Self::Repeat(_) => Operation::Repeat,
            _ => return None,
        })
    }

    /// The operation on these operands.
    pub(crate) fn of(operation: Operation, operands: Vec<NodeId>) -> Self {
        match (operation, &operands[..]) {
            (Operation::Concat, _) => Self::Concat(operands),
            (Operation::Not, &[a]) => Self::Not(a),
            (Operation::Reduce(reduction), &[a]) => Self::Reduce(reduction, a),
            (Operation::Slice { low }, &[value]) => Self::Slice { value, low },
            (Operation::Repeat, &[a]) => Self::Repeat(a),
            (Operation::Binary(operation), &[a, b]) => Self::Binary(operation, a, b),
            (Operation::Multiply, &[a, b]) => Self::Multiply(a, b),
            (Operation::Shift(operation), &[value, amount]) => {
                Self::Shift { operation, value, amount }
            }
            (Operation::Select, &[index, elements]) => Self::Select { index, elements },
            (Operation::Mux, &[select, then, otherwise]) => Self::Mux { select, then, otherwise },
            _ => unreachable!("{operation:?} of {} operands", operands.len()),
        }
    }

    /// The same operation on other nodes.
    pub fn with_operands(&self, mut new: impl FnMut(NodeId) -> NodeId) -> Self {
        let mut kind = self.clone();
        match &mut kind {
            Self::Input | Self::Constant(_) | Self::Wire(None) | Self::Register(_) => {}
            Self::MemoryRead { .. } | Self::InstanceOutput { .. } | Self::InstanceIndex => {}
            Self::Wire(Some(a))
            | Self::Not(a)
            | Self::Reduce(_, a)
            | Self::Repeat(a)
            | Self::Slice { value: a, .. } => *a = new(*a),
            Self::Binary(_, a, b) | Self::Multiply(a, b) => [*a, *b] = [new(*a), new(*b)],
            Self::Shift { value, amount, .. } => [*value, *amount] = [new(*value), new(*amount)],
            Self::Mux { select, then, otherwise } => {
                [*select, *then, *otherwise] = [new(*select), new(*then), new(*otherwise)];
            }
            Self::Select { index, elements } => [*index, *elements] = [new(*index), new(*elements)],
            Self::Concat(parts) => parts.iter_mut().for_each(|part| *part = new(*part)),
        }
        kind
    }

    /// The nodes that this one computes from in the same cycle, inside the same module.
    pub fn operands(&self) -> Vec<NodeId> {
        match self {
            Self::Input | Self::Constant(_) | Self::Wire(None) | Self::Register(_) => vec![],
            Self::MemoryRead { .. } | Self::InstanceOutput { .. } | Self::InstanceIndex => vec![],
            Self::Wire(Some(a))
            | Self::Not(a)
            | Self::Reduce(_, a)
            | Self::Repeat(a)
            | Self::Slice { value: a, .. } => vec![*a],
            Self::Binary(_, a, b) | Self::Multiply(a, b) => vec![*a, *b],
            Self::Shift { value, amount, .. } => vec![*value, *amount],
            Self::Mux { select, then, otherwise } => vec![*select, *then, *otherwise],
            Self::Select { index, elements } => vec![*index, *elements],
            Self::Concat(parts) => parts.clone(),
        }
    }
}

/// Every module of the design under `top`, each once, children before parents.
///
/// # Panics
/// When two different modules have the same name.
pub fn modules(top: &Arc<Module>) -> Vec<Arc<Module>> {
    fn visit(module: &Arc<Module>, found: &mut Vec<Arc<Module>>) {
        if let Some(same_name) = found.iter().find(|other| other.name == module.name) {
            let same = Arc::ptr_eq(same_name, module) || same_name == module;
            assert!(
                same,
                "two different modules are named `{}`; put what tells them apart into the name",
                module.name
            );
            return;
        }
        module.instances.iter().for_each(|instance| visit(&instance.module, found));
        found.push(module.clone());
    }
    let mut found = vec![];
    visit(top, &mut found);
    found
}
