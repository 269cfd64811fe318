//! From the intermediate to the terms of the result: clamping, the secondary operation or the
//! accumulation, the merge with c.

use super::element::{Elements, byte};
use super::multiply::Shifted;
use super::operands::Operands;
use super::ports::{Inputs, Outputs};
use crate::isa::video_encoding::{ACCUMULATES, BYTE_MASK, D_SIGNED, SATURATES, SECONDARY};
use crate::rtl::prelude::*;

/// The terms of the result, from the intermediate of every operation but VMAD and VMAD's sum.
pub fn finish<'m>(
    operands: &Operands<'m>,
    inputs: &Inputs<Signal<'m>>,
    intermediate: &Elements<'m>,
    sum: &Shifted<'m>,
) -> Outputs<Signal<'m>> {
    let &Operands { m, decoder, modifiers, multiplies, is_simd, c, .. } = operands;
    let is_scalar = (decoder.is_video & !(is_simd | multiplies)).named("is_scalar");
    let secondary = modifiers.get(SECONDARY);
    let has_secondary = (is_scalar & secondary.any()).named("has_secondary");
    let accumulates = (is_simd & modifiers.get(ACCUMULATES)).named("accumulates");
    let destination = Destination {
        keeps_all: (inputs.passes_sum | inputs.passes_shift | multiplies | has_secondary)
            .named("keeps_all"),
        mask: (modifiers.get(BYTE_MASK) & decoder.is_video.repeat(4)).named("kept_bytes"),
        is_scalar,
    };
    let kept = clamped(operands, &destination, intermediate, sum, accumulates);

    let compares = (has_secondary & secondary.bit(1)).named("compares");
    let is_signed = operands.unless_set(D_SIGNED).named("compares_signed");
    let flipped = |word: Signal<'m>| m.concat(&[word.slice(0, 31), word.bit(31) ^ is_signed]);
    let c_is_larger = flipped(kept)
        .less_than(flipped(c))
        .named("c_is_larger")
        .because("With complemented signs, signed words compare as unsigned ones.");
    let c_is_taken = (compares & !(c_is_larger ^ secondary.bit(0))).named("c_is_taken");
    let sums_elements = element_sum(operands, intermediate, kept).sign_extend(32);
    let keeps_word = !(c_is_taken | accumulates);
    let own = (kept & keeps_word.repeat(32)).named("own_word");
    let word = own | (sums_elements & accumulates.repeat(32));

    let adds_c = accumulates | (has_secondary & !secondary.bit(1)) | c_is_taken;
    let merges = (decoder.is_video & !(multiplies | has_secondary)).named("merges");
    let c_bytes = adds_c.named("adds_c").repeat(4) | (!destination.mask & merges.repeat(4));
    Outputs { word, takes_c: c_bytes }
}

/// The part of the result that is not c's.
struct Destination<'m> {
    keeps_all: Signal<'m>,
    /// The bytes that are kept of the others.
    mask: Signal<'m>,
    is_scalar: Signal<'m>,
}

