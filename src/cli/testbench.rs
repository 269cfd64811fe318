//! `generate --testbench`: self-checking benches and their vectors next to the Verilog.

use std::sync::Arc;

use serde::Serialize;

use lanebeat::config::Config;
use lanebeat::hdl::Module;
use lanebeat::rtl::Unit;
use lanebeat::vectors::{self, NotJudged};
use lanebeat::verilog::{self, File, Header};

use lanebeat::rtl::units;

/// Seed of the stimulus: the same bench every time.
const SEED: u64 = 1;
/// Hexadecimal digits of a unit's vectors, about, and how many vectors there are at least and at
/// most. A unit with state needs more of them, as its state takes time to change.
const UNIT_DIGITS: usize = 500_000;
const DIGITS_WITH_STATE: usize = 1_200_000;
const FEWEST_CYCLES: usize = 600;
const MOST_CYCLES: usize = 9000;

/// Name and text of the makefile that runs all benches of a directory.
pub const RUNNER: (&str, &str) = ("benches.mk", include_str!("benches.mk"));

/// A bench as it was written.
#[derive(Clone, Serialize)]
pub struct WrittenBench {
    unit: &'static str,
    top: String,
    /// Vectors, one a cycle.
    pub cycles: usize,
}

/// The bench of `unit`, built as `module`, of `cycles` cycles or about as many as are worth their
/// place.
///
/// # Errors
/// When hardware and model differ in a program that the core's vectors were to come from.
pub fn bench(
    config: &Config,
    (unit, module): (&Unit, &Arc<Module>),
    cycles: Option<usize>,
    header: &Header,
) -> Result<(WrittenBench, [File; 2]), NotJudged> {
    let is_core = unit.name == units::CORE;
    let digits = if module.has_clock() { DIGITS_WITH_STATE } else { UNIT_DIGITS };
    let cycles = cycles.unwrap_or_else(|| worth_their_place(module, digits));
    let vectors = if is_core {
        // Random values at all ports, and as many cycles of programs, with their registers loaded
        // before and read behind.
        let mut both = vectors::of_unit(module, config, cycles / 2, SEED);
        both.extend(vectors::random_core(config, cycles.div_ceil(2), SEED)?.vectors);
        both
    } else {
        vectors::of_unit(module, config, cycles, SEED)
    };
    let files = verilog::testbench(module, &vectors, header);
    let written = WrittenBench {
        unit: unit.name,
        top: format!("{}_testbench", module.name),
        cycles: vectors.len(),
    };
    Ok((written, files))
}

fn worth_their_place(module: &Module, digits: usize) -> usize {
    let bits: usize = module.ports.iter().map(|port| port.width).sum();
    (digits * 4 / bits.max(1)).clamp(FEWEST_CYCLES, MOST_CYCLES)
}
