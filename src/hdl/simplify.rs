//! Algebra on a finished netlist, so that whoever reads it sees the simplest one: constants fold, identities and double
//! inversions fall away, wiring on wiring becomes one piece of wiring.
//!
//! ```text
//!   nodes as written ──operands first──► rules of one operation each ──► new nodes ──► registers that nobody reads go
//! ```
//!
//! A net that the author named stays, with a simplified driver, and its readers go on reading it; only a constant is seen
//! through a name. A node that is read more than once is not written anew for each of its readers.

use std::panic::Location;

use super::bits::Bits;
use super::fold::fold;
use super::module::{BinaryOperation, Connection, MemoryPort, Module, Node, NodeId, NodeKind, Reduction, ShiftOperation};

/// How deep two nameless nodes are compared.
const DEEPEST_COMPARISON: usize = 4;

/// The same module with simpler nodes.
pub(super) fn simplify(module: Module) -> Module {
    let (nodes, moved) = Simplifier::new(&module).nodes();
    let id = |id: NodeId| moved[id.0].expect("what is read has been moved");
    let mut module = Module { nodes, ..module };
    module.ports.iter_mut().for_each(|port| port.node = id(port.node));
    for register in &mut module.registers {
        register.output = id(register.output);
        register.next = register.next.map(id);
        let is_always = |enable: &NodeId| matches!(&module.nodes[enable.0].kind, NodeKind::Constant(value) if value.all());
        register.enable = register.enable.map(id).filter(|enable| !is_always(enable));
    }
    for port in module.memories.iter_mut().flat_map(|memory| &mut memory.ports) {
        *port = moved_port(port, id);
    }
    for instance in &mut module.instances {
        for connection in instance.inputs.iter_mut().flatten() {
            *connection = match *connection {
                Connection::Broadcast(node) => Connection::Broadcast(id(node)),
                Connection::Spread(node) => Connection::Spread(id(node)),
            };
        }
        instance.outputs.iter_mut().flatten().for_each(|output| *output = id(*output));
    }
    while drop_unread_registers(&mut module) {}
    module
}

fn moved_port(port: &MemoryPort, id: impl Fn(NodeId) -> NodeId) -> MemoryPort {
    match *port {
        MemoryPort::ReadWrite { address, enable, write, column_enable, data, output } => MemoryPort::ReadWrite {
            address: id(address),
            enable: id(enable),
            write: id(write),
            column_enable: id(column_enable),
            data: id(data),
            output: id(output),
        },
        MemoryPort::Read { address, enable, output } => {
            MemoryPort::Read { address: id(address), enable: id(enable), output: id(output) }
        }
        MemoryPort::Write { address, column_enable, data } => {
            MemoryPort::Write { address: id(address), column_enable: id(column_enable), data: id(data) }
        }
    }
}

/// Whether there was a register whose last reader the algebra took away.
fn drop_unread_registers(module: &mut Module) -> bool {
    let live = module.reached_nodes();
    let unread = |output: NodeId| !live[output.0];
    let before = module.registers.len();
    for output in module.registers.iter().map(|register| register.output).filter(|&output| unread(output)) {
        let node = &mut module.nodes[output.0];
        *node = Node { kind: NodeKind::Constant(Bits::repeat(false, node.width)), name: None, ..node.clone() };
    }
    module.registers.retain(|register| !unread(register.output));
    for (number, register) in module.registers.iter().enumerate() {
        module.nodes[register.output.0].kind = NodeKind::Register(number);
    }
    module.registers.len() < before
}

struct Simplifier<'m> {
    old: &'m Module,
    /// How many places read a node as written, and how many of these read a slice of it.
    old_readers: Vec<usize>,
    old_slices: Vec<usize>,
    nodes: Vec<Node>,
    /// How many places read a new node, as far as that is known.
    readers: Vec<usize>,
    /// Whether only slices of a new node are read.
    is_sliced: Vec<bool>,
    moved: Vec<Option<NodeId>>,
    /// Where the node that is being rewritten was written.
    place: &'static Location<'static>,
}

