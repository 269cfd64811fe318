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

use super::encoding::{BitField, field};
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

const ALL_BYTES: u128 = 0xf;

impl Video {
    /// The modifiers as [`BITS`] bits.
    pub(super) fn encode(&self) -> u128 {
        let mut bits = 0;
        match self {
            Self::Scalar(scalar) => encode_scalar(scalar, &mut bits),
            Self::MultiplyAdd(multiply_add) => encode_multiply_add(multiply_add, &mut bits),
            Self::Simd(simd) => encode_simd(simd, &mut bits),
        }
        bits
    }

    /// What the bits say of `operation`; `None` if it is no video operation. Bits that no text
    /// encodes to are read as the nearest that one does.
    pub(crate) fn decode(operation: Operation, bits: u128) -> Option<Self> {
        match operation {
            Operation::Video(VideoOperation::MultiplyAdd) => {
                Some(Self::MultiplyAdd(decode_multiply_add(bits)))
            }
            Operation::Video(operation) => Some(Self::Scalar(decode_scalar(operation, bits))),
            Operation::VideoSimd(operation) => Some(Self::Simd(decode_simd(operation, bits))),
            _ => None,
        }
    }
}

fn encode_scalar(scalar: &ScalarVideo, bits: &mut u128) {
    put_types(bits, &scalar.types);
    put_parts(bits, scalar.a, scalar.b);
    match scalar.variant {
        Variant::Plain | Variant::Clamp => {}
        Variant::Average => AVERAGES.put(bits, 1),
        Variant::Wrap => WRAPS.put(bits, 1),
        Variant::Compare(comparison) => put_comparison(bits, comparison),
    }
    if scalar.saturates {
        SATURATES.put(bits, 1);
    }
    let (secondary, mask) = match scalar.secondary {
        Secondary::None => (0, ALL_BYTES),
        Secondary::Add => (1, ALL_BYTES),
        Secondary::Minimum => (2, ALL_BYTES),
        Secondary::Maximum => (3, ALL_BYTES),
        Secondary::Merge(part) => (0, byte_mask(part)),
    };
    SECONDARY.put(bits, secondary);
    BYTE_MASK.put(bits, mask);
}

fn decode_scalar(operation: VideoOperation, bits: u128) -> ScalarVideo {
    let sets = operation == VideoOperation::Set;
    let variant = match operation {
        VideoOperation::Set => Variant::Compare(comparison(bits)),
        VideoOperation::ShiftLeft | VideoOperation::ShiftRight if WRAPS.get(bits) == 1 => {
            Variant::Wrap
        }
        VideoOperation::ShiftLeft | VideoOperation::ShiftRight => Variant::Clamp,
        VideoOperation::Add if AVERAGES.get(bits) == 1 => Variant::Average,
        _ => Variant::Plain,
    };
    let secondary = match (SECONDARY.get(bits), BYTE_MASK.get(bits)) {
        (1, _) => Secondary::Add,
        (2, _) => Secondary::Minimum,
        (3, _) => Secondary::Maximum,
        (_, mask) => {
            let merged = Part::ALL[1..].iter().find(|&&part| byte_mask(part) == mask);
            merged.map_or(Secondary::None, |&part| Secondary::Merge(part))
        }
    };
    let (a, b) = parts(bits);
    ScalarVideo {
        variant,
        types: types(bits, sets),
        a,
        b,
        saturates: !sets && SATURATES.get(bits) == 1,
        secondary,
    }
}

fn encode_multiply_add(multiply_add: &VideoMultiplyAdd, bits: &mut u128) {
    put_types(bits, &multiply_add.types);
    put_parts(bits, multiply_add.a, multiply_add.b);
    SATURATES.put(bits, multiply_add.saturates.into());
    SHIFTS_BY_7.put(bits, (multiply_add.shift == 7).into());
    SHIFTS_BY_15.put(bits, (multiply_add.shift == 15).into());
    ADDS_ONE.put(bits, multiply_add.adds_one.into());
    NEGATES_PRODUCT.put(bits, multiply_add.negates_product.into());
    NEGATES_C.put(bits, multiply_add.negates_c.into());
}

fn decode_multiply_add(bits: u128) -> VideoMultiplyAdd {
    let (a, b) = parts(bits);
    VideoMultiplyAdd {
        types: types(bits, false),
        a,
        b,
        saturates: SATURATES.get(bits) == 1,
        negates_product: NEGATES_PRODUCT.get(bits) == 1,
        negates_c: NEGATES_C.get(bits) == 1,
        adds_one: ADDS_ONE.get(bits) == 1,
        shift: match (SHIFTS_BY_7.get(bits), SHIFTS_BY_15.get(bits)) {
            (_, 1) => 15,
            (1, _) => 7,
            _ => 0,
        },
    }
}

