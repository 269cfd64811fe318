//! Before the addition: choice of the terms, product, alignment of the addend.

use super::parts::{
    Aligned, Carried, FRAME, INTEGER_LOW, LOW, Number, Operands, PRODUCT_LOW, SIGNIFICAND,
};
use super::select::{self, Ready, Selected, Terms};
use crate::isa::{FloatOperation, Signedness};
use crate::rtl::gates::{any_of, shifted_right};
use crate::rtl::lane::arithmetic::product;
use crate::rtl::prelude::*;

/// Bits of exponents in two's complement: they lie between -98 and 408, and their differences
/// between -352 and 407.
const EXPONENT: usize = 10;
/// The exponent of the frame's top bit where an integer's highest is worth 2^31.
const TOP_OF_INTEGER: u128 = 127 + 31 + (FRAME - LOW) as u128;
/// How much the exponent of the frame's top bit is below the sum of the factors' exponents: the
/// product's lowest bit is worth 2^(x + y - 2*(127 + 23)), and the top bit lies 73 places above it.
const BELOW_FACTORS: u128 = 2 * (127 + 23) - (FRAME - 1 - PRODUCT_LOW) as u128 - 127;
/// Bits of the frame above its sticky bit.
const EXACT: usize = FRAME - 1;
/// Bits of the distance that move the addend first.
const FINE: usize = 4;
/// Places of the word that they give, 2^FINE bits apart: in the last one all of it may be lost.
const COARSE: usize = (EXACT >> FINE) + 1;

/// The addend in its place.
struct Placed<'m> {
    /// The frame with its sticky bit.
    frame: Signal<'m>,
    /// Exponent of the frame's top bit, less one, 9 bits.
    room: Signal<'m>,
    /// The addend is worth more than its place says.
    is_too_large: Signal<'m>,
}

pub fn align<'m>(operands: &Operands<'m>) -> Aligned<Signal<'m>> {
    let m = operands.m;
    let signed_integer = operands
        .is(FloatOperation::FromInteger(Signedness::Signed))
        .named("signed_integer")
        .because("Conversions use the adder: an integer is placed as an addend.");
    let from_integer = (signed_integer
        | operands.is(FloatOperation::FromInteger(Signedness::Unsigned)))
    .named("from_integer");
    let signed_result =
        operands.is(FloatOperation::ToInteger(Signedness::Signed)).named("signed_result");
    let to_integer = (signed_result | operands.is(FloatOperation::ToInteger(Signedness::Unsigned)))
        .named("to_integer");

    let converts = (from_integer | to_integer).named("converts");

    let x = operands.a;
    let (y, z) =
        (factor(operands, from_integer, converts), addend(operands, from_integer, to_integer));
    let is_negative_integer = (signed_integer & operands.integer.bit(31)).named("negates");
    let product_sign = from_integer.mux(is_negative_integer, x.sign ^ y.sign).named("product_sign");
    let terms = Terms { x, y, z, product_sign };
    let Terms { x, y, z, .. } = &terms;
    let Placed { frame, room, is_too_large } = place(operands, &terms, from_integer, to_integer);

    let differs = (product_sign & !to_integer) ^ z.sign;
    let subtracts = from_integer.mux(is_negative_integer, differs).named("subtracts");
    let integer = m.constant(FRAME - LOW, 0);
    let integer = m.concat(&[m.constant(INTEGER_LOW, 0), operands.integer, integer]);
    let (takes_a, comparison) = select::compare(operands);
    let ready = Ready {
        is_extreme: (operands.is(FloatOperation::Minimum) | operands.is(FloatOperation::Maximum))
            .named("is_extreme"),
        takes_a,
        from_integer,
        to_integer,
        signed_result,
        saturates: (is_too_large
            | frame.slice(LOW, FRAME - LOW).any()
            | (signed_result & frame.bit(LOW - 1)))
        .named("saturates"),
    };
    let Selected { word, takes: [takes_a, takes_b], changes_sign, takes_sum, gives_integer } =
        ready.select(operands, &terms);
    let carried = Carried {
        product_sign,
        addend_sign: z.sign,
        room,
        ready_word: word,
        takes_sum,
        gives_integer,
    };
    Aligned {
        product: product(m, x.significand, y.significand),
        addend: (frame | (integer & from_integer.repeat(FRAME))).named("addend"),
        subtracts,
        converts,
        carried,
        takes_a,
        takes_b,
        changes_sign,
        comparison,
    }
}

