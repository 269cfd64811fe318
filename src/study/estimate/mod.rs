//! LUTs, flip-flops and block RAM without a tool, calibrated against yosys.

mod features;
mod sample;

pub use features::{Features, NAMES, features, kind};
pub use sample::configurations;
