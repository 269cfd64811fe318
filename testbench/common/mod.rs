//! What several test benches share.

pub mod allocations;
pub mod axi;
pub mod bench;
pub mod broken;
pub mod cells;
pub mod checks;
pub mod dpp_sweep;
pub mod golden;
pub mod host;
pub mod naive;
pub mod process;
pub mod program;
pub mod random_netlist;
pub mod simulations;
pub mod tools;
