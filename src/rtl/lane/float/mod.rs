//! Float unit: binary32 with round to nearest even, subnormals and one rounding in FFMA (ISA.md section 4).
//!
//! ```text
//!                     ┌────────────────┐
//!  choice ───────────►│                │
//!  a, b, c ──────────►│ lanebeat_float │──► result      32 bits
//!  modifiers ────────►│                │──► comparison   1 bit
//!                     └────────────────┘
//!
//!   x = a     y = b | 1 | 0     z = ±b | c | -0 | a | -2^31
//!     └──┬──────┘                 │
//!    multiply 24 x 24           align: shift right, lost bits to one sticky bit ──► F2I
//!        └────────────┬───────────┘◄── the integer of I2F
//! ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ┼ ─ ─ ─ ─ ─ ─   cut 1
//!                    add
//! ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ┼ ─ ─ ─ ─ ─ ─   cut 2
//!          magnitude, leading zeros
//! ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ┼ ─ ─ ─ ─ ─ ─   cut 3
//!           normalise, round, pack
//! ```
//!
//! One fused multiply-add x*y + z serves all arithmetic: FADD is a*1 + b and FMUL is a*b + -0, which changes no product,
//! not even a zero's sign. F2I borrows the aligner, I2F everything behind it. Comparisons, extremes, F2I, NaN and infinity
//! are ready before cut 1 and travel beside the sum as `ready_word`. `alu_stages` puts registers at the cuts.
//!
//! **The frame** is the window of 77 bits in which the addition happens:
//!
//! ```text
//!  bit 76            53 52 51 50                         3  2  1  0
//!      [ z, 24 bits    ] 0  0 [ product, 48 bits          ] 0  0  sticky
//! ```
//!
//! z starts at the top and moves right by the distance of the exponents. Where even there it is too small, that is where z
//! is more than two places above the product, it stays: the product is then less than a quarter of z's last place
//! and its true position does not matter to the rounding (beside z = 0, which has exponent 1, it rounds to 0). z's bits that fall off the bottom only matter as one sticky bit:
//! then z is below bit 24 and the product, which has a one at bit 26 or above (with two subnormal factors z never moves so
//! far), keeps its leading one at bit 25 or above, so the 24 bits of the result and its guard bit are all in the frame.
//! A product of zero would have no leading one; beside it z stays at the top.
//!
//! **Cost**: docs/measure/area.md; most of it is the 24 x 24 multiplier and the shifters.

mod align;
mod round;
mod select;

use std::sync::Arc;

use super::bit_fields::leading_zeros;
use crate::config::Config;
use crate::hdl::{Module, ModuleBuilder, Signal};
use crate::isa::Operation;
use crate::isa::encoding::{MODIFIERS_A_B, MODIFIERS_C};
use crate::rtl::bundle::bundle;
use crate::rtl::schedule::float_stages;

/// Bits of a significand, its leading one included.
const SIGNIFICAND: usize = 24;
/// Bits of the frame.
const FRAME: usize = 77;
/// Where the product's lowest bit lies in the frame: two bits for rounding below it, and the sticky bit.
const PRODUCT_LOW: usize = 3;

const NAN: u128 = 0x7fff_ffff;
/// The sign left out.
const INFINITY: u128 = 0x7f80_0000;

bundle! {
    /// Before the addition.
    Aligned {
        /// 48 bits.
        product,
        /// The frame and a sign bit above it; complemented where it is subtracted.
        addend,
        subtracts, product_sign, addend_sign,
        /// Exponent of the frame's top bit, 9 bits, at least 1.
        top_exponent,
        /// The result where it does not come from the sum.
        ready_word,
        is_ready, comparison,
    }
}

bundle! {
    /// After the addition.
    Summed {
        /// The frame and a sign bit above it.
        sum,
        product_sign, addend_sign, top_exponent, ready_word, is_ready, comparison,
    }
}

bundle! {
    /// With the place of the leading one.
    Measured {
        /// The frame.
        magnitude,
        /// Leading zeros of the magnitude, 7 bits.
        zeros,
        is_zero, sign, top_exponent, ready_word, is_ready, comparison,
    }
}

/// Builds the float unit.
pub fn float(config: &Config) -> Arc<Module> {
    let builder = ModuleBuilder::new("lanebeat_float", "Float arithmetic, comparison and conversion of one lane.");
    let m = &builder;
    let choice = m.input("choice", 4, "lower digit of the opcode");
    let modifiers = m.input("modifiers", MODIFIERS_A_B.width + MODIFIERS_C.width, "negation and absolute value of a, b, c");
    let [integer, b, c] = ["a", "b", "c"].map(|name| m.input(name, 32, &format!("operand {name}, before its modifier")));
    let number = |name: &str, word, place: usize| Number::new(m, name, modified(m, word, modifiers.slice(2 * place, 2)));
    let operands = Operands { m, choice, integer, a: number("a", integer, 0), b: number("b", b, 1), c: number("c", c, 2) };

    let cut = |number: usize| number <= float_stages(config);
    let aligned = align::align(&operands);
    let aligned = if cut(1) { aligned.registered(m, "aligned", None) } else { aligned };
    let summed = add(m, &aligned);
    let summed = if cut(2) { summed.registered(m, "summed", None) } else { summed };
    let measured = measure(m, &summed);
    let measured = if cut(3) { measured.registered(m, "measured", None) } else { measured };
    m.output("result", round::round(m, &measured), "word for the destination register");
    m.output("comparison", measured.comparison(), "whether the relation holds");
    builder.finish()
}

