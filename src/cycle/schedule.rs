//! The timetable of a run: which instruction is where in every cycle, as in [S4].
//!
//! A run is executed twice: once for its sums and for what its table has columns for, and again for
//! its events, which are kept only as long as a part of the timetable that is not written needs them.

use std::collections::HashMap;
use std::ops::Range;

use super::banks::places;
use super::decoded::uses;
use super::event::{
    Access, Action, Beat, Entry, Event, Issue, Meeting, Sink, Stall, StallReason, Stay,
};
use super::run::run;
use super::timing::Timing;
use super::totals::Totals;
use crate::config::Config;
use crate::isa::asm::disassemble;
use crate::isa::{Deadlock, Executed, Instruction, Modelled, Program, Shared};

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
    const SEES_EACH: bool = false;

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
    pub(super) accesses: Vec<Access>,
    pub(super) beats: Vec<Beat>,
    pub(super) stays: Vec<Stay>,
    /// First cycle in which the barrier of a BAR is open for the wave; `None` as long as it waits.
    pub(super) opened: Option<u64>,
}

impl Issued {
    /// Whether something of it is left in cycle `from` or later.
    fn is_left(&self, from: u64) -> bool {
        let is_arrival = matches!(self.instruction.shared, Shared::Barrier(_));
        self.retires >= from || is_arrival && self.opened.is_none_or(|opened| opened > from)
    }
}

/// Instructions and stalls that a sink was told of, in that order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Notes {
    pub issues: Vec<Issued>,
    pub stalls: Vec<Stall>,
}

impl Notes {
    /// The instruction whose events are being reported.
    fn last(&mut self) -> &mut Issued {
        self.issues.last_mut().expect("it was issued")
    }

    /// Forgets what is over in cycle `from`.
    fn forget(&mut self, from: u64, slot_cycles: u64) {
        self.stalls.retain(|stall| stall.cycle + slot_cycles > from);
        self.issues.retain(|issued| issued.is_left(from));
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
                    accesses: vec![],
                    beats: vec![],
                    stays: vec![],
                    opened: None,
                });
            }
            Event::Stall(stall) => self.stalls.push(stall),
            Event::Access(access) => self.last().accesses.push(access),
            Event::Beat(beat) => self.last().beats.push(beat),
            Event::Stay(stay) => self.last().stays.push(stay),
            Event::Meeting(Meeting { wave, number, opened, .. }) => {
                let is_it = |issued: &&mut Issued| (issued.wave, issued.number) == (wave, number);
                let arrival = self.issues.iter_mut().rev().find(is_it);
                arrival.expect("it waits").opened = Some(opened);
            }
            Event::Retire(retire) => self.last().retires = retire.cycle,
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
        let mut survey = Survey::default();
        let totals = run(config, program, &mut survey)?;
        let shown = 0..totals.cycles;
        let (config, notes) = (config.clone(), Notes::default());
        Ok(Self { config, timing, totals, survey, notes, shown, part: 0..0 })
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
}

/// Slots of a part.
const PART_SLOTS: u64 = 1024;

/// Hands over a run in parts.
struct Parts<'r> {
    /// The part at hand.
    schedule: Schedule,
    executed: Vec<Executed<'r>>,
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
            let Schedule { notes, shown, timing, .. } = &mut self.schedule;
            if start >= shown.start {
                for issued in notes.issues.iter_mut().filter(|issued| issued.text.is_empty()) {
                    let line = &self.executed[issued.wave][issued.number];
                    issued.text = match line.modelled {
                        Some(modelled) => modelled_text(modelled, &line.instruction),
                        None => disassemble(&line.instruction, None),
                    };
                    issued.line = line.number;
                    let banks = || places(*timing, issued.wave, &issued.instruction);
                    issued.banks = timing.has_banks().then(banks);
                }
                self.is_done = !(self.each)(&self.schedule);
            }
            let slot_cycles = self.schedule.slot_cycles();
            self.schedule.notes.forget(end, slot_cycles);
            self.begin(end);
        }
    }
}

/// Operands of a line that the machine does not execute: `modelled memory R4 of R2, R3`.
fn modelled_text(modelled: Modelled, instruction: &Instruction) -> String {
    let list = |access: fn(Action) -> bool| {
        let named = uses(instruction).filter(|&(action, _)| access(action));
        named.map(|(_, entry)| entry.to_string()).collect::<Vec<_>>().join(", ")
    };
    let (written, read) =
        (list(|action| action == Action::Write), list(|action| action != Action::Write));
    let part = |word: &str, names: String| match names.as_str() {
        "" => names,
        _ => format!(" {word}{names}"),
    };
    format!("modelled {}{}{}", modelled.class, part("", written), part("of ", read))
}

impl Sink for Parts<'_> {
    fn see(&mut self, event: &Event) {
        if let Event::Issue(Issue { cycle, .. }) | Event::Stall(Stall { cycle, .. }) = *event {
            self.reach(cycle);
        }
        self.schedule.notes.see(event);
    }

    fn is_done(&self) -> bool {
        self.is_done
    }
}
