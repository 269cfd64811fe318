//! The behavioural model against expectations worked out by hand from ISA.md.

mod dpp;
pub mod dpp_table;
mod exec;
mod explain;
mod lane;
mod lane_move;
pub mod lane_move_table;
mod reads;
mod shared;
mod shuffle;
pub mod shuffle_table;
mod step;
mod support;
mod vote;
pub mod vote_table;
