//! After the addition: normalise, round to nearest even, pack.

use super::parts::{INFINITY, Measured, SIGNIFICAND};
use crate::rtl::prelude::*;

/// The word of the result.
pub fn round<'m>(m: &'m Builder, measured: &Measured<Signal<'m>>) -> Signal<'m> {
    let Normalised { kept, guard, sticky, exponent_less_one } = normalise(m, measured);
    let rounds_up = (guard & (sticky | kept.bit(0))).named("rounds_up");

    let exponent = m.concat(&[m.constant(SIGNIFICAND - 1, 0), exponent_less_one]);
    let rounded = (exponent + kept.zero_extend(32) + rounds_up.zero_extend(32))
        .named("rounded")
        .because("One sum packs and rounds: a carry goes on into the exponent.");
    let overflows = (rounded.bit(31) | rounded.slice(SIGNIFICAND - 1, 8).all()).named("overflows");
    let (infinity, zero) = (m.constant(31, INFINITY), m.constant(31, 0));
    let magnitude = measured
        .is_zero
        .mux(zero, overflows.mux(infinity, rounded.slice(0, 31)))
        .named("result_magnitude");
    measured
        .carried
        .is_ready
        .mux(measured.carried.ready_word, m.concat(&[magnitude, measured.sign]))
}

struct Normalised<'m> {
    /// 24 bits.
    kept: Signal<'m>,
    /// The bit below them.
    guard: Signal<'m>,
    /// Whether any bit below the guard is set.
    sticky: Signal<'m>,
    /// Exponent of the top bit, less one, in 9 bits.
    exponent_less_one: Signal<'m>,
}

/// Moves the leading one to the top of the frame, but not beyond exponent 1: there the significand
/// of a subnormal number begins with zeros.
///
/// The long moves come first, as the upper bits of the number of zeros are known first; bits that
/// the rest of the moves cannot bring up to the guard are only looked at for the sticky bit.
fn normalise<'m>(m: &'m Builder, measured: &Measured<Signal<'m>>) -> Normalised<'m> {
    let top_exponent = measured.carried.top_exponent;
    let width = top_exponent.width();
    let room = (top_exponent - m.constant(width, 1)).named("room");
    let zeros = measured.zeros.zero_extend(width);
    let places = zeros
        .less_than(room)
        .mux(zeros, room)
        .named("places")
        .because("Not beyond exponent 1: a subnormal number begins with zeros.");

    let (mut value, mut sticky) = (measured.magnitude, m.constant(1, 0));
    for bit in (0..measured.zeros.width()).rev() {
        let places_moved = 1 << bit;
        let rest = value.slice(0, value.width() - places_moved);
        let moved = m.concat(&[m.constant(places_moved, 0), rest]);
        value = places.bit(bit).mux(moved, value).named(&format!("normalised_by{places_moved}"));
        let in_reach = SIGNIFICAND + places_moved;
        let below = value.width().saturating_sub(in_reach);
        sticky = sticky | value.slice(0, below).any();
        value = value.slice(below, value.width() - below);
    }
    Normalised {
        kept: value.slice(1, SIGNIFICAND),
        guard: value.bit(0),
        sticky: sticky.named("sticky"),
        exponent_less_one: (room - places).named("exponent_less_one"),
    }
}
