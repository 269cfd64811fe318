//! Feeds the cross-lane units: which words of the wave each beat's DPP rows, shuffles and votes may
//! ask for.

use super::execute::{Beat, Inputs, Operands};
use crate::isa::encoding::SHUFFLE_LITERAL_B;
use crate::rtl::cross_lane::dpp::{self, dpp, neighbour_choice};
use crate::rtl::cross_lane::lane_move::lowest;
use crate::rtl::cross_lane::shuffle_select::Control;
use crate::rtl::cross_lane::vote::{self, vote};
use crate::rtl::cross_lane::wave_shuffle::{self, control_of_lanes, wave_shuffle};
use crate::rtl::issue::decode;
use crate::rtl::prelude::*;
use crate::rtl::register_file::{addresses, row_edges};
use crate::rtl::schedule::{half_of_beat, row_of_beat, warp_of_beat, warp_of_half};

record! {
    /// The half of the wave that the cross-lane units see in a beat.
    pub struct Half {
        /// Whether the instruction passes once for each half; of no bits where the whole wave is
        /// seen.
        in_turn;
        /// Number of the half.
        number;
        /// Whether the instruction gathered the words of other beats; of no bits where they are
        /// always there.
        gathered;
        /// Operand a of every thread; where the instruction did not gather it, its own row first.
        words;
    }
}

