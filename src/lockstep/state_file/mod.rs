//! The state file (docs/reference/commands.md): the states of waves before a run, and their states
//! after it.
//!
//! Read with [`read`], written with [`write()`]; every engine's result goes through the same writer,
//! so that two engines that agree give the same bytes.
//!
//! ```
//! use lanebeat::config::Preset;
//! use lanebeat::lockstep::state_file::read;
//!
//! let config = Preset::Small.config();
//! let text = r#"{"waves": [{"registers": {"R1": "thread"}}]}"#;
//! let states = read("in.json", text, config.threads(), config.registers, config.waves)
//!     .expect("one wave");
//! assert_eq!(states[0].state.registers[1].0[..3], [0, 1, 2]);
//! ```

mod json;
mod parse;
mod state;

pub use parse::{read, read_constants};
pub use state::{NamedState, write};
