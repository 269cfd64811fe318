//! The one table of operations: a row each, with all that there is to say of an operation but its
//! effect. Encoder, decoder, assembler, disassembler, sentences, random programs, the hardware's
//! codes and the tables of the documentation are derived from it.
//!
//! A row is `opcode name: OPERANDS["SPELLING", "spelling" …], … = "what it does" {other columns};`
//! a spelling is followed by its GFX9 encoding and its immediate, if any. The upper digit of an
//! opcode is the class that the hardware's decoder looks at, the lower digit the choice inside it.

use std::sync::LazyLock;

use super::operation::*;
use super::row::{Dialect, Feature, Field, Gfx9, Passes, Row, Spelling};
use super::video::{SimdOperation, VideoOperation};
use Comparison::*;
use Field::*;
use Signedness::*;

/// Names of the classes in the Verilog, by the upper digit of their opcodes.
pub const CLASSES: [&str; 16] = [
    "CONTROL",
    "MOVE",
    "SUM",
    "PRODUCT",
    "MINMAX",
    "LOGIC",
    "SHIFT",
    "COUNT",
    "COMPARE",
    "MASK_OR_LANE_MOVE",
    "SHUFFLE",
    "EXEC",
    "FLOAT",
    "FLOAT_COMPARE",
    "VOTE",
    "VIDEO",
];

/// Every operation.
pub static TABLE: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let units = [CONTROL, BARRIER, READ, LANE, MULTIPLY, BITS, LANE_MOVE, WRITE_LANE];
    let others = [SHUFFLE_WORD, SHUFFLE_IN_RANGE, EXEC, FLOAT, VOTE, VIDEO, VIDEO_SIMD];
    let rows = units.into_iter().chain(others).flatten().copied();
    let mut rows: Vec<Row> = rows.map(with_combinations).collect();
    rows.sort_by_key(|row| row.opcode);
    rows
});

/// A compare has, besides its own spellings, one for each function that combines its bit with q:
/// ISETP.LT.AND.S32 behind ISETP.LT.S32.
fn with_combinations(row: Row) -> Row {
    if !row.operation.is_compare() {
        return row;
    }
    let plain = row.spellings.iter().map(|spelling| spelling.with_immediate(0));
    let of_sass = row.spellings.iter().filter(|spelling| spelling.dialect == Dialect::Sass);
    let combined = of_sass.flat_map(|spelling| {
        MaskFunction::ALL.map(|function| {
            let mut parts: Vec<&str> = spelling.mnemonic.split('.').collect();
            parts.insert(2, function.name());
            let mnemonic = Spelling::new(MABQ, parts.join(".").leak());
            let feature = Some(Feature::Bits);
            Spelling { feature, ..mnemonic.with_immediate(function.immediate()) }
        })
    });
    let spellings: Vec<Spelling> = plain.chain(combined).collect();
    Row { spellings: spellings.leak(), ..row }
}

/// Columns that most rows have in common.
const PLAIN: Row = Row {
    operation: Operation::WriteLane,
    opcode: 0,
    feature: None,
    spellings: &[],
    description: "",
    weight: 6,
    passes: Passes::Own,
    threads: None,
    instead: None,
    code: None,
};

const fn of(feature: Feature) -> Row {
    Row { feature: Some(feature), ..PLAIN }
}

