//! The one table of operations: for each its opcode, its feature and how both dialects spell it.
//!
//! The assembler, the disassembler, the encoder, the random-program generator and the documentation
//! all read [`TABLE`]; nothing else lists operations. What they mean is in `model` (from ISA.md)
//! and in `rtl` (the hardware).

use std::collections::HashMap;
use std::sync::LazyLock;

pub use super::comparison::{Comparison, Signedness};
use super::video::{SimdOperation, VideoOperation};

/// Functions of two predicates (PSETP).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MaskFunction {
    And,
    Or,
    Xor,
}

/// The four modes of SHFL (ISA.md section 5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ShuffleMode {
    Index,
    Up,
    Down,
    Butterfly,
}

impl ShuffleMode {
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

/// The votes that give a predicate (ISA.md section 7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VoteMode {
    Any,
    All,
    /// All or none.
    Uniform,
}

/// What REDUX combines the words of a warp with (ISA.md section 7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
    /// Of its own row, by the nibbles of {c, b}.
    PermuteRow,
    /// Of row XOR 1, by the nibbles of {c, b}.
    PermuteOtherRow,
    /// The same place in the other 32 of 64 threads.
    SwapHalves,
    /// Thread (own b)/4 modulo threads.
    Pull,
    /// The highest executing thread whose b/4 modulo threads is this one.
    Push,
    /// Of its own 32 threads, by the bits of b.
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

/// What BAR.RED makes of the threads' q.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BarrierReduction {
    /// The number of threads in which it is true.
    Count,
    /// 1 if it is true in all, else 0.
    And,
    /// 1 if it is true in any, else 0.
    Or,
}

/// What an instruction does. Operands a, b, c are those of [`super::Instruction`]: a is GCN's src0,
/// so where the dialects order their operands differently the comment says what the operation does
/// with a and b.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    Nop,
    Exit,
    /// a
    Move,
    /// p ? a : b
    Select,
    /// a + b
    Add,
    /// a - b
    Subtract,
    /// b - a
    SubtractReversed,
    /// low word of a * b
    MultiplyLow,
    /// high word of a * b
    MultiplyHigh(Signedness),
    /// low word of a * b, plus c
    MultiplyAdd,
    Minimum(Signedness),
    Maximum(Signedness),
    And,
    Or,
    Xor,
    /// not a
    Not,
    /// b << (a modulo 32)
    ShiftLeft,
    /// b >> (a modulo 32)
    ShiftRight(Signedness),
    /// number of ones in a
    PopulationCount,
    /// number of ones in a, plus b
    PopulationCountAdd,
    /// a with bit i at 31 - i
    BitReverse,
    /// position of the highest one in a, 0xffffffff for 0
    HighestOne,
    /// number of zeros above the highest one in a, 0xffffffff for 0
    LeadingZeros,
    /// predicate = a compared with b
    Compare(Comparison, Signedness),
    /// predicate = p combined with q
    CombineMasks(MaskFunction),
    /// a + b
    FloatAdd,
    /// a - b
    FloatSubtract,
    /// a * b
    FloatMultiply,
    /// a * b + c, rounded once
    FloatMultiplyAdd,
    FloatMinimum,
    FloatMaximum,
    /// the integer a as a float
    FloatFromInteger(Signedness),
    /// the float a as an integer, toward zero and saturated
    FloatToInteger(Signedness),
    /// predicate = a compared with b; where one is NaN only NotEqual holds
    FloatCompare(Comparison),
    /// predicate = in range; destination = a of the source thread
    Shuffle(ShuffleMode),
    /// destination = in range ? the true word : 0
    ShuffleRange(ShuffleMode, TrueWord),
    Exec(ExecOperation),
    /// predicate = the vote of the warp's executing threads on q
    Vote(VoteMode),
    /// destination = a bit for each thread of the warp: executing and q
    Ballot,
    /// destination = a bit for each thread of the warp: executing
    ActiveThreads,
    /// destination = a bit for each executing thread of the warp with the same a
    MatchAny,
    /// destination, predicate = the executing threads and 1 if a is the same in all of them, else 0
    /// and 0
    MatchAll,
    /// destination = a of the warp's executing threads combined
    Reduce(Reduction),
    /// the wave waits until all have arrived
    Synchronise,
    /// the same; counts threads in which q is true, or ands or ors their q, over all that arrive
    BarrierReduce(BarrierReduction),
    /// the result of the wave's last barrier
    ReadBarrier,
    /// predicate = the result of the wave's last barrier is not 0
    TestBarrier,
    /// counter = counter + 1
    TriggerCounter,
    /// the special register
    ReadSpecial,
    /// a in thread b modulo threads alone, whatever EXEC says
    WriteLane,
    /// a of another thread
    LaneMove(LaneMove),
    /// Scalar video operation; the rest is in [`super::Instruction::video`].
    Video(VideoOperation),
    /// SIMD video operation.
    VideoSimd(SimdOperation),
}

