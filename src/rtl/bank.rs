//! Banks of a `banked` register file: which bank holds a register, and which operands are read in which slot.
//!
//! ```text
//!  reading_* ──►┌────────────┐──► reads_now   a, b, c of the instruction reading that banks answer in this slot
//!  accept ─────►│ collecting │──► stays       it needs another slot: nothing issues
//!  writing_* ──►└────────────┘
//! ```
//!
//! A bank has one port and serves one register of one wave in a slot, beat β in cycle β. Whose turn it is:
//!
//! 1. **the write.** At most one result comes in a slot, and its rows have nowhere to wait;
//! 2. operand a, then b, then c of the instruction in the reading stage. An operand that is the same register as one that is
//!    read needs no turn: both take the bank's answer.
//!
//! What is not read stays pending, and the instruction stays in the reading stage for another slot (`bank_conflict`); so it
//! does if its threads look into other beats and it has only begun to collect them. When nothing is left to wait for, the
//! slot is its last one: the instruction behind it is taken at the end, and its beats execute behind the last reads.

use super::decode::{Issued, Reading, Writing};
use super::timing::{Gather, index_bits};
use crate::config::Config;
use crate::hdl::{ModuleBuilder, RegisterHandle, Signal};

/// Bits of a bank's number.
pub fn bank_bits(config: &Config) -> usize {
    index_bits(config.banks())
}

/// The bank of an entry: its number and the wave's, modulo the banks.
pub fn bank_of<'m>(config: &Config, entry: Signal<'m>, wave: Option<Signal<'m>>) -> Signal<'m> {
    let bits = bank_bits(config);
    let low = |number: Signal<'m>| number.slice(0, bits.min(number.width())).zero_extend(bits);
    wave.map_or(low(entry), |wave| low(entry) + low(wave))
}

/// What tells the entries in a bank of one wave apart; absent when there is only one.
pub fn place_in_bank<'m>(config: &Config, entry: Signal<'m>) -> Option<Signal<'m>> {
    let bits = bank_bits(config);
    (entry.width() > bits).then(|| entry.slice(bits, entry.width() - bits))
}

/// What an instruction still waits for in the reading stage.
#[derive(Clone, Copy)]
pub struct Collecting<'m> {
    /// The instruction reading needs another slot; driven by [`Self::drive`].
    pub stays: Signal<'m>,
    /// Operands a, b, c that have not been read.
    pending: [RegisterHandle<'m>; 3],
    /// It collects operands of other beats, and not all of them have been read; absent where nothing does.
    gathers: Option<RegisterHandle<'m>>,
    /// Operand b is one of those.
    gathers_b: Option<RegisterHandle<'m>>,
}

/// What the instruction that is taken makes of [`Collecting`].
#[derive(Clone, Copy)]
pub struct Taken<'m> {
    pub accept: Signal<'m>,
    pub gathers: Signal<'m>,
    /// Absent where no instruction gathers operand b.
    pub gathers_b: Option<Signal<'m>>,
}

impl<'m> Collecting<'m> {
    pub fn new(m: &'m ModuleBuilder, config: &Config) -> Self {
        let gathers = Gather::takes_a_slot(config).then(|| m.register("gathers", 1));
        Self {
            stays: m.wire("stays", 1),
            pending: ["a", "b", "c"].map(|operand| m.register(&format!("pending_{operand}"), 1)),
            gathers,
            gathers_b: gathers.filter(|_| config.shuffle).map(|_| m.register("gathers_b", 1)),
        }
    }

    /// Connects what is pending; the operands that are read in this slot. `writing` takes its bank first.
    pub fn drive(
        &self,
        m: &'m ModuleBuilder,
        config: &Config,
        first_phase: Signal<'m>,
        (taken, issued): (Taken<'m>, &Issued<'m>),
        (valid, reading): (Signal<'m>, &Reading<'m>),
        (writing_valid, writing): (Signal<'m>, Writing<'m>),
    ) -> [Signal<'m>; 3] {
        let [a, b, c] = self.pending.map(|pending| valid & pending.q());
        let written = (writing_valid & writing.writes_register()).named("writes_bank");
        let written_bank = bank_of(config, writing.destination(), writing.wave).named("writing_bank");
        let is_written = |entry| written & bank_of(config, entry, reading.wave).equals(written_bank);
        let [in_a, in_b, in_c] = [reading.a(), reading.b(), reading.c()];
        let waits_a = (a & is_written(in_a)).named("waits_a");
        let waits_b = (b & (is_written(in_b) | (a & clash(m, config, in_a, in_b)))).named("waits_b");
        let behind_b = b & !waits_b & clash(m, config, in_b, in_c);
        let waits_c = (c & (is_written(in_c) | (a & clash(m, config, in_a, in_c)) | behind_b)).named("waits_c");
        let conflict = (waits_a | waits_b | waits_c).named("bank_conflict");

        let gathers = self.gathers.map_or_else(|| m.constant(1, 0), |gathers| valid & gathers.q());
        self.stays.drive(conflict | gathers);
        let wanted = [issued.reads_a(), issued.reads_b(), issued.reads_c()];
        for ((pending, waits), wanted) in self.pending.into_iter().zip([waits_a, waits_b, waits_c]).zip(wanted) {
            pending.next_when(first_phase, taken.accept.mux(wanted, waits));
        }
        if let Some(register) = self.gathers {
            let waits = self.gathers_b.map_or(waits_a, |gathers_b| waits_a | (waits_b & gathers_b.q()));
            register.next_when(first_phase, taken.accept.mux(taken.gathers, gathers & waits));
        }
        if let Some((register, gathers_b)) = self.gathers_b.zip(taken.gathers_b) {
            register.next_when(taken.accept, gathers_b);
        }
        [a & !waits_a, b & !waits_b, c & !waits_c]
    }
}

/// Whether two entries of one wave need the same bank one after the other.
fn clash<'m>(m: &'m ModuleBuilder, config: &Config, one: Signal<'m>, other: Signal<'m>) -> Signal<'m> {
    let bits = bank_bits(config);
    match place_in_bank(config, one).zip(place_in_bank(config, other)) {
        Some((place, other_place)) => one.slice(0, bits).equals(other.slice(0, bits)) & place.differs(other_place),
        None => m.constant(1, 0),
    }
}
