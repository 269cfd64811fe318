//! Sums, comparisons and products of a lane.

use super::operands::Operands;
use crate::hdl::Signal;
use crate::isa::{Operation, Signedness};
use crate::rtl::codes::{is_choice, is_class};

/// One adder serves additions, subtractions, comparisons and extremes.
pub struct Sums<'m> {
    /// a + b, a - b or b - a, 32 bits.
    pub sum: Signal<'m>,
    less_unsigned: Signal<'m>,
    less_signed: Signal<'m>,
    equal: Signal<'m>,
}

impl<'m> Sums<'m> {
    pub fn new(operands: &Operands<'m>, class: Signal<'m>) -> Self {
        let &Operands { a, b, choice, .. } = operands;
        let adds_class = is_class(class, Operation::Add).named("adds_class");
        let adds = (adds_class & is_choice(choice, Operation::Add)).named("adds");
        let reversed =
            (adds_class & is_choice(choice, Operation::SubtractReversed)).named("reversed");
        // Everything but an addition subtracts: the complement of the subtrahend and a carry in.
        let left = a ^ reversed.repeat(32);
        let right = b ^ (!(adds | reversed)).repeat(32);
        let carry_in = (!adds).named("subtracts");
        let total = (left.zero_extend(33) + right.zero_extend(33) + carry_in.zero_extend(33))
            .named("total");
        let less_unsigned = !total.bit(32);
        let signs_differ = a.bit(31) ^ b.bit(31);
        Self {
            sum: total.slice(0, 32),
            less_unsigned: less_unsigned.named("less_unsigned"),
            less_signed: (less_unsigned ^ signs_differ).named("less_signed"),
            equal: a.equals(b).named("equal"),
        }
    }

    /// Minimum or maximum, signed or unsigned: bit 0 of the choice says unsigned, bit 1 maximum.
    pub fn extreme(&self, operands: &Operands<'m>) -> Signal<'m> {
        let less = operands.choice.bit(0).mux(self.less_unsigned, self.less_signed);
        let takes_a = less ^ operands.choice.bit(1);
        takes_a.mux(operands.a, operands.b)
    }

    /// The relation: bits 3:2 equal, less or less-or-equal, bit 1 its opposite, bit 0 unsigned.
    pub fn compare(&self, operands: &Operands<'m>) -> Signal<'m> {
        let choice = operands.choice;
        let less = choice.bit(0).mux(self.less_unsigned, self.less_signed);
        let relation = choice.bit(3).mux(less | self.equal, choice.bit(2).mux(less, self.equal));
        relation ^ choice.bit(1)
    }
}

/// Low or high word of the unsigned product of a and b, made that of signed words if wanted, or the
/// low word plus c.
pub fn product<'m>(operands: &Operands<'m>, product: Signal<'m>) -> Signal<'m> {
    let &Operands { a, b, c, choice } = operands;
    let is = |operation: Operation| is_choice(choice, operation);
    let accumulated = product.slice(0, 32) + (c & is(Operation::MultiplyAdd).repeat(32));
    // A negative operand counts as itself + 2^32 in the unsigned product: take the other operand
    // off the high word.
    let signed = is(Operation::MultiplyHigh(Signedness::Signed)).named("signed_product");
    let too_much =
        |operand: Signal<'m>, other: Signal<'m>| other & (signed & operand.bit(31)).repeat(32);
    let high = product.slice(32, 32) - too_much(a, b) - too_much(b, a);
    let takes_high =
        (signed | is(Operation::MultiplyHigh(Signedness::Unsigned))).named("takes_high");
    takes_high.mux(high, accumulated)
}
