//! VMAD behind the multiplication: signs, the addition of c, the shift and whether it clamps, all
//! exact.

use super::operands::Operands;
use crate::isa::video_encoding::{
    A_SIGNED, ADDS_ONE, B_SIGNED, NEGATES_C, NEGATES_PRODUCT, SATURATES, SHIFTS_BY_7, SHIFTS_BY_15,
};
use crate::rtl::prelude::*;

/// The sum behind the shift, as VMAD takes it.
pub struct Shifted<'m> {
    /// Its low 32 bits.
    pub word: Signal<'m>,
    /// The sum is outside of the range of a word, and `.SAT`.
    pub clamps: Signal<'m>,
    pub is_negative: Signal<'m>,
    pub is_signed: Signal<'m>,
}

/// VMAD's sum, from the product of x and y as unsigned words, and c or -c; the signed product is less
/// by `too_much` in its high word.
pub fn multiply_add<'m>(
    operands: &Operands<'m>,
    [product, signed_c]: [Signal<'m>; 2],
    too_much: Signal<'m>,
) -> Shifted<'m> {
    let &Operands { m, modifiers, .. } = operands;
    let negates_product = modifiers.get(NEGATES_PRODUCT);
    let negates_c = modifiers.get(NEGATES_C);
    let signed_source = (modifiers.get(A_SIGNED) | modifiers.get(B_SIGNED)).named("signed_source");
    let is_signed = (signed_source | negates_product | negates_c).named("sum_is_signed");

    let top = operands.c.bit(31);
    let sign = negates_c.mux(signed_c.bit(31) & !top, top & is_signed).named("sign_of_c");
    let addend = (m.concat(&[signed_c, sign]) ^ negates_product.repeat(33)).named("added_c");
    let high = (product.slice(32, 32) - too_much).named("exact_product_high");
    let sign = high.bit(31) & signed_source;
    let exact = m.concat(&[product.slice(0, 32), high, sign]).named("exact_product");
    let one = (modifiers.get(ADDS_ONE) & !negates_product).zero_extend(65);
    let sum = (exact + addend.sign_extend(65) + one)
        .named("sum")
        .because("p + ~c, complemented, is c - p: one adder does both.");
    let sign = sum.bit(64);
    let is_negative = (sign ^ negates_product).named("sum_is_negative");

    let by_15 = modifiers.get(SHIFTS_BY_15);
    let by_7 = modifiers.get(SHIFTS_BY_7) & !by_15;
    let by = |places: usize| sum.slice(places, 32);
    let shifted = by_15.mux(by(15), by_7.named("shifts_by_7").mux(by(7), by(0)));
    let shifted = shifted.named("moved_sum");
    let word = (shifted ^ negates_product.repeat(32)).named("shifted_sum");
    let parts = [sum.slice(32, 7), sum.slice(39, 8), sum.slice(47, 17)];
    let [(low_any, low_all), (middle_any, middle_all), (high_any, high_all)] =
        parts.map(|part| (part.any(), part.all()));
    let (below_15, unshifted) = (!by_15, !(by_15 | by_7));
    let any = (sign | high_any | (middle_any & below_15) | (low_any & unshifted)).named("any_one");
    let all = sign & high_all & (middle_all | by_15) & (low_all | !unshifted);
    let all = all.named("all_ones");
    let all_above = negates_product
        .mux(!any, all)
        .named("sum_all_above")
        .because("Bits above the word depend on the shift; the sign is above all.");
    let any_above = negates_product.mux(!all, any).named("sum_any_above");
    let outside = is_signed.mux(word.bit(31).mux(!all_above, any_above), any_above);
    let outside = outside.named("sum_outside");
    Shifted {
        word,
        clamps: (modifiers.get(SATURATES) & outside).named("clamps_sum"),
        is_negative,
        is_signed,
    }
}
