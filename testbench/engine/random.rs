//! The interpreter agrees with a naive evaluator on random designs.

use crate::naive::Naive;
use crate::random_netlist::recipes;
use lanebeat_engine::{Engine, Flat, Interpreter};
use lanebeat_hdl::{Bits, Direction};
use proptest::prelude::*;

fn bools(value: &Bits) -> Vec<bool> {
    value.iter().map(|bit| *bit).collect()
}

/// Bits of a stimulus: runs of equal bits are as likely as noise, so that carries and comparisons
/// go far.
fn stimulus(words: &[u64], width: usize, salt: usize) -> Bits {
    let word = |n: usize| words[(n + salt) % words.len()].rotate_left((salt * 7 + n) as u32);
    let mut value = Bits::from_vec((0..width.div_ceil(64)).map(word).collect());
    value.truncate(width);
    value
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn the_interpreter_agrees_with_the_naive_evaluator(
        recipe in recipes(2),
        seed in any::<u64>(),
        words in prop::collection::vec(prop_oneof![any::<u64>(), Just(0), Just(u64::MAX), Just(1)], 1..8),
    ) {
        let top = recipe.build();
        let flat = Flat::new(&top);
        let mut engine = Interpreter::new(&flat, seed);
        let power_up = engine.clone();
        let mut naive = Naive::new(
            &top,
            &mut |path| bools(&engine.peek(flat.find(path).unwrap())),
            &|path, row| bools(&power_up.read_row(flat.find_memory(path).unwrap(), row)),
        );
        for cycle in 0..6 {
            for (number, port) in top.ports.iter().filter(|port| port.direction == Direction::Input).enumerate() {
                let value = stimulus(&words, port.width, cycle * 5 + number);
                naive.poke(&port.name, bools(&value));
                engine.poke(engine.signal(&port.name), &value);
            }
            if top.has_reset() {
                naive.poke("reset", vec![cycle == 2]);
                engine.poke_u128(engine.signal("reset"), u128::from(cycle == 2));
            }
            for (path, value) in naive.everything() {
                prop_assert_eq!(bools(&engine.peek(engine.signal(&path))), value, "`{}` in cycle {}", path, cycle);
            }
            naive.step();
            engine.step();
        }
    }
}
