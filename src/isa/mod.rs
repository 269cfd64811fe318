//! Instructions: vocabulary, the one table of operations, the machine word, assembly text.
//!
//! ```
//! use lanebeat::config::Config;
//! use lanebeat::isa::{Operand, Register, asm::assemble};
//!
//! let program = assemble("add.s", "IADD R2, R0, 7", &Config::default().target())?;
//! let instruction = program.waves[0][0].instruction;
//! assert_eq!(instruction.destination, Some(Register(2)));
//! assert_eq!(instruction.b, Operand::Literal(7));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod asm;
mod comparison;
mod deadlock;
mod dpp;
pub mod encoding;
pub mod gcn;
mod instruction;
mod operation;
mod program;
mod properties;
mod retired;
pub(crate) mod row;
mod sentence;
mod shared;
mod state;
mod table;
mod video;
pub(crate) mod video_encoding;
mod words;

pub use deadlock::Deadlock;
pub use dpp::{Dpp, DppControl};
pub use instruction::{Instruction, MaskEntry, MaskSource, Operand, Register, SourceModifier};
pub use operation::{
    BarrierReduction, Comparison, ControlOperation, ExecOperation, FloatOperation, LaneMove,
    LaneOperation, MaskFunction, Operation, ReadOperation, Reduction, ShuffleMode, Signedness,
    TrueWord, VoteOperation, WordOfWave,
};
pub use program::{Class, Executed, Line, Lines, Modelled, Program};
pub use retired::Retired;
pub use row::{Dialect, Feature, Field, Gfx9, Passes, Row as OperationRow, Spelling};
pub use sentence::sentence;
pub use shared::{BARRIERS, Barrier, COUNTERS, LaneMask, Shared, SpecialRegister};
pub use state::{MASK_ENTRIES, WaveState};
pub use table::{CLASSES, TABLE};
pub use video::{
    Elements, Part, ScalarVideo, Secondary, SimdOperation, SimdVideo, Variant, Video,
    VideoMultiplyAdd, VideoOperation, VideoTypes,
};
pub use words::{
    BANK_THREADS, EIGHT_THREADS, Mask, QUAD_THREADS, ROW_THREADS, Row, Thread, WARP_THREADS, Wave,
};
