//! What a bench of a module checks.

use std::sync::Arc;

use lanebeat_engine::{Engine, Flat, Interpreter};
use lanebeat_hdl::verilog::Vector;
use lanebeat_hdl::{Bits, Direction, Module, Port};

/// What the interpreter gives in so many cycles for inputs made of `words`; the outputs of the
/// first `undefined` cycles are anything.
pub fn vectors(
    module: &Arc<Module>,
    words: &[u64],
    cycles: usize,
    undefined: usize,
) -> Vec<Vector> {
    let mut engine = Interpreter::new(&Flat::new(module), 1);
    let ports = |direction| module.ports.iter().filter(move |port| port.direction == direction);
    let vector = |cycle: usize| {
        let input = |(number, port): (usize, &Port)| {
            let word = |n: usize| words[(n + number + cycle) % words.len()];
            let mut value = Bits::from_vec((0..port.width.div_ceil(64)).map(word).collect());
            value.truncate(port.width);
            engine.poke(engine.signal(&port.name), &value);
            value
        };
        let inputs = ports(Direction::Input).enumerate().map(input).collect();
        let outputs: Vec<Bits> =
            ports(Direction::Output).map(|port| engine.peek(engine.signal(&port.name))).collect();
        engine.step();
        let is_defined = cycle >= undefined;
        let defined = outputs.iter().map(|output| Bits::repeat(is_defined, output.len()));
        Vector { reset: false, inputs, defined: defined.collect(), outputs }
    };
    (0..cycles).map(vector).collect()
}
