//! Faults: one node of one module changed, and the design built anew around it.

use std::collections::HashMap;
use std::sync::Arc;

use lanebeat::hdl::{
    BinaryOperation, Bits, Connection, Direction, Instance, Module, NodeId, NodeKind, Reduction,
    RegisterState, ShiftOperation, modules,
};

/// What is changed in a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// The node computes this instead.
    Node(usize, NodeKind),
    /// The register is always enabled.
    EnableDropped(usize),
    /// The lowest bit of the register's reset value is flipped.
    ResetFlipped(usize),
}

/// One fault.
#[derive(Clone, Debug)]
pub struct Fault {
    pub module: String,
    pub change: Change,
    /// What and where, in words: `lanebeat_lane: total: Add becomes Subtract`.
    pub text: String,
}

/// Every fault of the design under `top`.
pub fn faults(top: &Arc<Module>) -> Vec<Fault> {
    modules(top).iter().flat_map(|module| module_faults(module)).collect()
}

fn module_faults(module: &Module) -> Vec<Fault> {
    let fault = |change: Change, text: String| Fault {
        module: module.name.clone(),
        change,
        text: format!("{}: {text}", module.name),
    };
    let mut found = vec![];
    for (number, node) in module.nodes.iter().enumerate().filter(|(number, _)| module.live[*number])
    {
        for (kind, what) in changed(module, NodeId(number)) {
            let name =
                node.name.clone().unwrap_or_else(|| format!("part of {}", user(module, number)));
            found.push(fault(
                Change::Node(number, kind),
                format!("{name}: {what} ({}:{})", node.place.file(), node.place.line()),
            ));
        }
    }
    for (number, register) in module.registers.iter().enumerate() {
        let name = module.node(register.output).name.clone().unwrap_or_default();
        if register.enable.is_some() {
            found.push(fault(
                Change::EnableDropped(number),
                format!("{name}: its enable is dropped"),
            ));
        }
        if register.reset.is_some() {
            found.push(fault(
                Change::ResetFlipped(number),
                format!("{name}: its reset value is flipped"),
            ));
        }
    }
    found
}

/// The nearest named net, register, port or instance input that node `number` goes into.
fn user(module: &Module, number: usize) -> String {
    let mut level = vec![NodeId(number)];
    loop {
        let goes_into = |id: Option<NodeId>| id.is_some_and(|id| level.contains(&id));
        if let Some(port) = module
            .ports
            .iter()
            .find(|port| port.direction == Direction::Output && goes_into(Some(port.node)))
        {
            return port.name.clone();
        }
        for instance in &module.instances {
            let fed =
                instance.inputs.iter().position(|input| goes_into(input.map(Connection::node)));
            if let Some(port) = fed {
                return format!("{}.{}", instance.name, instance.module.ports[port].name);
            }
        }
        if let Some(register) = module
            .registers
            .iter()
            .find(|register| goes_into(register.next) || goes_into(register.enable))
        {
            return module.node(register.output).name.clone().expect("registers have names");
        }
        let users = (0..module.nodes.len()).filter(|&user| module.live[user]);
        let users: Vec<usize> = users
            .filter(|&user| {
                module.nodes[user].kind.operands().iter().any(|&id| goes_into(Some(id)))
            })
            .collect();
        if let Some(name) = users.iter().find_map(|&user| module.nodes[user].name.clone()) {
            return name;
        }
        if users.is_empty() {
            return "a memory".into();
        }
        level = users.into_iter().map(NodeId).collect();
    }
}

