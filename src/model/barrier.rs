//! Barriers (ISA.md section 9): which waves wait where, their votes, and when they may go on.
//!
//! A wave has ended when its last instruction is done and it does not wait. The waves at a barrier
//! may go on
//!
//! * when a wave arrives that names a number, and as many waves are there;
//! * when one of them has named no number, and every wave that has not ended is there.

use crate::isa::{Barrier, BarrierReduction, Deadlock};

/// A wave at a barrier.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Arrival {
    barrier: Barrier,
    /// Reduction that it asked for; `None` for BAR.SYNC, which asks for none and counts no thread.
    reduction: Option<BarrierReduction>,
    /// q of each of its threads that executes.
    votes: Vec<Option<bool>>,
}

/// One wave as the barriers see it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Wave {
    /// Whether it has instructions left.
    runs: bool,
    arrival: Option<Arrival>,
    /// Result of its last barrier.
    result: u32,
}

/// The barriers of a machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Barriers {
    waves: Vec<Wave>,
}

impl Barriers {
    /// Barriers of a machine with `waves` running waves, none of which has arrived.
    pub fn new(waves: usize) -> Self {
        Self { waves: vec![Wave { runs: true, arrival: None, result: 0 }; waves] }
    }

    /// Wave `wave` has instructions left, or none.
    pub fn set_running(&mut self, wave: usize, runs: bool) {
        self.waves[wave].runs = runs;
        self.let_go_where_all_are();
    }

    /// Whether wave `wave` has arrived at a barrier that has not opened.
    pub fn is_waiting(&self, wave: usize) -> bool {
        self.waves[wave].arrival.is_some()
    }

    /// Result that B2R of wave `wave` reads.
    pub fn result(&self, wave: usize) -> u32 {
        self.waves[wave].result
    }

    /// Wave `wave` arrives with q of each of its threads that executes.
    pub fn arrive(
        &mut self,
        wave: usize,
        barrier: Barrier,
        reduction: Option<BarrierReduction>,
        votes: Vec<Option<bool>>,
    ) {
        self.waves[wave].arrival = Some(Arrival { barrier, reduction, votes });
        let here = self.waves_at(barrier.number);
        if barrier.waves.is_some_and(|needed| here.len() >= usize::from(needed)) {
            self.let_go(&here);
        }
        self.let_go_where_all_are();
    }

    /// The waves that have arrived at barrier `number` and wait.
    fn waves_at(&self, number: u8) -> Vec<usize> {
        let is_here = |wave: &usize| {
            self.waves[*wave]
                .arrival
                .as_ref()
                .is_some_and(|arrival| arrival.barrier.number == number)
        };
        (0..self.waves.len()).filter(is_here).collect()
    }

    /// Opens each barrier at which all waves that have not ended are, if one of them waits for all.
    fn let_go_where_all_are(&mut self) {
        for number in 0..crate::isa::BARRIERS {
            let here = self.waves_at(number);
            let is_elsewhere = |wave: usize| {
                let Wave { runs, arrival, .. } = &self.waves[wave];
                (*runs || arrival.is_some()) && !here.contains(&wave)
            };
            let waits_for_all = |&wave: &usize| {
                self.waves[wave]
                    .arrival
                    .as_ref()
                    .is_some_and(|arrival| arrival.barrier.waves.is_none())
            };
            if here.iter().any(waits_for_all) && !(0..self.waves.len()).any(is_elsewhere) {
                self.let_go(&here);
            }
        }
    }

    /// Gives the waves `here` their results and lets them go on.
    fn let_go(&mut self, here: &[usize]) {
        let arrivals: Vec<Arrival> =
            here.iter().filter_map(|&wave| self.waves[wave].arrival.take()).collect();
        let votes = || arrivals.iter().flat_map(|arrival| arrival.votes.iter().flatten());
        for (&wave, arrival) in here.iter().zip(&arrivals) {
            self.waves[wave].result = match arrival.reduction {
                None => 0,
                Some(BarrierReduction::Count) => votes().filter(|&&vote| vote).count() as u32,
                Some(BarrierReduction::And) => u32::from(votes().all(|&vote| vote)),
                Some(BarrierReduction::Or) => u32::from(votes().any(|&vote| vote)),
            };
        }
    }

    /// The waves with instructions left that wait, and where; `None` if there are none.
    pub fn deadlock(&self) -> Option<Deadlock> {
        let waits = |(number, wave): (usize, &Wave)| {
            let arrival = wave.arrival.as_ref().filter(|_| wave.runs)?;
            Some((number, arrival.barrier))
        };
        let waiting: Vec<_> = self.waves.iter().enumerate().filter_map(waits).collect();
        (!waiting.is_empty()).then_some(Deadlock { waiting })
    }
}
