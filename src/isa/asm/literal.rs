//! Numbers in the text.

/// A number as it is written.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Literal {
    /// Saturated at the ends of `i128`, which no field of an instruction reaches.
    Integer(i128),
    Float(f32),
    /// A finite decimal beyond the largest float.
    TooLarge,
}

impl Literal {
    pub fn integer(self) -> Option<i128> {
        match self {
            Self::Integer(value) => Some(value),
            Self::Float(_) | Self::TooLarge => None,
        }
    }
}

/// The number that `text` is: decimal, `0x`, `0b` or float (`1.5`, `2e3`, `inf`, `nan`), perhaps
/// with a minus. Only `inf` is infinite: a decimal that would round to it is too large.
pub(super) fn parse_literal(text: &str) -> Option<Literal> {
    let (is_negative, magnitude) = match text.strip_prefix('-') {
        Some(magnitude) => (true, magnitude.to_ascii_lowercase()),
        None => (false, text.to_ascii_lowercase()),
    };
    if let Some(value) = integer(&magnitude) {
        return Some(Literal::Integer(if is_negative { -value } else { value }));
    }
    let value = float(&magnitude)?;
    if value.is_infinite() && magnitude != "inf" {
        return Some(Literal::TooLarge);
    }
    Some(Literal::Float(if is_negative { -value } else { value }))
}

fn integer(text: &str) -> Option<i128> {
    let (radix, digits) = match text.as_bytes() {
        [b'0', b'x', ..] => (16, &text[2..]),
        [b'0', b'b', ..] => (2, &text[2..]),
        _ => (10, text),
    };
    if digits.is_empty() {
        return None;
    }
    let append = |value: i128, digit: char| {
        Some(value.saturating_mul(radix.into()).saturating_add(digit.to_digit(radix)?.into()))
    };
    digits.chars().try_fold(0, append)
}

fn float(text: &str) -> Option<f32> {
    let is_number = text.starts_with(|first: char| first.is_ascii_digit() || first == '.');
    if is_number || text == "inf" || text == "nan" { text.parse().ok() } else { None }
}

/// The word of a float: its bits, and for a NaN the one that the machine makes (ISA.md section 4).
pub(super) fn float_word(value: f32) -> u32 {
    if value.is_nan() { 0x7fff_ffff } else { value.to_bits() }
}
