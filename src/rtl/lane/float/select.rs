//! Results that need no sum: comparisons, extremes, integers, NaN and infinity.

use super::parts::{INFINITY, NAN, Number, Operands};
use crate::isa::FloatOperation;
use crate::rtl::prelude::*;

/// The terms of x * y + z.
pub struct Terms<'m> {
    pub x: Number<Signal<'m>>,
    pub y: Number<Signal<'m>>,
    pub z: Number<Signal<'m>>,
    pub product_sign: Signal<'m>,
}

/// The result of terms that are not all finite, and whether one of them is not finite.
pub fn special<'m>(m: &'m Builder, terms: &Terms<'m>) -> (Signal<'m>, Signal<'m>) {
    let Terms { x, y, z, product_sign } = terms;
    let infinite_product = (x.is_infinite | y.is_infinite).named("infinite_product");
    let no_product = (x.is_infinite & y.is_zero) | (y.is_infinite & x.is_zero);
    let no_sum = infinite_product & z.is_infinite & (*product_sign ^ z.sign);
    let is_nan = (x.is_nan | y.is_nan | z.is_nan | no_product | no_sum).named("is_nan");
    let sign = z.is_infinite.mux(z.sign, *product_sign);
    let infinity = m.concat(&[m.constant(31, INFINITY), sign]);
    (is_nan.mux(m.constant(32, NAN), infinity), is_nan | infinite_product | z.is_infinite)
}

/// The smaller or the larger of a and b, and whether they stand in the relation of the choice.
///
/// With the complement of negative numbers and a one before the others, words are in the order of
/// the numbers, -0 just below +0. The relation's digit says for which of four outcomes it holds.
pub fn compare<'m>(operands: &Operands<'m>) -> (Signal<'m>, Signal<'m>) {
    let Operands { m, a, b, choice, .. } = operands;
    let rank = |number: &Number<Signal<'m>>| {
        m.concat(&[number.word.slice(0, 31) ^ number.sign.repeat(31), !number.sign])
    };
    let is_below = rank(a).named("a_rank").less_than(rank(b).named("b_rank")).named("is_below");
    let takes_a = b.is_nan | (!a.is_nan & (is_below ^ operands.is(FloatOperation::Maximum)));
    let extreme = (a.is_nan & b.is_nan)
        .mux(m.constant(32, NAN), takes_a.mux(a.word, b.word))
        .named("extreme");

    let equal = (a.word.equals(b.word)
        | (a.is_zero.named("a_is_zero") & b.is_zero.named("b_is_zero")))
    .named("are_equal");
    let less = (is_below & !equal).named("is_less");
    let greater = (!is_below & !equal).named("is_greater");
    let holds = (greater & choice.bit(0)) | (equal & choice.bit(1)) | (less & choice.bit(2));
    let holds = holds.named("holds_for_numbers");
    (extreme, (a.is_nan | b.is_nan).mux(choice.bit(3), holds).named("relation_holds"))
}

/// The integer of a number whose 32 bits above the point are `magnitude`, unless it is too large.
pub fn to_integer<'m>(
    m: &'m Builder,
    number: &Number<Signal<'m>>,
    is_signed: Signal<'m>,
    magnitude: Signal<'m>,
    is_too_large: Signal<'m>,
) -> Signal<'m> {
    let sign = number.sign;
    let saturates = (is_too_large | (is_signed & magnitude.bit(31))).named("saturates");
    let limit = m.concat(&[(!sign).repeat(31), sign | !is_signed]);
    let integer = (magnitude ^ sign.repeat(32)) + sign.zero_extend(32);
    let is_zero = (number.is_nan | (sign & !is_signed)).named("converts_to_zero");
    let nearest = saturates.mux(limit, integer).named("nearest_integer");
    (nearest & (!is_zero).repeat(32)).named("converted")
}
