//! Engines that run a netlist, and the waveforms of what they do.
//!
//! [`Flat`] is the levelised design; an [`Engine`] runs it, the
//! [`Interpreter`] being the reference. [`Waveform`] writes what an engine does as VCD,
//! [`SaveFile`] says how GTKWave shows it.
//!
//! ```
//! use lanebeat_engine::{Compiled, Engine, Flat, Interpreter};
//! use lanebeat_hdl::ModuleBuilder;
//!
//! let m = ModuleBuilder::new("counter", "Counts clock edges.");
//! let count = m.reset_register("count", 8, 0);
//! count.next(count.q() + m.constant(8, 1));
//! m.output("count", count.q(), "clock edges since reset");
//! let flat = Flat::new(&m.finish());
//!
//! // The same from both; the second number draws what registers power up with.
//! let engines: [Box<dyn Engine>; 2] =
//!     [Box::new(Interpreter::new(&flat, 1)), Box::new(Compiled::new(&flat, 1))];
//! for mut engine in engines {
//!     engine.reset();
//!     engine.steps(5);
//!     assert_eq!(engine.peek_u128(engine.signal("count")), 5);
//! }
//! ```

#![deny(missing_docs)]

mod compiled;
mod contract;
mod evaluate;
pub mod flat;
mod flatten;
mod garbage;
mod interpreter;
mod limbs;
mod memory_edge;
mod watch;
mod waveform;

pub use compiled::{Code, Compiled, InputImages};
pub use contract::Engine;
pub use flat::{Flat, MemoryId, Net, Probed, SignalId, SignalKind};
pub use garbage::Garbage;
pub use interpreter::Interpreter;
pub use watch::Watch;
pub use waveform::captions::{CAPTIONS, Caption, Captions, Said, Values};
pub use waveform::gtkw::{Format, Group, SaveFile, Trace, UnknownSignal, filter_file, reference};
pub use waveform::{Waveform, WaveformOptions};
