//! Sums, comparisons and products of a lane.

use super::operands::Operands;
use crate::hdl::{ModuleBuilder, Signal};
use crate::isa::{Operation, Signedness};
use crate::rtl::codes::is_choice;

/// One adder serves additions, subtractions, comparisons and extremes.
pub struct Sums<'m> {
    /// a + b, a - b or b - a, 32 bits, if the operation is one of them, else 0.
    pub sum: Signal<'m>,
    less_unsigned: Signal<'m>,
    less_signed: Signal<'m>,
    equal: Signal<'m>,
}

impl<'m> Sums<'m> {
    /// The sums of a and b if the operation `is_sum`; the complement of a + b for a `correction`.
    pub fn new(operands: &Operands<'m>, is_sum: Signal<'m>, correction: &Correction<'m>) -> Self {
        let &Operands { a, b, choice, .. } = operands;
        let corrects = (correction.takes_a & correction.takes_b).named("corrects_by_both");
        let adds = ((is_sum & is_choice(choice, Operation::Add)) | corrects).named("adds");
        let is_reversed = is_sum & is_choice(choice, Operation::SubtractReversed);
        let is_reversed = is_reversed.named("subtracts_reversed");
        // Everything but an addition subtracts: the complement of b and a carry in. The complement
        // of a - b - 1 is b - a.
        let carry_in = (!(adds | is_reversed)).named("subtracts");
        let right = b ^ (!adds).repeat(32);
        let total =
            (a.zero_extend(33) + right.zero_extend(33) + carry_in.zero_extend(33)).named("total");
        let complements = (is_reversed | corrects).named("complements_total");
        let less_unsigned = !total.bit(32);
        let signs_differ = a.bit(31) ^ b.bit(31);
        Self {
            sum: (total.slice(0, 32) ^ complements.repeat(32)) & (is_sum | corrects).repeat(32),
            less_unsigned: less_unsigned.named("less_unsigned"),
            less_signed: (less_unsigned ^ signs_differ).named("less_signed"),
            equal: a.equals(b).named("equal"),
        }
    }

    /// Whether a is the minimum or maximum, signed or unsigned: bit 0 of the choice says unsigned,
    /// bit 1 maximum.
    pub fn extreme_is_a(&self, operands: &Operands<'m>) -> Signal<'m> {
        let less = operands.choice.bit(0).mux(self.less_unsigned, self.less_signed);
        less ^ operands.choice.bit(1)
    }

    /// The relation: bits 3:2 equal, less or less-or-equal, bit 1 its opposite, bit 0 unsigned.
    pub fn compare(&self, operands: &Operands<'m>) -> Signal<'m> {
        let choice = operands.choice;
        let less = choice.bit(0).mux(self.less_unsigned, self.less_signed);
        let relation = choice.bit(3).mux(less | self.equal, choice.bit(2).mux(less, self.equal));
        relation ^ choice.bit(1)
    }
}

/// What the high word of an unsigned product has too much where the factors are signed: a negative
/// one counts as itself + 2^32, so the other factor is there once too often.
pub struct Correction<'m> {
    /// Too much by a, because b is negative.
    pub takes_a: Signal<'m>,
    /// Too much by b, because a is negative.
    pub takes_b: Signal<'m>,
}

impl<'m> Correction<'m> {
    pub fn new(operands: &Operands<'m>, is_product: Signal<'m>) -> Self {
        let &Operands { a, b, choice, .. } = operands;
        let high = Operation::MultiplyHigh(Signedness::Signed);
        let is_signed = (is_product & is_choice(choice, high)).named("signed_product");
        Self {
            takes_a: (is_signed & b.bit(31)).named("corrects_by_a"),
            takes_b: (is_signed & a.bit(31)).named("corrects_by_b"),
        }
    }
}

/// The unsigned product of two words, 64 bits: products of halves, each of which a DSP block takes,
/// and two additions, which a DSP block may have behind its multiplier.
pub fn product<'m>(m: &'m ModuleBuilder, a: Signal<'m>, b: Signal<'m>) -> Signal<'m> {
    let (a_low, a_high) = (a.slice(0, 16), a.slice(16, 16));
    let (b_low, b_high) = (b.slice(0, 16), b.slice(16, 16));
    let low = a_low.multiply(b_low).named("product_of_lows");
    let high = a_high.multiply(b_high).named("product_of_highs");
    let middle = a_low.multiply(b_high).named("product_of_low_high");
    let other_middle = a_high.multiply(b_low).named("product_of_high_low");
    let outer = m.concat(&[low.slice(16, 16), high]);
    let upper = (outer + middle.zero_extend(48)).named("product_without_high_low");
    m.concat(&[low.slice(0, 16), (upper + other_middle.zero_extend(48)).named("product_upper")])
        .named("product")
}
