//! A [`Schedule`] as others read it: a table, and the logs of two viewers. Its drawing is
//! [`crate::draw::timetable`].
//!
//! ```
//! use lanebeat::config::Config;
//! use lanebeat::cycle::{Schedule, views::Konata};
//! use lanebeat::isa::asm::assemble;
//!
//! let config = Config::default();
//! let program = assemble("one.s", "IADD R1, R0, 1", &config.target())?;
//! let schedule = Schedule::new(&config, &program)?;
//! let mut log = Konata::default();
//! assert!((log.part(&schedule) + &log.end()).contains("IADD R1, R0, 1"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod konata;
mod perfetto;
mod table;

use super::schedule::Schedule;
use crate::config::Parameter;

pub use konata::{HEAD as KONATA_HEAD, Konata};
pub use perfetto::{END as PERFETTO_END, HEAD as PERFETTO_HEAD, Perfetto};
pub use table::csv;

/// Names that distinguish the machines: the parameters that differ, or for one machine its register
/// file.
pub fn names(schedules: &[Schedule]) -> Vec<String> {
    let text = |parameter: &Parameter, of: &Schedule| parameter.text(of.config());
    let differs = |parameter: &Parameter| {
        schedules.iter().any(|other| text(parameter, other) != text(parameter, &schedules[0]))
    };
    let mut keys: Vec<Parameter> = Parameter::ALL.into_iter().filter(differs).collect();
    if keys.is_empty() {
        keys.push(Parameter::RegisterFile);
    }
    let name = |schedule: &Schedule| {
        let setting =
            |key: &Parameter| format!("{} {}", key.key(), text(key, schedule).replace('"', ""));
        keys.iter().map(setting).collect::<Vec<_>>().join(", ")
    };
    schedules.iter().map(name).collect()
}