/// The factor y: b; 1 where a is only added to; 0 where one `converts`.
fn factor<'m>(
    operands: &Operands<'m>,
    from_integer: Signal<'m>,
    converts: Signal<'m>,
) -> Number<Signal<'m>> {
    let m = operands.m;
    let adds =
        (operands.is(FloatOperation::Add) | operands.is(FloatOperation::Subtract)).named("adds");
    let b = operands.b;
    let one = m.constant(SIGNIFICAND, 1 << (SIGNIFICAND - 1));
    Number {
        sign: b.sign & !adds,
        exponent: adds.mux(m.constant(8, 127), b.exponent).named("y_exponent"),
        significand: (adds.mux(one, b.significand) & (!converts).repeat(SIGNIFICAND))
            .named("y_significand"),
        is_zero: ((b.is_zero & !adds) | from_integer).named("y_is_zero"),
        is_infinite: (b.is_infinite & !adds).named("y_is_infinite"),
        is_nan: b.is_nan & !adds,
        ..b
    }
}

/// The addend z: b or -b; -0 beside a product, which changes no product, not even the sign of a
/// zero; c; a where it is placed to become an integer. The integer of I2F takes the place of the
/// significand of a negative number, which lends it the exponent of the frame and the sign that a
/// negative sum takes; the significand itself is not placed.
fn addend<'m>(
    operands: &Operands<'m>,
    from_integer: Signal<'m>,
    to_integer: Signal<'m>,
) -> Number<Signal<'m>> {
    let m = operands.m;
    let Operands { a, b, c, .. } = operands;
    let no = m.constant(1, 0);
    let constant = |exponent: u128, significand: u128, is_zero: u128| Number {
        sign: m.constant(1, 1),
        exponent: m.constant(8, exponent),
        significand: m.constant(SIGNIFICAND, significand),
        is_zero: m.constant(1, is_zero),
        is_infinite: no,
        is_nan: no,
        has_new_sign: no,
    };
    let minus_zero = constant(1, 0, 1);
    let term = Number { sign: b.sign ^ operands.is(FloatOperation::Subtract), ..*b };
    let chosen = c.chosen_by(operands.is(FloatOperation::MultiplyAdd).named("fuses"), term);
    let chosen =
        minus_zero.chosen_by(operands.is(FloatOperation::Multiply).named("multiplies"), chosen);
    let placed = a.chosen_by(to_integer, chosen);
    let of_integer = Number { significand: placed.significand, ..constant(TOP_OF_INTEGER, 0, 0) };
    let z = of_integer.chosen_by(from_integer, placed);
    Number {
        sign: z.sign.named("z_sign"),
        exponent: z.exponent.named("z_exponent"),
        significand: z.significand.named("z_significand"),
        is_infinite: z.is_infinite.named("z_is_infinite"),
        is_nan: z.is_nan.named("z_is_nan"),
        ..z
    }
}

