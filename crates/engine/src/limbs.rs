//! Arithmetic on values of several 64-bit limbs, lowest limb first, bits above the width zero.

/// The `width` lowest bits set, at most 64.
pub(super) fn mask(width: usize) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// Clears the bits of the top limb above `width`.
pub(super) fn trim(value: &mut [u64], width: usize) {
    if !width.is_multiple_of(64) {
        value[width / 64] &= mask(width % 64);
    }
}

/// `width` (at most 64) bits from bit `low` up.
pub(super) fn extract(value: &[u64], low: usize, width: usize) -> u64 {
    let (limb, shift) = (low / 64, low % 64);
    let mut result = value[limb] >> shift;
    if shift + width > 64 {
        result |= value[limb + 1] << (64 - shift);
    }
    result & mask(width)
}

/// Overwrites `width` bits of `target` from bit `target_low` up with those of `source` from
/// `source_low` up.
pub(super) fn copy_bits(
    target: &mut [u64],
    target_low: usize,
    source: &[u64],
    source_low: usize,
    width: usize,
) {
    let mut done = 0;
    while done < width {
        let (limb, shift) = ((target_low + done) / 64, (target_low + done) % 64);
        let part = (64 - shift).min(width - done);
        let bits = extract(source, source_low + done, part);
        target[limb] = target[limb] & !(mask(part) << shift) | bits << shift;
        done += part;
    }
}

pub(super) fn add(result: &mut [u64], a: &[u64], b: &[u64]) {
    let mut carry = false;
    for ((result, a), b) in result.iter_mut().zip(a).zip(b) {
        let (sum, first) = a.overflowing_add(*b);
        let (sum, second) = sum.overflowing_add(u64::from(carry));
        (*result, carry) = (sum, first | second);
    }
}

pub(super) fn subtract(result: &mut [u64], a: &[u64], b: &[u64]) {
    let mut borrow = false;
    for ((result, a), b) in result.iter_mut().zip(a).zip(b) {
        let (difference, first) = a.overflowing_sub(*b);
        let (difference, second) = difference.overflowing_sub(u64::from(borrow));
        (*result, borrow) = (difference, first | second);
    }
}

pub(super) fn less_unsigned(a: &[u64], b: &[u64]) -> bool {
    a.iter().rev().lt(b.iter().rev())
}

/// Both of `width` bits.
pub(super) fn less_signed(a: &[u64], b: &[u64], width: usize) -> bool {
    let negative = |value| extract(value, width - 1, 1) == 1;
    match (negative(a), negative(b)) {
        (true, false) => true,
        (false, true) => false,
        _ => less_unsigned(a, b),
    }
}

/// `result` has room for the product's width, which may be one limb less than both operands have.
pub(super) fn multiply(result: &mut [u64], a: &[u64], b: &[u64]) {
    result.fill(0);
    for (low, a) in a.iter().enumerate() {
        let mut carry = 0;
        let mut b = b.iter();
        for result in &mut result[low..] {
            let product = u128::from(*a) * u128::from(b.next().copied().unwrap_or(0))
                + u128::from(*result)
                + carry;
            *result = product as u64;
            carry = product >> 64;
        }
    }
}

/// `amount` as a number of bits, or `width` when it is that or more.
pub(super) fn shift_amount(amount: &[u64], width: usize) -> usize {
    let overflows = amount[1..].iter().any(|limb| *limb != 0) || amount[0] >= width as u64;
    if overflows { width } else { amount[0] as usize }
}

pub(super) fn shift_left(result: &mut [u64], value: &[u64], amount: usize, width: usize) {
    result.fill(0);
    copy_bits(result, amount, value, 0, width - amount);
}

/// The bits that become free take `fill`.
pub(super) fn shift_right(
    result: &mut [u64],
    value: &[u64],
    amount: usize,
    width: usize,
    fill: bool,
) {
    result.fill(0);
    copy_bits(result, 0, value, amount, width - amount);
    if fill {
        set_bits(result, width - amount, amount);
    }
}

fn set_bits(value: &mut [u64], low: usize, width: usize) {
    let mut done = 0;
    while done < width {
        let (limb, shift) = ((low + done) / 64, (low + done) % 64);
        let part = (64 - shift).min(width - done);
        value[limb] |= mask(part) << shift;
        done += part;
    }
}