/// What a node may turn into, with words for it.
fn changed(module: &Module, id: NodeId) -> Vec<(NodeKind, String)> {
    let node = module.node(id);
    match &node.kind {
        NodeKind::Binary(operation, a, b) => {
            let other = other_operation(*operation);
            vec![(NodeKind::Binary(other, *a, *b), format!("{operation:?} becomes {other:?}"))]
        }
        NodeKind::Mux { select, then, otherwise } => {
            vec![(
                NodeKind::Mux { select: *select, then: *otherwise, otherwise: *then },
                "its arms are swapped".into(),
            )]
        }
        NodeKind::Not(a) => vec![(NodeKind::Wire(Some(*a)), "Not is dropped".into())],
        NodeKind::Reduce(reduction, a) => {
            let other = if *reduction == Reduction::Or { Reduction::And } else { Reduction::Or };
            vec![(NodeKind::Reduce(other, *a), format!("{reduction:?} of all becomes {other:?}"))]
        }
        NodeKind::Shift { operation, value, amount } => {
            let other = match *operation == ShiftOperation::RightUnsigned {
                true => ShiftOperation::RightSigned,
                false => ShiftOperation::RightUnsigned,
            };
            let kind = NodeKind::Shift { operation: other, value: *value, amount: *amount };
            vec![(kind, format!("{operation:?} becomes {other:?}"))]
        }
        NodeKind::Slice { value, low } => {
            let above = low + node.width < module.node(*value).width;
            let low = if above { low + 1 } else { low - 1 };
            vec![(NodeKind::Slice { value: *value, low }, format!("the slice starts at bit {low}"))]
        }
        NodeKind::Constant(value) => {
            let mut flipped: Bits = value.clone();
            let bit = !flipped[0];
            flipped.set(0, bit);
            vec![(NodeKind::Constant(flipped), "bit 0 of the constant is flipped".into())]
        }
        NodeKind::Concat(parts) => swapped(module, parts).into_iter().collect(),
        _ => vec![],
    }
}

fn other_operation(operation: BinaryOperation) -> BinaryOperation {
    match operation {
        BinaryOperation::And => BinaryOperation::Or,
        BinaryOperation::Or => BinaryOperation::And,
        BinaryOperation::Xor => BinaryOperation::Or,
        BinaryOperation::Add => BinaryOperation::Subtract,
        BinaryOperation::Subtract => BinaryOperation::Add,
        BinaryOperation::Equal => BinaryOperation::NotEqual,
        BinaryOperation::NotEqual => BinaryOperation::Equal,
        BinaryOperation::LessUnsigned => BinaryOperation::LessSigned,
        BinaryOperation::LessSigned => BinaryOperation::LessUnsigned,
    }
}

/// The first two different neighbours of equal width change places.
fn swapped(module: &Module, parts: &[NodeId]) -> Option<(NodeKind, String)> {
    let width = |part: NodeId| module.node(part).width;
    let first = (1..parts.len()).find(|&part| {
        parts[part] != parts[part - 1] && width(parts[part]) == width(parts[part - 1])
    })?;
    let mut changed = parts.to_vec();
    changed.swap(first - 1, first);
    Some((NodeKind::Concat(changed), format!("parts {} and {first} change places", first - 1)))
}

/// The design under `top` with the fault in it.
pub fn with_fault(top: &Arc<Module>, fault: &Fault) -> Arc<Module> {
    let mut rebuilt: HashMap<String, Arc<Module>> = HashMap::new();
    for module in modules(top) {
        let is_faulty = module.name == fault.module;
        let has_new_child =
            module.instances.iter().any(|instance| rebuilt.contains_key(&instance.module.name));
        if is_faulty || has_new_child {
            let mut copy = copied(&module, &rebuilt);
            if is_faulty {
                apply(&mut copy, &fault.change);
            }
            rebuilt.insert(module.name.clone(), Arc::new(copy));
        }
    }
    rebuilt.remove(&top.name).expect("the fault is somewhere under the top")
}

fn copied(module: &Module, rebuilt: &HashMap<String, Arc<Module>>) -> Module {
    let child = |instance: &Instance| {
        let module = rebuilt.get(&instance.module.name).unwrap_or(&instance.module).clone();
        Instance { module, ..instance.clone() }
    };
    Module { instances: module.instances.iter().map(child).collect(), ..module.clone() }
}

fn apply(module: &mut Module, change: &Change) {
    match change {
        Change::Node(number, kind) => module.nodes[*number].kind = kind.clone(),
        Change::EnableDropped(number) => {
            let register = &module.registers[*number];
            module.registers[*number] = RegisterState { enable: None, ..register.clone() };
        }
        Change::ResetFlipped(number) => {
            let reset =
                module.registers[*number].reset.as_mut().expect("a register with a reset value");
            let bit = !reset[0];
            reset.set(0, bit);
        }
    }
}
