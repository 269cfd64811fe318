//! Many copies of a unit side by side, so that one evaluation answers many cases.

use std::sync::Arc;

use bitvec::field::BitField as _;
use lanebeat::engine::{Code, Compiled, Engine as _, Flat};
use lanebeat::hdl::{Bits, Direction, Module, ModuleBuilder, bits};

/// What an input of every copy gets.
pub enum Input {
    /// The same value, an input of that name.
    Same,
    /// A value of its own, of an input of that name with those of all copies.
    Own,
    /// A constant, by the copy's number.
    Constant(fn(usize) -> u128),
}

/// `count` copies of `unit`; each output is that of all copies, the first lowest.
fn copies(unit: &Arc<Module>, count: usize, input: impl Fn(&str) -> Input) -> Arc<Module> {
    let m = ModuleBuilder::new("copies", "Copies of the unit under test.");
    let ports = |direction| unit.ports.iter().filter(move |port| port.direction == direction);
    let mut copies = m.instances("copy", count, unit);
    for port in ports(Direction::Input) {
        let (name, width) = (port.name.as_str(), port.width);
        copies = match input(name) {
            Input::Same => copies.broadcast(name, m.input(name, width, "of all copies")),
            Input::Own => copies.spread(name, m.input(name, width * count, "of each copy")),
            Input::Constant(value) => {
                let all: Bits = (0..count).flat_map(|copy| bits(width, value(copy))).collect();
                copies.spread(name, m.constant_bits(all))
            }
        };
    }
    let copies = copies.build();
    for port in ports(Direction::Output) {
        m.output(&port.name, copies.output(&port.name), "of each copy");
    }
    m.finish()
}

/// The copies, running.
pub struct Copies {
    engine: Compiled,
    pub count: usize,
}

impl Copies {
    pub fn new(unit: &Arc<Module>, count: usize, input: impl Fn(&str) -> Input) -> Self {
        let code = Code::quick(&Flat::new(&copies(unit, count, input)));
        Self { engine: Compiled::power_up(&Arc::new(code), 1), count }
    }

    /// Gives all copies the same.
    pub fn poke(&mut self, input: &str, value: u128) {
        self.engine.poke_u128(self.engine.signal(input), value);
    }

    /// Gives the first copies a value each, and the others 0.
    pub fn poke_each(&mut self, input: &str, values: impl IntoIterator<Item = u64>) {
        let input = self.engine.signal(input);
        let width = self.engine.flat().signals[input.signal].place.width / self.count;
        let mut all = Bits::repeat(false, width * self.count);
        for (place, value) in all.chunks_exact_mut(width).zip(values) {
            place.store_le(value);
        }
        self.engine.poke(input, &all);
    }

    /// What each copy answers.
    pub fn peek(&mut self, output: &str) -> Vec<u32> {
        let all = self.engine.peek(self.engine.signal(output));
        all.chunks_exact(all.len() / self.count).map(|answer| answer.load_le()).collect()
    }
}
