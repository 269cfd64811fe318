//! Computation of a beat in the lanes: from rows of operands to rows of results, without any state.
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

use crate::config::{Config, DppPath};
use crate::plan::Gather;
use crate::rtl::prelude::*;
use std::collections::HashMap;

use crate::hdl::{Arrival, Delays, Recent};
use crate::isa::encoding::IMMEDIATE;
use crate::isa::{Feature, Field, LaneOperation, VoteOperation, WordOfWave};
use crate::rtl::codes::is_operation;
use crate::rtl::cross_lane::dpp;
use crate::rtl::cross_lane::redux::CHOICE_BITS;
use crate::rtl::cross_lane::wave_shuffle::Dpp;
use crate::rtl::issue::decode;
use crate::rtl::issue::instruction::{Instruction, Stage};
use crate::rtl::lane::{self, lane};
use crate::rtl::register_file::{shows_read, wave_of};
use crate::rtl::schedule::pipelined;
use crate::rtl::shared::exec_masks;
use crate::rtl::shared::special::{
    BelowInputs, NUMBER_BITS, counted_beat_bits, counted_bits, reads_special,
};

ports! {
    pub struct Inputs(plan: &Plan) {
        instruction: Instruction { Instruction::ports(plan, Stage::Computing) };
        beat: [plan.beat.bits] "beat that executes";
        passes: [plan.keeps_results.into()] "a beat passes";
        gathering: [plan.votes_span_beats.into()]
            "a beat passes of an instruction that passes again";
        operands: Operands { Operands::ports(plan) };
        masks: BeatMasks { BeatMasks::ports(plan) };
        exec: ExecSeen { ExecSeen::ports(plan) };
        special: [plan.lanes * 32] "what S2R and B2R read, for each lane";
    }

    /// Words out of the vector registers.
    pub struct Operands(plan: &Plan) {
        a_row: [plan.lanes * 32] "operand a of the beat";
        b_row: [plan.lanes * 32] "operand b of the beat";
        c_row: [if plan.multiply { plan.lanes * 32 } else { 0 }] "operand c of the beat";
        a_edges: [shown_if(plan.gather == Gather::RowEdges, 2 * plan.rows * 32)]
            "operand a of the first and last thread of each row";
        a_wave: [shown_if(plan.gather == Gather::Everything, plan.threads * 32)]
            "operand a of every thread of the wave";
        a_read: [shown_if(shows_read(plan.gather, plan), plan.threads * 32)]
            "the same in beat 0, where a_wave does not have it yet";
        addresses: [shown_if(plan.moves_lanes, plan.threads * plan.thread.bits)]
            "thread that operand b of every thread of the wave addresses";
    }

    /// The masks of a beat, after negation.
    pub struct BeatMasks(plan: &Plan) {
        guard: [plan.lanes] "guard of the beat";
        guard_wave: [shown_if(plan.gathers_masks, plan.threads)]
            "guard of every thread of the wave";
        p: [plan.lanes] "predicate p of the beat";
        q: [plan.lanes] "predicate q of the beat";
        q_wave: [shown_if(plan.votes_span_beats, plan.threads)]
            "predicate q of every thread of the warps of the beat";
    }

    /// EXEC before the instruction, as far as it is looked at.
    pub struct ExecSeen(plan: &Plan) {
        row: [plan.lanes] "EXEC of the beat";
        of_row: [exec_masks::Outputs::ports(plan).exec_of_row.width]
            "EXEC of the row of 16 threads that the beat belongs to";
        edges: [exec_masks::Outputs::ports(plan).exec_edges.width]
            "EXEC of the first and last thread of each row";
        wave: [exec_masks::Outputs::ports(plan).exec_wave.width]
            "EXEC of every thread of the wave";
    }

    pub struct Outputs(plan: &Plan) {
        result: [plan.lanes * 32] "word of each lane for the destination register";
        mask: [plan.lanes] "bit of each lane for the predicate or mask slot";
        written: [plan.lanes] "lanes whose results are written";
        pass: PassResults { PassResults::ports(plan) };
    }

    /// Signals from one pass of an instruction to the next, and the beat that they belong to.
    pub struct PassResults(plan: &Plan) {
        passes: [plan.keeps_results.into()] "a beat passes";
        keeps: [shown_if(plan.keeps_results, plan.lanes)]
            "lanes whose result is that of the same beat in the pass before";
        moves: [shown_if(plan.keeps_moves, plan.lanes)] "lanes that a lane move lets be written";
        beat: [shown_if(plan.votes_span_beats, plan.beat.bits)] "beat that passes";
        gathering: [plan.votes_span_beats.into()]
            "a beat passes of an instruction that passes again";
        reduces: [plan.votes_span_beats.into()] "the result is that of REDUX over the beats";
        choice: [shown_if(plan.votes_span_beats, CHOICE_BITS)] "choice of the REDUX";
        combined: [shown_if(plan.votes_span_beats, 32)] "REDUX: the word of the beat's threads";
    }
}

