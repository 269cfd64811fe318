//! Instructions: vocabulary, the one table of operations, the machine word, assembly text.

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
pub mod row;
pub mod sentence;
mod shared;
mod state;
mod table;
mod video;
pub mod video_encoding;
mod words;

pub use deadlock::Deadlock;
pub use dpp::{Dpp, DppControl};
pub use instruction::{Instruction, MaskEntry, MaskSource, Operand, Register, SourceModifier};
pub use operation::{
    BarrierReduction, Comparison, ControlOperation, ExecOperation, FloatOperation, LaneMove,
    LaneOperation, MaskFunction, Operation, ReadOperation, Reduction, ShuffleMode, Signedness,
    TrueWord, VoteOperation,
};
pub use program::{Line, Program};
pub use retired::Retired;
pub use row::{Dialect, Feature, Field, Gfx9, Passes, Spelling};
pub use shared::{BARRIERS, Barrier, COUNTERS, Shared, SpecialRegister};
pub use state::{MASK_ENTRIES, WaveState};
pub use table::{CLASSES, TABLE};
pub use video::{
    Elements, Part, ScalarVideo, Secondary, SimdOperation, SimdVideo, Variant, Video,
    VideoMultiplyAdd, VideoOperation, VideoTypes,
};
pub use words::{
    BANK_THREADS, EIGHT_THREADS, Mask, QUAD_THREADS, ROW_THREADS, Row, Thread, WARP_THREADS, Wave,
};
