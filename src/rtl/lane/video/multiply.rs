//! VMAD behind its sum: the sign, the shift and whether it clamps, all exact.

use super::operands::Operands;
use crate::isa::video_encoding::{
    A_SIGNED, B_SIGNED, NEGATES_C, NEGATES_PRODUCT, SATURATES, SHIFTS_BY_7, SHIFTS_BY_15,
};
use crate::rtl::gates::any_of;
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

/// VMAD's `sum` of 65 bits, of which the complement counts where the product is negated.
pub fn shifted<'m>(operands: &Operands<'m>, sum: Signal<'m>) -> Shifted<'m> {
    let &Operands { modifiers, .. } = operands;
    let negates_product = modifiers.get(NEGATES_PRODUCT);
    let signs = [A_SIGNED, B_SIGNED, NEGATES_PRODUCT, NEGATES_C].map(|field| modifiers.get(field));
    let is_signed = any_of(operands.m, signs).named("sum_is_signed");
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
