//! The hardware, one block a file, as functions from a [`Plan`] to a netlist.
//!
//! ```
//! use lanebeat::config::Preset;
//! use lanebeat::rtl::core;
//!
//! let module = core(&Preset::Small.config());
//! assert_eq!(module.name, "lanebeat_core");
//! assert!(module.outputs().any(|port| port.name == "retire_valid"));
//! ```

mod codes;
mod core;
mod cross_lane;
mod gates;
mod host;
mod issue;
mod lane;
mod prelude;
pub mod probe;
mod register_file;
mod schedule;
mod shared;
mod system;
pub mod units;

use std::sync::Arc;

use crate::config::Config;
use crate::hdl::{Block, Module};
use crate::plan::Plan;

pub use cross_lane::dpp::dpp;
pub use cross_lane::lane_move::{lane_move, push_select};
pub use cross_lane::shuffle::shuffle;
pub use cross_lane::shuffle_select::shuffle_select;
pub use cross_lane::vote::vote;
pub use cross_lane::wave_shuffle::wave_shuffle;
pub use system::{
    ADDRESS_BITS, ANSWER_BYTES, AccessKind, Field, GARBLED, IDENTITY, Image, MAP, MapRow,
    PERIOD_BITS, PROGRAM_WORDS, REQUEST_BYTES, SystemRegister, TooLong, WriteEffect, check_byte,
    uart_bridge,
};
pub use units::{UNITS, Unit};

/// The core of `config`.
pub fn core(config: &Config) -> Arc<Module> {
    core::core(&Plan::new(config)).module
}

/// The core of `config` with what it needs to run by itself, behind an AXI4-Lite slave.
pub fn system(config: &Config) -> Block<system::Inputs, system::Outputs> {
    system_with(config, &Image::default())
}

/// As [`system`], with a program in its memory that starts by itself.
pub fn system_with(config: &Config, image: &Image) -> Block<system::Inputs, system::Outputs> {
    system::system(&Plan::new(config), image)
}
