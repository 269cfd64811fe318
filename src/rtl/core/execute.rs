//! What a beat executes: its operands, the cross-lane units, and the lanes.

use super::context::Core;
use super::masks::BeatMasks;
use crate::hdl::Signal;
use crate::isa::{Field, Operation};
use crate::rtl::codes::is_operation;
use crate::rtl::cross_lane::operands::{self, DppOperands, Half, ShuffleOperands};
use crate::rtl::cross_lane::vote::combines_beats;
use crate::rtl::cross_lane::{dpp, wave_shuffle};
use crate::rtl::host::Answer;
use crate::rtl::issue::decode;
use crate::rtl::lane::{self, lane};
use crate::rtl::register_file::{self, addresses, collected, row_edges};
use crate::rtl::schedule::{
    Gather, beats_per_row, before_lanes, cycles_to_result, delayed, float_stages, half_of_beat,
    halves, index_bits, row_of_beat,
};
use crate::rtl::shared::barriers::{Barriers, barriers_of_core};
use crate::rtl::shared::exec_masks;
use crate::rtl::shared::special::substitute_operand_a;

/// A beat on its way to the lanes, and what else it says.
pub struct Beat<'m> {
    /// For all lanes side by side.
    lanes: lane::Inputs<Signal<'m>>,
    written: Signal<'m>,
    /// The offered wave waits at a barrier.
    pub held: Signal<'m>,
    pub host: Answer<Signal<'m>>,
}

/// What the lanes give back, when the result staging takes it.
pub struct Finished<'m> {
    pub result: Signal<'m>,
    pub mask: Signal<'m>,
    pub written: Signal<'m>,
}

