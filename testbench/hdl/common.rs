//! The parts of `testbench/common` that know no GPU.

#[path = "../common/circt.rs"]
pub mod circt;
#[allow(dead_code, reason = "the machine's tests hold parts of pages")]
#[path = "../common/golden.rs"]
pub mod golden;
#[path = "../common/naive.rs"]
pub mod naive;
#[allow(dead_code, reason = "the engine's tests want them wild")]
#[path = "../common/random_netlist.rs"]
pub mod random_netlist;
#[allow(dead_code, reason = "the machine's tests run more tools")]
#[path = "../common/tools.rs"]
pub mod tools;
