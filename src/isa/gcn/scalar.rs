//! SOP1 and SOP2: operations on EXEC and the mask slots.

use super::constant::{LITERAL, inline_mask};
use super::refusal::{Refusal, mnemonic};
use crate::isa::instruction::{Instruction, MaskEntry, MaskSource};
use crate::isa::row::{Field, Gfx9};

/// `vcc` and `exec` in a scalar source or destination field.
pub(super) const VCC: u32 = 106;
const EXEC: u32 = 126;
const SOP1: u32 = 0xbe80_0000;
const SOP2: u32 = 0x8000_0000;

/// The dwords of an operation on EXEC and the mask slots.
///
/// # Errors
///
/// Its mask is no vcc, slot or constant that the dwords can name.
pub(super) fn encode(encoding: Gfx9, instruction: &Instruction) -> Result<Vec<u32>, Refusal> {
    let uses = |field| instruction.operation.uses(field);
    let saves = uses(Field::SlotDestination);
    let destination = if saves { slot_destination(instruction)? } else { EXEC };
    let has_source = [Field::MaskLiteral, Field::Slot, Field::Vcc].into_iter().any(uses);
    let (source, literal) = if has_source { source(instruction)? } else { (EXEC, None) };
    let dword = match encoding {
        Gfx9::Sop2(opcode) => SOP2 | opcode << 23 | destination << 16 | source << 8 | EXEC,
        Gfx9::Sop1(opcode) => SOP1 | destination << 16 | opcode << 8 | source,
        _ => unreachable!("{encoding:?} is no scalar format"),
    };
    Ok([dword].into_iter().chain(literal).collect())
}

/// The SGPR pair `s[2N:2N+1]` of slot sN, and vcc.
fn entry_field(entry: MaskEntry) -> Option<u32> {
    match entry {
        MaskEntry::VCC => Some(VCC),
        slot if slot.is_slot() => Some(2 * (u32::from(slot.0) - u32::from(MaskEntry::slot(0).0))),
        _ => None,
    }
}

fn slot_destination(instruction: &Instruction) -> Result<u32, Refusal> {
    entry_field(instruction.mask_destination).ok_or_else(|| {
        let (mnemonic, entry) = (mnemonic(instruction.operation), instruction.mask_destination);
        let rule = format!("{mnemonic} writes s0..s3 on GFX9, not {entry}");
        Refusal::new(rule, "use a mask slot")
    })
}

/// The source field, and the literal behind it.
fn source(instruction: &Instruction) -> Result<(u32, Option<u32>), Refusal> {
    if let Some(literal) = instruction.mask_literal {
        return literal_source(literal);
    }
    let MaskSource { entry, negated } = instruction.p;
    let field = entry_field(entry).filter(|_| !negated).ok_or_else(|| {
        let (sign, mnemonic) = (if negated { "!" } else { "" }, mnemonic(instruction.operation));
        let rule = format!("{mnemonic} reads s0..s3 or vcc on GFX9, not {sign}{entry}");
        Refusal::new(rule, "use vcc or a mask slot")
    })?;
    Ok((field, None))
}

/// GFX9 fills the upper half of a mask literal with zeros. (LLVM takes literals with ones there too
/// and so changes them.)
fn literal_source(literal: i128) -> Result<(u32, Option<u32>), Refusal> {
    let mask = literal as u64;
    if let Some(field) = inline_mask(mask) {
        return Ok((field, None));
    }
    let word = u32::try_from(mask).map_err(|_| {
        let rule = format!("GFX9 has mask literals 0..0xffffffff and -16..-1, not {mask:#x}");
        let cure = "make the mask by v_cmp into vcc, or by s_not_b64 of one that fits";
        Refusal::new(rule, cure)
    })?;
    Ok((LITERAL, Some(word)))
}
