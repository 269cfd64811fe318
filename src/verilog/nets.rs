//! Which nodes get a net of their own, what it is called, and the combinational part of a module.
//!
//! A node with a name is a net. One without is written where it is used, unless it is used several times, is not the
//! name that Verilog wants there (slices, selects, spread connections), or would make a line hard to read.

use super::expression::Expression;
use super::names::{Names, derived};
use super::operations::expression;
use crate::hdl::{Connection, Direction, MemoryPort, Module, NodeId, NodeKind};

pub(super) struct Nets<'m> {
    pub(super) module: &'m Module,
    pub(super) names: Names,
    /// The net of a node that has one.
    names_of: Vec<Option<String>>,
    /// What to call the net of a nameless node, from what it is connected to.
    hints: Vec<Option<String>>,
    /// Expressions of nodes without a net.
    pending: Vec<Option<Expression>>,
    /// How many places use a node.
    uses: Vec<usize>,
    /// Declarations and assignments, operands before their users.
    pub(super) lines: Vec<String>,
}

impl<'m> Nets<'m> {
    /// Writes every live node of `module`.
    pub(super) fn of(module: &'m Module) -> Self {
        let count = module.nodes.len();
        let mut nets = Nets {
            module,
            names: Names::of(module),
            names_of: vec![None; count],
            hints: hints(module),
            pending: vec![None; count],
            uses: uses(module),
            lines: vec![],
        };
        for (id, node) in module.nodes.iter().enumerate() {
            if is_source(&node.kind) {
                nets.names_of[id] = node.name.clone();
            }
        }
        order(module).into_iter().for_each(|id| nets.visit(id));
        nets
    }

    fn visit(&mut self, id: NodeId) {
        let node = self.module.node(id);
        if is_source(&node.kind) {
            return;
        }
        let expression = expression(self, id);
        let drives_output = self.output_named_after(id).is_some();
        let shared = self.uses[id.0] > 1 || drives_output || matches!(node.kind, NodeKind::Select { .. });
        if node.name.is_some() || (shared && !expression.is_trivial()) {
            self.declare(id, &expression);
        } else {
            self.pending[id.0] = Some(expression);
        }
    }

    /// The output port whose name a nameless node takes.
    fn output_named_after(&self, id: NodeId) -> Option<&'m str> {
        let nameless = self.module.node(id).name.is_none();
        let mut outputs = self.module.ports.iter().filter(|port| port.direction == Direction::Output);
        outputs.find(|port| nameless && port.node == id).map(|port| port.name.as_str())
    }

    /// The name of the net that `id` has or will have.
    pub(super) fn reserve(&mut self, id: NodeId) -> String {
        if let Some(name) = &self.names_of[id.0] {
            return name.clone();
        }
        let node = self.module.node(id);
        let given = node.name.clone().or_else(|| self.output_named_after(id).map(str::to_string));
        let name = given.unwrap_or_else(|| {
            let base = self.hints[id.0].clone().unwrap_or_else(|| derived(&node.kind).to_string());
            self.names.allocate(&base)
        });
        self.names_of[id.0] = Some(name.clone());
        name
    }

    fn declare(&mut self, id: NodeId, expression: &Expression) {
        let name = self.reserve(id);
        let is_port = self.module.port(&name).is_some();
        let head = if is_port { format!("assign {name} =") } else { wire(&name, self.module.node(id).width) + " =" };
        self.lines.push(expression.statement(4, &head));
    }

    /// The name of a net that holds `id`.
    pub(super) fn net(&mut self, id: NodeId) -> String {
        if let Some(expression) = self.pending[id.0].take() {
            self.declare(id, &expression);
        }
        self.reserve(id)
    }

    fn named(&self, id: NodeId) -> Option<Expression> {
        self.names_of[id.0].clone().map(Expression::primary)
    }

    /// `id` as a whole right-hand side.
    pub(super) fn whole(&mut self, id: NodeId) -> Expression {
        self.named(id).unwrap_or_else(|| self.pending[id.0].clone().expect("operands come first"))
    }

    /// `id` as an operand; given a net first when it is too long or deep.
    pub(super) fn operand(&mut self, id: NodeId) -> Expression {
        self.operand_if(id, |expression| expression.may_be_operand())
    }

    /// As [`Self::operand`], but inlined also when `fits`.
    pub(super) fn operand_or(&mut self, id: NodeId, fits: fn(&Expression) -> bool) -> Expression {
        self.operand_if(id, |expression| expression.may_be_operand() || fits(expression))
    }

    /// `id` where only names, slices, constants and their inversions read well.
    pub(super) fn simple(&mut self, id: NodeId) -> String {
        self.operand_if(id, Expression::is_trivial).text()
    }

    fn operand_if(&mut self, id: NodeId, fits: impl Fn(&Expression) -> bool) -> Expression {
        let inline = self.pending[id.0].as_ref().is_some_and(fits);
        if !inline {
            self.net(id);
        }
        self.whole(id)
    }

    /// Bits `low` up of `id`: a slice of a net or of a constant.
    pub(super) fn bits(&mut self, id: NodeId, low: usize, width: usize) -> Expression {
        let node = self.module.node(id);
        if low == 0 && width == node.width {
            return self.operand(id);
        }
        match &node.kind {
            NodeKind::Slice { value, low: below } if self.names_of[id.0].is_none() => self.bits(*value, low + below, width),
            NodeKind::Constant(value) => Expression::constant(&value[low..low + width].to_bitvec()),
            _ => Expression::primary(format!("{}{}", self.net(id), range(low, width))),
        }
    }
}

