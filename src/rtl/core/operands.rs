//! What a beat's operands are, what has state beside the lanes, and when results reach the files.

use super::context::Core;
use super::execute::{self, ExecSeen, Operands, pipelined_execute, takes_passes};
use crate::hdl::Signal;
use crate::rtl::host::Answer;
use crate::rtl::issue::instruction::Instruction;
use crate::rtl::register_file::{self, addresses, collected};
use crate::rtl::schedule::{
    beat_of, counted_back, counts, cycles_to_execute, cycles_to_result, delayed, is_beat,
    phase_before_execution, tells_ahead, votes_span_beats,
};
use crate::rtl::shared::barriers::{Barriers, barriers_of_core};
use crate::rtl::shared::exec_masks;
use crate::rtl::shared::slot::Slot;
use crate::rtl::shared::special::special_of_core;

/// What a beat gives back.
pub struct Executed<'m> {
    /// When the files take it.
    pub results: execute::Outputs<Signal<'m>>,
    /// The offered wave waits at a barrier.
    pub held: Signal<'m>,
    pub host: Answer<Signal<'m>>,
}

/// What the lanes know of a beat besides its operands.
struct Told<'m> {
    instruction: Instruction<Signal<'m>>,
    beat: Signal<'m>,
    passes: Signal<'m>,
    gathering: Signal<'m>,
}

impl<'m> Core<'m, '_> {
    /// The beat that executes; EXEC operations, barriers and counters take effect with it.
    /// `running` and `issue_wave` are what the barriers are told at the issue port.
    pub fn execute(
        &self,
        registers: &register_file::Outputs<Signal<'m>>,
        mask_file: &register_file::Outputs<Signal<'m>>,
        [running, issue_wave]: [Signal<'m>; 2],
    ) -> Executed<'m> {
        let (m, config, instruction) = (self.m, self.config, self.executing());
        let masks = self.masks(mask_file);
        let (exec, host) = self.exec(registers, mask_file, masks.p);
        let exec_masks::Outputs { exec_row, exec_of_row, exec_edges, exec_wave, .. } = exec;
        let Barriers { word, held } = if config.barrier {
            let offered = [running, issue_wave, self.stages.issued_arrival];
            let voters = [exec_row & masks.guard, masks.q];
            barriers_of_core(m, config, instruction, self.slot, offered, voters)
        } else {
            Barriers { word: m.nothing(), held: m.nothing() }
        };
        let told = self.told();
        let inputs = execute::Inputs {
            instruction: told.instruction,
            beat: told.beat,
            passes: told.passes,
            gathering: told.gathering,
            operands: self.operands(registers),
            masks,
            exec: ExecSeen {
                row: exec_row,
                of_row: exec_of_row,
                edges: exec_edges,
                wave: exec_wave,
            },
            special: special_of_core(m, config, instruction, self.slot, word),
        };
        let computed = pipelined_execute(config).instance(m, "execute", inputs);
        let waits = cycles_to_result(config) - config.stages;
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

    /// What the lanes are told: of the beat that executes, or a cycle before it does.
    fn told(&self) -> Told<'m> {
        let (m, config, stages) = (self.m, self.config, &self.stages);
        let seen = |instruction: &Instruction<Signal<'m>>| instruction.as_computing(m, config);
        if !tells_ahead(config) {
            let Slot { beat, passes, gathering, .. } = self.slot;
            return Told { instruction: seen(self.executing()), beat, passes, gathering };
        }
        let starts =
            counts(m, self.slot.phase, phase_before_execution(config)).named("next_starts");
        let instruction = seen(&stages.reading).chosen_by(starts, seen(&stages.executing));
        let valid = starts.mux(stages.reading_valid, stages.executing_valid);
        let asks = takes_passes(config) || votes_span_beats(config);
        let phase = self.slot.phase;
        let counter = if asks { phase } else { beat_of(config, phase) };
        let comes = counted_back(m, counter, cycles_to_execute(config) - 1);
        let passes = if asks { valid & is_beat(config, comes) } else { m.nothing() };
        let gathering = match votes_span_beats(config) {
            true => passes & starts.mux(stages.reading.gathers, stages.executing.gathers),
            false => m.nothing(),
        };
        Told { instruction, beat: beat_of(config, comes), passes, gathering }
    }

    fn operands(&self, registers: &register_file::Outputs<Signal<'m>>) -> Operands<Signal<'m>> {
        let (m, config) = (self.m, self.config);
        let &register_file::Outputs { a_row, b_row, c_row, a_edges, a_wave, b_addresses, .. } =
            registers;
        let addresses = match () {
            () if !config.shuffle => m.nothing(),
            () if b_addresses.width() > 0 => b_addresses,
            () if self.slot.gathering.width() > 0 => {
                let of_beat = addresses(m, config, b_row);
                collected(m, config, "addresses", self.slot.gathering, self.slot.beat, of_beat)
            }
            () => addresses(m, config, b_row),
        };
        Operands { a_row, b_row, c_row, a_edges, a_wave, addresses }
    }
}
