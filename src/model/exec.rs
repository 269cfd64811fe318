//! Operations on EXEC and the mask slots (first row of ISA.md section 10). EXEC and the guard do
//! not stop them.

use super::sources::Sources;
use crate::isa::{ExecOperation, Thread};

/// Whether a mask slot gets EXEC as it was before.
pub fn saves(operation: ExecOperation) -> bool {
    match operation {
        ExecOperation::Save | ExecOperation::OrSave | ExecOperation::AndSave => true,
        ExecOperation::Move
        | ExecOperation::Not
        | ExecOperation::And
        | ExecOperation::Or
        | ExecOperation::AndNot => false,
    }
}

/// EXEC of `thread` afterwards.
pub fn active(operation: ExecOperation, sources: &Sources, thread: Thread) -> bool {
    let exec = sources.exec[thread];
    let source = match sources.instruction.mask_literal {
        Some(literal) => literal_bit(literal, thread),
        None => sources.p[thread],
    };
    match operation {
        ExecOperation::Move => source,
        ExecOperation::Save => exec,
        ExecOperation::Not => !exec,
        ExecOperation::And | ExecOperation::AndSave => exec && source,
        ExecOperation::Or | ExecOperation::OrSave => exec || source,
        ExecOperation::AndNot => exec && !source,
    }
}

/// Bit i of a literal is thread i; the sign fills the threads that it does not reach, so that -1
/// means all.
fn literal_bit(literal: i128, Thread(thread): Thread) -> bool {
    literal >> thread.min(127) & 1 == 1
}
