//! Numbers that a configuration implies, computed once: the hardware is built by them.
//!
//! `rtl` asks a [`Plan`] and derives nothing itself; `lanebeat show` prints one. The timing model
//! ([`crate::cycle`]) does not read it: it says when things happen a second time, from the
//! configuration alone, so that the two can be compared.
//!
//! ```
//! use lanebeat::config::Config;
//! use lanebeat::isa::VoteOperation;
//! use lanebeat::plan::Plan;
//!
//! let plan = Plan::new(&Config::default());
//! assert_eq!((plan.threads, plan.slot_cycles, plan.cycles_to_execute), (64, 4, 4));
//! assert_eq!((plan.wave.last, plan.wave.bits), (7, 3));
//! assert_eq!(plan.passes(VoteOperation::MatchAny.into()), 8);
//! ```

mod passes;
mod range;
mod table;
mod time;
mod units;

pub use passes::{Gather, PlannedOperation};
pub use range::{Range, index_bits};
pub use table::{Plan, Row, Section};
pub use time::WINDOW;
pub use units::PlannedUnit;

/// Entries of a wave's mask file in the hardware: P0..P6, s0..s3 and unused numbers between.
pub const MASK_FILE_ENTRIES: usize = 16;
/// Instruction words that the program memory of the system holds, for all waves together.
pub const PROGRAM_WORDS: usize = 256;
