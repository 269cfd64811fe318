//! Recorded vectors for the self-checking benches that [`crate::verilog::testbench()`] writes.
//!
//! The core's are recorded while random programs run in lockstep with the model, so each result in
//! them has been judged ([`of_core`]). A unit's are what the netlist answers to random and corner
//! values; what it answers differently after another power-up is marked as undefined ([`of_unit`]).
//!
//! ```
//! use lanebeat::config::Preset;
//! use lanebeat::rtl::units::{build, find};
//! use lanebeat::vectors::of_unit;
//!
//! let config = Preset::Small.config();
//! let module = build(find("shuffle")?, &config)?;
//! let vectors = of_unit(&module, &config, 3, 1);
//! assert_eq!(vectors.len(), 3);
//! # Ok::<(), lanebeat::rtl::units::UnitError>(())
//! ```

mod core;
mod partners;
mod shown;
mod stimulus;
mod unit;
mod values;

pub use core::{NotJudged, Recording, of_core, random_core};
pub use unit::of_unit;