const NONE: &[Field] = &[];
const D_ONLY: &[Field] = &[D];
const M_ONLY: &[Field] = &[MaskDestination];
const DA: &[Field] = &[D, A];
const DAB: &[Field] = &[D, A, B];
const DABC: &[Field] = &[D, A, B, C];
const DABC_TABLE: &[Field] = &[D, A, B, C, Table];
const DBA: &[Field] = &[D, B, A];
const DBAC: &[Field] = &[D, B, A, C];
const DCAB: &[Field] = &[D, C, A, B];
const DCBA: &[Field] = &[D, C, B, A];
const DAC: &[Field] = &[D, A, C];
const DCA: &[Field] = &[D, C, A];
const DBCA: &[Field] = &[D, B, C, A];
const LEA_HI: &[Field] = &[D, A, C, B, Amount];
const MDABQ: &[Field] = &[MaskDestination, D, A, B, Q];
const CARRY_OUT: &[Field] = &[D, VccDestination, A, B];
const CARRY_IN: &[Field] = &[D, VccDestination, A, B, VccCarry];
const MABQ: &[Field] = &[MaskDestination, A, B, Q];
const MABC_TABLE_Q: &[Field] = &[MaskDestination, A, B, C, Table, Q];
const DABP: &[Field] = &[D, A, B, P];
const DAB_VCC: &[Field] = &[D, A, B, NotVcc];
const DQ: &[Field] = &[D, Q];
const MAB: &[Field] = &[MaskDestination, A, B];
const MQ: &[Field] = &[MaskDestination, Q];
const MPQ: &[Field] = &[MaskDestination, P, Q];
const MDA: &[Field] = &[MaskDestination, D, A];
const SLOTS: &[Field] = &[ExtraSlots];
const COUNTER: &[Field] = &[Counter];
const SPECIAL: &[Field] = &[D, Special];
const ALL: &[Field] = &[Barrier];
const WAVES: &[Field] = &[Barrier, ArrivingWaves];
const ALL_Q: &[Field] = &[Barrier, Q];
const WAVES_Q: &[Field] = &[Barrier, ArrivingWaves, Q];
const SHUFFLE: &[Field] = &[MaskDestination, D, RegisterA, ShuffleB, ShuffleC];
const SHUFFLE_RANGE: &[Field] = &[D, ShuffleB, ShuffleC];
const MOVED: &[Field] = &[D, RegisterA];
const MOVED_FROM: &[Field] = &[D, RegisterA, LiteralB];
const ADDRESSED: &[Field] = &[D, RegisterB, RegisterA];
const PERMUTED: &[Field] = &[D, RegisterA, LiteralB, LiteralC];
const SWIZZLED: &[Field] = &[D, RegisterA, SwizzleOffset];
const LITERALS: &[Field] = &[D, LiteralA, LiteralB];
const EXEC_LITERAL: &[Field] = &[Exec, MaskLiteral];
const EXEC_SLOT: &[Field] = &[Exec, Slot];
const EXEC_EXEC: &[Field] = &[Exec, Exec];
const EXEC_EXEC_SLOT: &[Field] = &[Exec, Exec, Slot];
const EXEC_EXEC_VCC: &[Field] = &[Exec, Exec, Vcc];
const SLOT_EXEC: &[Field] = &[SlotDestination, Exec];
const SLOT_LITERAL: &[Field] = &[SlotDestination, MaskLiteral];
const SLOT_VCC: &[Field] = &[SlotDestination, Vcc];

/// Rows that start from the columns of `base`; with a `unit`, each names an operation of it.
macro_rules! rows {
    ($base:expr, $unit:ident($kind:ident) {$(
        $opcode:literal $name:ident $(($($of:expr),+))?:
        $($fields:ident[$($spelling:literal $($format:ident($code:literal $(, $table:literal)?))?),+]),+
        = $description:literal $({$($column:ident: $value:expr),+})?;
    )*}) => {
        rows! { $base, {$(
            $opcode [Operation::$unit($kind::$name $(($($of),+))?)]:
            $($fields[$($spelling $($format($code $(, $table)?))?),+]),+ = $description $({$($column: $value),+})?;
        )*}}
    };
    ($base:expr, {$(
        $opcode:literal [$operation:expr]:
        $($fields:ident[$($spelling:literal $($format:ident($code:literal $(, $table:literal)?))?),+]),+
        = $description:literal $({$($column:ident: $value:expr),+})?;
    )*}) => {
        &[$(Row {
            operation: $operation,
            opcode: $opcode,
            spellings: &[$($(
                Spelling::new($fields, $spelling)
                    $(.on_gfx9(Gfx9::$format($code))$(.with_immediate($table))?)?
            ),+),+],
            description: $description,
            $($($column: $value,)+)?
            ..$base
        }),*]
    };
}

const CONTROL: &[Row] = rows! { PLAIN, Control(ControlOperation) {
    0x00 Nop: NONE["NOP", "v_nop"], SLOTS["s_nop"] = "Does nothing for {slots}";
    0x01 Exit: NONE["EXIT"] = "Ends the wave";
    0x07 TriggerCounter: COUNTER["PMTRIG"] = "Adds 1 to performance counter {n}";
}};

const BARRIER: &[Row] = rows! { of(Feature::Barrier), Control(ControlOperation) {
    0x02 Synchronise: ALL["BAR.SYNC"], WAVES["BAR.SYNC"]
        = "Waits at barrier {n} until {waves} arrived";
    0x04 BarrierReduce(BarrierReduction::Count): ALL_Q["BAR.RED.POPC"], WAVES_Q["BAR.RED.POPC"]
        = "Waits at barrier {n} until {waves} arrived; \
           B2R then reads how often {q} is true {threads}";
    0x05 BarrierReduce(BarrierReduction::And): ALL_Q["BAR.RED.AND"], WAVES_Q["BAR.RED.AND"]
        = "Waits at barrier {n} until {waves} arrived; \
           B2R then reads 1 if {q} is true everywhere, else 0, {threads}";
    0x06 BarrierReduce(BarrierReduction::Or): ALL_Q["BAR.RED.OR"], WAVES_Q["BAR.RED.OR"]
        = "Waits at barrier {n} until {waves} arrived; \
           B2R then reads 1 if {q} is true anywhere, else 0, {threads}";
}};

const READ: &[Row] = rows! { PLAIN, Read(ReadOperation) {
    0x12 Special: SPECIAL["S2R"] = "{special}" {weight: 24};
    0x14 Barrier: D_ONLY["B2R"] = "the result of the wave's last barrier"
        {feature: Some(Feature::Barrier)};
    0x16 BarrierPredicate: M_ONLY["B2R"] = "whether the result of the wave's last barrier is not 0"
        {feature: Some(Feature::Barrier), code: Some("B2R_TO_P"), weight: 12};
}};

