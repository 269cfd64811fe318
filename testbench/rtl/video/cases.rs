//! What the video instructions are tried on.

use std::iter::repeat_with;

use lanebeat::isa::{
    Comparison, Elements, Operation, Part, ScalarVideo, Secondary, Signedness, SimdOperation,
    SimdVideo, Variant, Video, VideoMultiplyAdd, VideoOperation, VideoTypes,
};
use lanebeat::random::Random;

/// An operation, its modifiers and the words a, b, c.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    pub operation: Operation,
    pub video: Video,
    pub words: [u32; 3],
}

pub const COMPARISONS: [Comparison; 6] = [
    Comparison::Equal,
    Comparison::NotEqual,
    Comparison::Less,
    Comparison::LessOrEqual,
    Comparison::Greater,
    Comparison::GreaterOrEqual,
];

const SIMD: [SimdOperation; 7] = [
    SimdOperation::Add,
    SimdOperation::Subtract,
    SimdOperation::Average,
    SimdOperation::AbsoluteDifference,
    SimdOperation::Minimum,
    SimdOperation::Maximum,
    SimdOperation::Set,
];

const SCALAR: [VideoOperation; 8] = [
    VideoOperation::Add,
    VideoOperation::Subtract,
    VideoOperation::AbsoluteDifference,
    VideoOperation::Minimum,
    VideoOperation::Maximum,
    VideoOperation::ShiftLeft,
    VideoOperation::ShiftRight,
    VideoOperation::Set,
];

fn signedness(is_signed: bool) -> Signedness {
    if is_signed { Signedness::Signed } else { Signedness::Unsigned }
}

/// The eight combinations of dtype, atype, btype.
fn types() -> impl Iterator<Item = VideoTypes> + Clone {
    (0..8).map(|bits| VideoTypes {
        destination: signedness(bits & 1 != 0),
        a: signedness(bits & 2 != 0),
        b: signedness(bits & 4 != 0),
    })
}

/// Endless random words.
fn random(seed: u64) -> impl FnMut() -> u32 {
    let mut random = Random::new(seed);
    move || random.word() as u32
}

/// Every type, relation and `.SAT` of the SIMD operations with `count` elements, on all of them in
/// order.
fn simd(
    count: u8,
    elements: &'static [Elements],
) -> impl Iterator<Item = (SimdOperation, SimdVideo)> {
    let [a, b] = SimdVideo::default_selectors(count);
    let mask = SimdVideo::full_mask(count);
    SIMD.into_iter().flat_map(move |operation| {
        let sets = operation == SimdOperation::Set;
        let relations: Vec<Option<Comparison>> =
            if sets { COMPARISONS.map(Some).to_vec() } else { vec![None] };
        let types = types().filter(move |types| !sets || types.destination == Signedness::Unsigned);
        let elements =
            elements.iter().filter(move |&&elements| !sets || elements != Elements::Saturated);
        let all = relations
            .into_iter()
            .flat_map(move |comparison| types.clone().map(move |types| (comparison, types)));
        all.flat_map(move |(comparison, types)| {
            elements.clone().map(move |&elements| {
                (operation, SimdVideo { count, comparison, types, a, b, mask, elements })
            })
        })
    })
}

/// 2^16 pairs, four a case, in every four-wide operation with every type, wrapped and saturated.
pub fn all_pairs_of_bytes() -> impl Iterator<Item = Case> {
    simd(4, &[Elements::Wrapped, Elements::Saturated]).flat_map(|(operation, simd)| {
        (0..1_u32 << 14).map(move |number| {
            // Byte k is one of four that differ, so that no element has the neighbours' words.
            let byte = |k: u32, of: u32| ((of + 64 * k) & 255) << (8 * k);
            let a = (0..4).map(|k| byte(k, number >> 8)).sum();
            let b = (0..4).map(|k| (number & 255 ^ (k * 0x55)) << (8 * k)).sum();
            Case {
                operation: Operation::VideoSimd(operation),
                video: Video::Simd(simd),
                words: [a, b, 0x5aa5_c33c],
            }
        })
    })
}

/// Halves around the ends of their ranges and random ones, with what becomes of them in every way.
pub fn pairs_of_halves() -> impl Iterator<Item = Case> {
    const HALVES: [u32; 16] = [
        0, 1, 2, 0x7f, 0x80, 0xff, 0x100, 0x7ffe, 0x7fff, 0x8000, 0x8001, 0xff7f, 0xff80, 0xfffd,
        0xfffe, 0xffff,
    ];
    simd(2, &[Elements::Wrapped, Elements::Saturated, Elements::Accumulated]).enumerate().flat_map(
        |(seed, (operation, simd))| {
            let special = HALVES.into_iter().flat_map(|x| HALVES.into_iter().map(move |y| (x, y)));
            let special = special.map(|(x, y)| [x | y << 16, y | x << 16, 0x8000_7fff]);
            let mut next = random(seed as u64);
            let random = repeat_with(move || [next(), next(), next()]).take(512);
            let words = special.chain(random);
            words.map(move |words| Case {
                operation: Operation::VideoSimd(operation),
                video: Video::Simd(simd),
                words,
            })
        },
    )
}

