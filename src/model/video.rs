//! Video instructions (ISA.md section 8), in exact integers.
//!
//! ```
//! use lanebeat::config::Config;
//! use lanebeat::isa::asm::assemble;
//! use lanebeat::model::video::results;
//!
//! let text = "VADD.U32.U32.U32 R3, R0.B1, R1.B0";
//! let program = assemble("bytes.s", text, &Config::default().target())?;
//! let instruction = program.waves[0][0].instruction;
//! let video = instruction.video.expect("a video instruction");
//! // Operands a, b and c of two threads.
//! let words: [&[u32]; 3] = [&[0x2000, 0x3000], &[0x0f, 0x0e], &[0, 0]];
//! assert_eq!(results(instruction.operation, &video, words), [0x2f, 0x3e]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::lane::compare;
use crate::isa::{
    Elements, Operation, Part, ScalarVideo, Secondary, Signedness, SimdOperation, SimdVideo,
    Variant, Video, VideoMultiplyAdd, VideoOperation,
};

/// The words for the destination, of threads with operands a, b and c; c is any word where the
/// instruction has none. Panics on an operation that is no video operation.
pub fn results(operation: Operation, video: &Video, words: [&[u32]; 3]) -> Vec<u32> {
    match (operation, video) {
        (Operation::Video(VideoOperation::MultiplyAdd), Video::MultiplyAdd(multiply_add)) => {
            each(words, |a, b, c| multiply_add_result(multiply_add, a, b, c))
        }
        (Operation::Video(operation), Video::Scalar(scalar)) => {
            scalar_results(operation, scalar, words)
        }
        (Operation::VideoSimd(operation), Video::Simd(simd)) => {
            simd_results(operation, simd, words)
        }
        _ => panic!("{operation:?} does not go with {video:?}"),
    }
}

fn each([a, b, c]: [&[u32]; 3], of: impl Fn(u32, u32, u32) -> u32) -> Vec<u32> {
    a.iter().zip(b).zip(c).map(|((&a, &b), &c)| of(a, b, c)).collect()
}

/// How many values `bits` bits have.
fn values(bits: u32) -> i64 {
    1 << bits
}

/// The number that the low `bits` bits of `number` are.
fn read(number: i64, bits: u32, signedness: Signedness) -> i64 {
    let unsigned = number & (values(bits) - 1);
    let is_negative = signedness == Signedness::Signed && unsigned >= values(bits - 1);
    if is_negative { unsigned - values(bits) } else { unsigned }
}

/// A number modulo 2^32.
fn word(number: i64) -> u32 {
    number as u32
}

/// The nearest number that `bits` bits can hold.
fn clamp(number: i64, bits: u32, signedness: Signedness) -> i64 {
    match signedness {
        Signedness::Unsigned => number.clamp(0, values(bits) - 1),
        Signedness::Signed => number.clamp(-values(bits - 1), values(bits - 1) - 1),
    }
}

/// Where a part lies in its word: its lowest bit and its width.
fn place(part: Part) -> (u32, u32) {
    match part {
        Part::Word => (0, 32),
        Part::Half(half) => (16 * u32::from(half), 16),
        Part::Byte(byte) => (8 * u32::from(byte), 8),
    }
}

/// Step 1: the selected part as a number.
fn extract(source: u32, part: Part, signedness: Signedness) -> i64 {
    let (low, bits) = place(part);
    read(i64::from(source) >> low, bits, signedness)
}

fn scalar_results(operation: VideoOperation, scalar: &ScalarVideo, words: [&[u32]; 3]) -> Vec<u32> {
    let amount = |y: i64| if scalar.variant == Variant::Wrap { y % 32 } else { y.min(32) };
    match (operation, scalar.variant) {
        (VideoOperation::Add, Variant::Average) => {
            by_intermediate(scalar, words, |x, y| (x + y + 1) >> 1)
        }
        (VideoOperation::Add, _) => by_intermediate(scalar, words, |x, y| x + y),
        (VideoOperation::Subtract, _) => by_intermediate(scalar, words, |x, y| x - y),
        (VideoOperation::AbsoluteDifference, _) => {
            by_intermediate(scalar, words, |x, y| (x - y).abs())
        }
        (VideoOperation::Minimum, _) => by_intermediate(scalar, words, i64::min),
        (VideoOperation::Maximum, _) => by_intermediate(scalar, words, i64::max),
        // 64 bits hold the 34 that count.
        (VideoOperation::ShiftLeft, _) => {
            by_intermediate(scalar, words, |x, y| read(x << amount(y), 34, Signedness::Signed))
        }
        (VideoOperation::ShiftRight, _) => by_intermediate(scalar, words, |x, y| x >> amount(y)),
        (VideoOperation::Set, Variant::Compare(comparison)) => {
            by_intermediate(scalar, words, |x, y| compare(comparison, x, y).into())
        }
        (operation, variant) => panic!("{operation:?} does not go with {variant:?}"),
    }
}

