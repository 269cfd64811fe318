//! Video modifiers as bits of the machine word, laid out for a decoder of wires.
//!
//! | bits of the modifiers | of the word | scalar | VMAD | SIMD |
//! |---|---|---|---|---|
//! | 0, 1 | 33, 34 | a, b signed | a, b signed | a, b signed |
//! | 2 | 35 | d signed; VSET: equal | d signed | d signed; VSET: equal |
//! | 3 | 36 | SAT; VSET: less | SAT | SAT; VSET: less |
//! | 5:4 | 38:37 | secondary: 1 ADD, 2 MIN, 3 MAX | shift: 1 by 7, 2 by 15 | bit 4 ADD, bit 5 four bytes |
//! | 6 | 39 | VAVRG, WRAP; VSET: the opposite | PO | VSET: the opposite |
//! | 18:7 | 51:40 | which byte each byte of a is | as scalar | as scalar |
//! | 30:19 | 63:52 | which byte each byte of b is | as scalar | as scalar |
//! | 34:31 | 127:124 | bytes that are not c's | bit 31 negate the product, bit 32 negate c | as scalar |
//!
//! **Bytes.** Every selector is spelled out as four byte numbers of three bits, lowest byte first:
//! 0-3 are the bytes of a, 4-7 those of b. So the hardware picks bytes and needs not know of
//! halves. A scalar source of a half or byte ends where the bytes come from the other operand:
//! `a.H1` is 2 3 4 4, `b.B0` is 4 0 0 0.

use super::encoding::{BitField, Word, field};
use super::operation::{Comparison, Operation, Signedness};
use super::video::{
    Elements, Part, ScalarVideo, Secondary, SimdOperation, SimdVideo, Variant, Video,
    VideoMultiplyAdd, VideoOperation, VideoTypes,
};

/// Bits of the modifiers.
pub const BITS: usize = 35;

pub const A_SIGNED: BitField = field(0, 1);
pub const B_SIGNED: BitField = field(1, 1);
pub const D_SIGNED: BitField = field(2, 1);
pub const SATURATES: BitField = field(3, 1);
/// 0 none, 1 ADD, 2 MIN, 3 MAX.
pub const SECONDARY: BitField = field(4, 2);
pub const SHIFTS_BY_7: BitField = field(4, 1);
pub const SHIFTS_BY_15: BitField = field(5, 1);
pub const ACCUMULATES: BitField = field(4, 1);
pub const FOUR_ELEMENTS: BitField = field(5, 1);
pub const AVERAGES: BitField = field(6, 1);
pub const WRAPS: BitField = field(6, 1);
pub const ADDS_ONE: BitField = field(6, 1);
pub const RELATION_EQUAL: BitField = field(2, 1);
pub const RELATION_LESS: BitField = field(3, 1);
pub const RELATION_OPPOSITE: BitField = field(6, 1);
pub const BYTES_OF_A: BitField = field(7, 12);
pub const BYTES_OF_B: BitField = field(19, 12);
pub const BYTE_MASK: BitField = field(31, 4);
pub const NEGATES_PRODUCT: BitField = field(31, 1);
pub const NEGATES_C: BitField = field(32, 1);

const ALL_BYTES: u8 = 0xf;

impl Video {
    /// Modifiers of `operation` that ask for nothing, of whole words or all of `count` elements;
    /// `None` if it is no video operation.
    pub fn plain(operation: Operation, types: VideoTypes, count: u8) -> Option<Self> {
        let (a, b, saturates) = (Part::Word, Part::Word, false);
        Some(match operation {
            Operation::Video(VideoOperation::MultiplyAdd) => Self::MultiplyAdd(VideoMultiplyAdd {
                types,
                a,
                b,
                saturates,
                negates_product: false,
                negates_c: false,
                adds_one: false,
                shift: 0,
            }),
            Operation::Video(operation) => {
                let variant = match operation {
                    VideoOperation::Set => Variant::Compare(Comparison::Equal),
                    _ if operation.shifts() => Variant::Clamp,
                    _ => Variant::Plain,
                };
                let secondary = Secondary::None;
                Self::Scalar(ScalarVideo { variant, types, a, b, saturates, secondary })
            }
            Operation::VideoSimd(operation) => {
                let comparison = (operation == SimdOperation::Set).then_some(Comparison::Equal);
                let [a, b] = SimdVideo::default_selectors(count);
                let (mask, elements) = (SimdVideo::full_mask(count), Elements::Wrapped);
                Self::Simd(SimdVideo { count, comparison, types, a, b, mask, elements })
            }
            _ => return None,
        })
    }

