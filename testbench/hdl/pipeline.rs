//! Pipelined modules do what they did, so many cycles later, and their registers stand where they
//! cost least.

use std::sync::Arc;

use crate::common::random_netlist::{Recipe, recipes};
use lanebeat::engine::{Compiled, Engine, Flat, Interpreter};
use lanebeat::hdl::{
    Bits, Block, Cost, Delays, Direction, Module, ModuleBuilder, PortSpec, Signal, modules,
    pipeline,
};
use lanebeat::ports;
use proptest::prelude::*;

const CYCLES: usize = 12;

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
/// n - `late(input)`.
fn answers(
    engine: &mut dyn Engine,
    flat: &Flat,
    module: &Module,
    words: &[u64],
    late: &dyn Fn(&str) -> i32,
) -> Vec<Vec<Bits>> {
    let mut answers = vec![];
    for cycle in 0..CYCLES {
        for (number, name, width) in inputs(module) {
            let of = cycle as i32 - late(name) + 20;
            engine
                .poke(flat.find(name).unwrap(), &stimulus(words, width, of as usize * 7 + number));
        }
        answers.push(outputs(module).map(|name| engine.peek(flat.find(name).unwrap())).collect());
        engine.step();
    }
    answers
}

/// Cycles before the others in which an input comes.
fn arrival(seed: usize) -> impl Fn(&str) -> i32 {
    move |name| {
        let number: usize = name.bytes().map(usize::from).sum();
        -(((number * 31 + seed) % 7 / 3) as i32)
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
        let pipelined = pipeline(&module, &arrival, stages, Delays::ecp5()).module;
        let flat = Flat::new(&module);
        let expected = answers(&mut Interpreter::new(&flat, 1), &flat, &module, &words, &|_| 0);
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
