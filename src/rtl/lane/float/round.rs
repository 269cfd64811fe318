//! After the addition: normalise, and say what the lane's last adder adds.

use super::parts::{FRAME, INFINITY, INTEGER_LOW, SIGNIFICAND};
use crate::rtl::gates::any_of;
use crate::rtl::prelude::*;

ports! {
    pub struct Inputs() {
        sum: [FRAME] "the frame; in two's complement where it is negative";
        is_negative: [1] "the addend was subtracted and is larger than the product";
        product_sign: [1] "sign of the product";
        addend_sign: [1] "sign of the addend";
        room: [9] "exponent of the frame's top bit, less one";
        ready_word: [32] "the result where it needs no sum, else 0";
        takes_sum: [1] "the result is made from the sum";
        gives_integer: [1] "the result is the integer in the sum";
    }

    /// The result is word + exponent * 2^23 + rounds_up.
    pub struct Outputs() {
        word: [32] "sign and significand of the sum, its integer, or the result that is ready";
        exponent: [8] "exponent of the sum, less one";
        rounds_up: [1] "the sum is rounded away from zero";
    }
}

/// Builds what follows the sum, a module of its own: together with the addition the mapper trades area for depth.
pub fn round() -> Block<Inputs, Outputs> {
    let purpose = "Normalises a sum of floats, and says what rounds and packs it.";
    Block::<Inputs, Outputs>::of("lanebeat_float_round", purpose, (), rounded)
}

/// The result in parts, rounded to nearest even. A negative sum has the sign of the addend; an exact zero is
/// negative only as the sum of two negative zeros.
fn rounded<'m>(m: &'m Builder, inputs: Inputs<Signal<'m>>) -> Outputs<Signal<'m>> {
    let Inputs { sum, is_negative, product_sign, addend_sign, takes_sum, .. } = inputs;
    let Normalised { is_zero, kept, guard, sticky, exponent_less_one } = normalise(m, &inputs);
    let why =
        "Of a negative sum the complement is kept, and rounds up where the sum itself does not.";
    let rounds_up = ((guard & (sticky | kept.bit(0))) ^ is_negative).named("rounds").because(why);
    let overflows = exponent_less_one.bit(8) | exponent_less_one.slice(1, 7).all();
    let overflows = (takes_sum & overflows & !is_zero)
        .named("overflows")
        .because("A carry out of a smaller significand gives infinity by itself.");
    let is_number = (takes_sum & !overflows).named("is_number");
    let kept = (kept ^ is_negative.repeat(SIGNIFICAND)) & is_number.repeat(SIGNIFICAND);
    let sign = is_zero
        .mux(product_sign & addend_sign, is_negative.mux(addend_sign, product_sign))
        .named("sum_sign")
        .because("An exact zero is negative only as the sum of two negative zeros.");
    let infinity = m.constant(31, INFINITY) & overflows.repeat(31);
    let magnitude = kept.named("significand").zero_extend(31) | infinity;
    let of_sum = m.concat(&[magnitude, sign & takes_sum]).named("word_of_sum");
    let integer = sum.slice(INTEGER_LOW, 32) & inputs.gives_integer.repeat(32);
    let beside = inputs.ready_word | integer.named("integer_of_sum");
    Outputs {
        word: beside.named("word_beside_sum") | of_sum,
        exponent: exponent_less_one.slice(0, 8) & (is_number & !is_zero).repeat(8),
        rounds_up: rounds_up & is_number,
    }
}

struct Normalised<'m> {
    /// The sum is zero.
    is_zero: Signal<'m>,
    /// 24 bits, those of a negative sum not yet complemented.
    kept: Signal<'m>,
    /// The bit below them.
    guard: Signal<'m>,
    /// Whether any bit below the guard is set.
    sticky: Signal<'m>,
    /// Exponent of the top bit, less one, in 9 bits.
    exponent_less_one: Signal<'m>,
}

