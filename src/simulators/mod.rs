//! Verilator and Icarus Verilog on the written Verilog, and arcilator on the written MLIR: the proof
//! that what is written is what was simulated.
//!
//! A [`Simulator`] builds the core and a driver (`build`) into a program, kept by the digest of
//! all that went into it; a
//! [`Simulation`] is that program running, obeying commands on its standard input (`protocol`).
//!
//! ```
//! use lanebeat::config::Preset;
//! use lanebeat::simulators::{BuildOptions, Simulator};
//!
//! fn simulation(simulator: Simulator) -> Result<(), Box<dyn std::error::Error>> {
//!     let built = simulator.build(&Preset::Small.config(), &BuildOptions::default())?;
//!     println!("{} is {}", simulator.name(), built.program.display());
//!     Ok(())
//! }
//! # let _ = simulation;
//! ```

mod answer;
mod build;
mod campaign;
mod packages;
mod protocol;
mod simulator;
mod verilator;

pub use build::{BuildOptions, Built, Dumping, Sizes};
pub use campaign::random_programs_written;
pub use protocol::Simulation;
pub use simulator::{Simulator, SimulatorError};
pub use verilator::newest_verilator;
