//! Expressions of inputs, each once, so that what two trees have alike has one number.
//!
//! Gates are kept bit by bit and by rules of their own, which are at least as strong as those by which
//! a finished module is simplified.

use std::collections::HashMap;
use std::rc::Rc;

use crate::bits::{Bits, bits_to_limbs, limbs_to_bits};
use crate::module::{BinaryOperation, Factors, Operation, Reduction, ShiftOperation};

/// A bit of what has that number, perhaps inverted; number 0 is the constant 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Bit {
    pub(super) of: u32,
    pub(super) number: u32,
    pub(super) is_inverted: bool,
}

impl Bit {
    pub(super) const ZERO: Self = Self { of: 0, number: 0, is_inverted: false };
    const ONE: Self = Self { of: 0, number: 0, is_inverted: true };

    pub(super) fn constant(is_set: bool) -> Self {
        if is_set { Self::ONE } else { Self::ZERO }
    }

    pub(super) fn inverted(self, is_inverted: bool) -> Self {
        Self { is_inverted: self.is_inverted ^ is_inverted, ..self }
    }
}

pub(super) type Word = Rc<[Bit]>;

/// All bits of what has that number.
pub(super) fn all_bits(of: u32, width: usize) -> Word {
    (0..width as u32).map(|number| Bit { of, number, is_inverted: false }).collect()
}

#[derive(PartialEq, Eq, Hash)]
pub(super) enum Expression {
    Zero,
    /// An input of the top module, by the number of the port.
    Input(usize),
    /// An instance, by the one around it and its number there.
    Instance(u32, usize),
    /// The number of the copy.
    Index(u32),
    /// Input of one copy of an instance, out of the words for all copies.
    Spread(u32, Word),
    /// Output of all copies, out of the word that one gives.
    Gathered(u32, Word),
    /// Whether all are set; sorted, two at least.
    All(Vec<Bit>),
    Differ(Bit, Bit),
    Choice(Bit, Bit, Bit),
    Computed(Operation, usize, Vec<Word>),
}

pub(super) struct Expressions(HashMap<Expression, u32>);

impl Expressions {
    pub(super) fn new() -> Self {
        Self(HashMap::from([(Expression::Zero, 0)]))
    }

