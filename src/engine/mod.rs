//! Engines that run a netlist, and the waveforms of what they do.
//!
//! [`Flat`] is the levelised design; an [`Engine`] runs it, the
//! [`Interpreter`] being the reference. [`Waveform`] writes what an engine does as VCD,
//! [`SaveFile`] says how GTKWave shows it.

mod compiled;
mod contract;
mod evaluate;
pub mod flat;
mod flatten;
mod flatten_memory;
mod garbage;
mod interpreter;
mod limbs;
mod memory_edge;
mod watch;
mod waveform;

pub use compiled::{Code, Compiled, InputImages};
pub use contract::Engine;
pub use flat::{Flat, MemoryId, SignalId, SignalKind};
pub use garbage::{Garbage, Words};
pub use interpreter::Interpreter;
pub use watch::Watch;
pub use waveform::captions::{CAPTIONS, Caption, Captions, Said, Values};
pub use waveform::gtkw::{Format, Group, SaveFile, Trace, UnknownSignal, filter_file, reference};
pub use waveform::{Waveform, WaveformOptions};
