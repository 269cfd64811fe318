//! The timetable of a run: which instruction is where in every cycle, as in [S4].

use std::collections::HashMap;
use std::ops::Range;

use super::banks::places;
use super::event::{Access, Beat, Issue, Meeting, Retire, Sink, Stall, Stay};
use super::run::run;
use super::timing::Timing;
use super::totals::Totals;
use crate::config::Config;
use crate::isa::asm::disassemble;
use crate::isa::{Deadlock, Instruction, Program};

/// A run written down. Its table has one line a cycle: cycle, phase, what issues, what each port
/// does, which beat the lanes execute, why nothing issues.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pub(super) config: Config,
    pub(super) timing: Timing,
    totals: Totals,
    pub(super) notes: Notes,
    /// The cycles that are shown.
    shown: Range<u64>,
}

/// An instruction that was taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Issued {
    /// Phase 0 of the slot in which it issues.
    pub cycle: u64,
    /// The wave that issues it.
    pub wave: usize,
    /// Counted from 0 in its wave.
    pub number: usize,
    /// Line of the program's text, from 1.
    pub line: usize,
    /// The instruction itself.
    pub instruction: Instruction,
    /// How the disassembler writes it.
    pub text: String,
    /// The cycle in which its last row is written.
    pub retires: u64,
    /// The banks that hold its registers; `None` on a machine without banks.
    pub banks: Option<String>,
}

/// Events that a sink receives, in that order. Next to each event of an instruction is the index of
/// the instruction in `issues`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Notes {
    /// The times of a machine with banks.
    banked: Option<Timing>,
    pub issues: Vec<Issued>,
    pub stalls: Vec<Stall>,
    pub accesses: Vec<(usize, Access)>,
    pub beats: Vec<(usize, Beat)>,
    pub stays: Vec<(usize, Stay)>,
    pub meetings: Vec<Meeting>,
}

impl Notes {
    /// Index of the instruction whose events are being reported.
    fn last(&self) -> usize {
        self.issues.len() - 1
    }
}

impl Sink for Notes {
    fn issue(&mut self, issue: &Issue) {
        let &Issue { cycle, wave, number, instruction, .. } = issue;
        self.issues.push(Issued {
            cycle,
            wave,
            number,
            line: 0,
            instruction: *instruction,
            text: disassemble(instruction, None),
            retires: cycle,
            banks: self.banked.map(|timing| places(timing, wave, instruction)),
        });
    }

    fn stall(&mut self, stall: &Stall) {
        self.stalls.push(*stall);
    }

    fn access(&mut self, access: &Access) {
        self.accesses.push((self.last(), *access));
    }

    fn beat(&mut self, beat: &Beat) {
        self.beats.push((self.last(), *beat));
    }

    fn stay(&mut self, stay: &Stay) {
        self.stays.push((self.last(), *stay));
    }

    fn meeting(&mut self, meeting: &Meeting) {
        self.meetings.push(*meeting);
    }

    fn retire(&mut self, retire: &Retire) {
        let last = self.last();
        self.issues[last].retires = retire.cycle;
    }
}

impl Schedule {
    /// The timetable of `program` on the machine of `config`.
    ///
    /// # Errors
    /// # Panics
    /// As [`run`].
    pub fn new(config: &Config, program: &Program) -> Result<Self, Deadlock> {
        let timing = Timing::new(config);
        let mut notes = Notes { banked: timing.has_banks().then_some(timing), ..Notes::default() };
        let totals = run(config, program, &mut notes)?;
        let executed = program.all_executed();
        for issued in &mut notes.issues {
            issued.line = executed[issued.wave][issued.number].number;
        }
        Ok(Self { config: config.clone(), timing, totals, notes, shown: 0..totals.cycles })
    }

    /// The same run, cut to `cycles`, from the start of the slot of the first one on.
    #[must_use]
    pub fn only(self, cycles: Range<u64>) -> Self {
        let end = cycles.end.min(self.totals.cycles);
        let start = cycles.start - cycles.start % self.slot_cycles();
        Self { shown: start.min(end)..end, ..self }
    }

    /// The sums of the run.
    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// The cycles that are shown.
    pub fn shown(&self) -> Range<u64> {
        self.shown.clone()
    }

    /// The instructions in the order in which they issue.
    pub fn issued(&self) -> &[Issued] {
        &self.notes.issues
    }

    /// The places in [`Self::issued`] of the instructions, by wave and number.
    pub fn places(&self) -> HashMap<(usize, usize), usize> {
        let place = |(place, issued): (usize, &Issued)| ((issued.wave, issued.number), place);
        self.notes.issues.iter().enumerate().map(place).collect()
    }

    /// The machine that ran.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Cycles from one slot to the next.
    pub fn slot_cycles(&self) -> u64 {
        self.timing.slot_cycles()
    }

    /// Whether the register file has banks, so that it matters where registers lie.
    pub(super) fn has_banks(&self) -> bool {
        self.notes.banked.is_some()
    }
}
