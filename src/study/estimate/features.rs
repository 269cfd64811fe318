//! Operations of a part of the netlist that become LUTs and flip-flops, counted by kind.

use super::chains::{Chains, chains};
use crate::config::NAMESPACE;
use crate::hdl::{BinaryOperation, Memory, Module, NodeKind};
use crate::rtl::units::ALONE;
use crate::study::part::Part;

/// The name of each amount in [`Features::amounts`].
pub const NAMES: [&str; 9] = [
    "two-way multiplexer bits",
    "selected bits, each an input less one",
    "shifter bits by level",
    "adder bits",
    "magnitude comparator bits",
    "equality bits",
    "gate bits",
    "reduced bits",
    "multiplier bits",
];

/// Bits of the factors that a DSP block of either family takes.
const FACTOR: usize = 18;

/// One copy of a part, counted.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Features {
    /// Amount of each of [`NAMES`].
    pub amounts: [f64; NAMES.len()],
    /// Bits of registers.
    pub register_bits: usize,
    /// Blocks that multiply.
    pub dsps: usize,
    /// Registers that only pass words on.
    pub chains: Chains,
    /// Each memory, and how many copies of it.
    pub memories: Vec<(Memory, usize)>,
}

/// The features of one copy of `part`: of its module, and of every copy of the numbered children in
/// it.
pub fn features(part: &Part) -> Features {
    let mut features = Features::default();
    features.add(&part.module, 1);
    features
}

impl Features {
    fn add(&mut self, module: &Module, copies: usize) {
        for (node, _) in module.nodes.iter().zip(&module.live).filter(|(_, live)| **live) {
            if let Some((place, amount)) = amount(module, &node.kind, node.width as f64) {
                self.amounts[place] += amount * copies as f64;
            }
            if let NodeKind::Multiply(_, a, b) = node.kind {
                let [a, b] = [a, b].map(|factor| module.node(factor).width.div_ceil(FACTOR));
                self.dsps += a * b * copies;
            }
        }
        let bits: usize =
            module.registers.iter().map(|register| module.node(register.output).width).sum();
        self.register_bits += bits * copies;
        let Chains { register_bits, luts } = chains(module);
        self.chains.register_bits += register_bits * copies;
        self.chains.luts += luts * copies;
        self.memories.extend(module.memories.iter().map(|memory| (memory.clone(), copies)));
        for instance in module.instances.iter().filter(|instance| instance.module.uses_index()) {
            self.add(&instance.module, copies * instance.count);
        }
    }
}

/// Index of the amount that a node adds to, and the number added.
fn amount(module: &Module, kind: &NodeKind, width: f64) -> Option<(usize, f64)> {
    let width_of = |id| module.node(id).width as f64;
    let amount = match *kind {
        NodeKind::Mux { .. } => (0, width),
        NodeKind::Select { elements, .. } => (1, width_of(elements) - width),
        NodeKind::Shift { amount, .. } => (2, width * width_of(amount)),
        NodeKind::Binary(BinaryOperation::Add | BinaryOperation::Subtract, ..) => (3, width),
        NodeKind::Binary(BinaryOperation::LessUnsigned | BinaryOperation::LessSigned, a, _) => {
            (4, width_of(a))
        }
        NodeKind::Binary(BinaryOperation::Equal | BinaryOperation::NotEqual, a, _) => {
            (5, width_of(a))
        }
        NodeKind::Binary(BinaryOperation::And | BinaryOperation::Or | BinaryOperation::Xor, ..) => {
            (6, width)
        }
        NodeKind::Reduce(_, a) => (7, width_of(a)),
        NodeKind::Multiply(_, a, b) => (8, width_of(a) * width_of(b)),
        _ => return None,
    };
    Some(amount)
}

/// PartFactors of a part: its name without the numbers in it.
pub fn kind(part: &Part) -> String {
    let name = part.module.name.trim_start_matches(NAMESPACE);
    let name = name.split(ALONE).next().unwrap_or_default();
    let words: Vec<&str> =
        name.split('_').filter(|word| !word.chars().all(|c| c.is_ascii_digit())).collect();
    words.join("_")
}
