//! Pipelined modules do what they did, so many cycles later, and their registers stand where they
//! cost least.

use std::sync::Arc;

use crate::bench::vectors;
use crate::common::random_netlist::{Recipe, recipes};
use crate::common::tools::simulate_top;
use lanebeat_engine::{Compiled, Engine, Flat, Interpreter};
use lanebeat_hdl::verilog::{Header, testbench, write};
use lanebeat_hdl::{
    Arrival, Bits, Cost, Delays, Direction, MemoryShape, Module, ModuleBuilder, Pipeline,
    ReadDuringWrite, Signal, longest_path, modules,
};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config as RunnerConfig, TestRunner};

pub const CYCLES: usize = 12;

fn inputs(module: &Module) -> impl Iterator<Item = (usize, &str, usize)> {
    let inputs = module.ports.iter().filter(|port| port.direction == Direction::Input);
    inputs.enumerate().map(|(number, port)| (number, &*port.name, port.width))
}

fn outputs(module: &Module) -> impl Iterator<Item = &str> {
    let outputs = module.ports.iter().filter(|port| port.direction == Direction::Output);
    outputs.map(|port| &*port.name)
}

fn stimulus(words: &[u64], width: usize, salt: usize) -> Bits {
    let word = |n: usize| words[(n + salt) % words.len()].rotate_left((salt * 13 + n) as u32);
    let mut value = Bits::from_vec((0..width.div_ceil(64)).map(word).collect());
    value.truncate(width);
    value
}

/// What `module` answers cycle by cycle when each input shows in cycle n the stimulus of cycle
/// n - `arrival(input).cycle`.
pub fn answers(
    engine: &mut dyn Engine,
    flat: &Flat,
    module: &Module,
    words: &[u64],
    arrival: &dyn Fn(&str) -> Arrival,
) -> Vec<Vec<Bits>> {
    let mut answers = vec![];
    for cycle in 0..CYCLES {
        for (number, name, width) in inputs(module) {
            let of = cycle as i32 - arrival(name).cycle + 20;
            engine
                .poke(flat.find(name).unwrap(), &stimulus(words, width, of as usize * 7 + number));
        }
        answers.push(outputs(module).map(|name| engine.peek(flat.find(name).unwrap())).collect());
        engine.step();
    }
    answers
}

