//! Errors of calls of tools.

use std::io;

use crate::files::reason;

/// The variable that holds the time limit of a tool, in seconds.
pub const LIMIT_VARIABLE: &str = "LANEBEAT_TOOL_SECONDS";

/// Reason why a tool has not done its work; `doing` is "maps lanebeat_core".
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CallError {
    /// `reason` ends in a cure.
    #[error("{tool} cannot be started: {reason}")]
    Start { tool: String, reason: String },
    #[error(
        "{tool} {doing} and has not ended within {seconds} s, so it was stopped; \
         allow more in {LIMIT_VARIABLE}"
    )]
    TooSlow { tool: String, doing: String, seconds: u64 },
    #[error(
        "{tool} {doing} and printed more than {mebibytes} MiB, so it was stopped; install it again"
    )]
    Endless { tool: String, doing: String, mebibytes: usize },
    #[error(
        "{tool} {doing} and was killed by {}; call it again, with more memory if it lacks",
        name(*signal)
    )]
    Killed { tool: String, doing: String, signal: i32 },
    #[error("{LIMIT_VARIABLE} is a whole number of seconds from 1 to 1000000, not {0}; try 3600")]
    Limit(String),
}

/// The system's reason why a process or a thread cannot be started, and a cure; `other` is the cure
/// where there are enough of them.
pub fn not_started(error: &io::Error, other: &str) -> String {
    let cure = match error.kind() {
        io::ErrorKind::WouldBlock => "allow more processes, as by ulimit -u",
        _ => other,
    };
    format!("{}; {cure}", reason(error))
}

/// `SIGKILL`.
fn name(signal: i32) -> String {
    let name = signal_hook::low_level::signal_name(signal);
    name.map_or_else(|| format!("signal {signal}"), str::to_owned)
}
