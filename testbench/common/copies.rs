//! Many copies of a unit side by side, so that one evaluation answers many cases.

use std::sync::Arc;

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
pub fn copies(unit: &Arc<Module>, count: usize, input: impl Fn(&str) -> Input) -> Arc<Module> {
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
