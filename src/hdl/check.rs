//! What a module is checked for when it is finished.

use std::collections::HashMap;

use thiserror::Error;

use super::bits::Bits;
use super::module::{Direction, MemoryPort, Module, NodeId, NodeKind, RegisterState};

/// A mistake in a module, in one sentence.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Problem {
    #[error("combinational loop: {0}")]
    CombinationalLoop(String),
    #[error("`{0}` is not driven; drive it or delete it")]
    Undriven(String),
    #[error("{what} drives nothing; use it or delete it ({place})")]
    Unused { what: String, place: String },
    #[error("the name `{0}` stands for two things; rename one")]
    NameClash(String),
    #[error("`{0}` cannot be a name; use lower-case letters, digits and single underscores, a letter first")]
    BadName(String),
}

/// Checks the module and fills in what the checks find out on the way.
pub(super) fn finish(mut module: Module) -> Result<Module, Vec<Problem>> {
    drop_unread_registers(&mut module);
    let mut problems = names(&module);
    problems.extend(undriven(&module));
    if problems.is_empty() {
        module.live = live(&module);
        match combinational_inputs(&module) {
            Ok(inputs) => module.combinational_inputs = inputs,
            Err(path) => problems.push(path),
        }
        problems.extend(unused(&module));
    }
    if problems.is_empty() { Ok(module) } else { Err(problems) }
}

/// Registers that pass a part of a record on which nobody reads fall away, and what only they read with them.
fn drop_unread_registers(module: &mut Module) {
    let mut kept: Vec<bool> = module.registers.iter().map(|register| !register.may_go).collect();
    let mut read = vec![false; module.nodes.len()];
    let inputs = |register: &RegisterState| register.next.into_iter().chain(register.enable).collect::<Vec<NodeId>>();
    let mut waiting = roots_but_registers(module);
    waiting.extend(module.registers.iter().filter(|register| !register.may_go).flat_map(inputs));
    while let Some(id) = waiting.pop() {
        if std::mem::replace(&mut read[id.0], true) {
            continue;
        }
        match module.node(id).kind {
            NodeKind::Register(register) if !std::mem::replace(&mut kept[register], true) => {
                waiting.extend(inputs(&module.registers[register]));
            }
            ref kind => waiting.extend(kind.operands()),
        }
    }
    if kept.iter().all(|kept| *kept) {
        return;
    }
    let mut place = 0;
    for (register, kept) in kept.iter().enumerate() {
        let output = module.registers[register].output;
        if *kept {
            module.nodes[output.0].kind = NodeKind::Register(place);
            place += 1;
        } else {
            // Nothing reads the node any more.
            let node = &mut module.nodes[output.0];
            node.kind = NodeKind::Constant(Bits::repeat(false, node.width));
            node.name = None;
        }
    }
    let mut kept = kept.into_iter();
    module.registers.retain(|_| kept.next().expect("one for each register"));
}

fn names(module: &Module) -> Vec<Problem> {
    let mut problems = vec![];
    let mut owners: HashMap<&str, NodeId> = HashMap::new();
    let nodes = module.nodes.iter().enumerate().filter_map(|(id, node)| Some((node.name.as_deref()?, NodeId(id))));
    let outputs = module.ports.iter().filter(|port| port.direction == Direction::Output);
    let others = module.memories.iter().map(|memory| &memory.name).chain(module.instances.iter().map(|instance| &instance.name));
    let others = others.map(|name| (name.as_str(), NodeId(usize::MAX)));
    let clock = module.has_clock().then_some("clock").into_iter().chain(module.has_reset().then_some("reset"));
    let others = others.chain(clock.map(|name| (name, NodeId(usize::MAX))));
    for (name, id) in nodes.chain(outputs.map(|port| (port.name.as_str(), port.node))).chain(others) {
        if owners.insert(name, id).is_some_and(|owner| owner != id || id.0 == usize::MAX) {
            problems.push(Problem::NameClash(name.to_string()));
        }
        if !is_identifier(name) {
            problems.push(Problem::BadName(name.to_string()));
        }
    }
    for (position, port) in module.ports.iter().enumerate() {
        if module.ports[..position].iter().any(|other| other.name == port.name && other.node == port.node) {
            problems.push(Problem::NameClash(port.name.clone()));
        }
    }
    problems
}

fn is_identifier(name: &str) -> bool {
    let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(legal) && !name.contains("__") && !name.ends_with('_')
}

fn undriven(module: &Module) -> Vec<Problem> {
    let wires = module.nodes.iter().filter(|node| node.kind == NodeKind::Wire(None));
    let registers = module.registers.iter().filter(|register| register.next.is_none()).map(|r| module.node(r.output));
    wires.chain(registers).map(|node| Problem::Undriven(node.name.clone().unwrap_or_default())).collect()
}

/// The nodes that outputs, registers, memories and instances read directly.
pub(super) fn roots(module: &Module) -> Vec<NodeId> {
    let mut roots = roots_but_registers(module);
    roots.extend(module.registers.iter().flat_map(|register| register.next.into_iter().chain(register.enable)));
    roots
}

fn roots_but_registers(module: &Module) -> Vec<NodeId> {
    let mut roots: Vec<NodeId> = module.ports.iter().filter(|p| p.direction == Direction::Output).map(|p| p.node).collect();
    for port in module.memories.iter().flat_map(|memory| &memory.ports) {
        match *port {
            MemoryPort::ReadWrite { address, enable, write, column_enable, data, .. } => {
                roots.extend([address, enable, write, column_enable, data]);
            }
            MemoryPort::Read { address, enable, .. } => roots.extend([address, enable]),
            MemoryPort::Write { address, column_enable, data } => roots.extend([address, column_enable, data]),
        }
    }
    let connections = module.instances.iter().flat_map(|instance| &instance.inputs);
    roots.extend(connections.flatten().map(|connection| connection.node()));
    roots
}

