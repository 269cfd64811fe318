//! The timetable of a run: which instruction is where in every cycle, as in [S4].
//!
//! A run is executed twice: once for its sums and for what its table has columns for, and again for
//! its events, which are kept only as long as a part of the timetable that is not written needs them.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use super::banks::places;
use super::event::{Access, Beat, Entry, Event, Issue, Meeting, Sink, Stall, StallReason, Stay};
use super::run::run;
use super::timing::Timing;
use super::totals::Totals;
use crate::config::Config;
use crate::isa::asm::disassemble;
use crate::isa::{Deadlock, Instruction, Line, Program, Shared};

/// A run written down. Its table has one line a cycle: cycle, phase, what issues, what each port
/// does, which beat the lanes execute, why nothing issues.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pub(super) config: Config,
    pub(super) timing: Timing,
    pub(super) totals: Totals,
    pub(super) survey: Survey,
    pub(super) notes: Notes,
    /// The cycles that are shown.
    pub(super) shown: Range<u64>,
    /// The part of them whose events are here.
    pub(super) part: Range<u64>,
}

/// Which kinds of events a run has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Survey {
    pub uses_masks: bool,
    pub has_conflicts: bool,
}

impl Sink for Survey {
    fn see(&mut self, event: &Event) {
        match event {
            Event::Access(access) => self.uses_masks |= matches!(access.entry, Entry::Mask(_)),
            Event::Stay(stay) => {
                self.has_conflicts |= matches!(stay.reason, StallReason::BankConflict { .. });
            }
            _ => {}
        }
    }
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
    /// The BAR at which each wave waits, by wave and number.
    pub waiting: BTreeSet<(usize, usize)>,
}

impl Notes {
    /// Index of the instruction whose events are being reported.
    fn last(&self) -> usize {
        self.issues.len() - 1
    }

    /// Forgets what is over in cycle `from`.
    fn forget(&mut self, from: u64, slot_cycles: u64) {
        self.meetings.retain(|meeting| meeting.opened > from);
        self.stalls.retain(|stall| stall.cycle + slot_cycles > from);
        let met = self.meetings.iter().map(|meeting| (meeting.wave, meeting.number));
        let kept: BTreeSet<(usize, usize)> = met.chain(self.waiting.iter().copied()).collect();
        let mut places = vec![];
        let mut next = 0;
        self.issues.retain(|issued| {
            let is_kept = issued.retires >= from || kept.contains(&(issued.wave, issued.number));
            places.push(is_kept.then_some(next));
            next += usize::from(is_kept);
            is_kept
        });
        fn moved<T>(events: &mut Vec<(usize, T)>, places: &[Option<usize>]) {
            events.retain_mut(|(place, _)| {
                places[*place].is_some_and(|moved| {
                    *place = moved;
                    true
                })
            });
        }
        moved(&mut self.accesses, &places);
        moved(&mut self.beats, &places);
        moved(&mut self.stays, &places);
    }
}

impl Sink for Notes {
    fn see(&mut self, event: &Event) {
        match *event {
            Event::Issue(Issue { cycle, wave, number, instruction, .. }) => {
                self.issues.push(Issued {
                    cycle,
                    wave,
                    number,
                    line: 0,
                    instruction: *instruction,
                    text: String::new(),
                    retires: cycle,
                    banks: None,
                });
                if matches!(instruction.shared, Shared::Barrier(_)) {
                    self.waiting.insert((wave, number));
                }
            }
            Event::Stall(stall) => self.stalls.push(stall),
            Event::Access(access) => self.accesses.push((self.last(), access)),
            Event::Beat(beat) => self.beats.push((self.last(), beat)),
            Event::Stay(stay) => self.stays.push((self.last(), stay)),
            Event::Meeting(meeting) => {
                self.meetings.push(meeting);
                self.waiting.remove(&(meeting.wave, meeting.number));
            }
            Event::Retire(retire) => {
                let last = self.last();
                self.issues[last].retires = retire.cycle;
            }
        }
    }
}

impl Schedule {
    /// The timetable of `program` on the machine of `config`.
    ///
    /// # Errors
    /// # Panics
    /// As [`run`].
    pub fn new(config: &Config, program: &Program) -> Result<Self, Deadlock> {
        Self::outline(config, program)?.read(program)
    }

