//! The units that can be generated on their own, by name.

use std::sync::Arc;

use super::cross_lane::{dpp, shuffle, shuffle_select, vote, wave_shuffle};
use super::issue::sequencer;
use super::schedule::pipelined;
use super::shared::{barriers, exec_masks, special};
use super::{core, lane, register_file, system};
use crate::config::{Config, suggestion};
use crate::hdl::{Arrival, Block, Delays, Module, Pipeline, Pipelined, Record};
use crate::isa::{ControlOperation, Feature, Operation, ReadOperation};
use crate::source::shorten;

/// A unit that a user can ask for.
pub struct Unit {
    pub name: &'static str,
    pub purpose: &'static str,
    /// The feature that it belongs to.
    pub feature: Option<Feature>,
    pub build: fn(&Config) -> Arc<Module>,
}

/// Every unit, the core first.
pub const UNITS: &[Unit] = &[
    Unit {
        name: "core",
        purpose: "the whole datapath with issue, host and retire ports",
        feature: None,
        build: |config| core::core(config).module,
    },
    Unit {
        name: SYSTEM,
        purpose: "the core with program memory and wave feeder behind an AXI4-Lite slave",
        feature: None,
        build: |config| system::system(config).module,
    },
    Unit {
        name: "uart_bridge",
        purpose: "a serial line in front of the system's AXI4-Lite slave, for boards",
        feature: None,
        build: |_| system::uart_bridge().module,
    },
    Unit {
        name: "execute",
        purpose: "the results of a beat out of its operands: cross-lane units and lanes",
        feature: None,
        build: |config| core::pipelined_execute(config).module,
    },
    Unit {
        name: "shuffle",
        purpose: "SHFL of the lanes that serve one warp",
        feature: Some(Feature::Shuffle),
        build: |config| alone(config, shuffle::shuffle(config)),
    },
    Unit {
        name: "wave_shuffle",
        purpose: "SHFL and the lane moves of the lanes of a beat, as the core has them",
        feature: Some(Feature::Shuffle),
        build: |config| alone(config, wave_shuffle::wave_shuffle(config)),
    },
    Unit {
        name: "shuffle_select",
        purpose: "source thread and range of one thread's SHFL",
        feature: Some(Feature::Shuffle),
        build: |config| alone(config, shuffle_select::shuffle_select(config)),
    },
    Unit {
        name: "dpp",
        purpose: "DPP network of one row of 16 threads",
        feature: Some(Feature::Dpp),
        build: |config| alone(config, dpp::dpp(config)),
    },
    Unit {
        name: "vote",
        purpose: "VOTE, MATCH and REDUX of the lanes that serve one warp",
        feature: Some(Feature::Vote),
        build: |config| alone(config, vote::vote(config)),
    },
    Unit {
        name: "lane",
        purpose: "ALU, predicate logic and result select of one lane",
        feature: None,
        build: |config| alone(config, lane::lane(config)),
    },
    Unit {
        name: "float",
        purpose: "float arithmetic, comparison and conversion of one lane",
        feature: Some(Feature::Float),
        build: |config| alone(config, lane::float()),
    },
    Unit {
        name: "video",
        purpose: "video arithmetic of one lane on selected parts",
        feature: Some(Feature::Video),
        build: |config| alone(config, lane::video()),
    },
    Unit {
        name: "video_select",
        purpose: "selectors of a lane's video instructions",
        feature: Some(Feature::Video),
        build: |config| alone(config, lane::video_select()),
    },
    Unit {
        name: "register_file",
        purpose: "vector registers with operand and result staging",
        feature: None,
        build: |config| {
            register_file::register_file(config, register_file::vector_registers(config)).module
        },
    },
    Unit {
        name: "mask_file",
        purpose: "predicates and mask slots with their staging",
        feature: None,
        build: |config| {
            register_file::register_file(config, register_file::predicates_and_slots(config)).module
        },
    },
    Unit {
        name: "sequencer",
        purpose: "issue, interlock and pipeline of slots",
        feature: None,
        build: |config| sequencer::sequencer(config).module,
    },
    Unit {
        name: "barriers",
        purpose: "waves that wait for each other, and counts over their threads",
        feature: Some(Feature::Barrier),
        build: |config| barriers::barriers(config).module,
    },
    Unit {
        name: "special",
        purpose: "cycle counter, performance counters and what else S2R reads",
        feature: None,
        build: |config| special::special(config).module,
    },
    Unit {
        name: "exec_masks",
        purpose: "EXEC of every wave",
        feature: None,
        build: |config| exec_masks::exec_masks(config).module,
    },
];

