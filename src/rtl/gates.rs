//! ORs of many, short arithmetic as gates, and shifts as one multiplexer for each bit of the amount.
//!
//! Synthesis gives each `+` and `<` a carry chain, however short, and a chain cuts the logic around
//! it into pieces that are mapped one by one. For numbers of four or five bits among other logic,
//! as in a shuffle select, gates are smaller (docs/measure/area.md).

use crate::rtl::prelude::*;

/// Whether any of `terms` holds; none does where there is none.
pub fn any_of<'m>(m: &'m Builder, terms: impl IntoIterator<Item = Signal<'m>>) -> Signal<'m> {
    terms.into_iter().reduce(|any, term| any | term).unwrap_or_else(|| m.constant(1, 0))
}

/// The carries of `a + b` out of each bit, lowest first, as nets named `carry1`, `carry2`, …
pub fn carries<'m>(a: Signal<'m>, b: Signal<'m>) -> Vec<Signal<'m>> {
    let mut carries: Vec<Signal> = vec![];
    for (bit, (a, b)) in a.elements(1).into_iter().zip(b.elements(1)).enumerate() {
        let carry = carries.last().map_or(a & b, |&carry| (a ^ b).mux(carry, b));
        carries.push(carry.named(&format!("carry{}", bit + 1)));
    }
    let why = "Carries as gates: a carry chain of a few bits would cut the logic around it.";
    carries[0].because(why);
    carries
}

/// `a + b + carry`, whose net is named after `name`. A sum of three terms would be given full adders
/// before its chain.
pub fn sum_with_carry<'m>(
    name: &str,
    a: Signal<'m>,
    b: Signal<'m>,
    carry: Signal<'m>,
) -> Signal<'m> {
    let m = carry.builder();
    let chain = m.concat(&[m.constant(1, 0), a]) - !m.concat(&[carry, b]);
    let why = "a - ~b is a + b + 1: the lowest bit lets the carry into one chain.";
    chain.named(&format!("{name}_and_carry")).because(why).partly_read().slice(1, a.width())
}

/// Full adders side by side: in each place the sum of three bits and the carry, which is worth
/// twice as much.
pub fn carry_save<'m>(name: &str, [a, b, c]: [Signal<'m>; 3]) -> (Signal<'m>, Signal<'m>) {
    let named = |what: &str, net: Signal<'m>| net.named(&format!("{name}_{what}"));
    let carry = (a & b) | named("third_carries", (a | b) & c);
    (named("sum", a ^ b ^ c), named("carry", carry))
}

/// In each place the number of ones among six bits: bits worth one, two and four.
pub fn ones_of_six<'m>(name: &str, bits: [Signal<'m>; 6]) -> [Signal<'m>; 3] {
    let [a, b, c, d, e, f] = bits;
    let (first, carry) = carry_save(&format!("{name}_first"), [a, b, c]);
    let (second, other_carry) = carry_save(&format!("{name}_second"), [d, e, f]);
    let sums_carry = (first & second).named(&format!("{name}_sums_carry"));
    let (twos, fours) = carry_save(&format!("{name}_upper"), [carry, other_carry, sums_carry]);
    [(first ^ second).named(&format!("{name}_ones")), twos, fours]
}

/// A word with as many ones, from bit 0 up, as `number` says, in nets named after `name`. It has room
/// for all but the highest number.
pub fn ones<'m>(m: &'m Builder, name: &str, number: Signal<'m>) -> Signal<'m> {
    number.elements(1).into_iter().enumerate().fold(m.constant(1, 0), |below, (bit, high)| {
        let high = high.repeat(below.width()).named(&format!("{name}_with{}", 1 << bit));
        m.concat(&[below | high, below & high]).named(&format!("{name}{}", 2 << bit))
    })
}

/// `value` moved to the right by `amount`, with copies of the bit `fill` behind it.
pub fn shifted_right<'m>(
    m: &'m Builder,
    name: &str,
    value: Signal<'m>,
    amount: Signal<'m>,
    fill: Signal<'m>,
) -> Signal<'m> {
    let bits = amount.elements(1).into_iter().enumerate();
    bits.fold(value, |value, (bit, moves)| {
        let places = (1 << bit).min(value.width());
        let rest = value.slice(places, value.width() - places);
        let moved = m.concat(&[rest, fill.repeat(places)]);
        moves.mux(moved, value).named(&format!("{name}_by{places}"))
    })
}

/// The `width` bits of `value` from bit `amount` up, the longest way first: a step is as wide as the
/// later ones need. `value` reaches as far as the highest amount.
pub fn window<'m>(name: &str, value: Signal<'m>, amount: Signal<'m>, width: usize) -> Signal<'m> {
    let bits = amount.elements(1).into_iter().enumerate().rev();
    bits.fold(value, |value, (bit, moves)| {
        let places = 1 << bit;
        let kept = width + places - 1;
        let moved = moves.mux(value.slice(places, kept), value.slice(0, kept));
        moved.named(&format!("{name}_by{places}"))
    })
}
