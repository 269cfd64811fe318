//! Checks of a module when it is finished.

use std::collections::HashMap;

use thiserror::Error;

use super::bits::Bits;
use super::clocking::CLOCKING_NAMES;
use super::module::{Direction, Module, NodeId, NodeKind};

/// A mistake in a module, in one sentence.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "each says in its message what it is")]
pub enum Problem {
    #[error("combinational loop: {0}")]
    CombinationalLoop(String),
    #[error("`{0}` is not driven; drive it or delete it")]
    Undriven(String),
    #[error("{what} drives nothing; use it or delete it ({place})")]
    Unused { what: String, place: String },
    #[error("the name `{0}` stands for two things; rename one")]
    NameClash(String),
    #[error(
        "`{0}` cannot be a name; use lower-case letters, digits and single underscores, a letter first"
    )]
    BadName(String),
    #[error(
        "`{0}` cannot be the name of a code; use capitals, digits and underscores, a capital first"
    )]
    BadCode(String),
    #[error("the code `{0}` has two values; rename one")]
    CodeClash(String),
}

/// The mistakes of the module's author. `live` is filled in already; of the nodes in `partly_read`
/// some bits may drive nothing.
pub(super) fn problems(module: &Module, partly_read: &[NodeId]) -> Vec<Problem> {
    let mut problems = names(module);
    problems.extend(undriven(module));
    if problems.is_empty() {
        problems.extend(operands_first(module).err());
        problems.extend(unused(module, partly_read));
    }
    problems
}

fn names(module: &Module) -> Vec<Problem> {
    let mut problems = codes(module);
    let mut owners: HashMap<&str, NodeId> = HashMap::new();
    let nodes = module.nodes.iter().enumerate().filter(|(_, node)| !node.kind.is_constant());
    let nodes = nodes.filter_map(|(id, node)| Some((node.name.as_deref()?, NodeId(id))));
    let outputs = module.outputs();
    let outputs = outputs.map(|port| (port.name.as_str(), port.node));
    let mut others: Vec<&str> = module.memories.iter().map(|memory| &*memory.name).collect();
    others.extend(module.instances.iter().map(|instance| &*instance.name));
    if module.has_clock() {
        others.extend(CLOCKING_NAMES);
    }
    let others = others.into_iter().map(|name| (name, NodeId::NOTHING));
    for (name, id) in nodes.chain(outputs).chain(others) {
        if owners.insert(name, id).is_some_and(|owner| owner != id || id == NodeId::NOTHING) {
            problems.push(Problem::NameClash(name.to_string()));
        }
        if !is_identifier(name) {
            problems.push(Problem::BadName(name.to_string()));
        }
    }
    for (position, port) in module.ports.iter().enumerate() {
        if module.ports[..position]
            .iter()
            .any(|other| other.name == port.name && other.node == port.node)
        {
            problems.push(Problem::NameClash(port.name.clone()));
        }
    }
    problems
}

/// Codes are in capitals, so they clash with each other only: two of one name must be one value.
fn codes(module: &Module) -> Vec<Problem> {
    let mut problems = vec![];
    let mut values: HashMap<&str, &NodeKind> = HashMap::new();
    for node in module.nodes.iter().filter(|node| node.kind.is_constant()) {
        let Some(name) = node.name.as_deref() else { continue };
        let legal = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        if !name.starts_with(|c: char| c.is_ascii_uppercase()) || !name.chars().all(legal) {
            problems.push(Problem::BadCode(name.to_string()));
        }
        if values.insert(name, &node.kind).is_some_and(|other| *other != node.kind) {
            problems.push(Problem::CodeClash(name.to_string()));
        }
    }
    problems
}

fn is_identifier(name: &str) -> bool {
    let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(legal)
        && !name.contains("__")
        && !name.ends_with('_')
}

fn undriven(module: &Module) -> Vec<Problem> {
    let wires = module.nodes.iter().filter(|node| node.kind == NodeKind::Wire(None));
    let registers = module
        .registers
        .iter()
        .filter(|register| register.next.is_none())
        .map(|r| module.node(r.output));
    wires
        .chain(registers)
        .map(|node| Problem::Undriven(node.name.clone().unwrap_or_default()))
        .collect()
}

/// For each node the nodes that it depends on in the same cycle, through instances too.
fn same_cycle_operands(module: &Module, id: NodeId) -> Vec<NodeId> {
    match module.node(id).kind {
        NodeKind::InstanceOutput { instance, port } => {
            let instance = &module.instances[instance];
            let inputs = instance.module.combinational_inputs[port].iter();
            inputs
                .filter_map(|&input| instance.inputs[input])
                .map(|connection| connection.node())
                .collect()
        }
        ref kind => kind.operands(),
    }
}

/// All nodes in such an order; a path that meets itself is a loop.
fn operands_first(module: &Module) -> Result<Vec<NodeId>, Problem> {
    let mut visits = Visits { module, state: vec![Visit::New; module.nodes.len()], order: vec![] };
    (0..module.nodes.len()).try_for_each(|id| visits.visit(NodeId(id)))?;
    Ok(visits.order)
}

/// For each port the inputs that it depends on without a clock edge between.
///
/// # Panics
/// When there is a combinational loop.
pub(super) fn combinational_inputs(module: &Module) -> Vec<Vec<usize>> {
    let order = operands_first(module).expect("loops have been looked for");
    let mut reached: Vec<Vec<usize>> = vec![vec![]; module.nodes.len()];
    for id in order {
        let mut inputs: Vec<usize> = match module.node(id).kind {
            NodeKind::Input => vec![module.input_port(id)],
            _ => same_cycle_operands(module, id)
                .iter()
                .flat_map(|operand| reached[operand.0].iter().copied())
                .collect(),
        };
        inputs.sort_unstable();
        inputs.dedup();
        reached[id.0] = inputs;
    }
    let of_port = |port: &super::module::Port| match port.direction {
        Direction::Input => vec![],
        Direction::Output => reached[port.node.0].clone(),
    };
    module.ports.iter().map(of_port).collect()
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
        let start =
            path.iter().position(|(id, _)| *id == back_to).expect("an open node is on the path");
        let names =
            path[start..].iter().rev().filter_map(|(id, _)| self.module.node(*id).name.clone());
        let mut names: Vec<String> = names.collect();
        if let Some(first) = names.first().cloned() {
            names.push(first);
        }
        Problem::CombinationalLoop(names.join(" -> "))
    }
}

/// Every bit of every live node must be read: by a slice its range, by anything else all of it.
fn unused(module: &Module, partly_read: &[NodeId]) -> Vec<Problem> {
    let used = module.read_bits();
    let constant = |id: usize| {
        matches!(module.nodes[id].kind, NodeKind::Constant(_) | NodeKind::InstanceIndex)
    };
    let checked = |id: usize| (module.live[id] || module.nodes[id].name.is_some()) && !constant(id);
    (0..module.nodes.len())
        .filter(|&id| checked(id) && !(partly_read.contains(&NodeId(id)) && used[id].any()))
        .filter_map(|id| unused_bits(module, id, &used[id]))
        .collect()
}

fn unused_bits(module: &Module, id: usize, used: &Bits) -> Option<Problem> {
    let low = used.first_zero()?;
    let high = low + used[low..].leading_zeros() - 1;
    let node = &module.nodes[id];
    let name =
        node.name.clone().map_or("an unnamed signal".to_string(), |name| format!("`{name}`"));
    let what = if used.not_any() { name } else { format!("bits {high}:{low} of {name}") };
    Some(Problem::Unused { what, place: node.place.to_string() })
}
