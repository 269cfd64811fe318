//! The netlist as the rules see it: they are the same whether names and readers count, as in a
//! module that is written, or not, as in a design that is compiled.

use std::borrow::Cow;

use super::{logic, wiring};
use crate::bits::{Bits, bits_to_limbs, limbs_to_bits};
use crate::module::{BinaryOperation, NodeId, Operation, Reduction, ShiftOperation};

/// A netlist that is made node by node, each the simplest that computes the same.
///
/// An operation that is asked for becomes, by rules, another one, an older node or a constant; a
/// netlist that knows better overrides it, and falls back to [`Self::operation`] or to the rules.
pub trait Algebra: Sized {
    /// Bits of a node.
    fn width(&self, id: NodeId) -> usize;

    /// The value of a node that is a constant.
    fn value(&self, id: NodeId) -> Option<Cow<'_, Bits>>;

    /// The operation of a node, unless the rules are not to see through it.
    fn inside(&self, id: NodeId) -> Option<Operation>;

    /// The operands of a node that is an operation.
    fn operands(&self, id: NodeId) -> Vec<NodeId>;

    /// A constant.
    fn constant(&mut self, value: Bits) -> NodeId;

    /// The node of an operation as it is.
    fn add(&mut self, operation: Operation, width: usize, operands: Vec<NodeId>) -> NodeId;

    /// The value of a constant that may become a part of another.
    fn number(&self, id: NodeId) -> Option<Cow<'_, Bits>> {
        self.value(id)
    }

    /// Whether a node is a constant of zeros.
    fn is_zero(&self, id: NodeId) -> bool {
        self.value(id).is_some_and(|value| value.not_any())
    }

    /// Whether a node is a constant of ones.
    fn is_ones(&self, id: NodeId) -> bool {
        self.value(id).is_some_and(|value| value.all())
    }

    /// Whether both are seen to be the same.
    fn is_same(&self, a: NodeId, b: NodeId) -> bool {
        a == b
    }

    /// Whether others read a node too, so that it stays, whatever becomes of one reader.
    fn is_shared(&self, _: NodeId) -> bool {
        false
    }

    /// Whether parts of a concatenation may be put together once more, for those who slice it.
    fn may_take_apart(&self, _: NodeId) -> bool {
        true
    }

    /// A node that has all these parts in this order, if there is one.
    fn whole(&mut self, _: &[NodeId]) -> Option<NodeId> {
        None
    }

    /// An operation that no rule fits: folded where its operands are constants.
    fn operation(&mut self, operation: Operation, width: usize, operands: Vec<NodeId>) -> NodeId {
        match folded(self, operation, width, &operands) {
            Some(value) => self.constant(value),
            None => self.add(operation, width, operands),
        }
    }

    /// Every bit inverted.
    fn not(&mut self, a: NodeId) -> NodeId {
        logic::not(self, a)
    }

    /// One bit made of all bits.
    fn reduce(&mut self, reduction: Reduction, a: NodeId) -> NodeId {
        logic::reduce(self, reduction, a)
    }

    /// Two words of one width.
    fn binary(&mut self, operation: BinaryOperation, a: NodeId, b: NodeId) -> NodeId {
        logic::binary(self, operation, a, b)
    }

    /// Full unsigned product.
    fn multiply(&mut self, a: NodeId, b: NodeId) -> NodeId {
        logic::multiply(self, a, b)
    }

    /// `select` ? `then` : `otherwise`
    fn mux(&mut self, select: NodeId, then: NodeId, otherwise: NodeId) -> NodeId {
        logic::mux(self, select, then, otherwise)
    }

    /// `value` shifted by `amount`.
    fn shift(&mut self, operation: ShiftOperation, value: NodeId, amount: NodeId) -> NodeId {
        wiring::shift(self, operation, value, amount)
    }

    /// Element `index` of `elements`.
    fn select(&mut self, index: NodeId, elements: NodeId) -> NodeId {
        let width = self.width(elements) >> self.width(index);
        self.operation(Operation::Select, width, vec![index, elements])
    }

    /// `width` bits from bit `low` up.
    fn slice(&mut self, value: NodeId, low: usize, width: usize) -> NodeId {
        wiring::slice(self, value, low, width)
    }

    /// The parts side by side, lowest first.
    fn concat(&mut self, parts: &[NodeId]) -> NodeId {
        wiring::concat(self, parts)
    }

    /// `value` so many times.
    fn repeat(&mut self, value: NodeId, count: usize) -> NodeId {
        wiring::repeat(self, value, count)
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
            (Operation::Multiply, &[a, b]) => self.multiply(a, b),
            (Operation::Shift(shift), &[value, amount]) => self.shift(shift, value, amount),
            (Operation::Select, &[index, elements]) => self.select(index, elements),
            (Operation::Mux, &[select, then, otherwise]) => self.mux(select, then, otherwise),
            _ => unreachable!("{operation:?} of {} operands", operands.len()),
        }
    }

    /// A bit that is always the same.
    fn bit(&mut self, value: bool) -> NodeId {
        self.constant(Bits::repeat(value, 1))
    }

    /// As many zeros.
    fn zeros(&mut self, width: usize) -> NodeId {
        self.constant(Bits::repeat(false, width))
    }
}

/// The rules themselves, for a netlist that overrides them.
pub mod rules {
    pub use super::super::logic::{binary, mux};
    pub use super::super::wiring::{shift, slice};
}

/// What an operation gives whose operands are all constants.
fn folded(
    net: &impl Algebra,
    operation: Operation,
    width: usize,
    operands: &[NodeId],
) -> Option<Bits> {
    let limbs = |&id: &NodeId| {
        let value = net.value(id)?;
        Some((value.len(), bits_to_limbs(&value).collect()))
    };
    let operands: Vec<(usize, Vec<u64>)> = operands.iter().map(limbs).collect::<Option<_>>()?;
    let mut result = vec![0; width.div_ceil(64)];
    let operand = |number: usize| (operands[number].0, &operands[number].1[..]);
    operation.evaluate(width, operands.len(), operand, &mut result);
    Some(limbs_to_bits(width, &result))
}
