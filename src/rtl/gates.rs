//! Short arithmetic as gates.
//!
//! Synthesis gives each `+` and `<` a carry chain, however short, and a chain cuts the logic around
//! it into pieces that are mapped one by one. Of numbers of four or five bits among other logic, as
//! in a shuffle select, gates are smaller (docs/measure/area.md).

use crate::hdl::Signal;

/// The carries of `a + b` out of each bit, lowest first, as nets named `carry_1`, `carry_2`, …
pub fn carries<'m>(a: Signal<'m>, b: Signal<'m>) -> Vec<Signal<'m>> {
    let mut carries: Vec<Signal> = vec![];
    for (bit, (a, b)) in a.elements(1).into_iter().zip(b.elements(1)).enumerate() {
        let carry = carries.last().map_or(a & b, |&carry| (a ^ b).mux(carry, b));
        carries.push(carry.named(&format!("carry_{}", bit + 1)));
    }
    carries
}
