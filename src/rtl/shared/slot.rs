//! Position of an instruction in its slot, which the units that waves share agree on.

use crate::rtl::prelude::*;

/// Position in its slot of the instruction that executes.
#[derive(Clone, Copy)]
pub struct Slot<'m> {
    /// Cycle of the slot.
    pub phase: Signal<'m>,
    /// The beat that executes.
    pub beat: Signal<'m>,
    /// A beat passes through the lanes in this cycle.
    pub passes: Signal<'m>,
    /// The beat executes.
    pub busy: Signal<'m>,
    /// The beat belongs to an instruction that passes again; no bits where nothing reads it.
    pub gathering: Signal<'m>,
    /// The instruction that reads executes from the next cycle on.
    pub next_starts: Signal<'m>,
}
