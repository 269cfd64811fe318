//! From the selected parts to the intermediate: 10 bits a byte, 18 a half, 34 a word.

use super::element::{Elements, Sum, byte};
use super::operands::Operands;
use super::ports::Inputs;
use crate::isa::video_encoding::{AVERAGES, RELATION_EQUAL, RELATION_LESS, RELATION_OPPOSITE};
use crate::isa::{SimdOperation as Simd, VideoOperation as Scalar};
use crate::rtl::lane::bytes::spread;
use crate::rtl::prelude::*;

/// The intermediate of every operation but VMAD.
pub fn operate<'m>(operands: &Operands<'m>, inputs: &Inputs<Signal<'m>>) -> Elements<'m> {
    let &Operands { m, decoder, modifiers, layout, sets, x, y, .. } = operands;
    let scalar_average = decoder.is_scalar(Scalar::Add) & modifiers.get(AVERAGES);
    let averages = (scalar_average | decoder.is(Simd::Average)).named("averages");
    let makes_absolute = decoder.is_either(Scalar::AbsoluteDifference, Simd::AbsoluteDifference);
    let makes_absolute = makes_absolute.named("makes_absolute");
    let takes_larger = decoder.is_either(Scalar::Maximum, Simd::Maximum).named("takes_larger");
    let takes_extreme = takes_larger | decoder.is_either(Scalar::Minimum, Simd::Minimum);
    let takes_extreme = takes_extreme.named("takes_extreme");

    let subtracts = (!inputs.adds).named("subtracts");
    let right_signs = (operands.y_signs ^ subtracts.repeat(4)).named("right_signs");
    let carries = std::array::from_fn(|byte| inputs.carries.bit(byte));
    let sum = Sum { word: inputs.total, carries };
    let total = Elements::of_sum(m, sum, operands.x_signs, right_signs);
    let negative = layout.of_last("negative", total.signs());

    let video_sum = decoder.is_either(Scalar::Add, Simd::Add).named("is_video_sum");
    let passes = (inputs.passes_sum | video_sum & !averages)
        | decoder.is_either(Scalar::Subtract, Simd::Subtract)
        | makes_absolute;
    let passes = passes.named("passes_total").because("Each word below is 0 unless it is wanted.");
    let each = |name: &str, bit: &dyn Fn(Signal<'m>) -> Signal<'m>| -> [Signal<'m>; 4] {
        std::array::from_fn(|byte| bit(negative[byte]).named(&format!("{name}{byte}")))
    };
    let complements =
        each("complements", &|negative| inputs.complements | (makes_absolute & negative));
    let takes_x = each("takes_x", &|negative| takes_extreme & (negative ^ takes_larger));
    let takes_y = each("takes_y", &|negative| takes_extreme & !(negative ^ takes_larger));
    let spread = |name: &str, bits: [Signal<'m>; 4]| spread(m.concat(&bits)).named(name);
    let word = ((total.word ^ spread("complemented_bytes", complements)) & passes.repeat(32))
        | (halved(operands, &total) & averages.repeat(32))
        | (x & spread("bytes_from_x", takes_x))
        | (y & spread("bytes_from_y", takes_y))
        | inputs.shifted.slice(0, 32);
    let guards = std::array::from_fn(|byte| {
        let guard = ((total.guards[byte] ^ complements[byte].repeat(2)) & passes.repeat(2))
            | (averages & total.guards[byte].bit(1)).repeat(2)
            | (takes_x[byte] & operands.x_signs.bit(byte)).repeat(2)
            | (takes_y[byte] & operands.y_signs.bit(byte)).repeat(2);
        let guard = if byte == 3 { guard | inputs.shifted.slice(32, 2) } else { guard };
        guard.named(&format!("chosen_guard{byte}"))
    });
    let chosen = Elements { word: word.named("chosen"), guards };

    let relation = relation(operands, inputs.equal, &negative);
    let ones = std::array::from_fn(|number| {
        let rounds = total.word.bit(8 * number) & !(operands.is_simd & negative[number]);
        let one =
            (averages & rounds) | (makes_absolute & negative[number]) | (sets & relation[number]);
        one.named(&format!("one{number}"))
    });
    chosen.incremented(&layout, ones)
}

/// Each element shifted right by one, copying its sign.
fn halved<'m>(operands: &Operands<'m>, total: &Elements<'m>) -> Signal<'m> {
    let above = |number: usize| {
        let guard = total.guards[number].bit(0);
        let above = match number {
            3 => guard,
            _ => operands.layout.ends(number).mux(guard, total.word.bit(8 * number + 8)),
        };
        above.named(&format!("half_top{number}"))
    };
    let bytes: [Signal; 4] = std::array::from_fn(|number| {
        operands.m.concat(&[byte(total.word, number).slice(1, 7), above(number)])
    });
    operands.m.concat(&bytes).named("halved")
}

/// VSET's relation of the element that begins with each byte.
fn relation<'m>(
    operands: &Operands<'m>,
    equal: Signal<'m>,
    negative: &[Signal<'m>; 4],
) -> [Signal<'m>; 4] {
    let layout = &operands.layout;
    let signs_differ = (operands.x_signs ^ operands.y_signs).named("signs_differ");
    let equal = layout.in_all(std::array::from_fn(|byte| {
        let equal = equal.bit(byte) & !(layout.ends(byte) & signs_differ.bit(byte));
        equal.named(&format!("equal{byte}"))
    }));
    let [on_equal, on_less, opposite] = [RELATION_EQUAL, RELATION_LESS, RELATION_OPPOSITE]
        .map(|field| operands.modifiers.get(field));
    std::array::from_fn(|byte| {
        let holds = (on_equal & equal[byte]) | (on_less & negative[byte]);
        (holds.named(&format!("holds{byte}")) ^ opposite).named(&format!("relation{byte}"))
    })
}
