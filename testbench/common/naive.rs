//! A second evaluator of netlists, as naive as can be: a vector of bools per value, every copy by
//! itself, recursion.

use std::collections::HashMap;
use std::sync::Arc;

use super::random_netlist::stimuli;
use lanebeat_engine::{Engine, Flat, Interpreter};
use lanebeat_hdl::{
    BinaryOperation, Bits, Connection, Direction, Factors, MemoryPort, Module, NodeId, NodeKind,
    Reduction, ShiftOperation, WritePart,
};
use proptest::prelude::*;

/// Bit 0 first.
type Value = Vec<bool>;

/// One copy of one instance.
struct Copy {
    module: Arc<Module>,
    /// Path down from the top, empty or ending in a dot.
    path: String,
    /// The copy that instantiates this one, and which of its instances this is.
    parent: Option<(usize, usize)>,
    number: usize,
    /// For each instance its copies.
    children: Vec<Vec<usize>>,
    /// Register outputs and read data.
    state: HashMap<NodeId, Value>,
    /// For each memory its rows.
    memories: Vec<Vec<Value>>,
}

/// A running design.
struct Naive {
    copies: Vec<Copy>,
    inputs: HashMap<String, Value>,
    known: HashMap<(usize, NodeId), Value>,
}

impl Naive {
    /// The design with the power-up content that `read` gives for a path and `row` for a memory's
    /// path and row.
    fn new(
        top: &Arc<Module>,
        read: &mut dyn FnMut(&str) -> Value,
        row: &dyn Fn(&str, usize) -> Value,
    ) -> Self {
        let mut naive = Self { copies: vec![], inputs: HashMap::new(), known: HashMap::new() };
        naive.add(top, String::new(), None, 0);
        for copy in &mut naive.copies {
            for (id, node) in copy.module.nodes.iter().enumerate() {
                if matches!(node.kind, NodeKind::Register(_) | NodeKind::MemoryRead { .. }) {
                    copy.state.insert(
                        NodeId(id),
                        read(&format!("{}{}", copy.path, node.name.as_ref().unwrap())),
                    );
                }
            }
            for memory in &copy.module.memories {
                let path = format!("{}{}", copy.path, memory.name);
                copy.memories.push((0..memory.depth).map(|number| row(&path, number)).collect());
            }
        }
        naive
    }

    fn add(
        &mut self,
        module: &Arc<Module>,
        path: String,
        parent: Option<(usize, usize)>,
        number: usize,
    ) -> usize {
        let copy = self.copies.len();
        let (module, state) = (module.clone(), HashMap::new());
        self.copies.push(Copy {
            module: module.clone(),
            path: path.clone(),
            parent,
            number,
            children: vec![],
            state,
            memories: vec![],
        });
        for (instance, child) in module.instances.iter().enumerate() {
            let children = (0..child.count).map(|number| {
                let label = match child.count == 1 {
                    true => child.name.clone(),
                    false => format!("{}[{number}]", child.name),
                };
                self.add(&child.module, format!("{path}{label}."), Some((copy, instance)), number)
            });
            let children = children.collect();
            self.copies[copy].children.push(children);
        }
        copy
    }

    /// Path and value of every named net and port of every copy.
    fn everything(&mut self) -> Vec<(String, Value)> {
        let mut found = vec![];
        for copy in 0..self.copies.len() {
            let (module, path) = (self.copies[copy].module.clone(), self.copies[copy].path.clone());
            let ports = module.ports.iter().map(|port| (port.name.clone(), port.node));
            let named = module
                .nodes
                .iter()
                .enumerate()
                .filter_map(|(id, node)| Some((node.name.clone()?, NodeId(id))));
            for (name, node) in ports.chain(named) {
                found.push((format!("{path}{name}"), self.value(copy, node)));
            }
        }
        found
    }

    fn poke(&mut self, input: &str, value: Value) {
        self.inputs.insert(input.to_string(), value);
        self.known.clear();
    }