/// Operations of a lane on integers and predicates of one thread. Operands a, b, c are those of
/// [`super::Instruction`]: a is GCN's src0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "named as in ISA.md")]
pub enum LaneOperation {
    Move,
    Select,
    Add,
    Subtract,
    SubtractReversed,
    MultiplyLow,
    MultiplyHigh(Signedness),
    MultiplyAdd,
    Minimum(Signedness),
    Maximum(Signedness),
    And,
    Or,
    Xor,
    Not,
    ShiftLeft,
    ShiftRight(Signedness),
    PopulationCount,
    PopulationCountAdd,
    BitReverse,
    HighestOne,
    LeadingZeros,
    Compare(Comparison, Signedness),
    CombineMasks(MaskFunction),
    /// LOP3
    Lookup,
    /// Whether LOP3's word is not 0, or q
    LookupAny,
    AddThree,
    AddCarry,
    SubtractCarry,
    SubtractBorrow,
    SubtractBorrowReversed,
    /// The low word of {c, b} shifted right
    FunnelRight,
    /// The high word of {b, c} shifted left
    FunnelLeft,
    PermuteBytes,
    /// The same by a byte of a for each byte
    PermuteBytesWide,
    ExtractBits(Signedness),
    BitMask,
    ShiftLeftAdd,
    ShiftLeftOr,
    AddShiftLeft,
    /// LEA.HI
    FunnelLeftAdd,
    CountBelow(WordOfWave),
}

const LANE: &[Row] = rows! { PLAIN, Lane(LaneOperation) {
    0x10 Move: DA["MOV", "v_mov_b32" Vop1(0x01)] = "{a}";
    0x11 Select: DABP["SEL"], DAB_VCC["v_cndmask_b32" Vop2(0x00)] = "{a} if {p} else {b}";
    0x20 Add: DAB["IADD", "v_add_u32" Vop2(0x34)] = "{a} + {b}";
    0x21 Subtract: DAB["ISUB", "v_sub_u32" Vop2(0x35)] = "{a} - {b}";
    0x22 SubtractReversed: DAB["v_subrev_u32" Vop2(0x36)] = "{b} - {a}";
    0x40 Minimum(Signed): DAB["IMNMX.MIN.S32", "v_min_i32" Vop2(0x0c)]
        = "the smaller of {a} and {b}, as signed numbers";
    0x41 Minimum(Unsigned): DAB["IMNMX.MIN.U32", "v_min_u32" Vop2(0x0e)]
        = "the smaller of {a} and {b}, as unsigned numbers";
    0x42 Maximum(Signed): DAB["IMNMX.MAX.S32", "v_max_i32" Vop2(0x0d)]
        = "the larger of {a} and {b}, as signed numbers";
    0x43 Maximum(Unsigned): DAB["IMNMX.MAX.U32", "v_max_u32" Vop2(0x0f)]
        = "the larger of {a} and {b}, as unsigned numbers";
    0x50 And: DAB["LOP.AND", "v_and_b32" Vop2(0x13)] = "{a} and {b}";
    0x51 Or: DAB["LOP.OR", "v_or_b32" Vop2(0x14)] = "{a} or {b}";
    0x52 Xor: DAB["LOP.XOR", "v_xor_b32" Vop2(0x15)] = "{a} xor {b}";
    0x53 Not: DA["NOT", "v_not_b32" Vop1(0x2b)] = "not {a}";
    0x60 ShiftLeft: DBA["SHL"], DAB["v_lshlrev_b32" Vop2(0x12)]
        = "{b} shifted left by {a} modulo 32";
    0x62 ShiftRight(Unsigned): DBA["SHR.U32"], DAB["v_lshrrev_b32" Vop2(0x10)]
        = "{b} shifted right by {a} modulo 32";
    0x63 ShiftRight(Signed): DBA["SHR.S32"], DAB["v_ashrrev_i32" Vop2(0x11)]
        = "{b} shifted right by {a} modulo 32, copying its sign";
    0x70 PopulationCountAdd: DAB["v_bcnt_u32_b32" Vop3(0x28b)] = "the number of ones in {a}, plus {b}";
    0x71 BitReverse: DA["BREV", "v_bfrev_b32" Vop1(0x2c)] = "{a} with its bits in reverse order";
    0x72 HighestOne: DA["FLO.U32"] = "the position of the highest one in {a}, or 0xffffffff for 0"
        {instead: Some("write v_ffbh_u32, which counts the zeros above that position")};
    0x73 LeadingZeros: DA["v_ffbh_u32" Vop1(0x2d)]
        = "the number of zeros above the highest one in {a}, or 0xffffffff for 0";
    0x74 PopulationCount: DA["POPC"] = "the number of ones in {a}"
        {instead: Some("write v_bcnt_u32_b32 d, a, 0")};
    0x80 Compare(Equal, Signed): MAB["ISETP.EQ.S32", "v_cmp_eq_i32" Vopc(0xc2)]
        = "whether {a} = {b}, as signed numbers";
    0x81 Compare(Equal, Unsigned): MAB["ISETP.EQ.U32", "v_cmp_eq_u32" Vopc(0xca)]
        = "whether {a} = {b}, as unsigned numbers";
    0x82 Compare(NotEqual, Signed): MAB["ISETP.NE.S32", "v_cmp_ne_i32" Vopc(0xc5)]
        = "whether {a} != {b}, as signed numbers";
    0x83 Compare(NotEqual, Unsigned): MAB["ISETP.NE.U32", "v_cmp_ne_u32" Vopc(0xcd)]
        = "whether {a} != {b}, as unsigned numbers";
    0x84 Compare(Less, Signed): MAB["ISETP.LT.S32", "v_cmp_lt_i32" Vopc(0xc1)]
        = "whether {a} < {b}, as signed numbers";
    0x85 Compare(Less, Unsigned): MAB["ISETP.LT.U32", "v_cmp_lt_u32" Vopc(0xc9)]
        = "whether {a} < {b}, as unsigned numbers";
    0x86 Compare(GreaterOrEqual, Signed): MAB["ISETP.GE.S32", "v_cmp_ge_i32" Vopc(0xc6)]
        = "whether {a} >= {b}, as signed numbers";
    0x87 Compare(GreaterOrEqual, Unsigned): MAB["ISETP.GE.U32", "v_cmp_ge_u32" Vopc(0xce)]
        = "whether {a} >= {b}, as unsigned numbers";
    0x88 Compare(LessOrEqual, Signed): MAB["ISETP.LE.S32", "v_cmp_le_i32" Vopc(0xc3)]
        = "whether {a} <= {b}, as signed numbers";
    0x89 Compare(LessOrEqual, Unsigned): MAB["ISETP.LE.U32", "v_cmp_le_u32" Vopc(0xcb)]
        = "whether {a} <= {b}, as unsigned numbers";
    0x8a Compare(Greater, Signed): MAB["ISETP.GT.S32", "v_cmp_gt_i32" Vopc(0xc4)]
        = "whether {a} > {b}, as signed numbers";
    0x8b Compare(Greater, Unsigned): MAB["ISETP.GT.U32", "v_cmp_gt_u32" Vopc(0xcc)]
        = "whether {a} > {b}, as unsigned numbers";
    0x90 CombineMasks(MaskFunction::And): MPQ["PSETP.AND"] = "{p} and {q}"
        {weight: 12, instead: Some("combine masks in exec, with s_and_b64")};
    0x91 CombineMasks(MaskFunction::Or): MPQ["PSETP.OR"] = "{p} or {q}"
        {weight: 12, instead: Some("combine masks in exec, with s_or_b64")};
    0x92 CombineMasks(MaskFunction::Xor): MPQ["PSETP.XOR"] = "{p} xor {q}"
        {weight: 12, instead: Some("combine masks in exec, with s_and_b64, s_or_b64 and s_andn2_b64")};
}};

