//! The hardware, one block a file, as functions from a configuration to a netlist.

mod bank;
mod barrier;
mod bundle;
mod core;
mod cross_lane;
mod decode;
mod dpp;
mod exec_masks;
mod gates;
mod host;
mod lane;
mod lane_move;
mod redux;
mod register_file;
mod sequencer;
mod shuffle;
mod shuffle_warp;
mod special;
mod system;
mod timing;
mod units;
mod vote;

pub use core::core;
pub use dpp::dpp_row;
pub use lane_move::{lane_move, push_select};
pub use shuffle::{shuffle, shuffle_select};
pub use shuffle_warp::shuffle_warp;
pub use system::{AccessKind, MAP, MapRow, PROGRAM_WORDS, SystemRegister, system, uart_bridge};
pub use units::{UNITS, Unit};
pub use vote::vote_warp;
