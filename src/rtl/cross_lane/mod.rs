//! Cross-lane units: what moves words, or looks at words, of other threads than the lane's own.

pub mod dpp;
pub mod lane_move;
pub mod redux;
pub mod shuffle;
pub mod shuffle_select;
pub mod vote;
pub mod wave_shuffle;