const MULTIPLY: &[Row] = rows! { of(Feature::Multiply), Lane(LaneOperation) {
    0x30 MultiplyLow: DAB["IMUL", "v_mul_lo_u32" Vop3(0x285)] = "the low word of {a} x {b}";
    0x31 MultiplyHigh(Unsigned): DAB["IMUL.HI.U32", "v_mul_hi_u32" Vop3(0x286)]
        = "the high word of {a} x {b}, as unsigned numbers";
    0x32 MultiplyHigh(Signed): DAB["IMUL.HI.S32", "v_mul_hi_i32" Vop3(0x287)]
        = "the high word of {a} x {b}, as signed numbers";
    0x33 MultiplyAdd: DABC["IMAD", "v_mad_u32"] = "the low word of {a} x {b}, plus {c}"
        {instead: Some("write v_mul_lo_u32 and v_add_u32")};
}};

const BITS: &[Row] = rows! { of(Feature::Bits), Lane(LaneOperation) {
    0x54 Lookup: DABC_TABLE["LOP3.LUT"], DABC["v_bfi_b32" Vop3(0x1ca, 0xca),
        "v_and_or_b32" Vop3(0x201, 0xea), "v_or3_b32" Vop3(0x202, 0xfe)]
        = "in each place the bit of {table} whose number is 4 x {a} + 2 x {b} + {c} there";
    0x55 LookupAny: MABC_TABLE_Q["LOP3.P"]
        = "whether some place of {a}, {b} and {c} has a 1 at 4 x {a} + 2 x {b} + {c} in {table}, or {q}"
        {instead: Some("write v_bfi_b32, v_and_or_b32 or v_or3_b32 and v_cmp_ne_u32"), weight: 12};
    0x23 AddThree: DABC["IADD3", "v_add3_u32" Vop3(0x1ff)] = "{a} + {b} + {c}" {weight: 18};
    0x24 AddCarry: MDABQ["IADD.CC"], CARRY_OUT["v_add_co_u32" Vop2(0x19)], CARRY_IN["v_addc_co_u32" Vop2(0x1c)]
        = "{a} + {b} + {q}[; {m} = its carry]";
    0x25 SubtractBorrow: MDABQ["ISUB.BB"], CARRY_OUT["v_sub_co_u32" Vop2(0x1a)], CARRY_IN["v_subb_co_u32" Vop2(0x1d)]
        = "{a} - {b} - {q}[; {m} = its borrow]";
    0x26 SubtractBorrowReversed: CARRY_OUT["v_subrev_co_u32" Vop2(0x1b)], CARRY_IN["v_subbrev_co_u32" Vop2(0x1e)]
        = "{b} - {a} - {q}[; {m} = its borrow]";
    0x27 SubtractCarry: MDABQ["ISUB.CC"] = "{a} + not {b} + {q}[; {m} = its carry]"
        {instead: Some("write v_subb_co_u32, whose vcc is the borrow, the complement of the carry")};
    0x61 FunnelLeft: DCAB["SHF.L.U64.HI"] = "the high word of {b}:{c} shifted left by {a} modulo 32"
        {instead: Some("write v_alignbit_b32 with 32 less the amount")};
    0x66 FunnelRight: DBAC["SHF.R.U64"], DCBA["v_alignbit_b32" Vop3(0x1ce)]
        = "the low word of {c}:{b} shifted right by {a} modulo 32";
    0x6a ExtractBits(Unsigned): DBAC["BFE.U32", "v_bfe_u32" Vop3(0x1c8)]
        = "{c} modulo 32 bits of {b} from bit {a} modulo 32 on";
    0x6b ExtractBits(Signed): DBAC["BFE.S32", "v_bfe_i32" Vop3(0x1c9)]
        = "{c} modulo 32 bits of {b} from bit {a} modulo 32 on, the highest copied into all above";
    0x69 BitMask: DAC["BMSK"], DCA["v_bfm_b32" Vop3(0x293)]
        = "{c} modulo 32 ones from bit {a} modulo 32 on";
    0x64 ShiftLeftAdd: DBAC["SHLADD", "v_lshl_add_u32" Vop3(0x1fd)], DBCA["LEA"]
        = "{b} shifted left by {a} modulo 32, plus {c}";
    0x65 ShiftLeftOr: DBAC["SHLOR", "v_lshl_or_b32" Vop3(0x200)]
        = "{b} shifted left by {a} modulo 32, or {c}";
    0x68 AddShiftLeft: DABC["ADDSHL", "v_add_lshl_u32" Vop3(0x1fe)]
        = "{a} + {b} shifted left by {c} modulo 32";
    0x6c FunnelLeftAdd: LEA_HI["LEA.HI"]
        = "the high word of {b}:{a} shifted left by {amount}, plus {c}"
        {instead: Some("write v_alignbit_b32 with 32 less the amount, and v_add_u32")};
    0x58 PermuteBytes: DBAC["PRMT"] = "the bytes of {c}:{b} that the nibbles of {a} name"
        {instead: Some("write v_perm_b32, whose selectors are bytes")};
    0x59 PermuteBytesWide: DCBA["v_perm_b32" Vop3(0x1ed)]
        = "the bytes of {c}:{b} that the bytes of {a} name";
    0x78 CountBelow(WordOfWave::Low): DAB["MBCNT.LO", "v_mbcnt_lo_u32_b32" Vop3(0x28c)]
        = "{b} plus the ones of {a} below the thread, of threads 0 to 31 of 64";
    0x7c CountBelow(WordOfWave::High): DAB["MBCNT.HI", "v_mbcnt_hi_u32_b32" Vop3(0x28d)]
        = "{b} plus the ones of {a} below the thread, of threads 32 to 63 of 64";
}};

