//! Sums, comparisons and products of a lane.

use super::operands::Operands;
use super::video::{Layout, byte};
use crate::isa::{LaneOperation, Signedness};
use crate::rtl::codes::is_choice;
use crate::rtl::prelude::*;

/// Operation of the adder on a and b.
pub struct SumControl<'m> {
    /// The sum or its complement is a result.
    pub is_result: Signal<'m>,
    /// a + b. Everything else subtracts.
    pub adds: Signal<'m>,
    /// a - b - 1, whose complement is b - a.
    pub is_reversed: Signal<'m>,
    /// The complement is the result.
    pub complements: Signal<'m>,
    /// Whether the lowest bit takes a carry of its own, and that carry; of no bits without the
    /// feature `bits`.
    pub own_carry: [Signal<'m>; 2],
}

impl<'m> SumControl<'m> {
    /// Control for the integer operations: sums if the operation `is_sum`; the complement of a + b
    /// for a `correction` by both.
    pub fn new(operands: &Operands<'m>, is_sum: Signal<'m>, correction: &Correction<'m>) -> Self {
        let corrects = (correction.takes_a & correction.takes_b).named("corrects_by_both");
        let is = |operation: LaneOperation| is_sum & is_choice(operands.choice, operation);
        let is_reversed = is(LaneOperation::SubtractReversed).named("subtracts_reversed");
        let none = operands.a.builder().nothing();
        Self {
            is_result: (is_sum | corrects).named("gives_sum"),
            adds: is(LaneOperation::Add) | corrects,
            is_reversed,
            complements: (is_reversed | corrects).named("complements_total"),
            own_carry: [none; 2],
        }
    }

    /// The same with the sums of the feature `bits`: where it `adds_three` words, of which `negated` says a and b,
    /// and with the carry `q`.
    pub fn with_bits(
        self,
        operands: &Operands<'m>,
        [is_sum, adds_three]: [Signal<'m>; 2],
        negated: [Signal<'m>; 2],
        q: Signal<'m>,
    ) -> Self {
        let is = |operation: LaneOperation| is_sum & is_choice(operands.choice, operation);
        let [of_a, of_b] = negated;
        let takes_carry = (is_sum & operands.choice.bit(2)).named("takes_carry");
        let is_borrow = is(LaneOperation::SubtractBorrow).named("takes_borrow");
        let is_reversed = self.is_reversed | (adds_three & of_a & !of_b);
        let reverses = is(LaneOperation::SubtractBorrowReversed).named("borrows_reversed");
        let same_sign = (adds_three & !(of_a ^ of_b)).named("adds_same_sign");
        let adds = is(LaneOperation::AddCarry) | same_sign;
        let why =
            "a - b - borrow is a + not b + not borrow; of the reversed one the complement counts.";
        Self {
            is_result: self.is_result,
            adds: self.adds | adds.named("adds_bits"),
            is_reversed: is_reversed.named("starts_at_zero"),
            complements: (self.complements | reverses | (adds_three & of_a))
                .named("complements_sum"),
            own_carry: [takes_carry, (q ^ is_borrow).named("own_carry").because(why)],
        }
    }
}

/// One adder serves additions, subtractions, comparisons and extremes.
pub struct Sums<'m> {
    /// a + b, a - b or a - b - 1, 32 bits.
    pub total: Signal<'m>,
    /// The carries out of the bytes where they are video elements.
    pub carries: Signal<'m>,
    /// For each byte whether it is the same in a and b.
    pub equal: Signal<'m>,
    /// a is less than b, if it is subtracted.
    pub less_unsigned: Signal<'m>,
    less_signed: Signal<'m>,
}

impl<'m> Sums<'m> {
    pub fn new(
        m: &'m Builder,
        operands: &Operands<'m>,
        control: &SumControl<'m>,
        layout: Option<Layout<'m>>,
    ) -> Self {
        let &Operands { a, b, .. } = operands;
        let right = (b ^ (!control.adds.named("adds")).repeat(32)).named("right");
        let mut carry_in = (!(control.adds | control.is_reversed)).named("subtracts");
        let [takes_own, own] = control.own_carry;
        if takes_own.width() > 0 {
            carry_in = takes_own.mux(own, carry_in).named("first_carry");
        }
        let (total, carries) = match layout {
            Some(layout) => {
                let sum = layout.sum("total", a, right, [carry_in; 4]);
                (sum.word, m.concat(&sum.carries))
            }
            None => {
                let sum = a.zero_extend(33) + right.zero_extend(33) + carry_in.zero_extend(33);
                let sum = sum.named("total");
                (sum.slice(0, 32), sum.bit(32))
            }
        };
        let less_unsigned = (!carries.bit(carries.width() - 1))
            .named("less_unsigned")
            .because("A subtraction without a last carry has borrowed: a is below b.");
        let signs_differ = a.bit(31) ^ b.bit(31);
        let equal: [Signal; 4] =
            std::array::from_fn(|number| byte(a, number).equals(byte(b, number)));
        Self {
            total,
            carries,
            equal: m.concat(&equal).named("equal"),
            less_unsigned,
            less_signed: (less_unsigned ^ signs_differ).named("less_signed"),
        }
    }

