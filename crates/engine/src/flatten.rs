//! From a module to its [`Flat`].
//!
//! 1. Every instance of the hierarchy becomes a scope.
//! 2. Inputs, registers and read data get their limbs: their values are there before anything is
//!    computed.
//! 3. Depth first, each live node follows its operands, through ports up to the parent and down to
//!    the children. Most
//!    nodes become one operation; wires, broadcasts and whole-limb spreads only say where their value already lies.

use std::collections::HashMap;
use std::sync::Arc;

use super::flat::{
    Constant, Flat, Memory, Operand, Operation, OperationKind, Probe, Register, Scope, Signal,
    SignalKind,
};
use lanebeat_hdl::{Bits, Connection, Direction, Module, Node, NodeId, NodeKind, bits_to_limbs};

/// A node of an instance: scope, node.
type Key = (usize, NodeId);

struct Flattener<'m> {
    flat: Flat,
    /// The module of each scope.
    modules: Vec<&'m Module>,
    /// For each scope, which instance of the parent's module it is.
    instances: Vec<usize>,
    /// For each scope and node, where its value lies once that is known.
    places: Vec<Vec<Option<Operand>>>,
    constants: HashMap<Bits, usize>,
}

impl Flat {
    /// Flattens the design under `top`.
    pub fn new(top: &Arc<Module>) -> Self {
        let mut flattener = Flattener {
            flat: Self::default(),
            modules: vec![],
            instances: vec![],
            places: vec![],
            constants: HashMap::new(),
        };
        flattener.scope(top, &top.name, 0, None, 1);
        flattener.inputs(top);
        flattener.state();
        for scope in 0..flattener.modules.len() {
            let module = flattener.modules[scope];
            // Nodes with a name are in waveforms even where nothing reads them any more.
            let is_seen = |node: &usize| module.live[*node] || is_net(&module.nodes[*node]);
            let probed = module.probes.iter().flat_map(|probe| &probe.fields);
            (0..module.nodes.len())
                .filter(is_seen)
                .chain(probed.map(|(_, node)| node.0))
                .for_each(|node| flattener.visit((scope, NodeId(node))));
        }
        flattener.registers();
        flattener.memories();
        flattener.signals();
        flattener.probes();
        flattener.flat
    }
}

impl<'m> Flattener<'m> {
    fn scope(
        &mut self,
        module: &'m Module,
        name: &str,
        instance: usize,
        parent: Option<usize>,
        count: usize,
    ) -> usize {
        let scope = self.modules.len();
        self.modules.push(module);
        self.instances.push(instance);
        self.places.push(vec![None; module.nodes.len()]);
        let copies = count * parent.map_or(1, |parent| self.flat.scopes[parent].copies);
        let (name, module_name) = (name.to_string(), module.name.clone());
        self.flat.scopes.push(Scope {
            name,
            module: module_name,
            parent,
            count,
            copies,
            children: vec![],
            signals: vec![],
        });
        for (number, child) in module.instances.iter().enumerate() {
            let child = self.scope(&child.module, &child.name, number, Some(scope), child.count);
            self.flat.scopes[scope].children.push(child);
        }
        scope
    }

    fn inputs(&mut self, top: &Module) {
        for port in top.inputs() {
            let place = self.allocate(port.width, 1);
            self.places[0][port.node.0] = Some(place);
        }
        if top.has_reset() {
            self.flat.reset = Some(self.allocate(1, 1));
        }
    }

    /// Places register outputs and read data.
    fn state(&mut self) {
        let start = self.flat.limb_count;
        for scope in 0..self.modules.len() {
            for (node, kind) in self.modules[scope].nodes.iter().map(|node| &node.kind).enumerate()
            {
                if matches!(kind, NodeKind::Register(_) | NodeKind::MemoryRead { .. }) {
                    let place = self.allocate(
                        self.modules[scope].nodes[node].width,
                        self.flat.scopes[scope].copies,
                    );
                    self.places[scope][node] = Some(place);
                }
            }
        }
        self.flat.state = start..self.flat.limb_count;
    }

    fn allocate(&mut self, width: usize, count: usize) -> Operand {
        let limbs = width.div_ceil(64);
        let offset = self.flat.limb_count;
        self.flat.limb_count += limbs * count;
        Operand { offset, limbs, width, divide: 1 }
    }

    /// Places everything that `key` depends on in the same cycle, then `key`. The stack is on the
    /// heap: designs are deep.
    fn visit(&mut self, key: Key) {
        let mut waiting = vec![(key, false)];
        while let Some((key, ready)) = waiting.pop() {
            if self.places[key.0][key.1.0].is_some() {
                continue;
            }
            if ready {
                let place = self.lower(key);
                self.places[key.0][key.1.0] = Some(place);
            } else {
                waiting.push((key, true));
                waiting
                    .extend(self.operands(key).into_iter().rev().map(|operand| (operand, false)));
            }
        }
    }

