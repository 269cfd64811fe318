//! The units that can be generated on their own, by name.

use std::sync::Arc;

use super::{barrier, core, dpp, exec_masks, lane, register_file, sequencer, shuffle, shuffle_warp, special, system, vote};
use crate::config::Config;
use crate::hdl::Module;
use crate::isa::Feature;

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
    Unit { name: "core", purpose: "the whole datapath with issue, host and retire ports", feature: None, build: core::core },
    Unit {
        name: "system",
        purpose: "the core with program memory and wave feeder behind an AXI4-Lite slave",
        feature: None,
        build: system::system,
    },
    Unit {
        name: "uart_bridge",
        purpose: "a serial line in front of the system's AXI4-Lite slave, for boards",
        feature: None,
        build: |_| system::uart_bridge(),
    },
    Unit {
        name: "shuffle",
        purpose: "SHFL of the lanes that serve one warp",
        feature: Some(Feature::Shuffle),
        build: shuffle_warp::shuffle_warp,
    },
    Unit {
        name: "wave_shuffle",
        purpose: "SHFL and the lane moves of the lanes of a beat, as the core has them",
        feature: Some(Feature::Shuffle),
        build: shuffle::shuffle,
    },
    Unit {
        name: "shuffle_select",
        purpose: "source thread and range of one thread's SHFL",
        feature: Some(Feature::Shuffle),
        build: shuffle::shuffle_select,
    },
    Unit { name: "dpp", purpose: "DPP network of one row of 16 threads", feature: Some(Feature::Dpp), build: dpp::dpp_row },
    Unit {
        name: "vote",
        purpose: "VOTE, MATCH and REDUX of the lanes that serve one warp",
        feature: Some(Feature::Vote),
        build: vote::vote_warp,
    },
    Unit { name: "lane", purpose: "ALU, predicate logic and result select of one lane", feature: None, build: lane::lane },
    Unit {
        name: "float",
        purpose: "float arithmetic, comparison and conversion of one lane",
        feature: Some(Feature::Float),
        build: lane::float,
    },
    Unit {
        name: "video",
        purpose: "video arithmetic of one lane on selected parts",
        feature: Some(Feature::Video),
        build: |_| lane::video(),
    },
    Unit {
        name: "video_select",
        purpose: "selectors of a lane's video instructions",
        feature: Some(Feature::Video),
        build: |_| lane::video_select(),
    },
    Unit {
        name: "register_file",
        purpose: "vector registers with operand and result staging",
        feature: None,
        build: |config| register_file::register_file(config, register_file::vector_registers(config)),
    },
    Unit {
        name: "mask_file",
        purpose: "predicates and mask slots with their staging",
        feature: None,
        build: |config| register_file::register_file(config, register_file::predicates_and_slots(config)),
    },
    Unit { name: "sequencer", purpose: "issue, interlock and pipeline of slots", feature: None, build: sequencer::sequencer },
    Unit {
        name: "barriers",
        purpose: "waves that wait for each other, and counts over their threads",
        feature: Some(Feature::Barrier),
        build: barrier::barriers,
    },
    Unit {
        name: "special",
        purpose: "cycle counter, performance counters and what else S2R reads",
        feature: None,
        build: special::special_registers,
    },
    Unit { name: "exec_masks", purpose: "EXEC of every wave", feature: None, build: exec_masks::exec_masks },
];
