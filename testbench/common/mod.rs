//! What several test benches share.

pub mod allocations;
pub mod axi;
pub mod bench;
pub mod broken;
pub mod browser;
pub mod cells;
pub mod checks;
pub mod circt;
pub mod command_line;
pub mod copies;
pub mod dpp_sweep;
pub mod golden;
pub mod host;
pub mod ihp;
pub mod process;
pub mod program;
pub mod repository;
pub mod sample;
pub mod simulations;
pub mod table;
pub mod tools;