/// Moves the leading one, of a negative sum the leading zero, to the top of the frame, but not beyond exponent 1, for which there is `room`:
/// there the significand of a subnormal number begins with zeros.
///
/// The number of places is found in digits of base 4, from the highest: each is the number of parts
/// that are empty at the top of what the digits before it left. Once one is below the digit of the
/// room, the rest has room enough; until then no digit exceeds that of the room.
fn normalise<'m>(m: &'m Builder, inputs: &Inputs<Signal<'m>>) -> Normalised<'m> {
    let &Inputs { is_negative, room, .. } = inputs;
    let mut value = inputs.sum;
    let (mut all_empty, mut sticky, mut places) = (vec![], vec![], vec![]);
    let covered = STEPS[0].ilog2() as usize + 2;
    let mut has_room = room.slice(covered, room.width() - covered).any().named("has_room");
    m.because("has_room", "Not beyond exponent 1: a subnormal number begins with zeros.");
    for step in STEPS {
        let named = |what: &str, signal: Signal<'m>| signal.named(&format!("{what}_by{step}"));
        let part = |number: usize| {
            let end = value.width() - number * step;
            let bits = value.slice(end.saturating_sub(step), step.min(end));
            (!(bits ^ is_negative.repeat(bits.width())).any())
                .named(&format!("is_empty{number}_by{step}"))
        };
        let [first, second, third] = [part(0), part(1), part(2)];
        let parts = m.concat(&[first & (!second | third), first & second]);
        let parts = named("empty_parts", parts);
        all_empty.push(first & second & third);
        let limit = room.slice(step.ilog2() as usize, 2);
        let (more, differs) = (!parts & limit, parts.bit(1) ^ limit.bit(1));
        let is_below = named("is_below_room", more.bit(1) | (!differs & more.bit(0)));
        let digit = named("digit", (has_room | is_below).mux(parts, limit));
        has_room = named("has_room", has_room | is_below);
        let moves = UpInputs { value, digit };
        let moved = moved_up(step, value.width()).instance(m, &format!("moved_up_{step}"), moves);
        value = moved.moved;
        sticky.push(moved.lost);
        places.insert(0, digit);
    }
    let top = value.bit(value.width() - 1) ^ is_negative;
    let last = (!top & (has_room | room.bit(0))).named("last_digit");
    places.insert(0, last);
    let places = m.concat(&places).named("places");
    let moved = m.concat(&[m.constant(1, 0), value.slice(0, value.width() - 1)]);
    let value = last.mux(moved, value).named("normalised");
    sticky.push(value.bit(0));
    Normalised {
        is_zero: (all_empty[0] & !is_negative).named("sum_is_zero"),
        kept: value.slice(2, SIGNIFICAND),
        guard: value.bit(1),
        sticky: any_of(m, sticky),
        exponent_less_one: (room - places.zero_extend(room.width())).named("exponent_less_one"),
    }
}

/// Places of a digit's lowest bit, from the highest digit.
const STEPS: [usize; 3] = [32, 8, 2];

ports! {
    struct UpInputs(step: usize, width: usize) {
        value: [width] "what earlier steps left of the frame";
        digit: [2] "parts by which it moves up";
    }

    struct UpOutputs(step: usize, width: usize) {
        moved: [SIGNIFICAND + step] "the highest bits";
        lost: [1] "any bit below them";
    }
}

/// Builds one step of the normalisation: a move by 0 to 3 parts of `step` places. What the later
/// steps cannot bring up to the guard is only looked at for the sticky bit.
fn moved_up(step: usize, width: usize) -> Block<UpInputs, UpOutputs> {
    let name = format!("lanebeat_float_moved_up_{step}");
    let purpose = "Moves a sum up by a digit of its leading zeros.";
    Block::of(&name, purpose, (step, width), |m, inputs: UpInputs<Signal>| {
        let UpInputs { value, digit } = inputs;
        let up = |value: Signal<'_>, places: usize| {
            let places = places.min(width);
            m.concat(&[m.constant(places, 0), value.slice(0, width - places)])
        };
        let by_two = digit.bit(1).mux(up(value, 2 * step), value);
        let by_two = by_two.named(&format!("moved_by{}", 2 * step));
        let by_one = digit.bit(0).mux(up(by_two, step), by_two);
        let moved = by_one.named(&format!("moved_by{step}"));
        let below = width - SIGNIFICAND - step;
        UpOutputs {
            moved: moved.slice(below, SIGNIFICAND + step),
            lost: moved.slice(0, below).any(),
        }
    })
}