const LANE_MOVE: &[Row] = rows! { of(Feature::LaneMoves), LaneMove(LaneMove) {
    0x98 Read: MOVED_FROM["v_readlane_b32"] = "{a} of thread {b} modulo threads"
        {passes: Passes::Wave, instead: Some("it writes a scalar register there; use ds_bpermute_b32")};
    0x99 ReadFirst: MOVED["v_readfirstlane_b32"] = "{a} of the lowest executing thread"
        {passes: Passes::Wave, instead: Some("it writes a scalar register there; use ds_bpermute_b32")};
    0x9a PermuteRow: PERMUTED["v_permlane16_b32"]
        = "{a} of the thread of its row at the place that its nibble of {c} and {b} names{flags}"
        {passes: Passes::Row, instead: Some("use a DPP modifier or ds_bpermute_b32")};
    0x9b PermuteOtherRow: PERMUTED["v_permlanex16_b32"]
        = "{a} of the thread of the other row of its 32 threads \
           at the place that its nibble of {c} and {b} names{flags}"
        {passes: Passes::Warp, instead: Some("use ds_swizzle_b32 or ds_bpermute_b32")};
    0x9c SwapHalves: MOVED["v_permlane64_b32"] = "{a} of the thread 32 away"
        {passes: Passes::Wave, threads: Some(64), instead: Some("use ds_bpermute_b32")};
    0x9d Pull: ADDRESSED["ds_bpermute_b32" Ds(0x3f)]
        = "{a} of thread {b}/4 modulo threads, 0 if that is outside EXEC" {passes: Passes::Wave};
    0x9e Push: ADDRESSED["ds_permute_b32" Ds(0x3e)]
        = "{a} of the highest executing thread whose {b}/4 modulo threads is its number, \
           0 if there is none" {passes: Passes::Wave};
    0x9f Swizzle: SWIZZLED["ds_swizzle_b32" Ds(0x3d)]
        = "{a} of the thread that the swizzle {b} names, 0 if that is outside EXEC"
        {passes: Passes::Warp};
}};

