//! Inputs of the parts of a lane.

use crate::rtl::prelude::*;

/// The operands of one thread.
#[derive(Clone, Copy)]
pub struct Operands<'m> {
    pub a: Signal<'m>,
    pub b: Signal<'m>,
    /// Lower digit of the opcode.
    pub choice: Signal<'m>,
}
