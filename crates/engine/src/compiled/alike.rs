//! Registers of copies that all hold the same: control that goes down a pipeline in each copy.
//!
//! With four stages the default machine is twice as fast for it, without any it is not.
//!
//! They take on every edge what is computed from single values, or from others of their kind. So
//! whatever they power up with, after as many edges as stand behind each other they are one value.

use std::collections::HashMap;

use crate::flat::{Flat, Operand, OperationKind};

#[derive(Default)]
pub(super) struct Alike {
    /// Edges after which their copies are alike.
    pub edges: u64,
    /// First limbs and limbs of a copy of values whose copies are alike once the registers' are.
    values: HashMap<usize, usize>,
}

impl Alike {
    pub fn new(flat: &Flat) -> Self {
        let mut alike = Self::default();
        loop {
            for operation in flat.operations.iter().filter(|operation| operation.count > 1) {
                let is_wiring = matches!(
                    operation.kind,
                    OperationKind::Spread { .. } | OperationKind::Pack { .. }
                );
                let mut operands = operation.operands.iter();
                if !is_wiring && operands.all(|operand| alike.reads(operand, operation.count)) {
                    alike.values.insert(operation.result, operation.limbs);
                }
            }
            let registers = flat.registers.iter().filter(|register| {
                let is_new = register.count > 1 && !alike.contains(register.output);
                is_new && register.enable.is_none() && alike.reads(&register.next, register.count)
            });
            let found: Vec<(usize, usize)> =
                registers.map(|register| (register.output, register.limbs)).collect();
            if found.is_empty() {
                return alike;
            }
            alike.edges += 1;
            alike.values.extend(found);
        }
    }

    /// Whether the value that begins at that limb is alike in all copies.
    pub fn contains(&self, first: usize) -> bool {
        self.values.contains_key(&first)
    }

    /// Whether that many copies of a user read the same.
    fn reads(&self, operand: &Operand, count: usize) -> bool {
        operand.divide >= count || self.values.get(&operand.offset) == Some(&operand.limbs)
    }
}
