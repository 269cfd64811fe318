//! The netlist, what is done to it, and what is written of it. Engines say what it means.

mod bench;
mod common;
mod mlir;
mod netlist;
mod pipeline;
mod proof;
mod record;
mod simplify;
mod verilog;
