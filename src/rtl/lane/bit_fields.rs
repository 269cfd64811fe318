//! Logic, shifts and bit counts of a lane.

use super::operands::Operands;
use crate::hdl::{ModuleBuilder, Signal};
use crate::isa::{Operation, Signedness};
use crate::rtl::codes::is_choice;

fn is<'m>(operands: &Operands<'m>, operation: Operation) -> Signal<'m> {
    is_choice(operands.choice, operation)
}

/// AND, OR, XOR, NOT.
pub fn logic<'m>(m: &'m ModuleBuilder, operands: &Operands<'m>) -> Signal<'m> {
    let &Operands { a, b, choice, .. } = operands;
    m.concat(&[a & b, a | b, a ^ b, !a]).named("logic_choices").element(choice.slice(0, 2))
}

fn reversed<'m>(m: &'m ModuleBuilder, word: Signal<'m>) -> Signal<'m> {
    let bits: Vec<Signal> = (0..32).rev().map(|bit| word.bit(bit)).collect();
    m.concat(&bits)
}

/// b shifted by a modulo 32. One logical right shifter does all: a left shift reverses the word
/// before and after, and a negative number is complemented before and after, so that the zeros
/// shifted in become ones.
pub fn shift<'m>(m: &'m ModuleBuilder, operands: &Operands<'m>) -> Signal<'m> {
    let left = is(operands, Operation::ShiftLeft).named("shifts_left");
    let negative = (is(operands, Operation::ShiftRight(Signedness::Signed)) & operands.b.bit(31))
        .named("shifts_negative");
    let value = left.mux(reversed(m, operands.b), operands.b) ^ negative.repeat(32);
    let shifted =
        (value.shift_right(operands.a.slice(0, 5)) ^ negative.repeat(32)).named("shifted");
    left.mux(reversed(m, shifted), shifted)
}

/// Population count plus b, bit reversal, position of the highest one, leading zeros.
pub fn counts<'m>(m: &'m ModuleBuilder, operands: &Operands<'m>) -> Signal<'m> {
    let a = operands.a;
    let ones = population(a.elements(1)).named("ones").zero_extend(32);
    let (zeros, none) = leading_zeros(m, a);
    let all_ones = none.repeat(32);
    let highest = (!zeros).zero_extend(32) | all_ones;
    let leading = zeros.zero_extend(32) | all_ones;
    let counted_on = operands.b & (!operands.choice.bit(2)).repeat(32);
    let choices = [ones + counted_on, reversed(m, a), highest, leading];
    m.concat(&choices).named("count_choices").element(operands.choice.slice(0, 2))
}

/// The sum of numbers of one width, one bit wider at each level of the tree.
fn population<'m>(mut terms: Vec<Signal<'m>>) -> Signal<'m> {
    while terms.len() > 1 {
        let width = terms[0].width() + 1;
        terms = terms
            .chunks(2)
            .map(|pair| pair[0].zero_extend(width) + pair[1].zero_extend(width))
            .collect();
    }
    terms[0]
}

/// Number of zeros above the highest 1 in a word of 2^n bits, and whether the word is zero.
///
/// Halves the word at each step: the highest bit of the number says that the upper half is empty,
/// the next that the upper half of the rest is, and so on.
pub fn leading_zeros<'m>(m: &'m ModuleBuilder, word: Signal<'m>) -> (Signal<'m>, Signal<'m>) {
    let mut rest = word;
    let mut bits = vec![];
    while rest.width() > 1 {
        let half = rest.width() / 2;
        let (low, high) = (rest.slice(0, half), rest.slice(half, half));
        let empty = !high.any();
        rest = empty.mux(low, high).named(&format!("highest_{half}"));
        bits.insert(0, empty);
    }
    (m.concat(&bits).named("leading_zeros"), !rest)
}