/// Moves the addend right from the top of the frame as far as the product's place, or an integer's, is
/// above it. What lies below an integer is dropped; the integer of I2F is no addend, and nothing is
/// placed.
///
/// The last four bits of the distance move it first; what the others say is one of five places for
/// the wider word that this gives, or one below them all.
fn place<'m>(
    operands: &Operands<'m>,
    terms: &Terms<'m>,
    from_integer: Signal<'m>,
    to_integer: Signal<'m>,
) -> Placed<'m> {
    let m = operands.m;
    let Terms { x, y, z, .. } = terms;
    let wide = |exponent: Signal<'m>| exponent.zero_extend(EXPONENT);
    let below = m.constant(EXPONENT, BELOW_FACTORS);
    let of_integer = m.constant(EXPONENT, TOP_OF_INTEGER + BELOW_FACTORS);
    let of_factors = (wide(x.exponent) + wide(y.exponent))
        .named("exponent_of_factors")
        .because("Distance of the addend below the top, from two sums.");
    let top = to_integer.mux(of_integer, of_factors).named("wanted_top");
    let of_addend = (wide(z.exponent) + below).named("exponent_of_addend");
    let distance = (top - of_addend).named("distance");
    let is_too_large = distance.bit(EXPONENT - 1);
    let stays = (is_too_large | ((x.is_zero | y.is_zero) & !to_integer)).named("addend_stays");

    let (low, high) = (distance.slice(0, FINE), distance.slice(FINE, EXPONENT - 1 - FINE));
    let fine = (low & (!stays).repeat(FINE)).named("fine_places");
    let moves_to = |part: usize| {
        let is_here = high.is(part as u128);
        let is_here = if part == 0 { is_here | stays } else { is_here & !stays };
        (is_here & !from_integer).named(&format!("is_{}_below", part << FINE))
    };
    let parts: Vec<Signal> = (0..COARSE).map(moves_to).collect();
    let is_below_all = (!any_of(m, parts.clone()) & !from_integer).named("is_below_all");
    let parts = m.concat(&parts);
    let moves = DownInputs { significand: z.significand, fine, parts, is_below_all };
    let DownOutputs { moved, lost } = moved_down().instance(m, "moved_down", moves);
    let is_fraction =
        m.concat(&[to_integer.repeat(INTEGER_LOW), m.constant(FRAME - INTEGER_LOW, 0)]);
    let placed = m.concat(&[lost, moved]);
    let low = |exponent: Signal<'m>| exponent.slice(0, EXPONENT - 1);
    let top_of_frame = stays.mux(low(of_addend), low(top));
    let room = top_of_frame - m.constant(EXPONENT - 1, BELOW_FACTORS + 1);
    Placed {
        frame: (placed & !is_fraction).named("placed_addend"),
        room: room.named("room"),
        is_too_large,
    }
}

ports! {
    struct DownInputs() {
        significand: [SIGNIFICAND] "significand of the addend";
        fine: [FINE] "places by which it moves first";
        parts: [COARSE] "the part of the frame into which it moves then, one bit each";
        is_below_all: [1] "it moves out of the frame";
    }

    struct DownOutputs() {
        moved: [EXACT] "the frame above its sticky bit";
        lost: [1] "a one is below it";
    }
}

/// Builds the alignment of the addend, a module of its own: together with the distance, which arrives late, the
/// mapper trades area for depth.
fn moved_down() -> Block<DownInputs, DownOutputs> {
    let purpose = "Moves an addend down by the distance of the exponents.";
    Block::of("lanebeat_float_moved_down", purpose, (), |m, inputs: DownInputs<Signal>| {
        let DownInputs { significand, fine, parts, is_below_all } = inputs;
        let room_below = m.constant((1 << FINE) - 1, 0);
        let word = m.concat(&[room_below, significand]).named("addend_with_room_below");
        let word = shifted_right(m, "moved_addend", word, fine, m.constant(1, 0))
            .because("By up to 15 places first, then into one of the parts of 16 places.");
        let mut exact = vec![];
        let mut lost = vec![is_below_all & significand.any()];
        for (part, is_here) in parts.elements(1).into_iter().enumerate() {
            let down = part << FINE;
            let outside = (down + word.width()).saturating_sub(EXACT);
            let inside = word.slice(outside, word.width() - outside);
            let placed = m.concat(&[m.constant(EXACT - down - inside.width(), 0), inside]);
            exact.push(placed.zero_extend(EXACT) & is_here.repeat(EXACT));
            if outside > 0 {
                lost.push(is_here & word.slice(0, outside).any());
            }
        }
        DownOutputs { moved: any_of(m, exact), lost: any_of(m, lost) }
    })
}
