//! The hardware, block by block, against the model and against what was worked out by hand.

mod barriers;
mod dpp;
mod elaboration;
mod float;
mod host_port;
mod lane_move;
mod pipeline;
mod ports;
mod power_up;
mod register_files;
mod shuffle;
mod special;
mod system;
pub mod video;
mod vote;