    fn operands(&self, (scope, node): Key) -> Vec<Key> {
        match self.modules[scope].node(node).kind {
            NodeKind::Input => {
                let (parent, connection) = self.connection((scope, node));
                vec![(parent, connection.node())]
            }
            NodeKind::InstanceOutput { instance, port } => {
                vec![self.child_output(scope, instance, port)]
            }
            ref kind => kind.operands().into_iter().map(|operand| (scope, operand)).collect(),
        }
    }

    fn connection(&self, (scope, node): Key) -> (usize, Connection) {
        let parent =
            self.flat.scopes[scope].parent.expect("the inputs of the top are placed first");
        let port = self.modules[scope].input_port(node);
        let connection = self.modules[parent].instances[self.instances[scope]].inputs[port];
        (parent, connection.expect("every input is connected"))
    }

    fn child_output(&self, scope: usize, instance: usize, port: usize) -> Key {
        let child = self.flat.scopes[scope].children[instance];
        (child, self.modules[child].ports[port].node)
    }

    fn place(&self, scope: usize, node: NodeId) -> Operand {
        self.places[scope][node.0].expect("operands are placed before their users")
    }

    fn lower(&mut self, key: Key) -> Operand {
        let (scope, node) = key;
        let module: &'m Module = self.modules[scope];
        let width = module.node(node).width;
        match &module.node(node).kind {
            NodeKind::Constant(value) => self.constant(scope, value),
            NodeKind::InstanceIndex => self.instance_index(scope, width),
            NodeKind::Wire(target) => self.place(scope, target.expect("checked by hdl")),
            NodeKind::Input => self.input(key, width),
            NodeKind::InstanceOutput { instance, port } => {
                self.output(scope, *instance, *port, width)
            }
            kind => {
                let operation = kind.operation().expect("state is placed first");
                let operands = kind.operands().into_iter();
                let operands = operands.map(|operand| self.place(scope, operand)).collect();
                self.operation(OperationKind::Node(operation), scope, width, operands)
            }
        }
    }

    fn operation(
        &mut self,
        kind: OperationKind,
        scope: usize,
        width: usize,
        operands: Vec<Operand>,
    ) -> Operand {
        let count = self.flat.scopes[scope].copies;
        let place = self.allocate(width, count);
        self.flat.operations.push(Operation {
            kind,
            width,
            limbs: place.limbs,
            count,
            result: place.offset,
            operands,
        });
        place
    }

    /// One constant serves every copy.
    fn constant(&mut self, scope: usize, value: &Bits) -> Operand {
        let width = value.len();
        let offset = self.constants.get(value).copied().unwrap_or_else(|| {
            let place = self.allocate(width, 1);
            self.flat.constants.push(Constant { offset: place.offset, limbs: limbs_of(value) });
            self.constants.insert(value.clone(), place.offset);
            place.offset
        });
        Operand { offset, limbs: width.div_ceil(64), width, divide: self.flat.scopes[scope].copies }
    }

    fn instance_index(&mut self, scope: usize, width: usize) -> Operand {
        let Scope { count, copies, .. } = self.flat.scopes[scope];
        let place = self.allocate(width, copies);
        let mask = if width < 64 { (1 << width) - 1 } else { u64::MAX };
        for copy in 0..copies {
            let mut limbs = vec![0; place.limbs];
            limbs[0] = (copy % count) as u64 & mask;
            self.flat.constants.push(Constant { offset: place.range(copy).start, limbs });
        }
        place
    }

    fn input(&mut self, key: Key, width: usize) -> Operand {
        let (parent, connection) = self.connection(key);
        let count = self.flat.scopes[key.0].count;
        let place = self.place(parent, connection.node());
        let divided = Operand { divide: place.divide * count, ..place };
        match connection {
            Connection::Broadcast(_) => divided,
            Connection::Spread(_) if count == 1 => place,
            Connection::Spread(_) if width.is_multiple_of(64) && place.divide == 1 => {
                Operand { width, limbs: width / 64, ..place }
            }
            Connection::Spread(_) => {
                self.operation(OperationKind::Spread { count }, key.0, width, vec![divided])
            }
        }
    }

