//! Registers, reset, power-up and the order of pokes and peeks.

use std::sync::Arc;

use lanebeat_engine::{Engine, Flat, Interpreter};
use lanebeat_hdl::{Module, ModuleBuilder};

use super::{WIDTHS, all_ones, number, ones, peek, poke, poke_all, run};

/// A counter that counts when told to and starts at 5.
fn counter() -> Arc<Module> {
    let module = ModuleBuilder::new("counter", "Counts.");
    let count_up = module.input("count_up", 1, "Whether to count.");
    let count = module.reset_register("count", 8, 5);
    count.next_when(count_up, count.q() + module.constant(8, 1));
    module.output("next_but_one", count.q() + module.constant(8, 2), "Two more.");
    module.finish()
}

#[test]
fn a_register_holds_unless_enabled() {
    let mut engine = run(&counter());
    engine.reset();
    let (count, count_up) = (engine.signal("count_q"), engine.signal("count_up"));
    assert_eq!(engine.peek_u128(count), 5);
    engine.step();
    assert_eq!(engine.peek_u128(count), 5);
    engine.poke_u128(count_up, 1);
    engine.step();
    engine.step();
    assert_eq!(engine.peek_u128(count), 7);
}

#[test]
fn reset_wins_over_an_enable_that_is_off() {
    let mut engine = run(&counter());
    engine.poke_u128(engine.signal("reset"), 1);
    engine.step();
    assert_eq!(number(&mut engine, "count_q"), 5);
    poke_all(&mut engine, &[("count_up", 1)]);
    engine.step();
    assert_eq!(number(&mut engine, "count_q"), 5);
}

#[test]
fn nothing_moves_between_edges_but_combinational_values() {
    let module = ModuleBuilder::new("adder", "Adds.");
    let (a, b) = (module.input("a", 8, "First."), module.input("b", 8, "Second."));
    let sum = (a + b).named("sum");
    module.output("sum", sum, "Sum.");
    module.output("late_sum", module.delayed("late", sum), "Sum a cycle later.");
    let mut engine = run(&module.finish());
    engine.step();
    for (value, other) in [(1, 2), (200, 100), (255, 1)] {
        let late = number(&mut engine, "late_sum");
        poke_all(&mut engine, &[("a", value), ("b", other)]);
        assert_eq!(number(&mut engine, "sum"), (value + other) % 256);
        assert_eq!(number(&mut engine, "late_sum"), late);
        engine.step();
        assert_eq!(number(&mut engine, "late_sum"), (value + other) % 256);
    }
}

/// All registers sample before any changes: two of them can exchange their values.
#[test]
fn registers_exchange_their_values() {
    for width in WIDTHS {
        let module = ModuleBuilder::new("exchange", "Exchanges.");
        let load = module.input("load", 1, "Loads.");
        let (a, b) = (module.register("a", width), module.register("b", width));
        a.next(load.mux(module.constant_bits(ones(width, [width - 1])), b.q()));
        b.next(load.mux(module.constant_bits(ones(width, [])), a.q()));
        module.output("both", module.concat(&[a.q(), b.q()]), "Both.");
        let mut engine = run(&module.finish());
        poke_all(&mut engine, &[("load", 1)]);
        engine.step();
        poke_all(&mut engine, &[("load", 0)]);
        for top in [width - 1, 2 * width - 1] {
            assert_eq!(peek(&mut engine, "both"), ones(2 * width, [top]), "{width} bits");
            engine.step();
        }
    }
}

#[test]
fn power_up_content_repeats_for_a_seed_and_differs_between_seeds() {
    let module = ModuleBuilder::new("undefined", "Powers up undefined.");
    let enable = module.input("enable", 1, "Never on.");
    let register = module.register("register", 200);
    register.next_when(enable, module.constant_bits(all_ones(200)));
    module.output("content", register.q(), "Content.");
    let flat = Flat::new(&module.finish());
    let content = |seed| {
        let mut engine = Interpreter::new(&flat, seed);
        peek(&mut engine, "content")
    };
    assert_eq!(content(1), content(1));
    assert_ne!(content(1), content(2));
    let ones = content(3).count_ones();
    assert!((60..140).contains(&ones), "{ones} ones of 200 are not random");
}

#[test]
fn an_input_shows_what_was_poked() {
    for width in WIDTHS {
        let module = ModuleBuilder::new("through", "Passes on.");
        module.output("result", module.input("a", width, "Value."), "The same.");
        let mut engine = run(&module.finish());
        let value = ones(width, (0..width).step_by(3));
        poke(&mut engine, "a", &value);
        assert_eq!(peek(&mut engine, "result"), value);
    }
}

#[test]
#[should_panic(expected = "only inputs of the top are poked, not `next_but_one`")]
fn an_output_cannot_be_poked() {
    let mut engine = run(&counter());
    poke_all(&mut engine, &[("next_but_one", 1)]);
}

#[test]
#[should_panic(expected = "the design has no signal `counter.count_q`")]
fn a_path_starts_below_the_top() {
    run(&counter()).signal("counter.count_q");
}
