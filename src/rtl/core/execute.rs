//! What the lanes do with a beat: from rows of operands to rows of results, without any state.
//!
//! ```text
//!  instruction, beat ──────►┌─────────┐
//!  a, b, c (row, wave) ────►│ DPP     │
//!  guard, p, q ────────────►│ shuffle │──► result    lanes x 32 bits
//!  exec ───────────────────►│ votes   │──► mask      lanes x 1 bit
//!  special registers ──────►│ lanes   │──► written   lanes x 1 bit
//!                           └─────────┘
//! ```
//!
//! Written as if it took no time; `stages` puts pipeline registers into it
//! ([`crate::hdl::Pipeline`]), and the schedule reads how many.

use std::collections::HashMap;

use crate::config::Config;
use crate::hdl::{Arrival, Block, Delays, ModuleBuilder, Signal};
use crate::isa::{Field, Operation, VoteOperation};
use crate::ports;
use crate::rtl::codes::is_operation;
use crate::rtl::cross_lane::operands::{self, DppOperands, Half, ShuffleOperands, VoteOperands};
use crate::rtl::cross_lane::redux::CHOICE_BITS;
use crate::rtl::cross_lane::{dpp, vote, wave_shuffle};
use crate::rtl::issue::decode;
use crate::rtl::issue::instruction::{Instruction, Stage};
use crate::rtl::issue::passes::match_passes;
use crate::rtl::lane::{self, lane};
use crate::rtl::register_file::row_edges;
use crate::rtl::schedule::{
    Gather, beats_per_row, beats_per_warp, gathers_masks, half_of_beat, halves, index_bits,
    pipelined, row_of_beat, tells_ahead, votes_span_beats, warp_of_beat, warp_of_half,
};
use crate::rtl::shared::exec_masks;
use crate::rtl::shared::special::{NUMBER_BITS, reads_special};

ports! {
    pub struct Inputs(config: &Config) {
        instruction: Instruction { Instruction::ports(config, Stage::Computing) };
        beat: [index_bits(config.beats)] "beat that executes";
        passes: [takes_passes(config).into()] "a beat passes";
        gathering: [votes_span_beats(config).into()]
            "a beat passes of an instruction that passes again";
        operands: Operands { Operands::ports(config) };
        masks: BeatMasks { BeatMasks::ports(config) };
        exec: ExecSeen { ExecSeen::ports(config) };
        special: [config.lanes * 32] "what S2R and B2R read, for each lane";
    }
}

ports! {
    /// Words out of the vector registers.
    pub struct Operands(config: &Config) {
        a_row: [config.lanes * 32] "operand a of the beat";
        b_row: [config.lanes * 32] "operand b of the beat";
        c_row: [if config.multiply { config.lanes * 32 } else { 0 }] "operand c of the beat";
        a_edges: [shown_if(Gather::of(config) == Gather::RowEdges, 2 * config.rows() * 32)]
            "operand a of the first and last thread of each row";
        a_wave: [shown_if(Gather::of(config) == Gather::Everything, config.threads() * 32)]
            "operand a of every thread of the wave";
        addresses: [shown_if(config.shuffle, config.threads() * index_bits(config.threads()))]
            "thread that operand b of every thread of the wave addresses";
    }
}

ports! {
    /// The masks of a beat, after negation.
    pub struct BeatMasks(config: &Config) {
        guard: [config.lanes] "guard of the beat";
        guard_wave: [shown_if(gathers_masks(config), config.threads())]
            "guard of every thread of the wave";
        p: [config.lanes] "predicate p of the beat";
        q: [config.lanes] "predicate q of the beat";
        q_wave: [shown_if(votes_span_beats(config), config.threads())]
            "predicate q of every thread of the warps of the beat";
    }
}

ports! {
    /// EXEC before the instruction, as far as it is looked at.
    pub struct ExecSeen(config: &Config) {
        row: [config.lanes] "EXEC of the beat";
        of_row: [exec_masks::Outputs::ports(config).exec_of_row.width]
            "EXEC of the row of 16 threads that the beat belongs to";
        edges: [exec_masks::Outputs::ports(config).exec_edges.width]
            "EXEC of the first and last thread of each row";
        wave: [exec_masks::Outputs::ports(config).exec_wave.width]
            "EXEC of every thread of the wave";
    }
}

