//! SOP1, SOP2 and SOPP: operations on EXEC and the mask slots, waiting, the end.

use super::constant::{LITERAL, inline_mask};
use super::refusal::{Refusal, mnemonic};
use crate::isa::instruction::{Instruction, MaskEntry, MaskSource};
use crate::isa::operation::ExecOperation;

/// `vcc` and `exec` in a scalar source or destination field.
pub(super) const VCC: u32 = 106;
const EXEC: u32 = 126;

/// `s_endpgm`.
pub(super) const END_PROGRAM: u32 = 0xbf81_0000;
const V_NOP: u32 = 0x7e00_0000;
const S_NOP: u32 = 0xbf80_0000;
const SOP1: u32 = 0xbe80_0000;
const SOP2: u32 = 0x8000_0000;

/// `v_nop`, or `s_nop N` for more than one slot. `s_nop 0` and `v_nop` are one instruction of this
/// machine.
pub(super) fn no_operation(extra_slots: u8) -> u32 {
    if extra_slots == 0 { V_NOP } else { S_NOP | u32::from(extra_slots) }
}

/// The dwords of an operation on EXEC and the mask slots.
///
/// # Errors
///
/// Its mask is no vcc, slot or constant that the dwords can name.
pub(super) fn encode(
    operation: ExecOperation,
    instruction: &Instruction,
) -> Result<Vec<u32>, Refusal> {
    let (destination, operand) = match operation {
        ExecOperation::Not => (EXEC, Source::field(EXEC)),
        ExecOperation::Save => (slot_destination(instruction)?, Source::field(EXEC)),
        ExecOperation::Move | ExecOperation::And | ExecOperation::Or | ExecOperation::AndNot => {
            (EXEC, source(instruction)?)
        }
        ExecOperation::OrSave | ExecOperation::AndSave => {
            (slot_destination(instruction)?, source(instruction)?)
        }
    };
    let one_source = |opcode: u32| SOP1 | destination << 16 | opcode << 8 | operand.field;
    let exec_and_source =
        |opcode: u32| SOP2 | opcode << 23 | destination << 16 | operand.field << 8 | EXEC;
    let dword = match operation {
        ExecOperation::Move | ExecOperation::Save => one_source(0x01),
        ExecOperation::Not => one_source(0x05),
        ExecOperation::AndSave => one_source(0x20),
        ExecOperation::OrSave => one_source(0x21),
        ExecOperation::And => exec_and_source(0x0d),
        ExecOperation::Or => exec_and_source(0x0f),
        ExecOperation::AndNot => exec_and_source(0x13),
    };
    Ok(std::iter::once(dword).chain(operand.literal).collect())
}

struct Source {
    field: u32,
    literal: Option<u32>,
}

impl Source {
    fn field(field: u32) -> Self {
        Self { field, literal: None }
    }
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
        let rule = format!(
            "{} writes s0..s3 on GFX9, not {}",
            mnemonic(instruction.operation),
            instruction.mask_destination
        );
        Refusal::new(rule, "use a mask slot")
    })
}

fn source(instruction: &Instruction) -> Result<Source, Refusal> {
    if let Some(literal) = instruction.mask_literal {
        return literal_source(literal);
    }
    let MaskSource { entry, negated } = instruction.p;
    entry_field(entry).filter(|_| !negated).map(Source::field).ok_or_else(|| {
        let sign = if negated { "!" } else { "" };
        let rule = format!(
            "{} reads s0..s3 or vcc on GFX9, not {sign}{entry}",
            mnemonic(instruction.operation)
        );
        Refusal::new(rule, "use vcc or a mask slot")
    })
}

/// GFX9 fills the upper half of a mask literal with zeros. (LLVM takes literals with ones there too
/// and so changes them.)
fn literal_source(literal: i128) -> Result<Source, Refusal> {
    let mask = literal as u64;
    if let Some(field) = inline_mask(mask) {
        return Ok(Source::field(field));
    }
    let Ok(word) = u32::try_from(mask) else {
        let rule = format!("GFX9 has mask literals 0..0xffffffff and -16..-1, not {mask:#x}");
        return Err(Refusal::new(
            rule,
            "make the mask by v_cmp into vcc, or by s_not_b64 of one that fits",
        ));
    };
    Ok(Source { field: LITERAL, literal: Some(word) })
}
