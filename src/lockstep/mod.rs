//! Hardware and model side by side: programs run on both, and every retirement is compared.
//!
//! A [`Machine`] is a core in an engine, driven through its three ports; [`lockstep`] runs any
//! [`Hardware`] next to the model; [`campaign`] does so with random programs and looks for the
//! shortest on which they differ.
//!
//! ```
//! use lanebeat::config::{Config, Preset};
//! use lanebeat::engine::{Flat, Interpreter};
//! use lanebeat::isa::{WaveState, asm::assemble};
//! use lanebeat::lockstep::{Machine, Named, lockstep};
//!
//! let config = Preset::Small.config();
//! let program = assemble("add.s", "IADD R1, R0, 7", &config.target()).expect("one instruction");
//! let initial = vec![WaveState::new(config.threads(), config.registers); config.waves];
//! let named: Vec<_> = (0..config.waves).map(|wave| Named::by_program(&program, wave)).collect();
//! let engine = Interpreter::new(&Flat::new(&lanebeat::rtl::core(&config)), 1);
//! let mut machine = Machine::new(engine, &config, vec![]);
//! let summary = lockstep(&mut machine, &program, &initial, &named).expect("both agree");
//! assert_eq!(summary.states[0].registers[1].0, vec![7; config.threads()]);
//! ```

pub mod campaign;
mod checksum;
mod compare;
mod configurations;
mod execution;
mod feeder;
mod hardware;
mod long_program;
mod machine;
mod random_program;
mod random_video;
mod retire_port;
pub mod state_file;
mod timed_model;

pub use checksum::{Agreement, Checksums, passes_for};
pub use compare::{
    Difference, Summary, different_state, lockstep, lockstep_with, lockstep_without_reset,
};
pub use configurations::configurations;
pub use execution::{Execution, POWER_UP_SEED, Prepared};
pub use hardware::{Hardware, HostEntry, HostPort, HostRow, Named, Retirement, RunError, patience};
pub use long_program::long_program;
pub use machine::{Machine, Observer};
pub use random_program::{Case, case};
pub(crate) use retire_port::Rows;
pub use timed_model::TimedModel;