ports! {
    pub struct Outputs(config: &Config) {
        result: [config.lanes * 32] "word of each lane for the destination register";
        mask: [config.lanes] "bit of each lane for the predicate or mask slot";
        written: [config.lanes] "lanes whose results are written";
        pass: PassResults { PassResults::ports(config) };
    }
}

ports! {
    /// What goes from one pass of an instruction to the next, and the beat that it is about.
    pub struct PassResults(config: &Config) {
        passes: [takes_passes(config).into()] "a beat passes";
        keeps: [shown_if(takes_passes(config), config.lanes)]
            "lanes whose result is that of the same beat in the pass before";
        beat: [shown_if(votes_span_beats(config), index_bits(config.beats))] "beat that passes";
        gathering: [votes_span_beats(config).into()]
            "a beat passes of an instruction that passes again";
        reduces: [votes_span_beats(config).into()] "the result is that of REDUX over the beats";
        choice: [shown_if(votes_span_beats(config), CHOICE_BITS)] "choice of the REDUX";
        combined: [shown_if(votes_span_beats(config), 32)] "REDUX: the word of the beat's threads";
    }
}

/// Whether some lanes keep results over several passes.
pub fn takes_passes(config: &Config) -> bool {
    config.shuffle && halves(config) > 1 || config.vote && match_passes(config) > 1
}

fn shown_if(is_there: bool, bits: usize) -> usize {
    if is_there { bits } else { 0 }
}

/// Builds what computes the results of a beat.
pub fn execute(config: &Config) -> Block<Inputs, Outputs> {
    let purpose = "The results of a beat out of its operands: cross-lane units and lanes.";
    let (inputs, outputs) = (Inputs::ports(config), Outputs::ports(config));
    Block::new("lanebeat_execute", purpose, inputs, outputs, |m, inputs| {
        Beat { m, config, inputs }.results()
    })
}

/// What stands around `execute`: words come out of a memory, masks and special registers as they
/// were chosen; what is to be done is known a cycle before, if there are stages; behind it passes
/// are put together ([`super::passes`]).
pub fn arrival(config: &Config, delays: &Delays) -> impl Fn(&str) -> Arrival + use<> {
    let word = delays.memory() + delays.choice(config.beats);
    let masks = word + 2 * delays.logic();
    let exec = delays.choice(config.waves) + delays.choice(config.beats);
    let special = delays.choice(1 << NUMBER_BITS) + 2 * delays.logic();
    let inputs = Inputs::ports(config);
    let (with_beat, ahead) = (
        |delay| Arrival { cycle: 0, delay },
        |delay| Arrival { cycle: -i32::from(tells_ahead(config)), delay },
    );
    // Chosen between what executes and what comes to it.
    let coming = delays.choice(2) + 2 * delays.logic();
    let arrivals = Inputs {
        instruction: inputs.instruction.map(|_, _| ahead(coming)),
        beat: ahead(delays.sum(2)),
        passes: ahead(coming + delays.logic()),
        gathering: ahead(coming + delays.logic()),
        operands: inputs.operands.map(|_, _| with_beat(word)),
        masks: inputs.masks.map(|_, _| with_beat(masks)),
        exec: inputs.exec.map(|_, _| with_beat(exec)),
        special: with_beat(special),
    };
    let kept = if takes_passes(config) { 2 * delays.logic() } else { 0 };
    let combined = delays.sum(33) + delays.choice(8);
    let departures = Outputs {
        result: kept,
        mask: kept,
        written: 0,
        pass: PassResults {
            passes: 0,
            keeps: kept,
            beat: delays.logic(),
            gathering: delays.logic(),
            reduces: kept,
            choice: 2 * delays.logic() + combined,
            combined,
        },
    };
    let mut by_name = HashMap::new();
    let mut put = |name: &str, arrival| by_name.insert(name.to_string(), arrival);
    arrivals.map(&mut put);
    departures.map(|name, delay| put(name, with_beat(delay)));
    move |name| by_name[name]
}

/// `execute` with the pipeline registers of `config`.
pub fn pipelined_execute(config: &Config) -> Block<Inputs, Outputs> {
    pipelined(config, execute(config), &arrival(config, Delays::ecp5()))
}

/// A beat that executes.
struct Beat<'m, 'c> {
    m: &'m ModuleBuilder,
    config: &'c Config,
    inputs: Inputs<Signal<'m>>,
}

