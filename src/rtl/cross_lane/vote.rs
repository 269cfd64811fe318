//! Votes: what the executing threads of a warp have in common (VOTE, MATCH and REDUX, ISA.md
//! section 7).
//!
//! ```text
//!  choice, passes_left ────►┌──────┐──► word       lanes x 32 bits
//!  active, q (warp) ───────►│ vote │──► mask       lanes x 1 bit
//!  words (warp, lanes) ────►│      │──► keeps      lanes x 1 bit
//!                           └──────┘──► combined   32 bits, to be combined with other beats
//! ```
//!
//! A warp is 32 threads (16 in a 16-thread wave), so with 16 lanes it takes two beats, and both see
//! the whole warp's `active` (EXEC and guard), q and operand a. Results that all threads of the
//! warp share are computed once: the vote on q, the masks of the warp and the reduction.
//!
//! **MATCH takes its warp row by row.** A thread's answer is the threads of its warp with the same
//! word. All at once that is a comparison for every pair; instead a pass compares the words of a few
//! lanes (`rtl::issue::passes`) with all words of the warp, and the other lanes keep (`keeps`) the
//! answers of the pass before (`rtl::core::passes`). The passes count down, and lane l has its turn
//! in pass l modulo the number of passes, so that a lane always gets the answer of the same
//! comparison and nothing is selected behind it.
//! MATCH.ALL needs no comparison beyond those: all executing threads have the same word iff the mask
//! of those with one's own word is the mask of those that execute.
//!
//! **REDUX** combines the words of the beat here (`rtl::cross_lane::redux`); where a warp takes
//! several beats, the word is 0 and `combined` goes to where they come together.
//!
//! The choice is the opcode's lower digit: 0 ANY, 1 ALL, 2 UNI, 3 BALLOT, 4 ACTIVE, 6 MATCH.ANY, 7
//! MATCH.ALL, from 8 on the reductions.

use super::redux::{self, CHOICE_BITS, flip, redux};
use crate::isa::VoteOperation;
use crate::rtl::codes::is_choice;
use crate::rtl::prelude::*;

/// Bits of the choice: the opcode's lower digit.
pub const DIGIT_BITS: usize = 4;

ports! {
    pub struct Inputs(plan: &Plan) {
        choice: [DIGIT_BITS] "lower digit of the opcode";
        passes_left: [plan.match_pass.bits] "MATCH: passes that follow this one";
        active: [plan.warp_threads] "threads of the warp that execute: EXEC and guard";
        own_active: [plan.lanes_of_warp] "lanes that execute";
        q: [plan.warp_threads] "predicate q of every thread of the warp, after negation";
        words: [plan.warp_threads * 32]
            "operand a of every thread of the warp, if that is a register";
        own_words: [plan.lanes_of_warp * 32] "operand a of each lane, if that is a register";
        literal_word: [32] "operand a of all threads if it is a literal";
        is_literal: [1] "operand a is a literal";
    }

    /// Answer to one lane, or to `lanes` of them.
    pub struct Answer(lanes: usize) {
        word: [lanes * 32] "the word of each lane";
        mask: [lanes] "the predicate of each lane";
    }

    pub struct Outputs(plan: &Plan) {
        answer: Answer { Answer::ports(plan.lanes_of_warp) };
        keeps: [if plan.match_passes > 1 { plan.lanes_of_warp } else { 0 }]
            "MATCH: the answer is that of the pass before";
        combined: [if plan.votes_span_beats { 32 } else { 0 }]
            "REDUX: the words of the lanes, to be combined with those of other beats";
    }
}

/// The votes of the lanes that serve one warp in a beat.
pub fn vote(plan: &Plan) -> Block<Inputs, Outputs> {
    let purpose = "VOTE, MATCH and REDUX of the lanes that serve one warp in this beat.";
    Block::of("lanebeat_vote", purpose, plan, |m, inputs| all_lanes(m, plan, inputs))
}

