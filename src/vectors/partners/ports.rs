//! The ports of a unit as somebody there sees them.

use std::collections::BTreeMap;

use crate::hdl::{Bits, Direction, Module, bits, bits_to_u128};
use crate::vectors::values::Values;

/// Somebody at some ports of a unit.
pub trait Partner {
    /// Sets inputs of the next cycle, knowing those of the last one and what it answered.
    fn drive(&mut self, values: &mut Values, ports: &mut Ports);
}

/// The ports of a unit in the last cycle and in the next.
pub struct Ports {
    inputs: BTreeMap<String, usize>,
    outputs: BTreeMap<String, usize>,
    /// Inputs of the cycle that comes.
    pub next: Vec<Bits>,
    /// Whether somebody wants a reset in it.
    pub resets: bool,
    /// Inputs and outputs of the cycle that has been.
    last: Vec<Bits>,
    answer: Vec<Bits>,
}

impl Ports {
    pub fn new(module: &Module) -> Self {
        let of = |direction| {
            let ports = module.ports.iter().filter(move |port| port.direction == direction);
            ports.enumerate().map(|(number, port)| (port.name.clone(), number)).collect()
        };
        let zeros = |direction| {
            let ports = module.ports.iter().filter(move |port| port.direction == direction);
            ports.map(|port| Bits::repeat(false, port.width)).collect::<Vec<_>>()
        };
        Self {
            inputs: of(Direction::Input),
            outputs: of(Direction::Output),
            next: zeros(Direction::Input),
            resets: false,
            last: zeros(Direction::Input),
            answer: zeros(Direction::Output),
        }
    }

    /// A cycle has been, and this is what it answered.
    pub fn pass(&mut self, answer: &[Bits]) {
        self.last.clone_from(&self.next);
        answer.clone_into(&mut self.answer);
    }

    /// Sets an input, if there is one of that name, to the low bits of `value`.
    pub fn set(&mut self, name: &str, value: u128) {
        if let Some(&input) = self.inputs.get(name) {
            let width = self.next[input].len();
            let kept = if width < 128 { value & ((1 << width) - 1) } else { value };
            self.next[input] = bits(width, kept);
        }
    }

    /// Sets the inputs whose names end so to 0.
    pub fn silence(&mut self, endings: &[&str]) {
        for (name, &input) in &self.inputs {
            if endings.iter().any(|ending| name.ends_with(ending)) {
                self.next[input].fill(false);
            }
        }
    }

    /// Whether the last cycle had both the input and the output set: a handshake.
    pub fn met(&self, input: &str, output: &str) -> bool {
        self.last[self.inputs[input]].any() && self.answer[self.outputs[output]].any()
    }

    /// Takes the value of an input modulo `count`.
    pub fn limit(&mut self, name: &str, count: usize) {
        if let Some(&input) = self.inputs.get(name) {
            let value = bits_to_u128(&self.next[input]) % count as u128;
            self.set(name, value);
        }
    }

    /// Whether an input was set in the last cycle.
    pub fn was_set(&self, input: &str) -> bool {
        self.last[self.inputs[input]].any()
    }
}
