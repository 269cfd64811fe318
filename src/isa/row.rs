//! Rows of the one table of operations, and the types of their fields.

use super::operation::Operation;

/// A part of the datapath that a configuration may leave out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "named as in ISA.md")]
pub enum Feature {
    Dpp,
    Shuffle,
    LaneMoves,
    Vote,
    Video,
    Float,
    Barrier,
    Multiply,
    Bits,
}

impl Feature {
    /// Every feature.
    pub const ALL: [Self; 9] = [
        Self::Dpp,
        Self::Shuffle,
        Self::LaneMoves,
        Self::Vote,
        Self::Video,
        Self::Float,
        Self::Barrier,
        Self::Multiply,
        Self::Bits,
    ];

    /// Its key in a configuration.
    pub fn key(self) -> &'static str {
        match self {
            Self::Dpp => "dpp",
            Self::Shuffle => "shuffle",
            Self::LaneMoves => "lane_moves",
            Self::Vote => "vote",
            Self::Video => "video",
            Self::Float => "float",
            Self::Barrier => "barrier",
            Self::Multiply => "multiply",
            Self::Bits => "bits",
        }
    }
}

/// Family of names in assembly text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dialect {
    /// NVIDIA's: `IADD R1, R2, R3`.
    Sass,
    /// AMD's: `v_add_u32 v1, v2, v3`.
    Gcn,
}

/// Field of an instruction that an operand of the text fills in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "named as in ISA.md")]
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
    /// Table of LOP3: 8-bit literal.
    Table,
    /// Places that LEA.HI shifts by: literal 0..=31.
    Amount,
    /// The word `vcc`, written.
    VccDestination,
    /// The word `vcc`, read as q. A spelling that writes `vcc` without it reads q as 0.
    VccCarry,
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

/// An instruction format of AMD's GFX9 and the opcode in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gfx9 {
    /// One source.
    Vop1(u32),
    /// Two sources, the second a register.
    Vop2(u32),
    /// A compare into vcc, the second source a register.
    Vopc(u32),
    /// Up to three sources of any kind but 32-bit literals; no DPP.
    Vop3(u32),
    /// Scalar, one source.
    Sop1(u32),
    /// Scalar, two sources.
    Sop2(u32),
    /// Data share.
    Ds(u32),
}

/// One way to write an operation.
#[derive(Clone, Copy, Debug)]
pub struct Spelling {
    /// Dialect of the mnemonic.
    pub dialect: Dialect,
    /// Upper case in SASS, lower case in GCN; case does not matter in the text.
    pub mnemonic: &'static str,
    /// The operands in the order of the text.
    pub fields: &'static [Field],
    /// How GFX9 encodes it, if it does.
    pub gfx9: Option<Gfx9>,
    /// The immediate that the mnemonic stands for: a table of LOP3, how a compare combines.
    pub immediate: Option<u8>,
    /// The feature that it needs besides that of its row.
    pub feature: Option<Feature>,
}

impl Spelling {
    pub(super) const fn new(fields: &'static [Field], mnemonic: &'static str) -> Self {
        let is_gcn = mnemonic.as_bytes()[0].is_ascii_lowercase();
        let dialect = if is_gcn { Dialect::Gcn } else { Dialect::Sass };
        Self { dialect, mnemonic, fields, gfx9: None, immediate: None, feature: None }
    }

    pub(super) const fn with_immediate(self, immediate: u8) -> Self {
        Self { immediate: Some(immediate), ..self }
    }

    pub(super) const fn on_gfx9(self, format: Gfx9) -> Self {
        Self { gfx9: Some(format), ..self }
    }
}

/// Threads whose words a thread reads, which decides how an operation passes through the lanes; the
/// number of passes depends on the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passes {
    /// Its own words.
    Own,
    /// Words of its row.
    Row,
    /// Words of its warp.
    Warp,
    /// Words of its wave, one half of the wave after the other.
    Wave,
    /// Words of its warp, which are compared some lanes at a time.
    Match,
    /// Words of its warp, which are combined beat by beat.
    Reduce,
}

/// A row of [`super::TABLE`]: all that there is to say of an operation but its effect.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The operation.
    pub operation: Operation,
    /// Opcode in the instruction word.
    pub opcode: u8,
    /// The feature that must be on, besides DPP for a DPP modifier.
    pub feature: Option<Feature>,
    /// Its spellings, the first of each dialect is printed.
    pub spellings: &'static [Spelling],
    /// Description in words around its operands: the value that threads get
    /// if the operation writes threads, else a whole sentence.
    pub description: &'static str,
    /// How often random programs have it.
    pub weight: u32,
    /// How often a wave passes the lanes.
    pub passes: Passes,
    /// Threads that a wave must have for it.
    pub threads: Option<usize>,
    /// Replacement on GFX9, which lacks it.
    pub instead: Option<&'static str>,
    /// Name of the opcode in the Verilog; `None`: its first mnemonic.
    pub code: Option<&'static str>,
}

impl Row {
    /// How it is written in `dialect`, if it is.
    pub fn mnemonic(&self, dialect: Dialect) -> Option<&'static str> {
        let spelling = self.spellings.iter().find(|spelling| spelling.dialect == dialect);
        spelling.map(|spelling| spelling.mnemonic)
    }

    /// How it is written in `dialect`, or in the other where that alone has it.
    pub fn name(&self, dialect: Dialect) -> &'static str {
        self.mnemonic(dialect).unwrap_or(self.spellings[0].mnemonic)
    }

    /// The fields of all spellings.
    pub fn fields(&self) -> impl Iterator<Item = Field> {
        self.spellings.iter().flat_map(|spelling| spelling.fields).copied()
    }
}