fn encode_simd(simd: &SimdVideo, bits: &mut u128) {
    put_types(bits, &simd.types);
    if let Some(comparison) = simd.comparison {
        put_comparison(bits, comparison);
    }
    if simd.elements == Elements::Saturated {
        SATURATES.put(bits, 1);
    }
    ACCUMULATES.put(bits, (simd.elements == Elements::Accumulated).into());
    FOUR_ELEMENTS.put(bits, (simd.count == 4).into());
    let bytes = |picked: [u8; 4]| match simd.count {
        4 => picked,
        _ => [2 * picked[0], 2 * picked[0] + 1, 2 * picked[1], 2 * picked[1] + 1],
    };
    BYTES_OF_A.put(bits, packed(bytes(simd.a)));
    BYTES_OF_B.put(bits, packed(bytes(simd.b)));
    let takes_part = |byte: u8| u128::from(simd.mask >> (byte * simd.count / 4) & 1);
    BYTE_MASK.put(bits, (0..4).map(|byte| takes_part(byte) << byte).sum());
}

fn decode_simd(operation: SimdOperation, bits: u128) -> SimdVideo {
    let sets = operation == SimdOperation::Set;
    let count = if FOUR_ELEMENTS.get(bits) == 1 { 4 } else { 2 };
    let picked = |field: BitField| match (count, unpacked(field.get(bits))) {
        (4, bytes) => bytes,
        (_, bytes) => [bytes[0] / 2, bytes[2] / 2, 0, 0],
    };
    let mask = BYTE_MASK.get(bits) as u8;
    let saturates = !sets && SATURATES.get(bits) == 1;
    SimdVideo {
        count,
        comparison: sets.then(|| comparison(bits)),
        types: types(bits, sets),
        a: picked(BYTES_OF_A),
        b: picked(BYTES_OF_B),
        mask: if count == 4 { mask } else { mask & 1 | mask >> 1 & 2 },
        elements: match ACCUMULATES.get(bits) {
            1 => Elements::Accumulated,
            _ if saturates => Elements::Saturated,
            _ => Elements::Wrapped,
        },
    }
}

fn put_types(bits: &mut u128, types: &VideoTypes) {
    for (field, signedness) in
        [(A_SIGNED, types.a), (B_SIGNED, types.b), (D_SIGNED, types.destination)]
    {
        field.put(bits, (signedness == Signedness::Signed).into());
    }
}

/// VSET has a relation in the place of dtype.
fn types(bits: u128, sets: bool) -> VideoTypes {
    let signedness = |field: BitField| {
        if field.get(bits) == 1 { Signedness::Signed } else { Signedness::Unsigned }
    };
    let destination = if sets { Signedness::Unsigned } else { signedness(D_SIGNED) };
    VideoTypes { destination, a: signedness(A_SIGNED), b: signedness(B_SIGNED) }
}

/// Whether the relation holds for equal and for smaller a, or is the opposite of one that does.
const RELATIONS: [(Comparison, [u128; 3]); 6] = [
    (Comparison::Equal, [1, 0, 0]),
    (Comparison::NotEqual, [1, 0, 1]),
    (Comparison::Less, [0, 1, 0]),
    (Comparison::GreaterOrEqual, [0, 1, 1]),
    (Comparison::LessOrEqual, [1, 1, 0]),
    (Comparison::Greater, [1, 1, 1]),
];
const RELATION: [BitField; 3] = [RELATION_EQUAL, RELATION_LESS, RELATION_OPPOSITE];

fn put_comparison(bits: &mut u128, comparison: Comparison) {
    let row = RELATIONS.iter().find(|row| row.0 == comparison).expect("every comparison has a row");
    RELATION.iter().zip(row.1).for_each(|(field, bit)| field.put(bits, bit));
}

fn comparison(bits: u128) -> Comparison {
    let written = RELATION.map(|field| field.get(bits));
    RELATIONS.iter().find(|row| row.1 == written).map_or(Comparison::Equal, |row| row.0)
}

fn put_parts(bits: &mut u128, a: Part, b: Part) {
    BYTES_OF_A.put(bits, packed(part_bytes(a, 0)));
    BYTES_OF_B.put(bits, packed(part_bytes(b, 4)));
}

fn parts(bits: u128) -> (Part, Part) {
    let part = |field: BitField, own: u8| match unpacked(field.get(bits)) {
        [first, second, ..] if second & 4 != own => Part::Byte(first & 3),
        [first, .., last] if last & 4 != own => Part::Half(first >> 1 & 1),
        _ => Part::Word,
    };
    (part(BYTES_OF_A, 0), part(BYTES_OF_B, 4))
}

/// The bytes of a source whose byte 0 is number `own`; behind its end those of the other source.
fn part_bytes(part: Part, own: u8) -> [u8; 4] {
    let other = own ^ 4;
    match part {
        Part::Word => [own, own + 1, own + 2, own + 3],
        Part::Half(half) => [own + 2 * half, own + 2 * half + 1, other, other],
        Part::Byte(byte) => [own + byte, other, other, other],
    }
}

fn byte_mask(part: Part) -> u128 {
    match part {
        Part::Word => ALL_BYTES,
        Part::Half(half) => 3 << (2 * half),
        Part::Byte(byte) => 1 << byte,
    }
}

fn packed(bytes: [u8; 4]) -> u128 {
    bytes.iter().rev().fold(0, |all, &byte| all << 3 | u128::from(byte))
}

fn unpacked(bits: u128) -> [u8; 4] {
    std::array::from_fn(|byte| (bits >> (3 * byte) & 7) as u8)
}
