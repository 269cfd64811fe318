//! The interpreter's operations: one match on values of up to 64 bits, one on wider values.

use super::flat::{Operand, Operation, OperationKind};
use lanebeat_hdl::limbs::{self, copy_bits, mask};
use lanebeat_hdl::{BinaryOperation, Factors, Operation as Node, Reduction, ShiftOperation};

/// Computes all copies of the result, in its place among the values.
pub(super) fn evaluate(operation: &Operation, values: &mut [u64]) {
    let (before, after) = values.split_at_mut(operation.result);
    evaluate_into(operation, before, &mut after[..operation.count * operation.limbs]);
}

/// Computes all copies of the result.
pub(super) fn evaluate_into(operation: &Operation, before: &[u64], result: &mut [u64]) {
    if operation.limbs == 1 && operation.operands.iter().all(|operand| operand.limbs == 1) {
        narrow(operation, before, result);
    } else {
        result.fill(0);
        wide(operation, before, result);
    }
}

/// The copies of a value of one limb, in the order in which a user's copies read them.
struct Copies<'v> {
    values: &'v [u64],
    divide: usize,
    left: usize,
}

impl<'v> Copies<'v> {
    fn new(values: &'v [u64], operand: &Operand) -> Self {
        Self { values: &values[operand.offset..], divide: operand.divide, left: operand.divide }
    }
}

impl Iterator for Copies<'_> {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        let value = *self.values.first()?;
        self.left -= 1;
        if self.left == 0 {
            self.left = self.divide;
            self.values = &self.values[1..];
        }
        Some(value)
    }
}

/// The narrow operations of one, two and three operands, given what they compute.
struct Narrow<'v> {
    operands: &'v [Operand],
    values: &'v [u64],
    result: &'v mut [u64],
}

impl Narrow<'_> {
    fn unary(self, compute: impl Fn(u64) -> u64) {
        let copies = Copies::new(self.values, &self.operands[0]);
        self.result.iter_mut().zip(copies).for_each(|(result, a)| *result = compute(a));
    }

    fn binary(self, compute: impl Fn(u64, u64) -> u64) {
        let [a, b] = self.operands else { unreachable!("two operands") };
        if a.divide == 1 && b.divide == 1 {
            let pairs = self.values[a.offset..].iter().zip(&self.values[b.offset..]);
            self.result
                .iter_mut()
                .zip(pairs)
                .for_each(|(result, (a, b))| *result = compute(*a, *b));
        } else {
            let pairs = Copies::new(self.values, a).zip(Copies::new(self.values, b));
            self.result.iter_mut().zip(pairs).for_each(|(result, (a, b))| *result = compute(a, b));
        }
    }

    fn mux(self) {
        let [select, then, otherwise] = self.operands else { unreachable!("three operands") };
        let data = Copies::new(self.values, then).zip(Copies::new(self.values, otherwise));
        let copies = Copies::new(self.values, select).zip(data);
        self.result.iter_mut().zip(copies).for_each(|(result, (select, (then, otherwise)))| {
            *result = if select == 0 { otherwise } else { then };
        });
    }

    fn concat(self) {
        self.result.fill(0);
        let mut low = 0;
        for part in self.operands {
            let copies = Copies::new(self.values, part);
            self.result.iter_mut().zip(copies).for_each(|(result, part)| *result |= part << low);
            low += part.width;
        }
    }

    fn spread(self, count: usize, width: usize) {
        let elements = Copies::new(self.values, &self.operands[0]).zip((0..count).cycle());
        self.result.iter_mut().zip(elements).for_each(|(result, (elements, number))| {
            *result = elements >> (number * width) & mask(width);
        });
    }

    fn pack(self, count: usize) {
        let width = self.operands[0].width;
        let mut elements = Copies::new(self.values, &self.operands[0]);
        for result in self.result {
            *result = elements
                .by_ref()
                .take(count)
                .enumerate()
                .fold(0, |packed, (k, element)| packed | element << (k * width));
        }
    }
}

