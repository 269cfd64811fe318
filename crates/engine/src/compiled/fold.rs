//! Constants are folded by the interpreter's own operations.

use crate::evaluate::evaluate;
use crate::flat::{Operand, Operation, OperationKind};

/// The limbs of `width` bits that an operation gives for operands of these widths and limbs.
pub(super) fn constant(
    kind: OperationKind,
    width: usize,
    operands: &[(usize, &[u64])],
) -> Vec<u64> {
    let mut offset = 0;
    let place = |&(width, limbs): &(usize, &[u64])| {
        let place = Operand { offset, limbs: limbs.len(), width, divide: 1 };
        offset += limbs.len();
        place
    };
    let places = operands.iter().map(place).collect();
    let limbs = width.div_ceil(64);
    let mut all: Vec<u64> = operands.iter().flat_map(|(_, limbs)| limbs.iter().copied()).collect();
    let result = all.len();
    all.resize(result + limbs, 0);
    evaluate(&Operation { kind, width, limbs, count: 1, result, operands: places }, &mut all);
    all.split_off(result)
}