const WRITE_LANE: &[Row] = rows! { PLAIN, {
    0x18 [Operation::WriteLane]: LITERALS["v_writelane_b32" Vop3(0x28a)]
        = "{d} = {a} in thread {b} modulo threads, whatever EXEC says";
}};

const SHUFFLE_WORD: &[Row] = rows! { Row { passes: Passes::Warp, ..of(Feature::Shuffle) }, Shuffle(ShuffleMode) {
    0xa0 Index: SHUFFLE["SHFL.IDX", "SHFIDX"] = "{a} of thread {b} of its segment, \
        or its own {a} where that is out of range[; {m} = whether that is in range]";
    0xa1 Up: SHUFFLE["SHFL.UP", "SHFUP"] = "{a} of the thread {b} below, \
        or its own {a} where that is out of range[; {m} = whether that is in range]";
    0xa2 Down: SHUFFLE["SHFL.DOWN", "SHFDOWN"] = "{a} of the thread {b} above, \
        or its own {a} where that is out of range[; {m} = whether that is in range]";
    0xa3 Butterfly: SHUFFLE["SHFL.BFLY", "SHFXOR"] = "{a} of the thread numbered its own xor {b}, \
        or its own {a} where that is out of range[; {m} = whether that is in range]";
}};

/// Range words: geometry alone decides whether a source is in range.
const SHUFFLE_IN_RANGE: &[Row] = rows! { of(Feature::Shuffle), {
    0xa4 [Operation::ShuffleRange(ShuffleMode::Index, TrueWord::AllOnes)]: SHUFFLE_RANGE["SHFL.IDX.RANGE.U"]
        = "0xffffffff where thread {b} of its segment is in range, else 0";
    0xa5 [Operation::ShuffleRange(ShuffleMode::Up, TrueWord::AllOnes)]: SHUFFLE_RANGE["SHFL.UP.RANGE.U"]
        = "0xffffffff where the thread {b} below is in range, else 0";
    0xa6 [Operation::ShuffleRange(ShuffleMode::Down, TrueWord::AllOnes)]: SHUFFLE_RANGE["SHFL.DOWN.RANGE.U"]
        = "0xffffffff where the thread {b} above is in range, else 0";
    0xa7 [Operation::ShuffleRange(ShuffleMode::Butterfly, TrueWord::AllOnes)]: SHUFFLE_RANGE["SHFL.BFLY.RANGE.U"]
        = "0xffffffff where the thread numbered its own xor {b} is in range, else 0";
    0xac [Operation::ShuffleRange(ShuffleMode::Index, TrueWord::One)]: SHUFFLE_RANGE["SHFL.IDX.RANGE.F"]
        = "1.0 where thread {b} of its segment is in range, else 0";
    0xad [Operation::ShuffleRange(ShuffleMode::Up, TrueWord::One)]: SHUFFLE_RANGE["SHFL.UP.RANGE.F"]
        = "1.0 where the thread {b} below is in range, else 0";
    0xae [Operation::ShuffleRange(ShuffleMode::Down, TrueWord::One)]: SHUFFLE_RANGE["SHFL.DOWN.RANGE.F"]
        = "1.0 where the thread {b} above is in range, else 0";
    0xaf [Operation::ShuffleRange(ShuffleMode::Butterfly, TrueWord::One)]: SHUFFLE_RANGE["SHFL.BFLY.RANGE.F"]
        = "1.0 where the thread numbered its own xor {b} is in range, else 0";
}};

