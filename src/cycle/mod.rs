//! When things happen: the timing model of the core, without a netlist.
//!
//! [`Timing`] holds the numbers of each register-file organisation (docs/learn/register-files.md);
//! [`run`] executes a program slot by slot and reports every issue, stall, port access, beat and
//! retirement to a [`Sink`]; [`Schedule`] records them as a timetable, which [`views`]
//! turn into the formats of other programs. The results of
//! instructions play no part: time depends on no data.
//!
//! ```
//! use lanebeat::config::Config;
//! use lanebeat::cycle::{Silent, Timing, run};
//! use lanebeat::isa::asm::assemble;
//!
//! let config = Config::default();
//! let text = "IADD R1, R0, 1\nIADD R2, R1, 1\n";
//! let totals = run(&config, &assemble("two.s", text, &config.target())?, &mut Silent)?;
//! // The second waits for the first, and no other wave is there to issue.
//! let distance = Timing::new(&config).dependent_distance();
//! assert_eq!(totals.stalls.operand_in_flight, distance - 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod banks;
mod barrier;
mod decoded;
mod event;
mod repetition;
mod run;
mod schedule;
mod table;
mod timing;
mod totals;
mod tracks;
pub mod views;
mod window;

pub use banks::places;
pub use event::{
    Access, Action, BankUser, Beat, Entry, Event, InFull, Issue, Meeting, Pass, Port, Retire,
    Silent, Sink, Stall, StallReason, Stay,
};
pub use run::run;
pub use schedule::{Issued, Schedule};
pub use table::{Side, aligned, lines, widen};
pub use timing::{Timing, gathers, passes, waves_to_saturate};
pub use totals::{Stalls, Totals};
pub use tracks::{Block, BlockKind, Track, tracks};