impl<'m> Half<Signal<'m>> {
    /// Selects the part of the half from a signal with a part for each thread of the wave.
    fn of(&self, wave: Signal<'m>) -> Signal<'m> {
        wave.element(self.number)
    }
}

impl<'m> Beat<'m, '_> {
    /// Operand a after the DPP network, and the lanes that a modifier lets be written; as it is
    /// where there is no DPP.
    pub fn after_dpp(&self) -> dpp::Outputs<Signal<'m>> {
        let (m, plan, beat) = (self.m, self.plan, self.inputs.beat);
        let Inputs { instruction, exec, .. } = self.inputs;
        let Operands { a_row, a_wave, a_edges, .. } = self.inputs.operands;
        if !plan.dpp {
            let write = m.constant(plan.lanes, (1 << plan.lanes) - 1);
            return dpp::Outputs { word: a_row, write };
        }
        // Where a row takes several beats the network sees gathered words, which only a modified
        // instruction has.
        let is_gathered = plan.beats_per_row > 1;
        let a_edges =
            if a_edges.width() > 0 { a_edges } else { row_edges(m, a_wave.present_or(a_row), 32) };
        let words = if is_gathered { row_of_beat(plan, a_wave, beat) } else { a_row };
        let exec_row = exec.of_row.present_or(exec.row);
        let row_mask = instruction.dpp_row_mask.slice(0, plan.row_mask_bits);
        let selectors = [
            instruction.dpp_spare,
            instruction.dpp_control,
            instruction.dpp_bank_mask,
            instruction.dpp_row_mask,
        ];
        let neighbours = self.neighbours();
        let last = plan.rows - 1;
        let inputs = dpp::Inputs {
            beat_of_row: beat.slice(0, plan.beat_of_row.bits.min(beat.width())),
            enable: instruction.dpp_enable,
            eight: instruction.dpp_eight,
            eight_positions: m.concat(&selectors),
            control: instruction.dpp_control,
            fetch_inactive: instruction.dpp_fetch_inactive,
            bound_control: instruction.dpp_bound_control,
            bank_mask: instruction.dpp_bank_mask,
            row_mask,
            this_row: self.fact(row_mask.width(), |row| 1 << (row % row_mask.width())),
            row_is_first: self.fact(1, |row| (row == 0).into()),
            row_is_second: self.fact(1, |row| (row == 1).into()),
            row_is_last: self.fact(1, |row| (row == last).into()),
            words,
            exec: exec_row,
            neighbour: self
                .neighbour(neighbours, a_edges)
                .named("neighbour_words")
                .because("From another row: its last or first thread, or thread 31."),
            neighbour_exec: self.neighbour(neighbours, exec.edges).named("neighbour_exec"),
        };
        let dpp::Outputs { word, write } =
            dpp(plan).instances(m, "dpp", plan.rows_per_beat, inputs);
        let word = if is_gathered { instruction.dpp_enable.mux(word, a_row) } else { word };
        dpp::Outputs { word, write }
    }

    /// A constant of each row, for the rows of the beat side by side.
    fn fact(&self, width: usize, of_row: impl Fn(usize) -> u128) -> Signal<'m> {
        let row = |row| self.m.constant(width, of_row(row));
        let rows: Vec<Signal> = (0..self.plan.rows).map(row).collect();
        row_of_beat(self.plan, self.m.concat(&rows), self.inputs.beat)
    }

    /// Whether each row of the beat looks at the next row, and whether at thread 31.
    fn neighbours(&self) -> [Signal<'m>; 2] {
        let [next, thread31] = neighbour_choice(self.inputs.instruction.dpp_control);
        // A wave of one row has no thread 31.
        let thread31 = match self.plan.rows {
            1 => self.m.constant(1, 0),
            _ => thread31.named("takes_thread31"),
        };
        [next.named("takes_next_row"), thread31]
    }

    /// For each row of the beat the one element that its DPP may look at in another row; `edges`
    /// are the first and last element of each row of the wave.
    fn neighbour(&self, [next, thread31]: [Signal<'m>; 2], edges: Signal<'m>) -> Signal<'m> {
        let rows = self.plan.rows;
        let edges = edges.elements(edges.width() / (2 * rows));
        let of_beat = |thread_of: &dyn Fn(usize) -> usize| {
            let all: Vec<Signal> = (0..rows).map(|row| edges[thread_of(row)]).collect();
            row_of_beat(self.plan, self.m.concat(&all), self.inputs.beat)
        };
        let first_of_next = of_beat(&|row| 2 * ((row + 1) % rows));
        let last_of_previous = of_beat(&|row| 2 * ((row + rows - 1) % rows) + 1);
        let beside = next.mux(first_of_next, last_of_previous);
        thread31.mux(edges[edges.len().min(4) - 1].repeat(self.plan.rows_per_beat), beside)
    }

    /// The half of the wave that SHFL, the lane moves and the votes see in the beat: the one that
    /// it is part of, or for those that pass once for each half the lower one first.
    pub fn half(&self) -> Half<Signal<'m>> {
        let (m, plan, beat) = (self.m, self.plan, self.inputs.beat);
        let instruction = self.inputs.instruction;
        if !plan.shuffle && !plan.votes_span_beats {
            return Half::nothing(m);
        }
        let Operands { a_row, a_wave, .. } = self.inputs.operands;
        let a_wave = a_wave.present_or(a_row);
        let (in_turn, number) = if plan.shuffle && plan.halves > 1 {
            let in_turn = decode::is_in_halves(m, plan, instruction.opcode).named("in_halves");
            let is_last = !instruction.passes_left.bit(0);
            (
                in_turn,
                in_turn
                    .mux(is_last, half_of_beat(plan, beat))
                    .named("half")
                    .because("Lane moves look at one half a pass; SHFL stays in its beat's."),
            )
        } else {
            (m.nothing(), half_of_beat(plan, beat))
        };
        let whole = Half { in_turn, number, gathered: m.nothing(), words: a_wave };
        let words = whole.of(a_wave).named("words_of_half");
        if !plan.shuffle || !plan.takes_gather_slot {
            return Half { words, ..whole };
        }
        let gathered =
            decode::looks_into_other_beats(m, plan, instruction.opcode).named("looks_far");
        let others = words.slice(a_row.width(), words.width() - a_row.width());
        let first = gathered.mux(words.slice(0, a_row.width()), a_row);
        Half { gathered, words: m.concat(&[first, others]).named("reachable_words"), ..whole }
    }

    /// Results of SHFL and the lane moves for the beat's lanes; `c` is operand c.
    pub fn shuffled(
        &self,
        half: Half<Signal<'m>>,
        c: Signal<'m>,
    ) -> wave_shuffle::Outputs<Signal<'m>> {
        let (m, plan) = (self.m, self.plan);
        let Inputs { instruction, masks, exec, beat, .. } = self.inputs;
        if !plan.shuffle {
            return wave_shuffle::Outputs::nothing(m);
        }
        let Operands { b_row, addresses: wave_addresses, .. } = self.inputs.operands;
        let executing = exec.wave & masks.guard_wave.present_or(masks.guard);
        let executing = executing.named("executing_threads");
        let thread_bits = plan.warp_thread.bits;
        let literal_b = instruction.literal.slice(SHUFFLE_LITERAL_B.low, thread_bits);
        let rows = b_row.elements(32).into_iter();
        let indices =
            rows.map(|b| instruction.b_is_literal.mux(literal_b, b.slice(0, thread_bits)));
        let Control { index, clamp, segment_mask } = control_of_lanes(m, plan, indices, c);
        let inputs = wave_shuffle::Inputs {
            opcode: instruction.opcode,
            fetch_inactive: instruction.permute_fetch_inactive,
            bound_control: instruction.permute_bound_control,
            beat,
            in_halves: half.in_turn,
            half: half.number,
            executing: half.of(executing),
            addresses: half.of(wave_addresses),
            first: lowest(m, executing)
                .named("first_executing")
                .because("v_readfirstlane reads the lowest thread that executes, or 0."),
            literal_low: instruction.literal,
            literal_high: instruction.literal_high,
            own_addresses: addresses(m, plan, b_row),
            index,
            clamp,
            segment_mask,
            gathered: half.gathered,
            exec: half.of(exec.wave),
            words: half.words,
        };
        wave_shuffle(plan).instance(m, "shuffle", inputs)
    }

    /// Results of a vote, a match or a reduction for each lane; `words` are operand a of the half
    /// of the wave that the beat is part of.
    pub fn voted(&self, words: Signal<'m>) -> vote::Outputs<Signal<'m>> {
        let (m, plan) = (self.m, self.plan);
        let Inputs { instruction, operands, masks, exec, beat, .. } = self.inputs;
        if !plan.vote {
            return vote::Outputs::nothing(m);
        }
        let active =
            self.of_warps(exec.wave, exec.row) & self.of_warps(masks.guard_wave, masks.guard);
        let active = active
            .named("active_threads")
            .because("Votes see the beat's warp: EXEC where the guard is true.");
        let own_active = exec.row & masks.guard;
        let q = self.of_warps(masks.q_wave, masks.q);
        let words = match plan.votes_span_beats {
            true => warp_of_half(plan, words, beat),
            false => operands.a_row,
        };
        let choice = instruction.opcode.slice(0, vote::DIGIT_BITS);
        let inputs = vote::Inputs {
            choice,
            passes_left: instruction.passes_left.slice(0, plan.match_pass.bits),
            active,
            own_active,
            q,
            words,
            own_words: operands.a_row,
            literal_word: instruction.literal,
            is_literal: instruction.a_is_literal,
        };
        vote(plan).instances(m, "vote", plan.warps_per_beat, inputs)
    }

    /// Selects the threads of the beat's warps: out of `wave`, or `row` itself where no warp takes
    /// more than one beat.
    fn of_warps(&self, wave: Signal<'m>, row: Signal<'m>) -> Signal<'m> {
        match self.plan.beats_per_warp {
            1 => row,
            _ => warp_of_beat(self.plan, wave, self.inputs.beat),
        }
    }
}
