//! Rules of operations that compute.

use super::wiring::Wiring;
use crate::bits::Bits;
use crate::module::{BinaryOperation, Factors, NodeId, Operation, Reduction};

/// Operations that compute, each the simplest that does: by rules an operation becomes another one, an
/// older node or a constant. An override may fall back to the rules.
pub trait Logic: Wiring {
    /// Every bit inverted.
    fn not(&mut self, a: NodeId) -> NodeId {
        use BinaryOperation::{Equal, NotEqual};
        match self.inside(a) {
            Some(Operation::Not) => return self.operands(a)[0],
            Some(Operation::Binary(operation @ (Equal | NotEqual))) => {
                let operands = self.operands(a);
                if !self.is_shared(a) || self.value(operands[1]).is_some() {
                    let opposite = if operation == Equal { NotEqual } else { Equal };
                    return self.binary(opposite, operands[0], operands[1]);
                }
            }
            _ => {}
        }
        self.operation(Operation::Not, self.width(a), vec![a])
    }

    /// One bit made of all bits.
    fn reduce(&mut self, reduction: Reduction, a: NodeId) -> NodeId {
        if self.width(a) == 1 {
            return a;
        }
        match self.inside(a) {
            Some(Operation::Repeat) if reduction != Reduction::Xor => {
                return self.reduce(reduction, self.operands(a)[0]);
            }
            Some(Operation::Concat) if reduction != Reduction::Xor => {
                let (parts, decides) = (self.operands(a), reduction == Reduction::Or);
                let decided = |&part: &NodeId| {
                    self.value(part).is_some_and(|value| value.iter().any(|bit| *bit == decides))
                };
                if parts.iter().any(decided) {
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
        self.operation(Operation::Reduce(reduction), 1, vec![a])
    }

    /// Two words of one width.
    fn binary(&mut self, operation: BinaryOperation, a: NodeId, b: NodeId) -> NodeId {
        binary(self, operation, a, b)
    }

    /// Full product.
    fn multiply(&mut self, factors: Factors, a: NodeId, b: NodeId) -> NodeId {
        let width = self.width(a) + self.width(b);
        for (factor, other) in [(a, b), (b, a)] {
            if self.is_zero(factor) {
                return self.zeros(width);
            }
            let is_one =
                self.value(factor).is_some_and(|value| value.count_ones() == 1 && value[0]);
            if factors == Factors::Unsigned && is_one {
                let zeros = self.zeros(width - self.width(other));
                return self.concat(&[other, zeros]);
            }
        }
        self.operation(Operation::Multiply(factors), width, vec![a, b])
    }

    /// `select` ? `then` : `otherwise`
    fn mux(&mut self, select: NodeId, then: NodeId, otherwise: NodeId) -> NodeId {
        mux(self, select, then, otherwise)
    }

    /// Element `index` of `elements`.
    fn select(&mut self, index: NodeId, elements: NodeId) -> NodeId {
        let width = self.width(elements) >> self.width(index);
        self.operation(Operation::Select, width, vec![index, elements])
    }

    /// An operation of so many bits, by its rule.
    fn make(&mut self, operation: Operation, width: usize, operands: &[NodeId]) -> NodeId {
        match (operation, operands) {
            (Operation::Concat, parts) => self.concat(parts),
            (Operation::Not, &[a]) => self.not(a),
            (Operation::Reduce(reduction), &[a]) => self.reduce(reduction, a),
            (Operation::Slice { low }, &[value]) => self.slice(value, low, width),
            (Operation::Repeat, &[a]) => self.repeat(a, width / self.width(a)),
            (Operation::Binary(operation), &[a, b]) => self.binary(operation, a, b),
            (Operation::Multiply(factors), &[a, b]) => self.multiply(factors, a, b),
            (Operation::Shift(shift), &[value, amount]) => self.shift(shift, value, amount),
            (Operation::Select, &[index, elements]) => self.select(index, elements),
            (Operation::Mux, &[select, then, otherwise]) => self.mux(select, then, otherwise),
            _ => unreachable!("{operation:?} of {} operands", operands.len()),
        }
    }
}

/// The rules of [`Logic::binary`].
pub fn binary(net: &mut impl Logic, operation: BinaryOperation, a: NodeId, b: NodeId) -> NodeId {
    use BinaryOperation::*;
    let is_symmetric = matches!(operation, And | Or | Xor | Add | Equal | NotEqual);
    let (a, b) = if is_symmetric && net.value(a).is_some() { (b, a) } else { (a, b) };
    let width = net.width(a);
    let is_bit = width == 1 && net.number(b).is_some();
    match operation {
        And | Or if net.is_same(a, b) => return a,
        Xor | Subtract if net.is_same(a, b) => return net.zeros(width),
        Equal | NotEqual if net.is_same(a, b) => return net.bit(operation == Equal),
        LessUnsigned | LessSigned if net.is_same(a, b) => return net.bit(false),
        And if net.is_zero(b) => return net.zeros(width),
        Or if net.is_ones(b) => return net.constant(Bits::repeat(true, width)),
        And if net.is_ones(b) => return a,
        Or | Xor | Add | Subtract if net.is_zero(b) => return a,
        Xor if net.is_ones(b) => return net.not(a),
        Equal | NotEqual if is_bit => {
            return if net.is_ones(b) == (operation == Equal) { a } else { net.not(a) };
        }
        LessUnsigned if net.is_zero(b) || net.is_ones(a) => return net.bit(false),
        LessUnsigned if net.is_zero(a) => return net.reduce(Reduction::Or, b),
        Equal | NotEqual => {
            if let Some(narrower) = without_constant_parts(net, operation, a, b) {
                return narrower;
            }
        }
        _ => {}
    }
    let width = if operation.is_comparison() { 1 } else { width };
    net.operation(Operation::Binary(operation), width, vec![a, b])
}

/// The comparison of an extended value with a constant: what was put beside the value is compared
/// now.
fn without_constant_parts(
    net: &mut impl Logic,
    operation: BinaryOperation,
    a: NodeId,
    b: NodeId,
) -> Option<NodeId> {
    let wanted = net.number(b)?.into_owned();
    let parts = (net.inside(a) == Some(Operation::Concat)).then(|| net.operands(a))?;
    let (mut low, mut others, mut other_bits) = (0, vec![], Bits::new());
    for &part in &parts {
        let bits = &wanted[low..low + net.width(part)];
        low += net.width(part);
        match net.value(part).map(|value| **value == *bits) {
            Some(false) => return Some(net.bit(operation == BinaryOperation::NotEqual)),
            Some(true) => {}
            None => {
                others.push(part);
                other_bits.extend_from_bitslice(bits);
            }
        }
    }
    if others.len() == parts.len() || others.is_empty() {
        return None;
    }
    let (rest, wanted) = (net.concat(&others), net.constant(other_bits));
    Some(net.binary(operation, rest, wanted))
}

/// The rules of [`Logic::mux`].
pub fn mux(net: &mut impl Logic, select: NodeId, then: NodeId, otherwise: NodeId) -> NodeId {
    use BinaryOperation::{And, Or};
    if let Some(value) = net.value(select).map(|value| value[0]) {
        return if value { then } else { otherwise };
    }
    if net.is_same(then, otherwise) {
        return then;
    }
    if net.width(then) == 1 {
        let of = |id: NodeId| net.number(id).map(|value| value[0]);
        match (of(then), of(otherwise)) {
            (Some(true), _) => return net.binary(Or, select, otherwise),
            (_, Some(false)) => return net.binary(And, select, then),
            (Some(false), _) => {
                let other = net.not(select);
                return net.binary(And, other, otherwise);
            }
            (_, Some(true)) => {
                let other = net.not(select);
                return net.binary(Or, other, then);
            }
            _ => {}
        }
    }
    net.operation(Operation::Mux, net.width(then), vec![select, then, otherwise])
}
