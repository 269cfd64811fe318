//! What several test benches share. What the packages' own tests need as well lies with them.

pub mod allocations;
pub mod axi;
pub mod bench;
pub mod broken;
pub mod browser;
pub mod cells;
pub mod checks;
#[path = "../../crates/hdl/tests/common/circt.rs"]
pub mod circt;
pub mod dpp_sweep;
#[path = "../../crates/hdl/tests/common/golden.rs"]
pub mod golden;
pub mod host;
pub mod ihp;
pub mod process;
pub mod program;
pub mod simulations;
#[path = "../../crates/hdl/tests/common/tools.rs"]
pub mod tools;
