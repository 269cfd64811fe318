//! Predicates as they are after negation, EXEC, and what SHFL and the votes see of the beat's
//! warps.

use super::context::Core;
use crate::hdl::Signal;
use crate::isa::{ExecOperation, Operation};
use crate::rtl::cross_lane::operands::{self, VoteOperands};
use crate::rtl::cross_lane::vote;
use crate::rtl::host::{Answer, Answers};
use crate::rtl::issue::decode;
use crate::rtl::register_file;
use crate::rtl::schedule::{beats_per_warp, warp_of_beat, warp_of_half};
use crate::rtl::shared::exec_masks::{self, exec_masks};

/// The masks of a beat.
#[derive(Clone, Copy)]
pub struct BeatMasks<'m> {
    pub guard: Signal<'m>,
    /// Of every thread; of no bits where nobody looks at more than a beat.
    pub guard_wave: Signal<'m>,
    pub p: Signal<'m>,
    pub q: Signal<'m>,
    q_wave: Signal<'m>,
}

impl<'m> Core<'m, '_> {
    /// Guard, p and q of the beat, out of what the mask file has for them.
    pub fn masks(&self, masks: &register_file::Outputs<Signal<'m>>) -> BeatMasks<'m> {
        let executing = self.executing();
        let operand = |stored: Signal<'m>, is_true: Signal<'m>, negated: Signal<'m>| {
            (stored | is_true.repeat(stored.width())) ^ negated.repeat(stored.width())
        };
        let guard = |stored| operand(stored, executing.guard_is_true, executing.guard_negated);
        let q = |stored| operand(stored, executing.q_is_true, executing.q_negated);
        BeatMasks {
            guard: guard(masks.a_row).named("guard"),
            guard_wave: guard(masks.a_wave).named("guard_wave"),
            p: operand(masks.b_row, executing.p_is_true, executing.p_negated).named("p"),
            q: q(masks.c_row).named("q"),
            q_wave: q(masks.c_wave).named("q_wave"),
        }
    }

    /// EXEC before the instruction, and the answer to the host; connects what an EXEC operation and
    /// the host write.
    pub fn exec(
        &self,
        registers: &register_file::Outputs<Signal<'m>>,
        masks: &register_file::Outputs<Signal<'m>>,
        p: Signal<'m>,
    ) -> (exec_masks::Outputs<Signal<'m>>, Answer<Signal<'m>>) {
        let (m, config, executing, host) = (self.m, self.config, self.executing(), &self.host);
        let is_exec =
            decode::is_one_of(m, config, executing.opcode, Operation::is_exec).named("is_exec");
        let write = (self.slot.busy & is_exec).named("writes_exec");
        let new_row = m.wire("new_exec_row", config.lanes);
        let inputs = exec_masks::Inputs {
            wave: executing.wave,
            beat: self.slot.beat,
            write,
            row: new_row,
            host_write: host.writes_exec(write),
            host_wave: host.wave,
            host_beat: host.beat,
            host_row: host.write_data.slice(0, config.lanes),
        };
        let exec = exec_masks(config).instance(m, "exec_masks", inputs);
        let exec_row = exec.exec_row;

        let source = executing.a_is_literal.mux(self.mask_literal(), p).named("exec_source");
        let choice = |operation: ExecOperation| match operation {
            ExecOperation::Move => source,
            ExecOperation::Save => exec_row,
            ExecOperation::Not => !exec_row,
            ExecOperation::And | ExecOperation::AndSave => exec_row & source,
            ExecOperation::Or | ExecOperation::OrSave => exec_row | source,
            ExecOperation::AndNot => exec_row & !source,
        };
        let by_opcode = |low: u8| match Operation::from_opcode(
            Operation::Exec(ExecOperation::Move).opcode() + low,
        ) {
            Some(Operation::Exec(operation)) => choice(operation),
            other => {
                panic!("the EXEC operations fill eight opcodes in a row, but here is {other:?}")
            }
        };
        let choices: Vec<Signal> = (0..8).map(by_opcode).collect();
        new_row
            .drive(m.concat(&choices).named("exec_choices").element(executing.opcode.slice(0, 3)));

        let answers = Answers {
            register_file: (registers.host_ready, registers.host_read_data),
            mask_file: (masks.host_ready, masks.host_read_data),
            exec_row: exec.host_exec_row,
            exec_busy: write,
        };
        (exec, host.answer(m, config, &answers))
    }

    /// The beat's row of an EXEC operation's literal: its sign fills the threads above 63.
    fn mask_literal(&self) -> Signal<'m> {
        let (threads, executing) = (self.config.threads(), self.executing());
        let low = executing.literal.slice(0, threads.min(32));
        let high = executing.literal_high.slice(0, threads.clamp(32, 64) - 32);
        let fill = executing.literal_fill.repeat(threads.saturating_sub(64));
        self.m.concat(&[low, high, fill]).element(self.slot.beat)
    }

    /// Of all threads of the beat's warps: out of the wave, or the row itself where no warp takes
    /// more than one beat.
    fn of_warps(&self, wave: Signal<'m>, row: Signal<'m>) -> Signal<'m> {
        if beats_per_warp(self.config) > 1 {
            warp_of_beat(self.config, wave, self.slot.beat)
        } else {
            row
        }
    }

    /// What the votes give to each lane; `words` are operand a of the half of the wave that the
    /// beat is part of.
    pub fn voted(
        &self,
        registers: &register_file::Outputs<Signal<'m>>,
        exec: &exec_masks::Outputs<Signal<'m>>,
        masks: &BeatMasks<'m>,
        words: Signal<'m>,
    ) -> vote::Answer<Signal<'m>> {
        if !self.config.vote {
            return vote::Answer::nothing(self.m);
        }
        let lanes = self.config.lanes;
        let words_before = self.pass_before("voted_word", lanes * 32);
        let masks_before = self.pass_before("voted_mask", lanes);
        let active = self.of_warps(exec.exec_wave, exec.exec_row)
            & self.of_warps(masks.guard_wave, masks.guard);
        let operands = VoteOperands {
            active: active.named("active_threads"),
            own_active: exec.exec_row & masks.guard,
            q: self.of_warps(masks.q_wave, masks.q),
            words: if beats_per_warp(self.config) > 1 {
                warp_of_half(self.config, words, self.slot.beat)
            } else {
                registers.a_row
            },
            own_words: registers.a_row,
            before: vote::Answer { word: words_before.row(), mask: masks_before.row() },
        };
        let voted = operands::vote(self.m, self.config, self.executing(), self.slot, &operands);
        words_before.keep(voted.word);
        masks_before.keep(voted.mask);
        voted
    }
}
