//! Lanebeat: a hardware generator and cycle model of a time-multiplexed GPU SIMD datapath.
//!
//! From one [`Config`](config::Config) come the hardware as Verilog, a simulation of that same
//! hardware against an independent model, timetables, and studies of what it costs. Most people use
//! the command `lanebeat`; this library has everything the command does, in parts:
//!
//! ```
//! use lanebeat::config::Config;
//! use lanebeat::engine::{Flat, Interpreter};
//! use lanebeat::isa::{WaveState, asm::assemble};
//! use lanebeat::lockstep::{Machine, Named, lockstep};
//! use lanebeat::verilog::{Header, write};
//!
//! let config = Config { lanes: 8, waves: 2, registers: 8, ..Config::default() };
//! let text = "IADD R2, R0, R1\nSHFL.UP P1, R3, R2, 1, 0";
//! let program = assemble("sum.s", text, &config.target()).expect("two instructions");
//!
//! // The hardware, as Verilog.
//! let core = lanebeat::rtl::core(&config);
//! let files = write(&core, &Header::default());
//! assert_eq!(files.last().expect("a file a module").name, "lanebeat_core.v");
//!
//! // The same hardware executes the program; each retired row is compared with the model's.
//! let initial = vec![WaveState::new(config.threads(), config.registers); config.waves];
//! let named: Vec<_> = (0..config.waves).map(|wave| Named::by_program(&program, wave)).collect();
//! let mut machine = Machine::new(Interpreter::new(&Flat::new(&core), 1), &config, vec![]);
//! let summary = lockstep(&mut machine, &program, &initial, &named).expect("both agree");
//! assert_eq!(summary.instructions, 2);
//! ```
//!
//! # Modules, in the order in which one meets them
//!
//! | module | purpose |
//! |---|---|
//! | [`isa`] | instructions: their words, their text, one table of operations |
//! | [`model`] | the meaning of instructions, for whole waves and without clocks: the judge |
//! | [`config`], [`plan`] | one validated configuration, and what follows from it |
//! | [`rtl`] | the hardware, built as an [`hdl`] netlist |
//! | [`verilog`], [`mlir`] | the netlist as text |
//! | [`engine`] | the netlist executed: interpreter, compiled code, waveforms |
//! | [`lockstep`] | hardware against model, program by program |
//! | [`simulators`], [`board`] | the same comparison for Verilator, Icarus, arcilator and real boards |
//! | [`cycle`] | the timing of a program on a machine: timetables |
//! | [`study`] | sweeps of parameters: area, clock, energy |
//! | [`draw`] | timetables, diagrams, waveforms and plots as pictures |
//! | [`vectors`], [`drivers`], [`widgets`] | benches for other simulators, the register map for drivers, blocks for rust-hdl |
//!
//! # Features and compilers
//!
//! `rust-hdl` (off by default) adds [`widgets`] to rust-hdl's own types. The oldest compiler is the
//! `rust-version` of the package.

#![deny(missing_docs)]

#[doc(hidden)]
pub mod activity;
pub mod board;
pub mod config;
pub mod cycle;
pub mod draw;
pub mod drivers;
#[doc(hidden)]
pub mod files;
pub mod isa;
pub mod lockstep;
pub mod model;
pub mod plan;
#[doc(hidden)]
pub mod random;
pub mod rtl;
pub mod simulators;
#[doc(hidden)]
pub mod source;
pub mod study;
#[doc(hidden)]
pub mod tools;
pub mod vectors;
pub mod widgets;

pub use lanebeat_engine as engine;
pub use lanebeat_hdl as hdl;
pub use lanebeat_hdl::{mlir, ports, record, verilog};
