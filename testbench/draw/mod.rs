//! Pictures, read back by others.

mod diagram;
mod steps;
