//! Logic, shifts and bit counts of a lane.

use super::operands::Operands;
use crate::isa::{LaneOperation, Signedness};
use crate::rtl::codes::is_choice;
use crate::rtl::gates::{carries, ones, ones_of_six, window};
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

    /// The function that is 0.
    pub fn none(m: &'m Builder) -> Self {
        let [on_both, on_a_alone, on_b_alone, on_none] = [m.constant(1, 0); 4];
        Self { on_both, on_a_alone, on_b_alone, on_none }
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

    /// The rows of LOP3's table that make it this function of a and b.
    pub fn rows(self, m: &'m Builder) -> Signal<'m> {
        let rows = [self.on_none, self.on_b_alone, self.on_a_alone, self.on_both];
        m.concat(&rows.map(|row| row.repeat(2)))
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

ports! {
    pub struct LookupInputs() {
        rows: [8] "truth table";
        a: [32] "bit 2 of the number of a row, in each place";
        b: [32] "bit 1";
        c: [32] "bit 0";
    }

    pub struct LookupOutputs() {
        word: [32] "the bit of the row, in each place";
    }
}

/// Builds the table of LOP3, a module of its own: together with its rows, which arrive late, the mapper trades
/// area for depth.
pub fn lookup() -> Block<LookupInputs, LookupOutputs> {
    let purpose = "Any function of three bits, in each place of a word.";
    Block::of("lanebeat_lookup", purpose, (), |_, inputs: LookupInputs<Signal>| {
        let LookupInputs { rows, a, b, c } = inputs;
        LookupOutputs { word: row_of(rows, [a, b, c]) }
    })
}

/// LOP3: in each place the bit of `table` whose number is 4a + 2b + c there. Where one of a, b and c
/// does not matter, a term without it says so, for simulators to which it may be unknown.
fn row_of<'m>(table: Signal<'m>, [a, b, c]: [Signal<'m>; 3]) -> Signal<'m> {
    let every = |number: usize| table.bit(number).repeat(a.width());
    let chosen = |by: Signal<'m>, one: Signal<'m>, zero: Signal<'m>| {
        (by & one) | (!by & zero) | (one & zero)
    };
    let row = |number: usize| every(number).named(&format!("row{number}"));
    let on_c =
        |number: usize| chosen(c, row(number + 1), row(number)).named(&format!("by_c_at{number}"));
    let on_b = |number: usize| {
        chosen(b, on_c(number + 2), on_c(number)).named(&format!("by_b_at{number}"))
    };
    chosen(a, on_b(4), on_b(0))
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

/// Operands of the shifts of the feature `bits`.
#[derive(Clone, Copy)]
pub struct FieldOperands<'m> {
    /// Operand a, the amount of most.
    pub a: Signal<'m>,
    pub c: Signal<'m>,
    /// a + b.
    pub total: Signal<'m>,
    /// Amount of LEA.HI.
    pub amount: Signal<'m>,
}

impl<'m> ShiftControl<'m> {
    /// Control for the integer shifts of `value`, if the operation `is_shift`.
    pub fn new(choice: Signal<'m>, value: Signal<'m>, is_shift: Signal<'m>) -> Self {
        let is_right = choice.bit(1);
        let is_signed = is_right & choice.bit(0);
        Self {
            left: is_shift & !is_right,
            right: is_shift & is_right,
            fill: is_shift & is_signed & value.bit(value.width() - 1),
        }
    }

    /// `value` shifted by `amount`; with `fields` as the operations of the feature `bits` want it.
    /// One right shifter does all: a left shift by n is one to the right by 31 - n of the value 31
    /// places higher.
    pub fn shifted(
        self,
        m: &'m Builder,
        choice: Signal<'m>,
        is_shift: Signal<'m>,
        [value, amount]: [Signal<'m>; 2],
        fields: Option<FieldOperands<'m>>,
    ) -> Signal<'m> {
        const ABOVE: usize = 31;
        let width = value.width();
        let [left, right] = [self.left.named("shifts_left"), self.right.named("shifts_right")];
        let fill = self.fill.named("shifts_in");
        let is_any = (left | right).named("shifts");
        let is_far = (amount.width() > 5).then(|| amount.bit(5));
        let is_near = is_far.map_or(is_any, |is_far| is_any & !is_far).named("shifts_near");
        let field =
            fields.map(|operands| Field::new(m, choice, [is_shift, is_near], value, operands));
        let mut places = amount.slice(0, 5);
        let zeros = m.constant(ABOVE, 0);
        let wide = match &field {
            None => {
                let from_left = m.concat(&[zeros, value]);
                left.mux(from_left, m.concat(&[value, fill.repeat(ABOVE)]))
            }
            Some(field) => {
                places = field.places(places);
                field.funnel(m, [left, right, fill], value)
            }
        };
        let wide = wide.named("to_be_shifted").because(
            "The shifter moves right: a left shift by n is one by 31 - n from 31 places up.",
        );
        let places = (places ^ left.repeat(5)).named("places");
        let funnel_inputs = FunnelInputs { bits: wide, places };
        let moved = funnel(width).instance(m, "funnel", funnel_inputs).moved;
        let (keeps, mut other) = match field {
            None => (is_near.repeat(32), m.constant(1, 0)),
            Some(Field { keeps, sign, .. }) => (keeps, sign),
        };
        let Some(is_far) = is_far else {
            return (moved & keeps) | (other.repeat(32) & !keeps);
        };
        other = (other | (is_far & fill))
            .named("other_bits")
            .because("By 32 places a left shift leaves zeros, a right shift what it shifts in.");
        let low = (moved.slice(0, 32) & keeps) | (other.repeat(32) & !keeps);
        let above = width - 32;
        let far = left.mux(value.slice(0, above), fill.repeat(above));
        let high = is_far.mux(far, moved.slice(32, above)) & is_any.repeat(above);
        m.concat(&[low, high.named("shifted_above")])
    }
}

ports! {
    struct FunnelInputs(width: usize) {
        bits: [width + 31] "bits, of which as many as a word are wanted";
        places: [5] "number of the lowest one";
    }

    struct FunnelOutputs(width: usize) {
        moved: [width] "the wanted bits";
    }
}

/// Builds the funnel of the shifter. Where modules are mapped one by one, it takes as many LUTs as a
/// tree of multiplexers; together with what chooses the places, the mapper trades area for depth.
fn funnel(width: usize) -> Block<FunnelInputs, FunnelOutputs> {
    let purpose = "The funnel of a lane's shifter: a word out of two.";
    Block::of("lanebeat_funnel", purpose, width, |_, inputs: FunnelInputs<Signal>| {
        let FunnelInputs { bits, places } = inputs;
        FunnelOutputs { moved: window("shifted", bits, places, width) }
    })
}

/// Shifts of the feature `bits`: bit fields, words of 64 bits, sums.
struct Field<'m> {
    operands: FieldOperands<'m>,
    adds_first: Signal<'m>,
    shifts_address: Signal<'m>,
    makes_mask: Signal<'m>,
    /// The shift is of 64 bits, {c, b} or {b, c}; of LEA.HI {b, a}.
    funnels: Signal<'m>,
    /// Bits of the result that are kept.
    keeps: Signal<'m>,
    /// Bit in place of the others.
    sign: Signal<'m>,
}

impl<'m> Field<'m> {
    fn new(
        m: &'m Builder,
        choice: Signal<'m>,
        [is_shift, is_near]: [Signal<'m>; 2],
        value: Signal<'m>,
        operands: FieldOperands<'m>,
    ) -> Self {
        let FieldOperands { a, c, .. } = operands;
        let is = |operation: LaneOperation| is_shift & is_choice(choice, operation);
        let shifts_address = is(LaneOperation::FunnelLeftAdd).named("shifts_address");
        let funnels = is(LaneOperation::FunnelLeft) | is(LaneOperation::FunnelRight);
        let makes_mask = is(LaneOperation::BitMask).named("makes_mask");
        let signed = is(LaneOperation::ExtractBits(Signedness::Signed)).named("extracts_signed");
        let extracts = signed | is(LaneOperation::ExtractBits(Signedness::Unsigned));
        let extracts = extracts.named("extracts");

        let length = c.slice(0, 5);
        let end = (a.slice(0, 5).zero_extend(6) + length.zero_extend(6))
            .named("field_end")
            .because("A field ends where its place and its length add up to.");
        let ends = (end & makes_mask.repeat(6)) | (length & extracts.repeat(5)).zero_extend(6);
        let is_whole = (is_near & !(makes_mask | extracts)).named("keeps_word");
        let kept = (ends | m.concat(&[m.constant(5, 0), is_whole]))
            .named("kept_places")
            .because("Lowest bits of the result that the shifter gives: 32 but for a field.");
        let below = ones(m, "below", kept.slice(0, 5));
        let keeps = (below | kept.bit(5).repeat(32)).named("keeps");
        let ahead = m.concat(&[m.constant(1, 0), value.slice(0, 31)]);
        let last = end
            .bit(5)
            .mux(value.bit(31), ahead.element(end.slice(0, 5)))
            .named("field_sign_bit")
            .because("The highest bit of a field; of one that ends above the word, the word's.");
        Self {
            operands,
            adds_first: is(LaneOperation::AddShiftLeft).named("adds_first"),
            shifts_address,
            makes_mask,
            funnels: funnels.named("funnels"),
            keeps,
            sign: (last & signed & length.any()).named("field_sign"),
        }
    }

    /// The places to shift by, where SHL and SHR have `usual`.
    fn places(&self, usual: Signal<'m>) -> Signal<'m> {
        let FieldOperands { c, amount, .. } = self.operands;
        let usual = self.shifts_address.mux(amount, usual);
        self.adds_first.mux(c.slice(0, 5), usual).named("shift_amount")
    }

    /// The bits that the shifter moves: above, the word that goes left, or what a right shift shifts
    /// in; below, the other way round.
    fn funnel(
        &self,
        m: &'m Builder,
        [left, right, fill]: [Signal<'m>; 3],
        value: Signal<'m>,
    ) -> Signal<'m> {
        let FieldOperands { a, c, total, .. } = self.operands;
        let (width, above) = (value.width(), 31);
        let funnels_left = (left & self.funnels).named("funnels_left");
        let low = (c.slice(1, above) & funnels_left.repeat(above))
            | (a.slice(1, above) & self.shifts_address.repeat(above));
        let low = low.named("follows_up");
        let funnels_right = (right & self.funnels).named("funnels_right");
        let goes_left = (left & !self.adds_first).named("goes_left");
        let word = value & goes_left.repeat(width);
        let sum = (total & self.adds_first.repeat(32)).zero_extend(width);
        let upper = (word | sum | self.makes_mask.repeat(width)).named("goes_up");
        let from_left = m.concat(&[low, upper]);
        let shifted_in = c.slice(0, above) & funnels_right.repeat(above);
        let from_right = m.concat(&[value & right.repeat(width), fill.repeat(above)]);
        let other = m.concat(&[m.constant(32, 0), shifted_in]).zero_extend(width + above);
        from_left | from_right | other
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
/// A part of the word begins with the zeros of its upper half or, where that is empty, with those of
/// its lower half behind it.
pub fn leading_zeros<'m>(m: &'m Builder, word: Signal<'m>) -> (Signal<'m>, Signal<'m>) {
    let why =
        "Of parts twice as long in each step: the lower half counts where the upper is empty.";
    m.because("leading_zeros", why);
    let (mut empty, mut zeros) = (!word, vec![m.nothing(); word.width()]);
    while let 2.. = zeros.len() {
        let halves = empty.elements(2);
        let count = |(empty, zeros): (&Signal<'m>, &[Signal<'m>])| {
            let is_lower = empty.bit(1);
            m.concat(&[is_lower.mux(zeros[0], zeros[1]), is_lower])
        };
        let counts: Vec<Signal> = halves.iter().zip(zeros.chunks(2)).map(count).collect();
        let part = word.width() / counts.len();
        let name = if counts.len() == 1 { "leading_zeros" } else { &format!("zeros{part}") };
        zeros = m.concat(&counts).named(name).elements(counts[0].width());
        let both = halves.iter().map(|half| half.bit(0) & half.bit(1)).collect::<Vec<_>>();
        empty = m.concat(&both).named(&format!("empty{part}"));
    }
    (zeros[0], empty)
}
