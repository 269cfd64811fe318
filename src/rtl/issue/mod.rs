//! Issue: what an instruction word says, which wave may go, and when each stage has what it needs.

pub mod collectors;
pub mod decode;
pub mod sequencer;
