//! Rules of what only moves bits: slices, concatenations, repetitions, selects, shifts by a
//! constant.

use super::simplifier::Simplifier;
use crate::bits::bits;
use crate::module::{BinaryOperation, NodeId, NodeKind, ShiftOperation};

impl Simplifier<'_> {
    pub(super) fn shift(
        &mut self,
        operation: ShiftOperation,
        value: NodeId,
        amount: NodeId,
    ) -> NodeId {
        let width = self.width(value);
        if self.is_zero(value) {
            return value;
        }
        let Some(distance) = self.value(amount) else {
            return self.push(NodeKind::Shift { operation, value, amount }, width);
        };
        let distance = distance
            .iter_ones()
            .fold(0, |all, bit| if bit < 32 { all | 1usize << bit } else { width });
        let distance = distance.min(width);
        if distance == 0 {
            return value;
        }
        let fill = match operation {
            ShiftOperation::RightSigned => {
                let sign = self.slice(value, width - 1, 1);
                self.repeat(sign, distance)
            }
            _ => self.zeros(distance),
        };
        if distance == width {
            return fill;
        }
        let low = if operation == ShiftOperation::Left { 0 } else { distance };
        let kept = self.slice(value, low, width - distance);
        match operation {
            ShiftOperation::Left => self.concat(&[fill, kept]),
            _ => self.concat(&[kept, fill]),
        }
    }

    pub(super) fn select(&mut self, index: NodeId, elements: NodeId) -> NodeId {
        let count = 1 << self.width(index);
        let width = self.width(elements) / count;
        if let Some(value) = self.value(index) {
            let element = value.iter_ones().fold(0, |element, bit| element | 1 << bit);
            return self.slice(elements, element * width, width);
        }
        if count == 2 && !self.is_read_elsewhere(elements) {
            let [low, high] = [0, 1].map(|element| self.slice(elements, element * width, width));
            return self.mux(index, high, low);
        }
        match self.inside(elements) {
            Some(NodeKind::Constant(value)) if width == 1 => {
                let (ones, first_one, first_zero) =
                    (value.count_ones(), value.first_one(), value.first_zero());
                match (first_one, first_zero) {
                    (None, _) | (_, None) => return self.bit(ones > 0),
                    (Some(one), _) if ones == 1 => {
                        return self.is_element(BinaryOperation::Equal, index, one);
                    }
                    (_, Some(zero)) if ones == count - 1 => {
                        return self.is_element(BinaryOperation::NotEqual, index, zero);
                    }
                    _ => {}
                }
            }
            Some(&NodeKind::Repeat(part)) if width.is_multiple_of(self.width(part)) => {
                return self.repeat(part, width / self.width(part));
            }
            _ => {}
        }
        self.operation(NodeKind::Select { index, elements }, width)
    }

    /// Whether slices of `id` would need a net.
    pub(super) fn is_read_elsewhere(&self, id: NodeId) -> bool {
        !matches!(
            self.inside(id),
            Some(NodeKind::Concat(_) | NodeKind::Constant(_) | NodeKind::Repeat(_))
        )
    }

    pub(super) fn is_element(
        &mut self,
        operation: BinaryOperation,
        index: NodeId,
        element: usize,
    ) -> NodeId {
        let width = self.width(index);
        let element = self.constant(bits(width, element as u128));
        self.binary(operation, index, element)
    }

    pub(super) fn slice(&mut self, value: NodeId, low: usize, width: usize) -> NodeId {
        if width == self.width(value) {
            return value;
        }
        match self.inside(value).cloned() {
            Some(NodeKind::Slice { value: whole, low: below }) => {
                return self.slice(whole, below + low, width);
            }
            Some(NodeKind::Concat(parts)) => {
                let parts = self.parts_between(&parts, low, width);
                if let [(part, low, width)] = parts[..] {
                    return self.slice(part, low, width);
                }
                if self.own(value).is_some() || self.is_sliced[value.0] {
                    let parts: Vec<NodeId> = parts
                        .iter()
                        .map(|&(part, low, width)| self.slice(part, low, width))
                        .collect();
                    return self.concat(&parts);
                }
            }
            Some(NodeKind::Repeat(part)) => {
                let part_width = self.width(part);
                if low % part_width + width <= part_width {
                    return self.slice(part, low % part_width, width);
                }
                if low.is_multiple_of(part_width) && width.is_multiple_of(part_width) {
                    return self.repeat(part, width / part_width);
                }
            }
            _ => {}
        }
        self.operation(NodeKind::Slice { value, low }, width)
    }

    /// Part, lowest bit and bits of it, for what of the parts makes up `width` bits from bit `low`
    /// up.
    pub(super) fn parts_between(
        &self,
        parts: &[NodeId],
        low: usize,
        width: usize,
    ) -> Vec<(NodeId, usize, usize)> {
        let (mut start, mut found) = (0, vec![]);
        for &part in parts {
            let end = start + self.width(part);
            let (from, to) = (low.max(start), (low + width).min(end));
            if from < to {
                found.push((part, from - start, to - from));
            }
            start = end;
        }
        found
    }

    pub(super) fn concat(&mut self, parts: &[NodeId]) -> NodeId {
        let mut flat: Vec<NodeId> = vec![];
        for &part in parts {
            let inner = match self.own(part) {
                Some(NodeKind::Concat(inner)) => inner.clone(),
                _ => vec![part],
            };
            for part in inner {
                match flat.last().and_then(|&last| self.joined(last, part)) {
                    Some(joined) => *flat.last_mut().expect("there is one") = joined,
                    None => flat.push(part),
                }
            }
        }
        if let [only] = flat[..] {
            return only;
        }
        let width = flat.iter().map(|&part| self.width(part)).sum();
        if flat.iter().all(|&part| self.is_same(part, flat[0])) {
            return self.repeat(flat[0], flat.len());
        }
        self.push(NodeKind::Concat(flat), width)
    }

    /// One node for two neighbours: numbers, or slices that follow each other.
    pub(super) fn joined(&mut self, low: NodeId, high: NodeId) -> Option<NodeId> {
        let width = self.width(low) + self.width(high);
        if let (Some(low), Some(high)) = (self.number(low), self.number(high)) {
            let mut value = low.clone();
            value.extend_from_bitslice(high);
            return Some(self.constant(value));
        }
        match (self.inside(low)?, self.inside(high)?) {
            (&NodeKind::Slice { value, low: from }, &NodeKind::Slice { value: other, low: to })
                if value == other && from + self.width(low) == to =>
            {
                Some(self.slice(value, from, width))
            }
            _ => None,
        }
    }

    pub(super) fn repeat(&mut self, value: NodeId, count: usize) -> NodeId {
        if count == 1 {
            return value;
        }
        match self.inside(value) {
            Some(&NodeKind::Repeat(part)) => {
                self.repeat(part, count * (self.width(value) / self.width(part)))
            }
            _ => self.operation(NodeKind::Repeat(value), self.width(value) * count),
        }
    }
}
