//! Numbers as FST files have them: of 64 bits, the highest byte first, and of as many groups of seven
//! bits as they need, the lowest first.

pub fn append_u64(bytes: &mut Vec<u8>, number: u64) {
    bytes.extend_from_slice(&number.to_be_bytes());
}

/// A number of at least 0.
#[inline]
pub fn append_varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// A number whose sign is in the highest bit of the last group.
pub fn append_signed_varint(bytes: &mut Vec<u8>, mut number: i64) {
    while !(-64..64).contains(&number) {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8 & 0x7f);
}