    fn step(&mut self) {
        let reset = self.inputs.get("reset").is_some_and(|reset| reset[0]);
        let mut next_states = vec![];
        let mut writes = vec![];
        for copy in 0..self.copies.len() {
            let module = self.copies[copy].module.clone();
            for register in &module.registers {
                let value = match &register.reset {
                    Some(value) if reset => value.iter().map(|bit| *bit).collect(),
                    _ if register.enable.is_some_and(|enable| !self.value(copy, enable)[0]) => {
                        continue;
                    }
                    _ => self.value(copy, register.next.unwrap()),
                };
                next_states.push((copy, register.output, value));
            }
            for (number, memory) in module.memories.iter().enumerate() {
                for port in &memory.ports {
                    let MemoryPort { address, enable, write, output } = *port;
                    let mut is_set =
                        |bit: Option<NodeId>| bit.is_none_or(|bit| self.value(copy, bit)[0]);
                    if !is_set(enable) {
                        continue;
                    }
                    let written = write.filter(|write| is_set(write.select));
                    let reads = output.filter(|_| written.is_none());
                    let row = integer(&self.value(copy, address));
                    if let Some(output) = reads {
                        next_states.push((
                            copy,
                            output,
                            self.copies[copy].memories[number][row].clone(),
                        ));
                    }
                    if let Some(WritePart { column_enable, data, .. }) = written {
                        let (enables, data) =
                            (self.value(copy, column_enable), self.value(copy, data));
                        for bit in (0..data.len()).filter(|bit| enables[bit / memory.column_width])
                        {
                            writes.push((copy, number, row, bit, data[bit]));
                        }
                    }
                }
            }
        }
        next_states
            .into_iter()
            .for_each(|(copy, node, value)| drop(self.copies[copy].state.insert(node, value)));
        writes.into_iter().for_each(|(copy, memory, row, bit, value)| {
            self.copies[copy].memories[memory][row][bit] = value
        });
        self.known.clear();
    }

    fn value(&mut self, copy: usize, node: NodeId) -> Value {
        if let Some(value) = self.known.get(&(copy, node)) {
            return value.clone();
        }
        let module = self.copies[copy].module.clone();
        let value = self.compute(copy, node, &module);
        assert_eq!(value.len(), module.node(node).width);
        self.known.insert((copy, node), value.clone());
        value
    }

    fn input(&mut self, copy: usize, node: NodeId, module: &Module) -> Value {
        let port = module
            .ports
            .iter()
            .position(|port| port.node == node && port.direction == Direction::Input)
            .unwrap();
        let Some((parent, instance)) = self.copies[copy].parent else {
            return self.inputs[&module.ports[port].name].clone();
        };
        let connection = self.copies[parent].module.instances[instance].inputs[port].unwrap();
        let (value, width) = (self.value(parent, connection.node()), module.ports[port].width);
        match connection {
            Connection::Broadcast(_) => value,
            Connection::Spread(_) => value[self.copies[copy].number * width..][..width].to_vec(),
        }
    }

    fn compute(&mut self, copy: usize, node: NodeId, module: &Module) -> Value {
        let width = module.node(node).width;
        let kind = &module.node(node).kind;
        let mut operands: Vec<Value> =
            kind.operands().into_iter().map(|operand| self.value(copy, operand)).collect();
        match kind {
            NodeKind::Input => self.input(copy, node, module),
            NodeKind::Register(_) | NodeKind::MemoryRead { .. } => {
                self.copies[copy].state[&node].clone()
            }
            NodeKind::InstanceOutput { instance, port } => {
                let children = self.copies[copy].children[*instance].clone();
                let driver = module.instances[*instance].module.ports[*port].node;
                children.into_iter().flat_map(|child| self.value(child, driver)).collect()
            }
            NodeKind::InstanceIndex => {
                (0..width).map(|bit| self.copies[copy].number >> bit & 1 == 1).collect()
            }
            NodeKind::Constant(value) => value.iter().map(|bit| *bit).collect(),
            NodeKind::Wire(_) => operands.remove(0),
            NodeKind::Not(_) => operands[0].iter().map(|bit| !bit).collect(),
            NodeKind::Reduce(Reduction::And, _) => vec![operands[0].iter().all(|bit| *bit)],
            NodeKind::Reduce(Reduction::Or, _) => vec![operands[0].iter().any(|bit| *bit)],
            NodeKind::Reduce(Reduction::Xor, _) => {
                vec![operands[0].iter().fold(false, |odd, bit| odd ^ bit)]
            }
            NodeKind::Binary(operation, ..) => binary(*operation, &operands[0], &operands[1]),
            NodeKind::Multiply(Factors::Unsigned, ..) => multiply(&operands[0], &operands[1]),
            NodeKind::Multiply(Factors::Signed, ..) => {
                let extended = |value: &Value| {
                    let sign = std::iter::repeat_n(value[value.len() - 1], width);
                    value.iter().copied().chain(sign).take(width).collect::<Value>()
                };
                multiply(&extended(&operands[0]), &extended(&operands[1]))[..width].to_vec()
            }
            NodeKind::Shift { operation, .. } => shift(*operation, &operands[0], &operands[1]),
            NodeKind::Mux { .. } => operands.remove(if operands[0][0] { 1 } else { 2 }),
            NodeKind::Select { .. } => {
                operands[1].chunks(width).nth(integer(&operands[0])).unwrap().to_vec()
            }
            NodeKind::Slice { low, .. } => operands[0][*low..*low + width].to_vec(),
            NodeKind::Concat(_) => operands.concat(),
            NodeKind::Repeat(_) => operands[0].iter().copied().cycle().take(width).collect(),
        }
    }
}

