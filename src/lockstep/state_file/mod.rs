//! The state file (docs/reference/commands.md): the states of waves before a run, and their states
//! after it.
//!
//! Read with [`read`], written with [`write()`]; every engine's result goes through the same writer,
//! so that two engines that agree give the same bytes.

mod json;
mod parse;
mod state;

pub use parse::read;
pub use state::{NamedState, StateError, write};
