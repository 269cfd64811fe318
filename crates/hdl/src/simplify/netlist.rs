//! The netlist as the rules see it: they are the same whether names and readers count, as in a
//! module that is written, or not, as in a design that is compiled.

use std::borrow::Cow;

use crate::bits::{Bits, bits_to_limbs, limbs_to_bits};
use crate::module::{NodeId, Operation};

/// A netlist that is made node by node: what its nodes are, and what the rules of [`Wiring`] and
/// [`Logic`] may make of them.
///
/// [`Wiring`]: super::Wiring
/// [`Logic`]: super::Logic
pub trait Netlist: Sized {
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

    /// Whether parts of a concatenation may be put together once more for a slice of it.
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

    /// A bit that is always the same.
    fn bit(&mut self, value: bool) -> NodeId {
        self.constant(Bits::repeat(value, 1))
    }

    /// As many zeros.
    fn zeros(&mut self, width: usize) -> NodeId {
        self.constant(Bits::repeat(false, width))
    }
}

/// Result of an operation, if all its operands are constants.
fn folded(
    net: &impl Netlist,
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
