//! Lanebeat: a hardware generator and cycle model of a time-multiplexed GPU SIMD datapath.
//!
//! Data flows one way: [`isa`] says what instructions are, [`model`] what they mean,
//! [`config`] what machine is wanted, [`plan`] what follows from that, [`rtl`] builds it in the
//! [`hdl`] netlist, [`verilog`] and [`mlir`] write it, [`engine`] runs it, [`lockstep`] compares it with the model,
//! [`simulators`] do so with the written Verilog, [`board`] on a board behind a serial line,
//! [`drivers`] writes what a driver needs, [`cycle`] says when things happen,
//! [`draw`] draws all of it, [`study`] says what it costs, [`vectors`] records what benches check,
//! [`widgets`] makes blocks for rust-hdl of it, [`cli`] talks to people.

pub mod activity;
pub mod board;
#[doc(hidden)]
pub mod cli;
pub mod config;
#[deny(missing_docs)]
pub mod cycle;
pub mod draw;
pub mod drivers;
pub mod files;
pub mod isa;
pub mod lockstep;
#[deny(missing_docs)]
pub mod model;
#[deny(missing_docs)]
pub mod plan;
#[deny(missing_docs)]
pub mod random;
pub mod rtl;
pub mod simulators;
pub mod source;
#[deny(missing_docs)]
pub mod study;
pub mod tools;
pub mod vectors;
pub mod widgets;

pub use lanebeat_engine as engine;
pub use lanebeat_hdl as hdl;
pub use lanebeat_hdl::{mlir, ports, record, verilog};