impl<'m> Simplifier<'m> {
    fn new(old: &'m Module) -> Self {
        let mut old_readers = vec![0; old.nodes.len()];
        let live = old.reached_nodes();
        let nodes = old.nodes.iter().zip(&live).filter(|(_, live)| **live);
        let read = nodes.flat_map(|(node, _)| node.kind.operands()).chain(old.roots());
        read.for_each(|id| old_readers[id.0] += 1);
        let mut old_slices = vec![0; old.nodes.len()];
        for (node, _) in old.nodes.iter().zip(&live).filter(|(_, live)| **live) {
            if let NodeKind::Slice { value, .. } = node.kind {
                old_slices[value.0] += 1;
            }
        }
        Self {
            old,
            old_readers,
            old_slices,
            nodes: vec![],
            readers: vec![],
            is_sliced: vec![],
            moved: vec![None; old.nodes.len()],
            place: Location::caller(),
        }
    }

    /// The new nodes, and where the old ones are now.
    fn nodes(mut self) -> (Vec<Node>, Vec<Option<NodeId>>) {
        for id in (0..self.old.nodes.len()).map(NodeId).filter(|&id| self.old.node(id).kind.is_source()) {
            self.nodes.push(self.old.node(id).clone());
            self.readers.push(self.old_readers[id.0]);
            self.is_sliced.push(false);
            self.moved[id.0] = Some(NodeId(self.nodes.len() - 1));
        }
        let named = (0..self.old.nodes.len()).map(NodeId).filter(|&id| self.old.node(id).name.is_some());
        let mut waiting: Vec<(NodeId, bool)> = self.old.roots().into_iter().chain(named).map(|id| (id, false)).collect();
        // As written, so that the order of the nodes stays the author's.
        waiting.sort_unstable_by_key(|(id, _)| std::cmp::Reverse(*id));
        while let Some((id, has_operands)) = waiting.pop() {
            if self.moved[id.0].is_some() {
                continue;
            }
            if has_operands {
                self.rewrite(id);
            } else {
                waiting.push((id, true));
                let operands = self.old.node(id).kind.operands();
                waiting.extend(operands.into_iter().rev().map(|operand| (operand, false)));
            }
        }
        // Whoever reads a named constant reads the constant.
        let moved = self.moved.iter().map(|id| id.map(|id| self.seen_through(id))).collect();
        (self.nodes, moved)
    }

    fn rewrite(&mut self, id: NodeId) {
        let node = self.old.node(id);
        self.place = node.place;
        let start = self.nodes.len();
        let made = self.made(&node.kind, node.width, node.name.as_deref());
        let is_new = made.0 >= start;
        let kind = &self.nodes[made.0].kind;
        let takes_name = is_new && (!matches!(kind, NodeKind::Slice { .. } | NodeKind::Constant(_)) || *kind == node.kind);
        let moved = match &node.name {
            Some(name) if takes_name => {
                self.nodes[made.0].name = Some(name.clone());
                made
            }
            Some(name) if self.nodes[made.0].name.as_ref() != Some(name) => {
                let wire = self.push(NodeKind::Wire(Some(made)), node.width);
                self.nodes[wire.0].name = Some(name.clone());
                wire
            }
            _ => made,
        };
        match is_new || moved != made {
            true => {
                self.readers[moved.0] = self.old_readers[id.0];
                self.is_sliced[moved.0] = self.old_readers[id.0] == self.old_slices[id.0];
            }
            false => self.readers[moved.0] += self.old_readers[id.0],
        }
        self.moved[id.0] = Some(moved);
    }

    fn push(&mut self, kind: NodeKind, width: usize) -> NodeId {
        self.nodes.push(Node { kind, width, name: None, place: self.place });
        self.readers.push(1);
        self.is_sliced.push(false);
        NodeId(self.nodes.len() - 1)
    }

    fn new_id(&self, old: NodeId) -> NodeId {
        self.seen_through(self.moved[old.0].expect("operands come first"))
    }

    /// The constant where `id` is another name for one.
    fn seen_through(&self, id: NodeId) -> NodeId {
        let mut end = id;
        while let NodeKind::Wire(Some(driver)) = self.nodes[end.0].kind {
            end = driver;
        }
        if matches!(self.nodes[end.0].kind, NodeKind::Constant(_)) { end } else { id }
    }

