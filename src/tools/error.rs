//! What keeps a tool from doing what it was called for.

use std::fmt;

/// The variable that holds the time limit of a tool, in seconds.
pub const LIMIT_VARIABLE: &str = "LANEBEAT_TOOL_SECONDS";

/// Why a tool has not done what it was called for; `doing` is "maps lanebeat_core".
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CallError {
    #[error("{tool} cannot be started: {reason}; install it again")]
    Start { tool: String, reason: String },
    #[error(
        "{tool} {doing} and has not ended within {seconds} s, so it was stopped; \
         allow more in {LIMIT_VARIABLE}"
    )]
    TooSlow { tool: String, doing: String, seconds: u64 },
    #[error(
        "{tool} {doing} and was killed by {signal}; call it again, with more memory if it lacks"
    )]
    Killed { tool: String, doing: String, signal: SignalName },
    #[error("{LIMIT_VARIABLE} is a whole number of seconds from 1 to 1000000, not {0}; try 3600")]
    Limit(String),
}

/// `SIGKILL`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SignalName(pub i32);

impl fmt::Display for SignalName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match signal_hook::low_level::signal_name(self.0) {
            Some(name) => f.write_str(name),
            None => write!(f, "signal {}", self.0),
        }
    }
}
