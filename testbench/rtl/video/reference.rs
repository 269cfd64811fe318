//! Video instructions on machine integers: sign extension by casts, clamping by comparing, merging
//! by masks.

use lanebeat::isa::Signedness::{Signed, Unsigned};
use lanebeat::isa::{
    Comparison, Elements, Operation, Part, ScalarVideo, Secondary, Signedness, SimdOperation,
    SimdVideo, Variant, Video, VideoMultiplyAdd, VideoOperation,
};

use super::cases::Case;

/// The word that ISA.md section 8 gives.
pub fn result(case: &Case) -> u32 {
    let [a, b, c] = case.words;
    match (case.operation, &case.video) {
        (Operation::Video(operation), Video::Scalar(scalar)) => {
            of_scalar(operation, scalar, a, b, c)
        }
        (Operation::Video(VideoOperation::MultiplyAdd), Video::MultiplyAdd(modifiers)) => {
            of_sum(modifiers, a, b, c)
        }
        (Operation::VideoSimd(operation), Video::Simd(simd)) => {
            of_elements(operation, simd, a, b, c)
        }
        (operation, video) => panic!("{operation:?} with {video:?}"),
    }
}

fn part(word: u32, part: Part, signedness: Signedness) -> i64 {
    match (part, signedness) {
        (Part::Word, Unsigned) => i64::from(word),
        (Part::Word, Signed) => i64::from(word as i32),
        (Part::Half(half), Unsigned) => i64::from((word >> (16 * half)) as u16),
        (Part::Half(half), Signed) => i64::from((word >> (16 * half)) as i16),
        (Part::Byte(byte), Unsigned) => i64::from(word.to_le_bytes()[usize::from(byte)]),
        (Part::Byte(byte), Signed) => i64::from(word.to_le_bytes()[usize::from(byte)] as i8),
    }
}

fn clamped(t: i64, bits: u32, signedness: Signedness) -> i64 {
    let (least, most) = match (bits, signedness) {
        (8, Unsigned) => (0, 255),
        (8, Signed) => (-128, 127),
        (16, Unsigned) => (0, 65_535),
        (16, Signed) => (-32_768, 32_767),
        (32, Unsigned) => (0, 4_294_967_295),
        (32, Signed) => (-2_147_483_648, 2_147_483_647),
        other => panic!("no range of {other:?}"),
    };
    if t < least {
        least
    } else if t > most {
        most
    } else {
        t
    }
}

fn holds(comparison: Comparison, x: i64, y: i64) -> bool {
    use std::cmp::Ordering::*;
    match x.cmp(&y) {
        Less => {
            matches!(comparison, Comparison::Less | Comparison::LessOrEqual | Comparison::NotEqual)
        }
        Equal => matches!(
            comparison,
            Comparison::Equal | Comparison::LessOrEqual | Comparison::GreaterOrEqual
        ),
        Greater => matches!(
            comparison,
            Comparison::Greater | Comparison::GreaterOrEqual | Comparison::NotEqual
        ),
    }
}

