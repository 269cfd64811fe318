#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

mod compiled;
mod contract;
mod evaluate;
pub mod flat;
mod flatten;
mod garbage;
mod interpreter;
mod memory_edge;
mod watch;
mod waveform;

pub use compiled::{Code, Compiled};
pub use contract::Engine;
pub use flat::{Flat, MemoryId, Net, Probed, SignalId, SignalKind};
pub use garbage::Garbage;
pub use interpreter::Interpreter;
pub use watch::Watch;
pub use waveform::captions::{CAPTIONS, Caption, CaptionValue, Captions, Values};
pub use waveform::gtkw::{Format, Group, SaveFile, Trace, UnknownSignal, filter_file, reference};
pub use waveform::saif::Activity;
pub use waveform::{PERIOD, Waveform, WaveformOptions};
