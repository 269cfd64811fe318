//! The units that can be generated on their own, by name.
//!
//! ```
//! use lanebeat::config::Preset;
//! use lanebeat::rtl::units::{build, find};
//!
//! let unit = find("shuffle")?;
//! let module = build(unit, &Preset::Small.config())?;
//! assert!(module.instances.iter().all(|child| child.module.name.starts_with("lanebeat_")));
//! # Ok::<(), lanebeat::rtl::units::UnitError>(())
//! ```

use std::sync::Arc;

use super::cross_lane::{dpp, shuffle, shuffle_select, vote, wave_shuffle};
use super::issue::sequencer;
use super::schedule::pipelined;
use super::shared::{barriers, exec_masks, special};
use super::{core, lane, register_file, system};
use crate::config::{Config, DppPath, NAMESPACE, Parameter, suggestion};
use crate::hdl::{Arrival, Delays, Module, Pipeline, Record, StagePath, longest_path};
use crate::isa::{ControlOperation, Feature, ReadOperation};
use crate::rtl::prelude::*;
use crate::source::shorten;

/// A unit that a user can ask for.
pub struct Unit {
    /// Name on the command line.
    pub name: &'static str,
    /// Purpose in a few words.
    pub purpose: &'static str,
    /// The feature that it belongs to.
    pub feature: Option<Feature>,
    elaborate: fn(&Plan) -> Arc<Module>,
}

impl Unit {
    /// The unit in the machine of `config`, which [has](Self::lacks) it.
    pub fn build(&self, config: &Config) -> Arc<Module> {
        (self.elaborate)(&Plan::new(config))
    }

    /// The parameter that leaves it out of the machine of `config`, and the value that it needs;
    /// `None` if it is there.
    pub fn lacks(&self, config: &Config) -> Option<(Parameter, &'static str)> {
        let feature = self.feature?;
        let (is_there, value) = match feature {
            Feature::Dpp => (config.dpp == DppPath::Network, "\"network\""),
            _ => (config.has(feature), "true"),
        };
        (!is_there).then_some((Parameter::Feature(feature), value))
    }

    /// Whether it is a part of what executes a beat, which has no state but its pipeline registers.
    pub fn is_logic_alone(&self) -> bool {
        let is_whole = [CORE, SYSTEM, EXECUTE].contains(&self.name);
        !is_whole && !self.build(&Config::default()).has_clock()
    }
}

/// Declares every unit: its name, the feature that it needs, its purpose, and the block that it is.
macro_rules! units {
    ($( $name:ident $(needs $feature:ident)?, $purpose:literal = |$plan:pat_param| $block:expr; )*) => {
        /// Every unit, the core first.
        pub const UNITS: &[Unit] = &[ $( Unit {
            name: stringify!($name),
            purpose: $purpose,
            feature: units!(@feature $($feature)?),
            elaborate: |$plan| $block.module,
        } ),* ];
    };
    (@feature) => { None };
    (@feature $feature:ident) => { Some(Feature::$feature) };
}

