//! The value of an operation whose operands are constants.

use super::bits::Bits;
use super::module::{BinaryOperation, NodeKind, Reduction};

/// What `kind` gives, `width` bits of it; `None` for what is no operation, and for wiring that
/// other rules take apart.
pub(super) fn fold(kind: &NodeKind, width: usize, operands: &[&Bits]) -> Option<Bits> {
    let bit = |value: bool| Bits::repeat(value, 1);
    Some(match *kind {
        NodeKind::Not(_) => !operands[0].clone(),
        NodeKind::Reduce(Reduction::And, _) => bit(operands[0].all()),
        NodeKind::Reduce(Reduction::Or, _) => bit(operands[0].any()),
        NodeKind::Reduce(Reduction::Xor, _) => bit(operands[0].count_ones() % 2 == 1),
        NodeKind::Binary(operation, ..) => binary(operation, operands[0], operands[1]),
        NodeKind::Multiply(..) => product(operands[0], operands[1]),
        NodeKind::Slice { low, .. } => operands[0][low..low + width].to_bitvec(),
        NodeKind::Repeat(_) => operands[0].iter().cycle().take(width).map(|bit| *bit).collect(),
        _ => return None,
    })
}

fn binary(operation: BinaryOperation, a: &Bits, b: &Bits) -> Bits {
    let bit = |value: bool| Bits::repeat(value, 1);
    match operation {
        BinaryOperation::And => a.clone() & b,
        BinaryOperation::Or => a.clone() | b,
        BinaryOperation::Xor => a.clone() ^ b,
        BinaryOperation::Add => sum(a, b, false),
        BinaryOperation::Subtract => sum(a, &!b.clone(), true),
        BinaryOperation::Equal => bit(a == b),
        BinaryOperation::NotEqual => bit(a != b),
        BinaryOperation::LessUnsigned => bit(is_less(a, b)),
        BinaryOperation::LessSigned => bit(match (a.last().as_deref(), b.last().as_deref()) {
            (Some(a_sign), Some(b_sign)) if a_sign != b_sign => *a_sign,
            _ => is_less(a, b),
        }),
    }
}

fn sum(a: &Bits, b: &Bits, mut carry: bool) -> Bits {
    let full_adder = |(a, b): (bool, bool)| {
        let ones = u8::from(a) + u8::from(b) + u8::from(carry);
        carry = ones >= 2;
        ones % 2 == 1
    };
    a.iter().by_vals().zip(b.iter().by_vals()).map(full_adder).collect()
}

/// Decided by the highest bit in which they differ.
fn is_less(a: &Bits, b: &Bits) -> bool {
    let highest = (a.clone() ^ b).last_one();
    highest.is_some_and(|bit| b[bit])
}

fn product(a: &Bits, b: &Bits) -> Bits {
    let width = a.len() + b.len();
    let widened = |value: &Bits| {
        let mut value = value.clone();
        value.resize(width, false);
        value
    };
    let (a, mut row, mut total) = (widened(a), widened(b), Bits::repeat(false, width));
    for bit in a {
        total = if bit { sum(&total, &row, false) } else { total };
        row.shift_end(1);
    }
    total
}
