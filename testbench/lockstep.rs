//! Random programs on the core, in lockstep with the model.

use lanebeat::config::Config;
use lanebeat::isa::{MASK_ENTRIES, MaskEntry, Register};
use lanebeat::rtl;
use lanebeat::sim::{Case, Flat, Interpreter, Machine, Named, case, lockstep};
use proptest::prelude::*;
use proptest::test_runner::{Config as Runner, TestRunner};

/// Everything that a wave has, whether the program names it or not: what is not written must stay as it was.
fn everything(config: &Config) -> Vec<Named> {
    let masks = (0..MASK_ENTRIES as u8).map(MaskEntry).filter(|&entry| entry != MaskEntry::TRUE);
    let named =
        || Named { registers: (0..config.registers).map(|n| Register(n as u8)).collect(), masks: masks.clone().collect() };
    (0..config.waves).map(|_| named()).collect()
}

fn random_programs(config: &Config, programs: u32, longest: usize) {
    config.check().expect("a legal configuration");
    let flat = Flat::new(&rtl::core(config));
    let named = everything(config);
    let mut runner = TestRunner::new(Runner { cases: programs, failure_persistence: None, ..Runner::default() });
    let run = |case: Case| {
        let mut machine = Machine::new(Interpreter::new(&flat, 1), config, vec![]);
        lockstep(&mut machine, &case.program, &case.initial, &named)
            .map_err(|difference| TestCaseError::fail(difference.to_string()))?;
        Ok(())
    };
    if let Err(failure) = runner.run(&case(config, longest, config.waves), run) {
        panic!("{config:?}\n{failure}");
    }
}

/// Small enough that loading and comparing all of it is quick.
fn small() -> Config {
    Config { registers: 8, waves: 3, ..Config::default() }
}

#[test]
fn the_default_datapath_retires_what_the_model_says() {
    random_programs(&small(), 300, 24);
}
