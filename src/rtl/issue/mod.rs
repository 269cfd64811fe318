//! Issue: what an instruction word says, which wave may go, and when each stage has what it needs.

pub mod allocate;
pub mod banks;
pub mod decode;
pub mod instruction;
pub mod queue;
pub mod sequencer;