const EXEC: &[Row] = rows! { Row { weight: 2, ..PLAIN }, Exec(ExecOperation) {
    0xb0 Move: EXEC_LITERAL["s_mov_b64" Sop1(0x01)], EXEC_SLOT["s_mov_b64" Sop1(0x01)] = "EXEC = {s}";
    0xb1 Save: SLOT_EXEC["s_mov_b64" Sop1(0x01)] = "{m} = EXEC" {code: Some("S_MOV_B64_FROM_EXEC")};
    0xb2 Not: EXEC_EXEC["s_not_b64" Sop1(0x05)] = "EXEC = not EXEC";
    0xb3 And: EXEC_EXEC_SLOT["s_and_b64" Sop2(0x0d)], EXEC_EXEC_VCC["s_and_b64" Sop2(0x0d)]
        = "EXEC = EXEC and {s}";
    0xb4 Or: EXEC_EXEC_SLOT["s_or_b64" Sop2(0x0f)], EXEC_EXEC_VCC["s_or_b64" Sop2(0x0f)]
        = "EXEC = EXEC or {s}";
    0xb5 AndNot: EXEC_EXEC_SLOT["s_andn2_b64" Sop2(0x13)], EXEC_EXEC_VCC["s_andn2_b64" Sop2(0x13)]
        = "EXEC = EXEC and not {s}";
    0xb6 OrSave: SLOT_LITERAL["s_or_saveexec_b64" Sop1(0x21)] = "{m} = EXEC, then EXEC = EXEC or {s}";
    0xb7 AndSave: SLOT_VCC["s_and_saveexec_b64" Sop1(0x20)] = "{m} = EXEC, then EXEC = EXEC and {s}";
}};

/// The lower digit of a comparison is the set of outcomes for which it holds: unordered 8, less
/// 4, equal 2, greater 1.
const FLOAT: &[Row] = rows! { of(Feature::Float), Float(FloatOperation) {
    0xc0 Add: DAB["FADD", "v_add_f32" Vop2(0x01)] = "{a} + {b} as floats";
    0xc1 Subtract: DAB["v_sub_f32" Vop2(0x02)] = "{a} - {b} as floats";
    0xc2 Multiply: DAB["FMUL", "v_mul_f32" Vop2(0x05)] = "{a} x {b} as floats";
    0xc3 MultiplyAdd: DABC["FFMA", "v_fma_f32" Vop3(0x1cb)] = "{a} x {b} + {c} as floats, rounded once";
    0xc4 Minimum: DAB["FMNMX.MIN", "v_min_f32" Vop2(0x0a)] = "the smaller of {a} and {b} as floats";
    0xc5 Maximum: DAB["FMNMX.MAX", "v_max_f32" Vop2(0x0b)] = "the larger of {a} and {b} as floats";
    0xc8 FromInteger(Signed): DA["I2F.S32", "v_cvt_f32_i32" Vop1(0x05)]
        = "{a}, an integer with a sign, as a float";
    0xc9 FromInteger(Unsigned): DA["I2F.U32", "v_cvt_f32_u32" Vop1(0x06)]
        = "{a}, an integer without a sign, as a float";
    0xca ToInteger(Signed): DA["F2I.S32", "v_cvt_i32_f32" Vop1(0x08)]
        = "the float {a} as an integer with a sign, rounded toward zero and saturated";
    0xcb ToInteger(Unsigned): DA["F2I.U32", "v_cvt_u32_f32" Vop1(0x07)]
        = "the float {a} as an integer without a sign, rounded toward zero and saturated";
    0xd1 Compare(Greater): MAB["FSETP.GT", "v_cmp_gt_f32" Vopc(0x44)] = "whether {a} > {b} as floats";
    0xd5 OrderedNotEqual: MAB["FSETP.LG", "v_cmp_lg_f32" Vopc(0x45)]
        = "whether {a} < {b} or {a} > {b} as floats";
    0xd7 IsOrdered: MAB["FSETP.NUM", "v_cmp_o_f32" Vopc(0x47)] = "whether {a} and {b} are numbers";
    0xd8 IsUnordered: MAB["FSETP.NAN", "v_cmp_u_f32" Vopc(0x48)] = "whether {a} or {b} is no number";
    0xd9 CompareUnordered(Greater): MAB["FSETP.GTU", "v_cmp_nle_f32" Vopc(0x4c)]
        = "whether {a} > {b} as floats or one is no number";
    0xda CompareUnordered(Equal): MAB["FSETP.EQU", "v_cmp_nlg_f32" Vopc(0x4a)]
        = "whether {a} = {b} as floats or one is no number";
    0xdb CompareUnordered(GreaterOrEqual): MAB["FSETP.GEU", "v_cmp_nlt_f32" Vopc(0x4e)]
        = "whether {a} >= {b} as floats or one is no number";
    0xdc CompareUnordered(Less): MAB["FSETP.LTU", "v_cmp_nge_f32" Vopc(0x49)]
        = "whether {a} < {b} as floats or one is no number";
    0xde CompareUnordered(LessOrEqual): MAB["FSETP.LEU", "v_cmp_ngt_f32" Vopc(0x4b)]
        = "whether {a} <= {b} as floats or one is no number";
    0xd2 Compare(Equal): MAB["FSETP.EQ", "v_cmp_eq_f32" Vopc(0x42)] = "whether {a} = {b} as floats";
    0xd3 Compare(GreaterOrEqual): MAB["FSETP.GE", "v_cmp_ge_f32" Vopc(0x46)] = "whether {a} >= {b} as floats";
    0xd4 Compare(Less): MAB["FSETP.LT", "v_cmp_lt_f32" Vopc(0x41)] = "whether {a} < {b} as floats";
    0xd6 Compare(LessOrEqual): MAB["FSETP.LE", "v_cmp_le_f32" Vopc(0x43)] = "whether {a} <= {b} as floats";
    0xdd Compare(NotEqual): MAB["FSETP.NE", "v_cmp_ne_f32", "v_cmp_neq_f32" Vopc(0x4d)]
        = "whether {a} != {b} as floats";
}};

