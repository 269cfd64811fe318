//! Periods of a run. Where all waves go round in loops and the machine is as it was a while ago, it
//! does again what it did since then, and this can be left out.

use super::event::StallReason;
use super::totals::Totals;
use crate::isa::Register;

/// A slot that never comes.
pub const NEVER: u64 = u64::MAX;

/// Everything that later slots depend on, apart from the instructions that are left: what is still
/// ahead, and how far.
#[derive(Debug)]
pub struct Ahead {
    /// The present slot.
    slot: u64,
    /// Its first cycle.
    cycle: u64,
    pub things: Vec<(Thing, u64)>,
}

/// Things that can be ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thing {
    /// A place of the wave's scoreboard can be read.
    Ready(usize, usize),
    /// It can be overwritten.
    Overwritable(usize, usize),
    /// The wave's barrier is open.
    Open(usize),
    /// The wave counts as arrived.
    Arrived(usize),
    /// The wave counts as ended.
    Ended(usize),
    /// A late result is written.
    LateWrite,
    /// The last retirement.
    Retired,
    /// A bank is used.
    Turn(usize),
    /// An instruction has left its collector, or allocate.
    Left,
    /// An instruction stays.
    Stay(StallReason),
    /// A bank is asked for its last read.
    Asked(usize),
    /// A bank keeps the register of a wave for an operand.
    Kept { bank: usize, operand: usize, wave: usize, register: Register },
}

impl Ahead {
    pub fn new(slot: u64, slot_cycles: u64) -> Self {
        Self { slot, cycle: slot * slot_cycles, things: vec![] }
    }

    /// Adds a thing of `slot`, unless that has come.
    pub fn slot(&mut self, thing: Thing, slot: u64) {
        if slot > self.slot {
            self.things.push((thing, if slot == NEVER { NEVER } else { slot - self.slot }));
        }
    }

    /// Adds a thing of `cycle`, unless that has come.
    pub fn cycle(&mut self, thing: Thing, cycle: u64) {
        if cycle > self.cycle {
            self.things.push((thing, cycle - self.cycle));
        }
    }
}

/// A moment of a run at which nothing keeps the next slot busy.
pub struct Moment {
    /// The wave that issued last.
    pub wave: usize,
    /// Number of the next instruction of each wave.
    pub next: Vec<usize>,
    /// Slots so far, with those that were left out.
    pub slot: u64,
    pub ahead: Vec<(Thing, u64)>,
    pub totals: Totals,
}

/// Instructions of a wave between two moments: a moment costs as much as some of them.
const DISTANCE: usize = 32;

/// Moments of a run, the older the fewer: whatever the period is, one is kept for as long.
pub struct Moments {
    kept: Vec<Moment>,
    /// Instructions between two moments.
    distance: u64,
    /// Instructions so far.
    count: u64,
}

impl Moments {
    /// Moments of a program of so many waves.
    pub fn new(waves: usize) -> Self {
        Self { kept: vec![], distance: (waves * DISTANCE) as u64, count: 0 }
    }

    /// Moments at which `wave` issued last.
    pub fn of(&self, wave: usize) -> impl Iterator<Item = &Moment> {
        self.kept.iter().filter(move |moment| moment.wave == wave)
    }

    /// Counts an instruction, and keeps the moment before it if it is time.
    pub fn pass(&mut self, moment: impl FnOnce() -> Moment) {
        self.count += 1;
        if !self.count.is_multiple_of(self.distance) {
            return;
        }
        let place = (self.count / self.distance).trailing_zeros() as usize;
        match self.kept.get_mut(place) {
            Some(older) => *older = moment(),
            None => self.kept.push(moment()),
        }
    }
}
