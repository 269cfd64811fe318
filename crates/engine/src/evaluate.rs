//! The interpreter's operations: one match on values of up to 64 bits, one on wider values.

use super::flat::{Operand, Operation, OperationKind};
use super::limbs::{self, copy_bits, extract, mask, trim};
use lanebeat_hdl::{BinaryOperation, Reduction, ShiftOperation};

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
    match operation.kind {
        OperationKind::Not => narrow.unary(|a| !a & mask),
        OperationKind::Reduce(Reduction::And) => {
            narrow.unary(|a| u64::from(a == limbs::mask(operand_width)))
        }
        OperationKind::Reduce(Reduction::Or) => narrow.unary(|a| u64::from(a != 0)),
        OperationKind::Reduce(Reduction::Xor) => narrow.unary(|a| u64::from(a.count_ones() & 1)),
        OperationKind::Binary(BinaryOperation::And) => narrow.binary(|a, b| a & b),
        OperationKind::Binary(BinaryOperation::Or) => narrow.binary(|a, b| a | b),
        OperationKind::Binary(BinaryOperation::Xor) => narrow.binary(|a, b| a ^ b),
        OperationKind::Binary(BinaryOperation::Add) => {
            narrow.binary(|a, b| a.wrapping_add(b) & mask)
        }
        OperationKind::Binary(BinaryOperation::Subtract) => {
            narrow.binary(|a, b| a.wrapping_sub(b) & mask)
        }
        OperationKind::Binary(BinaryOperation::Equal) => narrow.binary(|a, b| u64::from(a == b)),
        OperationKind::Binary(BinaryOperation::NotEqual) => narrow.binary(|a, b| u64::from(a != b)),
        OperationKind::Binary(BinaryOperation::LessUnsigned) => {
            narrow.binary(|a, b| u64::from(a < b))
        }
        OperationKind::Binary(BinaryOperation::LessSigned) => {
            narrow.binary(|a, b| u64::from(signed(a, operand_width) < signed(b, operand_width)));
        }
        OperationKind::Multiply => narrow.binary(|a, b| a * b),
        OperationKind::Shift(ShiftOperation::Left) => {
            narrow.binary(|a, amount| if amount < width as u64 { a << amount & mask } else { 0 });
        }
        OperationKind::Shift(ShiftOperation::RightUnsigned) => {
            narrow.binary(|a, amount| if amount < width as u64 { a >> amount } else { 0 });
        }
        OperationKind::Shift(ShiftOperation::RightSigned) => {
            narrow.binary(|a, amount| (signed(a, width) >> amount.min(63)) as u64 & mask);
        }
        OperationKind::Mux => narrow.mux(),
        OperationKind::Select => {
            narrow.binary(|index, elements| elements >> (index * width as u64) & mask)
        }
        OperationKind::Slice { low } => narrow.unary(|a| a >> low & mask),
        OperationKind::Concat => narrow.concat(),
        OperationKind::Repeat => {
            let ones = (0..width / operand_width)
                .fold(0, |ones: u64, copy| ones | 1 << (copy * operand_width));
            narrow.unary(|a| a.wrapping_mul(ones));
        }
        OperationKind::Spread { count } => narrow.spread(count, width),
        OperationKind::Pack { count } => narrow.pack(count),
    }
}

/// A value of `width` bits as a signed integer.
fn signed(value: u64, width: usize) -> i64 {
    let free = 64 - width;
    (value << free) as i64 >> free
}

fn wide(operation: &Operation, values: &[u64], result: &mut [u64]) {
    for (copy, result) in result.chunks_exact_mut(operation.limbs).enumerate() {
        match operation.kind {
            OperationKind::Concat => concat(operation, values, copy, result),
            OperationKind::Pack { count } => {
                pack(&operation.operands[0], values, copy, count, result)
            }
            OperationKind::Spread { count } => {
                let low = copy % count * operation.width;
                slice(result, &values[operation.operands[0].range(copy)], low, operation.width);
            }
            _ => wide_copy(
                operation,
                |number| &values[operation.operands[number].range(copy)],
                result,
            ),
        }
    }
}

