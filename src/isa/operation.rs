//! Operations, grouped by the unit that does them: each unit has a type for its own operations.
//!
//! Each operation's names, spellings and description are in its row of [`super::TABLE`]; its
//! behaviour is in `model` (from ISA.md) and in `rtl` (the hardware).

pub use super::comparison::{Comparison, Signedness};
pub use super::table::LaneOperation;
use super::video::{SimdOperation, VideoOperation};

/// Operations of a lane's float unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "named as in ISA.md")]
pub enum FloatOperation {
    Add,
    Subtract,
    Multiply,
    MultiplyAdd,
    Minimum,
    Maximum,
    FromInteger(Signedness),
    ToInteger(Signedness),
    Compare(Comparison),
    /// Either is NaN, or the relation holds.
    CompareUnordered(Comparison),
    OrderedNotEqual,
    /// Neither is NaN.
    IsOrdered,
    /// Either is NaN.
    IsUnordered,
}

/// Operations that steer waves and write no thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "named as in ISA.md")]
pub enum ControlOperation {
    Nop,
    Exit,
    Synchronise,
    BarrierReduce(BarrierReduction),
    TriggerCounter,
}

/// Operations that give threads a word or a bit from outside their wave.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "named as in ISA.md")]
pub enum ReadOperation {
    Special,
    /// The result of the wave's last barrier.
    Barrier,
    /// Whether that is not 0.
    BarrierPredicate,
}

/// Operations on all executing threads of a warp (ISA.md section 7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "named as in ISA.md")]
pub enum VoteOperation {
    Any,
    All,
    /// All or none.
    Uniform,
    Ballot,
    ActiveThreads,
    MatchAny,
    MatchAll,
    Reduce(Reduction),
}

/// Functions of two predicates: PSETP, and a compare that combines its bit with q.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "named as in ISA.md")]
pub enum MaskFunction {
    And,
    Or,
    Xor,
}

impl MaskFunction {
    /// Every function.
    pub const ALL: [Self; 3] = [Self::And, Self::Or, Self::Xor];

    /// Its part of a mnemonic.
    pub(crate) fn name(self) -> &'static str {
        ["AND", "OR", "XOR"][self as usize]
    }

    /// The immediate of a compare that combines by it; 0 where there is none.
    pub fn immediate(self) -> u8 {
        match self {
            Self::Or => 1,
            Self::Xor => 2,
            Self::And => 3,
        }
    }
}

/// The words that a bit for each of 64 threads takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WordOfWave {
    /// Threads 0 to 31.
    Low,
    /// Threads 32 to 63.
    High,
}

/// The four modes of SHFL (ISA.md section 5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "named as in ISA.md")]
pub enum ShuffleMode {
    Index,
    Up,
    Down,
    Butterfly,
}

impl ShuffleMode {
    /// Every mode.
    pub const ALL: [Self; 4] = [Self::Index, Self::Up, Self::Down, Self::Butterfly];
}

/// The word that stands for "in range" in the second register of a SHF* destination pair.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TrueWord {
    /// 0xffffffff, for `.U` and `.S`.
    AllOnes,
    /// 1.0, for `.F`.
    One,
}

/// Functions by which REDUX combines the words of a warp (ISA.md section 7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "named as in ISA.md")]
pub enum Reduction {
    Add,
    And,
    Or,
    Xor,
    Minimum(Signedness),
    Maximum(Signedness),
}

/// The lane moves of ISA.md section 10: which thread's a a thread gets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LaneMove {
    /// Thread b modulo threads.
    Read,
    /// The lowest executing thread.
    ReadFirst,
    /// A thread of the own row, by the nibbles of {c, b}.
    PermuteRow,
    /// A thread of row XOR 1, by the nibbles of {c, b}.
    PermuteOtherRow,
    /// The same place in the other 32 of 64 threads.
    SwapHalves,
    /// Thread (own b)/4 modulo threads.
    Pull,
    /// The highest executing thread whose b/4 modulo threads is this one.
    Push,
    /// One of the own 32 threads, by the bits of b.
    Swizzle,
}

impl LaneMove {
    /// In the order of their opcodes.
    pub const ALL: [Self; 8] = [
        Self::Read,
        Self::ReadFirst,
        Self::PermuteRow,
        Self::PermuteOtherRow,
        Self::SwapHalves,
        Self::Pull,
        Self::Push,
        Self::Swizzle,
    ];
}

/// Operations on EXEC and the mask slots (ISA.md section 10). `source` is `p` or the mask literal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExecOperation {
    /// exec = source
    Move,
    /// slot = exec
    Save,
    /// exec = not exec
    Not,
    /// exec = exec and source
    And,
    /// exec = exec or source
    Or,
    /// exec = exec and not source
    AndNot,
    /// slot = exec; exec = source or exec
    OrSave,
    /// slot = exec; exec = source and exec
    AndSave,
}

/// Functions by which BAR.RED combines the threads' q.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "named as in ISA.md")]
pub enum BarrierReduction {
    /// The number of threads in which it is true.
    Count,
    /// 1 if it is true in all, else 0.
    And,
    /// 1 if it is true in any, else 0.
    Or,
}

/// The operation of an instruction, by the unit that does it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "named as in ISA.md")]
pub enum Operation {
    Control(ControlOperation),
    Read(ReadOperation),
    Lane(LaneOperation),
    Float(FloatOperation),
    /// Predicate = in range; destination = a of the source thread.
    Shuffle(ShuffleMode),
    /// Destination = in range ? the true word : 0
    ShuffleRange(ShuffleMode, TrueWord),
    /// a of another thread
    LaneMove(LaneMove),
    /// a in thread b modulo threads alone, whether or not EXEC is 1 there
    WriteLane,
    Exec(ExecOperation),
    Vote(VoteOperation),
    /// Scalar video operation; the rest is in [`super::Instruction::video`].
    Video(VideoOperation),
    /// SIMD video operation.
    VideoSimd(SimdOperation),
}

/// Converts the operations of each unit to [`Operation`].
macro_rules! units {
    ($($unit:ident($operation:ty)),* $(,)?) => {$(
        impl From<$operation> for Operation {
            fn from(operation: $operation) -> Self {
                Self::$unit(operation)
            }
        }

        impl $operation {
            /// Opcode in the instruction word.
            pub fn opcode(self) -> u8 {
                Operation::from(self).opcode()
            }
        }

        impl PartialEq<$operation> for Operation {
            fn eq(&self, other: &$operation) -> bool {
                *self == Self::$unit(*other)
            }
        }
    )*};
}

units! {
    Control(ControlOperation),
    Read(ReadOperation),
    Lane(LaneOperation),
    Float(FloatOperation),
    Shuffle(ShuffleMode),
    LaneMove(LaneMove),
    Exec(ExecOperation),
    Vote(VoteOperation),
    Video(VideoOperation),
    VideoSimd(SimdOperation),
}
