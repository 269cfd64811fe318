//! DS: the lane moves that GFX9 sends through its local data share.

use crate::isa::instruction::{Instruction, Operand};
use crate::isa::operation::LaneMove;

const DS: u32 = 0xd800_0000;

/// Opcode in the format DS.
fn opcode(kind: LaneMove) -> Option<u32> {
    match kind {
        LaneMove::Swizzle => Some(0x3d),
        LaneMove::Push => Some(0x3e),
        LaneMove::Pull => Some(0x3f),
        LaneMove::Read
        | LaneMove::ReadFirst
        | LaneMove::PermuteRow
        | LaneMove::PermuteOtherRow
        | LaneMove::SwapHalves => None,
    }
}

/// Whether GFX9 has the lane move in this format.
pub(super) fn has(kind: LaneMove) -> bool {
    opcode(kind).is_some()
}

/// The two dwords of a lane move that GFX9 has: of ds_swizzle_b32 the address is the data and the
/// offset the pattern.
pub(super) fn encode(kind: LaneMove, instruction: &Instruction) -> Vec<u32> {
    let register = |operand: Operand| match operand {
        Operand::Register(register) => u32::from(register.0),
        Operand::None | Operand::Literal(_) => 0,
    };
    let offset = match instruction.b {
        Operand::Literal(offset) => offset & 0xffff,
        Operand::None | Operand::Register(_) => 0,
    };
    let (a, b) = (register(instruction.a), register(instruction.b));
    let sources = if kind == LaneMove::Swizzle { a } else { a << 8 | b };
    let destination = instruction.destination.map_or(0, |register| register.0.into());
    vec![DS | opcode(kind).unwrap_or_default() << 17 | offset, destination << 24 | sources]
}
