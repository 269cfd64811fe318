//! Vectors of a unit: random stimulus, and what the netlist makes of it.

use std::sync::Arc;

use super::core::ports;
use super::shown::Shown;
use super::stimulus::{RESET_CYCLES, Stimulus};
use crate::config::Config;
use crate::engine::{Code, Compiled, Engine, Flat, Net, SignalId};
use crate::hdl::{Bits, Direction, Module, bits_to_limbs, limbs_to_bits};
use crate::verilog::Vector;

/// Power-ups that are compared. A bit that depends on them agrees in all by chance once in 2^(n-1)
/// times.
const POWER_UPS: u64 = 32;

/// Cycles in which a pipeline without reset may still show what it powered up with, or a simulator
/// that knows unknown values believes so.
const DEEPEST_PIPELINE: usize = 16;

/// `cycles` vectors of `module`, a unit of the machine of `config`; the same seed gives the same
/// ones.
pub fn of_unit(module: &Arc<Module>, config: &Config, cycles: usize, seed: u64) -> Vec<Vector> {
    let mut unit = PoweredUp::new(module);
    let mut stimulus = Stimulus::new(module, config, seed);
    let mut vectors = Vec::with_capacity(cycles);
    let ports = module.outputs();
    let names: Vec<&str> = ports.map(|port| &*port.name).collect();
    // Between retirements its results come from words that were never written; a simulator takes
    // more bits for unknown than depend on them.
    let has_core = names.contains(&"retire_valid");
    for cycle in 0..cycles {
        let answer = vectors.last().map_or(&[][..], |last: &Vector| &last.outputs);
        let (reset, inputs) = stimulus.next(cycle, answer);
        let (outputs, mut defined) = unit.answer(reset, &inputs);
        let settles = match (module.has_reset(), module.has_clock()) {
            (true, _) => RESET_CYCLES,
            (false, true) => DEEPEST_PIPELINE,
            (false, false) => 0,
        };
        if cycle < settles {
            defined.iter_mut().for_each(|bits| bits.fill(false));
        }
        if has_core {
            let named: Vec<(&str, Bits)> = names.iter().copied().zip(outputs.clone()).collect();
            let shown = Shown { reset, outputs: &named };
            defined.iter_mut().zip(shown.all_defined()).for_each(|(bits, shown)| *bits &= shown);
        }
        vectors.push(Vector { reset, inputs, outputs, defined });
    }
    vectors
}

/// One unit after many power-ups.
struct PoweredUp {
    engines: Vec<Compiled>,
    reset: Net,
    inputs: Vec<SignalId>,
    outputs: Vec<SignalId>,
}

impl PoweredUp {
    fn new(module: &Arc<Module>) -> Self {
        let flat = Flat::new(module);
        let power_ups = if module.has_clock() { POWER_UPS } else { 1 };
        let code = Arc::new(Code::quick(&flat));
        Self {
            engines: (1..=power_ups).map(|seed| Compiled::power_up(&code, seed)).collect(),
            reset: flat.reset_net(),
            inputs: ports(module, &flat, Direction::Input),
            outputs: ports(module, &flat, Direction::Output),
        }
    }

    /// The outputs of the next cycle, and the bits of them in which all power-ups agree.
    fn answer(&mut self, reset: bool, values: &[Bits]) -> (Vec<Bits>, Vec<Bits>) {
        let values: Vec<Vec<u64>> =
            values.iter().map(|value| bits_to_limbs(value).collect()).collect();
        // For each output: its value after the first power-up, and the bits in which all agree.
        let mut answers: Vec<(Vec<u64>, Vec<u64>)> = vec![];
        for engine in &mut self.engines {
            engine.set(self.reset, reset.into());
            self.inputs
                .iter()
                .zip(&values)
                .for_each(|(&input, value)| engine.poke_limbs(input, value));
            if answers.is_empty() {
                let first = self.outputs.iter().map(|&output| engine.limbs(output).to_vec());
                answers = first.map(|limbs| (limbs.clone(), vec![u64::MAX; limbs.len()])).collect();
            }
            for (&output, (first, same)) in self.outputs.iter().zip(&mut answers) {
                let limbs = first.iter().zip(engine.limbs(output));
                same.iter_mut().zip(limbs).for_each(|(same, (a, b))| *same &= !(a ^ b));
            }
            engine.step();
        }
        let signals = &self.engines[0].flat().signals;
        let widths = self.outputs.iter().map(|output| signals[output.signal].place.width);
        let both = |(width, (first, same)): (usize, (Vec<u64>, Vec<u64>))| {
            (limbs_to_bits(width, &first), limbs_to_bits(width, &same))
        };
        widths.zip(answers).map(both).unzip()
    }
}
