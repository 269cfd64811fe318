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

/// Which result is wanted that is no float made from the sum.
pub struct Ready<'m> {
    pub is_extreme: Signal<'m>,
    /// The extreme is a, else b.
    pub takes_a: Signal<'m>,
    pub from_integer: Signal<'m>,
    pub to_integer: Signal<'m>,
    /// The integer is signed.
    pub signed_result: Signal<'m>,
    /// The integer does not fit.
    pub saturates: Signal<'m>,
}

/// The result that is no float made from the sum.
pub struct Selected<'m> {
    /// 0 where the sum has an integer, or the result is made from the sum.
    pub word: Signal<'m>,
    /// The result is a, b.
    pub takes: [Signal<'m>; 2],
    /// The operand that is taken has a new sign.
    pub changes_sign: Signal<'m>,
    /// The result is a float made from the sum.
    pub takes_sum: Signal<'m>,
    /// The result is the integer in the sum.
    pub gives_integer: Signal<'m>,
}

impl<'m> Ready<'m> {
    pub fn select(&self, operands: &Operands<'m>, terms: &Terms<'m>) -> Selected<'m> {
        let &Self { takes_a, signed_result, saturates, .. } = self;
        let Operands { m, a, b, gives_word, .. } = operands;
        let is_extreme = (self.is_extreme & *gives_word).named("gives_extreme");
        let to_integer = (self.to_integer & *gives_word).named("wants_integer");
        let Terms { x, y, z, product_sign } = terms;
        let infinite_product = (x.is_infinite | y.is_infinite).named("infinite_product");
        let no_product = (x.is_infinite & y.is_zero) | (y.is_infinite & x.is_zero);
        let no_sum = infinite_product & z.is_infinite & (*product_sign ^ z.sign);
        let is_nan = (x.is_nan | y.is_nan | z.is_nan | no_product | no_sum).named("is_nan");
        let is_special = (is_nan | infinite_product | z.is_infinite)
            .named("is_special")
            .because("The terms are not all finite.");

        let is_zero = (z.is_nan | (z.sign & !signed_result)).named("converts_to_zero");
        let limits = (to_integer & saturates & !is_zero).named("limits");
        let no_extreme = (a.is_nan & b.is_nan).named("no_extreme");
        let sums = (*gives_word & !(to_integer | is_extreme)).named("sums");
        let of_terms = (sums & !self.from_integer & is_special).named("of_special_terms");
        let takes_a = (is_extreme & takes_a & !no_extreme).named("takes_a");
        let takes_b = (is_extreme & !self.takes_a & !no_extreme).named("takes_b");
        let gives_nan = (of_terms & is_nan) | (is_extreme & no_extreme) | (limits & !z.sign);
        let gives_nan = gives_nan.named("gives_nan").because("NaN is the largest integer too.");
        let gives_infinity = (of_terms & !is_nan).named("gives_infinity");
        let sign = z.is_infinite.mux(z.sign, *product_sign);
        let top = (gives_infinity & sign) | (limits & (z.sign | !signed_result));
        let low = (m.constant(31, NAN) & gives_nan.repeat(31))
            | (m.constant(31, INFINITY) & gives_infinity.repeat(31));
        let changes_sign = (takes_a & a.has_new_sign) | (takes_b & b.has_new_sign);
        Selected {
            word: m.concat(&[low, top.named("top")]).named("ready_word"),
            takes: [takes_a, takes_b],
            changes_sign,
            takes_sum: (sums & !of_terms).named("takes_sum"),
            gives_integer: (to_integer & !saturates & !is_zero).named("gives_integer"),
        }
    }
}

/// Whether the smaller or the larger of a and b is a, and whether they stand in the relation of the
/// choice.
///
/// The magnitudes decide between numbers with one sign, and -0 is just below +0. The relation's digit says for
/// which of four outcomes it holds.
pub fn compare<'m>(operands: &Operands<'m>) -> (Signal<'m>, Signal<'m>) {
    let &Operands { a, b, choice, magnitude_is_less: is_less, magnitude_is_same: is_same, .. } =
        operands;
    let signs_differ = (a.sign ^ b.sign).named("signs_differ");
    let below = a.sign.mux(!(is_less | is_same), is_less).named("is_below_of_one_sign");
    let is_below = signs_differ.mux(a.sign, below).named("is_below");
    let takes_a = b.is_nan | (!a.is_nan & (is_below ^ operands.is(FloatOperation::Maximum)));

    let are_zero = (a.is_zero & is_same).named("are_zero");
    let equal = (are_zero | (is_same & !signs_differ)).named("are_equal");
    let less = (is_below & !equal).named("is_less");
    let greater = (!is_below & !equal).named("is_greater");
    let holds = (greater & choice.bit(0)) | (equal & choice.bit(1)) | (less & choice.bit(2));
    let holds = holds.named("holds_for_numbers");
    let relation = (a.is_nan | b.is_nan).mux(choice.bit(3), holds).named("relation_holds");
    (takes_a.named("extreme_is_a"), relation)
}
