//! When things happen: the timing model of the core, without a netlist.
//!
//! [`Timing`] holds the numbers of each register-file organisation (docs/learn/register-files.md);
//! [`run`] executes a program slot by slot and tells a [`Sink`] of every issue, stall, port access,
//! beat and retirement; [`Schedule`] is a sink that writes them down as a timetable. What the
//! instructions compute plays no part: time depends on no data.

mod banks;
mod barrier;
mod decoded;
mod event;
mod run;
mod schedule;
mod table;
mod timing;
mod totals;

pub use banks::places;
pub use event::{
    Access, Action, BankUser, Beat, Entry, Issue, Pass, Port, Retire, Silent, Sink, Stall,
    StallReason,
};
pub use run::run;
pub use schedule::Schedule;
pub use table::{Side, aligned};
pub use timing::{Timing, gathers, passes, waves_to_saturate};
pub use totals::{Stalls, Totals};
