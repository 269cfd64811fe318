//! Which of AMD's vector formats an operation has on GFX9, with its opcode there.

use super::refusal::{Refusal, mnemonic};
use crate::isa::operation::{Comparison, LaneMove, MaskFunction, Operation, Signedness};

/// A vector format and the opcode in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Format {
    /// One source.
    Vop1(u32),
    /// Two sources, the second a register.
    Vop2(u32),
    /// A compare into vcc, the second source a register.
    Vopc(u32),
    /// Up to three sources of any kind but 32-bit literals; no DPP.
    Vop3(u32),
}

use Comparison::*;
use Format::*;
use Operation as Op;
use Signedness::*;

static FORMATS: &[(Operation, Format)] = &[
    (Op::Move, Vop1(0x01)),
    (Op::Not, Vop1(0x2b)),
    (Op::BitReverse, Vop1(0x2c)),
    (Op::LeadingZeros, Vop1(0x2d)),
    (Op::FloatFromInteger(Signed), Vop1(0x05)),
    (Op::FloatFromInteger(Unsigned), Vop1(0x06)),
    (Op::FloatToInteger(Unsigned), Vop1(0x07)),
    (Op::FloatToInteger(Signed), Vop1(0x08)),
    (Op::Select, Vop2(0x00)),
    (Op::FloatAdd, Vop2(0x01)),
    (Op::FloatSubtract, Vop2(0x02)),
    (Op::FloatMultiply, Vop2(0x05)),
    (Op::FloatMinimum, Vop2(0x0a)),
    (Op::FloatMaximum, Vop2(0x0b)),
    (Op::Minimum(Signed), Vop2(0x0c)),
    (Op::Maximum(Signed), Vop2(0x0d)),
    (Op::Minimum(Unsigned), Vop2(0x0e)),
    (Op::Maximum(Unsigned), Vop2(0x0f)),
    (Op::ShiftRight(Unsigned), Vop2(0x10)),
    (Op::ShiftRight(Signed), Vop2(0x11)),
    (Op::ShiftLeft, Vop2(0x12)),
    (Op::And, Vop2(0x13)),
    (Op::Or, Vop2(0x14)),
    (Op::Xor, Vop2(0x15)),
    (Op::Add, Vop2(0x34)),
    (Op::Subtract, Vop2(0x35)),
    (Op::SubtractReversed, Vop2(0x36)),
    (Op::Compare(Less, Signed), Vopc(0xc1)),
    (Op::Compare(Equal, Signed), Vopc(0xc2)),
    (Op::Compare(LessOrEqual, Signed), Vopc(0xc3)),
    (Op::Compare(Greater, Signed), Vopc(0xc4)),
    (Op::Compare(NotEqual, Signed), Vopc(0xc5)),
    (Op::Compare(GreaterOrEqual, Signed), Vopc(0xc6)),
    (Op::Compare(Less, Unsigned), Vopc(0xc9)),
    (Op::Compare(Equal, Unsigned), Vopc(0xca)),
    (Op::Compare(LessOrEqual, Unsigned), Vopc(0xcb)),
    (Op::Compare(Greater, Unsigned), Vopc(0xcc)),
    (Op::Compare(NotEqual, Unsigned), Vopc(0xcd)),
    (Op::Compare(GreaterOrEqual, Unsigned), Vopc(0xce)),
    (Op::FloatCompare(Less), Vopc(0x41)),
    (Op::FloatCompare(Equal), Vopc(0x42)),
    (Op::FloatCompare(LessOrEqual), Vopc(0x43)),
    (Op::FloatCompare(Greater), Vopc(0x44)),
    (Op::FloatCompare(GreaterOrEqual), Vopc(0x46)),
    (Op::FloatCompare(NotEqual), Vopc(0x4d)),
    (Op::FloatMultiplyAdd, Vop3(0x1cb)),
    (Op::MultiplyLow, Vop3(0x285)),
    (Op::MultiplyHigh(Unsigned), Vop3(0x286)),
    (Op::MultiplyHigh(Signed), Vop3(0x287)),
    (Op::PopulationCountAdd, Vop3(0x28b)),
    (Op::WriteLane, Vop3(0x28a)),
];

/// Operations that GFX9 lacks, with what to write in their place.
pub static NOT_IN_GFX9: &[(Operation, &str)] = &[
    (Op::MultiplyAdd, "write v_mul_lo_u32 and v_add_u32"),
    (Op::PopulationCount, "write v_bcnt_u32_b32 d, a, 0"),
    (Op::HighestOne, "write v_ffbh_u32, which counts the zeros above that position"),
    (Op::LaneMove(LaneMove::Read), "it writes a scalar register there; use ds_bpermute_b32"),
    (Op::LaneMove(LaneMove::ReadFirst), "it writes a scalar register there; use ds_bpermute_b32"),
    (Op::LaneMove(LaneMove::PermuteRow), "use a DPP modifier or ds_bpermute_b32"),
    (Op::LaneMove(LaneMove::PermuteOtherRow), "use ds_swizzle_b32 or ds_bpermute_b32"),
    (Op::LaneMove(LaneMove::SwapHalves), "use ds_bpermute_b32"),
    (Op::CombineMasks(MaskFunction::And), "combine masks in exec, with s_and_b64"),
    (Op::CombineMasks(MaskFunction::Or), "combine masks in exec, with s_or_b64"),
    (
        Op::CombineMasks(MaskFunction::Xor),
        "combine masks in exec, with s_and_b64, s_or_b64 and s_andn2_b64",
    ),
];

/// The format of a vector operation.
///
/// # Errors
///
/// GFX9 does not have it.
pub(super) fn format(operation: Operation) -> Result<Format, Refusal> {
    let found = FORMATS.iter().find(|(own, _)| *own == operation).map(|&(_, format)| format);
    found.ok_or_else(|| {
        let cure = NOT_IN_GFX9.iter().find(|(own, _)| *own == operation).map(|&(_, cure)| cure);
        let rule = format!("{} has no GFX9 encoding", mnemonic(operation));
        Refusal::new(rule, cure.unwrap_or("leave it out, or assemble with --format machine"))
    })
}
