//! Operations on EXEC and the mask slots (first row of ISA.md section 10).

use crate::isa::{ExecOperation, Mask, Thread, Wave};

/// What an EXEC operation does to a wave.
pub struct ExecEffect {
    /// EXEC afterwards.
    pub exec: Mask,
    /// What the mask slot named as destination gets.
    pub saved: Option<Mask>,
}

/// The effect of `operation` on `exec`; `source` is the slot, vcc or literal that the instruction names.
pub fn effect(operation: ExecOperation, exec: &Mask, source: &Mask) -> ExecEffect {
    let each = |bit: fn(bool, bool) -> bool| Wave::from_fn(exec.threads(), |thread| bit(exec[thread], source[thread]));
    let new_exec = match operation {
        ExecOperation::Move => each(|_, source| source),
        ExecOperation::Save => each(|exec, _| exec),
        ExecOperation::Not => each(|exec, _| !exec),
        ExecOperation::And | ExecOperation::AndSave => each(|exec, source| exec && source),
        ExecOperation::Or | ExecOperation::OrSave => each(|exec, source| exec || source),
        ExecOperation::AndNot => each(|exec, source| exec && !source),
    };
    let saves = match operation {
        ExecOperation::Save | ExecOperation::OrSave | ExecOperation::AndSave => true,
        ExecOperation::Move | ExecOperation::Not | ExecOperation::And | ExecOperation::Or | ExecOperation::AndNot => false,
    };
    ExecEffect { exec: new_exec, saved: saves.then(|| exec.clone()) }
}

/// A mask literal as a mask: bit i is thread i, the sign fills the threads that it does not reach.
pub fn literal_mask(literal: i128, threads: usize) -> Mask {
    Wave::from_fn(threads, |Thread(thread)| literal >> thread.min(127) & 1 == 1)
}