/// A part of the datapath that a configuration may leave out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Feature {
    Dpp,
    Shuffle,
    Vote,
    Video,
    Float,
    Barrier,
    Multiply,
}

impl Feature {
    pub const ALL: [Self; 7] = [
        Self::Dpp,
        Self::Shuffle,
        Self::Vote,
        Self::Video,
        Self::Float,
        Self::Barrier,
        Self::Multiply,
    ];

    /// Its key in a configuration.
    pub fn key(self) -> &'static str {
        match self {
            Self::Dpp => "dpp",
            Self::Shuffle => "shuffle",
            Self::Vote => "vote",
            Self::Video => "video",
            Self::Float => "float",
            Self::Barrier => "barrier",
            Self::Multiply => "multiply",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dialect {
    Sass,
    Gcn,
}

/// What an operand's place in the text fills in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Field {
    /// Vector register written.
    D,
    /// Predicate written; `__` and `PT` throw it away.
    MaskDestination,
    /// Register or literal.
    A,
    B,
    C,
    /// Register of a lane move.
    RegisterA,
    RegisterB,
    /// 32-bit literal of a lane move.
    LiteralA,
    LiteralB,
    LiteralC,
    /// ds_swizzle_b32's b: 16-bit literal, perhaps written `offset:N` behind the operands.
    SwizzleOffset,
    /// SHFL's b: register or 5-bit literal.
    ShuffleB,
    /// SHFL's c: register or 13-bit literal.
    ShuffleC,
    /// Predicate read, perhaps negated.
    P,
    Q,
    /// The word `vcc`, read as p negated (v_cndmask_b32 picks src1 where vcc is set).
    NotVcc,
    /// The word `exec`.
    Exec,
    /// Mask slot written.
    SlotDestination,
    /// Mask slot read as p.
    Slot,
    /// The word `vcc`, read as p.
    Vcc,
    /// 64-bit literal of an EXEC operation.
    MaskLiteral,
    /// Number of slots beyond the first, 0..=15.
    ExtraSlots,
    /// Number of a barrier, 0..=15.
    Barrier,
    /// Waves that the barrier waits for, 1..=waves.
    ArrivingWaves,
    /// Number of a performance counter, 0..=7.
    Counter,
    /// Name of a special register.
    Special,
}

impl Field {
    /// Which of the operands a, b, c it fills in, as 0, 1, 2.
    pub fn operand(self) -> Option<usize> {
        match self {
            Self::A | Self::RegisterA | Self::LiteralA => Some(0),
            Self::B | Self::ShuffleB | Self::RegisterB | Self::LiteralB | Self::SwizzleOffset => {
                Some(1)
            }
            Self::C | Self::ShuffleC | Self::LiteralC => Some(2),
            _ => None,
        }
    }
}

/// One way to write an operation.
#[derive(Clone, Copy, Debug)]
pub struct Spelling {
    pub dialect: Dialect,
    /// Upper case in SASS, lower case in GCN; case does not matter in the text.
    pub mnemonic: &'static str,
    /// The operands in the order of the text.
    pub fields: &'static [Field],
}

/// A row of [`TABLE`].
#[derive(Debug)]
pub struct Row {
    pub operation: Operation,
    pub opcode: u8,
    /// The feature that must be on, besides DPP for a DPP modifier.
    pub feature: Option<Feature>,
    pub spellings: &'static [Spelling],
}

/// [`TABLE`] by operation: elaboration asks for rows tens of thousands of times.
static ROWS: LazyLock<HashMap<Operation, &Row>> =
    LazyLock::new(|| TABLE.iter().map(|row| (row.operation, row)).collect());

impl Operation {
    pub fn row(self) -> &'static Row {
        ROWS.get(&self).expect("every operation has a row in TABLE")
    }

