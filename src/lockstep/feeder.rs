//! The instructions that a program's waves issue, round robin between the waves that are ready.

use std::collections::VecDeque;

use super::hardware::RunError;
use crate::isa::{Barrier, Deadlock, Instruction, Program, Shared};

/// Which instruction each wave issues next.
pub(super) struct Feeder {
    words: Vec<Vec<u128>>,
    /// Instructions that each wave has issued, in all passes.
    next: Vec<usize>,
    /// Instructions of each wave in all passes.
    ends: Vec<usize>,
    /// Where in `words` the next instruction of each wave is.
    places: Vec<usize>,
    /// Issue cycles of each wave's instructions that have not retired, the oldest first.
    issue_cycles: Vec<VecDeque<u64>>,
    last_wave: usize,
    /// Instructions that have not retired.
    pub unretired: usize,
}

impl Feeder {
    pub fn new(program: &Program, passes: u64) -> Self {
        let encode = |wave: usize| {
            program.executed(wave).iter().map(|line| line.instruction.encode()).collect()
        };
        let words: Vec<Vec<u128>> = (0..program.waves.len()).map(encode).collect();
        let ends: Vec<usize> = words.iter().map(|words| passes as usize * words.len()).collect();
        let (none, issue_cycles) = (vec![0; words.len()], vec![VecDeque::new(); words.len()]);
        let last_wave = words.len().saturating_sub(1);
        Self {
            next: none.clone(),
            places: none,
            unretired: ends.iter().sum(),
            ends,
            issue_cycles,
            last_wave,
            words,
        }
    }

    /// The instruction that `wave` issues next.
    pub fn word(&self, wave: usize) -> u128 {
        self.words[wave][self.places[wave]]
    }

    /// Waves that may have something to issue.
    pub fn waves(&self) -> usize {
        self.words.len()
    }

    /// The wave that comes at that distance (from 1) behind the one that issued last, if it has
    /// something to issue.
    pub fn candidate(&self, distance: usize) -> Option<usize> {
        let wave = (self.last_wave + distance) % self.words.len();
        self.has_more(wave).then_some(wave)
    }

    /// Whether `wave` has instructions left.
    pub fn has_more(&self, wave: usize) -> bool {
        self.next[wave] < self.ends[wave]
    }

    /// `wave` has issued an instruction in `cycle`.
    pub fn issued(&mut self, wave: usize, cycle: u64) {
        self.next[wave] += 1;
        self.places[wave] =
            if self.places[wave] + 1 == self.words[wave].len() { 0 } else { self.places[wave] + 1 };
        self.issue_cycles[wave].push_back(cycle);
        self.last_wave = wave;
    }

    /// The cycle in which the instruction of `wave` that retires now was issued; 0 if there was
    /// none.
    pub fn issue_cycle(&mut self, wave: usize) -> u64 {
        self.issue_cycles.get_mut(wave).and_then(VecDeque::pop_front).unwrap_or(0)
    }

    /// Why nothing happens: every wave that has something to issue arrived at a barrier last, or it
    /// is a riddle.
    pub fn stuck(&self, cycles: u64) -> RunError {
        let candidates: Vec<usize> =
            (1..=self.waves()).filter_map(|distance| self.candidate(distance)).collect();
        let mut waiting: Vec<(usize, Barrier)> =
            candidates.iter().filter_map(|&wave| Some((wave, self.arrived_at(wave)?))).collect();
        if !waiting.is_empty() && waiting.len() == candidates.len() {
            waiting.sort_unstable();
            return Deadlock { waiting }.into();
        }
        let waves: Vec<String> = candidates
            .iter()
            .map(|wave| format!("wave {wave} at instruction {}", self.next[*wave]))
            .collect();
        let waiting =
            if waves.is_empty() { "retirements only".to_string() } else { waves.join(", ") };
        RunError::Stuck { cycles, waiting }
    }

    /// The barrier that the last instruction issued by `wave` is about.
    fn arrived_at(&self, wave: usize) -> Option<Barrier> {
        let last = self.next[wave].checked_sub(1)?;
        match Instruction::decode(self.words[wave][last % self.words[wave].len()])?.shared {
            Shared::Barrier(barrier) => Some(barrier),
            Shared::None | Shared::Counter(_) | Shared::Special(_) => None,
        }
    }
}
