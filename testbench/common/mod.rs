//! Shared by the integration tests.

pub mod naive;
pub mod random_netlist;
