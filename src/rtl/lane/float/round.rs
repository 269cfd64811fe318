//! After the addition: normalise, round to nearest even, pack.

use super::parts::{FRAME, INFINITY, Measured, SIGNIFICAND};
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
fn normalise<'m>(m: &'m Builder, measured: &Measured<Signal<'m>>) -> Normalised<'m> {
    let top_exponent = measured.carried.top_exponent;
    let width = top_exponent.width();
    let room = (top_exponent - m.constant(width, 1)).named("room");
    let zeros = measured.zeros.zero_extend(width);
    let left = (room.zero_extend(width + 1) - zeros.zero_extend(width + 1)).named("room_left");
    let is_short = left.bit(width).named("is_short");
    let places = is_short
        .mux(room.slice(0, measured.zeros.width()), measured.zeros)
        .named("places")
        .because("Not beyond exponent 1: a subnormal number begins with zeros.");

    let moves = UpInputs { magnitude: measured.magnitude, places };
    let UpOutputs { kept, guard, sticky } = moved_up().instance(m, "moved_up", moves);
    Normalised {
        kept,
        guard,
        sticky,
        exponent_less_one: (left.slice(0, width) & (!is_short).repeat(width))
            .named("exponent_less_one"),
    }
}

ports! {
    struct UpInputs() {
        magnitude: [FRAME] "the frame";
        places: [index_bits(FRAME)] "places by which it moves up";
    }

    struct UpOutputs() {
        kept: [SIGNIFICAND] "the highest bits";
        guard: [1] "the bit below them";
        sticky: [1] "any bit below the guard";
    }
}

/// Builds the moves of the normalisation.
///
/// The long moves come first, as the upper bits of the number of zeros are known first; bits that
/// the rest of the moves cannot bring up to the guard are only looked at for the sticky bit.
fn moved_up() -> Block<UpInputs, UpOutputs> {
    let purpose = "Moves the leading one of a sum to the top of the float unit's frame.";
    Block::of("lanebeat_float_moved_up", purpose, (), |m, inputs: UpInputs<Signal>| {
        let UpInputs { magnitude, places } = inputs;
        let (mut value, mut sticky) = (magnitude, m.constant(1, 0));
        for bit in (0..places.width()).rev() {
            let places_moved = 1 << bit;
            let rest = value.slice(0, value.width() - places_moved);
            let moved = m.concat(&[m.constant(places_moved, 0), rest]);
            value =
                places.bit(bit).mux(moved, value).named(&format!("normalised_by{places_moved}"));
            let in_reach = SIGNIFICAND + places_moved;
            let below = value.width().saturating_sub(in_reach);
            sticky = sticky | value.slice(0, below).any();
            value = value.slice(below, value.width() - below);
        }
        let why = "Long moves first: the upper bits of the number of zeros are known first.";
        m.because("normalised_by64", why);
        UpOutputs { kept: value.slice(1, SIGNIFICAND), guard: value.bit(0), sticky }
    })
}
