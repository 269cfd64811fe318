//! Lanebeat: a hardware generator and cycle model of a time-multiplexed GPU SIMD datapath.
//!
//! Data flows one way: [`isa`] says what instructions are, [`model`] what they mean,
//! [`config`] what machine is wanted, [`rtl`] builds it in the [`hdl`] netlist, [`verilog`] writes
//! it, [`engine`] runs it, [`lockstep`] compares it with the model,
//! [`simulators`] do so with the written Verilog, [`board`] on a board behind a serial line,
//! [`drivers`] writes what a driver needs, [`cycle`] says when things happen,
//! [`study`] what they cost, [`vectors`] records what benches check,
//! [`widgets`] makes blocks for rust-hdl of it, [`cli`] talks to people.

pub mod activity;
pub mod board;
pub mod cli;
pub mod config;
pub mod cycle;
pub mod drivers;
pub mod engine;
pub mod files;
pub mod hdl;
pub mod isa;
pub mod lockstep;
pub mod model;
pub mod rtl;
pub mod simulators;
pub mod source;
pub mod study;
pub mod tools;
pub mod vectors;
pub mod verilog;
pub mod widgets;
