//! Unit-free cost of a module and all below it, counted once per module and multiplied by the
//! copies.

use std::ops::{AddAssign, Mul};

use super::module::{BinaryOperation, Module, NodeKind};

/// Counts of bits; all are sums over the module and its instances.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// Bits of registers.
    pub register_bits: usize,
    /// Bits of memories: rows x columns x bits of a column.
    pub memory_bits: usize,
    /// Memory bits times the ports of their memory.
    pub memory_port_bits: usize,
    /// Data inputs of multiplexers times their width: a select of n elements counts n, a mux 2.
    pub mux_input_bits: usize,
    /// Bits of adders, subtractors and magnitude comparators.
    pub adder_bits: usize,
    /// Products of operand widths of multipliers.
    pub multiplier_bits: usize,
}

impl Cost {
    /// The cost of one copy of `module`.
    pub fn of(module: &Module) -> Self {
        let mut cost = Self::default();
        for register in &module.registers {
            cost.register_bits += module.node(register.output).width;
        }
        for memory in &module.memories {
            let bits = memory.depth * memory.width();
            cost.memory_bits += bits;
            cost.memory_port_bits += bits * memory.ports.len();
        }
        for (node, _) in module.nodes.iter().zip(&module.live).filter(|(_, live)| **live) {
            cost.add_node(module, &node.kind, node.width);
        }
        for instance in &module.instances {
            cost += Self::of(&instance.module) * instance.count;
        }
        cost
    }

    fn add_node(&mut self, module: &Module, kind: &NodeKind, width: usize) {
        match *kind {
            NodeKind::Mux { .. } => self.mux_input_bits += 2 * width,
            NodeKind::Select { elements, .. } => self.mux_input_bits += module.node(elements).width,
            NodeKind::Binary(BinaryOperation::Add | BinaryOperation::Subtract, ..) => {
                self.adder_bits += width
            }
            NodeKind::Binary(BinaryOperation::LessUnsigned | BinaryOperation::LessSigned, a, _) => {
                self.adder_bits += module.node(a).width;
            }
            NodeKind::Multiply(a, b) => {
                self.multiplier_bits += module.node(a).width * module.node(b).width
            }
            NodeKind::Shift { value, amount, .. } => {
                let levels = module
                    .node(amount)
                    .width
                    .min(usize::BITS as usize - module.node(value).width.leading_zeros() as usize);
                self.mux_input_bits += 2 * width * levels;
            }
            _ => {}
        }
    }
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Self) {
        self.register_bits += other.register_bits;
        self.memory_bits += other.memory_bits;
        self.memory_port_bits += other.memory_port_bits;
        self.mux_input_bits += other.mux_input_bits;
        self.adder_bits += other.adder_bits;
        self.multiplier_bits += other.multiplier_bits;
    }
}

impl Mul<usize> for Cost {
    type Output = Self;

    fn mul(self, copies: usize) -> Self {
        Self {
            register_bits: self.register_bits * copies,
            memory_bits: self.memory_bits * copies,
            memory_port_bits: self.memory_port_bits * copies,
            mux_input_bits: self.mux_input_bits * copies,
            adder_bits: self.adder_bits * copies,
            multiplier_bits: self.multiplier_bits * copies,
        }
    }
}