    /// The timetable without its events.
    ///
    /// # Errors
    /// # Panics
    /// As [`run`].
    pub fn outline(config: &Config, program: &Program) -> Result<Self, Deadlock> {
        let timing = Timing::new(config);
        let notes = Notes { banked: timing.has_banks().then_some(timing), ..Notes::default() };
        let mut survey = Survey::default();
        let totals = run(config, program, &mut survey)?;
        let shown = 0..totals.cycles;
        Ok(Self { config: config.clone(), timing, totals, survey, notes, shown, part: 0..0 })
    }

    /// The same with the events of the cycles that are shown.
    ///
    /// # Errors
    /// As [`run`].
    pub fn read(self, program: &Program) -> Result<Self, Deadlock> {
        let mut whole = self.clone();
        self.parts(program, u64::MAX, &mut |part| {
            whole = part.clone();
            true
        })?;
        Ok(whole)
    }

    /// Hands the cycles that are shown to `each`, some thousand after the other, with their events,
    /// while it returns true.
    ///
    /// # Errors
    /// As [`run`].
    pub fn in_parts(
        self,
        program: &Program,
        each: &mut dyn FnMut(&Self) -> bool,
    ) -> Result<(), Deadlock> {
        let length = PART_SLOTS * self.slot_cycles();
        self.parts(program, length, each)
    }

    fn parts(
        self,
        program: &Program,
        length: u64,
        each: &mut dyn FnMut(&Self) -> bool,
    ) -> Result<(), Deadlock> {
        let config = self.config.clone();
        let executed = program.all_executed();
        let mut parts = Parts { schedule: self, executed, length, each, is_done: false };
        parts.begin(0);
        run(&config, program, &mut parts)?;
        parts.reach(u64::MAX);
        Ok(())
    }

    /// The same run, cut to `cycles`, from the start of the slot of the first one on.
    #[must_use]
    pub fn only(self, cycles: Range<u64>) -> Self {
        let end = cycles.end.min(self.totals.cycles);
        let start = cycles.start - cycles.start % self.slot_cycles();
        let shown = start.min(end)..end;
        Self { part: shown.clone(), shown, ..self }
    }

    /// The sums of the run.
    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// The cycles that are shown.
    pub fn shown(&self) -> Range<u64> {
        self.shown.clone()
    }

    /// The cycles that are shown whose events are here.
    pub fn part(&self) -> Range<u64> {
        self.part.start.max(self.shown.start)..self.part.end
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

/// Slots of a part.
const PART_SLOTS: u64 = 1024;

/// Hands over a run in parts.
struct Parts<'r> {
    /// The part at hand.
    schedule: Schedule,
    executed: Vec<&'r [Line]>,
    /// Cycles of a part.
    length: u64,
    each: &'r mut dyn FnMut(&Schedule) -> bool,
    is_done: bool,
}

impl Parts<'_> {
    /// The next part begins in cycle `start`. What comes before the shown cycles has parts too.
    fn begin(&mut self, start: u64) {
        let shown = &self.schedule.shown;
        let end = if start < shown.start {
            shown.start.min(start + PART_SLOTS * self.schedule.slot_cycles())
        } else {
            shown.end.min(start.saturating_add(self.length))
        };
        self.is_done |= start >= shown.end;
        self.schedule.part = start..end;
    }

    /// All before `cycle` is known.
    fn reach(&mut self, cycle: u64) {
        while !self.is_done && cycle >= self.schedule.part.end {
            let Range { start, end } = self.schedule.part;
            let Schedule { notes, shown, .. } = &mut self.schedule;
            if start >= shown.start {
                for issued in notes.issues.iter_mut().filter(|issued| issued.text.is_empty()) {
                    issued.text = disassemble(&issued.instruction, None);
                    let (wave, instruction) = (issued.wave, &issued.instruction);
                    issued.banks = notes.banked.map(|timing| places(timing, wave, instruction));
                }
                self.is_done = !(self.each)(&self.schedule);
            }
            let slot_cycles = self.schedule.slot_cycles();
            self.schedule.notes.forget(end, slot_cycles);
            self.begin(end);
        }
    }
}

impl Sink for Parts<'_> {
    fn see(&mut self, event: &Event) {
        if let Event::Issue(Issue { cycle, .. }) | Event::Stall(Stall { cycle, .. }) = *event {
            self.reach(cycle);
        }
        self.schedule.notes.see(event);
        if let Event::Issue(Issue { wave, number, .. }) = *event {
            let line = self.executed[wave][number].number;
            self.schedule.notes.issues.last_mut().expect("it was issued").line = line;
        }
    }

    fn is_done(&self) -> bool {
        self.is_done
    }
}
