//! From the intermediate to the result: clamping, the secondary operation or the accumulation, the
//! merge with c.

use super::element::Elements;
use super::operands::{Modifiers, Operands};
use crate::hdl::Signal;
use crate::isa::video_encoding::{ACCUMULATES, BYTE_MASK, D_SIGNED, SATURATES, SECONDARY};

/// The result of every operation but VMAD.
pub fn finish<'m>(operands: &Operands<'m>, elements: &Elements<'m>) -> Signal<'m> {
    let &Operands { m, modifiers, is_simd, .. } = operands;
    let destination = Destination::new(modifiers, is_simd);
    let clamped = clamped(operands, &destination, elements);
    let word = m.concat(&clamped).named("clamped");
    let secondary = modifiers.get(SECONDARY);
    let addend = is_simd.mux(masked_sum(operands, elements).sign_extend(32), word).named("addend");
    let compares = (secondary.bit(1) & !is_simd).named("compares");
    let with_c = with_c(operands, addend, compares, secondary.bit(0));
    let uses_sum = is_simd.mux(modifiers.get(ACCUMULATES), secondary.any()).named("uses_sum");
    uses_sum.mux(with_c, merged(operands, &destination, &clamped))
}

/// The part of the result that is not c's, from the mask of its bytes.
struct Destination<'m> {
    mask: Signal<'m>,
    /// A scalar result of a byte, or of a half.
    is_byte: Signal<'m>,
    is_half: Signal<'m>,
}

impl<'m> Destination<'m> {
    fn new(modifiers: Modifiers<'m>, is_simd: Signal<'m>) -> Self {
        let mask = modifiers.get(BYTE_MASK);
        let (lower, upper) = (mask.slice(0, 2).all(), mask.slice(2, 2).all());
        Self {
            mask,
            is_byte: (!(lower | upper) & !is_simd).named("merges_byte"),
            is_half: ((lower ^ upper) & !is_simd).named("merges_half"),
        }
    }
}

/// The bytes of the elements, each element at the nearest number of its size and dtype if `.SAT`.
fn clamped<'m>(
    operands: &Operands<'m>,
    destination: &Destination<'m>,
    elements: &Elements<'m>,
) -> [Signal<'m>; 4] {
    let layout = &operands.layout;
    let saturates = operands.unless_set(SATURATES).named("saturates");
    let is_signed = operands.unless_set(D_SIGNED).named("dtype_is_signed");
    let Elements { bytes, guards } = *elements;
    let (is_byte, is_half) = (destination.is_byte, destination.is_half);
    let is_narrow = (is_byte | is_half).named("is_narrow");
    let outside = |any: Signal<'m>, all: Signal<'m>, top: Signal<'m>| {
        saturates & is_signed.mux(top.mux(!all, any), any)
    };
    let alone = |byte: usize| outside(guards[byte].any(), guards[byte].all(), bytes[byte].bit(7));
    // A scalar intermediate may be wanted as a byte or a half: then the bytes above count as guard
    // bits.
    let upper_any = bytes[2].any() | bytes[3].any();
    let upper_all = bytes[2].all() & bytes[3].all();
    let any = guards[3].any() | (is_narrow & upper_any) | (is_byte & bytes[1].any());
    let all = guards[3].all() & (!is_narrow | upper_all) & (!is_byte | bytes[1].all());
    let top = is_byte.mux(bytes[0].bit(7), is_half.mux(bytes[1].bit(7), bytes[3].bit(7)));
    let last = outside(any.named("any_above"), all.named("all_above"), top.named("top_bit"));
    let clamps = layout.of_last("clamps", [alone(0), alone(1), alone(2), last]);
    let negative = layout.of_last("result_sign", elements.signs());
    let ends = |byte: usize| match byte {
        0 => layout.of_bytes() | is_byte,
        1 => operands.is_simd | is_half,
        byte => layout.ends(byte),
    };
    std::array::from_fn(|byte| {
        let below = (!negative[byte]).named(&format!("limit{byte}"));
        let top = below ^ (ends(byte) & is_signed);
        let limit = operands.m.concat(&[below.repeat(7), top]);
        clamps[byte].mux(limit, bytes[byte]).named(&format!("clamped{byte}"))
    })
}

/// The sum of the elements that take part, 20 bits.
fn masked_sum<'m>(operands: &Operands<'m>, elements: &Elements<'m>) -> Signal<'m> {
    let &Operands { m, modifiers, layout, .. } = operands;
    let mask = modifiers.get(BYTE_MASK);
    let Elements { bytes, guards } = *elements;
    let byte =
        |number: usize| m.concat(&[bytes[number], guards[number]]) & mask.bit(number).repeat(10);
    let half = |low: usize| {
        m.concat(&[bytes[low], bytes[low + 1], guards[low + 1]]) & mask.bit(low).repeat(18)
    };
    let of_bytes = layout.of_bytes();
    let term = |number: usize| {
        of_bytes.mux(byte(number).sign_extend(18), half(2 * number)).named(&format!("term{number}"))
    };
    let rest = |number: usize| (byte(number) & of_bytes.repeat(10)).named(&format!("term{number}"));
    let first = term(0).sign_extend(19) + term(1).sign_extend(19);
    let second = rest(2).sign_extend(11) + rest(3).sign_extend(11);
    (first.sign_extend(20) + second.sign_extend(20)).named("element_sum")
}

/// `addend` plus c; or, if it `compares`, the smaller or the larger of the two.
fn with_c<'m>(
    operands: &Operands<'m>,
    addend: Signal<'m>,
    compares: Signal<'m>,
    takes_larger: Signal<'m>,
) -> Signal<'m> {
    let &Operands { m, c, .. } = operands;
    let is_signed = operands.unless_set(D_SIGNED);
    let extended = |word: Signal<'m>| m.concat(&[word, word.bit(31) & is_signed]);
    let right = extended(c) ^ compares.repeat(33);
    let total = (extended(addend) + right + compares.zero_extend(33)).named("total_with_c");
    let takes_c = !(total.bit(32) ^ takes_larger);
    compares.mux(takes_c.mux(c, addend), total.slice(0, 32)).named("with_c")
}

/// The bytes that take part, the others from c. A scalar byte or half may go to any place.
fn merged<'m>(
    operands: &Operands<'m>,
    destination: &Destination<'m>,
    bytes: &[Signal<'m>; 4],
) -> Signal<'m> {
    let Destination { mask, is_byte, is_half } = *destination;
    let placed = |byte: usize| match byte {
        0 => bytes[0],
        1 => is_byte.mux(bytes[0], bytes[1]),
        _ => is_byte.mux(bytes[0], is_half.mux(bytes[byte % 2], bytes[byte])),
    };
    let merged: [Signal; 4] =
        std::array::from_fn(|byte| mask.bit(byte).mux(placed(byte), operands.c.slice(8 * byte, 8)));
    operands.m.concat(&merged).named("merged")
}
