//! Feeds the cross-lane units: which words of the wave each beat's DPP rows, shuffles and votes may
//! ask for.

use super::execute::{Beat, Inputs, Operands};
use crate::isa::encoding::SHUFFLE_LITERAL_B;
use crate::rtl::cross_lane::dpp::{self, dpp, dpp_sources, neighbour_choice};
use crate::rtl::cross_lane::lane_move::lowest;
use crate::rtl::cross_lane::shuffle_select::Control;
use crate::rtl::cross_lane::vote::{self, vote};
use crate::rtl::cross_lane::wave_shuffle::{self, control_of_lanes, wave_shuffle};
use crate::rtl::issue::decode;
use crate::rtl::prelude::*;
use crate::rtl::register_file::{addresses, row_edges};
use crate::rtl::schedule::{row_of_beat, warp_of_beat, warp_of_half};

record! {
    /// The part of the wave that the crossbar shows in a pass.
    pub struct Part {
        /// Whether the instruction saw another part in the pass before; of no bits where there is
        /// one part.
        later;
        /// Number of the part.
        number;
        /// Whether the instruction gathered the words of other beats; of no bits where they are
        /// always there.
        gathered;
        /// Operand a of every thread; where the instruction did not gather it, of its own row.
        words;
        /// Operand a of every thread of the half that the part is in, for the votes.
        half_words;
    }
}