/// Cycles before the others, and late in that cycle.
fn arrival(seed: usize) -> impl Fn(&str) -> Arrival {
    move |name| {
        let number: usize = name.bytes().map(usize::from).sum();
        let cycle = -(((number * 31 + seed) % 7 / 3) as i32);
        Arrival { cycle, delay: (number * 57 + seed) as u32 % 9 * 700 }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn a_pipelined_random_module_answers_the_same_so_many_cycles_later(
        recipe in recipes(2).prop_map(Recipe::stateless),
        stages in 0_usize..6,
        seed in 0_usize..100,
        words in prop::collection::vec(any::<u64>(), 1..8),
    ) {
        let module = recipe.build();
        let arrival = arrival(seed);
        let pipelined = Pipeline { arrival: &arrival, ..Pipeline::new(stages, Delays::ecp5()) }.apply(&module).module;
        let flat = Flat::new(&module);
        let expected = answers(&mut Interpreter::new(&flat, 1), &flat, &module, &words, &Arrival::together);
        let flat = Flat::new(&pipelined);
        let mut interpreter = Interpreter::new(&flat, 2);
        let found = answers(&mut interpreter, &flat, &pipelined, &words, &arrival);
        let first = stages + 2;
        prop_assert_eq!(&found[first..], &expected[2..CYCLES - stages]);
        let mut compiled = Compiled::new(&flat, 3);
        let found = answers(&mut compiled, &flat, &pipelined, &words, &arrival);
        prop_assert_eq!(&found[first..], &expected[2..CYCLES - stages]);
    }
}

/// A pipelined module's Verilog does in Icarus what the interpreter does.
#[test]
fn icarus_gives_what_the_interpreter_gives() {
    let mut runner = TestRunner::deterministic();
    for stages in 1..=4 {
        let recipe = recipes(2).new_tree(&mut runner).unwrap().current().stateless();
        let module = recipe.build();
        let pipelined = Pipeline::new(stages, Delays::ecp5()).apply(&module).module;
        let header = Header::new("", "a test");
        let words = [0x0123_4567_89ab_cdef, 0, u64::MAX, 0xdead_beef_0bad_cafe, 1];
        let vectors = vectors(&pipelined, &words, 50, stages);
        let mut files = write(&pipelined, &header);
        files.extend(testbench(&pipelined, &vectors, &header));
        let Some(said) = simulate_top(&files, "level_0_testbench") else { return };
        assert_eq!(said, format!("PASS level_0: {} cycles\n", vectors.len()), "{recipe:?}");
    }
}

/// Registers of one bit cost less than those of 64, in front of it and behind.
#[test]
fn registers_stand_where_the_fewest_bits_cross() {
    let m = ModuleBuilder::new("narrow", "Is any bit of a sum set?");
    let (a, b) = (m.input("a", 64, "One."), m.input("b", 64, "Other."));
    let any = (a + b).named("sum").any().named("any");
    m.output("result", (any.repeat(64) + m.constant(64, 3)).named("total"), "Result.");
    let pipelined = Pipeline::new(1, Delays::ecp5()).apply(&m.finish());
    assert_eq!(pipelined.stages[0].register_bits, 1, "{pipelined:?}");
    assert_eq!(Cost::of(&pipelined.module).register_bits, 1);
    let names: Vec<&str> = pipelined.stages[1].nets.iter().map(|(net, _)| &**net).collect();
    assert_eq!(names, ["total"]);
    let register = &pipelined.module.registers[0];
    assert_eq!(pipelined.module.node(register.output).name.as_deref(), Some("any_s1"));
}

/// What is read of a word goes on, and nothing else.
#[test]
fn only_bits_that_are_read_later_have_registers() {
    let m = ModuleBuilder::new("parts", "Two bits of a sum.");
    let (a, b) = (m.input("a", 32, "One."), m.input("b", 32, "Other."));
    let sum = (a + b).named("sum");
    m.output("parity", sum.parity(), "Of all of it.");
    let product = sum.slice(3, 9).multiply(sum.slice(3, 9));
    m.output("late", product.multiply(product).multiply(sum.slice(20, 2)), "Of some bits.");
    let pipelined = Pipeline::new(3, Delays::ecp5()).apply(&m.finish());
    // Two bits wait for the products, and none of the others that the parity takes.
    let widths = pipelined.module.registers.iter().map(|register| {
        let node = pipelined.module.node(register.output);
        (node.name.clone().unwrap_or_default(), node.width)
    });
    let sums: Vec<usize> =
        widths.filter(|(name, _)| name.starts_with("sum_s")).map(|(_, width)| width).collect();
    assert!(!sums.is_empty() && sums[1..].iter().all(|width| *width == 2), "{sums:?}");
}

/// The same number of registers in each copy, and one module for all of them.
#[test]
fn copies_share_their_cuts() {
    let child = {
        let m = ModuleBuilder::new("child", "Two sums in a row.");
        let (a, b, c) = (m.input("a", 32, "A."), m.input("b", 32, "B."), m.input("c", 32, "C."));
        let sum = (a + b).named("sum").multiply(c).named("product");
        m.output("total", sum, "Product.");
        m.finish()
    };
    let bits = |copies: usize| {
        let m = ModuleBuilder::new("top", "Copies.");
        let (a, b) = (m.input("a", 32 * copies, "A."), m.input("b", 32 * copies, "B."));
        let c = m.input("c", 32, "C.");
        let copies = m.instances("copy", copies, &child);
        let copies = copies.spread("a", a).spread("b", b).broadcast("c", c).build();
        m.output("totals", copies.output("total"), "Products.");
        let pipelined = Pipeline::new(1, Delays::ecp5()).apply(&m.finish());
        assert_eq!(modules(&pipelined.module).len(), 2);
        (Cost::of(&pipelined.module).register_bits, pipelined.period)
    };
    let ((one, period), (sixteen, other)) = (bits(1), bits(16));
    // c is for all copies, and stands outside of them or in each.
    assert!(sixteen >= 16 * (one - 32) && sixteen <= 16 * one, "{one} {sixteen}");
    assert!(other >= period);
}

/// What is known sooner is cut where it costs nothing: a decoder in front of words that come late.
#[test]
fn an_early_input_saves_a_stage() {
    let m = ModuleBuilder::new("choice", "A word that a sum chooses.");
    let (a, b) = (m.input("a", 6, "A."), m.input("b", 6, "B."));
    let words = m.input("words", 64 * 32, "Words.");
    m.output("word", words.element((a + b).named("sum")), "The word.");
    let module = m.finish();
    let late = Pipeline::new(0, Delays::ecp5()).apply(&module);
    let early = |name: &str| Arrival { cycle: if name == "words" { 0 } else { -1 }, delay: 0 };
    let early = Pipeline { arrival: &early, ..Pipeline::new(0, Delays::ecp5()) }.apply(&module);
    assert!(early.period < late.period);
    assert!(Cost::of(&early.module).register_bits < 64, "{:?}", early.stages);
}

/// Words that come late in their cycle, out of a memory, have their registers first.
#[test]
fn a_late_input_is_registered_before_it_is_computed_with() {
    let m = ModuleBuilder::new("sum", "A sum of three.");
    let [a, b, c] = ["a", "b", "c"].map(|name| m.input(name, 32, "Summand."));
    let half = ((a.named("late") + b) ^ c).named("half");
    m.output("sum", half + c, "The sum.");
    let module = m.finish();
    let cut_at = |delay: u32| {
        let arrival = |name: &str| Arrival { cycle: 0, delay: if name == "a" { delay } else { 0 } };
        let pipelined =
            Pipeline { arrival: &arrival, ..Pipeline::new(1, Delays::ecp5()) }.apply(&module);
        let names = pipelined.module.registers.iter();
        let names = names.filter_map(|r| pipelined.module.node(r.output).name.clone());
        (pipelined.period, names.collect::<Vec<_>>())
    };
    let (soon, registers) = cut_at(0);
    assert!(registers.contains(&"half_s1".to_string()), "{registers:?}");
    let (late, registers) = cut_at(6000);
    assert!(registers.contains(&"a_s1".to_string()), "{registers:?}");
    assert!(late > soon && late >= 6000, "{soon} {late}");
}

#[test]
#[should_panic(expected = "`counter` has state: only what has none is pipelined")]
fn state_is_refused() {
    let m = ModuleBuilder::new("counter", "Counts.");
    let count = m.register("count", 4);
    count.next(count.q() + m.constant(4, 1));
    m.output("count", count.q(), "Count.");
    Pipeline::new(1, Delays::ecp5()).apply(&m.finish());
}

#[test]
fn the_longest_path_leads_from_state_to_state() {
    let m = ModuleBuilder::new("counter", "Counts, in steps that one of its memory gives.");
    let count = m.register("count", 8);
    let shape = MemoryShape {
        depth: 256,
        columns: 1,
        column_width: 8,
        read_during_write: ReadDuringWrite::Undefined,
    };
    let steps = m.memory("steps", shape);
    let step = steps.read_port(count.q(), m.constant(1, 1), "step");
    count.next(count.q() + step);
    m.output("is_end", count.q().equals(m.constant(8, 255)), "Whether it is at its end.");
    let path = longest_path(&m.finish(), Delays::ecp5());
    let delays = Delays::ecp5();
    // From the memory through the sum; the count's own bits come sooner, and the compare is shorter.
    let expected = delays.memory() + delays.sum(8);
    let nets: Vec<&str> = path.nets.iter().map(|(net, _)| net.as_str()).collect();
    assert_eq!(nets[0], "step_q", "{path:?}");
    assert_eq!(path.nets.last().expect("an end").1, expected, "{path:?}");
    assert!(path.delay > expected && path.register_bits == 0, "{path:?}");
}

/// A unit of a machine that decodes operations: what it computes, who takes it and how.
#[derive(Clone, Debug)]
pub struct Unit {
    class: u8,
    steps: Vec<u8>,
    /// Begins with what the unit before computed in its first step.
    shares: bool,
    /// Stands in an instance with so many copies; in the top module without.
    copies: Option<usize>,
    taken: u8,
}

pub fn a_unit() -> impl Strategy<Value = Unit> {
    let steps = prop::collection::vec(any::<u8>(), 1..5);
    let copies = prop_oneof![Just(None), Just(Some(1)), Just(Some(4)), Just(Some(16))];
    (0..4_u8, steps, any::<bool>(), copies, any::<u8>()).prop_map(
        |(class, steps, shares, copies, taken)| Unit { class, steps, shares, copies, taken },
    )
}

/// A step of a unit, of 64 bits; some choose by what they compute, which is no decoding.
fn computed<'m>(step: u8, x: Signal<'m>, y: Signal<'m>) -> Signal<'m> {
    match step % 6 {
        0 => x + y,
        1 => x.slice(0, 32).multiply(y.slice(17, 32)) ^ x ^ y,
        2 => x.less_than(y).mux(x ^ y, y),
        3 => x - (y & x.slice(7, 1).repeat(64)),
        4 => x.slice(3, 1).mux(y, x) + x,
        _ => x.slice(0, 32).multiply(x.slice(32, 32)) | y,
    }
}

/// What is taken of a unit's word for an operation of its class.
fn taken<'m>(unit: &Unit, operation: Signal<'m>, word: Signal<'m>) -> Signal<'m> {
    let is_class = operation.slice(0, 2).is(unit.class.into());
    let all = word.width();
    match unit.taken % 4 {
        0 => word & is_class.repeat(all),
        1 => is_class.mux(word, !word.slice(0, 1).repeat(all)),
        2 => !(word | (!is_class).repeat(all)),
        _ => {
            let is_odd = is_class & operation.slice(2, 1);
            is_odd.mux(word, (word + word) & is_class.repeat(all))
        }
    }
}

fn unit_module(unit: &Unit, number: usize) -> Arc<Module> {
    let m = ModuleBuilder::new(&format!("unit_{number}"), "A unit.");
    let operation = m.input("operation", 3, "Operation.");
    let (x, y) = (m.input("x", 64, "One."), m.input("y", 64, "Other."));
    let word = unit.steps.iter().fold(x, |word, step| computed(*step, word, y));
    // Who takes it knows inside or around.
    let word = if unit.taken & 4 == 0 { word } else { taken(unit, operation, word) };
    let word = match unit.taken & 8 {
        0 => word,
        // Each copy has a class of its own.
        _ => word & operation.slice(0, 2).equals(m.instance_index(2)).repeat(64),
    };
    let parity = m.concat(&[operation, x, y]).parity();
    m.output("word", word ^ parity.zero_extend(64), "Result.");
    m.finish()
}

/// The operation comes a cycle before its words.
pub fn early(name: &str) -> Arrival {
    Arrival { cycle: -i32::from(name == "operation"), delay: 0 }
}

/// Units side by side, of which an operation takes some.
pub fn machine(units: &[Unit]) -> Arc<Module> {
    let m = ModuleBuilder::new("machine", "Units.");
    let operation = m.input("operation", 3, "Operation.");
    let (a, b) = (m.input("a", 64, "One."), m.input("b", 64, "Other."));
    let mut result = b;
    let mut before = a;
    for (number, unit) in units.iter().enumerate() {
        let first = if unit.shares { before } else { a };
        before = computed(unit.steps[0], first, b).named(&format!("first_{number}"));
        let word = match unit.copies {
            None => unit.steps.iter().fold(before, |word, step| computed(*step, word, b)),
            Some(copies) => {
                let module = unit_module(unit, number);
                let spread = m.concat(&(0..copies).map(|_| before).collect::<Vec<_>>());
                let build = m.instances(&format!("unit_{number}"), copies, &module);
                let build = build.broadcast("operation", operation).spread("x", spread);
                let words = build.broadcast("y", b).build().output("word");
                let words = words.elements(64).into_iter();
                words.reduce(|one, other| one ^ other.slice(0, 64)).expect("a copy")
            }
        };
        result = result ^ taken(unit, operation, word);
    }
    m.output("result", result, "Of all units.");
    m.output("parity", m.concat(&[operation, a, b]).parity(), "Of all inputs.");
    m.finish()
}

fn enabled_bits(top: &Arc<Module>) -> usize {
    let of_module = |module: &Arc<Module>| -> usize {
        let enabled = module.registers.iter().filter(|register| register.enable.is_some());
        enabled.map(|register| module.node(register.output).width).sum()
    };
    modules(top).iter().map(of_module).sum()
}

/// Registers hold what an operation does not use, and no answer shows it.
#[test]
fn units_that_hold_answer_the_same_so_many_cycles_later() {
    let mut runner = TestRunner::new(RunnerConfig { cases: 120, ..RunnerConfig::default() });
    let held = std::cell::Cell::new([0_usize; 2]);
    let strategy = (
        prop::collection::vec(a_unit(), 1..6),
        1_usize..6,
        prop::collection::vec(any::<u64>(), 3..8),
    );
    let outcome = runner.run(&strategy, |(units, stages, words)| {
        let module = machine(&units);
        let pipelined = Pipeline { arrival: &early, ..Pipeline::new(stages, Delays::ecp5()) }
            .apply(&module)
            .module;
        let [machines, holding] = held.get();
        held.set([machines + 1, holding + usize::from(enabled_bits(&pipelined) > 0)]);
        let flat = Flat::new(&module);
        let mut reference = Interpreter::new(&flat, 1);
        let expected = answers(&mut reference, &flat, &module, &words, &Arrival::together);
        let flat = Flat::new(&pipelined);
        let engines: [&mut dyn Engine; 2] =
            [&mut Interpreter::new(&flat, 2), &mut Compiled::new(&flat, 3)];
        for engine in engines {
            let found = answers(engine, &flat, &pipelined, &words, &early);
            prop_assert_eq!(&found[stages + 2..], &expected[2..CYCLES - stages]);
        }
        Ok(())
    });
    outcome.unwrap();
    let [machines, holding] = held.get();
    assert!(holding * 4 > machines, "of {machines} machines {holding} hold anything");
}

/// The enable is the bit that decodes the operation, in the module of the register and in the stage
/// before it; who decides goes on always, and so does what the bits of a word decide.
#[test]
fn a_register_is_enabled_by_the_bit_that_decodes_its_operation() {
    let child = {
        let m = ModuleBuilder::new("multiplier", "A product of a product.");
        let (x, y) = (m.input("x", 32, "X."), m.input("y", 32, "Y."));
        let product = x.multiply(y).named("product");
        let square = product.slice(0, 32).multiply(product.slice(32, 32)).named("square");
        m.output("word", square.slice(0, 32) ^ square.slice(32, 32), "Word.");
        m.finish()
    };
    let m = ModuleBuilder::new("top", "A multiplier and a sum.");
    let operation = m.input("operation", 4, "Operation.");
    let (a, b) = (m.input("a", 32, "A."), m.input("b", 32, "B."));
    let copies = m.instances("multiplier", 16, &child);
    let words = copies.spread("x", m.concat(&[a; 16])).broadcast("y", b).build().output("word");
    let is_product = operation.is(5).named("is_product");
    let sum = (a + b).named("sum");
    let larger = a.less_than(b).mux(sum + a, sum + b).named("larger");
    let result = is_product.mux(words, larger.repeat(16));
    m.output("result", result, "Word.");
    let pipelined =
        Pipeline { arrival: &early, ..Pipeline::new(3, Delays::ecp5()) }.apply(&m.finish());
    let mut enabled = vec![];
    for module in modules(&pipelined.module) {
        for register in &module.registers {
            let name = |id| module.node(id).name.clone().unwrap_or_default();
            let enable = register.enable.map(name);
            enabled.push((module.name.clone(), name(register.output), enable));
        }
    }
    let of = |part: &str| {
        let found: Vec<_> = enabled.iter().filter(|(_, name, _)| name.starts_with(part)).collect();
        assert!(!found.is_empty(), "{enabled:?}");
        found
    };
    for (module, name, enable) in of("product_s").into_iter().chain(of("square_s")) {
        let enable = enable.as_deref().unwrap_or_default();
        assert_eq!(module, "multiplier");
        assert!(enable.starts_with("is_product"), "{name} is enabled by `{enable}`");
    }
    let always = ["is_product", "sum", "larger"];
    let always = |name: &str| always.iter().any(|always| name.starts_with(always));
    for (_, name, enable) in enabled.iter().filter(|(_, name, _)| always(name)) {
        assert_eq!(*enable, None, "{name}");
    }
}
