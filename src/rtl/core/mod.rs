//! The core: sequencer, register file, mask file, cross-lane units, lanes, and the three ports.
//!
//! ```text
//!  issue ──► sequencer ──► register file ──► a,b,c ──► execute: DPP, shuffle, votes, lanes ──┐
//!                     └──► mask file ─────► guard,p,q ──────────────────┘                  │
//!  host ◄──► both files and EXEC in idle cycles          retire ◄── files ◄────────────────┘
//! ```

mod context;
mod cross_lane;
mod datapath;
mod execute;
mod files;
mod masks;
mod operands;
mod passes;

pub use datapath::{Inputs, LanesProbe, Outputs, ResultsProbe, Retired, core};
pub use execute::{BeatMasks, arrival, pipelined_execute};