impl<'m> Beat<'m, '_> {
    fn results(&self) -> Outputs<Signal<'m>> {
        let (m, config) = (self.m, self.config);
        let Inputs { instruction, operands, masks, exec, .. } = self.inputs;
        let literal = instruction.literal.repeat(config.lanes);
        let b = instruction.b_is_literal.mux(literal, operands.b_row).named("operand_b");
        let c = if config.multiply {
            instruction.c_is_literal.mux(literal, operands.c_row).named("operand_c")
        } else {
            m.nothing()
        };
        let dpp::Outputs { word: a, write: dpp_write } = self.after_dpp();
        let a = instruction.a_is_literal.mux(literal, a);
        let a = self.is(reads_special).named("reads_special").mux(self.inputs.special, a);
        let a = a.named("operand_a");
        let half = self.half();
        let shuffled = self.shuffled(half, c);
        let voted = self.voted(half.words);

        let per_thread = self.is(Operation::is_per_thread).named("per_thread");
        let saves = self.is(|operation| operation.uses(Field::SlotDestination)).named("saves_exec");
        let every_lane = m.constant(config.lanes, (1 << config.lanes) - 1);
        let allowed = masks.guard & dpp_write & shuffled.write.present_or(every_lane);
        let written = exec.row & allowed & per_thread.repeat(config.lanes);
        let written = written | saves.repeat(config.lanes) | self.written_lane();
        let lanes = lane::Inputs {
            opcode: instruction.opcode.broadcast(),
            a: a.spread(),
            b: b.spread(),
            c: c.spread(),
            p: masks.p.spread(),
            q: masks.q.spread(),
            exec: exec.row.spread(),
            video_modifiers: instruction.video.broadcast(),
            shuffle_word: shuffled.word.spread(),
            shuffle_in_range: shuffled.in_range.spread(),
            vote_word: voted.answer.word.spread(),
            vote_mask: voted.answer.mask.spread(),
            modifiers: instruction.modifiers.broadcast(),
        };
        let lane::Outputs { result, mask } = lane(config).instances(m, "lane", config.lanes, lanes);
        let opcode = instruction.opcode;
        let if_combined = |signal: Signal<'m>| match votes_span_beats(config) {
            true => signal,
            false => m.nothing(),
        };
        let nobody = m.constant(config.lanes, 0);
        let pass = PassResults {
            passes: self.inputs.passes,
            keeps: match takes_passes(config) {
                true => {
                    let is_vote = self.is(Operation::is_vote).named("is_vote");
                    let unmatched = voted.keeps.present_or(nobody) & is_vote.repeat(config.lanes);
                    shuffled.keeps.present_or(nobody) | unmatched
                }
                false => m.nothing(),
            },
            beat: if_combined(self.inputs.beat),
            gathering: self.inputs.gathering,
            reduces: if_combined(
                self.is(|operation| matches!(operation, Operation::Vote(VoteOperation::Reduce(_)))),
            ),
            choice: if_combined(opcode.slice(0, CHOICE_BITS)),
            combined: voted.combined,
        };
        Outputs { result, mask, written, pass }
    }

    fn is(&self, property: fn(Operation) -> bool) -> Signal<'m> {
        decode::is_one_of(self.m, self.config, self.inputs.instruction.opcode, property)
    }

    /// Of the beat's lanes the one that v_writelane_b32 writes.
    fn written_lane(&self) -> Signal<'m> {
        let (config, beat, instruction) = (self.config, self.inputs.beat, self.inputs.instruction);
        let writes = is_operation(instruction.opcode, Operation::WriteLane);
        let chosen = instruction.literal_high.slice(0, index_bits(config.threads()));
        let lane_bits = index_bits(config.lanes);
        let in_beat = writes & chosen.slice(lane_bits, beat.width()).equals(beat);
        let lane = in_beat.named("writes_lane").zero_extend(config.lanes);
        lane.shift_left(chosen.slice(0, lane_bits)).named("written_lane")
    }

    /// Operand a after the DPP network, and the lanes that a modifier lets be written; as it is
    /// where there is no DPP.
    fn after_dpp(&self) -> dpp::Outputs<Signal<'m>> {
        let (m, config, beat) = (self.m, self.config, self.inputs.beat);
        let Inputs { instruction, exec, .. } = self.inputs;
        let Operands { a_row, a_wave, a_edges, .. } = self.inputs.operands;
        if !config.dpp {
            return dpp::Outputs {
                word: a_row,
                write: m.constant(config.lanes, (1 << config.lanes) - 1),
            };
        }
        // Where a row takes several beats the network sees gathered words, which only a modified
        // instruction has.
        let is_gathered = beats_per_row(config) > 1;
        let a_edges =
            if a_edges.width() > 0 { a_edges } else { row_edges(m, a_wave.present_or(a_row), 32) };
        let operands = DppOperands {
            a_row: if is_gathered { row_of_beat(config, a_wave, beat) } else { a_row },
            a_edges,
            exec_row: exec.of_row.present_or(exec.row),
            exec_edges: exec.edges,
        };
        let dpp::Outputs { word, write } = operands::dpp(m, config, &instruction, beat, &operands);
        let word = if is_gathered { instruction.dpp_enable.mux(word, a_row) } else { word };
        dpp::Outputs { word, write }
    }

    /// The half of the wave that SHFL, the lane moves and the votes see in the beat: the one that
    /// it is part of, or for those that pass once for each half the lower one first.
    fn half(&self) -> Half<Signal<'m>> {
        let (m, config, beat) = (self.m, self.config, self.inputs.beat);
        let instruction = self.inputs.instruction;
        if !config.shuffle && !votes_span_beats(config) {
            return Half::nothing(m);
        }
        let Operands { a_row, a_wave, .. } = self.inputs.operands;
        let a_wave = a_wave.present_or(a_row);
        let (in_turn, number) = if config.shuffle && halves(config) > 1 {
            let in_turn = decode::is_in_halves(m, config, instruction.opcode).named("in_halves");
            let is_last = !instruction.passes_left.bit(0);
            (in_turn, in_turn.mux(is_last, half_of_beat(config, beat)).named("half"))
        } else {
            (m.nothing(), half_of_beat(config, beat))
        };
        let whole = Half { in_turn, number, gathered: m.nothing(), words: a_wave };
        let words = whole.of(a_wave).named("words_of_half");
        if !config.shuffle || !Gather::takes_a_slot(config) {
            return Half { words, ..whole };
        }
        let gathered =
            decode::looks_into_other_beats(m, config, instruction.opcode).named("looks_far");
        let others = words.slice(a_row.width(), words.width() - a_row.width());
        let first = gathered.mux(words.slice(0, a_row.width()), a_row);
        Half { gathered, words: m.concat(&[first, others]).named("reachable_words"), ..whole }
    }

    /// What SHFL and the lane moves give to the beat's lanes; `c` is operand c.
    fn shuffled(&self, half: Half<Signal<'m>>, c: Signal<'m>) -> wave_shuffle::Outputs<Signal<'m>> {
        let (m, config, beat) = (self.m, self.config, self.inputs.beat);
        let Inputs { instruction, masks, exec, .. } = self.inputs;
        if !config.shuffle {
            return wave_shuffle::Outputs::nothing(m);
        }
        let Operands { b_row, addresses, .. } = self.inputs.operands;
        let executing = exec.wave & masks.guard_wave.present_or(masks.guard);
        let operands = ShuffleOperands {
            half,
            exec: exec.wave,
            executing: executing.named("executing_threads"),
            addresses,
            b_row,
            c,
        };
        operands::shuffle(m, config, &instruction, beat, &operands)
    }

    /// What the votes give to each lane; `words` are operand a of the half of the wave that the
    /// beat is part of.
    fn voted(&self, words: Signal<'m>) -> vote::Outputs<Signal<'m>> {
        let (config, beat) = (self.config, self.inputs.beat);
        let Inputs { instruction, operands, masks, exec, .. } = self.inputs;
        if !config.vote {
            return vote::Outputs::nothing(self.m);
        }
        let active =
            self.of_warps(exec.wave, exec.row) & self.of_warps(masks.guard_wave, masks.guard);
        let operands = VoteOperands {
            active: active.named("active_threads"),
            own_active: exec.row & masks.guard,
            q: self.of_warps(masks.q_wave, masks.q),
            words: if votes_span_beats(config) {
                warp_of_half(config, words, beat)
            } else {
                operands.a_row
            },
            own_words: operands.a_row,
        };
        operands::vote(self.m, config, &instruction, &operands)
    }

    /// Of all threads of the beat's warps: out of the wave, or the row itself where no warp takes
    /// more than one beat.
    fn of_warps(&self, wave: Signal<'m>, row: Signal<'m>) -> Signal<'m> {
        if beats_per_warp(self.config) > 1 {
            warp_of_beat(self.config, wave, self.inputs.beat)
        } else {
            row
        }
    }
}