const VOTE: &[Row] = rows! { Row { passes: Passes::Warp, ..of(Feature::Vote) }, Vote(VoteOperation) {
    0xe0 Any: MQ["VOTE.ANY"] = "whether {q} is 1 in any of the warp's executing threads";
    0xe1 All: MQ["VOTE.ALL"] = "whether {q} is 1 in all of the warp's executing threads";
    0xe2 Uniform: MQ["VOTE.UNI"] = "whether {q} is the same in all of the warp's executing threads";
    0xe3 Ballot: DQ["VOTE.BALLOT"]
        = "a bit for each thread of the warp, 1 where it executes and {q} is 1";
    0xe4 ActiveThreads: D_ONLY["VOTE.ACTIVE"]
        = "a bit for each thread of the warp, 1 where it executes";
    0xe6 MatchAny: DA["MATCH.ANY"]
        = "a bit for each thread of the warp, 1 where it executes and has the same {a}"
        {passes: Passes::Match};
    0xe7 MatchAll: MDA["MATCH.ALL"]
        = "a bit for each of the warp's executing threads if {a} is the same in all of them, \
           else 0[, and {m} = whether it is]" {passes: Passes::Match};
    0xe8 Reduce(Reduction::Add): DA["REDUX.ADD.U32", "REDUX.ADD.S32"]
        = "the sum of {a} in the warp's executing threads" {passes: Passes::Reduce};
    0xe9 Reduce(Reduction::And): DA["REDUX.AND.U32", "REDUX.AND.S32"]
        = "the and of {a} in the warp's executing threads" {passes: Passes::Reduce};
    0xea Reduce(Reduction::Or): DA["REDUX.OR.U32", "REDUX.OR.S32"]
        = "the or of {a} in the warp's executing threads" {passes: Passes::Reduce};
    0xeb Reduce(Reduction::Xor): DA["REDUX.XOR.U32", "REDUX.XOR.S32"]
        = "the xor of {a} in the warp's executing threads" {passes: Passes::Reduce};
    0xec Reduce(Reduction::Minimum(Signed)): DA["REDUX.MIN.S32"]
        = "the smallest, as signed numbers, of {a} in the warp's executing threads" {passes: Passes::Reduce};
    0xed Reduce(Reduction::Minimum(Unsigned)): DA["REDUX.MIN.U32"]
        = "the smallest, as unsigned numbers, of {a} in the warp's executing threads" {passes: Passes::Reduce};
    0xee Reduce(Reduction::Maximum(Signed)): DA["REDUX.MAX.S32"]
        = "the largest, as signed numbers, of {a} in the warp's executing threads" {passes: Passes::Reduce};
    0xef Reduce(Reduction::Maximum(Unsigned)): DA["REDUX.MAX.U32"]
        = "the largest, as unsigned numbers, of {a} in the warp's executing threads" {passes: Passes::Reduce};
}};

/// Types and modifiers follow these names; c is an operand if they read it. x and y are the
/// selected parts of a and b.
const VIDEO: &[Row] = rows! { of(Feature::Video), Video(VideoOperation) {
    0xf0 Add: DABC["VADD", "VAVRG"] = "{x} + {y}";
    0xf1 Subtract: DABC["VSUB"] = "{x} - {y}";
    0xf2 AbsoluteDifference: DABC["VABSDIFF"] = "the distance of {x} and {y}";
    0xf3 Minimum: DABC["VMIN"] = "the smaller of {x} and {y}";
    0xf4 Maximum: DABC["VMAX"] = "the larger of {x} and {y}";
    0xf5 ShiftLeft: DABC["VSHL"] = "{x} shifted left by {amount}";
    0xf6 ShiftRight: DABC["VSHR"] = "{x} shifted right by {amount}";
    0xf7 Set: DABC["VSET"] = "1 if {x} {relation} {y}, else 0";
    0xf8 MultiplyAdd: DABC["VMAD"] = "{x} x {y}";
}};

const VIDEO_SIMD: &[Row] = rows! { of(Feature::Video), VideoSimd(SimdOperation) {
    0xf9 Add: DABC["VADD2", "VADD4"] = "x + y";
    0xfa Subtract: DABC["VSUB2", "VSUB4"] = "x - y";
    0xfb Average: DABC["VAVRG2", "VAVRG4"] = "the rounded average of x and y";
    0xfc AbsoluteDifference: DABC["VABSDIFF2", "VABSDIFF4"] = "the distance of x and y";
    0xfd Minimum: DABC["VMIN2", "VMIN4"] = "the smaller of x and y";
    0xfe Maximum: DABC["VMAX2", "VMAX4"] = "the larger of x and y";
    0xff Set: DABC["VSET2", "VSET4"] = "1 if x {relation} y, else 0";
}};
