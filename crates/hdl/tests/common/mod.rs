//! What tests share; the tests of the other packages take some of it from here.

pub mod bench;
pub mod circt;
pub mod golden;
pub mod naive;
pub mod random_netlist;
#[allow(dead_code, reason = "other packages have tests for more tools")]
pub mod tools;
