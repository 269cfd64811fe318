//! Random programs on the core, in lockstep with the model.

use crate::common::bench::random_programs;
use lanebeat::config::Config;

/// Small enough that loading and comparing all of it is quick.
fn small() -> Config {
    Config { registers: 8, waves: 3, ..Config::default() }
}

#[test]
fn the_default_datapath_retires_what_the_model_says() {
    random_programs(&small(), 300, 24);
}
