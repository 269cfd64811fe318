//! What several test files share.
#![allow(dead_code)]

pub mod naive;
pub mod program;
pub mod random_netlist;
pub mod tools;