/// Every selector of a with some of b and the other way round, and every mask, in every operation.
pub fn selectors_and_masks() -> impl Iterator<Item = Case> {
    const ALL: &[Elements] = &[Elements::Wrapped, Elements::Saturated, Elements::Accumulated];
    let mut next = random(5);
    let four = (0..1_u32 << 12).flat_map(|selector| [(4, selector, true), (4, selector, false)]);
    let two = (0..16).flat_map(|selector| (0..16).map(move |_| (2, selector, true)));
    let choices: [Vec<_>; 2] = [simd(2, ALL).collect(), simd(4, ALL).collect()];
    let selectors =
        four.chain(two.clone()).chain(two.map(|(count, selector, _)| (count, selector, false)));
    selectors.enumerate().flat_map(move |(number, (count, selector, is_of_a))| {
        let choices = &choices[usize::from(count == 4)];
        let cases: Vec<Case> = (1..=SimdVideo::full_mask(count))
            .map(|mask| {
                let (operation, plain) =
                    choices[(number * 31 + usize::from(mask) * 7) % choices.len()];
                let digits = |bits: u32| match count {
                    4 => std::array::from_fn(|place| (bits >> (3 * place) & 7) as u8),
                    _ => [bits as u8 & 3, bits as u8 >> 2 & 3, 0, 0],
                };
                let (this, other) = (digits(selector), digits(next()));
                let (a, b) = if is_of_a { (this, other) } else { (other, this) };
                let video = Video::Simd(SimdVideo { a, b, mask, ..plain });
                Case {
                    operation: Operation::VideoSimd(operation),
                    video,
                    words: [next(), next(), next()],
                }
            })
            .collect();
        cases
    })
}

/// The words that scalar parts are taken from: bytes and halves at the ends of their ranges in
/// every place.
const WORDS: [u32; 12] = [
    0, 1, 0xffffffff, 0x7fffffff, 0x80000000, 0x80000001, 0x807fff01, 0x017f80ff, 0x7fff8000,
    0x80007fff, 0x00000020, 0x21201f21,
];

fn words(seed: usize, count: usize) -> impl Iterator<Item = [u32; 3]> {
    let mut next = random(seed as u64);
    repeat_with(move || {
        std::array::from_fn(|_| match next() % 5 {
            0 => next(),
            1 => next() & 63,
            _ => WORDS[next() as usize % WORDS.len()],
        })
    })
    .take(count)
}

fn secondaries() -> Vec<Secondary> {
    let merges = Part::ALL[1..].iter().map(|&part| Secondary::Merge(part));
    [Secondary::None, Secondary::Add, Secondary::Minimum, Secondary::Maximum]
        .into_iter()
        .chain(merges)
        .collect()
}

fn variants(operation: VideoOperation) -> Vec<Variant> {
    match operation {
        VideoOperation::Add => vec![Variant::Plain, Variant::Average],
        VideoOperation::ShiftLeft | VideoOperation::ShiftRight => {
            vec![Variant::Clamp, Variant::Wrap]
        }
        VideoOperation::Set => COMPARISONS.map(Variant::Compare).to_vec(),
        _ => vec![Variant::Plain],
    }
}

/// Every scalar operation with every type, selector, `.SAT`, secondary operation, dsel and variant.
pub fn scalar() -> impl Iterator<Item = Case> {
    let mut all: Vec<(VideoOperation, ScalarVideo)> = vec![];
    for operation in SCALAR {
        let sets = operation == VideoOperation::Set;
        for variant in variants(operation) {
            for types in types() {
                if sets && types.destination == Signedness::Signed
                    || operation.shifts() && types.b == Signedness::Signed
                {
                    continue;
                }
                for (a, b) in Part::ALL.into_iter().flat_map(|a| Part::ALL.map(|b| (a, b))) {
                    for secondary in secondaries() {
                        for saturates in [false, true].into_iter().take(if sets { 1 } else { 2 }) {
                            all.push((
                                operation,
                                ScalarVideo { variant, types, a, b, saturates, secondary },
                            ));
                        }
                    }
                }
            }
        }
    }
    all.into_iter().enumerate().flat_map(|(seed, (operation, scalar))| {
        let (operation, video) = (Operation::Video(operation), Video::Scalar(scalar));
        words(seed, 12).map(move |words| Case { operation, video, words })
    })
}

/// VMAD with every type, selector, negation, `.PO`, shift and `.SAT`.
pub fn multiply_add() -> impl Iterator<Item = Case> {
    let signs = [
        (false, false, false),
        (true, false, false),
        (false, true, false),
        (true, true, false),
        (false, false, true),
    ];
    let mut all = vec![];
    for types in types() {
        for (a, b) in Part::ALL.into_iter().flat_map(|a| Part::ALL.map(|b| (a, b))) {
            for (negates_product, negates_c, adds_one) in signs {
                for shift in [0, 7, 15] {
                    for saturates in [false, true] {
                        let modifiers = VideoMultiplyAdd {
                            types,
                            a,
                            b,
                            saturates,
                            negates_product,
                            negates_c,
                            adds_one,
                            shift,
                        };
                        all.push(Video::MultiplyAdd(modifiers));
                    }
                }
            }
        }
    }
    let operation = Operation::Video(VideoOperation::MultiplyAdd);
    all.into_iter().enumerate().flat_map(move |(seed, video)| {
        words(seed, 24).map(move |words| Case { operation, video, words })
    })
}
