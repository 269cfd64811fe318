//! Barriers: which wave waits where, and from which cycle on it may issue again.
//!
//! A wave arrives with its BAR's last beat. The waves at a barrier may issue in the cycle behind the
//! one in which the last that it waits for arrives, or does not run any more: the cycle after the
//! issue of its last instruction, or if that is BAR the one in which it may issue again.

use super::repetition::{Ahead, Thing};
use crate::isa::{Barrier, Deadlock};

/// A wave as far as barriers are concerned.
struct Wave {
    /// Whether it has instructions left.
    has_instructions: bool,
    /// The first cycle in which it does not run, once it has no instructions left and does not
    /// wait.
    ended: u64,
    /// Where it has arrived and waits, and the first cycle in which its barrier may be open for
    /// that.
    arrival: Option<(Barrier, u64)>,
}

impl Wave {
    fn runs(&self) -> bool {
        self.has_instructions || self.arrival.is_some()
    }
}

/// The barriers of a machine.
pub struct Barriers {
    waves: Vec<Wave>,
}

/// A wave that may go on, and the first cycle in which it may issue.
pub type Release = (usize, u64);

impl Barriers {
    /// Barriers at which no wave has arrived; `has_instructions` has an item for each wave.
    pub fn new(has_instructions: impl Iterator<Item = bool>) -> Self {
        let wave = |has_instructions| Wave { has_instructions, ended: 0, arrival: None };
        Self { waves: has_instructions.map(wave).collect() }
    }

    /// Wave `wave` has issued its last instruction, which is no BAR, and does not run from `cycle`
    /// on.
    pub fn end(&mut self, wave: usize, cycle: u64) -> Vec<Release> {
        self.waves[wave].has_instructions = false;
        self.waves[wave].ended = cycle;
        self.open_where_all_are()
    }

    /// Wave `wave` has issued BAR, and arrives in `cycle`.
    pub fn arrive(
        &mut self,
        wave: usize,
        barrier: Barrier,
        cycle: u64,
        has_instructions: bool,
    ) -> Vec<Release> {
        self.waves[wave].has_instructions = has_instructions;
        self.waves[wave].arrival = Some((barrier, cycle));
        let here = self.waves_at(barrier.number);
        let are_enough = barrier.waves.is_some_and(|needed| here.len() >= usize::from(needed));
        let mut released = if are_enough { self.open(&here, cycle) } else { vec![] };
        released.extend(self.open_where_all_are());
        released
    }

    /// Where wave `wave` waits.
    pub fn place(&self, wave: usize) -> Option<Barrier> {
        self.waves[wave].arrival.map(|(barrier, _)| barrier)
    }

    /// The waves with instructions left that wait.
    pub fn deadlock(&self) -> Deadlock {
        let with_instructions =
            self.waves.iter().enumerate().filter(|(_, wave)| wave.has_instructions);
        Deadlock {
            waiting: with_instructions
                .filter_map(|(number, _)| Some((number, self.place(number)?)))
                .collect(),
        }
    }

    /// Adds what later slots depend on.
    pub fn look_ahead(&self, ahead: &mut Ahead) {
        for (number, wave) in self.waves.iter().enumerate() {
            wave.arrival.iter().for_each(|&(_, cycle)| ahead.cycle(Thing::Arrived(number), cycle));
            ahead.cycle(Thing::Ended(number), wave.ended + 1);
        }
    }

    fn waves_at(&self, number: u8) -> Vec<usize> {
        (0..self.waves.len())
            .filter(|&wave| self.place(wave).is_some_and(|barrier| barrier.number == number))
            .collect()
    }

    /// Opens, one after the other, the barriers that wait for all that run and have them; one that
    /// opens may end a wave that another waits for.
    fn open_where_all_are(&mut self) -> Vec<Release> {
        let mut released = vec![];
        loop {
            let numbers = (0..self.waves.len())
                .filter_map(|wave| self.place(wave))
                .filter(|barrier| barrier.waves.is_none());
            let numbers: Vec<u8> = numbers.map(|barrier| barrier.number).collect();
            let has_all = |&number: &u8| {
                self.waves.iter().filter(|wave| wave.runs()).count() == self.waves_at(number).len()
            };
            let Some(number) = numbers.into_iter().find(has_all) else { return released };
            let last = |wave: &Wave| wave.arrival.map_or(wave.ended + 1, |(_, cycle)| cycle);
            let cycle = self.waves.iter().map(last).max().unwrap_or(0);
            released.extend(self.open(&self.waves_at(number), cycle));
        }
    }

    fn open(&mut self, here: &[usize], cycle: u64) -> Vec<Release> {
        for &wave in here {
            let wave = &mut self.waves[wave];
            wave.arrival = None;
            if !wave.has_instructions {
                wave.ended = cycle;
            }
        }
        here.iter().map(|&wave| (wave, cycle)).collect()
    }
}
