//! After the addition: normalise, round to nearest even, pack.

use super::parts::{FRAME, INFINITY, Measured, SIGNIFICAND};
use crate::hdl::{ModuleBuilder, Signal};
use crate::rtl::gates::shifted_left;

/// The word of the result.
pub fn round<'m>(m: &'m ModuleBuilder, measured: &Measured<Signal<'m>>) -> Signal<'m> {
    let (normalised, exponent_less_one) = normalise(m, measured);
    let kept = normalised.slice(FRAME - SIGNIFICAND, SIGNIFICAND);
    let guard = normalised.bit(FRAME - SIGNIFICAND - 1);
    let below = normalised.slice(0, FRAME - SIGNIFICAND - 1).any();
    let rounds_up = (guard & (below | kept.bit(0))).named("rounds_up");

    // The leading one adds the exponent's missing one, a subnormal number has neither; a carry
    // out of the significand is a power of two with the next exponent. So one sum packs and
    // rounds.
    let exponent = m.concat(&[m.constant(SIGNIFICAND - 1, 0), exponent_less_one]);
    let rounded = (exponent + kept.zero_extend(32) + rounds_up.zero_extend(32)).named("rounded");
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

/// Moves the leading one to the top of the frame, but not beyond exponent 1: there the significand
/// of a subnormal number begins with zeros. Gives the exponent of the top bit, less one, in 9 bits.
fn normalise<'m>(
    m: &'m ModuleBuilder,
    measured: &Measured<Signal<'m>>,
) -> (Signal<'m>, Signal<'m>) {
    let top_exponent = measured.carried.top_exponent;
    let width = top_exponent.width();
    let room = (top_exponent - m.constant(width, 1)).named("room");
    let zeros = measured.zeros.zero_extend(width);
    let places = zeros.less_than(room).mux(zeros, room).named("places");
    let amount = places.slice(0, measured.zeros.width());
    let normalised = shifted_left(m, "normalised", measured.magnitude, amount);
    (normalised, (room - places).named("exponent_less_one"))
}
