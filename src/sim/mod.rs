//! Simulation of a netlist: engines, waveforms.
//!
//! [`Flat`] is the levelised design; an [`Engine`] runs it, the [`Interpreter`] being the reference. [`Waveform`] writes
//! what an engine does as VCD, [`SaveFile`] says how GTKWave shows it.

mod compiled;
mod engine;
mod evaluate;
mod feeder;
pub mod flat;
mod flatten;
mod flatten_memory;
mod garbage;
mod gtkw;
mod hardware;
mod interpreter;
mod limbs;
mod lockstep;
mod machine;
mod memory_edge;
mod random_program;
mod random_video;
mod retire_port;
mod watch;
mod waveform;

pub use compiled::{Code, Compiled, InputImages};
pub use engine::Engine;
pub use flat::{Flat, MemoryId, SignalId, SignalKind};
pub use garbage::Garbage;
pub use gtkw::{Format, Group, SaveFile, Trace, UnknownSignal, filter_file, reference};
pub use hardware::{Hardware, HostEntry};
pub use interpreter::Interpreter;
pub use lockstep::{Difference, Named, Summary, different_state, lockstep};
pub use machine::{Machine, Observer, Retirement, RunError, patience};
pub use random_program::{Case, case};
pub use watch::Watch;
pub use waveform::{Waveform, WaveformOptions};
