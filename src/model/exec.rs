//! Operations on EXEC and the mask slots (first row of ISA.md section 10). EXEC and the guard do
//! not stop them.

use super::sources::Sources;
use crate::isa::{ExecOperation, Mask, Thread, Wave};

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

/// EXEC afterwards.
pub fn after(operation: ExecOperation, sources: &Sources) -> Mask {
    let exec = sources.exec;
    let source = match sources.instruction.mask_literal {
        Some(literal) => &Wave::from_fn(exec.threads(), |thread| literal_bit(literal, thread)),
        None => &*sources.p,
    };
    match operation {
        ExecOperation::Move => source.clone(),
        ExecOperation::Save => exec.clone(),
        ExecOperation::Not => exec.map(|exec| !exec),
        ExecOperation::And | ExecOperation::AndSave => exec.zip(source, |exec, bit| exec && bit),
        ExecOperation::Or | ExecOperation::OrSave => exec.zip(source, |exec, bit| exec || bit),
        ExecOperation::AndNot => exec.zip(source, |exec, bit| exec && !bit),
    }
}

/// Bit i of a literal is thread i; the sign fills the threads that it does not reach, so that -1
/// means all.
fn literal_bit(literal: i128, Thread(thread): Thread) -> bool {
    literal >> thread.min(127) & 1 == 1
}
