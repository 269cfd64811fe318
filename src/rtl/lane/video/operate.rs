//! From the selected parts to the intermediate: 10 bits a byte, 18 a half, 34 a word.

use super::element::Elements;
use super::operands::Operands;
use crate::hdl::{ModuleBuilder, Signal};
use crate::isa::video_encoding::{
    AVERAGES, RELATION_EQUAL, RELATION_LESS, RELATION_OPPOSITE, WRAPS,
};
use crate::isa::{SimdOperation as Simd, VideoOperation as Scalar};

/// The intermediate of every operation but VMAD.
pub fn operate<'m>(operands: &Operands<'m>) -> Elements<'m> {
    let &Operands { m, modifiers, layout, .. } = operands;
    let is = |scalar: Scalar, simd: Simd| operands.is_scalar(scalar) | operands.is(simd);
    let scalar_average = operands.is_scalar(Scalar::Add) & modifiers.get(AVERAGES);
    let averages = (scalar_average | operands.is(Simd::Average)).named("averages");
    let adds = (is(Scalar::Add, Simd::Add) | operands.is(Simd::Average)).named("adds");
    let makes_absolute =
        is(Scalar::AbsoluteDifference, Simd::AbsoluteDifference).named("makes_absolute");
    let takes_larger = is(Scalar::Maximum, Simd::Maximum).named("takes_larger");
    let takes_extreme = (takes_larger | is(Scalar::Minimum, Simd::Minimum)).named("takes_extreme");
    let sets = is(Scalar::Set, Simd::Set).named("sets");
    let shifts = (operands.is_scalar(Scalar::ShiftLeft) | operands.is_scalar(Scalar::ShiftRight))
        .named("shifts");

    let x = Elements::extended("x", operands.x, operands.x_signs);
    let y = Elements::extended("y", operands.y, operands.y_signs);
    let subtracts = (!adds).named("subtracts");
    let total = x.combined(&layout, &y, subtracts, m);
    let negative = layout.of_last("negative", total.signs());

    let complemented =
        total.map(|byte, bits| bits ^ (makes_absolute & negative[byte]).repeat(bits.width()));
    let extreme = x.or_else(negative.map(|negative| negative ^ takes_larger), y);
    let shifted = shift(operands);
    let extreme = extreme.named("extreme");
    let complemented = complemented.named("complemented");
    let both = |condition: Signal<'m>| [condition; 4];
    let halved = halved(&total, operands).named("halved");
    let chosen = halved.or_else(both(averages), extreme.or_else(both(takes_extreme), complemented));
    let chosen = shifted
        .or_else(both(shifts), chosen)
        .map(|_, bits| bits & (!sets).repeat(bits.width()))
        .named("chosen");

    let relation = relation(operands, &total, &negative);
    let one = std::array::from_fn(|byte| {
        let rounds = total.bytes[byte].bit(0) & !(operands.is_simd & negative[byte]);
        let one = (averages & rounds) | (makes_absolute & negative[byte]) | (sets & relation[byte]);
        one.named(&format!("one{byte}"))
    });
    chosen.incremented(&layout, one, m)
}

/// Each element shifted right by one, copying its sign.
fn halved<'m>(total: &Elements<'m>, operands: &Operands<'m>) -> Elements<'m> {
    let m = operands.m;
    let above = |byte: usize| {
        let guard = total.guards[byte].bit(0);
        match total.bytes.get(byte + 1) {
            Some(next) => operands.layout.ends(byte).mux(guard, next.bit(0)),
            None => guard,
        }
    };
    let bytes = std::array::from_fn(|byte| m.concat(&[total.bytes[byte].slice(1, 7), above(byte)]));
    Elements { bytes, guards: total.guards.map(|guard| guard.bit(1).repeat(2)) }
}

/// VSET's relation of the element that begins with each byte.
fn relation<'m>(
    operands: &Operands<'m>,
    difference: &Elements<'m>,
    negative: &[Signal<'m>; 4],
) -> [Signal<'m>; 4] {
    let layout = &operands.layout;
    let is_zero = |byte: usize| {
        let guard = !difference.guards[byte].any();
        (!difference.bytes[byte].any() & (guard | !layout.ends(byte))).named(&format!("zero{byte}"))
    };
    let equal = layout.in_all(std::array::from_fn(is_zero));
    let [on_equal, on_less, opposite] = [RELATION_EQUAL, RELATION_LESS, RELATION_OPPOSITE]
        .map(|field| operands.modifiers.get(field));
    std::array::from_fn(|byte| {
        let relation = ((on_equal & equal[byte]) | (on_less & negative[byte])) ^ opposite;
        relation.named(&format!("relation{byte}"))
    })
}

fn reversed<'m>(m: &'m ModuleBuilder, bits: Signal<'m>) -> Signal<'m> {
    let reversed: Vec<Signal> = (0..bits.width()).rev().map(|bit| bits.bit(bit)).collect();
    m.concat(&reversed)
}

/// x shifted by y as one element of 34 bits. As in the lane's own shifter a left shift reverses the
/// bits before and after, and a negative number is complemented before and after, so that the zeros
/// shifted in become ones.
fn shift<'m>(operands: &Operands<'m>) -> Elements<'m> {
    let &Operands { m, x, y, .. } = operands;
    let left = operands.is_scalar(Scalar::ShiftLeft).named("shifts_left");
    let sign = operands.x_signs.bit(3);
    let value = m.concat(&[x, sign.repeat(2)]).named("extended_x");
    let negative = (sign & !left).named("shifts_negative");
    // An amount of 32 or more counts as 32, unless it wraps around.
    let clamps = (y.slice(5, 27).any() & !operands.modifiers.get(WRAPS)).named("clamps_amount");
    let amount = m.concat(&[y.slice(0, 5) & (!clamps).repeat(5), clamps]).named("amount");
    let value = left.mux(reversed(m, value).named("reversed_x"), value) ^ negative.repeat(34);
    let value = value.named("to_be_shifted");
    let shifted = (value.shift_right(amount) ^ negative.repeat(34)).named("shifted");
    let shifted =
        left.mux(reversed(m, shifted).named("reversed_shifted"), shifted).named("shift_result");
    let guard = shifted.slice(32, 2);
    Elements { bytes: std::array::from_fn(|byte| shifted.slice(8 * byte, 8)), guards: [guard; 4] }
}
