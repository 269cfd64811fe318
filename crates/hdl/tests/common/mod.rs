//! What tests share; the tests of the other packages take some of it from here.

pub mod bench;
pub mod circt;
#[allow(dead_code, reason = "others hold parts of pages")]
pub mod golden;
pub mod naive;
#[allow(dead_code, reason = "others want them wild")]
pub mod random_netlist;
#[allow(dead_code, reason = "others have tests for more tools")]
pub mod tools;
