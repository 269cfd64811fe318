//! Float unit: binary32 with round to nearest even, subnormals and one rounding in FFMA (ISA.md
//! section 4).
//!
//! ```text
//!                     ┌────────────────┐
//!  choice ───────────►│                │
//!  a, b, c ──────────►│ lanebeat_float │──► result      32 bits
//!  modifiers ────────►│                │──► comparison   1 bit
//!                     └────────────────┘
//!
//!   x = a     y = b | 1 | 0     z = ±b | c | -0 | a
//!     └──┬──────┘                 │
//!    multiply 24 x 24           align: shift right, lost bits to one sticky bit
//!        └────────────┬───────────┘◄── the integer of I2F
//! ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ┼ ─ ─ ─ ─ ─ ─   cut 1
//!      sum, difference ──► magnitude, the integer of F2I
//! ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ┼ ─ ─ ─ ─ ─ ─   cut 2
//!           normalise, round, pack
//! ```
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
//! **One adder and a half.** The 51 bits with the product are added and subtracted both ways round.
//! Above them is only z: it takes a carry, or lends a one where the product is subtracted from it;
//! where it is subtracted from the product, nothing of it is there. Integers lie in the highest 32
//! of the 51 bits, beside a product of zero, so that the sum negates them.

mod align;
mod parts;
mod round;
mod select;

use parts::{Aligned, Carried, FRAME, INTEGER_LOW, LOW, Operands, PRODUCT_LOW, Summed, number};

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
    }

    pub struct Outputs() {
        result: [32] "word for the destination register";
        comparison: [1] "the relation of a comparison holds";
    }
}

/// Builds the float unit.
pub fn float() -> Block<Inputs, Outputs> {
    let purpose = "Float arithmetic, comparison and conversion of one lane.";
    Block::<Inputs, Outputs>::of("lanebeat_float", purpose, (), multiply_add)
}

fn multiply_add<'m>(m: &'m Builder, inputs: Inputs<Signal<'m>>) -> Outputs<Signal<'m>> {
    let Inputs { choice, modifiers, a, b, c } = inputs;
    let number = |name: &str, word, place: usize| {
        number(m, name, modified(m, word, modifiers.slice(2 * place, 2)))
    };
    let operands = Operands {
        m,
        choice,
        integer: a,
        a: number("a", a, 0),
        b: number("b", b, 1),
        c: number("c", c, 2),
    };

    let summed = add(m, align::align(&operands));
    Outputs { result: round::round(m, &summed), comparison: summed.carried.comparison }
}

/// Negation is bit 0 of the modifier, the absolute value, which goes before it, bit 1.
fn modified<'m>(m: &'m Builder, word: Signal<'m>, modifier: Signal<'m>) -> Signal<'m> {
    let sign = (word.bit(31) & !modifier.bit(1)) ^ modifier.bit(0);
    m.concat(&[word.slice(0, 31), sign])
}

/// Product and addend, added or subtracted both ways round at once, so that no negation follows.
fn add<'m>(m: &'m Builder, aligned: Aligned<Signal<'m>>) -> Summed<Signal<'m>> {
    let Aligned { product, addend, subtracts, converts, gives_integer, carried } = aligned;
    let product = m.concat(&[m.constant(PRODUCT_LOW, 0), product]).named("placed_product");
    let (low, high) = (addend.slice(0, LOW), addend.slice(LOW, FRAME - LOW));
    let wide = |bits: Signal<'m>| bits.zero_extend(LOW + 1);
    let right = (low ^ subtracts.repeat(LOW)).named("right");
    let sum = sum_with_carry("sum", wide(product), wide(right), subtracts);
    let difference = (wide(low) - wide(product))
        .named("difference")
        .because("Subtracted both ways round at once, so that no negation follows.");
    let is_difference = (subtracts & !converts).named("is_difference");
    let reaches_above = (is_difference & high.any()).named("addend_reaches_above");
    let is_negative = (reaches_above | (is_difference & !sum.bit(LOW))).named("sum_is_negative");
    let borrow = (reaches_above & difference.bit(LOW)).named("borrow");
    let carry = (!subtracts & sum.bit(LOW)).named("carry");
    let above = sum_with_carry("above", high, borrow.repeat(high.width()), carry);
    let below = is_negative.mux(difference.slice(0, LOW), sum.slice(0, LOW)).named("below");
    let integer = sum.slice(INTEGER_LOW, 32) & gives_integer.repeat(32);
    let ready_word =
        (carried.ready_word | integer.named("integer_of_sum")).named("word_beside_sum");
    Summed {
        magnitude: m.concat(&[below, above]).named("magnitude"),
        is_negative,
        carried: Carried { ready_word, ..carried },
    }
}
