//! Votes: what the executing threads of a warp have in common (VOTE, MATCH and REDUX, ISA.md
//! section 7).
//!
//! ```text
//!  choice ──────────►┌──────┐
//!  active, q (warp) ►│ vote │──► word    lanes x 32 bits
//!  words (warp) ────►│      │──► mask    lanes x 1 bit
//!  own_words ───────►└──────┘
//! ```
//!
//! A warp is 32 threads (16 in a 16-thread wave), so with 16 lanes it takes two beats, and both see
//! the whole warp's `active` (EXEC and guard), q and operand a. What all threads of the warp get
//! alike is worked out once: the vote on q, the masks of the warp and, in `rtl::cross_lane::redux`,
//! the reduction. `vote_lane` adds what is each thread's own: MATCH compares its word with all
//! words of the warp. MATCH.ALL needs no comparison beyond those: all executing threads have the
//! same word iff the mask of those with one's own word is the mask of those that execute.
//!
//! The choice is the opcode's lower digit: 0 ANY, 1 ALL, 2 UNI, 3 BALLOT, 4 ACTIVE, 6 MATCH.ANY, 7
//! MATCH.ALL, from 8 on the reductions.

use super::redux::{self, CHOICE_BITS, redux};
use crate::config::Config;
use crate::hdl::{Block, ModuleBuilder, Signal};
use crate::isa::{Operation, VoteMode};
use crate::ports;
use crate::rtl::codes::is_choice;
use crate::rtl::schedule::lanes_of_warp;

/// Bits of the choice: the opcode's lower digit.
const DIGIT_BITS: usize = 4;

ports! {
    pub struct Inputs(config: &Config) {
        choice: [DIGIT_BITS] "lower digit of the opcode";
        active: [config.warp_threads()] "threads of the warp that execute: EXEC and guard";
        q: [config.warp_threads()] "predicate q of every thread of the warp, after negation";
        words: [config.warp_threads() * 32]
            "operand a of every thread of the warp, if that is a register";
        own_words: [lanes_of_warp(config) * 32] "operand a of each lane, if that is a register";
        literal: [32] "operand a of all threads if it is a literal";
        is_literal: [1] "operand a is a literal";
    }
}

ports! {
    /// What one lane, or `lanes` of them, answer.
    pub struct Outputs(lanes: usize) {
        word: [lanes * 32] "the word of each lane";
        mask: [lanes] "the predicate of each lane";
    }
}

/// The votes of the lanes that serve one warp in a beat.
pub fn vote(config: &Config) -> Block<Inputs, Outputs> {
    let purpose = "VOTE, MATCH and REDUX of the lanes that serve one warp in this beat.";
    let (inputs, outputs) = (Inputs::ports(config), Outputs::ports(lanes_of_warp(config)));
    Block::new("lanebeat_vote", purpose, inputs, outputs, |m, inputs| all_lanes(m, config, inputs))
}

fn all_lanes<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    inputs: Inputs<Signal<'m>>,
) -> Outputs<Signal<'m>> {
    let Inputs { choice, active, q, words, own_words, literal, is_literal } = inputs;
    let reduction =
        redux::Inputs { choice: choice.slice(0, CHOICE_BITS), words, active, literal, is_literal };
    let reduction = redux(config).instance(m, "redux", reduction).word;

    let ballot = (active & q).named("ballot");
    let any = ballot.any().named("any");
    let all = (!(active & !q).any()).named("all");
    let of_mode = |mode: VoteMode| is_choice(choice, Operation::Vote(mode));
    let outcome = of_mode(VoteMode::Any)
        .mux(any, of_mode(VoteMode::All).mux(all, all | !any))
        .named("outcome");
    let threads_mask = is_choice(choice, Operation::Ballot)
        .mux(ballot, active)
        .zero_extend(32)
        .named("threads_mask");
    let is_match = (is_choice(choice, Operation::MatchAny)
        | is_choice(choice, Operation::MatchAll))
    .named("is_match");
    // Nothing where each lane has its own word, so that the lane only adds to it.
    let of_threads = (threads_mask & (!is_match & !choice.bit(3)).repeat(32)).named("mask_word");
    let common = (of_threads | (reduction & choice.bit(3).repeat(32))).named("common_word");

    let lane = LaneInputs {
        own_word: own_words.spread(),
        words: words.broadcast(),
        is_literal: is_literal.broadcast(),
        active: active.broadcast(),
        is_match: is_match.broadcast(),
        is_match_all: is_choice(choice, Operation::MatchAll).broadcast(),
        common_word: common.broadcast(),
        outcome: outcome.broadcast(),
    };
    vote_lane(config).instances(m, "lane", lanes_of_warp(config), lane)
}

ports! {
    pub struct LaneInputs(threads: usize) {
        own_word: [32] "operand a of the lane";
        words: [threads * 32] "operand a of every thread of the warp";
        is_literal: [1] "operand a is a literal, and so the same in all of them";
        active: [threads] "threads of the warp that execute";
        is_match: [1] "the operation is a MATCH";
        is_match_all: [1] "the operation is MATCH.ALL";
        common_word: [32]
            "the word of every thread of the warp, 0 for MATCH";
        outcome: [1] "the vote on q";
    }
}

/// One lane: its matches, and what it gets.
fn vote_lane(config: &Config) -> Block<LaneInputs, Outputs> {
    let threads = config.warp_threads();
    let purpose = "One lane of the votes: the threads of the warp that have its word.";
    let (inputs, outputs) = (LaneInputs::ports(threads), Outputs::ports(1));
    Block::new("lanebeat_vote_lane", purpose, inputs, outputs, |m, inputs: LaneInputs<Signal>| {
        let LaneInputs { active, is_match, .. } = inputs;
        let words = WordPair { own_word: inputs.own_word.broadcast(), word: inputs.words.spread() };
        let same = same_word().instances(m, "thread", threads, words).same;
        let same = (same | inputs.is_literal.repeat(threads)).named("same");
        let matching = (same & active).named("matching");
        let all_match = matching.equals(active).named("all_match");
        let shows = is_match & (all_match | !inputs.is_match_all);
        let shown = (matching & shows.repeat(threads)).named("shown");
        Outputs {
            word: shown.zero_extend(32) | inputs.common_word,
            mask: is_match.mux(all_match, inputs.outcome),
        }
    })
}

ports! {
    pub struct WordPair() {
        own_word: [32] "the word of the lane";
        word: [32] "the word of the thread";
    }
}

ports! {
    pub struct Same() {
        same: [1] "both words are the same";
    }
}

/// Whether two words are the same.
fn same_word() -> Block<WordPair, Same> {
    let purpose = "Whether a thread has the same word as the lane.";
    Block::new(
        "lanebeat_same_word",
        purpose,
        WordPair::ports(),
        Same::ports(),
        |_, words: WordPair<Signal>| Same { same: words.own_word.equals(words.word) },
    )
}
