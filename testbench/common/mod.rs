//! What several test benches share.
#![allow(dead_code, reason = "each test bench uses a part")]

pub mod axi;
pub mod bench;
pub mod broken;
pub mod cells;
pub mod checks;
pub mod dpp_sweep;
pub mod host;
pub mod naive;
pub mod program;
pub mod random_netlist;
pub mod tools;
