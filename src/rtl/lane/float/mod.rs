//! Float unit: binary32 with round to nearest even, subnormals and one rounding in FFMA (ISA.md
//! section 4).
//!
//! ```text
//!                     ┌────────────────┐──► word        32 bits
//!  choice ───────────►│                │──► exponent     8 bits
//!  a, b, c ──────────►│ lanebeat_float │──► rounds_up, takes_a, takes_b, changes_sign
//!  modifiers ────────►│                │──► comparison
//!                     └────────────────┘
//!
//!   x = a     y = b | 1 | 0     z = ±b | c | -0 | a
//!     └──┬──────┘                 │
//!    multiply 24 x 24           align: shift right, lost bits to one sticky bit
//!        └────────────┬───────────┘◄── the integer of I2F
//! ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ┼ ─ ─ ─ ─ ─ ─   cut 1
//!                    sum ──► the integer of F2I
//! ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ┼ ─ ─ ─ ─ ─ ─   cut 2
//!                normalise, word
//! ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ┼ ─ ─ ─ ─ ─ ─   in the lane
//!     word + exponent * 2^23 + rounds_up
//! ```
//!
//! The lane's last adder rounds and packs: the carry of a significand goes on into the exponent. Its other
//! adder compares the magnitudes of a and b, and its table of logic gives an extreme.
//!
//! One fused multiply-add x*y + z serves all arithmetic: FADD is a*1 + b and FMUL is a*b + -0,
//! which changes no product, not even a zero's sign. F2I borrows the aligner and the sum, I2F
//! everything behind the aligner. Comparisons, extremes, NaN and infinity are ready before cut 1 and
//! travel next to the sum as `ready_word`, which an integer joins behind the addition.
//!
//! **The frame** is the window of 77 bits in which the addition happens:
//!
//! ```text
//!  bit 76            53 52 51 50                         3  2  1  0
//!      [ z, 24 bits    ] 0  0 [ product, 48 bits          ] 0  0  sticky
//! ```
//!
//! z starts at the top and moves right by the distance of the exponents. Where even there it is too
//! small, that is where z is more than two places above the product, it stays: the product is then
//! less than a quarter of z's last place and its true position does not matter to the rounding
//! (beside z = 0, which has exponent 1, it rounds to 0). The bits of z that fall off the bottom
//! only matter as one sticky bit: then z is below bit 24 and the product, which has a one at bit 26
//! or above (with two subnormal factors z never moves so far), keeps its leading one at bit 25 or
//! above, so the 24 bits of the result and its guard bit are all in the frame. A product of zero
//! would have no leading one; beside it z stays at the top.
//!
//! **One adder.** A sum that is negative is never negated, and stays in two's complement. Its magnitude
//! is its complement, plus one in a place below all that is kept; what that one does to the rounding is
//! done to `rounds_up` instead, which is that of the sum itself, complemented. Where the one carries into
//! the leading place, the magnitude is a power of two: what is kept is then all ones, and rounding
//! carries. Integers lie in the highest 32 of the 51 bits that the product takes, beside a product of
//! zero, so that the sum negates them.

mod align;
mod parts;
mod round;
mod select;

pub use parts::Outputs;

use parts::{Aligned, FRAME, LOW, Operands, PRODUCT_LOW, number};

use crate::isa::encoding::{MODIFIERS_A_B, MODIFIERS_C};
use crate::rtl::gates::sum_with_carry;
use crate::rtl::prelude::*;

ports! {
    pub struct Inputs() {
        choice: [4] "lower digit of the opcode";
        modifiers: [MODIFIERS_A_B.width + MODIFIERS_C.width]
            "negation and absolute value of a, b, c";
        a: [32] "operand a, before its modifier";
        b: [32] "operand b, before its modifier";
        c: [32] "operand c, before its modifier";
        magnitude_is_less: [1] "the magnitude of a is less than that of b";
        magnitude_is_same: [1] "a and b have the same magnitude";
        gives_word: [1] "the operation is one of floats with a word as its result";
    }
}

/// Builds the float unit.
pub fn float() -> Block<Inputs, Outputs> {
    let purpose = "Float arithmetic, comparison and conversion of one lane.";
    Block::<Inputs, Outputs>::of("lanebeat_float", purpose, (), multiply_add)
}

fn multiply_add<'m>(m: &'m Builder, inputs: Inputs<Signal<'m>>) -> Outputs<Signal<'m>> {
    let Inputs { choice, modifiers, a, b, c, magnitude_is_less, magnitude_is_same, gives_word } =
        inputs;
    let number =
        |name: &str, word, place: usize| number(m, name, word, modifiers.slice(2 * place, 2));
    let operands = Operands {
        m,
        choice,
        integer: a,
        a: number("a", a, 0),
        b: number("b", b, 1),
        c: number("c", c, 2),
        magnitude_is_less,
        magnitude_is_same,
        gives_word,
    };
    let aligned = align::align(&operands);
    let round::Outputs { word, exponent, rounds_up } =
        round::round().instance(m, "round", add(m, &aligned));
    let Aligned { takes_a, takes_b, changes_sign, comparison, .. } = aligned;
    Outputs { word, exponent, rounds_up, takes_a, takes_b, changes_sign, comparison }
}

/// The product and the addend, added or subtracted.
///
/// Above the product is only z, which takes a carry, or is complemented and takes one.
fn add<'m>(m: &'m Builder, aligned: &Aligned<Signal<'m>>) -> round::Inputs<Signal<'m>> {
    let &Aligned { product, addend, subtracts, converts, ref carried, .. } = aligned;
    let product = m.concat(&[m.constant(PRODUCT_LOW, 0), product]).named("placed_product");
    let (low, high) = (addend.slice(0, LOW), addend.slice(LOW, FRAME - LOW));
    let wide = |bits: Signal<'m>| bits.zero_extend(LOW + 1);
    let right = (low ^ subtracts.repeat(LOW)).named("right");
    let below = sum_with_carry("below", wide(product), wide(right), subtracts);
    let is_difference = (subtracts & !converts).named("is_difference");
    let borrows = (high.any() | !below.bit(LOW)).named("borrows");
    let carry = (below.bit(LOW) & !converts).named("carry");
    let right = (high ^ is_difference.repeat(high.width())).named("right_above");
    let above = sum_with_carry("above", m.constant(high.width(), 0), right, carry);
    let is_negative = (is_difference & borrows)
        .named("sum_is_negative")
        .because("A negative sum stays in two's complement; only its leading zeros are ones.");
    round::Inputs {
        sum: m.concat(&[below.slice(0, LOW), above]).named("sum"),
        is_negative,
        product_sign: carried.product_sign,
        addend_sign: carried.addend_sign,
        room: carried.room,
        ready_word: carried.ready_word,
        takes_sum: carried.takes_sum,
        gives_integer: carried.gives_integer,
    }
}
