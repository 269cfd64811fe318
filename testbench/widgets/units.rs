//! Every unit in rust-hdl's simulator, against the interpreter run directly.

use crate::common::bench::organised;
use std::sync::Arc;

use lanebeat::config::{Config, Preset, RegisterFile};
use lanebeat::engine::{Engine, Flat, Interpreter};
use lanebeat::hdl::{Bits, Direction, Module, bits, limbs_to_bits};
use lanebeat::random::Random;
use lanebeat::rtl::UNITS;
use lanebeat::widgets::AnyUnit;
use rust_hdl::prelude::{Block, Sim, SimError, Simulation, TopWrap, check_all};

/// Presets, and every register file that is built.
pub fn machines() -> Vec<(String, Config)> {
    let presets = Preset::ALL.into_iter().map(|preset| (preset.key().to_string(), preset.config()));
    let organised = RegisterFile::ALL.into_iter().map(|register_file| {
        (
            format!("small {}", register_file.key()),
            organised(&Preset::Small.config(), register_file),
        )
    });
    presets.chain(organised).collect()
}

/// The units that a machine has.
pub fn units(config: &Config) -> impl Iterator<Item = (&'static str, Arc<Module>)> {
    let has = |unit: &&lanebeat::rtl::Unit| unit.feature.is_none_or(|feature| config.has(feature));
    UNITS.iter().filter(has).map(|unit| (unit.name, unit.build(config)))
}

/// What the bench drives, and what it looks at.
struct Ports {
    inputs: Vec<(String, usize)>,
    outputs: Vec<String>,
    has_clock: bool,
}

impl Ports {
    fn of(module: &Module) -> Self {
        let named = |direction| module.ports.iter().filter(move |port| port.direction == direction);
        let mut inputs: Vec<(String, usize)> =
            named(Direction::Input).map(|port| (port.name.clone(), port.width)).collect();
        inputs.extend(module.has_reset().then(|| ("reset".to_string(), 1)));
        let outputs = named(Direction::Output).map(|port| port.name.clone()).collect();
        Self { inputs, outputs, has_clock: module.has_clock() }
    }
}

/// A random value of `width` bits.
fn random_bits(random: &mut Random, width: usize) -> Bits {
    let limbs: Vec<u64> = (0..width.div_ceil(64)).map(|_| random.word()).collect();
    limbs_to_bits(width, &limbs)
}

/// Drives the block and a reference alike; every output must be the same before and after every
/// clock edge.
fn bench(
    mut sim: Sim<AnyUnit>,
    mut reference: Interpreter,
    ports: &Ports,
    cycles: usize,
) -> Result<(), SimError> {
    let mut random = Random::new(1);
    let mut block = sim.init()?;
    let compare = |block: &AnyUnit, reference: &mut Interpreter, when: &str| {
        for output in &ports.outputs {
            let expected = reference.peek(reference.signal(output));
            assert_eq!(block.get(output), expected, "{output} {when}");
        }
    };
    for cycle in 0..cycles {
        for (input, width) in &ports.inputs {
            // Half of the inputs keep their values; reset is rare.
            let value = match input == "reset" {
                true => bits(1, u64::from(random.below(16) == 0).into()),
                false => random_bits(&mut random, *width),
            };
            if random.below(2) == 0 || input == "reset" {
                block.set(input, &value);
                reference.poke(reference.signal(input), &value);
            }
        }
        block = sim.wait(10, block)?;
        compare(&block, &mut reference, &format!("before edge {cycle}"));
        if ports.has_clock {
            block.set("clock", &bits(1, 1));
            block = sim.wait(10, block)?;
            reference.step();
            compare(&block, &mut reference, &format!("after edge {cycle}"));
            block.set("clock", &bits(1, 0));
            block = sim.wait(10, block)?;
            compare(&block, &mut reference, &format!("after the falling edge {cycle}"));
        }
    }
    sim.done(block)
}

#[test]
fn every_unit_in_rust_hdls_simulator_does_what_the_interpreter_does() {
    for (machine, config) in machines() {
        for (unit, module) in units(&config) {
            let flat = Flat::new(&module);
            let block =
                AnyUnit::with_engine(unit, &config, |flat| Box::new(Interpreter::new(flat, 7)))
                    .expect("a unit");
            let ports = Ports::of(&module);
            let mut simulation = Simulation::new();
            simulation.add_testbench(move |sim: Sim<AnyUnit>| {
                bench(sim, Interpreter::new(&flat, 7), &ports, 40)
            });
            simulation
                .run(Box::new(block), 1_000_000)
                .unwrap_or_else(|error| panic!("{unit} of {machine}: {error:?}"));
        }
    }
}

#[test]
fn a_block_whose_inputs_nobody_drives_does_not_pass_rust_hdls_check() {
    let mut design = TopWrap::new(AnyUnit::new("lane", &Config::default()).expect("a unit"));
    design.connect_all();
    assert!(check_all(&design).is_err());
}

#[test]
fn every_unit_passes_rust_hdls_check() {
    for (machine, config) in machines() {
        for (unit, _) in units(&config) {
            let mut block = AnyUnit::new(unit, &config).expect("a unit");
            let is_refused = check_all(&block).is_err();
            assert!(is_refused, "{unit} of {machine}: its outputs are not connected yet");
            block.connect_all();
            assert_eq!(check_all(&block), Ok(()), "{unit} of {machine}");
        }
    }
}
