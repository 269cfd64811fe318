//! The behavioural model against expectations worked out by hand from ISA.md.

#[path = "model/dpp.rs"]
mod dpp;
#[path = "model/dpp_table.rs"]
mod dpp_table;
#[path = "model/exec.rs"]
mod exec;
#[path = "model/explain.rs"]
mod explain;
#[path = "model/lane.rs"]
mod lane;
#[path = "model/lane_move.rs"]
mod lane_move;
#[path = "model/lane_move_table.rs"]
mod lane_move_table;
#[path = "model/shuffle.rs"]
mod shuffle;
#[path = "model/shuffle_table.rs"]
mod shuffle_table;
#[path = "model/step.rs"]
mod step;
#[path = "model/support.rs"]
mod support;
#[path = "model/vote.rs"]
mod vote;
#[path = "model/vote_table.rs"]
mod vote_table;