fn shown_if(is_there: bool, bits: usize) -> usize {
    if is_there { bits } else { 0 }
}

static BUILT: Recent<Config, Block<Inputs, Outputs>> = Recent::new();

/// Builds what computes the results of a beat.
///
/// A beat executes alike whatever else the machine holds, so it is built from a machine without it: most
/// points of a study share their `execute`.
pub fn execute(plan: &Plan) -> Block<Inputs, Outputs> {
    let nothing_else = Config { registers: 1, waves: 1, collectors: 1, ..plan.config.clone() };
    let purpose = "The results of a beat out of its operands: cross-lane units and lanes.";
    BUILT.answer(nothing_else, |config| {
        let plan = &Plan::new(config);
        Block::of("lanebeat_execute", purpose, plan, |m, inputs| {
            Beat::new(m, plan, inputs).results()
        })
    })
}

/// Times at the ports of `execute`: words come out of a memory, masks and special registers as they
/// were chosen; the instruction is known a cycle before, if there are stages; behind it passes are
/// put together ([`super::passes`]).
pub fn arrival(plan: &Plan, delays: &Delays) -> impl Fn(&str) -> Arrival + use<> {
    let word = delays.memory() + delays.choice(plan.beats);
    let masks = word + 2 * delays.logic();
    let exec = delays.choice(plan.waves) + delays.choice(plan.beats);
    let special = delays.choice(1 << NUMBER_BITS) + 2 * delays.logic();
    let inputs = Inputs::ports(plan);
    let (with_beat, ahead) = (
        |delay| Arrival { cycle: 0, delay },
        |delay| Arrival { cycle: -i32::from(plan.tells_ahead), delay },
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
    let kept = if plan.keeps_results { 2 * delays.logic() } else { 0 };
    let combined = delays.sum(33) + delays.choice(8);
    let departures = Outputs {
        result: kept,
        mask: kept,
        written: 0,
        pass: PassResults {
            passes: 0,
            keeps: kept,
            moves: kept,
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

/// `execute` with the pipeline registers of `plan`.
pub fn pipelined_execute(plan: &Plan) -> Block<Inputs, Outputs> {
    pipelined(plan, execute(plan), &arrival(plan, Delays::ecp5()))
}

/// A beat that executes; what other threads have to do with it is in [`super::cross_lane`].
pub(super) struct Beat<'m, 'c> {
    pub m: &'m Builder,
    pub plan: &'c Plan,
    pub inputs: Inputs<Signal<'m>>,
}

impl<'m, 'c> Beat<'m, 'c> {
    /// Operand a of the wave is chosen here and not in the file, so that synthesis makes one multiplexer
    /// of this choice and that of the wave's half.
    fn new(m: &'m Builder, plan: &'c Plan, mut inputs: Inputs<Signal<'m>>) -> Self {
        let Operands { a_wave, a_read, .. } = inputs.operands;
        if a_read.width() > 0 {
            inputs.operands.a_wave = wave_of(inputs.beat, [a_wave, a_read]).named("a_of_wave");
        }
        Self { m, plan, inputs }
    }

    fn results(&self) -> Outputs<Signal<'m>> {
        let (m, plan) = (self.m, self.plan);
        let Inputs { instruction, operands, masks, exec, .. } = self.inputs;
        let every_lane = |word: Signal<'m>| word.repeat(plan.lanes);
        let every_thread = m.constant(plan.lanes, (1 << plan.lanes) - 1);
        let literal = every_lane(instruction.literal).named("literal_words");
        let [literal_b, literal_c] = self.later_literals().map(every_lane);
        let b = instruction
            .b_is_literal
            .mux(literal_b.named("literal_words_b"), operands.b_row)
            .named("operand_b")
            .because("A literal is one word for all lanes.");
        let c = if plan.multiply {
            let literal = literal_c.named("literal_words_c");
            instruction.c_is_literal.mux(literal, operands.c_row).named("operand_c")
        } else {
            m.nothing()
        };
        let part = self.part();
        let (a, dpp_write, shuffled) = match plan.dpp {
            DppPath::None => {
                (operands.a_row, every_thread, self.shuffled(part, Dpp::nothing(m), c))
            }
            DppPath::Network => {
                let dpp::Outputs { word, write } = self.after_network();
                (word, write, self.shuffled(part, Dpp::nothing(m), c))
            }
            DppPath::Crossbar => {
                let (dpp, write) = self.dpp_sources();
                let shuffled = self.shuffled(part, dpp, c);
                let takes = shuffled.takes.elements(1).into_iter().map(|lane| lane.repeat(32));
                let takes = m.concat(&takes.collect::<Vec<_>>());
                (shuffled.word & takes, write, shuffled)
            }
        };
        let reads_special = self.is(reads_special).named("reads_special");
        let given = reads_special.mux(self.inputs.special, literal);
        let a = (instruction.a_is_literal | reads_special)
            .named("a_is_given")
            .because("A literal, or what S2R and B2R read, takes the place of operand a.")
            .mux(given, a);
        let a = match plan.bits {
            true => a & self.counted_bits(),
            false => a,
        };
        let a = a.named("operand_a");
        let voted = self.voted(part.half_words);

        let per_thread = self.is(Operation::is_per_thread).named("per_thread");
        let saves = self.is(|operation| operation.uses(Field::SlotDestination)).named("saves_exec");
        let (moves, writes) = match plan.keeps_moves {
            // The bits of a modifier say something else where no threads are written by EXEC.
            true if plan.dpp_through_crossbar => {
                (shuffled.write | (!per_thread).repeat(plan.lanes), every_thread)
            }
            true => (shuffled.write, every_thread),
            false => (m.nothing(), shuffled.write.present_or(every_thread)),
        };
        let allowed = masks.guard & dpp_write & writes;
        let written = exec.row & allowed & per_thread.repeat(plan.lanes);
        let written =
            written.named("written_threads") | saves.repeat(plan.lanes) | self.written_lane();
        let lanes = lane::Inputs {
            opcode: instruction.opcode,
            a,
            b,
            c,
            p: masks.p,
            q: masks.q,
            exec: exec.row,
            video_modifiers: instruction.video,
            immediate: self.immediate(),
            shuffle_word: shuffled.word,
            shuffle_takes: shuffled.takes,
            shuffle_in_range: shuffled.in_range,
            vote_word: voted.answer.word,
            vote_mask: voted.answer.mask,
            modifiers: instruction.modifiers,
        };
        let lane::Outputs { result, mask } = lane(plan).instances(m, "lane", plan.lanes, lanes);
        let opcode = instruction.opcode;
        let if_combined = |signal: Signal<'m>| match plan.votes_span_beats {
            true => signal,
            false => m.nothing(),
        };
        let nobody = m.constant(plan.lanes, 0);
        let pass = PassResults {
            passes: self.inputs.passes,
            keeps: match plan.keeps_results {
                true => {
                    let is_vote = self.is(Operation::is_vote).named("is_vote");
                    let unmatched = voted.keeps.present_or(nobody) & is_vote.repeat(plan.lanes);
                    shuffled.keeps.present_or(nobody) | unmatched
                }
                false => m.nothing(),
            },
            moves,
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

    /// The literals of operands b and c: the second one, where an operand before is the first.
    fn later_literals(&self) -> [Signal<'m>; 2] {
        let instruction = &self.inputs.instruction;
        let Instruction { literal, literal_high, a_is_literal, b_is_literal, .. } = *instruction;
        if !self.plan.bits {
            return [literal; 2];
        }
        let takes_two = self.is(Operation::takes_two_literals).named("takes_two_literals");
        let second = |name: &str, is_second: Signal<'m>| {
            (takes_two & is_second).named(name).mux(literal_high, literal)
        };
        [second("b_is_second", a_is_literal), second("c_is_second", a_is_literal | b_is_literal)]
    }

    /// The immediate; where a compare has a DPP modifier in its place, 0.
    fn immediate(&self) -> Signal<'m> {
        let instruction = &self.inputs.instruction;
        match self.plan.has(Feature::Dpp) && self.plan.bits {
            true => instruction.immediate & (!instruction.dpp_enable).repeat(IMMEDIATE.width),
            false => instruction.immediate,
        }
    }

    /// The bits of a that count, 32 for each lane: for MBCNT those below its thread.
    fn counted_bits(&self) -> Signal<'m> {
        let (m, plan) = (self.m, self.plan);
        let is = |word: WordOfWave| {
            is_operation(self.inputs.instruction.opcode, LaneOperation::CountBelow(word))
        };
        let beat = self.inputs.beat.slice(0, counted_beat_bits(plan));
        let low = is(WordOfWave::Low).named("counts_low");
        let high = is(WordOfWave::High).named("counts_high");
        let inputs = BelowInputs { beat, low, high };
        counted_bits(plan).instances(m, "counted_bits", plan.lanes, inputs).value
    }

    fn is(&self, property: fn(Operation) -> bool) -> Signal<'m> {
        decode::is_one_of(self.m, self.plan, self.inputs.instruction.opcode, property)
    }

    /// Lane of the beat that v_writelane_b32 writes, as one bit; 0 if it writes none.
    fn written_lane(&self) -> Signal<'m> {
        let (plan, beat, instruction) = (self.plan, self.inputs.beat, self.inputs.instruction);
        let writes = is_operation(instruction.opcode, Operation::WriteLane);
        let chosen = instruction.literal_high.slice(0, plan.thread.bits);
        let lane_bits = plan.lane.bits;
        let in_beat = writes & chosen.slice(lane_bits, beat.width()).equals(beat);
        let lane = in_beat
            .named("writes_lane")
            .because("v_writelane writes one thread, whatever EXEC says.")
            .zero_extend(plan.lanes);
        lane.shift_left(chosen.slice(0, lane_bits)).named("written_lane")
    }
}
