//! `swizzle(…)`, which is how LLVM prints the offset of ds_swizzle_b32.

use crate::isa::asm::error::Fault;
use crate::isa::asm::literal::parse_literal;
use crate::isa::asm::token::Token;

const MODES: &str = "swizzle(QUAD_PERM,0,1,2,3), swizzle(BITMASK_PERM,\"01pip\"), \
                     swizzle(BROADCAST,8,3), swizzle(SWAP,16), swizzle(REVERSE,8), \
                     swizzle(ROTATE,0,5) or swizzle(FFT,16)";
/// Fields of the offset: the thread's number is masked, then set, then inverted where they have
/// bits.
const QUAD: u16 = 1 << 15;
const ROTATE: u16 = 6 << 13;
const FFT: u16 = 7 << 13;
const SET: u32 = 5;
const INVERT: u32 = 10;
const ALL: u16 = 31;

/// The offset that `token` spells; `None` where it does not begin like a swizzle.
pub(super) fn offset(token: &Token) -> Result<Option<u16>, Fault> {
    let begins = token.text.split_at_checked(7);
    let Some((_, behind)) = begins.filter(|(name, _)| name.eq_ignore_ascii_case("swizzle")) else {
        return Ok(None);
    };
    let refuse = |what| token.fault(format!("{token} {what}"), format!("write {MODES}"));
    let inside = behind.trim().strip_prefix('(').and_then(|inside| inside.strip_suffix(')'));
    let mut parts =
        inside.ok_or_else(|| refuse("needs a mode in parentheses"))?.split(',').map(str::trim);
    let mode = parts.next().unwrap_or_default();
    let parts: Vec<&str> = parts.collect();
    let numbers: Option<Vec<u16>> = parts.iter().map(|text| number(text)).collect();
    let (found, needs) = match (mode, numbers.as_deref()) {
        ("QUAD_PERM", Some(&[p0, p1, p2, p3])) if [p0, p1, p2, p3].iter().all(|&p| p < 4) => {
            (Some(QUAD | p0 | p1 << 2 | p2 << 4 | p3 << 6), "")
        }
        ("QUAD_PERM", _) => (None, "needs four positions 0..3"),
        ("BITMASK_PERM", _) if parts.len() == 1 => {
            (bit_mask(parts[0]), "needs five of 0, 1, p and i in quotes")
        }
        ("BITMASK_PERM", _) => (None, "needs one mask in quotes"),
        ("BROADCAST", Some(&[size, thread])) if is_size(size, 2..=32) && thread < size => {
            (Some((32 - size) | thread << SET), "")
        }
        ("BROADCAST", _) => (None, "needs a size 2, 4, 8, 16 or 32 and a thread below it"),
        ("SWAP", Some(&[size])) if is_size(size, 1..=16) => (Some(ALL | size << INVERT), ""),
        ("SWAP", _) => (None, "needs a size 1, 2, 4, 8 or 16"),
        ("REVERSE", Some(&[size])) if is_size(size, 2..=32) => {
            (Some(ALL | (size - 1) << INVERT), "")
        }
        ("REVERSE", _) => (None, "needs a size 2, 4, 8, 16 or 32"),
        ("ROTATE", Some(&[direction, size])) if direction < 2 && size <= ALL => {
            (Some(ROTATE | direction << INVERT | size << SET), "")
        }
        ("ROTATE", _) => (None, "needs a direction 0 or 1 and a size 0..31"),
        ("FFT", Some(&[mask])) if mask <= ALL => (Some(FFT | mask), ""),
        ("FFT", _) => (None, "needs a mask 0..31"),
        _ => (None, "is no mode of ds_swizzle_b32 here"),
    };
    found.map(Some).ok_or_else(|| refuse(needs))
}

fn number(text: &str) -> Option<u16> {
    parse_literal(text)?.integer()?.try_into().ok()
}

fn is_size(size: u16, range: std::ops::RangeInclusive<u16>) -> bool {
    size.is_power_of_two() && range.contains(&size)
}

/// A character for each bit of a thread's number, the highest first: cleared, set, preserved or
/// inverted.
fn bit_mask(text: &str) -> Option<u16> {
    let inside = text.strip_prefix('"')?.strip_suffix('"')?;
    let bit = |character| match character {
        '0' => Some(0),
        '1' => Some(1 << SET),
        'p' => Some(1),
        'i' => Some(1 | 1 << INVERT),
        _ => None,
    };
    let bits: Vec<u16> = inside.chars().map(bit).collect::<Option<_>>()?;
    (bits.len() == 5).then(|| bits.iter().fold(0, |offset, bit| offset << 1 | bit))
}