    pub fn opcode(self) -> u8 {
        self.row().opcode
    }

    pub fn from_opcode(opcode: u8) -> Option<Self> {
        TABLE.iter().find(|row| row.opcode == opcode).map(|row| row.operation)
    }

    /// Whether some spelling names `field`, e.g. whether the operation writes a register
    /// ([`Field::D`]).
    pub fn uses(self, field: Field) -> bool {
        self.row().spellings.iter().any(|spelling| spelling.fields.contains(&field))
    }

    /// Whether it has operand a, b or c (0, 1, 2).
    pub fn has_operand(self, operand: usize) -> bool {
        let fields = |spelling: &Spelling| {
            spelling.fields.iter().any(|field| field.operand() == Some(operand))
        };
        self.row().spellings.iter().any(fields)
    }

    /// The operand whose literal stands where others have a DPP modifier, if it has two literals.
    pub fn high_literal(self) -> Option<usize> {
        match self {
            Self::WriteLane => Some(1),
            Self::LaneMove(LaneMove::PermuteRow | LaneMove::PermuteOtherRow) => Some(2),
            _ => None,
        }
    }

    /// Whether its word has room for the `.reuse` of its operands, and a SASS-like spelling for it.
    pub fn takes_reuse(self) -> bool {
        let names_a_source = |spelling: &Spelling| {
            spelling.dialect == Dialect::Sass
                && spelling.fields.iter().any(|field| field.operand().is_some())
        };
        !self.is_video()
            && self.high_literal().is_none()
            && self.row().spellings.iter().any(names_a_source)
    }

    /// Whether FI and BC may be set without a DPP modifier: of v_permlane16_b32 and
    /// v_permlanex16_b32.
    pub fn takes_fetch_flags(self) -> bool {
        matches!(self, Self::LaneMove(LaneMove::PermuteRow | LaneMove::PermuteOtherRow))
    }

    /// Whether a wave of `threads` threads has the operation: v_permlane64_b32 is for 64 threads.
    pub fn fits_wave(self, threads: usize) -> bool {
        self != Self::LaneMove(LaneMove::SwapHalves) || threads == 64
    }

    /// Whether its sources are floats, each of which may be written `-a`, `|a|` or `-|a|`.
    pub fn reads_floats(self) -> bool {
        self.row().feature == Some(Feature::Float) && !matches!(self, Self::FloatFromInteger(_))
    }

    /// Whether every thread's result depends on all executing threads of its warp (ISA.md section
    /// 7).
    pub fn is_vote(self) -> bool {
        matches!(
            self,
            Self::Vote(_)
                | Self::Ballot
                | Self::ActiveThreads
                | Self::MatchAny
                | Self::MatchAll
                | Self::Reduce(_)
        )
    }

    pub fn is_video(self) -> bool {
        matches!(self, Self::Video(_) | Self::VideoSimd(_))
    }

    pub fn is_exec(self) -> bool {
        matches!(self, Self::Exec(_))
    }

    /// Whether the operation writes threads' words or predicates, those of the threads that its
    /// guard lets be written.
    pub fn is_per_thread(self) -> bool {
        !matches!(
            self,
            Self::Nop
                | Self::Exit
                | Self::Exec(_)
                | Self::Synchronise
                | Self::BarrierReduce(_)
                | Self::TriggerCounter
                | Self::WriteLane
        )
    }

    /// Whether the wave arrives at a barrier.
    pub fn is_arrival(self) -> bool {
        matches!(self, Self::Synchronise | Self::BarrierReduce(_))
    }

    /// Whether a guard may stand before it: BAR.RED writes no threads but counts those that its
    /// guard lets be counted.
    pub fn takes_guard(self) -> bool {
        self.is_per_thread() || matches!(self, Self::BarrierReduce(_))
    }
}

const fn sass(mnemonic: &'static str, fields: &'static [Field]) -> Spelling {
    Spelling { dialect: Dialect::Sass, mnemonic, fields }
}

const fn gcn(mnemonic: &'static str, fields: &'static [Field]) -> Spelling {
    Spelling { dialect: Dialect::Gcn, mnemonic, fields }
}

const fn row(opcode: u8, operation: Operation, spellings: &'static [Spelling]) -> Row {
    Row { operation, opcode, feature: None, spellings }
}