impl<'m> Part<Signal<'m>> {
    /// Selects the part from a signal with something for each thread of the wave.
    fn of(&self, wave: Signal<'m>) -> Signal<'m> {
        wave.element(self.number)
    }
}

impl<'m> Beat<'m, '_> {
    /// The DPP modifier and the rows of the beat, without words.
    fn modifier(&self) -> dpp::Inputs<Signal<'m>> {
        let (m, plan, Inputs { instruction, beat, .. }) = (self.m, self.plan, self.inputs);
        let row_mask = instruction.dpp_row_mask.slice(0, plan.row_mask_bits);
        let selectors = [
            instruction.dpp_spare,
            instruction.dpp_control,
            instruction.dpp_bank_mask,
            instruction.dpp_row_mask,
        ];
        let last = plan.rows - 1;
        dpp::Inputs {
            beat_of_row: beat.slice(0, plan.beat_of_row.bits.min(beat.width())),
            enable: instruction.dpp_enable,
            eight: instruction.dpp_eight,
            eight_positions: m.concat(&selectors),
            control: instruction.dpp_control,
            bank_mask: instruction.dpp_bank_mask,
            row_mask,
            this_row: self.fact(row_mask.width(), |row| 1 << (row % row_mask.width())),
            row_is_first: self.fact(1, |row| (row == 0).into()),
            row_is_second: self.fact(1, |row| (row == 1).into()),
            row_is_last: self.fact(1, |row| (row == last).into()),
            ..dpp::Inputs::nothing(m)
        }
    }

    /// Operand a after the DPP network, and the lanes that a modifier lets be written.
    pub fn after_network(&self) -> dpp::Outputs<Signal<'m>> {
        let (m, plan, Inputs { instruction, exec, beat, .. }) = (self.m, self.plan, self.inputs);
        let Operands { a_row, a_wave, .. } = self.inputs.operands;
        // Where a row takes several beats the network sees gathered words, which only a modified
        // instruction has.
        let is_gathered = plan.beats_per_row > 1;
        let [neighbour, neighbour_exec] = self.neighbours();
        let inputs = dpp::Inputs {
            fetch_inactive: instruction.dpp_fetch_inactive,
            bound_control: instruction.dpp_bound_control,
            words: if is_gathered { row_of_beat(plan, a_wave, beat) } else { a_row },
            exec: exec.of_row.present_or(exec.row),
            neighbour,
            neighbour_exec,
            ..self.modifier()
        };
        let dpp::Outputs { word, write } =
            dpp(plan).instances(m, "dpp", plan.rows_per_beat, inputs);
        let word = if is_gathered { instruction.dpp_enable.mux(word, a_row) } else { word };
        dpp::Outputs { word, write }
    }

    /// Sources of the DPP modifier for the crossbar, and the lanes that its masks let be written.
    pub fn dpp_sources(&self) -> (wave_shuffle::Dpp<Signal<'m>>, Signal<'m>) {
        let (m, plan) = (self.m, self.plan);
        let [neighbour, neighbour_exec] = self.neighbours();
        let sources = dpp_sources(plan).instances(m, "dpp", plan.rows_per_beat, self.modifier());
        let dpp = wave_shuffle::Dpp {
            place: sources.place,
            exists: sources.exists,
            is_neighbour: sources.is_neighbour,
            neighbour,
            neighbour_exec,
        };
        (dpp, sources.may_be_written)
    }

    /// A constant of each row, for the rows of the beat side by side.
    fn fact(&self, width: usize, of_row: impl Fn(usize) -> u128) -> Signal<'m> {
        let row = |row| self.m.constant(width, of_row(row));
        let rows: Vec<Signal> = (0..self.plan.rows).map(row).collect();
        row_of_beat(self.plan, self.m.concat(&rows), self.inputs.beat)
    }

    /// For each row of the beat the word of the one thread that its DPP may look at in another row,
    /// and EXEC of that thread.
    fn neighbours(&self) -> [Signal<'m>; 2] {
        let Inputs { operands: Operands { a_row, a_wave, a_edges, .. }, exec, .. } = self.inputs;
        let a_wave = a_wave.present_or(a_row);
        let a_edges = if a_edges.width() > 0 { a_edges } else { row_edges(self.m, a_wave, 32) };
        let [next, thread31] = neighbour_choice(self.inputs.instruction.dpp_control);
        // A wave of one row has no thread 31.
        let thread31 = match self.plan.rows {
            1 => self.m.constant(1, 0),
            _ => thread31.named("takes_thread31"),
        };
        let choice = [next.named("takes_next_row"), thread31];
        let words = self
            .neighbour(choice, a_edges)
            .named("neighbour_words")
            .because("From another row: its last or first thread, or thread 31.");
        [words, self.neighbour(choice, exec.edges).named("neighbour_exec")]
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

    /// The part of the wave that SHFL and the lane moves see in the beat, one part a pass from the
    /// lowest to the highest in which their source can be; for the votes the beat's half.
    pub fn part(&self) -> Part<Signal<'m>> {
        let (m, plan) = (self.m, self.plan);
        if !plan.shuffle && !plan.votes_span_beats {
            return Part::nothing(m);
        }
        let Operands { a_row, a_wave, .. } = self.inputs.operands;
        let a_wave = a_wave.present_or(a_row);
        let (later, number) = self.part_of_pass(a_wave.width() / (32 * plan.part_threads));
        let of_half = index_bits(plan.shuffle_passes);
        let halves = a_wave.width() / (32 * plan.half_threads);
        let half_words = a_wave.element(number.slice(of_half, index_bits(halves)));
        let half_words = half_words.named("words_of_half");
        let part = Part { later, number, gathered: m.nothing(), words: half_words, half_words };
        if !plan.shuffle {
            return part;
        }
        let words = match of_half {
            0 => half_words,
            _ => half_words.element(number.slice(0, of_half)).named("words_of_part"),
        };
        if !plan.takes_gather_slot {
            return Part { words, ..part };
        }
        let opcode = self.inputs.instruction.opcode;
        let mut gathered = decode::looks_into_other_beats(m, plan, opcode);
        if plan.dpp_through_crossbar && plan.beats_per_row > 1 {
            gathered = gathered | self.inputs.instruction.dpp_enable;
        }
        let gathered = gathered.named("looks_far");
        let own_bits = words.width().min(a_row.width());
        let parts_of_row = number.slice(0, index_bits(a_row.width() / own_bits));
        let own = gathered.mux(words.slice(0, own_bits), a_row.element(parts_of_row));
        let others = words.slice(own_bits, words.width() - own_bits);
        Part { gathered, words: m.concat(&[own, others]).named("reachable_words"), ..part }
    }

    /// Whether the pass is not the first that shows a part, and the number of the part among those
    /// that are `there`. Bits that tell parts apart which the operation sees in turn count its
    /// passes, the others are the beat's.
    fn part_of_pass(&self, there: usize) -> (Signal<'m>, Signal<'m>) {
        let (m, plan, Inputs { instruction, beat, .. }) = (self.m, self.plan, self.inputs);
        let beat_bits = plan.lane.bits.saturating_sub(plan.part_thread.bits);
        let of_beat = |bit: usize| beat.bit(bit + plan.part_thread.bits - plan.lane.bits);
        if plan.most_parts_seen <= 1 {
            let bits = (0..index_bits(there)).map(of_beat).collect::<Vec<_>>();
            return (m.nothing(), m.concat(&bits));
        }
        let (mut later, mut number) = (vec![], vec![]);
        for bit in 0..plan.part_seen.bits {
            let in_turn = decode::sees_more_than(m, plan, instruction.opcode, 1 << bit)
                .named(&format!("sees_more_than{}", 1 << bit));
            let counted = !instruction.passes_left.bit(bit);
            later.push(in_turn & counted);
            number.push(if bit < beat_bits { counted } else { in_turn.mux(counted, of_beat(bit)) });
        }
        number.extend((plan.part_seen.bits..index_bits(there)).map(of_beat));
        let later = m.concat(&later);
        let number = m
            .concat(&number)
            .named("shown_part")
            .because("SHFL sees the parts of its warp in turn, lane moves those of the wave.");
        (later.any().named("later"), number)
    }

    /// Results of SHFL and the lane moves for the beat's lanes, and of `dpp` where the crossbar has
    /// its words; `c` is operand c.
    pub fn shuffled(
        &self,
        part: Part<Signal<'m>>,
        dpp: wave_shuffle::Dpp<Signal<'m>>,
        c: Signal<'m>,
    ) -> wave_shuffle::Outputs<Signal<'m>> {
        let (m, plan) = (self.m, self.plan);
        let Inputs { instruction, masks, exec, beat, .. } = self.inputs;
        if !plan.shuffle {
            return wave_shuffle::Outputs::nothing(m);
        }
        let Operands { b_row, addresses: wave_addresses, .. } = self.inputs.operands;
        let when = |is_there: bool, of: &dyn Fn() -> Signal<'m>| match is_there {
            true => of(),
            false => m.nothing(),
        };
        let if_moved = |of: &dyn Fn() -> Signal<'m>| when(plan.moves_lanes, of);
        let if_dpp = |of: &dyn Fn() -> Signal<'m>| when(plan.dpp_through_crossbar, of);
        let executing = if_moved(&|| {
            let executing = exec.wave & masks.guard_wave.present_or(masks.guard);
            executing.named("executing_threads")
        });
        let thread_bits = plan.warp_thread.bits;
        let literal_b = instruction.literal.slice(SHUFFLE_LITERAL_B.low, thread_bits);
        let rows = b_row.elements(32).into_iter();
        let indices =
            rows.map(|b| instruction.b_is_literal.mux(literal_b, b.slice(0, thread_bits)));
        let Control { index, clamp, segment_mask } = control_of_lanes(m, plan, indices, c);
        let ports = wave_shuffle::Inputs::ports(plan);
        let inputs = wave_shuffle::Inputs {
            opcode: instruction.opcode.slice(0, ports.opcode.width),
            fetch_inactive: instruction.permute_fetch_inactive,
            bound_control: instruction.permute_bound_control,
            beat: beat.slice(0, ports.beat.width),
            later: part.later,
            shown_part: part.number.slice(0, plan.part_seen.bits),
            executing: if_moved(&|| part.of(executing)),
            addresses: if_moved(&|| part.of(wave_addresses)),
            first: if_moved(&|| {
                lowest(m, executing)
                    .named("first_executing")
                    .because("v_readfirstlane reads the lowest thread that executes, or 0.")
            }),
            literal_low: if_moved(&|| instruction.literal),
            literal_high: if_moved(&|| instruction.literal_high),
            own_addresses: if_moved(&|| addresses(m, plan, b_row)),
            index,
            clamp,
            segment_mask,
            is_dpp: if_dpp(&|| {
                let others = decode::shuffles(m, plan, instruction.opcode).named("shuffles");
                (!others)
                    .named("is_dpp")
                    .because("Operand a of all others comes through the crossbar too.")
            }),
            dpp,
            dpp_fetches_any: if_dpp(&|| instruction.dpp_fetch_inactive | !instruction.dpp_enable),
            dpp_zeroes: if_dpp(&|| instruction.dpp_bound_control | instruction.dpp_eight),
            gathered: part.gathered,
            exec: if ports.exec.width > 0 { part.of(exec.wave) } else { m.nothing() },
            words: part.words,
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
