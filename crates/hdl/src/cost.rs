//! Unit-free cost of a module and all below it, counted once per module and multiplied by the
//! copies.

use super::module::{BinaryOperation, Module, NodeId, NodeKind};

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
        cost.add(module, 1);
        cost
    }

    fn add(&mut self, module: &Module, copies: usize) {
        let width = |id: NodeId| module.node(id).width;
        let registers = module.registers.iter().map(|register| width(register.output));
        self.register_bits += copies * registers.sum::<usize>();
        for memory in &module.memories {
            let bits = copies * memory.depth * memory.width();
            self.memory_bits += bits;
            self.memory_port_bits += bits * memory.ports.len();
        }
        for (node, _) in module.nodes.iter().zip(&module.live).filter(|(_, live)| **live) {
            use BinaryOperation::{Add, LessSigned, LessUnsigned, Subtract};
            match node.kind {
                NodeKind::Mux { .. } => self.mux_input_bits += copies * 2 * node.width,
                NodeKind::Select { elements, .. } => {
                    self.mux_input_bits += copies * width(elements)
                }
                NodeKind::Shift { value, amount, .. } => {
                    let distances = usize::BITS - width(value).leading_zeros();
                    let levels = width(amount).min(distances as usize);
                    self.mux_input_bits += copies * 2 * node.width * levels;
                }
                NodeKind::Binary(Add | Subtract | LessUnsigned | LessSigned, a, _) => {
                    self.adder_bits += copies * width(a);
                }
                NodeKind::Multiply(_, a, b) => self.multiplier_bits += copies * width(a) * width(b),
                _ => {}
            }
        }
        for instance in &module.instances {
            self.add(&instance.module, copies * instance.count);
        }
    }
}
