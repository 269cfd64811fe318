//! Rules of operations that compute.

use super::simplifier::Simplifier;
use crate::bits::Bits;
use crate::module::{BinaryOperation, NodeId, NodeKind, Reduction};

impl Simplifier<'_> {
    pub(super) fn not(&mut self, a: NodeId) -> NodeId {
        if let Some(&NodeKind::Not(inner)) = self.inside(a) {
            return inner;
        }
        let is_cheap = |y: NodeId| self.readers[a.0] <= 1 || self.value(y).is_some();
        match self.inside(a) {
            Some(&NodeKind::Binary(BinaryOperation::Equal, x, y)) if is_cheap(y) => {
                self.binary(BinaryOperation::NotEqual, x, y)
            }
            Some(&NodeKind::Binary(BinaryOperation::NotEqual, x, y)) if is_cheap(y) => {
                self.binary(BinaryOperation::Equal, x, y)
            }
            _ => self.operation(NodeKind::Not(a), self.width(a)),
        }
    }

    pub(super) fn reduce(&mut self, reduction: Reduction, a: NodeId) -> NodeId {
        if self.width(a) == 1 {
            return a;
        }
        match self.inside(a).cloned() {
            Some(NodeKind::Repeat(part)) if reduction != Reduction::Xor => {
                return self.reduce(reduction, part);
            }
            Some(NodeKind::Concat(parts)) if reduction != Reduction::Xor => {
                let decides = reduction == Reduction::Or;
                let constants = parts.iter().filter_map(|&part| self.value(part));
                if constants.flatten().any(|bit| *bit == decides) {
                    return self.bit(decides);
                }
                let others: Vec<NodeId> =
                    parts.iter().copied().filter(|&part| self.value(part).is_none()).collect();
                if !others.is_empty() && others.len() < parts.len() {
                    let rest = self.concat(&others);
                    return self.reduce(reduction, rest);
                }
            }
            _ => {}
        }
        self.operation(NodeKind::Reduce(reduction, a), 1)
    }

    pub(super) fn binary(&mut self, operation: BinaryOperation, a: NodeId, b: NodeId) -> NodeId {
        use BinaryOperation::*;
        let is_symmetric = matches!(operation, And | Or | Xor | Add | Equal | NotEqual);
        let (a, b) = if is_symmetric && self.value(a).is_some() { (b, a) } else { (a, b) };
        let width = self.width(a);
        let is_bit = width == 1 && self.number(b).is_some();
        match operation {
            And | Or if self.is_same(a, b) => return a,
            Xor | Subtract if self.is_same(a, b) => return self.zeros(width),
            Equal | NotEqual if self.is_same(a, b) => return self.bit(operation == Equal),
            LessUnsigned | LessSigned if self.is_same(a, b) => return self.bit(false),
            And if self.is_zero(b) => return self.zeros(width),
            Or if self.is_ones(b) => return self.constant(Bits::repeat(true, width)),
            And if self.is_ones(b) => return a,
            Or | Xor | Add | Subtract if self.is_zero(b) => return a,
            Xor if self.is_ones(b) => return self.not(a),
            Equal | NotEqual if is_bit => {
                return if self.is_ones(b) == (operation == Equal) { a } else { self.not(a) };
            }
            LessUnsigned if self.is_zero(b) || self.is_ones(a) => return self.bit(false),
            LessUnsigned if self.is_zero(a) => return self.reduce(Reduction::Or, b),
            Equal | NotEqual => {
                if let Some(narrower) = self.without_constant_parts(operation, a, b) {
                    return narrower;
                }
            }
            _ => {}
        }
        let result_width = if matches!(operation, Equal | NotEqual | LessUnsigned | LessSigned) {
            1
        } else {
            width
        };
        self.operation(NodeKind::Binary(operation, a, b), result_width)
    }

    /// The comparison of an extended value with a constant: what was put beside the value is
    /// compared now.
    pub(super) fn without_constant_parts(
        &mut self,
        operation: BinaryOperation,
        a: NodeId,
        b: NodeId,
    ) -> Option<NodeId> {
        let wanted = self.number(b)?.clone();
        let Some(NodeKind::Concat(parts)) = self.inside(a).cloned() else { return None };
        let (mut low, mut others, mut other_bits) = (0, vec![], Bits::new());
        for &part in &parts {
            let bits = &wanted[low..low + self.width(part)];
            low += self.width(part);
            match self.value(part) {
                Some(value) if value != bits => {
                    return Some(self.bit(operation == BinaryOperation::NotEqual));
                }
                Some(_) => {}
                None => {
                    others.push(part);
                    other_bits.extend_from_bitslice(bits);
                }
            }
        }
        if others.len() == parts.len() || others.is_empty() {
            return None;
        }
        let (rest, wanted) = (self.concat(&others), self.constant(other_bits));
        Some(self.binary(operation, rest, wanted))
    }

    pub(super) fn multiply(&mut self, a: NodeId, b: NodeId) -> NodeId {
        let width = self.width(a) + self.width(b);
        for (factor, other) in [(a, b), (b, a)] {
            if self.is_zero(factor) {
                return self.zeros(width);
            }
            if self.value(factor).is_some_and(|value| value.count_ones() == 1 && value[0]) {
                let zeros = self.zeros(width - self.width(other));
                return self.concat(&[other, zeros]);
            }
        }
        self.operation(NodeKind::Multiply(a, b), width)
    }

    pub(super) fn mux(&mut self, select: NodeId, then: NodeId, otherwise: NodeId) -> NodeId {
        use BinaryOperation::{And, Or};
        if let Some(value) = self.value(select) {
            return if value[0] { then } else { otherwise };
        }
        if self.is_same(then, otherwise) {
            return then;
        }
        if self.width(then) == 1 {
            let of = |id: NodeId| self.number(id).map(|value| value[0]);
            match (of(then), of(otherwise)) {
                (Some(true), _) => return self.binary(Or, select, otherwise),
                (_, Some(false)) => return self.binary(And, select, then),
                (Some(false), _) => {
                    let other = self.not(select);
                    return self.binary(And, other, otherwise);
                }
                (_, Some(true)) => {
                    let other = self.not(select);
                    return self.binary(Or, other, then);
                }
                _ => {}
            }
        }
        self.operation(NodeKind::Mux { select, then, otherwise }, self.width(then))
    }
}
