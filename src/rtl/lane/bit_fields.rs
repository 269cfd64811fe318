//! Logic, shifts and bit counts of a lane.

use super::operands::Operands;
use crate::isa::{LaneOperation, Signedness};
use crate::rtl::codes::is_choice;
use crate::rtl::gates::{carries, ones_of_six, shifted_right};
use crate::rtl::prelude::*;

/// A function of two bits as its truth table; each signal is one bit.
#[derive(Clone, Copy)]
pub struct TruthTable<'m> {
    pub on_both: Signal<'m>,
    pub on_a_alone: Signal<'m>,
    pub on_b_alone: Signal<'m>,
    pub on_none: Signal<'m>,
}

impl<'m> TruthTable<'m> {
    /// AND, OR, XOR, NOT a, if the operation `is_logic`.
    pub fn logic(operands: &Operands<'m>, is_logic: Signal<'m>) -> Self {
        let is =
            |operation: LaneOperation| is_logic & is_choice(operands.choice.slice(0, 2), operation);
        let not = is(LaneOperation::Not).named("is_not");
        let xor = is(LaneOperation::Xor).named("is_xor");
        Self {
            on_both: is(LaneOperation::And) | is(LaneOperation::Or),
            on_a_alone: is(LaneOperation::Or) | xor,
            on_b_alone: is(LaneOperation::Or) | xor | not,
            on_none: not,
        }
    }

    /// This one, or a where `takes_a`, or b where `takes_b`.
    pub fn or_taken(self, takes_a: Signal<'m>, takes_b: Signal<'m>) -> Self {
        Self {
            on_both: self.on_both | takes_a | takes_b,
            on_a_alone: self.on_a_alone | takes_a,
            on_b_alone: self.on_b_alone | takes_b,
            on_none: self.on_none,
        }
    }

    /// This one, or the complement of a where `takes_a`, or that of b where `takes_b`.
    pub fn or_complemented(self, takes_a: Signal<'m>, takes_b: Signal<'m>) -> Self {
        Self {
            on_both: self.on_both,
            on_a_alone: self.on_a_alone | takes_b,
            on_b_alone: self.on_b_alone | takes_a,
            on_none: self.on_none | takes_a | takes_b,
        }
    }

    /// The function of each pair of bits of a and b. Where one of them does not matter, a term
    /// without it says so, for simulators to which it may be unknown; synthesis sees through that.
    pub fn of(self, a: Signal<'m>, b: Signal<'m>) -> Signal<'m> {
        let both = self
            .on_both
            .named("on_both")
            .because("The rows of a truth table select the function of both bits.");
        let a_alone = self.on_a_alone.named("on_a_alone");
        let b_alone = self.on_b_alone.named("on_b_alone");
        let none = self.on_none.named("on_none");
        let every = |bit: Signal<'m>| bit.repeat(a.width());
        (a & b & every(both))
            | (a & !b & every(a_alone))
            | (!a & b & every(b_alone))
            | (!(a | b) & every(none))
            | (a & every(both & a_alone))
            | (b & every(both & b_alone))
            | (!a & every(b_alone & none))
            | (!b & every(a_alone & none))
    }
}

/// LOP3: in each place the bit of `table` whose number is 4a + 2b + c there.
pub fn lookup<'m>(table: Signal<'m>, [a, b, c]: [Signal<'m>; 3]) -> Signal<'m> {
    let every = |number: usize| table.bit(number).repeat(a.width());
    let on_c = |number: usize| {
        let looked_up = (c & every(number + 1)) | (!c & every(number));
        looked_up.named(&format!("by_c_at{number}"))
    };
    let on_b = |number: usize| (b & on_c(number + 2)) | (!b & on_c(number));
    (a & on_b(4).named("by_b_at4")) | (!a & on_b(0).named("by_b_at0"))
}

pub fn reversed<'m>(m: &'m Builder, word: Signal<'m>) -> Signal<'m> {
    let bits: Vec<Signal> = (0..word.width()).rev().map(|bit| word.bit(bit)).collect();
    m.concat(&bits)
}

/// Control of the shifter; without left and right the result is 0.
pub struct ShiftControl<'m> {
    pub left: Signal<'m>,
    pub right: Signal<'m>,
    /// Bit that a right shift shifts in.
    pub fill: Signal<'m>,
}