/// Negation is bit 0 of the modifier, the absolute value, which goes before it, bit 1.
fn modified<'m>(m: &'m ModuleBuilder, word: Signal<'m>, modifier: Signal<'m>) -> Signal<'m> {
    let sign = (word.bit(31) & !modifier.bit(1)) ^ modifier.bit(0);
    m.concat(&[word.slice(0, 31), sign])
}

#[derive(Clone, Copy)]
struct Operands<'m> {
    m: &'m ModuleBuilder,
    choice: Signal<'m>,
    /// Operand a as I2F reads it.
    integer: Signal<'m>,
    a: Number<'m>,
    b: Number<'m>,
    c: Number<'m>,
}

impl<'m> Operands<'m> {
    fn is(&self, operation: Operation) -> Signal<'m> {
        self.choice.is((operation.opcode() & 15).into())
    }
}

/// A float and what its fields say.
#[derive(Clone, Copy)]
struct Number<'m> {
    word: Signal<'m>,
    sign: Signal<'m>,
    /// Biased by 127, 8 bits; 1 for a subnormal number, whose last place is that of the smallest normal ones.
    exponent: Signal<'m>,
    /// 24 bits.
    significand: Signal<'m>,
    is_zero: Signal<'m>,
    is_infinite: Signal<'m>,
    is_nan: Signal<'m>,
}

impl<'m> Number<'m> {
    fn new(m: &'m ModuleBuilder, name: &str, word: Signal<'m>) -> Self {
        let word = word.named(&format!("modified_{name}"));
        let (fraction, field) = (word.slice(0, SIGNIFICAND - 1), word.slice(SIGNIFICAND - 1, 8));
        let is_subnormal = field.is(0).named(&format!("{name}_is_subnormal"));
        let is_special = field.all().named(&format!("{name}_is_special"));
        let has_fraction = fraction.any().named(&format!("{name}_has_fraction"));
        Self {
            word,
            sign: word.bit(31),
            exponent: m.concat(&[field.bit(0) | is_subnormal, field.slice(1, 7)]).named(&format!("{name}_exponent")),
            significand: m.concat(&[fraction, !is_subnormal]).named(&format!("{name}_significand")),
            is_zero: is_subnormal & !has_fraction,
            is_infinite: (is_special & !has_fraction).named(&format!("{name}_is_infinite")),
            is_nan: (is_special & has_fraction).named(&format!("{name}_is_nan")),
        }
    }

    /// This number where `condition` holds, else `other`.
    fn or_else(self, condition: Signal<'m>, other: Self) -> Self {
        let choose = |own: Signal<'m>, others: Signal<'m>| condition.mux(own, others);
        Self {
            word: choose(self.word, other.word),
            sign: choose(self.sign, other.sign),
            exponent: choose(self.exponent, other.exponent),
            significand: choose(self.significand, other.significand),
            is_zero: choose(self.is_zero, other.is_zero),
            is_infinite: choose(self.is_infinite, other.is_infinite),
            is_nan: choose(self.is_nan, other.is_nan),
        }
    }
}

/// One adder: the addend comes complemented where it is subtracted and lacks the one that makes it a two's complement.
fn add<'m>(m: &'m ModuleBuilder, aligned: &Aligned<'m>) -> Summed<'m> {
    let product = m.concat(&[m.constant(PRODUCT_LOW, 0), aligned.product()]).zero_extend(FRAME + 1);
    let carry_in = aligned.subtracts().zero_extend(FRAME + 1);
    Summed {
        sum: Some((product + aligned.addend() + carry_in).named("sum")),
        product_sign: aligned.product_sign,
        addend_sign: aligned.addend_sign,
        top_exponent: aligned.top_exponent,
        ready_word: aligned.ready_word,
        is_ready: aligned.is_ready,
        comparison: aligned.comparison,
    }
}

/// The sum as sign and magnitude. A negative one had the larger term subtracted, so it takes the addend's sign; an exact
/// zero is negative only as the sum of two negative zeros.
fn measure<'m>(m: &'m ModuleBuilder, summed: &Summed<'m>) -> Measured<'m> {
    let is_negative = summed.sum().bit(FRAME).named("sum_is_negative");
    let complemented = summed.sum().slice(0, FRAME) ^ is_negative.repeat(FRAME);
    let magnitude = (complemented + is_negative.zero_extend(FRAME)).named("magnitude");
    let padding = m.constant(FRAME.next_power_of_two() - FRAME, 0);
    let (zeros, is_zero) = leading_zeros(m, m.concat(&[padding, magnitude]).named("padded_magnitude"));
    let is_zero = is_zero.named("sum_is_zero");
    let (product_sign, addend_sign) = (summed.product_sign(), summed.addend_sign());
    let sign = is_zero.mux(product_sign & addend_sign, is_negative.mux(addend_sign, product_sign)).named("sum_sign");
    Measured {
        magnitude: Some(magnitude),
        zeros: Some(zeros),
        is_zero: Some(is_zero),
        sign: Some(sign),
        top_exponent: summed.top_exponent,
        ready_word: summed.ready_word,
        is_ready: summed.is_ready,
        comparison: summed.comparison,
    }
}