/// The kept bytes of the intermediate or of VMAD's sum, each element at the nearest number of its
/// size and dtype if `.SAT`; zeros in the others. A scalar byte or half may go to any place.
fn clamped<'m>(
    operands: &Operands<'m>,
    destination: &Destination<'m>,
    intermediate: &Elements<'m>,
    sum: &Shifted<'m>,
    accumulates: Signal<'m>,
) -> Signal<'m> {
    let &Operands { m, decoder, layout, multiplies, .. } = operands;
    let &Destination { keeps_all, mask, is_scalar } = destination;
    let (lower, upper) = (mask.slice(0, 2).all(), mask.slice(2, 2).all());
    let is_byte = (!(lower | upper) & is_scalar).named("merges_byte");
    let is_half = ((lower ^ upper) & is_scalar).named("merges_half");
    let is_narrow = (is_byte | is_half).named("is_narrow");

    let saturates = decoder.is_video & operands.unless_set(SATURATES) & !accumulates;
    let saturates = saturates.named("saturates");
    let dtype_is_signed = operands.unless_set(D_SIGNED).named("result_is_signed");
    let is_signed = multiplies.mux(sum.is_signed, dtype_is_signed).named("limit_is_signed");
    let Elements { word, guards } = *intermediate;
    let bytes: [Signal; 4] = std::array::from_fn(|number| byte(word, number));
    let outside = |byte: usize, any: Signal<'m>, all: Signal<'m>, top: Signal<'m>| {
        let outside = dtype_is_signed.mux(top.mux(!all, any), any);
        saturates & outside.named(&format!("outside{byte}"))
    };
    let alone =
        |byte: usize| outside(byte, guards[byte].any(), guards[byte].all(), bytes[byte].bit(7));
    let upper_any = bytes[2].any() | bytes[3].any();
    let upper_all = bytes[2].all() & bytes[3].all();
    let any = guards[3].any() | (is_narrow & upper_any) | (is_byte & bytes[1].any());
    let all = guards[3].all() & (!is_narrow | upper_all) & (!is_byte | bytes[1].all());
    let top = is_byte.mux(bytes[0].bit(7), is_half.mux(bytes[1].bit(7), bytes[3].bit(7)));
    let last = outside(
        3,
        any.named("any_above")
            .because("For a byte or a half, the bytes above it count as guard bits."),
        all.named("all_above"),
        top.named("element_sign"),
    );
    let last = multiplies.mux(sum.clamps, last).named("clamps3");
    let clamps = layout.of_last("clamps", [alone(0), alone(1), alone(2), last]);
    let mut signs = intermediate.signs();
    signs[3] = multiplies.mux(sum.is_negative, signs[3]).named("result_sign3");
    let negative = layout.of_last("result_sign", signs);

    let kept: [Signal; 4] = std::array::from_fn(|number| {
        let own = multiplies.mux(byte(sum.word, number), bytes[number]);
        let (placed, ends) = match number {
            0 => (own, layout.ends(0) | is_byte),
            1 => (is_byte.mux(bytes[0], own), layout.ends(1) | is_narrow),
            2 => (is_narrow.mux(bytes[0], own), layout.ends(2) | is_byte),
            _ => (is_byte.mux(bytes[0], is_half.mux(bytes[1], own)), layout.ends(3)),
        };
        let named = |what: &str| format!("{what}{number}");
        let is_kept = (keeps_all | mask.bit(number)).named(&named("is_kept"));
        let is_limit = (clamps[number] & is_kept).named(&named("is_limit"));
        let low = (is_limit & !negative[number]).repeat(7);
        let top = (is_limit & !(negative[number] ^ (ends & is_signed))).named(&named("limit_top"));
        let limit = m.concat(&[low, top]).named(&named("limit"));
        let passes = (is_kept & !clamps[number]).named(&named("passes"));
        (placed.named(&named("placed")) & passes.repeat(8)) | limit
    });
    m.concat(&kept).named("kept")
}

/// The sum of the elements that take part, 20 bits; `kept` has their bytes, zeros in the others.
fn element_sum<'m>(
    operands: &Operands<'m>,
    intermediate: &Elements<'m>,
    kept: Signal<'m>,
) -> Signal<'m> {
    let &Operands { m, modifiers, layout, .. } = operands;
    let mask = modifiers.get(BYTE_MASK);
    let guards: [Signal; 4] = std::array::from_fn(|number| {
        let guard = intermediate.guards[number] & mask.bit(number).repeat(2);
        guard.named(&format!("summed_guard{number}"))
    });
    let element = |number: usize| m.concat(&[byte(kept, number), guards[number]]);
    let half = |low: usize| m.concat(&[kept.slice(8 * low, 16), guards[low + 1]]);
    let of_bytes = layout.of_bytes();
    let term = |low: usize| {
        let term = of_bytes.mux(element(low).sign_extend(18), half(low));
        term.named(&format!("term{low}"))
    };
    let first = (term(0).sign_extend(19) + term(2).sign_extend(19))
        .named("even_sum")
        .because("A half and its low byte have their low bits in common.");
    let second = (element(1).sign_extend(11) + element(3).sign_extend(11)).named("odd_sum");
    let second = (second & of_bytes.repeat(11)).named("added_odd_sum");
    (first.sign_extend(20) + second.sign_extend(20)).named("element_sum")
}