impl<'m> Core<'m, '_> {
    /// Operands, cross-lane units and masks of the beat; EXEC operations take effect here.
    /// `running` and `issue_wave` are what the barriers are told at the issue port.
    pub fn execute(
        &self,
        registers: &register_file::Outputs<Signal<'m>>,
        mask_file: &register_file::Outputs<Signal<'m>>,
        [running, issue_wave]: [Signal<'m>; 2],
    ) -> Beat<'m> {
        let (m, config, executing) = (self.m, self.config, self.executing());
        let masks = self.masks(mask_file);
        let BeatMasks { guard, p, q, .. } = masks;
        let literal = executing.literal.repeat(config.lanes);
        let b = executing.b_is_literal.mux(literal, registers.b_row).named("operand_b");
        let c = if config.multiply {
            executing.c_is_literal.mux(literal, registers.c_row).named("operand_c")
        } else {
            m.nothing()
        };

        let (exec, host) = self.exec(registers, mask_file, p);
        let dpp::Outputs { word: a, write: dpp_write } = self.after_dpp(registers, &exec);
        let a = executing.a_is_literal.mux(literal, a);
        let Barriers { word: barrier_word, held } = if config.barrier {
            let offered = [running, issue_wave, self.stages.issued_arrival];
            barriers_of_core(m, config, executing, self.slot, offered, [exec.exec_row & guard, q])
        } else {
            Barriers { word: m.nothing(), held: m.nothing() }
        };
        let a = substitute_operand_a(m, config, executing, self.slot, barrier_word, a)
            .named("operand_a");
        let half = self.half(registers);
        let guard_wave = masks.guard_wave.present_or(guard);
        let shuffled = self.shuffled(registers, &exec, half, guard_wave, c);
        let voted = self.voted(registers, &exec, &masks, half.words);

        let is = |property: fn(Operation) -> bool| {
            decode::is_one_of(m, config, executing.opcode, property)
        };
        let per_thread = is(Operation::is_per_thread).named("per_thread");
        let saves = is(|operation| operation.uses(Field::SlotDestination)).named("saves_exec");
        let every_lane = m.constant(config.lanes, (1 << config.lanes) - 1);
        let allowed = guard & dpp_write & shuffled.write.present_or(every_lane);
        let written = exec.exec_row & allowed & per_thread.repeat(config.lanes);
        let written = written | saves.repeat(config.lanes) | self.written_lane();
        let lanes = lane::Inputs {
            opcode: executing.opcode,
            a,
            b,
            c,
            p,
            q,
            exec: exec.exec_row,
            video_modifiers: executing.video,
            shuffle_word: shuffled.word,
            shuffle_in_range: shuffled.in_range,
            vote_word: voted.word,
            vote_mask: voted.mask,
            modifiers: executing.modifiers,
        };
        Beat { lanes, written, held, host }
    }

    /// Of the beat's lanes the one that v_writelane_b32 writes.
    fn written_lane(&self) -> Signal<'m> {
        let (config, beat) = (self.config, self.slot.beat);
        let writes = is_operation(self.executing().opcode, Operation::WriteLane);
        let chosen = self.executing().literal_high.slice(0, index_bits(config.threads()));
        let lane_bits = index_bits(config.lanes);
        let in_beat = writes & chosen.slice(lane_bits, beat.width()).equals(beat);
        let lane = in_beat.named("writes_lane").zero_extend(config.lanes);
        lane.shift_left(chosen.slice(0, lane_bits)).named("written_lane")
    }

    /// The half of the wave that SHFL, the lane moves and the votes see in the beat: the one that it
    /// is part of, or for those that pass once for each half the lower one first.
    fn half(&self, registers: &register_file::Outputs<Signal<'m>>) -> Half<Signal<'m>> {
        let (m, config, executing) = (self.m, self.config, self.executing());
        if !config.shuffle && !combines_beats(config) {
            return Half::nothing(m);
        }
        let (a_row, a_wave) = (registers.a_row, registers.a_wave.present_or(registers.a_row));
        let (in_turn, number) = if config.shuffle && halves(config) > 1 {
            let in_turn = decode::is_in_halves(m, config, executing.opcode).named("in_halves");
            let is_last = !executing.passes_left.bit(0);
            (in_turn, in_turn.mux(is_last, half_of_beat(config, self.slot.beat)).named("half"))
        } else {
            (m.nothing(), half_of_beat(config, self.slot.beat))
        };
        let whole = Half { in_turn, number, gathered: m.nothing(), words: a_wave };
        let words = whole.of(a_wave).named("words_of_half");
        if !config.shuffle || !Gather::takes_a_slot(config) {
            return Half { words, ..whole };
        }
        let gathered =
            decode::looks_into_other_beats(m, config, executing.opcode).named("looks_far");
        let others = words.slice(a_row.width(), words.width() - a_row.width());
        let first = gathered.mux(words.slice(0, a_row.width()), a_row);
        Half { gathered, words: m.concat(&[first, others]).named("reachable_words"), ..whole }
    }

    /// What SHFL and the lane moves give to the beat's lanes; `guard_wave` is the guard of every
    /// thread, `c` operand c.
    fn shuffled(
        &self,
        registers: &register_file::Outputs<Signal<'m>>,
        exec: &exec_masks::Outputs<Signal<'m>>,
        half: Half<Signal<'m>>,
        guard_wave: Signal<'m>,
        c: Signal<'m>,
    ) -> wave_shuffle::Outputs<Signal<'m>> {
        let (m, config, beat, gathering) =
            (self.m, self.config, self.slot.beat, self.slot.gathering);
        if !config.shuffle {
            return wave_shuffle::Outputs::nothing(m);
        }
        let b_row = registers.b_row;
        let addresses = if registers.b_addresses.width() > 0 {
            registers.b_addresses
        } else if Gather::takes_a_slot(config) {
            collected(m, config, "addresses", gathering, beat, addresses(m, config, b_row))
        } else {
            addresses(m, config, b_row)
        };
        let executing = (exec.exec_wave & guard_wave).named("executing_threads");
        let bits = if halves(config) > 1 { config.lanes * 32 } else { 0 };
        let before = self.pass_before("shuffled_word", bits);
        let operands = ShuffleOperands {
            half,
            exec: exec.exec_wave,
            executing,
            addresses,
            b_row,
            c,
            before_word: before.row(),
        };
        let shuffled = operands::shuffle(m, config, self.executing(), beat, &operands);
        before.keep(shuffled.word);
        shuffled
    }

    /// Operand a after the DPP network, and the lanes that a modifier lets be written; as it is
    /// where there is no DPP.
    fn after_dpp(
        &self,
        registers: &register_file::Outputs<Signal<'m>>,
        exec: &exec_masks::Outputs<Signal<'m>>,
    ) -> dpp::Outputs<Signal<'m>> {
        let (m, config, beat) = (self.m, self.config, self.slot.beat);
        let (a_row, a_wave) = (registers.a_row, registers.a_wave);
        if !config.dpp {
            return dpp::Outputs {
                word: a_row,
                write: m.constant(config.lanes, (1 << config.lanes) - 1),
            };
        }
        // Where a row takes several beats the network sees gathered words, which only a modified
        // instruction has.
        let is_gathered = beats_per_row(config) > 1;
        let a_edges = if registers.a_edges.width() > 0 {
            registers.a_edges
        } else {
            row_edges(m, a_wave.present_or(a_row), 32)
        };
        let operands = DppOperands {
            a_row: if is_gathered { row_of_beat(config, a_wave, beat) } else { a_row },
            a_edges,
            exec_row: exec.exec_of_row.present_or(exec.exec_row),
            exec_edges: exec.exec_edges,
        };
        let dpp::Outputs { word, write } =
            operands::dpp(m, config, self.executing(), beat, &operands);
        let word = if is_gathered { self.executing().dpp_enable.mux(word, a_row) } else { word };
        dpp::Outputs { word, write }
    }

    /// The lanes, with the first ALU stage before them; the others, and the wait for the port, are
    /// in the float unit and behind.
    pub fn finish(&self, beat: &Beat<'m>) -> Finished<'m> {
        let (m, config) = (self.m, self.config);
        let before = before_lanes(config);
        let after = cycles_to_result(config) - before;
        let late =
            |name: &str, signal: Signal<'m>| delayed(m, name, signal, after - float_stages(config));
        let early =
            |name: &str, signal: Signal<'m>| delayed(m, &format!("lane_{name}"), signal, before);
        let inputs = beat.lanes.map(early);
        let lanes = lane::Inputs {
            opcode: inputs.opcode.broadcast(),
            video_modifiers: inputs.video_modifiers.broadcast(),
            modifiers: inputs.modifiers.broadcast(),
            ..inputs.map(|_, signal| signal.spread())
        };
        let lanes = lane(config).instances(m, "lane", config.lanes, lanes);
        Finished {
            result: late("result", lanes.result),
            mask: late("mask", lanes.mask),
            written: delayed(
                m,
                "written_late",
                delayed(m, "written_early", beat.written, before),
                after,
            ),
        }
    }
}
