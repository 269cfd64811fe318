//! Lanebeat: a hardware generator and cycle model of a time-multiplexed GPU SIMD datapath.
//!
//! Data flows one way: [`isa`] says what instructions are, [`model`] what they mean,
//! [`config`] what machine is wanted, [`rtl`] builds it in the [`hdl`] netlist, [`verilog`] and
//! [`mlir`] write it, [`engine`] runs it, [`lockstep`] compares it with the model,
//! [`simulators`] do so with the written Verilog, [`board`] on a board behind a serial line,
//! [`drivers`] writes what a driver needs, [`cycle`] says when things happen,
//! [`study`] what they cost, [`vectors`] records what benches check,
//! [`widgets`] makes blocks for rust-hdl of it, [`cli`] talks to people.

pub mod activity;
pub mod board;
#[doc(hidden)]
pub mod cli;
pub mod config;
#[deny(missing_docs)]
pub mod cycle;
pub mod drivers;
#[deny(missing_docs)]
pub mod engine;
pub mod files;
#[deny(missing_docs)]
pub mod hdl;
pub mod isa;
pub mod lockstep;
#[deny(missing_docs)]
pub mod mlir;
#[deny(missing_docs)]
pub mod model;
#[deny(missing_docs)]
pub mod random;
pub mod rtl;
pub mod simulators;
pub mod source;
#[deny(missing_docs)]
pub mod study;
pub mod tools;
pub mod vectors;
#[deny(missing_docs)]
pub mod verilog;
pub mod widgets;
