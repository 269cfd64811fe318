//! Describes a video instruction in words: its row describes it for x and y, the parts of a and b
//! that it selects.

use super::template::filled;
use crate::isa::{
    Comparison, Elements, Part, ScalarVideo, Secondary, Signedness, SimdVideo, Variant, Video,
    VideoMultiplyAdd,
};

/// The value of a video operation of this `description`, on operands of these names.
pub(super) fn value(description: &str, video: &Video, [a, b, c]: [String; 3]) -> String {
    match video {
        Video::Scalar(scalar) => scalar_value(description, scalar, [&a, &b, &c]),
        Video::MultiplyAdd(multiply_add) => sum(description, multiply_add, [&a, &b, &c]),
        Video::Simd(simd) => elements(description, simd, [&a, &b, &c]),
    }
}

fn signed(signedness: Signedness) -> &'static str {
    match signedness {
        Signedness::Signed => "signed",
        Signedness::Unsigned => "unsigned",
    }
}

fn source(name: &str, part: Part, signedness: Signedness) -> String {
    let part = match part {
        Part::Word => String::new(),
        Part::Half(number) => format!("half {number} of "),
        Part::Byte(number) => format!("byte {number} of "),
    };
    format!("{} {part}{name}", signed(signedness))
}

fn relation(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "=",
        Comparison::NotEqual => "<>",
        Comparison::Less => "<",
        Comparison::LessOrEqual => "<=",
        Comparison::Greater => ">",
        Comparison::GreaterOrEqual => ">=",
    }
}

fn scalar_value(description: &str, scalar: &ScalarVideo, [a, b, c]: [&str; 3]) -> String {
    let x = source(a, scalar.a, scalar.types.a);
    let y = source(b, scalar.b, scalar.types.b);
    let value = match scalar.variant {
        Variant::Average => format!("half of {x} + {y} + 1, rounded down"),
        variant => filled(description, |name| match (name, variant) {
            ("x", _) => x.clone(),
            ("amount", Variant::Wrap) => format!("{y} modulo 32"),
            ("amount", _) => format!("{y}, at most 32"),
            ("relation", Variant::Compare(comparison)) => relation(comparison).to_owned(),
            _ => y.clone(),
        }),
    };
    let merged = if let Secondary::Merge(part) = scalar.secondary { part } else { Part::Word };
    let size = match merged {
        Part::Word => "word",
        Part::Half(_) => "half",
        Part::Byte(_) => "byte",
    };
    let dtype = signed(scalar.types.destination);
    let value = if scalar.saturates {
        format!("{value}, clamped to the {dtype} range of a {size}")
    } else {
        value
    };
    match scalar.secondary {
        Secondary::None => value,
        Secondary::Add => format!("({value}) + {c}"),
        Secondary::Minimum => format!("the smaller {dtype} word of ({value}) and {c}"),
        Secondary::Maximum => format!("the larger {dtype} word of ({value}) and {c}"),
        Secondary::Merge(Part::Byte(number)) => {
            format!("{c} with byte {number} replaced by {value}")
        }
        Secondary::Merge(Part::Half(number)) => {
            format!("{c} with half {number} replaced by {value}")
        }
        Secondary::Merge(Part::Word) => value,
    }
}

fn sum(description: &str, multiply_add: &VideoMultiplyAdd, [a, b, c]: [&str; 3]) -> String {
    let x = source(a, multiply_add.a, multiply_add.types.a);
    let y = source(b, multiply_add.b, multiply_add.types.b);
    let first = if multiply_add.negates_product { "-" } else { "" };
    let second = if multiply_add.negates_c { "-" } else { "+" };
    let one = if multiply_add.adds_one { " + 1" } else { "" };
    let signedness =
        if multiply_add.is_signed() { Signedness::Signed } else { Signedness::Unsigned };
    let product = filled(description, |name| if name == "x" { x.clone() } else { y.clone() });
    let mut value =
        format!("{first}({product}) {second} {}{one}", source(c, Part::Word, signedness));
    if multiply_add.shift > 0 {
        value = format!("({value}) shifted right by {}", multiply_add.shift);
    }
    if multiply_add.saturates {
        value += &format!(", clamped to the {} range of a word", signed(signedness));
    }
    value
}

fn elements(description: &str, simd: &SimdVideo, [a, b, c]: [&str; 3]) -> String {
    let (size, sizes) = if simd.count == 2 { ("half", "halves") } else { ("byte", "bytes") };
    let list = |numbers: Vec<u8>| numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
    let picked = |from: [u8; 4]| list(from[..usize::from(simd.count)].to_vec());
    let (x, y) = (signed(simd.types.a), signed(simd.types.b));
    let value =
        filled(description, |_| simd.comparison.map(relation).unwrap_or_default().to_owned());
    let dtype = signed(simd.types.destination);
    let value = match simd.elements {
        Elements::Saturated => format!("{value}, clamped to the {dtype} range of a {size}"),
        Elements::Wrapped | Elements::Accumulated => value,
    };
    let taking_part =
        list((0..simd.count).filter(|element| simd.mask >> element & 1 == 1).collect());
    let into = match simd.elements {
        Elements::Accumulated => format!("{c} + the sum over {sizes} {taking_part}"),
        Elements::Wrapped | Elements::Saturated => {
            format!("{c} with {sizes} {taking_part} replaced")
        }
    };
    let sources = format!(
        "x the {x} {sizes} {} and y the {y} {sizes} {} of {b}:{a}",
        picked(simd.a),
        picked(simd.b)
    );
    format!("{into}: {value}, {sources}")
}
