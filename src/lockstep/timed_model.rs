//! The machine without its netlist: what the model computes, when the cycle model says.
//!
//! Both are held equal to the hardware, instruction by instruction and cycle by cycle, so together
//! they give its results, its cycles and its clock, at a hundredth of the work.

use std::collections::VecDeque;

use super::hardware::{Hardware, HostEntry, HostPort, HostRow, Retirement, RunError};
use crate::config::Config;
use crate::cycle::{self, Event, Issue, Retire, Sink, Totals};
use crate::isa::{Executed, Program, WaveState};
use crate::model::Machine;

/// Sees each instruction before it executes: its wave, its number in the wave, and the wave's state.
type Watch<'w> = Box<dyn FnMut(usize, usize, &WaveState) + 'w>;

/// A machine of the model and the cycle model.
pub struct TimedModel<'w> {
    config: Config,
    model: Machine,
    /// Cycles since reset.
    now: u64,
    has_run: bool,
    watch: Watch<'w>,
    /// The cycle model's, of the last program.
    pub totals: Totals,
}

/// An instruction that has been issued and not retired.
struct Pending {
    wave: usize,
    /// Counted from 0 in its wave.
    number: usize,
    /// Cycles from the first that could issue.
    issued: u64,
    retires: u64,
}

/// Executes each instruction on the model when it retires.
struct Executor<'r> {
    executed: Vec<Executed<'r>>,
    model: &'r mut Machine,
    watch: &'r mut dyn FnMut(usize, usize, &WaveState),
    /// Cycles since reset at the first that could issue.
    start: u64,
    /// In the order in which they retire.
    pending: VecDeque<Pending>,
    retire: &'r mut dyn FnMut(&Retirement),
}

impl<'w> TimedModel<'w> {
    /// The machine of `config` after reset: all words zero, EXEC all ones.
    pub fn new(config: &Config) -> Self {
        Self::watched(config, |_, _, _| {})
    }

    /// The same machine; `watch` sees the wave, the number in its wave and the wave's state before
    /// each instruction executes.
    pub fn watched(config: &Config, watch: impl FnMut(usize, usize, &WaveState) + 'w) -> Self {
        let model = Machine::new(config.threads(), config.registers, config.waves);
        let (config, watch, totals) = (config.clone(), Box::new(watch), Totals::default());
        Self { config, model, now: 0, has_run: false, watch, totals }
    }
}

impl TimedModel<'_> {
    /// Cycles that an idle machine takes for an access of the host: one port is told of it a cycle
    /// before.
    fn cycles_of_access(&self, entry: HostEntry) -> u64 {
        let is_told = self.config.register_file.is_single_port() && entry != HostEntry::Exec;
        1 + u64::from(is_told)
    }
}

impl HostPort for TimedModel<'_> {
    type Error = RunError;

    fn lanes(&self) -> usize {
        self.config.lanes
    }

    fn write_row(&mut self, at: HostRow, row: &[u32]) -> Result<(), RunError> {
        let state = self.model.wave_mut(at.wave);
        let mut rows = at.entry.rows(state, self.config.lanes);
        rows[at.beat] = row.to_vec();
        at.entry.store(state, self.config.lanes, &rows);
        self.now += self.cycles_of_access(at.entry);
        Ok(())
    }

    fn read_row(&mut self, at: HostRow, count: usize) -> Result<Vec<u32>, RunError> {
        self.now += self.cycles_of_access(at.entry);
        let rows = at.entry.rows(self.model.wave(at.wave), self.config.lanes);
        Ok(rows[at.beat][..count].to_vec())
    }
}

impl Hardware for TimedModel<'_> {
    fn start_anew(&mut self) -> Result<(), RunError> {
        if self.has_run {
            let watch = std::mem::replace(&mut self.watch, Box::new(|_, _, _| {}));
            *self = Self { watch, ..Self::new(&self.config) };
        }
        Ok(())
    }

    fn run(
        &mut self,
        program: &Program,
        passes: u64,
        retire: &mut dyn FnMut(&Retirement),
    ) -> Result<u64, RunError> {
        let repeated = (passes > 1).then(|| program.repeated(passes));
        let program = repeated.as_ref().unwrap_or(program);
        self.has_run = true;
        self.now = self.now.next_multiple_of(self.config.slot_cycles() as u64);
        let executed = program.all_executed();
        for wave in 0..self.config.waves {
            let lines = executed.get(wave).copied().unwrap_or_default();
            self.model.set_running(wave, !lines.is_empty());
        }
        let mut executor = Executor {
            executed,
            model: &mut self.model,
            watch: &mut self.watch,
            start: self.now,
            pending: VecDeque::new(),
            retire,
        };
        let totals = cycle::run(&self.config, program, &mut executor);
        executor.retire_until(u64::MAX);
        self.totals = totals?;
        self.now += self.totals.cycles;
        Ok(self.totals.cycles)
    }
}

impl Executor<'_> {
    /// Retires what does so up to `cycle`.
    fn retire_until(&mut self, cycle: u64) {
        while let Some(next) = self.pending.front().filter(|next| next.retires <= cycle) {
            let &Pending { wave, number, issued, retires } = next;
            self.pending.pop_front();
            let issued = self.start + issued;
            self.model.set_clock(issued);
            (self.watch)(wave, number, self.model.wave(wave));
            let retired = self.model.step(wave, &self.executed[wave][number].instruction);
            if number + 1 == self.executed[wave].len() {
                self.model.set_running(wave, false);
            }
            (self.retire)(&Retirement { cycle: retires, issued, retired });
        }
    }
}

impl Sink for Executor<'_> {
    const SEES_PORTS: bool = false;

    #[inline]
    fn see(&mut self, event: &Event) {
        match *event {
            Event::Issue(Issue { cycle, wave, number, .. }) => {
                // Whatever retires up to now retires before what is issued now.
                self.retire_until(cycle);
                self.pending.push_back(Pending { wave, number, issued: cycle, retires: u64::MAX });
            }
            Event::Retire(Retire { cycle, .. }) => {
                let mut issued = self.pending.pop_back().expect("it has been issued");
                issued.retires = cycle;
                let place = self.pending.partition_point(|other| other.retires <= cycle);
                self.pending.insert(place, issued);
            }
            _ => {}
        }
    }
}
