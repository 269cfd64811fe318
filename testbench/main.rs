//! Tests of the machine and its program, laid out as `src` is; `common` for what tests share, `data` for what others measured. `hdl` and `engine` are programs of their own.

mod common;

mod architecture;
pub mod board;
mod cli;
mod compiled;
mod config;
mod cycle;
mod docs;
mod draw;
mod drivers;
mod files;
mod fuzz;
mod gpu;
mod isa;
mod lessons;
mod lockstep;
mod mlir;
mod model;
mod package;
mod plan;
mod rtl;
mod simulators;
mod source;
mod study;
mod tools;
mod vectors;
mod verilog;
#[cfg(feature = "rust-hdl")]
mod widgets;