impl<'m> ShiftControl<'m> {
    /// Control for the integer shifts of `value`, if the operation `is_shift`.
    pub fn new(choice: Signal<'m>, value: Signal<'m>, is_shift: Signal<'m>) -> Self {
        let is_left = is_choice(choice, LaneOperation::ShiftLeft);
        let is_signed = is_choice(choice, LaneOperation::ShiftRight(Signedness::Signed));
        Self {
            left: is_shift & is_left,
            right: is_shift & !is_left,
            fill: is_shift & is_signed & value.bit(value.width() - 1),
        }
    }

    /// `value` shifted by `amount`. One right shifter does all: a left shift reverses the value
    /// before and after.
    pub fn shifted(self, m: &'m Builder, value: Signal<'m>, amount: Signal<'m>) -> Signal<'m> {
        let width = value.width();
        let left = self.left.named("shifts_left");
        let value = left
            .mux(reversed(m, value), value)
            .named("to_be_shifted")
            .because("The shifter moves right; for a left shift bits are reversed.");
        let fill = self.fill.named("shifts_in");
        let moved = shifted_right(m, "shifted", value, amount, fill);
        let right = self.right.named("shifts_right");
        let reversed = (reversed(m, moved) & left.repeat(width)).named("shifted_left");
        (moved & right.repeat(width)) | reversed
    }
}

/// The number of ones in the low 31 bits of a word; bit 31 is left to the carry of an adder.
pub fn population_of_31<'m>(m: &'m Builder, word: Signal<'m>) -> Signal<'m> {
    let six = |bits: Signal<'m>| {
        let places = bits.width() / 6;
        std::array::from_fn(|part| bits.slice(part * places, places))
    };
    let and = |bits: Signal<'m>, bit: Signal<'m>| six(m.concat(&[bits, bit]));
    let [ones, twos, fours] = ones_of_six("sixes", six(word.slice(0, 30)));
    let [bit_0, more_twos, more_fours] = ones_of_six("units", and(ones, word.bit(30)));
    let [bit_1, four, eight] = ones_of_six("pairs", and(twos, more_twos));
    let [other_four, other_eight, sixteen] = ones_of_six("fours", and(fours, more_fours));
    let carries = carries(m.concat(&[four, eight]), m.concat(&[other_four, other_eight]));
    let bit_3 = eight ^ other_eight ^ carries[0];
    m.concat(&[bit_0, bit_1, four ^ other_four, bit_3, sixteen | carries[1]]).named("population")
}

/// Number of zeros above the highest 1 in a word of 2^n bits, and whether the word is zero.
///
/// The highest bit of the number says that the upper half is empty. Each bit below it says so of
/// one of the parts, half as long, that the bits before pick.
pub fn leading_zeros<'m>(m: &'m Builder, word: Signal<'m>) -> (Signal<'m>, Signal<'m>) {
    let why = "From its highest bit down, each says that the upper half of a part is empty.";
    m.because(&format!("empty{}", word.width() / 2), why);
    let (mut zeros, mut part) = (m.nothing(), word.width());
    while part > 1 {
        let half = part / 2;
        let uppers = word.elements(part).into_iter().rev();
        let empty: Vec<Signal> = uppers.map(|bits| !bits.slice(half, half).any()).collect();
        let of_parts = m.concat(&empty).named(&format!("empty{half}"));
        let name = if half == 1 { "leading_zeros" } else { &format!("zeros{half}") };
        zeros = m.concat(&[of_parts.element(zeros), zeros]).named(name);
        part = half;
    }
    (zeros, !word.any())
}