/// The unit that does the work of `operation`, by name; the lanes do what no other does.
pub fn unit_of(operation: Operation) -> &'static str {
    match operation {
        Operation::Control(ControlOperation::Nop | ControlOperation::Exit) => "sequencer",
        Operation::Shuffle(_) | Operation::ShuffleRange(..) | Operation::LaneMove(_) => {
            "wave_shuffle"
        }
        Operation::Exec(_) => "exec_masks",
        Operation::Control(ControlOperation::TriggerCounter)
        | Operation::Read(ReadOperation::Special) => "special",
        Operation::Control(_) | Operation::Read(_) => "barriers",
        Operation::Vote(_) => "vote",
        Operation::Float(_) => "float",
        Operation::Video(_) | Operation::VideoSimd(_) => "video",
        Operation::Lane(_) | Operation::WriteLane => "lane",
    }
}

/// A unit by itself, all of whose inputs come out of registers.
fn alone<I: Record, O: Record>(config: &Config, block: Block<I, O>) -> Arc<Module> {
    pipelined(config, block, &Arrival::together).module
}

/// Why there is no such unit: rule, value and cure.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct UnitError(String);

/// What is built when no unit is named.
pub const CORE: &str = "core";

/// The unit that software drives.
pub const SYSTEM: &str = "system";

/// The unit called `name`.
///
/// # Errors
/// When there is none, with the name that was probably meant.
pub fn find(name: &str) -> Result<&'static Unit, UnitError> {
    UNITS.iter().find(|unit| unit.name == name).ok_or_else(|| {
        let names: Vec<&str> = UNITS.iter().map(|unit| unit.name).collect();
        let suggestion = suggestion(name, names.iter().copied());
        UnitError(format!(
            "there is no unit `{}`; {suggestion}units are {}",
            shorten(name),
            names.join(", ")
        ))
    })
}

/// Where the pipeline registers of `unit` stand in the machine of `config`, by `delays`.
///
/// # Errors
/// As [`build`], and when the unit has state, so that nothing can be put into it.
pub fn cuts(unit: &Unit, config: &Config, delays: &Delays) -> Result<Pipelined, UnitError> {
    let module = build(unit, &Config { stages: 0, ..config.clone() })?;
    if module.has_clock() {
        return Err(UnitError(format!(
            "unit {} has state, and registers are put only where there is none; ask for execute, which has all of these",
            unit.name
        )));
    }
    let in_core = core::arrival(config, delays);
    let arrival: &dyn Fn(&str) -> Arrival =
        if unit.name == "execute" { &in_core } else { &Arrival::together };
    Ok(Pipeline { arrival, ..Pipeline::new(config.stages, delays) }.apply(&module))
}

/// Builds `unit` for `config`.
///
/// # Errors
/// When the unit's feature is off in the configuration.
pub fn build(unit: &Unit, config: &Config) -> Result<Arc<Module>, UnitError> {
    match unit.feature {
        Some(feature) if !config.has(feature) => {
            let (name, key) = (unit.name, feature.key());
            Err(UnitError(format!(
                "unit {name} needs {key} = true, but here {key} = false; use --set {key}=true"
            )))
        }
        Some(_) | None => Ok((unit.build)(config)),
    }
}
