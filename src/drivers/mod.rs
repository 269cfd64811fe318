//! The register map of the system in the languages of drivers, all from the one table
//! [`MAP`](crate::rtl::MAP): a C header, CMSIS-SVD, SystemRDL and a Python class.

mod c;
mod python;
mod svd;
mod systemrdl;
mod text;

use crate::config::Config;

/// A file for drivers.
pub struct DriverFile {
    pub name: &'static str,
    pub text: String,
}

/// The names of all files.
pub const NAMES: [&str; 4] = [c::NAME, svd::NAME, systemrdl::NAME, python::NAME];

/// The files for the system of `config`; `command` made them.
pub fn files(config: &Config, command: &str) -> [DriverFile; 4] {
    [
        DriverFile { name: c::NAME, text: c::header(config, command) },
        DriverFile { name: svd::NAME, text: svd::device(config, command) },
        DriverFile { name: systemrdl::NAME, text: systemrdl::addrmap(config, command) },
        DriverFile { name: python::NAME, text: python::class(config, command) },
    ]
}

/// Whether `text` is one of these files.
pub fn is_one(text: &str) -> bool {
    text.lines().take(text::HEAD_LINES).any(|line| line.contains(text::MADE_BY))
}