fn concat(operation: &Operation, values: &[u64], copy: usize, result: &mut [u64]) {
    let mut low = 0;
    for part in &operation.operands {
        copy_bits(result, low, &values[part.range(copy)], 0, part.width);
        low += part.width;
    }
}

fn pack(operand: &Operand, values: &[u64], copy: usize, count: usize, result: &mut [u64]) {
    for element in 0..count {
        let source = &values[operand.range(copy * count + element)];
        copy_bits(result, element * operand.width, source, 0, operand.width);
    }
}

fn slice(result: &mut [u64], value: &[u64], low: usize, width: usize) {
    if width <= 64 {
        result[0] = extract(value, low, width);
    } else {
        copy_bits(result, 0, value, low, width);
    }
}

/// Computes one copy of the result.
fn wide_copy<'v>(operation: &Operation, operand: impl Fn(usize) -> &'v [u64], result: &mut [u64]) {
    let (width, first, operand_width) = (operation.width, operand(0), operation.operands[0].width);
    match operation.kind {
        OperationKind::Not => {
            result.iter_mut().zip(first).for_each(|(result, a)| *result = !a);
            trim(result, width);
        }
        OperationKind::Reduce(reduction) => {
            result[0] = u64::from(reduce(reduction, first, operand_width))
        }
        OperationKind::Binary(binary) => {
            wide_binary(binary, first, operand(1), operand_width, result)
        }
        OperationKind::Multiply => limbs::multiply(result, first, operand(1)),
        OperationKind::Shift(shift) => {
            let amount = limbs::shift_amount(operand(1), width);
            match shift {
                ShiftOperation::Left => limbs::shift_left(result, first, amount, width),
                ShiftOperation::RightUnsigned => {
                    limbs::shift_right(result, first, amount, width, false)
                }
                ShiftOperation::RightSigned => {
                    limbs::shift_right(
                        result,
                        first,
                        amount,
                        width,
                        extract(first, width - 1, 1) == 1,
                    );
                }
            }
        }
        OperationKind::Mux => {
            result.copy_from_slice(if first[0] == 0 { operand(2) } else { operand(1) })
        }
        OperationKind::Select => slice(result, operand(1), first[0] as usize * width, width),
        OperationKind::Slice { low } => slice(result, first, low, width),
        OperationKind::Repeat => {
            (0..width / operand_width)
                .for_each(|copy| copy_bits(result, copy * operand_width, first, 0, operand_width));
        }
        OperationKind::Concat | OperationKind::Spread { .. } | OperationKind::Pack { .. } => {
            unreachable!("needs the number of the copy")
        }
    }
}

fn reduce(reduction: Reduction, value: &[u64], width: usize) -> bool {
    let ones = || value.iter().map(|limb| limb.count_ones() as usize);
    match reduction {
        Reduction::And => ones().sum::<usize>() == width,
        Reduction::Or => value.iter().any(|limb| *limb != 0),
        Reduction::Xor => ones().sum::<usize>() % 2 == 1,
    }
}

fn wide_binary(operation: BinaryOperation, a: &[u64], b: &[u64], width: usize, result: &mut [u64]) {
    let pairs = a.iter().zip(b);
    match operation {
        BinaryOperation::And => {
            result.iter_mut().zip(pairs).for_each(|(result, (a, b))| *result = a & b)
        }
        BinaryOperation::Or => {
            result.iter_mut().zip(pairs).for_each(|(result, (a, b))| *result = a | b)
        }
        BinaryOperation::Xor => {
            result.iter_mut().zip(pairs).for_each(|(result, (a, b))| *result = a ^ b)
        }
        BinaryOperation::Add => {
            limbs::add(result, a, b);
            trim(result, width);
        }
        BinaryOperation::Subtract => {
            limbs::subtract(result, a, b);
            trim(result, width);
        }
        BinaryOperation::Equal => result[0] = u64::from(a == b),
        BinaryOperation::NotEqual => result[0] = u64::from(a != b),
        BinaryOperation::LessUnsigned => result[0] = u64::from(limbs::less_unsigned(a, b)),
        BinaryOperation::LessSigned => result[0] = u64::from(limbs::less_signed(a, b, width)),
    }
}