fn narrow(operation: &Operation, values: &[u64], result: &mut [u64]) {
    let (width, operands) = (operation.width, operation.operands.as_slice());
    let (mask, operand_width) = (mask(width), operands[0].width);
    let narrow = Narrow { operands, values, result };
    let node = match operation.kind {
        OperationKind::Node(node) => node,
        OperationKind::Spread { count } => return narrow.spread(count, width),
        OperationKind::Pack { count } => return narrow.pack(count),
    };
    match node {
        Node::Not => narrow.unary(|a| !a & mask),
        Node::Reduce(Reduction::And) => {
            narrow.unary(|a| u64::from(a == limbs::mask(operand_width)))
        }
        Node::Reduce(Reduction::Or) => narrow.unary(|a| u64::from(a != 0)),
        Node::Reduce(Reduction::Xor) => narrow.unary(|a| u64::from(a.count_ones() & 1)),
        Node::Binary(BinaryOperation::And) => narrow.binary(|a, b| a & b),
        Node::Binary(BinaryOperation::Or) => narrow.binary(|a, b| a | b),
        Node::Binary(BinaryOperation::Xor) => narrow.binary(|a, b| a ^ b),
        Node::Binary(BinaryOperation::Add) => narrow.binary(|a, b| a.wrapping_add(b) & mask),
        Node::Binary(BinaryOperation::Subtract) => narrow.binary(|a, b| a.wrapping_sub(b) & mask),
        Node::Binary(BinaryOperation::Equal) => narrow.binary(|a, b| u64::from(a == b)),
        Node::Binary(BinaryOperation::NotEqual) => narrow.binary(|a, b| u64::from(a != b)),
        Node::Binary(BinaryOperation::LessUnsigned) => narrow.binary(|a, b| u64::from(a < b)),
        Node::Binary(BinaryOperation::LessSigned) => {
            narrow.binary(|a, b| u64::from(signed(a, operand_width) < signed(b, operand_width)));
        }
        Node::Multiply(Factors::Unsigned) => narrow.binary(|a, b| a * b),
        Node::Multiply(Factors::Signed) => {
            let other_width = operands[1].width;
            let signed = |a, b| signed(a, operand_width).wrapping_mul(signed(b, other_width));
            narrow.binary(|a, b| signed(a, b) as u64 & mask);
        }
        Node::Shift(ShiftOperation::Left) => {
            narrow.binary(|a, amount| if amount < width as u64 { a << amount & mask } else { 0 });
        }
        Node::Shift(ShiftOperation::RightUnsigned) => {
            narrow.binary(|a, amount| if amount < width as u64 { a >> amount } else { 0 });
        }
        Node::Shift(ShiftOperation::RightSigned) => {
            narrow.binary(|a, amount| (signed(a, width) >> amount.min(63)) as u64 & mask);
        }
        Node::Mux => narrow.mux(),
        Node::Select => narrow.binary(|index, elements| elements >> (index * width as u64) & mask),
        Node::Slice { low } => narrow.unary(|a| a >> low & mask),
        Node::Concat => narrow.concat(),
        Node::Repeat => {
            let ones = (0..width / operand_width)
                .fold(0, |ones: u64, copy| ones | 1 << (copy * operand_width));
            narrow.unary(|a| a.wrapping_mul(ones));
        }
    }
}

/// A value of `width` bits as a signed integer.
fn signed(value: u64, width: usize) -> i64 {
    let free = 64 - width;
    (value << free) as i64 >> free
}

fn wide(operation: &Operation, values: &[u64], result: &mut [u64]) {
    let Operation { kind, width, ref operands, .. } = *operation;
    for (copy, result) in result.chunks_exact_mut(operation.limbs).enumerate() {
        match kind {
            OperationKind::Node(node) => {
                let operand = |number: usize| {
                    let operand: &Operand = &operands[number];
                    (operand.width, &values[operand.range(copy)])
                };
                node.evaluate(width, operands.len(), operand, result);
            }
            OperationKind::Pack { count } => pack(&operands[0], values, copy, count, result),
            OperationKind::Spread { count } => {
                limbs::slice(result, &values[operands[0].range(copy)], copy % count * width, width);
            }
        }
    }
}

fn pack(operand: &Operand, values: &[u64], copy: usize, count: usize, result: &mut [u64]) {
    for element in 0..count {
        let source = &values[operand.range(copy * count + element)];
        copy_bits(result, element * operand.width, source, 0, operand.width);
    }
}
