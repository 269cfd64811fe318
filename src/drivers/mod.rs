//! The register map of the system in the languages of drivers, all from the one table
//! [`MAP`](crate::rtl::MAP): a C header, CMSIS-SVD, SystemRDL and a Python class; and a script that
//! packages the system for Vivado.
//!
//! ```
//! use lanebeat::config::Config;
//! use lanebeat::drivers::{NAMES, is_one, texts};
//!
//! let [header, ..] = texts(&Config::default(), "lanebeat generate system");
//! assert_eq!(NAMES[0], "lanebeat_system.h");
//! assert!(is_one(&header));
//! ```

mod c;
mod python;
mod svd;
mod systemrdl;
mod text;
mod vivado;

use crate::config::Config;

/// The names of all files.
pub const NAMES: [&str; 5] = [c::NAME, svd::NAME, systemrdl::NAME, python::NAME, vivado::NAME];

/// The texts of all files, in the order of their names, for the system of `config`; `command` made
/// them.
pub fn texts(config: &Config, command: &str) -> [String; 5] {
    let writers = [c::header, svd::device, systemrdl::addrmap, python::class, vivado::script];
    writers.map(|writer| writer(config, command))
}

/// Whether `text` is one of these files.
pub fn is_one(text: &str) -> bool {
    text.lines().take(text::HEAD_LINES).any(|line| line.contains(text::MADE_BY))
}
