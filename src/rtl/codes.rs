//! Codes as the hardware compares them, under the names of the one table of operations.

use crate::isa::{CLASSES, DppControl, MaskEntry};
use crate::rtl::prelude::*;

/// Name of an opcode in Verilog: its first mnemonic, unless its row says otherwise.
fn name(operation: Operation) -> String {
    let row = operation.row();
    let mnemonic = || row.spellings[0].mnemonic.replace('.', "_").to_uppercase();
    row.code.map_or_else(mnemonic, str::to_owned)
}

/// Whether the opcode is that of `operation`.
pub fn is_operation(opcode: Signal<'_>, operation: impl Into<Operation>) -> Signal<'_> {
    let operation = operation.into();
    opcode.is_code(&name(operation), operation.opcode().into())
}

/// Whether `choice`, the lowest bits of an opcode whose class is known, is that of `operation`.
pub fn is_choice(choice: Signal<'_>, operation: impl Into<Operation>) -> Signal<'_> {
    let operation = operation.into();
    let value = u128::from(operation.opcode()) & ((1 << choice.width()) - 1);
    choice.is_code(&format!("{}_CHOICE", name(operation)), value)
}

/// Whether `class`, the upper digit of an opcode, is that of `operation`.
pub fn is_class(class: Signal<'_>, operation: impl Into<Operation>) -> Signal<'_> {
    let digit = operation.into().opcode() >> 4;
    class.is_code(&format!("CLASS_{}", CLASSES[usize::from(digit)]), digit.into())
}

/// Whether the DPP control is `wanted`.
pub fn is_control(control: Signal<'_>, wanted: DppControl) -> Signal<'_> {
    control.is_code(control_name(wanted), wanted.encode().into())
}

/// Whether `group`, a DPP control without its lowest digit, is that of `wanted`.
pub fn is_control_group(group: Signal<'_>, wanted: DppControl) -> Signal<'_> {
    group.is_code(&format!("{}_GROUP", control_name(wanted)), (wanted.encode() >> 4).into())
}

fn control_name(control: DppControl) -> &'static str {
    match control {
        DppControl::QuadPermute(_) => "QUAD_PERM",
        DppControl::RowShiftLeft(_) => "ROW_SHL",
        DppControl::RowShiftRight(_) => "ROW_SHR",
        DppControl::RowRotateRight(_) => "ROW_ROR",
        DppControl::WaveShiftLeft => "WAVE_SHL",
        DppControl::WaveRotateLeft => "WAVE_ROL",
        DppControl::WaveShiftRight => "WAVE_SHR",
        DppControl::WaveRotateRight => "WAVE_ROR",
        DppControl::RowMirror => "ROW_MIRROR",
        DppControl::RowHalfMirror => "ROW_HALF_MIRROR",
        DppControl::RowBroadcast15 => "ROW_BCAST15",
        DppControl::RowBroadcast31 => "ROW_BCAST31",
        DppControl::RowShare(_) => "ROW_SHARE",
        DppControl::RowXorMask(_) => "ROW_XMASK",
        DppControl::EightPermute(_) => "DPP8",
        DppControl::Reserved(_) => "RESERVED",
    }
}

/// Whether a mask entry's number is that of PT, which is stored nowhere.
pub fn is_true_entry(entry: Signal<'_>) -> Signal<'_> {
    let predicate_bits = 3;
    entry.is_code(
        if entry.width() == predicate_bits { "PT" } else { "PT_ENTRY" },
        MaskEntry::TRUE.0.into(),
    )
}

/// Whether the host asks for EXEC, which has the place of PT in the mask file.
pub fn is_exec_entry(entry: Signal<'_>) -> Signal<'_> {
    entry.is_code("EXEC_ENTRY", MaskEntry::TRUE.0.into())
}
