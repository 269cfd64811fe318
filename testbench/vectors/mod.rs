//! Stimulus with its expected answers, for those who have no Rust.

pub mod benches;
