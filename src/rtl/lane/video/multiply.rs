//! VMAD behind the multiplication: signs, the addition of c, the shift and the clamp, all exact.

use super::operands::Operands;
use crate::hdl::Signal;
use crate::isa::video_encoding::{
    A_SIGNED, ADDS_ONE, B_SIGNED, NEGATES_C, NEGATES_PRODUCT, SATURATES, SHIFTS_BY_7, SHIFTS_BY_15,
};

/// Bits of the exact sum: the product of two 33-bit numbers, and what c adds to it does not reach
/// another bit.
const SUM: usize = 66;

/// The word of VMAD, from the product of x and y as unsigned words.
pub fn multiply_add<'m>(operands: &Operands<'m>, product: Signal<'m>) -> Signal<'m> {
    let &Operands { m, modifiers, x, y, .. } = operands;
    let negates_product = modifiers.get(NEGATES_PRODUCT);
    let negates_c = modifiers.get(NEGATES_C);
    let signed_source = modifiers.get(A_SIGNED) | modifiers.get(B_SIGNED);
    let is_signed = (signed_source | negates_product | negates_c).named("sum_is_signed");

    // A negative factor counts as itself + 2^32 in the unsigned product: take the other off the
    // upper part.
    let (x_sign, y_sign) = (operands.x_signs.bit(3), operands.y_signs.bit(3));
    let too_much =
        |other: Signal<'m>, sign: Signal<'m>| (other & sign.repeat(32)).zero_extend(SUM - 32);
    let both = m.concat(&[m.constant(32, 0), x_sign & y_sign, m.constant(1, 0)]);
    let high = product.slice(32, 32).zero_extend(SUM - 32) + both
        - too_much(y, x_sign)
        - too_much(x, y_sign);
    let exact = m.concat(&[product.slice(0, 32), high]).named("exact_product");

    let c = m.concat(&[operands.c, (operands.c.bit(31) & is_signed).repeat(2)]);
    let addend = ((c ^ negates_c.repeat(34)) + negates_c.zero_extend(34)).named("signed_c");
    let one = (negates_product | modifiers.get(ADDS_ONE)).zero_extend(SUM);
    let sum = ((exact ^ negates_product.repeat(SUM)) + addend.sign_extend(SUM) + one).named("sum");

    let by = |places: usize| sum.slice(places, SUM - places).sign_extend(SUM);
    let by_15 = modifiers.get(SHIFTS_BY_15);
    let shifted =
        by_15.mux(by(15), modifiers.get(SHIFTS_BY_7).mux(by(7), sum)).named("shifted_sum");
    let (word, above) = (shifted.slice(0, 32), shifted.slice(32, SUM - 32));
    let any_above = above.any().named("sum_any_above");
    let outside = is_signed.mux(word.bit(31).mux(!above.all(), any_above), any_above);
    let negative = shifted.bit(SUM - 1);
    let limit = m.concat(&[(!negative).repeat(31), !negative ^ is_signed]);
    (modifiers.get(SATURATES) & outside).named("clamps_sum").mux(limit, word)
}