fn all_lanes<'m>(m: &'m Builder, plan: &Plan, inputs: Inputs<Signal<'m>>) -> Outputs<Signal<'m>> {
    let Inputs { choice, active, q, literal_word, is_literal, .. } = inputs;
    let of_beat = redux::Inputs {
        choice: choice.slice(0, CHOICE_BITS),
        words: inputs.own_words,
        active: inputs.own_active,
        literal_word,
        is_literal,
    };
    let combined = redux(plan).instance(m, "redux", of_beat).word;
    let reduction = match plan.votes_span_beats {
        true => m.constant(32, 0),
        false => combined ^ flip(m, choice.slice(0, CHOICE_BITS)),
    };

    let ballot = (active & q).named("ballot");
    let any = ballot.any().named("any");
    let all = (!(active & !q).any()).named("all_hold");
    let of_mode = |mode: VoteOperation| is_choice(choice, mode);
    let outcome = of_mode(VoteOperation::Any)
        .mux(any, of_mode(VoteOperation::All).mux(all, all | !any))
        .named("outcome");
    let threads_mask = is_choice(choice, VoteOperation::Ballot)
        .mux(ballot, active)
        .zero_extend(32)
        .named("threads_mask")
        .because("A vote's word: the ballot, or the active threads.");
    let reduces = choice.bit(3);
    let common_word = reduces.mux(reduction, threads_mask).named("common_word");
    let is_match_all = is_choice(choice, VoteOperation::MatchAll);
    let is_match = (is_choice(choice, VoteOperation::MatchAny) | is_match_all).named("is_match");

    let (matched, turns) = (plan.lanes_matched, plan.match_passes);
    let index = inputs.passes_left;
    let own_words = inputs.own_words.zero_extend(matched * turns * 32);
    let turn: Vec<Signal> = (0..turns).map(|turn| index.is(turn as u128)).collect();
    let turn = m
        .concat(&turn)
        .named("turn")
        .because("The threads that one comparison serves lie next to each other.");
    let matching = MatchInputs {
        own_words,
        passes_left: index,
        words: inputs.words,
        is_literal,
        active,
        is_match,
        is_match_all,
        common_word,
        outcome,
    };
    let answer = matching_threads(plan).instances(m, "matching_threads", matched, matching);

    let lanes = plan.lanes_of_warp;
    let served = |comparison: usize| turns.min(lanes - comparison * turns);
    let of_lanes = |answers: Signal<'m>| {
        let each = answers.elements(answers.width() / matched).into_iter().enumerate();
        let of_each = |(comparison, answer): (usize, Signal<'m>)| answer.repeat(served(comparison));
        m.concat(&each.map(of_each).collect::<Vec<_>>())
    };
    let turns_of_lanes = (0..matched).map(|comparison| turn.slice(0, served(comparison)));
    let turns_of_lanes = m.concat(&turns_of_lanes.collect::<Vec<_>>());
    let keeps = is_match.repeat(lanes) & !turns_of_lanes;
    Outputs {
        answer: Answer { word: of_lanes(answer.word), mask: of_lanes(answer.mask) },
        keeps: if turns > 1 { keeps.named("keeps") } else { m.nothing() },
        combined: if plan.votes_span_beats { combined } else { m.nothing() },
    }
}

ports! {
    pub struct MatchInputs(plan: &Plan) {
        own_words: [plan.match_passes * 32] "operand a of the lanes whose turn comes";
        passes_left: [plan.match_pass.bits] "whose turn it is";
        words: [plan.warp_threads * 32] "operand a of every thread of the warp";
        is_literal: [1] "operand a is a literal, and so the same in all of them";
        active: [plan.warp_threads] "threads of the warp that execute";
        is_match: [1] "the operation is a MATCH";
        is_match_all: [1] "the operation is MATCH.ALL";
        common_word: [32] "the word of every thread of the warp, but for MATCH";
        outcome: [1] "the vote on q";
    }
}

/// One comparison: the threads of the warp that have the word of the lane whose turn it is.
fn matching_threads(plan: &Plan) -> Block<MatchInputs, Answer> {
    let threads = plan.warp_threads;
    let purpose = "The threads of the warp that have the word of one lane.";
    let (inputs, answer) = (MatchInputs::ports(plan), Answer::ports(1));
    let name = "lanebeat_matching_threads";
    Block::new(name, purpose, inputs, answer, |m, inputs: MatchInputs<Signal>| {
        let MatchInputs { active, is_match, passes_left, .. } = inputs;
        let places = 32 << passes_left.width();
        let own_word = inputs.own_words.zero_extend(places).element(passes_left).named("own_word");
        let pair = Pair { own: own_word, other: inputs.words };
        let same = same_word().instances(m, "thread", threads, pair).same;
        let same = (same | inputs.is_literal.repeat(threads))
            .named("same")
            .because("A literal is the same in all threads.");
        let matching = (same & active).named("matching");
        let all_match = matching.equals(active).named("all_match");
        let shows = all_match | !inputs.is_match_all;
        let shown = (matching & shows.repeat(threads)).named("shown");
        Answer {
            word: is_match.mux(shown.zero_extend(32), inputs.common_word),
            mask: is_match.mux(all_match, inputs.outcome),
        }
    })
}

ports! {
    pub struct Pair(bits: usize) {
        own: [bits] "bits of the word of the lane";
        other: [bits] "the same bits of the word of the thread";
    }

    pub struct Same() {
        same: [1] "both are the same";
    }
}

/// Bits of two words that a LUT of six inputs compares.
const BITS_COMPARED: usize = 3;

/// Whether two words are the same.
fn same_word() -> Block<Pair, Same> {
    let purpose = "Whether a thread has the same word as the lane.";
    Block::of("lanebeat_same_word", purpose, 32, |m, words: Pair<Signal>| {
        let parts = 32_usize.div_ceil(BITS_COMPARED);
        let padded = words.map(|_, word| word.zero_extend(parts * BITS_COMPARED));
        Same { same: same_bits().instances(m, "part", parts, padded).same.all() }
    })
}

/// Whether a few bits are the same. A module that keeps its boundary: left to itself, the mapper
/// breaks a comparison of words into more and smaller LUTs.
fn same_bits() -> Block<Pair, Same> {
    let purpose = "Whether a thread has the same few bits as the lane.";
    Block::of("lanebeat_same_bits", purpose, BITS_COMPARED, |m, bits: Pair<Signal>| {
        m.keeps_boundary();
        Same { same: bits.own.equals(bits.other) }
    })
}
