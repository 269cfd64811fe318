//! The written core built by other simulators, each machine once for all tests.

use std::sync::{Mutex, PoisonError};

use lanebeat::config::Config;
use lanebeat::lockstep::campaign::Plan;
use lanebeat::simulators::{BuildOptions, Built, Simulator, random_programs_written};

use super::tools::missing;

/// Where the simulations are kept between runs of the tests, apart from what the user has built.
pub const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/simulations");

pub fn options() -> BuildOptions {
    BuildOptions { cache: CACHE.into(), ..BuildOptions::default() }
}

/// Whether the simulator's tools are there; says so when not.
pub fn is_there(simulator: Simulator) -> bool {
    simulator.missing_tool().is_none_or(|tool| {
        missing(tool);
        false
    })
}

/// One after the other, so that no two tests build the same; nobody waits for the other simulator.
pub fn built(simulator: Simulator, config: &Config) -> Option<Built> {
    static VERILATOR_BUILDS: Mutex<()> = Mutex::new(());
    static ICARUS_BUILDS: Mutex<()> = Mutex::new(());
    static ARCILATOR_BUILDS: Mutex<()> = Mutex::new(());
    let turn = match simulator {
        Simulator::Verilator => &VERILATOR_BUILDS,
        Simulator::Icarus => &ICARUS_BUILDS,
        Simulator::Arcilator => &ARCILATOR_BUILDS,
    };
    let _turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
    is_there(simulator)
        .then(|| simulator.build(config, &options()).unwrap_or_else(|error| panic!("{error}")))
}

/// The random programs of `plan` retire on `built` what the model says.
pub fn assert_agrees(config: &Config, built: &Built, plan: Plan) {
    let failure = random_programs_written(config, built, plan, &|_| ()).expect("it runs");
    assert!(failure.is_none(), "{config:?}: {}", failure.expect("it is there").difference);
}