    /// The modifiers of `operation` as [`BITS`] bits.
    pub(super) fn encode(mut self, operation: Operation) -> u128 {
        Word::written(|word| self.fields(operation, word))
    }

    /// Modifiers of `operation` that the bits encode; `None` if it is no video operation. Bits that
    /// no text encodes to are read as the nearest that one does.
    pub(crate) fn decode(operation: Operation, bits: u128) -> Option<Self> {
        let mut video = Self::plain(operation, VideoTypes::UNSIGNED, 2)?;
        video.fields(operation, &mut Word::read(bits));
        Some(video)
    }

    fn fields(&mut self, operation: Operation, word: &mut Word) {
        match (self, operation) {
            (Self::Scalar(scalar), Operation::Video(operation)) => scalar.fields(operation, word),
            (Self::MultiplyAdd(sum), _) => sum.fields(word),
            (Self::Simd(simd), _) => simd.fields(word),
            (video, operation) => panic!("{operation:?} does not go with {video:?}"),
        }
    }
}

impl ScalarVideo {
    fn fields(&mut self, operation: VideoOperation, word: &mut Word) {
        let sets = operation == VideoOperation::Set;
        type_fields(word, &mut self.types, sets);
        part_fields(word, &mut self.a, &mut self.b);
        let mut is_other = matches!(self.variant, Variant::Average | Variant::Wrap);
        match &mut self.variant {
            Variant::Compare(comparison) => relation_fields(word, comparison),
            variant if operation.shifts() => {
                word.flag(WRAPS, &mut is_other);
                *variant = if is_other { Variant::Wrap } else { Variant::Clamp };
            }
            variant if operation == VideoOperation::Add => {
                word.flag(AVERAGES, &mut is_other);
                *variant = if is_other { Variant::Average } else { Variant::Plain };
            }
            _ => {}
        }
        if !sets {
            word.flag(SATURATES, &mut self.saturates);
        }
        let (mut secondary, mut mask) = match self.secondary {
            Secondary::None => (0_u8, ALL_BYTES),
            Secondary::Add => (1, ALL_BYTES),
            Secondary::Minimum => (2, ALL_BYTES),
            Secondary::Maximum => (3, ALL_BYTES),
            Secondary::Merge(part) => (0, byte_mask(part)),
        };
        word.number(SECONDARY, &mut secondary);
        word.number(BYTE_MASK, &mut mask);
        self.secondary = match secondary {
            1 => Secondary::Add,
            2 => Secondary::Minimum,
            3 => Secondary::Maximum,
            _ => {
                let merged = Part::ALL[1..].iter().find(|&&part| byte_mask(part) == mask);
                merged.map_or(Secondary::None, |&part| Secondary::Merge(part))
            }
        };
    }
}

impl VideoMultiplyAdd {
    fn fields(&mut self, word: &mut Word) {
        type_fields(word, &mut self.types, false);
        part_fields(word, &mut self.a, &mut self.b);
        word.flag(SATURATES, &mut self.saturates);
        word.flag(ADDS_ONE, &mut self.adds_one);
        word.flag(NEGATES_PRODUCT, &mut self.negates_product);
        word.flag(NEGATES_C, &mut self.negates_c);
        let (mut by_7, mut by_15) = (self.shift == 7, self.shift == 15);
        word.flag(SHIFTS_BY_7, &mut by_7);
        word.flag(SHIFTS_BY_15, &mut by_15);
        self.shift = match (by_7, by_15) {
            (_, true) => 15,
            (true, _) => 7,
            _ => 0,
        };
    }
}

