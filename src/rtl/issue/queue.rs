//! Instructions that stand behind each other and leave in the order of their issue.

use super::instruction::Instruction;
use crate::rtl::prelude::*;

/// Whether there is an instruction, and what it says.
pub type Staged<'m> = (Signal<'m>, Instruction<Signal<'m>>);

/// The places, the oldest instruction in the first one.
pub struct Queue<'m> {
    /// The oldest needs another slot; to be driven.
    pub stays: Signal<'m>,
    names: Vec<String>,
    valid: Vec<RegisterHandle<'m>>,
}

record! {
    /// Instructions that wait for their operands, where banks are read in turn.
    pub struct WaitingProbe {
        /// The oldest waits for a bank.
        conflict;
        /// The oldest stays, for a bank or to pass once more.
        stays;
        /// There is no place for another one.
        full;
    }
}

impl<'m> Queue<'m> {
    /// A queue whose places have these names.
    pub fn new(m: &'m Builder, names: Vec<String>) -> Self {
        let valid = |name: &String| m.reset_register(&format!("{name}_valid"), 1, 0);
        let stays = m.wire("stays", 1);
        Self { stays, valid: names.iter().map(valid).collect(), names }
    }

    /// No place is free at the end of this slot.
    pub fn full(&self) -> Signal<'m> {
        self.stays & self.valid[self.valid.len() - 1].q()
    }

    /// Whether at the end of the slot one of those that are there stands behind `older` others.
    pub fn remains(&self, older: usize) -> Signal<'m> {
        let stays = self.stays & self.valid[older].q();
        self.valid.get(older + 1).map_or(stays, |behind| stays | (!self.stays & behind.q()))
    }

    /// Takes `issued` to one of the `places`; whether there is an instruction, and what it is, the
    /// oldest first.
    pub fn take(
        &self,
        m: &'m Builder,
        first_phase: Signal<'m>,
        places: &[Signal<'m>],
        issued: Instruction<Signal<'m>>,
    ) -> Vec<Staged<'m>> {
        let mut instructions: Vec<Staged> = vec![];
        for (older, &place) in places.iter().enumerate().rev() {
            let valid = self.valid[older];
            valid.next_when(first_phase, self.remains(older) | place);
            let (enable, next) = match instructions.last() {
                Some(&(_, behind)) => {
                    (place | (first_phase & !self.stays), issued.chosen_by(place, behind))
                }
                None => (place, issued),
            };
            instructions.push((valid.q(), next.registered_when(m, &self.names[older], enable)));
        }
        instructions.reverse();
        instructions
    }
}
