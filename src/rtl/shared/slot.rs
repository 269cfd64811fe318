//! Where in its slot an instruction is, and what the units that waves share agree on.

use crate::rtl::prelude::*;

/// Where in its slot the instruction that executes is.
#[derive(Clone, Copy)]
pub struct Slot<'m> {
    /// Cycle of the slot.
    pub phase: Signal<'m>,
    /// The beat that executes.
    pub beat: Signal<'m>,
    /// A beat passes through the lanes in this cycle.
    pub passes: Signal<'m>,
    /// It executes.
    pub busy: Signal<'m>,
    /// It belongs to an instruction that passes again; of no bits where nothing reads it.
    pub gathering: Signal<'m>,
    /// Low bits of the slot in which the next instruction to execute was issued; of no bits where
    /// that follows from when it executes.
    pub issued: Signal<'m>,
}