impl SimdVideo {
    fn fields(&mut self, word: &mut Word) {
        type_fields(word, &mut self.types, self.comparison.is_some());
        if let Some(comparison) = &mut self.comparison {
            relation_fields(word, comparison);
        }
        let mut has_four = self.count == 4;
        word.flag(FOUR_ELEMENTS, &mut has_four);
        self.count = if has_four { 4 } else { 2 };
        for (field, picked) in [(BYTES_OF_A, &mut self.a), (BYTES_OF_B, &mut self.b)] {
            let [first, second, ..] = *picked;
            let halves = [2 * first, 2 * first + 1, 2 * second, 2 * second + 1];
            let mut bytes = if has_four { *picked } else { halves };
            byte_fields(word, field, &mut bytes);
            *picked = if has_four { bytes } else { [bytes[0] / 2, bytes[2] / 2, 0, 0] };
        }
        let takes_part = |byte: u8| self.mask >> (byte * self.count / 4) & 1;
        let mut mask: u8 = (0..4).map(|byte| takes_part(byte) << byte).sum();
        word.number(BYTE_MASK, &mut mask);
        self.mask = if has_four { mask } else { mask & 1 | mask >> 1 & 2 };
        let mut accumulates = self.elements == Elements::Accumulated;
        let mut saturates = self.elements == Elements::Saturated;
        word.flag(ACCUMULATES, &mut accumulates);
        if self.comparison.is_none() {
            word.flag(SATURATES, &mut saturates);
        }
        self.elements = match (accumulates, saturates) {
            (true, _) => Elements::Accumulated,
            (_, true) => Elements::Saturated,
            _ => Elements::Wrapped,
        };
    }
}

/// VSET has a relation in the place of dtype.
fn type_fields(word: &mut Word, types: &mut VideoTypes, sets: bool) {
    let VideoTypes { destination, a, b } = types;
    let fields = [(A_SIGNED, a), (B_SIGNED, b), (D_SIGNED, destination)];
    for (field, signedness) in fields.into_iter().take(if sets { 2 } else { 3 }) {
        let mut is_signed = *signedness == Signedness::Signed;
        word.flag(field, &mut is_signed);
        *signedness = if is_signed { Signedness::Signed } else { Signedness::Unsigned };
    }
}

/// Whether the relation holds for equal and for smaller a, or is the opposite of one that does.
const RELATIONS: [(Comparison, [bool; 3]); 6] = [
    (Comparison::Equal, [true, false, false]),
    (Comparison::NotEqual, [true, false, true]),
    (Comparison::Less, [false, true, false]),
    (Comparison::GreaterOrEqual, [false, true, true]),
    (Comparison::LessOrEqual, [true, true, false]),
    (Comparison::Greater, [true, true, true]),
];

fn relation_fields(word: &mut Word, comparison: &mut Comparison) {
    let row = RELATIONS.iter().find(|row| row.0 == *comparison);
    let (_, mut bits) = *row.expect("every comparison has a row");
    let [equal, less, opposite] = &mut bits;
    word.flag(RELATION_EQUAL, equal);
    word.flag(RELATION_LESS, less);
    word.flag(RELATION_OPPOSITE, opposite);
    *comparison = RELATIONS.iter().find(|row| row.1 == bits).map_or(Comparison::Equal, |row| row.0);
}

fn part_fields(word: &mut Word, a: &mut Part, b: &mut Part) {
    for (field, part, own) in [(BYTES_OF_A, a, 0), (BYTES_OF_B, b, 4)] {
        let mut bytes = part_bytes(*part, own);
        byte_fields(word, field, &mut bytes);
        *part = match bytes {
            [first, second, ..] if second & 4 != own => Part::Byte(first & 3),
            [first, .., last] if last & 4 != own => Part::Half(first >> 1 & 1),
            _ => Part::Word,
        };
    }
}

/// The numbers of four bytes, the lowest first.
fn byte_fields(word: &mut Word, all: BitField, bytes: &mut [u8; 4]) {
    for (place, byte) in bytes.iter_mut().enumerate() {
        word.number(field(all.low + 3 * place, 3), byte);
    }
}

/// Numbers of the bytes of a source with byte 0 at number `own`; past its end, the other's byte 0.
fn part_bytes(part: Part, own: u8) -> [u8; 4] {
    let other = own ^ 4;
    match part {
        Part::Word => [own, own + 1, own + 2, own + 3],
        Part::Half(half) => [own + 2 * half, own + 2 * half + 1, other, other],
        Part::Byte(byte) => [own + byte, other, other, other],
    }
}

fn byte_mask(part: Part) -> u8 {
    match part {
        Part::Word => ALL_BYTES,
        Part::Half(half) => 3 << (2 * half),
        Part::Byte(byte) => 1 << byte,
    }
}