fn of_scalar(operation: VideoOperation, scalar: &ScalarVideo, a: u32, b: u32, c: u32) -> u32 {
    let (x, y) = (part(a, scalar.a, scalar.types.a), part(b, scalar.b, scalar.types.b));
    let t = match operation {
        VideoOperation::Add if scalar.variant == Variant::Average => (x + y + 1) >> 1,
        VideoOperation::Add => x + y,
        VideoOperation::Subtract => x - y,
        VideoOperation::AbsoluteDifference if x < y => y - x,
        VideoOperation::AbsoluteDifference => x - y,
        VideoOperation::Minimum => std::cmp::min(x, y),
        VideoOperation::Maximum => std::cmp::max(x, y),
        VideoOperation::ShiftLeft | VideoOperation::ShiftRight => {
            let amount = match scalar.variant {
                Variant::Wrap => y & 31,
                _ if y > 32 => 32,
                _ => y,
            };
            // Left: the bits above 34 fall off at the top of the machine integer.
            if operation == VideoOperation::ShiftLeft {
                x << 30 << amount >> 30
            } else {
                x >> amount
            }
        }
        VideoOperation::Set => match scalar.variant {
            Variant::Compare(comparison) => i64::from(holds(comparison, x, y)),
            other => panic!("VSET with {other:?}"),
        },
        VideoOperation::MultiplyAdd => panic!("VMAD is no scalar operation like the others"),
    };
    let (bits, shift) = match scalar.secondary {
        Secondary::Merge(Part::Byte(byte)) => (8, 8 * byte),
        Secondary::Merge(Part::Half(half)) => (16, 16 * half),
        _ => (32, 0),
    };
    let t = if scalar.saturates { clamped(t, bits, scalar.types.destination) } else { t } as u32;
    let signed = scalar.types.destination == Signed;
    match scalar.secondary {
        Secondary::None => t,
        Secondary::Add => t.wrapping_add(c),
        Secondary::Minimum if signed => (t as i32).min(c as i32) as u32,
        Secondary::Minimum => t.min(c),
        Secondary::Maximum if signed => (t as i32).max(c as i32) as u32,
        Secondary::Maximum => t.max(c),
        Secondary::Merge(_) => {
            let mask = (u32::MAX >> (32 - bits)) << shift;
            c & !mask | t << shift & mask
        }
    }
}

fn of_sum(modifiers: &VideoMultiplyAdd, a: u32, b: u32, c: u32) -> u32 {
    let &VideoMultiplyAdd { types, negates_product, negates_c, .. } = modifiers;
    let signed = types.a == Signed || types.b == Signed || negates_product || negates_c;
    let product =
        i128::from(part(a, modifiers.a, types.a)) * i128::from(part(b, modifiers.b, types.b));
    let c = if signed { i128::from(c as i32) } else { i128::from(c) };
    let mut sum = if negates_product { -product } else { product };
    sum += if negates_c { -c } else { c };
    sum += i128::from(modifiers.adds_one);
    sum >>= modifiers.shift;
    match (modifiers.saturates, signed) {
        (false, _) => sum as u32,
        (true, true) => sum.clamp(i32::MIN.into(), i32::MAX.into()) as u32,
        (true, false) => sum.min(u32::MAX.into()) as u32,
    }
}

fn of_elements(operation: SimdOperation, simd: &SimdVideo, a: u32, b: u32, c: u32) -> u32 {
    let both = u64::from(b) << 32 | u64::from(a);
    let bits = if simd.count == 2 { 16 } else { 8 };
    let element = |number: u8, signedness| match (simd.count, signedness) {
        (2, Unsigned) => i64::from((both >> (16 * number)) as u16),
        (2, Signed) => i64::from((both >> (16 * number)) as i16),
        (_, Unsigned) => i64::from(both.to_le_bytes()[usize::from(number)]),
        (_, Signed) => i64::from(both.to_le_bytes()[usize::from(number)] as i8),
    };
    let mut result = c;
    for place in 0..usize::from(simd.count) {
        if simd.mask & 1 << place == 0 {
            continue;
        }
        let (x, y) = (element(simd.a[place], simd.types.a), element(simd.b[place], simd.types.b));
        let s = x + y;
        let t = match operation {
            SimdOperation::Add => s,
            SimdOperation::Subtract => x - y,
            SimdOperation::Average => (s + i64::from(s >= 0)) >> 1,
            SimdOperation::AbsoluteDifference => (x - y).abs(),
            SimdOperation::Minimum => x.min(y),
            SimdOperation::Maximum => x.max(y),
            SimdOperation::Set => i64::from(holds(simd.comparison.expect("a relation"), x, y)),
        };
        let mask = (u32::MAX >> (32 - bits)) << (bits * place as u32);
        match simd.elements {
            Elements::Accumulated => result = result.wrapping_add(t as u32),
            Elements::Wrapped => {
                result = result & !mask | (t as u32) << (bits * place as u32) & mask
            }
            Elements::Saturated => {
                let t = clamped(t, bits, simd.types.destination) as u32;
                result = result & !mask | t << (bits * place as u32) & mask;
            }
        }
    }
    result
}
