//! `swizzle(…)`, which is how LLVM prints the offset of ds_swizzle_b32.

use crate::isa::asm::error::Fault;
use crate::isa::asm::literal::parse_literal;
use crate::isa::asm::token::Token;

const MODES: &str = "swizzle(QUAD_PERM,0,1,2,3), swizzle(BITMASK_PERM,\"01pip\"), \
                     swizzle(BROADCAST,8,3), swizzle(SWAP,16) or swizzle(REVERSE,8)";
/// Fields of the offset: the thread's number is masked, then set, then inverted where they have
/// bits.
const QUAD: u16 = 1 << 15;
const SET: u32 = 5;
const INVERT: u32 = 10;
const ALL: u16 = 31;

/// The offset that `token` spells; `None` where it does not begin like a swizzle.
pub(super) fn offset(token: &Token) -> Result<Option<u16>, Fault> {
    let Some(behind) = token.text.get(..7).filter(|name| name.eq_ignore_ascii_case("swizzle"))
    else {
        return Ok(None);
    };
    let inside = token.text[behind.len()..].trim().strip_prefix('(');
    let Some(inside) = inside.and_then(|inside| inside.strip_suffix(')')) else {
        return Err(refuse(token, "needs a mode in parentheses"));
    };
    let mut parts = inside.split(',').map(str::trim);
    let mode = parts.next().unwrap_or_default();
    let parts: Vec<&str> = parts.collect();
    let numbers: Option<Vec<u16>> = parts.iter().map(|text| number(text)).collect();
    let found = match (mode, &parts[..], numbers.as_deref()) {
        ("QUAD_PERM", _, Some(&[p0, p1, p2, p3])) if [p0, p1, p2, p3].iter().all(|&p| p < 4) => {
            QUAD | p0 | p1 << 2 | p2 << 4 | p3 << 6
        }
        ("QUAD_PERM", ..) => return Err(refuse(token, "needs four positions 0..3")),
        ("BITMASK_PERM", [mask], _) => match bit_mask(mask) {
            Some(offset) => offset,
            None => return Err(refuse(token, "needs five of 0, 1, p and i in quotes")),
        },
        ("BITMASK_PERM", ..) => return Err(refuse(token, "needs one mask in quotes")),
        ("BROADCAST", _, Some(&[size, thread])) if is_size(size, 2..=32) && thread < size => {
            (32 - size) | thread << SET
        }
        ("BROADCAST", ..) => {
            return Err(refuse(token, "needs a size 2, 4, 8, 16 or 32 and a thread below it"));
        }
        ("SWAP", _, Some(&[size])) if is_size(size, 1..=16) => ALL | size << INVERT,
        ("SWAP", ..) => return Err(refuse(token, "needs a size 1, 2, 4, 8 or 16")),
        ("REVERSE", _, Some(&[size])) if is_size(size, 2..=32) => ALL | (size - 1) << INVERT,
        ("REVERSE", ..) => return Err(refuse(token, "needs a size 2, 4, 8, 16 or 32")),
        _ => return Err(refuse(token, "is no mode of ds_swizzle_b32 here")),
    };
    Ok(Some(found))
}

fn refuse(token: &Token, what: &str) -> Fault {
    token.fault(format!("{token} {what}"), format!("write {MODES}"))
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