/// The result of each thread. `operate` is step 2: the intermediate, 34 bits signed, of the parts of
/// a and b.
fn by_intermediate(
    scalar: &ScalarVideo,
    words: [&[u32]; 3],
    operate: impl Fn(i64, i64) -> i64,
) -> Vec<u32> {
    let destination = scalar.types.destination;
    let merged = match scalar.secondary {
        Secondary::Merge(part) => part,
        _ => Part::Word,
    };
    let as_dtype = |word: i64| read(word, 32, destination);
    each(words, |a, b, c| {
        let x = extract(a, scalar.a, scalar.types.a);
        let y = extract(b, scalar.b, scalar.types.b);
        let t = operate(x, y);
        let t = if scalar.saturates { clamp(t, place(merged).1, destination) } else { t };
        match scalar.secondary {
            Secondary::None => word(t),
            Secondary::Add => word(t + i64::from(c)),
            Secondary::Minimum => word(as_dtype(t).min(as_dtype(c.into()))),
            Secondary::Maximum => word(as_dtype(t).max(as_dtype(c.into()))),
            Secondary::Merge(part) => merge(t, part, c),
        }
    })
}

/// c with one part replaced by the low bits of t.
fn merge(t: i64, part: Part, c: u32) -> u32 {
    let (low, bits) = place(part);
    let replaced = word((values(bits) - 1) << low);
    c & !replaced | word(t << low) & replaced
}

fn multiply_add_result(multiply_add: &VideoMultiplyAdd, a: u32, b: u32, c: u32) -> u32 {
    let types = &multiply_add.types;
    let product = i128::from(extract(a, multiply_add.a, types.a))
        * i128::from(extract(b, multiply_add.b, types.b));
    let signedness =
        if multiply_add.is_signed() { Signedness::Signed } else { Signedness::Unsigned };
    let addend = i128::from(read(c.into(), 32, signedness));
    let signed = |negates: bool, number: i128| if negates { -number } else { number };
    let sum = signed(multiply_add.negates_product, product)
        + signed(multiply_add.negates_c, addend)
        + i128::from(multiply_add.adds_one);
    let shifted = sum >> multiply_add.shift;
    if multiply_add.saturates {
        let nearest = shifted.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        word(clamp(nearest, 32, signedness))
    } else {
        shifted as u32
    }
}

fn simd_results(operation: SimdOperation, simd: &SimdVideo, words: [&[u32]; 3]) -> Vec<u32> {
    match operation {
        SimdOperation::Add => by_elements(simd, words, |x, y| x + y),
        SimdOperation::Subtract => by_elements(simd, words, |x, y| x - y),
        SimdOperation::Average => {
            by_elements(
                simd,
                words,
                |x, y| {
                    if x + y >= 0 { (x + y + 1) >> 1 } else { (x + y) >> 1 }
                },
            )
        }
        SimdOperation::AbsoluteDifference => by_elements(simd, words, |x, y| (x - y).abs()),
        SimdOperation::Minimum => by_elements(simd, words, i64::min),
        SimdOperation::Maximum => by_elements(simd, words, i64::max),
        SimdOperation::Set => {
            let comparison = simd.comparison.expect("VSET has a comparison");
            by_elements(simd, words, |x, y| compare(comparison, x, y).into())
        }
    }
}

/// Each thread's c with the elements that are written, which are `of` two elements of a and b.
fn by_elements(simd: &SimdVideo, [a, b, c]: [&[u32]; 3], of: impl Fn(i64, i64) -> i64) -> Vec<u32> {
    let bits = 32 / u32::from(simd.count);
    let element = |picked: u8, signedness| {
        let (source, low) =
            if picked < simd.count { (a, picked) } else { (b, picked - simd.count) };
        let low = bits * u32::from(low);
        source.iter().map(move |&word| read(i64::from(word) >> low, bits, signedness))
    };
    let mut results = c.to_vec();
    for number in (0..simd.count).filter(|number| simd.mask >> number & 1 == 1) {
        let x = element(simd.a[usize::from(number)], simd.types.a);
        let y = element(simd.b[usize::from(number)], simd.types.b);
        let threads = results.iter_mut().zip(x.zip(y).map(|(x, y)| of(x, y)));
        let part = if simd.count == 2 { Part::Half(number) } else { Part::Byte(number) };
        let destination = simd.types.destination;
        match simd.elements {
            Elements::Accumulated => {
                threads.for_each(|(result, t)| *result = word(i64::from(*result) + t));
            }
            Elements::Saturated => threads.for_each(|(result, t)| {
                *result = merge(clamp(t, bits, destination), part, *result)
            }),
            _ => threads.for_each(|(result, t)| *result = merge(t, part, *result)),
        }
    }
    results
}
