//! The interpreter agrees with a naive evaluator on random designs.

use crate::naive::agrees;
use crate::random_netlist::{recipes, words};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn the_interpreter_agrees_with_the_naive_evaluator(
        recipe in recipes(2), seed in any::<u64>(), words in words(),
    ) {
        let top = recipe.build();
        agrees((&top, &top), seed, &words, |_| false)?;
    }
}
