//! Signals watched in a running machine: the ports of its blocks, and others that they export. Each
//! is a record that [`Flat::probe`](crate::engine::Flat::probe) finds by its type, so a net may be
//! called anything.
//!
//! ```
//! use lanebeat::config::Preset;
//! use lanebeat::engine::Flat;
//! use lanebeat::rtl::{core, probe::CoreInputs};
//!
//! let config = Preset::Small.config();
//! let flat = Flat::new(&core(&config));
//! let inputs = flat.probe::<CoreInputs>();
//! assert!(inputs.issue_valid.is_some());
//! ```

pub use super::core::{
    BeatMasks, Inputs as CoreInputs, LanesProbe, Outputs as CoreOutputs, ResultsProbe,
    Retired as Retire,
};
pub use super::host::{Answer, Host};
pub use super::issue::instruction::Instruction as Reading;
pub use super::issue::queue::WaitingProbe;
pub use super::issue::sequencer::{ExecutionProbe, IssueProbe, Outputs as Stages};
pub use super::lane::ports::{Inputs as LaneInputs, Outputs as LaneOutputs};
pub use super::register_file::{
    BankProbe, Command, Inputs as FileInputs, OperandProbe, ReadPortProbe, ReadsProbe, TurnProbe,
    WriteProbe,
};
pub use super::schedule::CountProbe;
pub use super::shared::exec_masks::Inputs as ExecInputs;
pub use super::system::{BridgeInputs, FeederOutputs, FromSlave, Inputs as SystemInputs};
