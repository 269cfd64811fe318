//! Video instructions as text.

use super::video::relation_name;
use crate::isa::{
    Elements, Field, Instruction, Operand, Part, ScalarVideo, Secondary, Signedness, SimdVideo,
    Variant, Video, VideoMultiplyAdd, VideoTypes,
};

/// Whether `mnemonic`, one that the table has for the operation, is that of an instruction with
/// these modifiers.
pub(super) fn is_name_of(mnemonic: &str, video: &Video) -> bool {
    match video {
        Video::Scalar(scalar) => (mnemonic == "VAVRG") == (scalar.variant == Variant::Average),
        Video::MultiplyAdd(_) => true,
        Video::Simd(simd) => mnemonic.ends_with(if simd.count == 2 { '2' } else { '4' }),
    }
}

/// The types and modifiers behind the name, each after a dot.
pub(super) fn suffixes(video: &Video) -> String {
    let (has_dtype, types, modifiers) = match video {
        Video::Scalar(scalar) => (
            !matches!(scalar.variant, Variant::Compare(_)),
            &scalar.types,
            scalar_modifiers(scalar),
        ),
        Video::MultiplyAdd(multiply_add) => {
            (true, &multiply_add.types, sum_modifiers(multiply_add))
        }
        Video::Simd(simd) => (simd.comparison.is_none(), &simd.types, simd_modifiers(simd)),
    };
    let all = type_names(types);
    let types = &all[usize::from(!has_dtype)..];
    types.iter().chain(&modifiers).map(|part| format!(".{part}")).collect()
}

fn type_names(types: &VideoTypes) -> [&'static str; 3] {
    [types.destination, types.a, types.b].map(|signedness| match signedness {
        Signedness::Unsigned => "U32",
        Signedness::Signed => "S32",
    })
}

fn scalar_modifiers(scalar: &ScalarVideo) -> Vec<&'static str> {
    let variant = match scalar.variant {
        Variant::Plain | Variant::Average => None,
        Variant::Clamp => Some("CLAMP"),
        Variant::Wrap => Some("WRAP"),
        Variant::Compare(comparison) => Some(relation_name(comparison)),
    };
    let secondary = match scalar.secondary {
        Secondary::None | Secondary::Merge(_) => None,
        Secondary::Add => Some("ADD"),
        Secondary::Minimum => Some("MIN"),
        Secondary::Maximum => Some("MAX"),
    };
    [scalar.saturates.then_some("SAT"), variant, secondary].into_iter().flatten().collect()
}

fn sum_modifiers(multiply_add: &VideoMultiplyAdd) -> Vec<&'static str> {
    let shift = match multiply_add.shift {
        7 => Some("SHR_7"),
        15 => Some("SHR_15"),
        _ => None,
    };
    let saturates = multiply_add.saturates.then_some("SAT");
    [saturates, multiply_add.adds_one.then_some("PO"), shift].into_iter().flatten().collect()
}

fn simd_modifiers(simd: &SimdVideo) -> Vec<&'static str> {
    let elements = match simd.elements {
        Elements::Wrapped => None,
        Elements::Saturated => Some("SAT"),
        Elements::Accumulated => Some("ADD"),
    };
    [simd.comparison.map(relation_name), elements].into_iter().flatten().collect()
}

/// What stands before and behind the operand of `field`.
pub(super) fn around(
    field: Field,
    instruction: &Instruction,
    video: &Video,
) -> (&'static str, String) {
    let behind = match (field, video) {
        (Field::D, Video::Scalar(ScalarVideo { secondary: Secondary::Merge(part), .. })) => {
            part.selector()
        }
        (Field::D, Video::Simd(simd)) => mask(simd),
        (
            Field::A,
            Video::Scalar(ScalarVideo { a: part, .. })
            | Video::MultiplyAdd(VideoMultiplyAdd { a: part, .. }),
        ) => part.selector(),
        (
            Field::B,
            Video::Scalar(ScalarVideo { b: part, .. })
            | Video::MultiplyAdd(VideoMultiplyAdd { b: part, .. }),
        ) => part.selector(),
        (Field::A, Video::Simd(simd)) => elements(simd, simd.a, 0),
        (Field::B, Video::Simd(simd)) => elements(simd, simd.b, 1),
        _ => Part::Word.selector(),
    };
    let behind = if behind.is_empty() { behind } else { format!(".{behind}") };
    match is_negated(field, instruction, video) {
        // A literal's minus would be its own; no text that is assembled says this.
        true if field == Field::C && matches!(instruction.c, Operand::Literal(_)) => {
            ("-(", format!("){behind}"))
        }
        true => ("-", behind),
        false => ("", behind),
    }
}

/// The minus of a product stands before the source that is no literal.
fn is_negated(field: Field, instruction: &Instruction, video: &Video) -> bool {
    let Video::MultiplyAdd(multiply_add) = video else { return false };
    let at_a = !matches!(instruction.a, Operand::Literal(_));
    match field {
        Field::A => multiply_add.negates_product && at_a,
        Field::B => multiply_add.negates_product && !at_a,
        Field::C => multiply_add.negates_c,
        _ => false,
    }
}

fn mask(simd: &SimdVideo) -> String {
    if simd.mask == SimdVideo::full_mask(simd.count) {
        return String::new();
    }
    let named = (0..simd.count).rev().filter(|element| simd.mask >> element & 1 == 1);
    format!("{}{}", letter(simd), named.map(|element| element.to_string()).collect::<String>())
}

fn elements(simd: &SimdVideo, picked: [u8; 4], source: usize) -> String {
    if picked == SimdVideo::default_selectors(simd.count)[source] {
        return String::new();
    }
    let digits: String =
        picked[..usize::from(simd.count)].iter().rev().map(u8::to_string).collect();
    format!("{}{digits}", letter(simd))
}

fn letter(simd: &SimdVideo) -> char {
    if simd.count == 2 { 'H' } else { 'B' }
}
