//! The interpreter against values worked out by hand and a naive evaluator, the compiled engine
//! against the interpreter, and what both dump against an independent reader.

#[path = "../../examples/custom_unit.rs"]
mod custom_unit;
#[path = "../common/naive.rs"]
mod naive;
#[allow(dead_code, reason = "others want other designs")]
#[path = "../common/random_netlist.rs"]
mod random_netlist;

mod compiled;
mod example;
mod memories;
mod operations;
mod probe;
mod random;
mod registers;
mod replication;
mod waveform;

use std::sync::Arc;

use lanebeat_engine::{Engine, Flat, Interpreter};
use lanebeat_hdl::{Bits, Module, ModuleBuilder, Signal};

/// Widths on both sides of every limb boundary that matters.
const WIDTHS: [usize; 9] = [1, 31, 32, 33, 64, 65, 128, 200, 2048];

fn run(top: &Arc<Module>) -> Interpreter {
    Interpreter::new(&Flat::new(top), 1)
}

/// A value of `width` bits with the given ones.
fn ones(width: usize, positions: impl IntoIterator<Item = usize>) -> Bits {
    let mut value = Bits::repeat(false, width);
    positions.into_iter().for_each(|position| value.set(position, true));
    value
}

fn all_ones(width: usize) -> Bits {
    Bits::repeat(true, width)
}

/// `block` makes `expected` of two inputs with these values.
#[track_caller]
fn makes(
    values: [&Bits; 2],
    block: impl for<'m> Fn(&'m ModuleBuilder, Signal<'m>, Signal<'m>) -> Signal<'m>,
    expected: Bits,
) {
    let module = ModuleBuilder::new("block", "One operation.");
    let widths = values.map(Bits::len);
    let (a, b) = (module.input("a", widths[0], "First."), module.input("b", widths[1], "Second."));
    module.output("result", block(&module, a, b), "The result.");
    module.output("unchanged", module.concat(&[a, b]), "Reads all bits.");
    let mut engine = run(&module.finish());
    poke(&mut engine, "a", values[0]);
    poke(&mut engine, "b", values[1]);
    assert_eq!(peek(&mut engine, "result"), expected, "inputs of {widths:?} bits");
}

fn poke(engine: &mut Interpreter, name: &str, value: &Bits) {
    engine.poke(engine.signal(name), value);
}

fn peek(engine: &mut Interpreter, name: &str) -> Bits {
    engine.peek(engine.signal(name))
}

/// The value of a signal of few bits.
fn number(engine: &mut Interpreter, name: &str) -> u128 {
    engine.peek_u128(engine.signal(name))
}

/// Pokes numbers into inputs of few bits.
fn poke_all(engine: &mut Interpreter, values: &[(&str, u128)]) {
    values.iter().for_each(|(name, value)| engine.poke_u128(engine.signal(name), *value));
}