    /// The predicate of a sum with a carry: the carry, or the borrow of ISUB.BB.
    pub fn carry_out(&self, operands: &Operands<'m>) -> Signal<'m> {
        let is_borrow = is_choice(operands.choice, LaneOperation::SubtractBorrow);
        (!self.less_unsigned ^ is_borrow) & operands.choice.bit(2)
    }

    /// Whether a is the minimum or maximum, signed or unsigned: bit 0 of the choice says unsigned,
    /// bit 1 maximum.
    pub fn extreme_is_a(&self, operands: &Operands<'m>) -> Signal<'m> {
        let less = operands.choice.bit(0).mux(self.less_unsigned, self.less_signed);
        less ^ operands.choice.bit(1)
    }

    /// The relation: bits 3:2 equal, less or less-or-equal, bit 1 its opposite, bit 0 unsigned.
    pub fn compare(&self, operands: &Operands<'m>) -> Signal<'m> {
        let (choice, equal) = (operands.choice, self.equal.all());
        let less = choice.bit(0).mux(self.less_unsigned, self.less_signed).named("is_less");
        let relation = choice.bit(3).mux(less | equal, choice.bit(2).mux(less, equal));
        relation.named("relation_holds") ^ choice.bit(1)
    }
}

/// Whether the product is one of signed words.
pub fn is_signed_product<'m>(is_product: Signal<'m>, choice: Signal<'m>) -> Signal<'m> {
    let high = LaneOperation::MultiplyHigh(Signedness::Signed);
    (is_product & is_choice(choice, high)).named("signed_product")
}

/// Excess in the high word of an unsigned product where the factors are signed: a negative one
/// counts as itself + 2^32, so the other factor is there once too often.
pub struct Correction<'m> {
    /// Too much by a, because b is negative.
    pub takes_a: Signal<'m>,
    /// Too much by b, because a is negative.
    pub takes_b: Signal<'m>,
}

impl<'m> Correction<'m> {
    /// That of a product that knows its factors' signs.
    pub fn none(m: &'m Builder) -> Self {
        let no = m.constant(1, 0);
        Self { takes_a: no, takes_b: no }
    }

    pub fn new(operands: &Operands<'m>, is_product: Signal<'m>) -> Self {
        let &Operands { a, b, choice, .. } = operands;
        let is_signed = is_signed_product(is_product, choice)
            .because("A negative factor counts as itself + 2^32 in an unsigned product.");
        Self {
            takes_a: (is_signed & b.bit(31)).named("corrects_by_a"),
            takes_b: (is_signed & a.bit(31)).named("corrects_by_b"),
        }
    }
}

/// x * y + addend in 65 bits of two's complement, of words with their `signs` above them and an addend of
/// 34 bits.
///
/// Each product of halves takes up the sum of all below it, as a DSP block does behind its multiplier; nothing
/// is left to do beside the blocks.
pub fn multiply_add<'m>(
    m: &'m Builder,
    words: [Signal<'m>; 2],
    signs: [Signal<'m>; 2],
    addend: Signal<'m>,
) -> Signal<'m> {
    let half = |factor: usize, low: usize, above: Signal<'m>| {
        let name = [["x_low", "x_high"], ["y_low", "y_high"]][factor][low / 16];
        m.concat(&[words[factor].slice(low, 16), above]).named(name)
    };
    let [x_low, y_low] = [0, 1].map(|factor| half(factor, 0, m.constant(1, 0)));
    let [x_high, y_high] = [0, 1].map(|factor| half(factor, 16, signs[factor]));
    let product = |name: &str, x: Signal<'m>, y: Signal<'m>| {
        x.multiply_signed(y).named(&format!("product_of_{name}"))
    };
    let above = |sum: Signal<'m>| sum.slice(16, sum.width() - 16).sign_extend(34);
    let why = "Each product of halves takes up what is below it, as DSP blocks do.";
    let low = (product("lows", x_low, y_low) + addend).named("sum_from_lows").because(why);
    let middle = (product("low_high", x_low, y_high) + above(low)).named("sum_to_low_high");
    let other = product("high_low", x_high, y_low).sign_extend(35);
    let middle = (other + middle.sign_extend(35)).named("sum_to_high_low");
    let high = product("highs", x_high, y_high) + above(middle);
    let high = high.named("sum_to_highs").partly_read();
    m.concat(&[low.slice(0, 16), middle.slice(0, 16), high.slice(0, 33)]).named("sum_with_product")
}

/// The unsigned product of two numbers of as many bits: products of halves, each of which a DSP block
/// takes, and two additions, which a DSP block may have behind its multiplier.
pub fn product<'m>(m: &'m Builder, a: Signal<'m>, b: Signal<'m>) -> Signal<'m> {
    let half = a.width() / 2;
    let [[a_low, a_high], [b_low, b_high]] =
        [a, b].map(|factor| [factor.slice(0, half), factor.slice(half, half)]);
    let low = a_low
        .multiply(b_low)
        .named("product_of_lows")
        .because("Products of halves fit DSP blocks, the additions behind them too.");
    let high = a_high.multiply(b_high).named("product_of_highs");
    let middle = a_low.multiply(b_high).named("product_of_low_high");
    let other_middle = a_high.multiply(b_low).named("product_of_high_low");
    let outer = m.concat(&[low.slice(half, half), high]);
    let upper = (outer + middle.zero_extend(3 * half)).named("product_without_high_low");
    let upper = (upper + other_middle.zero_extend(3 * half)).named("product_upper");
    m.concat(&[low.slice(0, half), upper]).named("product")
}
