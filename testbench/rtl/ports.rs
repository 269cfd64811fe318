//! The core's ports besides running programs: reset, and words that are no instruction.

use crate::common::bench::core;
use crate::common::checks::{is_quiet_after_reset, knows_illegal_words};
use lanebeat::config::{Config, DppPath};

fn machines() -> [Config; 4] {
    let small = Config { registers: 8, waves: 3, ..Config::default() };
    [
        small.clone(),
        Config { lanes: 32, beats: 2, stages: 5, registers: 256, ..small.clone() },
        Config { beats: 1, waves: 1, ..small.clone() },
        Config { dpp: DppPath::None, shuffle: false, beats: 2, ..small },
    ]
}

#[test]
fn after_reset_nothing_happens_and_exec_is_all_ones() {
    machines().iter().for_each(|config| is_quiet_after_reset(&core(config), config));
}

#[test]
fn an_unknown_opcode_and_a_bit_without_a_meaning_are_called_illegal() {
    machines().iter().for_each(|config| knows_illegal_words(&core(config), config));
}