    fn made(&mut self, kind: &NodeKind, width: usize, name: Option<&str>) -> NodeId {
        match kind.with_operands(|old| self.new_id(old)) {
            NodeKind::Constant(value) => match name {
                Some(code) => self.code(code, value),
                None => self.constant(value),
            },
            NodeKind::Wire(driver) => driver.expect("checked before"),
            NodeKind::Not(a) => self.not(a),
            NodeKind::Reduce(reduction, a) => self.reduce(reduction, a),
            NodeKind::Binary(operation, a, b) => self.binary(operation, a, b),
            NodeKind::Multiply(a, b) => self.multiply(a, b),
            NodeKind::Shift { operation, value, amount } => self.shift(operation, value, amount),
            NodeKind::Mux { select, then, otherwise } => self.mux(select, then, otherwise),
            NodeKind::Select { index, elements } => self.select(index, elements),
            NodeKind::Slice { value, low } => self.slice(value, low, width),
            NodeKind::Concat(parts) => self.concat(&parts),
            NodeKind::Repeat(value) => self.repeat(value, width / self.width(value)),
            source => self.push(source, width),
        }
    }

    fn width(&self, id: NodeId) -> usize {
        self.nodes[id.0].width
    }

    fn constant(&mut self, value: Bits) -> NodeId {
        let width = value.len();
        self.push(NodeKind::Constant(value), width)
    }

    fn bit(&mut self, value: bool) -> NodeId {
        self.constant(Bits::repeat(value, 1))
    }

    fn zeros(&mut self, width: usize) -> NodeId {
        self.constant(Bits::repeat(false, width))
    }

    /// One node for each name.
    fn code(&mut self, name: &str, value: Bits) -> NodeId {
        let known = self.nodes.iter().position(|node| node.name.as_deref() == Some(name));
        known.map_or_else(|| self.constant(value), NodeId)
    }

