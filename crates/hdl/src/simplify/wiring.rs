//! Rules of what only moves bits: slices, concatenations, repetitions, shifts by a constant.

use super::netlist::Netlist;
use crate::module::{NodeId, Operation, ShiftOperation};

/// Operations that only move bits, each the simplest that does. An override may fall back to the
/// rules.
pub trait Wiring: Netlist {
    /// `value` shifted by `amount`.
    fn shift(&mut self, operation: ShiftOperation, value: NodeId, amount: NodeId) -> NodeId {
        shift(self, operation, value, amount)
    }

    /// `width` bits from bit `low` up.
    fn slice(&mut self, value: NodeId, low: usize, width: usize) -> NodeId {
        slice(self, value, low, width)
    }

    /// The parts side by side, lowest first.
    fn concat(&mut self, parts: &[NodeId]) -> NodeId {
        let mut flat: Vec<NodeId> = vec![];
        for &part in parts {
            let is_inner = self.inside(part) == Some(Operation::Concat) && !self.is_shared(part);
            let inner = if is_inner { self.operands(part) } else { vec![part] };
            for part in inner {
                match flat.last().and_then(|&last| joined(self, last, part)) {
                    Some(joined) => *flat.last_mut().expect("there is one") = joined,
                    None => flat.push(part),
                }
            }
        }
        if let [only] = flat[..] {
            return only;
        }
        if flat.iter().all(|&part| self.is_same(part, flat[0])) {
            return self.repeat(flat[0], flat.len());
        }
        if let Some(whole) = self.whole(&flat) {
            return whole;
        }
        let width = flat.iter().map(|&part| self.width(part)).sum();
        self.add(Operation::Concat, width, flat)
    }

    /// `value` so many times.
    fn repeat(&mut self, value: NodeId, count: usize) -> NodeId {
        if count == 1 {
            return value;
        }
        if self.inside(value) == Some(Operation::Repeat) {
            let part = self.operands(value)[0];
            return self.repeat(part, count * (self.width(value) / self.width(part)));
        }
        self.operation(Operation::Repeat, self.width(value) * count, vec![value])
    }
}

/// The rules of [`Wiring::shift`].
pub fn shift(
    net: &mut impl Wiring,
    operation: ShiftOperation,
    value: NodeId,
    amount: NodeId,
) -> NodeId {
    let width = net.width(value);
    if net.is_zero(value) {
        return value;
    }
    let distance = net.value(amount).map(|distance| {
        let one = |all, bit| if bit < 32 { all | 1usize << bit } else { width };
        distance.iter_ones().fold(0, one).min(width)
    });
    let Some(distance) = distance else {
        return net.add(Operation::Shift(operation), width, vec![value, amount]);
    };
    if distance == 0 {
        return value;
    }
    let fill = match operation {
        ShiftOperation::RightSigned => {
            let sign = net.slice(value, width - 1, 1);
            net.repeat(sign, distance)
        }
        _ => net.zeros(distance),
    };
    if distance == width {
        return fill;
    }
    let low = if operation == ShiftOperation::Left { 0 } else { distance };
    let kept = net.slice(value, low, width - distance);
    match operation {
        ShiftOperation::Left => net.concat(&[fill, kept]),
        _ => net.concat(&[kept, fill]),
    }
}

/// The rules of [`Wiring::slice`].
pub fn slice(net: &mut impl Wiring, value: NodeId, low: usize, width: usize) -> NodeId {
    if width == net.width(value) {
        return value;
    }
    match net.inside(value) {
        Some(Operation::Slice { low: below }) => {
            return net.slice(net.operands(value)[0], below + low, width);
        }
        Some(Operation::Concat) => {
            let parts = parts_between(|part| net.width(part), &net.operands(value), low, width);
            if let [(part, low, width)] = parts[..] {
                return net.slice(part, low, width);
            }
            if net.may_take_apart(value) {
                let part =
                    |&(part, low, width): &(NodeId, usize, usize)| net.slice(part, low, width);
                let parts: Vec<NodeId> = parts.iter().map(part).collect();
                return net.concat(&parts);
            }
        }
        Some(Operation::Repeat) => {
            let part = net.operands(value)[0];
            let part_width = net.width(part);
            if low % part_width + width <= part_width {
                return net.slice(part, low % part_width, width);
            }
            if low.is_multiple_of(part_width) && width.is_multiple_of(part_width) {
                return net.repeat(part, width / part_width);
            }
        }
        _ => {}
    }
    net.operation(Operation::Slice { low }, width, vec![value])
}

/// Part, lowest bit and bits of it, for what of the parts makes up `width` bits from bit `low` up;
/// `width_of` a part are its bits.
pub(crate) fn parts_between(
    width_of: impl Fn(NodeId) -> usize,
    parts: &[NodeId],
    low: usize,
    width: usize,
) -> Vec<(NodeId, usize, usize)> {
    let (mut start, mut found) = (0, vec![]);
    for &part in parts {
        let end = start + width_of(part);
        let (from, to) = (low.max(start), (low + width).min(end));
        if from < to {
            found.push((part, from - start, to - from));
        }
        start = end;
    }
    found
}

/// One node for two neighbours: numbers, or slices that follow each other.
fn joined(net: &mut impl Wiring, low: NodeId, high: NodeId) -> Option<NodeId> {
    let numbers = net.number(low).zip(net.number(high)).map(|(low, high)| {
        let mut value = low.into_owned();
        value.extend_from_bitslice(&high);
        value
    });
    if let Some(value) = numbers {
        return Some(net.constant(value));
    }
    match (net.inside(low)?, net.inside(high)?) {
        (Operation::Slice { low: from }, Operation::Slice { low: to })
            if from + net.width(low) == to && net.operands(low) == net.operands(high) =>
        {
            Some(net.slice(net.operands(low)[0], from, net.width(low) + net.width(high)))
        }
        _ => None,
    }
}