fn live(module: &Module) -> Vec<bool> {
    let mut live = vec![false; module.nodes.len()];
    let mut waiting = roots(module);
    while let Some(id) = waiting.pop() {
        if !std::mem::replace(&mut live[id.0], true) {
            waiting.extend(module.node(id).kind.operands());
        }
    }
    live
}

/// For each node the nodes that it depends on in the same cycle, through instances too.
fn same_cycle_operands(module: &Module, id: NodeId) -> Vec<NodeId> {
    match module.node(id).kind {
        NodeKind::InstanceOutput { instance, port } => {
            let instance = &module.instances[instance];
            let inputs = instance.module.combinational_inputs[port].iter();
            inputs.filter_map(|&input| instance.inputs[input]).map(|connection| connection.node()).collect()
        }
        ref kind => kind.operands(),
    }
}

/// Follows every path from outputs back to inputs; a path that meets itself is a loop.
fn combinational_inputs(module: &Module) -> Result<Vec<Vec<usize>>, Problem> {
    let mut visits = Visits { module, state: vec![Visit::New; module.nodes.len()], order: vec![] };
    for id in 0..module.nodes.len() {
        visits.visit(NodeId(id))?;
    }
    let mut reached: Vec<Vec<usize>> = vec![vec![]; module.nodes.len()];
    for &id in &visits.order {
        let mut inputs: Vec<usize> = match module.node(id).kind {
            NodeKind::Input => {
                module.ports.iter().position(|port| port.node == id && port.direction == Direction::Input).into_iter().collect()
            }
            _ => same_cycle_operands(module, id).iter().flat_map(|operand| reached[operand.0].iter().copied()).collect(),
        };
        inputs.sort_unstable();
        inputs.dedup();
        reached[id.0] = inputs;
    }
    let of_port = |port: &super::module::Port| match port.direction {
        Direction::Input => vec![],
        Direction::Output => reached[port.node.0].clone(),
    };
    Ok(module.ports.iter().map(of_port).collect())
}

#[derive(Clone, Copy, PartialEq)]
enum Visit {
    New,
    Open,
    Done,
}

struct Visits<'m> {
    module: &'m Module,
    state: Vec<Visit>,
    /// Operands before their users.
    order: Vec<NodeId>,
}

impl Visits<'_> {
    /// Depth first with a stack of its own: a netlist may be deeper than the thread's stack.
    fn visit(&mut self, start: NodeId) -> Result<(), Problem> {
        let mut path: Vec<(NodeId, Vec<NodeId>)> = vec![];
        if self.state[start.0] == Visit::New {
            self.open(&mut path, start);
        }
        while let Some((id, operands)) = path.last_mut() {
            let id = *id;
            let Some(operand) = operands.pop() else {
                self.state[id.0] = Visit::Done;
                self.order.push(id);
                path.pop();
                continue;
            };
            match self.state[operand.0] {
                Visit::Done => {}
                Visit::New => self.open(&mut path, operand),
                Visit::Open => return Err(self.loop_through(&path, operand)),
            }
        }
        Ok(())
    }

    fn open(&mut self, path: &mut Vec<(NodeId, Vec<NodeId>)>, id: NodeId) {
        self.state[id.0] = Visit::Open;
        path.push((id, same_cycle_operands(self.module, id)));
    }

    fn loop_through(&self, path: &[(NodeId, Vec<NodeId>)], back_to: NodeId) -> Problem {
        let start = path.iter().position(|(id, _)| *id == back_to).expect("an open node is on the path");
        let names = path[start..].iter().rev().filter_map(|(id, _)| self.module.node(*id).name.clone());
        let mut names: Vec<String> = names.collect();
        if let Some(first) = names.first().cloned() {
            names.push(first);
        }
        Problem::CombinationalLoop(names.join(" -> "))
    }
}

/// Every bit of every live node must be read: by a slice its range, by anything else all of it.
fn unused(module: &Module) -> Vec<Problem> {
    let mut used: Vec<Vec<bool>> = module.nodes.iter().map(|node| vec![false; node.width]).collect();
    roots(module).into_iter().for_each(|id| used[id.0].fill(true));
    for (id, node) in module.nodes.iter().enumerate().filter(|&(id, _)| module.live[id]) {
        match node.kind {
            NodeKind::Slice { value, low } => used[value.0][low..low + module.nodes[id].width].fill(true),
            ref kind => kind.operands().iter().for_each(|operand| used[operand.0].fill(true)),
        }
    }
    let constant = |id: usize| matches!(module.nodes[id].kind, NodeKind::Constant(_) | NodeKind::InstanceIndex);
    let checked = |id: usize| (module.live[id] || module.nodes[id].name.is_some()) && !constant(id);
    (0..module.nodes.len()).filter(|&id| checked(id)).filter_map(|id| unused_bits(module, id, &used[id])).collect()
}

fn unused_bits(module: &Module, id: usize, used: &[bool]) -> Option<Problem> {
    let low = used.iter().position(|used| !used)?;
    let high = low + used[low..].iter().take_while(|used| !**used).count() - 1;
    let node = &module.nodes[id];
    let name = node.name.clone().map_or("an unnamed signal".to_string(), |name| format!("`{name}`"));
    let what = if !used.contains(&true) { name } else { format!("bits {high}:{low} of {name}") };
    Some(Problem::Unused { what, place: node.place.to_string() })
}