const fn multiply(opcode: u8, operation: Operation, spellings: &'static [Spelling]) -> Row {
    Row { operation, opcode, feature: Some(Feature::Multiply), spellings }
}

const fn shuffle(opcode: u8, operation: Operation, spellings: &'static [Spelling]) -> Row {
    Row { operation, opcode, feature: Some(Feature::Shuffle), spellings }
}

const fn float(opcode: u8, operation: Operation, spellings: &'static [Spelling]) -> Row {
    Row { operation, opcode, feature: Some(Feature::Float), spellings }
}

const fn vote(opcode: u8, operation: Operation, spellings: &'static [Spelling]) -> Row {
    Row { operation, opcode, feature: Some(Feature::Vote), spellings }
}

const fn barrier(opcode: u8, operation: Operation, spellings: &'static [Spelling]) -> Row {
    Row { operation, opcode, feature: Some(Feature::Barrier), spellings }
}

const fn video(opcode: u8, operation: Operation, spellings: &'static [Spelling]) -> Row {
    Row { operation, opcode, feature: Some(Feature::Video), spellings }
}

use Comparison::*;
use Field::*;
use Operation as Op;
use ShuffleMode::*;
use Signedness::*;

const DA: &[Field] = &[D, A];
const DAB: &[Field] = &[D, A, B];
const DABC: &[Field] = &[D, A, B, C];
const DBA: &[Field] = &[D, B, A];
const MAB: &[Field] = &[MaskDestination, A, B];
const MQ: &[Field] = &[MaskDestination, Q];
const MPQ: &[Field] = &[MaskDestination, P, Q];
const BARRIER_Q: &[Field] = &[Barrier, Q];
const BARRIER_WAVES_Q: &[Field] = &[Barrier, ArrivingWaves, Q];
const SHUFFLE: &[Field] = &[MaskDestination, D, RegisterA, ShuffleB, ShuffleC];
const LANE_PERMUTE: &[Field] = &[D, RegisterA, LiteralB, LiteralC];
const SHUFFLE_RANGE: &[Field] = &[D, ShuffleB, ShuffleC];

