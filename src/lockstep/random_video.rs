//! Random modifiers of video instructions: every type, selector, mask and combination that the
//! assembler takes.

use proptest::prelude::*;

use crate::isa::{
    Comparison, Elements, Instruction, Operand, Operation, Part, ScalarVideo, Secondary,
    Signedness, SimdOperation, SimdVideo, Variant, Video, VideoMultiplyAdd, VideoOperation,
    VideoTypes,
};

/// The parts that modifiers are put together from, whichever of them an operation uses.
#[derive(Clone, Debug)]
pub struct VideoParts {
    types: VideoTypes,
    a: Part,
    b: Part,
    secondary: Secondary,
    comparison: Comparison,
    shift: u8,
    elements: Elements,
    has_four_elements: bool,
    /// Which elements are picked; `None` are those that no selector stands for.
    picked: [Option<[u8; 4]>; 2],
    mask: u8,
    saturates: bool,
    /// VAVRG, WRAP or PO.
    is_other_variant: bool,
    negates_product: bool,
    negates_c: bool,
}

/// Video modifiers for any operation.
pub fn parts() -> impl Strategy<Value = VideoParts> {
    let signedness = || prop_oneof![Just(Signedness::Unsigned), Just(Signedness::Signed)];
    let types = (signedness(), signedness(), signedness())
        .prop_map(|(destination, a, b)| VideoTypes { destination, a, b });
    let part = || prop::sample::select(&Part::ALL[..]);
    let merged = prop::sample::select(&Part::ALL[1..]).prop_map(Secondary::Merge);
    let unmerged = vec![Secondary::None, Secondary::Add, Secondary::Minimum, Secondary::Maximum];
    let secondary = prop_oneof![2 => prop::sample::select(unmerged), 1 => merged];
    let comparison = prop::sample::select(vec![
        Comparison::Equal,
        Comparison::NotEqual,
        Comparison::Less,
        Comparison::LessOrEqual,
        Comparison::Greater,
        Comparison::GreaterOrEqual,
    ]);
    let elements = prop_oneof![
        Just(Elements::Wrapped),
        Just(Elements::Saturated),
        Just(Elements::Accumulated)
    ];
    let picked = || prop::option::weighted(0.6, prop::array::uniform4(0..8u8));
    let first =
        (types, part(), part(), secondary, comparison, prop::sample::select(vec![0, 7, 15]));
    let second = (elements, any::<bool>(), [picked(), picked()], prop_oneof![Just(15), 1..16u8]);
    let flags = prop::array::uniform4(any::<bool>());
    (first, second, flags).prop_map(|(first, second, flags)| {
        let (types, a, b, secondary, comparison, shift) = first;
        let (elements, has_four_elements, picked, mask) = second;
        let [saturates, is_other_variant, negates_product, negates_c] = flags;
        VideoParts {
            types,
            a,
            b,
            secondary,
            comparison,
            shift,
            elements,
            has_four_elements,
            picked,
            mask,
            saturates,
            is_other_variant,
            negates_product,
            negates_c,
        }
    })
}

impl VideoParts {
    /// Gives a video instruction its modifiers; one that does not read c loses it.
    pub fn modify(&self, built: &mut Instruction) {
        let video = match built.operation {
            Operation::Video(VideoOperation::MultiplyAdd) => {
                Video::MultiplyAdd(self.multiply_add(built))
            }
            Operation::Video(operation) => Video::Scalar(self.scalar(operation)),
            Operation::VideoSimd(operation) => Video::Simd(self.simd(operation)),
            _ => return,
        };
        built.video = Some(video);
        if !video.reads_c() {
            built.c = Operand::None;
        }
    }

    /// The types, where VSET has no dtype.
    fn types(&self, sets: bool) -> VideoTypes {
        if sets {
            VideoTypes { destination: Signedness::Unsigned, ..self.types }
        } else {
            self.types
        }
    }

    fn scalar(&self, operation: VideoOperation) -> ScalarVideo {
        let sets = operation == VideoOperation::Set;
        let variant = match (operation, self.is_other_variant) {
            (VideoOperation::Set, _) => Variant::Compare(self.comparison),
            (VideoOperation::Add, true) => Variant::Average,
            (operation, true) if operation.shifts() => Variant::Wrap,
            (operation, false) if operation.shifts() => Variant::Clamp,
            _ => Variant::Plain,
        };
        let mut types = self.types(sets);
        if operation.shifts() {
            types.b = Signedness::Unsigned;
        }
        let saturates = self.saturates && !sets;
        ScalarVideo { variant, types, a: self.a, b: self.b, saturates, secondary: self.secondary }
    }

    /// No text negates the literal c, whose minus would be its own.
    fn multiply_add(&self, built: &Instruction) -> VideoMultiplyAdd {
        let adds_one = self.is_other_variant && !self.negates_product;
        VideoMultiplyAdd {
            types: self.types,
            a: self.a,
            b: self.b,
            saturates: self.saturates,
            negates_product: self.negates_product,
            negates_c: self.negates_c && !adds_one && matches!(built.c, Operand::Register(_)),
            adds_one,
            shift: self.shift,
        }
    }

    fn simd(&self, operation: SimdOperation) -> SimdVideo {
        let sets = operation == SimdOperation::Set;
        let count = if self.has_four_elements { 4 } else { 2 };
        let defaults = SimdVideo::default_selectors(count);
        let selector = |source: usize| {
            let written = |picked: [u8; 4]| {
                let of = |element: usize| {
                    if element < usize::from(count) { picked[element] % (2 * count) } else { 0 }
                };
                std::array::from_fn(of)
            };
            self.picked[source].map_or(defaults[source], written)
        };
        let mask = self.mask & SimdVideo::full_mask(count);
        SimdVideo {
            count,
            comparison: sets.then_some(self.comparison),
            types: self.types(sets),
            a: selector(0),
            b: selector(1),
            mask: if mask == 0 { SimdVideo::full_mask(count) } else { mask },
            elements: if sets && self.elements == Elements::Saturated {
                Elements::Wrapped
            } else {
                self.elements
            },
        }
    }
}
