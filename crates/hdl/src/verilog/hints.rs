//! Names for nets that the author did not name: the reader's name, and the net's role there.

use super::order::operands_first;
use crate::{Connection, Module, NodeId, NodeKind};

/// For each live node the name that it takes where it needs one and has none.
pub(super) fn hints(module: &Module) -> Vec<Option<String>> {
    let count = module.nodes.len();
    let mut hints: Vec<Option<String>> = vec![None; count];
    // The net that the names of what a node reads begin with.
    let mut readers: Vec<Option<String>> = vec![None; count];
    let mut is_settled = vec![false; count];
    for (id, hint) in state_readers(module).into_iter().rev() {
        hints[id.0] = Some(hint.clone());
        readers[id.0] = Some(hint);
        is_settled[id.0] = true;
    }
    for port in module.outputs() {
        readers[port.node.0] = Some(port.name.clone());
        is_settled[port.node.0] = true;
    }
    // Last readers first, so that the first one decides.
    for id in operands_first(module).into_iter().rev() {
        let node = module.node(id);
        let reader = node
            .name
            .clone()
            .or_else(|| readers[id.0].clone())
            .unwrap_or_else(|| "value".to_string());
        for (operand, role) in roles(module, &node.kind) {
            let is_only_sliced = matches!(node.kind, NodeKind::Slice { .. });
            if is_settled[operand.0] || is_only_sliced && hints[operand.0].is_some() {
                continue;
            }
            hints[operand.0] =
                Some(if role.is_empty() { reader.clone() } else { format!("{reader}_{role}") });
            readers[operand.0] = Some(reader.clone());
        }
    }
    hints
}

/// Role of each operand in the operation.
fn roles(module: &Module, kind: &NodeKind) -> Vec<(NodeId, &'static str)> {
    match *kind {
        NodeKind::Wire(Some(driver)) => vec![(driver, "")],
        NodeKind::Not(value) => vec![(value, "inverse")],
        NodeKind::Reduce(_, value) => vec![(value, "bits")],
        NodeKind::Binary(operation, a, b) if operation.is_comparison() => {
            vec![(a, "compared"), (b, "limit")]
        }
        NodeKind::Binary(_, a, b) => vec![(a, "term"), (b, "term")],
        NodeKind::Multiply(_, a, b) => vec![(a, "factor"), (b, "factor")],
        NodeKind::Shift { value, amount, .. } => vec![(value, "unshifted"), (amount, "distance")],
        NodeKind::Mux { select, then, otherwise } => {
            vec![(select, "condition"), (then, "choice"), (otherwise, "other_choice")]
        }
        NodeKind::Select { index, elements } => vec![(index, "index"), (elements, "choices")],
        NodeKind::Slice { value, .. } => vec![(value, "whole")],
        NodeKind::Concat(ref parts) => parts.iter().map(|&part| (part, "part")).collect(),
        NodeKind::Repeat(value) => {
            vec![(value, if module.node(value).width == 1 { "bit" } else { "pattern" })]
        }
        _ => vec![],
    }
}

/// The nodes that registers, memories and instances read, with a name for what they are there.
fn state_readers(module: &Module) -> Vec<(NodeId, String)> {
    let mut readers = vec![];
    for register in &module.registers {
        let name = module.node(register.output).name.as_deref().unwrap_or_default();
        let name = name.strip_suffix("_q").unwrap_or(name);
        readers.extend(register.next.map(|id| (id, format!("next_{name}"))));
        readers.extend(register.enable.map(|id| (id, format!("{name}_enable"))));
    }
    for memory in &module.memories {
        for port in &memory.ports {
            let direction = match (port.output, port.write) {
                (Some(_), Some(_)) => "",
                (Some(_), None) => "read_",
                (None, _) => "write_",
            };
            let role = |(role, id)| (id, format!("{}_{direction}{role}", memory.name));
            readers.extend(port.inputs().map(role));
        }
    }
    for instance in &module.instances {
        let ports = instance.module.ports.iter().zip(&instance.inputs);
        let inputs =
            ports.filter_map(|(port, connection)| Some((port, connection.map(Connection::node)?)));
        readers.extend(inputs.map(|(port, id)| (id, format!("{}_{}", instance.name, port.name))));
    }
    readers
}
