//! Operands of a beat, the units with state next to the lanes, and when results reach the files.

use super::context::Core;
use super::execute::{self, ExecSeen, Operands, pipelined_execute};
use crate::rtl::host::Answer;
use crate::rtl::issue::instruction::{Instruction, Stage};
use crate::rtl::prelude::*;
use crate::rtl::register_file::{self, addresses, collected};
use crate::rtl::schedule::{beat_of, counted_back, delayed, is_beat};
use crate::rtl::shared::barriers::{Barriers, barriers_of_core};
use crate::rtl::shared::exec_masks;
use crate::rtl::shared::slot::Slot;
use crate::rtl::shared::special::special_of_core;

/// Results of a beat, and the core's answers to the issue port and the host.
pub struct Executed<'m> {
    /// Results at the time at which the files accept them.
    pub results: execute::Outputs<Signal<'m>>,
    /// The offered wave waits at a barrier.
    pub held: Signal<'m>,
    pub host: Answer<Signal<'m>>,
}

impl<'m> Core<'m, '_> {
    /// The beat that executes; EXEC operations, barriers and counters take effect with it.
    /// `running` and `issue_wave` come from the issue port, for the barriers.
    pub fn execute(
        &self,
        registers: &register_file::Outputs<Signal<'m>>,
        mask_file: &register_file::Outputs<Signal<'m>>,
        [running, issue_wave]: [Signal<'m>; 2],
    ) -> Executed<'m> {
        let (m, plan, executing) = (self.m, self.plan, self.executing());
        let reading = (self.stages.reading_valid, &self.stages.reading);
        let masks = self.masks(mask_file);
        let (exec, host) = self.exec(registers, mask_file, masks.p);
        let exec_masks::Outputs { exec_row, exec_of_row, exec_edges, exec_wave, .. } = exec;
        let Barriers { word, held } = if plan.barrier {
            let offered = [running, issue_wave, self.stages.issued_arrival];
            let voters = [exec_row & masks.guard, masks.q];
            let reads = if plan.barrier_is_early { reading.1 } else { executing };
            barriers_of_core(m, plan, [executing, reads], self.slot, offered, voters)
        } else {
            Barriers { word: m.nothing(), held: m.nothing() }
        };
        let (instruction, [beat, passes, gathering]) = self.of_coming_beat();
        let inputs = execute::Inputs {
            instruction,
            beat,
            passes,
            gathering,
            operands: self.operands(registers),
            masks,
            exec: ExecSeen {
                row: exec_row,
                of_row: exec_of_row,
                edges: exec_edges,
                wave: exec_wave,
            },
            special: special_of_core(m, plan, reading, self.slot, word),
        };
        let computed = pipelined_execute(plan).instance(m, "execute", inputs);
        let waits = plan.cycles_to_result - plan.stages;
        let wait = |name: &str, signal| delayed(m, name, signal, waits);
        let results = self.over_passes(computed);
        let results = execute::Outputs {
            result: wait("result", results.result),
            mask: wait("mask", results.mask),
            written: wait("written", results.written),
            ..results
        };
        Executed { results, held, host }
    }

    /// Signals to the lanes about the beat that executes, or a cycle before it does: instruction,
    /// beat, whether it passes, and whether it passes again.
    fn of_coming_beat(&self) -> (Instruction<Signal<'m>>, [Signal<'m>; 3]) {
        let (m, plan, stages) = (self.m, self.plan, &self.stages);
        let seen = |instruction: &Instruction<Signal<'m>>| {
            instruction.as_seen_in(Stage::Computing, m, plan)
        };
        if !plan.tells_ahead {
            let Slot { beat, passes, gathering, .. } = self.slot;
            return (seen(self.executing()), [beat, passes, gathering]);
        }
        let starts = self.slot.next_starts;
        let instruction = seen(&stages.reading).chosen_by(starts, seen(&stages.executing));
        let valid = starts.mux(stages.reading_valid, stages.executing_valid);
        let asks = plan.keeps_results || plan.votes_span_beats;
        let phase = self.slot.phase;
        let counter = if asks { phase } else { beat_of(plan, phase) };
        let comes = counted_back(m, counter, plan.cycles_to_execute - 1);
        let passes = if asks { valid & is_beat(plan, comes) } else { m.nothing() };
        let gathering = match plan.votes_span_beats {
            true => passes & starts.mux(stages.reading.gathers, stages.executing.gathers),
            false => m.nothing(),
        };
        (instruction, [beat_of(plan, comes), passes, gathering])
    }

    fn operands(&self, registers: &register_file::Outputs<Signal<'m>>) -> Operands<Signal<'m>> {
        let (m, plan) = (self.m, self.plan);
        let &register_file::Outputs {
            a_row,
            b_row,
            c_row,
            a_edges,
            a_wave,
            a_read,
            b_addresses,
            ..
        } = registers;
        let addresses = match () {
            () if !plan.moves_lanes => m.nothing(),
            () if b_addresses.width() > 0 => b_addresses,
            () if self.slot.gathering.width() > 0 => {
                let of_beat = addresses(m, plan, b_row);
                collected(m, plan, "addresses", self.slot.gathering, self.slot.beat, of_beat)
            }
            () => addresses(m, plan, b_row),
        };
        Operands { a_row, b_row, c_row, a_edges, a_wave, a_read, addresses }
    }
}
