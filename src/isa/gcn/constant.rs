//! Constants in AMD's 9-bit (vector) and 8-bit (scalar) source fields.

/// Source field that says "a dword with the literal follows".
pub(super) const LITERAL: u32 = 255;
/// First of the constants 0..=64.
const ZERO: u32 = 128;
/// First of the constants -1..=-16.
const MINUS_ONE: u32 = 193;
/// First of the constants of [`FLOATS`].
const FIRST_FLOAT: u32 = 240;
/// 0.5, -0.5, 1, -1, 2, -2, 4, -4 and 1 / (2 pi): as bits of a 32-bit and of a 64-bit float.
const FLOATS: [(u32, u64); 9] = [
    (0x3f00_0000, 0x3fe0_0000_0000_0000),
    (0xbf00_0000, 0xbfe0_0000_0000_0000),
    (0x3f80_0000, 0x3ff0_0000_0000_0000),
    (0xbf80_0000, 0xbff0_0000_0000_0000),
    (0x4000_0000, 0x4000_0000_0000_0000),
    (0xc000_0000, 0xc000_0000_0000_0000),
    (0x4080_0000, 0x4010_0000_0000_0000),
    (0xc080_0000, 0xc010_0000_0000_0000),
    (0x3e22_f983, 0x3fc4_5f30_6dc9_c882),
];

/// The source field of a 32-bit constant that needs no literal.
pub(super) fn inline_word(word: u32) -> Option<u32> {
    integer(i64::from(word.cast_signed())).or_else(|| float(|(single, _)| single == word))
}

/// The source field of a 64-bit constant that needs no literal.
pub(super) fn inline_mask(mask: u64) -> Option<u32> {
    integer(mask.cast_signed()).or_else(|| float(|(_, double)| double == mask))
}

fn integer(value: i64) -> Option<u32> {
    match value {
        0..=64 => Some(ZERO + value as u32),
        -16..=-1 => Some(MINUS_ONE + (-1 - value) as u32),
        _ => None,
    }
}

fn float(is_wanted: impl Fn((u32, u64)) -> bool) -> Option<u32> {
    FLOATS.iter().position(|&bits| is_wanted(bits)).map(|position| FIRST_FLOAT + position as u32)
}
