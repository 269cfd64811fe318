//! What several test benches share.

pub mod tools;
