//! What the parts of a lane compute from.

use crate::hdl::Signal;
use crate::isa::Operation;

/// The operands of one thread.
#[derive(Clone, Copy)]
pub struct Operands<'m> {
    pub a: Signal<'m>,
    pub b: Signal<'m>,
    /// Of no bits where the machine has no third operand.
    pub c: Signal<'m>,
    /// Lower digit of the opcode.
    pub choice: Signal<'m>,
}

/// Upper digit of an operation's opcode.
pub fn class_of(operation: Operation) -> usize {
    usize::from(operation.opcode() >> 4)
}