/// `[high:low]`, or `[bit]`
pub(super) fn range(low: usize, width: usize) -> String {
    if width == 1 { format!("[{low}]") } else { format!("[{}:{low}]", low + width - 1) }
}

/// `wire [31:0] name`
pub(super) fn wire(name: &str, width: usize) -> String {
    declaration("wire", name, width)
}

/// `reg [31:0] name`
pub(super) fn declaration(kind: &str, name: &str, width: usize) -> String {
    if width == 1 { format!("{kind} {name}") } else { format!("{kind} [{}:0] {name}", width - 1) }
}

/// Nodes that something else than an expression drives.
fn is_source(kind: &NodeKind) -> bool {
    matches!(kind, NodeKind::Input | NodeKind::Register(_) | NodeKind::MemoryRead { .. } | NodeKind::InstanceOutput { .. })
}

/// Live nodes, operands before their users.
fn order(module: &Module) -> Vec<NodeId> {
    let mut seen = vec![false; module.nodes.len()];
    let mut order = vec![];
    for start in (0..module.nodes.len()).filter(|&id| module.live[id]) {
        let mut path = vec![(NodeId(start), false)];
        while let Some((id, operands_done)) = path.pop() {
            if operands_done {
                order.push(id);
            } else if !std::mem::replace(&mut seen[id.0], true) {
                path.push((id, true));
                path.extend(module.node(id).kind.operands().into_iter().rev().map(|operand| (operand, false)));
            }
        }
    }
    order
}

fn uses(module: &Module) -> Vec<usize> {
    let mut uses = vec![0; module.nodes.len()];
    let live = module.nodes.iter().zip(&module.live).filter(|(_, live)| **live);
    live.flat_map(|(node, _)| node.kind.operands()).for_each(|operand| uses[operand.0] += 1);
    let outputs = module.ports.iter().filter(|port| port.direction == Direction::Output);
    outputs.for_each(|port| uses[port.node.0] += 1);
    state_readers(module).into_iter().for_each(|(id, _)| uses[id.0] += 1);
    uses
}

fn hints(module: &Module) -> Vec<Option<String>> {
    let mut hints = vec![None; module.nodes.len()];
    for (id, hint) in state_readers(module) {
        hints[id.0].get_or_insert(hint);
    }
    hints
}

/// The nodes that registers, memories and instances read, with a name for what they are there.
fn state_readers(module: &Module) -> Vec<(NodeId, String)> {
    let mut readers = vec![];
    for register in &module.registers {
        let name = module.node(register.output).name.as_deref().unwrap_or_default();
        let name = name.strip_suffix("_q").unwrap_or(name);
        readers.extend(register.next.map(|id| (id, format!("{name}_next"))));
        readers.extend(register.enable.map(|id| (id, format!("{name}_enable"))));
    }
    for memory in &module.memories {
        let mut role = |id: NodeId, role: &str| readers.push((id, format!("{}_{role}", memory.name)));
        for port in &memory.ports {
            match *port {
                MemoryPort::ReadWrite { address, enable, write, column_enable, data, .. } => {
                    role(address, "address");
                    role(enable, "enable");
                    role(write, "write");
                    role(column_enable, "column_enable");
                    role(data, "data");
                }
                MemoryPort::Read { address, enable, .. } => {
                    role(address, "read_address");
                    role(enable, "read_enable");
                }
                MemoryPort::Write { address, column_enable, data } => {
                    role(address, "write_address");
                    role(column_enable, "write_column_enable");
                    role(data, "write_data");
                }
            }
        }
    }
    for instance in &module.instances {
        let ports = instance.module.ports.iter().zip(&instance.inputs);
        let inputs = ports.filter_map(|(port, connection)| Some((port, connection.map(Connection::node)?)));
        readers.extend(inputs.map(|(port, id)| (id, format!("{}_{}", instance.name, port.name))));
    }
    readers
}
