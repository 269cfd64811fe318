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

/// What a block of two inputs of the given widths computes.
fn compute(
    widths: [usize; 2],
    block: impl for<'m> Fn(&'m ModuleBuilder, Signal<'m>, Signal<'m>) -> Signal<'m>,
    values: [&Bits; 2],
) -> Bits {
    let module = ModuleBuilder::new("block", "One operation.");
    let (a, b) = (module.input("a", widths[0], "First."), module.input("b", widths[1], "Second."));
    module.output("result", block(&module, a, b), "The result.");
    module.output("unchanged", module.concat(&[a, b]), "Reads all bits.");
    let mut engine = run(&module.finish());
    engine.poke(engine.signal("a"), values[0]);
    engine.poke(engine.signal("b"), values[1]);
    engine.peek(engine.signal("result"))
}