    fn output(&mut self, scope: usize, instance: usize, port: usize, width: usize) -> Operand {
        let (child, node) = self.child_output(scope, instance, port);
        let count = self.flat.scopes[child].count;
        let place = self.place(child, node);
        if count == 1 {
            place
        } else if place.width.is_multiple_of(64) && place.divide == 1 {
            Operand { width, limbs: width / 64, ..place }
        } else {
            self.operation(OperationKind::Pack { count }, scope, width, vec![place])
        }
    }

    fn registers(&mut self) {
        for scope in 0..self.modules.len() {
            let count = self.flat.scopes[scope].copies;
            for register in &self.modules[scope].registers {
                let Operand { offset: output, limbs, width, .. } =
                    self.place(scope, register.output);
                let next = self.place(scope, register.next.expect("checked by hdl"));
                let enable = register.enable.map(|enable| self.place(scope, enable));
                let reset = register.reset.as_ref().map(limbs_of);
                self.flat.registers.push(Register {
                    output,
                    limbs,
                    width,
                    count,
                    next,
                    enable,
                    reset,
                });
            }
        }
    }

    fn memories(&mut self) {
        for scope in 0..self.modules.len() {
            let count = self.flat.scopes[scope].copies;
            for memory in &self.modules[scope].memories {
                let place = |node: NodeId| self.place(scope, node);
                let ports = memory.ports.iter().map(|port| port.map(place)).collect();
                self.flat.memories.push(Memory {
                    name: memory.name.clone(),
                    scope,
                    count,
                    depth: memory.depth,
                    columns: memory.columns,
                    column_width: memory.column_width,
                    limbs: memory.width().div_ceil(64),
                    read_during_write: memory.read_during_write,
                    ports,
                    content: memory.content.iter().flat_map(bits_to_limbs).collect(),
                });
            }
        }
    }

    fn signals(&mut self) {
        for scope in 0..self.modules.len() {
            let module = self.modules[scope];
            let mut seen = std::collections::HashSet::new();
            for port in &module.ports {
                seen.insert(port.name.as_str());
                let kind = if port.direction == Direction::Input {
                    SignalKind::Input
                } else {
                    SignalKind::Output
                };
                self.signal(scope, &port.name, kind, self.place(scope, port.node));
            }
            if let (0, Some(reset)) = (scope, self.flat.reset) {
                self.signal(0, "reset", SignalKind::Input, reset);
            }
            for (node, place) in
                module.nodes.iter().zip(self.places[scope].clone()).filter(|(node, _)| is_net(node))
            {
                let (Some(name), Some(place)) = (node.name.as_deref(), place) else { continue };
                if seen.insert(name) {
                    self.signal(scope, name, signal_kind(&node.kind), place);
                }
            }
        }
    }

    /// Each field of a probe is the signal of its name or else one that has its value, in waveforms
    /// or not.
    fn probes(&mut self) {
        for scope in 0..self.modules.len() {
            let own = self.flat.scopes[scope].signals.clone();
            for probe in &self.modules[scope].probes {
                let mut signal = |(name, node): &(String, NodeId)| {
                    let place = self.places[scope][node.0].expect("probed nodes are visited");
                    let signals = &mut self.flat.signals;
                    let named = own
                        .iter()
                        .find(|&&own| signals[own].place == place && signals[own].name == *name);
                    let signal = named.or(own.iter().find(|&&own| signals[own].place == place));
                    let signal = signal.copied().unwrap_or_else(|| {
                        let (name, kind) = (name.clone(), SignalKind::Net);
                        signals.push(Signal { name, scope, kind, place });
                        signals.len() - 1
                    });
                    (name.clone(), signal)
                };
                let fields = probe.fields.iter().map(&mut signal).collect();
                self.flat.probes.push(Probe { record: probe.record, scope, fields });
            }
        }
    }

    fn signal(&mut self, scope: usize, name: &str, kind: SignalKind, place: Operand) {
        self.flat.scopes[scope].signals.push(self.flat.signals.len());
        self.flat.signals.push(Signal { name: name.to_string(), scope, kind, place });
    }
}

/// Whether the author named it, as a net and not as a code.
fn is_net(node: &Node) -> bool {
    node.name.is_some() && !matches!(node.kind, NodeKind::Constant(_))
}

fn signal_kind(kind: &NodeKind) -> SignalKind {
    match kind {
        NodeKind::Register(_) | NodeKind::MemoryRead { .. } => SignalKind::Register,
        _ => SignalKind::Net,
    }
}

fn limbs_of(value: &lanebeat_hdl::Bits) -> Vec<u64> {
    let mut value = value.clone();
    let limbs = value.len().div_ceil(64);
    value.force_align();
    value.set_uninitialized(false);
    value.into_vec()[..limbs].to_vec()
}