fn bools(value: &Bits) -> Value {
    value.iter().map(|bit| *bit).collect()
}

/// In six cycles of `stimuli` every value of the design `written`, evaluated naively, is that of
/// `top`, interpreted; `top` may lack what `may_be_gone`.
pub fn agrees(
    (written, top): (&Arc<Module>, &Arc<Module>),
    seed: u64,
    words: &[u64],
    may_be_gone: fn(&str) -> bool,
) -> Result<(), TestCaseError> {
    let (flat, widths) = (Flat::new(top), Flat::new(written));
    let mut engine = Interpreter::new(&flat, seed);
    let power_up = engine.clone();
    let mut naive = Naive::new(
        written,
        &mut |path| match flat.find(path) {
            Some(signal) => bools(&engine.peek(signal)),
            // A register that nobody reads any more.
            None => vec![false; widths.signals[widths.find(path).unwrap().signal].place.width],
        },
        &|path, row| bools(&power_up.read_row(flat.find_memory(path).unwrap(), row)),
    );
    for cycle in 0..6 {
        for (name, value) in stimuli(written, words, cycle) {
            naive.poke(&name, bools(&value));
            if let Some(input) = flat.find(&name) {
                engine.poke(input, &value);
            }
        }
        for (path, value) in naive.everything() {
            match flat.find(&path) {
                Some(signal) => {
                    let found = bools(&engine.peek(signal));
                    prop_assert_eq!(found, value, "`{}` in cycle {}", path, cycle);
                }
                None => prop_assert!(may_be_gone(&path), "`{}` is gone", path),
            }
        }
        naive.step();
        engine.step();
    }
    Ok(())
}

fn integer(value: &[bool]) -> usize {
    value.iter().rev().fold(0, |integer, bit| integer * 2 + usize::from(*bit))
}

fn sum(a: &[bool], b: &[bool], mut carry: bool) -> Value {
    let full_adder = |(a, b): (&bool, &bool)| {
        let ones = u8::from(*a) + u8::from(*b) + u8::from(carry);
        carry = ones >= 2;
        ones % 2 == 1
    };
    a.iter().zip(b).map(full_adder).collect()
}

fn not(value: &[bool]) -> Value {
    value.iter().map(|bit| !bit).collect()
}

/// By the first bit from the top in which they differ.
fn less(a: &[bool], b: &[bool]) -> bool {
    a.iter().zip(b).rev().find(|(a, b)| a != b).is_some_and(|(_, b)| *b)
}

fn binary(operation: BinaryOperation, a: &[bool], b: &[bool]) -> Value {
    let bitwise =
        |compute: fn(bool, bool) -> bool| a.iter().zip(b).map(|(a, b)| compute(*a, *b)).collect();
    match operation {
        BinaryOperation::And => bitwise(|a, b| a & b),
        BinaryOperation::Or => bitwise(|a, b| a | b),
        BinaryOperation::Xor => bitwise(|a, b| a ^ b),
        BinaryOperation::Add => sum(a, b, false),
        BinaryOperation::Subtract => sum(a, &not(b), true),
        BinaryOperation::Equal => vec![a == b],
        BinaryOperation::NotEqual => vec![a != b],
        BinaryOperation::LessUnsigned => vec![less(a, b)],
        BinaryOperation::LessSigned => match (a[a.len() - 1], b[b.len() - 1]) {
            (true, false) => vec![true],
            (false, true) => vec![false],
            _ => vec![less(a, b)],
        },
    }
}

fn multiply(a: &[bool], b: &[bool]) -> Value {
    let width = a.len() + b.len();
    let mut product = vec![false; width];
    for (place, _) in a.iter().enumerate().filter(|(_, bit)| **bit) {
        let mut row = vec![false; width];
        row[place..place + b.len()].copy_from_slice(b);
        product = sum(&product, &row, false);
    }
    product
}

fn shift(operation: ShiftOperation, value: &[bool], amount: &[bool]) -> Value {
    let mut value = value.to_vec();
    let (last, sign) = (value.len() - 1, value[value.len() - 1]);
    let places = match amount.iter().skip(20).any(|bit| *bit) {
        true => last + 1,
        false => integer(&amount[..amount.len().min(20)]),
    };
    for _ in 0..places.min(last + 1) {
        match operation {
            ShiftOperation::Left => {
                value.remove(last);
                value.insert(0, false);
            }
            ShiftOperation::RightUnsigned => {
                value.remove(0);
                value.push(false);
            }
            ShiftOperation::RightSigned => {
                value.remove(0);
                value.push(sign);
            }
        }
    }
    value
}