/// Opcodes: the upper digit is the class that the decoder looks at, the lower the choice inside it.
pub static TABLE: &[Row] = &[
    row(0x00, Op::Nop, &[sass("NOP", &[]), gcn("v_nop", &[]), gcn("s_nop", &[ExtraSlots])]),
    row(0x01, Op::Exit, &[sass("EXIT", &[])]),
    barrier(
        0x02,
        Op::Synchronise,
        &[sass("BAR.SYNC", &[Barrier]), sass("BAR.SYNC", &[Barrier, ArrivingWaves])],
    ),
    barrier(
        0x04,
        Op::BarrierReduce(BarrierReduction::Count),
        &[sass("BAR.RED.POPC", BARRIER_Q), sass("BAR.RED.POPC", BARRIER_WAVES_Q)],
    ),
    barrier(
        0x05,
        Op::BarrierReduce(BarrierReduction::And),
        &[sass("BAR.RED.AND", BARRIER_Q), sass("BAR.RED.AND", BARRIER_WAVES_Q)],
    ),
    barrier(
        0x06,
        Op::BarrierReduce(BarrierReduction::Or),
        &[sass("BAR.RED.OR", BARRIER_Q), sass("BAR.RED.OR", BARRIER_WAVES_Q)],
    ),
    row(0x07, Op::TriggerCounter, &[sass("PMTRIG", &[Counter])]),
    row(0x10, Op::Move, &[sass("MOV", DA), gcn("v_mov_b32", DA)]),
    row(0x11, Op::Select, &[sass("SEL", &[D, A, B, P]), gcn("v_cndmask_b32", &[D, A, B, NotVcc])]),
    row(0x12, Op::ReadSpecial, &[sass("S2R", &[D, Special])]),
    barrier(0x14, Op::ReadBarrier, &[sass("B2R", &[D])]),
    barrier(0x16, Op::TestBarrier, &[sass("B2R", &[MaskDestination])]),
    row(0x18, Op::WriteLane, &[gcn("v_writelane_b32", &[D, LiteralA, LiteralB])]),
    row(0x20, Op::Add, &[sass("IADD", DAB), gcn("v_add_u32", DAB)]),
    row(0x21, Op::Subtract, &[sass("ISUB", DAB), gcn("v_sub_u32", DAB)]),
    row(0x22, Op::SubtractReversed, &[gcn("v_subrev_u32", DAB)]),
    multiply(0x30, Op::MultiplyLow, &[sass("IMUL", DAB), gcn("v_mul_lo_u32", DAB)]),
    multiply(
        0x31,
        Op::MultiplyHigh(Unsigned),
        &[sass("IMUL.HI.U32", DAB), gcn("v_mul_hi_u32", DAB)],
    ),
    multiply(0x32, Op::MultiplyHigh(Signed), &[sass("IMUL.HI.S32", DAB), gcn("v_mul_hi_i32", DAB)]),
    multiply(0x33, Op::MultiplyAdd, &[sass("IMAD", DABC), gcn("v_mad_u32", DABC)]),
    row(0x40, Op::Minimum(Signed), &[sass("IMNMX.MIN.S32", DAB), gcn("v_min_i32", DAB)]),
    row(0x41, Op::Minimum(Unsigned), &[sass("IMNMX.MIN.U32", DAB), gcn("v_min_u32", DAB)]),
    row(0x42, Op::Maximum(Signed), &[sass("IMNMX.MAX.S32", DAB), gcn("v_max_i32", DAB)]),
    row(0x43, Op::Maximum(Unsigned), &[sass("IMNMX.MAX.U32", DAB), gcn("v_max_u32", DAB)]),
    row(0x50, Op::And, &[sass("LOP.AND", DAB), gcn("v_and_b32", DAB)]),
    row(0x51, Op::Or, &[sass("LOP.OR", DAB), gcn("v_or_b32", DAB)]),
    row(0x52, Op::Xor, &[sass("LOP.XOR", DAB), gcn("v_xor_b32", DAB)]),
    row(0x53, Op::Not, &[sass("NOT", DA), gcn("v_not_b32", DA)]),
    row(0x60, Op::ShiftLeft, &[sass("SHL", DBA), gcn("v_lshlrev_b32", DAB)]),
    row(0x62, Op::ShiftRight(Unsigned), &[sass("SHR.U32", DBA), gcn("v_lshrrev_b32", DAB)]),
    row(0x63, Op::ShiftRight(Signed), &[sass("SHR.S32", DBA), gcn("v_ashrrev_i32", DAB)]),
    row(0x74, Op::PopulationCount, &[sass("POPC", DA)]),
    row(0x70, Op::PopulationCountAdd, &[gcn("v_bcnt_u32_b32", DAB)]),
    row(0x71, Op::BitReverse, &[sass("BREV", DA), gcn("v_bfrev_b32", DA)]),
    row(0x72, Op::HighestOne, &[sass("FLO.U32", DA)]),
    row(0x73, Op::LeadingZeros, &[gcn("v_ffbh_u32", DA)]),
    row(0x80, Op::Compare(Equal, Signed), &[sass("ISETP.EQ.S32", MAB), gcn("v_cmp_eq_i32", MAB)]),
    row(0x81, Op::Compare(Equal, Unsigned), &[sass("ISETP.EQ.U32", MAB), gcn("v_cmp_eq_u32", MAB)]),
    row(
        0x82,
        Op::Compare(NotEqual, Signed),
        &[sass("ISETP.NE.S32", MAB), gcn("v_cmp_ne_i32", MAB)],
    ),
    row(
        0x83,
        Op::Compare(NotEqual, Unsigned),
        &[sass("ISETP.NE.U32", MAB), gcn("v_cmp_ne_u32", MAB)],
    ),
    row(0x84, Op::Compare(Less, Signed), &[sass("ISETP.LT.S32", MAB), gcn("v_cmp_lt_i32", MAB)]),
    row(0x85, Op::Compare(Less, Unsigned), &[sass("ISETP.LT.U32", MAB), gcn("v_cmp_lt_u32", MAB)]),
    row(
        0x86,
        Op::Compare(GreaterOrEqual, Signed),
        &[sass("ISETP.GE.S32", MAB), gcn("v_cmp_ge_i32", MAB)],
    ),
    row(
        0x87,
        Op::Compare(GreaterOrEqual, Unsigned),
        &[sass("ISETP.GE.U32", MAB), gcn("v_cmp_ge_u32", MAB)],
    ),
    row(
        0x88,
        Op::Compare(LessOrEqual, Signed),
        &[sass("ISETP.LE.S32", MAB), gcn("v_cmp_le_i32", MAB)],
    ),
    row(
        0x89,
        Op::Compare(LessOrEqual, Unsigned),
        &[sass("ISETP.LE.U32", MAB), gcn("v_cmp_le_u32", MAB)],
    ),
    row(0x8a, Op::Compare(Greater, Signed), &[sass("ISETP.GT.S32", MAB), gcn("v_cmp_gt_i32", MAB)]),
    row(
        0x8b,
        Op::Compare(Greater, Unsigned),
        &[sass("ISETP.GT.U32", MAB), gcn("v_cmp_gt_u32", MAB)],
    ),
    row(0x90, Op::CombineMasks(MaskFunction::And), &[sass("PSETP.AND", MPQ)]),
    row(0x91, Op::CombineMasks(MaskFunction::Or), &[sass("PSETP.OR", MPQ)]),
    row(0x92, Op::CombineMasks(MaskFunction::Xor), &[sass("PSETP.XOR", MPQ)]),
    shuffle(
        0x98,
        Op::LaneMove(LaneMove::Read),
        &[gcn("v_readlane_b32", &[D, RegisterA, LiteralB])],
    ),
    shuffle(
        0x99,
        Op::LaneMove(LaneMove::ReadFirst),
        &[gcn("v_readfirstlane_b32", &[D, RegisterA])],
    ),
    shuffle(0x9a, Op::LaneMove(LaneMove::PermuteRow), &[gcn("v_permlane16_b32", LANE_PERMUTE)]),
    shuffle(
        0x9b,
        Op::LaneMove(LaneMove::PermuteOtherRow),
        &[gcn("v_permlanex16_b32", LANE_PERMUTE)],
    ),
    shuffle(0x9c, Op::LaneMove(LaneMove::SwapHalves), &[gcn("v_permlane64_b32", &[D, RegisterA])]),
    shuffle(
        0x9d,
        Op::LaneMove(LaneMove::Pull),
        &[gcn("ds_bpermute_b32", &[D, RegisterB, RegisterA])],
    ),
    shuffle(
        0x9e,
        Op::LaneMove(LaneMove::Push),
        &[gcn("ds_permute_b32", &[D, RegisterB, RegisterA])],
    ),
    shuffle(
        0x9f,
        Op::LaneMove(LaneMove::Swizzle),
        &[gcn("ds_swizzle_b32", &[D, RegisterA, SwizzleOffset])],
    ),
    shuffle(0xa0, Op::Shuffle(Index), &[sass("SHFL.IDX", SHUFFLE), sass("SHFIDX", SHUFFLE)]),
    shuffle(0xa1, Op::Shuffle(Up), &[sass("SHFL.UP", SHUFFLE), sass("SHFUP", SHUFFLE)]),
    shuffle(0xa2, Op::Shuffle(Down), &[sass("SHFL.DOWN", SHUFFLE), sass("SHFDOWN", SHUFFLE)]),
    shuffle(0xa3, Op::Shuffle(Butterfly), &[sass("SHFL.BFLY", SHUFFLE), sass("SHFXOR", SHUFFLE)]),
    shuffle(
        0xa4,
        Op::ShuffleRange(Index, TrueWord::AllOnes),
        &[sass("SHFL.IDX.RANGE.U", SHUFFLE_RANGE)],
    ),
    shuffle(
        0xa5,
        Op::ShuffleRange(Up, TrueWord::AllOnes),
        &[sass("SHFL.UP.RANGE.U", SHUFFLE_RANGE)],
    ),
    shuffle(
        0xa6,
        Op::ShuffleRange(Down, TrueWord::AllOnes),
        &[sass("SHFL.DOWN.RANGE.U", SHUFFLE_RANGE)],
    ),
    shuffle(
        0xa7,
        Op::ShuffleRange(Butterfly, TrueWord::AllOnes),
        &[sass("SHFL.BFLY.RANGE.U", SHUFFLE_RANGE)],
    ),
    shuffle(
        0xac,
        Op::ShuffleRange(Index, TrueWord::One),
        &[sass("SHFL.IDX.RANGE.F", SHUFFLE_RANGE)],
    ),
    shuffle(0xad, Op::ShuffleRange(Up, TrueWord::One), &[sass("SHFL.UP.RANGE.F", SHUFFLE_RANGE)]),
    shuffle(
        0xae,
        Op::ShuffleRange(Down, TrueWord::One),
        &[sass("SHFL.DOWN.RANGE.F", SHUFFLE_RANGE)],
    ),
    shuffle(
        0xaf,
        Op::ShuffleRange(Butterfly, TrueWord::One),
        &[sass("SHFL.BFLY.RANGE.F", SHUFFLE_RANGE)],
    ),
    row(
        0xb0,
        Op::Exec(ExecOperation::Move),
        &[gcn("s_mov_b64", &[Exec, MaskLiteral]), gcn("s_mov_b64", &[Exec, Slot])],
    ),
    row(0xb1, Op::Exec(ExecOperation::Save), &[gcn("s_mov_b64", &[SlotDestination, Exec])]),
    row(0xb2, Op::Exec(ExecOperation::Not), &[gcn("s_not_b64", &[Exec, Exec])]),
    row(
        0xb3,
        Op::Exec(ExecOperation::And),
        &[gcn("s_and_b64", &[Exec, Exec, Slot]), gcn("s_and_b64", &[Exec, Exec, Vcc])],
    ),
    row(
        0xb4,
        Op::Exec(ExecOperation::Or),
        &[gcn("s_or_b64", &[Exec, Exec, Slot]), gcn("s_or_b64", &[Exec, Exec, Vcc])],
    ),
    row(
        0xb5,
        Op::Exec(ExecOperation::AndNot),
        &[gcn("s_andn2_b64", &[Exec, Exec, Slot]), gcn("s_andn2_b64", &[Exec, Exec, Vcc])],
    ),
    row(
        0xb6,
        Op::Exec(ExecOperation::OrSave),
        &[gcn("s_or_saveexec_b64", &[SlotDestination, MaskLiteral])],
    ),
    row(
        0xb7,
        Op::Exec(ExecOperation::AndSave),
        &[gcn("s_and_saveexec_b64", &[SlotDestination, Vcc])],
    ),
    float(0xc0, Op::FloatAdd, &[sass("FADD", DAB), gcn("v_add_f32", DAB)]),
    float(0xc1, Op::FloatSubtract, &[gcn("v_sub_f32", DAB)]),
    float(0xc2, Op::FloatMultiply, &[sass("FMUL", DAB), gcn("v_mul_f32", DAB)]),
    float(0xc3, Op::FloatMultiplyAdd, &[sass("FFMA", DABC), gcn("v_fma_f32", DABC)]),
    float(0xc4, Op::FloatMinimum, &[sass("FMNMX.MIN", DAB), gcn("v_min_f32", DAB)]),
    float(0xc5, Op::FloatMaximum, &[sass("FMNMX.MAX", DAB), gcn("v_max_f32", DAB)]),
    float(0xc8, Op::FloatFromInteger(Signed), &[sass("I2F.S32", DA), gcn("v_cvt_f32_i32", DA)]),
    float(0xc9, Op::FloatFromInteger(Unsigned), &[sass("I2F.U32", DA), gcn("v_cvt_f32_u32", DA)]),
    float(0xca, Op::FloatToInteger(Signed), &[sass("F2I.S32", DA), gcn("v_cvt_i32_f32", DA)]),
    float(0xcb, Op::FloatToInteger(Unsigned), &[sass("F2I.U32", DA), gcn("v_cvt_u32_f32", DA)]),
    // The lower digit says for which outcomes the comparison holds: unordered 8, less 4, equal 2,
    // greater 1.
    float(0xd1, Op::FloatCompare(Greater), &[sass("FSETP.GT", MAB), gcn("v_cmp_gt_f32", MAB)]),
    float(0xd2, Op::FloatCompare(Equal), &[sass("FSETP.EQ", MAB), gcn("v_cmp_eq_f32", MAB)]),
    float(
        0xd3,
        Op::FloatCompare(GreaterOrEqual),
        &[sass("FSETP.GE", MAB), gcn("v_cmp_ge_f32", MAB)],
    ),
    float(0xd4, Op::FloatCompare(Less), &[sass("FSETP.LT", MAB), gcn("v_cmp_lt_f32", MAB)]),
    float(0xd6, Op::FloatCompare(LessOrEqual), &[sass("FSETP.LE", MAB), gcn("v_cmp_le_f32", MAB)]),
    float(
        0xdd,
        Op::FloatCompare(NotEqual),
        &[sass("FSETP.NE", MAB), gcn("v_cmp_ne_f32", MAB), gcn("v_cmp_neq_f32", MAB)],
    ),
    vote(0xe0, Op::Vote(VoteMode::Any), &[sass("VOTE.ANY", MQ)]),
    vote(0xe1, Op::Vote(VoteMode::All), &[sass("VOTE.ALL", MQ)]),
    vote(0xe2, Op::Vote(VoteMode::Uniform), &[sass("VOTE.UNI", MQ)]),
    vote(0xe3, Op::Ballot, &[sass("VOTE.BALLOT", &[D, Q])]),
    vote(0xe4, Op::ActiveThreads, &[sass("VOTE.ACTIVE", &[D])]),
    vote(0xe6, Op::MatchAny, &[sass("MATCH.ANY", DA)]),
    vote(0xe7, Op::MatchAll, &[sass("MATCH.ALL", &[MaskDestination, D, A])]),
    vote(0xe8, Op::Reduce(Reduction::Add), &[sass("REDUX.ADD.U32", DA), sass("REDUX.ADD.S32", DA)]),
    vote(0xe9, Op::Reduce(Reduction::And), &[sass("REDUX.AND.U32", DA), sass("REDUX.AND.S32", DA)]),
    vote(0xea, Op::Reduce(Reduction::Or), &[sass("REDUX.OR.U32", DA), sass("REDUX.OR.S32", DA)]),
    vote(0xeb, Op::Reduce(Reduction::Xor), &[sass("REDUX.XOR.U32", DA), sass("REDUX.XOR.S32", DA)]),
    vote(0xec, Op::Reduce(Reduction::Minimum(Signed)), &[sass("REDUX.MIN.S32", DA)]),
    vote(0xed, Op::Reduce(Reduction::Minimum(Unsigned)), &[sass("REDUX.MIN.U32", DA)]),
    vote(0xee, Op::Reduce(Reduction::Maximum(Signed)), &[sass("REDUX.MAX.S32", DA)]),
    vote(0xef, Op::Reduce(Reduction::Maximum(Unsigned)), &[sass("REDUX.MAX.U32", DA)]),
    // Behind these names stand types and modifiers (`isa::asm::video`); c is there where they read
    // it.
    video(0xf0, Op::Video(VideoOperation::Add), &[sass("VADD", DABC), sass("VAVRG", DABC)]),
    video(0xf1, Op::Video(VideoOperation::Subtract), &[sass("VSUB", DABC)]),
    video(0xf2, Op::Video(VideoOperation::AbsoluteDifference), &[sass("VABSDIFF", DABC)]),
    video(0xf3, Op::Video(VideoOperation::Minimum), &[sass("VMIN", DABC)]),
    video(0xf4, Op::Video(VideoOperation::Maximum), &[sass("VMAX", DABC)]),
    video(0xf5, Op::Video(VideoOperation::ShiftLeft), &[sass("VSHL", DABC)]),
    video(0xf6, Op::Video(VideoOperation::ShiftRight), &[sass("VSHR", DABC)]),
    video(0xf7, Op::Video(VideoOperation::Set), &[sass("VSET", DABC)]),
    video(0xf8, Op::Video(VideoOperation::MultiplyAdd), &[sass("VMAD", DABC)]),
    video(0xf9, Op::VideoSimd(SimdOperation::Add), &[sass("VADD2", DABC), sass("VADD4", DABC)]),
    video(
        0xfa,
        Op::VideoSimd(SimdOperation::Subtract),
        &[sass("VSUB2", DABC), sass("VSUB4", DABC)],
    ),
    video(
        0xfb,
        Op::VideoSimd(SimdOperation::Average),
        &[sass("VAVRG2", DABC), sass("VAVRG4", DABC)],
    ),
    video(
        0xfc,
        Op::VideoSimd(SimdOperation::AbsoluteDifference),
        &[sass("VABSDIFF2", DABC), sass("VABSDIFF4", DABC)],
    ),
    video(0xfd, Op::VideoSimd(SimdOperation::Minimum), &[sass("VMIN2", DABC), sass("VMIN4", DABC)]),
    video(0xfe, Op::VideoSimd(SimdOperation::Maximum), &[sass("VMAX2", DABC), sass("VMAX4", DABC)]),
    video(0xff, Op::VideoSimd(SimdOperation::Set), &[sass("VSET2", DABC), sass("VSET4", DABC)]),
];
