//! Signals between the parts of the float unit.

use crate::isa::FloatOperation;
use crate::rtl::codes::is_choice;
use crate::rtl::prelude::*;

/// Bits of a significand with its leading one.
pub const SIGNIFICAND: usize = 24;
/// Bits of the frame.
pub const FRAME: usize = 77;
/// Where the product's lowest bit lies in the frame: two bits for rounding below it, and the sticky
/// bit.
pub const PRODUCT_LOW: usize = 3;
/// Bits of the frame up to the product's highest.
pub const LOW: usize = PRODUCT_LOW + 2 * SIGNIFICAND;
/// Where the lowest bit of an integer that is converted lies in the frame: its highest is the
/// product's.
pub const INTEGER_LOW: usize = LOW - 32;

pub const NAN: u128 = 0x7fff_ffff;
/// The sign left out.
pub const INFINITY: u128 = 0x7f80_0000;

record! {
    /// Signals that are known before the addition and needed behind it.
    pub struct Carried {
        product_sign;
        addend_sign;
        /// Exponent of the frame's top bit, less one, 9 bits: places by which a sum may move up.
        room;
        /// The result where it needs no sum, else 0.
        ready_word;
        /// The result is made from the sum.
        takes_sum;
        /// The result is the integer in the sum.
        gives_integer;
    }
}

record! {
    /// Before the addition.
    pub struct Aligned {
        /// 48 bits.
        product;
        /// The frame.
        addend;
        subtracts;
        /// An integer is converted: nothing is added, and a negative addend is negated.
        converts;
        carried: Carried;
        /// The result is operand a, or b, with the sign that its modifier gives it.
        takes_a;
        takes_b;
        changes_sign;
        comparison;
    }
}

ports! {
    /// The result is word + exponent * 2^23 + rounds_up, plus a or b where that is taken; its sign is changed
    /// at the end.
    pub struct Outputs() {
        word: [32] "sign and significand of a sum, or a result that needs no rounding; else 0";
        exponent: [8] "exponent of a sum, less one";
        rounds_up: [1] "the sum is rounded away from zero";
        takes_a: [1] "the result is operand a";
        takes_b: [1] "the result is operand b";
        changes_sign: [1] "the operand that is taken has another sign, by its modifier";
        comparison: [1] "the relation of a comparison holds";
    }
}

pub struct Operands<'m> {
    pub m: &'m Builder,
    pub choice: Signal<'m>,
    /// Operand a as I2F reads it.
    pub integer: Signal<'m>,
    pub a: Number<Signal<'m>>,
    pub b: Number<Signal<'m>>,
    pub c: Number<Signal<'m>>,
    /// How the magnitudes of a and b compare.
    pub magnitude_is_less: Signal<'m>,
    pub magnitude_is_same: Signal<'m>,
    /// The operation is one of floats with a word as its result.
    pub gives_word: Signal<'m>,
}

impl<'m> Operands<'m> {
    pub fn is(&self, operation: FloatOperation) -> Signal<'m> {
        is_choice(self.choice, operation)
    }
}

record! {
    /// A float and what its fields say.
    pub struct Number {
        sign;
        /// The sign is another one than that of the operand.
        has_new_sign;
        /// Biased by 127, 8 bits; 1 for a subnormal number, whose last place is that of the
        /// smallest normal ones.
        exponent;
        /// 24 bits.
        significand;
        is_zero;
        is_infinite;
        is_nan;
    }
}

/// The float `word` behind its modifier: bit 0 negates, bit 1 takes the absolute value, which goes before.
pub fn number<'m>(
    m: &'m Builder,
    name: &str,
    word: Signal<'m>,
    modifier: Signal<'m>,
) -> Number<Signal<'m>> {
    let sign = (word.bit(31) & !modifier.bit(1)) ^ modifier.bit(0);
    let sign = sign.named(&format!("sign_of_{name}"));
    let (fraction, field) = (word.slice(0, SIGNIFICAND - 1), word.slice(SIGNIFICAND - 1, 8));
    let is_subnormal = field.is(0).named(&format!("{name}_is_subnormal"));
    let is_special = field.all().named(&format!("{name}_is_special"));
    let has_fraction = fraction.any().named(&format!("{name}_has_fraction"));
    Number {
        sign,
        has_new_sign: sign ^ word.bit(31),
        exponent: m
            .concat(&[field.bit(0) | is_subnormal, field.slice(1, 7)])
            .named(&format!("{name}_exponent")),
        significand: m.concat(&[fraction, !is_subnormal]).named(&format!("{name}_significand")),
        is_zero: is_subnormal & !has_fraction,
        is_infinite: (is_special & !has_fraction).named(&format!("{name}_is_infinite")),
        is_nan: (is_special & has_fraction).named(&format!("{name}_is_nan")),
    }
}
