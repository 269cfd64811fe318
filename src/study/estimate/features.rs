//! What of a part of the netlist becomes LUTs and flip-flops, counted by kind.

use crate::hdl::{BinaryOperation, Module, NodeKind};
use crate::study::part::Part;

/// The name of each feature, in the order of [`Features`].
pub const NAMES: [&str; 10] = [
    "two-way multiplexer bits",
    "selected bits, each an input less one",
    "shifter bits by level",
    "adder bits",
    "magnitude comparator bits",
    "equality bits",
    "gate bits",
    "reduced bits",
    "multiplier bits",
    "register bits",
];

/// Amounts by feature.
pub type Features = [f64; NAMES.len()];

/// The features of one copy of `part`: of its module, and of every copy of the numbered children in it.
pub fn features(part: &Part) -> Features {
    of_module(&part.module)
}

fn of_module(module: &Module) -> Features {
    let mut features = Features::default();
    for (node, _) in module.nodes.iter().zip(&module.live).filter(|(_, live)| **live) {
        let width = node.width as f64;
        let width_of = |id| module.node(id).width as f64;
        let (place, amount) = match node.kind {
            NodeKind::Mux { .. } => (0, width),
            NodeKind::Select { elements, .. } => (1, width_of(elements) - width),
            NodeKind::Shift { amount, .. } => (2, width * width_of(amount)),
            NodeKind::Binary(BinaryOperation::Add | BinaryOperation::Subtract, ..) => (3, width),
            NodeKind::Binary(BinaryOperation::LessUnsigned | BinaryOperation::LessSigned, a, _) => (4, width_of(a)),
            NodeKind::Binary(BinaryOperation::Equal | BinaryOperation::NotEqual, a, _) => (5, width_of(a)),
            NodeKind::Binary(BinaryOperation::And | BinaryOperation::Or | BinaryOperation::Xor, ..) => (6, width),
            NodeKind::Reduce(_, a) => (7, width_of(a)),
            NodeKind::Multiply(a, b) => (8, width_of(a) * width_of(b)),
            _ => continue,
        };
        features[place] += amount;
    }
    for register in &module.registers {
        features[9] += module.node(register.output).width as f64;
    }
    for instance in module.instances.iter().filter(|instance| instance.module.uses_index()) {
        let child = of_module(&instance.module);
        for (sum, amount) in features.iter_mut().zip(child) {
            *sum += amount * instance.count as f64;
        }
    }
    features
}

/// What kind of part it is: its name without the numbers in it.
pub fn kind(part: &Part) -> String {
    let name = part.name().trim_start_matches("lanebeat_");
    let words: Vec<&str> = name.split('_').filter(|word| !word.chars().all(|c| c.is_ascii_digit())).collect();
    words.join("_")
}
