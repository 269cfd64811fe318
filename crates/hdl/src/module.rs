//! The finished netlist: plain data that the Verilog writer, the simulators and the cost count
//! read.

use std::any::TypeId;
use std::collections::{BTreeMap, HashMap};
use std::panic::Location;
use std::sync::Arc;

use super::bits::Bits;
pub use super::kind::{
    BinaryOperation, Factors, NodeId, NodeKind, Operation, Reduction, ShiftOperation,
};
pub use super::memory::{Memory, MemoryPort, ReadDuringWrite, WritePart};

/// Which way a port goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// Into the module.
    Input,
    /// Out of it.
    Output,
}

/// A port of a module. Clock, reset and enable are not listed: see
/// [`Clocking::ports`](crate::Clocking::ports).
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

/// One node of the netlist.
#[derive(Clone, Debug)]
pub struct Node {
    /// Operation or source of the value.
    pub kind: NodeKind,
    /// Bits, at least 1.
    pub width: usize,
    /// The author's name, unique in the module; of a constant the name of the code that it is.
    pub name: Option<String>,
    /// Where in the source it was made.
    pub place: &'static Location<'static>,
}

impl Eq for Node {}

impl PartialEq for Node {
    /// Two nodes are the same when they compute the same, wherever they were written.
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && self.width == other.width && self.name == other.name
    }
}

/// A register: on each clock edge takes `reset` if reset is asserted, else `next` if `enable` is
/// set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegisterState {
    /// The node that is its output; carries the name.
    pub output: NodeId,
    /// Always `Some` in a finished module.
    pub next: Option<NodeId>,
    /// One bit; `None`: always enabled.
    pub enable: Option<NodeId>,
    /// `None`: reset leaves it alone and it powers up undefined.
    pub reset: Option<Bits>,
    /// It passes a part of a record on: where nothing reads it, it falls away when the module is
    /// finished.
    pub may_go: bool,
}

impl RegisterState {
    /// The nodes that it takes its value from.
    pub fn inputs(&self) -> impl Iterator<Item = NodeId> + use<> {
        self.next.into_iter().chain(self.enable)
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
#[derive(Clone, PartialEq, Eq, Debug)]
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
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Module {
    /// Verilog name.
    pub name: String,
    /// Purpose of the module, in a sentence or two.
    pub purpose: String,
    /// Whether synthesis maps it on its own, not merged with what is around it.
    pub keeps_boundary: bool,
    /// In the order of the Verilog's port list.
    pub ports: Vec<Port>,
    /// Operands before their users, but for wires.
    pub nodes: Vec<Node>,
    /// Registers, which change on clock edges.
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
    /// Comments above nets, memories and instances in the written text, by their names.
    pub comments: BTreeMap<String, String>,
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
        self.name == other.name && self.is_alike(other, is_same)
    }

    /// As [`Self::equals`], whatever the two are called.
    pub(super) fn is_alike(
        &self,
        other: &Self,
        is_same: &dyn Fn(&Arc<Self>, &Arc<Self>) -> bool,
    ) -> bool {
        let Self {
            name: _,
            purpose,
            keeps_boundary,
            ports,
            nodes,
            registers,
            memories,
            instances,
            live,
            combinational_inputs,
            comments,
            probes: _,
        } = self;
        let same_instance = |(own, other): (&Instance, &Instance)| {
            let Instance { name, count, module, inputs, outputs } = own;
            (name, count, inputs, outputs)
                == (&other.name, &other.count, &other.inputs, &other.outputs)
                && is_same(module, &other.module)
        };
        nodes.len() == other.nodes.len()
            && (purpose, keeps_boundary, ports)
                == (&other.purpose, &other.keeps_boundary, &other.ports)
            && instances.len() == other.instances.len()
            && instances.iter().zip(&other.instances).all(same_instance)
            && (nodes, registers, memories) == (&other.nodes, &other.registers, &other.memories)
            && (live, combinational_inputs, comments)
                == (&other.live, &other.combinational_inputs, &other.comments)
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

/// The design under `top` with `name` of its name as the name of each module.
pub fn renamed(top: &Arc<Module>, name: &dyn Fn(&str) -> String) -> Arc<Module> {
    type Done = HashMap<*const Module, Arc<Module>>;
    fn visit(module: &Arc<Module>, name: &dyn Fn(&str) -> String, done: &mut Done) -> Arc<Module> {
        if let Some(renamed) = done.get(&Arc::as_ptr(module)) {
            return renamed.clone();
        }
        let mut renamed = Module { name: name(&module.name), ..Module::clone(module) };
        for instance in &mut renamed.instances {
            instance.module = visit(&instance.module, name, done);
        }
        let renamed = Arc::new(renamed);
        done.insert(Arc::as_ptr(module), renamed.clone());
        renamed
    }
    visit(top, name, &mut Done::new())
}