units! {
    core, "the whole datapath with issue, host and retire ports" = |plan| core::core(plan);
    system, "the core with program memory and wave feeder behind an AXI4-Lite slave" =
        |plan| system::system(plan, &system::Image::default());
    uart_bridge, "a serial line in front of the system's AXI4-Lite slave, for boards" =
        |_| system::uart_bridge();
    execute, "the results of a beat out of its operands: cross-lane units and lanes" =
        |plan| core::pipelined_execute(plan);
    shuffle needs Shuffle, "SHFL of the lanes that serve one warp" =
        |plan| alone(plan, shuffle::shuffle(plan));
    wave_shuffle needs Shuffle, "SHFL and the lane moves of the lanes of a beat, as the core has them" =
        |plan| alone(plan, wave_shuffle::wave_shuffle(plan));
    shuffle_select needs Shuffle, "source thread and range of one thread's SHFL" =
        |plan| alone(plan, shuffle_select::shuffle_select(plan));
    dpp needs Dpp, "DPP network of one row of 16 threads" = |plan| alone(plan, dpp::dpp(plan));
    vote needs Vote, "VOTE, MATCH and REDUX of the lanes that serve one warp" =
        |plan| alone(plan, vote::vote(plan));
    lane, "ALU, predicate logic and result select of one lane" = |plan| alone(plan, lane::lane(plan));
    float needs Float, "float arithmetic, comparison and conversion of one lane" =
        |plan| alone(plan, lane::float());
    video needs Video, "video arithmetic of one lane on selected parts" =
        |plan| alone(plan, lane::video());
    video_select needs Video, "selectors of a lane's video instructions" =
        |plan| alone(plan, lane::video_select(plan));
    register_file, "vector registers with operand and result staging" =
        |plan| register_file::register_file(register_file::vector_registers(plan));
    mask_file, "predicates and mask slots with their staging" =
        |plan| register_file::register_file(register_file::predicates_and_slots(plan));
    sequencer, "issue, interlock and pipeline of slots" = |plan| sequencer::sequencer(plan);
    barriers needs Barrier, "waves that wait for each other, and counts over their threads" =
        |plan| barriers::barriers(plan);
    special, "cycle counter, performance counters and what else S2R reads" =
        |plan| special::special(plan);
    exec_masks, "EXEC of every wave" = |plan| exec_masks::exec_masks(plan);
}

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

/// The unit that moves the words of DPP, by name.
pub fn unit_of_dpp(config: &Config) -> &'static str {
    if config.dpp == DppPath::Crossbar { "wave_shuffle" } else { "dpp" }
}

/// Mark in the names of modules that got their pipeline registers in a unit by itself: in the core
/// these stand elsewhere, and both may be in one design.
pub const ALONE: &str = "_alone";

/// A unit by itself, all of whose inputs come out of registers.
fn alone<I: Record, O: Record>(plan: &Plan, block: Block<I, O>) -> Block<I, O> {
    let block = pipelined(plan, block, &Arrival::together);
    if plan.stages == 0 {
        return block;
    }
    let top = block.module.name.clone();
    let unit = top.trim_start_matches(NAMESPACE);
    let name = |name: &str| match name == top {
        true => format!("{name}{ALONE}"),
        false => format!("{name}{ALONE}_in_{unit}"),
    };
    block.renamed(&name)
}

/// Why there is no such unit: rule, value and cure.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct UnitError(String);

/// Name of the unit that is built when none is named.
pub const CORE: &str = "core";

/// The unit that software drives.
pub const SYSTEM: &str = "system";

/// Name of the unit that holds all that executes a beat.
pub const EXECUTE: &str = "execute";

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

/// The stages of the pipeline of `unit` in the machine of `config`, timed by `delays`; of a unit with
/// state its longest path. The delays of an ECP5 place registers, whatever the machine is built for.
///
/// # Errors
/// As [`build`].
pub fn cuts(unit: &Unit, config: &Config, delays: &Delays) -> Result<Vec<StagePath>, UnitError> {
    let module = build(unit, &Config { stages: 0, ..config.clone() })?;
    if module.has_clock() {
        return Ok(vec![longest_path(&build(unit, config)?, delays)]);
    }
    let plan = Plan::new(config);
    let arrivals = [Delays::ecp5(), delays].map(|delays| core::arrival(&plan, delays));
    let [places, times] = [0, 1].map(|which| {
        let arrival: &dyn Fn(&str) -> Arrival =
            if unit.name == EXECUTE { &arrivals[which] } else { &Arrival::together };
        Pipeline { arrival, ..Pipeline::new(config.stages, [Delays::ecp5(), delays][which]) }
    });
    Ok(places.timed_by(&times, &module))
}

/// Builds `unit` for `config`.
///
/// # Errors
/// When the machine [lacks](Unit::lacks) the unit.
pub fn build(unit: &Unit, config: &Config) -> Result<Arc<Module>, UnitError> {
    let Some((parameter, value)) = unit.lacks(config) else { return Ok(unit.build(config)) };
    let (name, key, here) = (unit.name, parameter.key(), parameter.text(config));
    let setting = value.trim_matches('"');
    Err(UnitError(format!(
        "unit {name} needs {key} = {value}, but here {key} = {here}; use --set {key}={setting}"
    )))
}