    fn value(&self, id: NodeId) -> Option<&Bits> {
        match &self.nodes[id.0].kind {
            NodeKind::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// A constant without a name of its own.
    fn number(&self, id: NodeId) -> Option<&Bits> {
        self.value(id).filter(|_| self.nodes[id.0].name.is_none())
    }

    fn is_zero(&self, id: NodeId) -> bool {
        self.value(id).is_some_and(|value| value.not_any())
    }

    fn is_ones(&self, id: NodeId) -> bool {
        self.value(id).is_some_and(|value| value.all())
    }

    /// What `id` computes, if no name hides it.
    fn inside(&self, id: NodeId) -> Option<&NodeKind> {
        let node = &self.nodes[id.0];
        node.name.is_none().then_some(&node.kind)
    }

    /// As [`Self::inside`], if nobody else reads it.
    fn own(&self, id: NodeId) -> Option<&NodeKind> {
        self.inside(id).filter(|_| self.readers[id.0] <= 1)
    }

    /// Whether both are seen to be the same.
    fn is_same(&self, a: NodeId, b: NodeId) -> bool {
        self.is_same_to(a, b, DEEPEST_COMPARISON)
    }

    fn is_same_to(&self, a: NodeId, b: NodeId, depth: usize) -> bool {
        if a == b {
            return true;
        }
        if let (Some(a), Some(b)) = (self.value(a), self.value(b)) {
            return a == b;
        }
        let (Some(a_kind), Some(b_kind)) = (self.inside(a), self.inside(b)) else { return false };
        let (a_operands, b_operands) = (a_kind.operands(), b_kind.operands());
        let is_alike = match (a_kind, b_kind) {
            (NodeKind::Slice { low: a, .. }, NodeKind::Slice { low: b, .. }) => a == b,
            (NodeKind::Binary(a, ..), NodeKind::Binary(b, ..)) => a == b,
            (NodeKind::Shift { operation: a, .. }, NodeKind::Shift { operation: b, .. }) => a == b,
            (NodeKind::Reduce(a, _), NodeKind::Reduce(b, _)) => a == b,
            _ => std::mem::discriminant(a_kind) == std::mem::discriminant(b_kind) && !a_kind.is_source(),
        };
        let mut pairs = a_operands.iter().zip(&b_operands);
        let is_shaped = self.width(a) == self.width(b) && a_operands.len() == b_operands.len();
        depth > 0 && is_alike && is_shaped && pairs.all(|(a, b)| self.is_same_to(*a, *b, depth - 1))
    }

    /// An operation without a rule that fits: folded where its operands are constants.
    fn operation(&mut self, kind: NodeKind, width: usize) -> NodeId {
        let operands = kind.operands();
        let values: Option<Vec<&Bits>> = operands.iter().map(|&operand| self.value(operand)).collect();
        match values.and_then(|values| fold(&kind, width, &values)) {
            Some(value) => self.constant(value),
            None => self.push(kind, width),
        }
    }

    fn not(&mut self, a: NodeId) -> NodeId {
        if let Some(&NodeKind::Not(inner)) = self.inside(a) {
            return inner;
        }
        match self.own(a) {
            Some(&NodeKind::Binary(BinaryOperation::Equal, x, y)) => self.binary(BinaryOperation::NotEqual, x, y),
            Some(&NodeKind::Binary(BinaryOperation::NotEqual, x, y)) => self.binary(BinaryOperation::Equal, x, y),
            _ => self.operation(NodeKind::Not(a), self.width(a)),
        }
    }

    fn reduce(&mut self, reduction: Reduction, a: NodeId) -> NodeId {
        if self.width(a) == 1 {
            return a;
        }
        match self.inside(a).cloned() {
            Some(NodeKind::Repeat(part)) if reduction != Reduction::Xor => return self.reduce(reduction, part),
            Some(NodeKind::Concat(parts)) if reduction != Reduction::Xor => {
                let decides = reduction == Reduction::Or;
                let constants = parts.iter().filter_map(|&part| self.value(part));
                if constants.flatten().any(|bit| *bit == decides) {
                    return self.bit(decides);
                }
                let others: Vec<NodeId> = parts.iter().copied().filter(|&part| self.value(part).is_none()).collect();
                if !others.is_empty() && others.len() < parts.len() {
                    let rest = self.concat(&others);
                    return self.reduce(reduction, rest);
                }
            }
            _ => {}
        }
        self.operation(NodeKind::Reduce(reduction, a), 1)
    }

    fn binary(&mut self, operation: BinaryOperation, a: NodeId, b: NodeId) -> NodeId {
        use BinaryOperation::*;
        let is_symmetric = matches!(operation, And | Or | Xor | Add | Equal | NotEqual);
        let (a, b) = if is_symmetric && self.value(a).is_some() { (b, a) } else { (a, b) };
        let width = self.width(a);
        let is_bit = width == 1 && self.number(b).is_some();
        match operation {
            And | Or if self.is_same(a, b) => return a,
            Xor | Subtract if self.is_same(a, b) => return self.zeros(width),
            Equal | NotEqual if self.is_same(a, b) => return self.bit(operation == Equal),
            LessUnsigned | LessSigned if self.is_same(a, b) => return self.bit(false),
            And if self.is_zero(b) => return self.zeros(width),
            Or if self.is_ones(b) => return self.constant(Bits::repeat(true, width)),
            And if self.is_ones(b) => return a,
            Or | Xor | Add | Subtract if self.is_zero(b) => return a,
            Xor if self.is_ones(b) => return self.not(a),
            Equal | NotEqual if is_bit => return if self.is_ones(b) == (operation == Equal) { a } else { self.not(a) },
            LessUnsigned if self.is_zero(b) || self.is_ones(a) => return self.bit(false),
            LessUnsigned if self.is_zero(a) => return self.reduce(Reduction::Or, b),
            Equal | NotEqual => {
                if let Some(narrower) = self.without_constant_parts(operation, a, b) {
                    return narrower;
                }
            }
            _ => {}
        }
        let result_width = if matches!(operation, Equal | NotEqual | LessUnsigned | LessSigned) { 1 } else { width };
        self.operation(NodeKind::Binary(operation, a, b), result_width)
    }

    /// The comparison of an extended value with a constant: what was put beside the value is compared now.
    fn without_constant_parts(&mut self, operation: BinaryOperation, a: NodeId, b: NodeId) -> Option<NodeId> {
        let wanted = self.number(b)?.clone();
        let Some(NodeKind::Concat(parts)) = self.inside(a).cloned() else { return None };
        let (mut low, mut others, mut other_bits) = (0, vec![], Bits::new());
        for &part in &parts {
            let bits = &wanted[low..low + self.width(part)];
            low += self.width(part);
            match self.value(part) {
                Some(value) if value != bits => return Some(self.bit(operation == BinaryOperation::NotEqual)),
                Some(_) => {}
                None => {
                    others.push(part);
                    other_bits.extend_from_bitslice(bits);
                }
            }
        }
        if others.len() == parts.len() || others.is_empty() {
            return None;
        }
        let (rest, wanted) = (self.concat(&others), self.constant(other_bits));
        Some(self.binary(operation, rest, wanted))
    }

    fn multiply(&mut self, a: NodeId, b: NodeId) -> NodeId {
        let width = self.width(a) + self.width(b);
        for (factor, other) in [(a, b), (b, a)] {
            if self.is_zero(factor) {
                return self.zeros(width);
            }
            if self.value(factor).is_some_and(|value| value.count_ones() == 1 && value[0]) {
                let zeros = self.zeros(width - self.width(other));
                return self.concat(&[other, zeros]);
            }
        }
        self.operation(NodeKind::Multiply(a, b), width)
    }

    fn shift(&mut self, operation: ShiftOperation, value: NodeId, amount: NodeId) -> NodeId {
        let width = self.width(value);
        if self.is_zero(value) {
            return value;
        }
        let Some(distance) = self.value(amount) else {
            return self.push(NodeKind::Shift { operation, value, amount }, width);
        };
        let distance = distance.iter_ones().fold(0, |all, bit| if bit < 32 { all | 1usize << bit } else { width });
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

    fn mux(&mut self, select: NodeId, then: NodeId, otherwise: NodeId) -> NodeId {
        use BinaryOperation::{And, Or};
        if let Some(value) = self.value(select) {
            return if value[0] { then } else { otherwise };
        }
        if self.is_same(then, otherwise) {
            return then;
        }
        if self.width(then) == 1 {
            let of = |id: NodeId| self.number(id).map(|value| value[0]);
            match (of(then), of(otherwise)) {
                (Some(true), _) => return self.binary(Or, select, otherwise),
                (_, Some(false)) => return self.binary(And, select, then),
                (Some(false), _) => {
                    let other = self.not(select);
                    return self.binary(And, other, otherwise);
                }
                (_, Some(true)) => {
                    let other = self.not(select);
                    return self.binary(Or, other, then);
                }
                _ => {}
            }
        }
        self.operation(NodeKind::Mux { select, then, otherwise }, self.width(then))
    }

    fn select(&mut self, index: NodeId, elements: NodeId) -> NodeId {
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
                let (ones, first_one, first_zero) = (value.count_ones(), value.first_one(), value.first_zero());
                match (first_one, first_zero) {
                    (None, _) | (_, None) => return self.bit(ones > 0),
                    (Some(one), _) if ones == 1 => return self.is_element(BinaryOperation::Equal, index, one),
                    (_, Some(zero)) if ones == count - 1 => return self.is_element(BinaryOperation::NotEqual, index, zero),
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
    fn is_read_elsewhere(&self, id: NodeId) -> bool {
        !matches!(self.inside(id), Some(NodeKind::Concat(_) | NodeKind::Constant(_) | NodeKind::Repeat(_)))
    }

    fn is_element(&mut self, operation: BinaryOperation, index: NodeId, element: usize) -> NodeId {
        let width = self.width(index);
        let element = self.constant(super::bits::bits(width, element as u128));
        self.binary(operation, index, element)
    }

    fn slice(&mut self, value: NodeId, low: usize, width: usize) -> NodeId {
        if width == self.width(value) {
            return value;
        }
        match self.inside(value).cloned() {
            Some(NodeKind::Slice { value: whole, low: below }) => return self.slice(whole, below + low, width),
            Some(NodeKind::Concat(parts)) => {
                let parts = self.parts_between(&parts, low, width);
                if let [(part, low, width)] = parts[..] {
                    return self.slice(part, low, width);
                }
                if self.own(value).is_some() || self.is_sliced[value.0] {
                    let parts: Vec<NodeId> = parts.iter().map(|&(part, low, width)| self.slice(part, low, width)).collect();
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

    /// Part, lowest bit and bits of it, for what of the parts makes up `width` bits from bit `low` up.
    fn parts_between(&self, parts: &[NodeId], low: usize, width: usize) -> Vec<(NodeId, usize, usize)> {
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

    fn concat(&mut self, parts: &[NodeId]) -> NodeId {
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
    fn joined(&mut self, low: NodeId, high: NodeId) -> Option<NodeId> {
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

    fn repeat(&mut self, value: NodeId, count: usize) -> NodeId {
        if count == 1 {
            return value;
        }
        match self.inside(value) {
            Some(&NodeKind::Repeat(part)) => self.repeat(part, count * (self.width(value) / self.width(part))),
            _ => self.operation(NodeKind::Repeat(value), self.width(value) * count),
        }
    }
}