    pub(super) fn number(&mut self, expression: Expression) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(expression).or_insert(next)
    }

    fn bit(&mut self, expression: Expression) -> Bit {
        Bit { of: self.number(expression), ..Bit::ZERO }
    }

    fn all(&mut self, bits: impl IntoIterator<Item = Bit>) -> Bit {
        let mut bits: Vec<Bit> = bits.into_iter().filter(|bit| *bit != Bit::ONE).collect();
        bits.sort_unstable();
        bits.dedup();
        let excludes = |pair: &[Bit]| pair[0] == pair[1].inverted(true);
        match bits[..] {
            [] => Bit::ONE,
            [only] => only,
            _ if bits[0] == Bit::ZERO || bits.windows(2).any(excludes) => Bit::ZERO,
            _ => self.bit(Expression::All(bits)),
        }
    }

    fn any(&mut self, bits: impl IntoIterator<Item = Bit>) -> Bit {
        self.all(bits.into_iter().map(|bit| bit.inverted(true))).inverted(true)
    }

    fn differ(&mut self, a: Bit, b: Bit) -> Bit {
        let is_inverted = a.is_inverted ^ b.is_inverted;
        let [a, b] = [a, b].map(|bit| bit.inverted(bit.is_inverted));
        let (a, b) = (a.min(b), a.max(b));
        let differ = match () {
            () if a == b => Bit::ZERO,
            () if a == Bit::ZERO => b,
            () => self.bit(Expression::Differ(a, b)),
        };
        differ.inverted(is_inverted)
    }

    fn choice(&mut self, select: Bit, then: Bit, otherwise: Bit) -> Bit {
        match (select, then, otherwise) {
            (Bit { is_inverted: true, .. }, ..) => {
                self.choice(select.inverted(true), otherwise, then)
            }
            (Bit::ZERO, _, same) => same,
            (_, then, otherwise) if then == otherwise => then,
            (_, Bit::ONE, _) => self.any([select, otherwise]),
            (_, Bit::ZERO, _) => self.all([select.inverted(true), otherwise]),
            (_, _, Bit::ZERO) => self.all([select, then]),
            (_, _, Bit::ONE) => self.any([select.inverted(true), then]),
            _ => {
                let is_inverted = otherwise.is_inverted;
                let [then, otherwise] = [then, otherwise].map(|bit| bit.inverted(is_inverted));
                self.bit(Expression::Choice(select, then, otherwise)).inverted(is_inverted)
            }
        }
    }

    /// The element of that index; bits of the index that choose between equals do not count.
    fn element(&mut self, index: &[Bit], elements: &[Bit], width: usize) -> Word {
        let of_bit = |bit: usize| {
            // The elements where this bit of the index is clear, and where it is set.
            let of = |is_set: usize| -> Vec<Bit> {
                let words = elements.chunks(width).enumerate();
                let words = words.filter(|(number, _)| number >> bit & 1 == is_set);
                words.flat_map(|(_, word)| word).copied().collect()
            };
            (bit, of(0), of(1))
        };
        let is_needless =
            |(bit, clear, set): &(usize, Vec<Bit>, Vec<Bit>)| index[*bit].of == 0 || clear == set;
        match (0..index.len()).map(of_bit).find(is_needless) {
            Some((bit, clear, set)) => {
                let rest = [&index[..bit], &index[bit + 1..]].concat();
                self.element(&rest, if index[bit] == Bit::ONE { &set } else { &clear }, width)
            }
            None if index.is_empty() => elements.into(),
            None if index.len() == 1 => {
                let bits = elements[width..].iter().zip(elements);
                bits.map(|(set, clear)| self.choice(index[0], *set, *clear)).collect()
            }
            None => {
                let words = vec![index.into(), elements.into()];
                let select = Expression::Computed(Operation::Select, width, words);
                all_bits(self.number(select), width)
            }
        }
    }

    /// An operation on these words.
    pub(super) fn computed(
        &mut self,
        operation: Operation,
        width: usize,
        mut words: Vec<Word>,
    ) -> Word {
        use BinaryOperation::{
            Add, And, Equal, LessSigned, LessUnsigned, NotEqual, Or, Subtract, Xor,
        };
        let is_zero = |word: &Word| word.iter().all(|bit| *bit == Bit::ZERO);
        let zeros = || vec![Bit::ZERO; width].into();
        let bits = |a: &Word, b: &Word| -> Vec<(Bit, Bit)> {
            a.iter().copied().zip(b.iter().copied()).collect()
        };
        if words.iter().all(is_constant) {
            return folded(operation, width, &words);
        }
        if let Operation::Binary(Add) | Operation::Multiply(_) = operation {
            words.sort_unstable();
        }
        match (operation, &words[..]) {
            (Operation::Binary(And), [a, b]) => {
                bits(a, b).into_iter().map(|(a, b)| self.all([a, b])).collect()
            }
            (Operation::Binary(Or), [a, b]) => {
                bits(a, b).into_iter().map(|(a, b)| self.any([a, b])).collect()
            }
            (Operation::Binary(Xor), [a, b]) => {
                bits(a, b).into_iter().map(|(a, b)| self.differ(a, b)).collect()
            }
            (Operation::Binary(comparison @ (Equal | NotEqual)), [a, b]) => {
                let pairs = bits(a, b).into_iter();
                let differ: Vec<Bit> = pairs.map(|(a, b)| self.differ(a, b)).collect();
                [self.any(differ).inverted(comparison == Equal)].into()
            }
            (Operation::Reduce(Reduction::And), [a]) => [self.all(a.iter().copied())].into(),
            (Operation::Reduce(Reduction::Or), [a]) => [self.any(a.iter().copied())].into(),
            (Operation::Reduce(Reduction::Xor), [a]) if a.len() == 1 => a.clone(),
            (Operation::Mux, [select, then, otherwise]) => {
                let bits = bits(then, otherwise).into_iter();
                bits.map(|(then, otherwise)| self.choice(select[0], then, otherwise)).collect()
            }
            (Operation::Select, [index, elements]) => self.element(index, elements, width),
            (Operation::Binary(Subtract | LessUnsigned | LessSigned), [a, b]) if a == b => zeros(),
            (Operation::Binary(Subtract), [a, b]) if is_zero(b) => a.clone(),
            (Operation::Binary(Add), [a, b]) if is_zero(a) => b.clone(),
            (Operation::Binary(LessUnsigned), [a, b]) if is_zero(b) || is_ones(a) => zeros(),
            (Operation::Binary(LessUnsigned), [a, b]) if is_zero(a) => {
                [self.any(b.iter().copied())].into()
            }
            (Operation::Multiply(_), [a, _]) if is_zero(a) => zeros(),
            (Operation::Multiply(Factors::Unsigned), [a, b]) if is_one(a) => {
                b.iter().copied().chain(std::iter::repeat(Bit::ZERO)).take(width).collect()
            }
            (Operation::Shift(_), [value, _]) if is_zero(value) => zeros(),
            (Operation::Shift(shift), [value, amount]) if is_constant(amount) => {
                shifted(shift, value, amount)
            }
            _ => all_bits(self.number(Expression::Computed(operation, width, words)), width),
        }
    }
}

fn is_constant(word: &Word) -> bool {
    word.iter().all(|bit| bit.of == 0)
}

/// An operation on constants.
fn folded(operation: Operation, width: usize, words: &[Word]) -> Word {
    let limbs = words.iter().map(|word| {
        let bits: Bits = word.iter().map(|bit| bit.is_inverted).collect();
        bits_to_limbs(&bits).collect()
    });
    let limbs: Vec<Vec<u64>> = limbs.collect();
    let operand = |number: usize| (words[number].len(), &limbs[number][..]);
    let mut result = vec![0; width.div_ceil(64)];
    operation.evaluate(width, words.len(), operand, &mut result);
    limbs_to_bits(width, &result).iter().by_vals().map(Bit::constant).collect()
}

fn is_ones(word: &Word) -> bool {
    word.iter().all(|bit| *bit == Bit::ONE)
}

fn is_one(word: &Word) -> bool {
    word.iter().enumerate().all(|(number, bit)| *bit == Bit::constant(number == 0))
}

/// `value` shifted by a constant.
fn shifted(shift: ShiftOperation, value: &Word, amount: &Word) -> Word {
    let width = value.len();
    let places = amount.iter().enumerate().filter(|(_, bit)| bit.is_inverted);
    let places = places.map(|(number, _)| 1_usize.checked_shl(number as u32).unwrap_or(width));
    let distance = places.fold(0, |all: usize, one| all.saturating_add(one)).min(width);
    let fill = match shift {
        ShiftOperation::RightSigned => value[width - 1],
        _ => Bit::ZERO,
    };
    let fill = vec![fill; distance];
    match shift {
        ShiftOperation::Left => [&fill, &value[..width - distance]].concat().into(),
        _ => [&value[distance..], &fill].concat().into(),
    }
}
