//! Votes: what the executing threads of a warp have in common (VOTE, MATCH and REDUX, ISA.md section 7).
//!
//! ```text
//!  choice ──────────►┌──────┐
//!  active, q (warp) ►│ vote │──► word    lanes x 32 bits
//!  words (warp) ────►│      │──► mask    lanes x 1 bit
//!  own_words ───────►└──────┘
//! ```
//!
//! A warp is 32 threads (16 in a 16-thread wave), so with 16 lanes it takes two beats, and both see the whole warp's
//! `active` (EXEC and guard), q and operand a. What all threads of the warp get alike is worked out once: the vote on q,
//! the masks of the warp and, in `rtl::redux`, the reduction. `vote_lane` adds what is each thread's own: MATCH compares
//! its word with all words of the warp. MATCH.ALL needs no comparison beyond those: all executing threads have the same
//! word iff the mask of those with one's own word is the mask of those that execute.
//!
//! In LUTs of yosys 0.23 (`synth_xilinx -family xc7 -nowidelut -flatten`; in brackets its estimate of logic cells, which
//! packs small LUTs in pairs) a lane adds 748 (592): 32 comparators of 32 bits are nearly all of it. So 16 lanes add near
//! 12,000, and the reduction 5,520 (4,417). A machine without votes has none of it.
//!
//! The first ALU stage is in here: in front of what the lanes take, but in the middle of the reduction (`rtl::redux`).
//!
//! The choice is the opcode's lower digit: 0 ANY, 1 ALL, 2 UNI, 3 BALLOT, 4 ACTIVE, 6 MATCH.ANY, 7 MATCH.ALL, from 8 on
//! the reductions.

use std::sync::Arc;

use crate::config::Config;
use crate::hdl::{Module, ModuleBuilder, Signal};
use crate::isa::{Operation, VoteMode};
use crate::rtl::cross_lane::redux::{CHOICE_BITS, redux};
use crate::rtl::cross_lane::shuffle::lanes_of_warp;
use crate::rtl::schedule::{before_lanes, delayed};

/// Bits of the choice: the opcode's lower digit.
const DIGIT_BITS: usize = 4;

fn is(choice: Signal<'_>, operation: Operation) -> Signal<'_> {
    choice.is((operation.opcode() & 15).into())
}

/// The votes of the lanes that serve one warp in a beat.
pub fn vote(config: &Config) -> Arc<Module> {
    let threads = config.warp_threads();
    let lanes = lanes_of_warp(config);
    let builder = ModuleBuilder::new("lanebeat_vote", "VOTE, MATCH and REDUX of the lanes that serve one warp in this beat.");
    let m = &builder;
    let choice = m.input("choice", DIGIT_BITS, "lower digit of the opcode");
    let active = m.input("active", threads, "the threads of the warp that execute: EXEC and guard");
    let q = m.input("q", threads, "predicate q of every thread of the warp, after negation");
    let words = m.input("words", threads * 32, "operand a of every thread of the warp, if that is a register");
    let own_words = m.input("own_words", lanes * 32, "operand a of each lane, if that is a register");
    let literal = m.input("literal", 32, "operand a of all threads if it is a literal");
    let is_literal = m.input("is_literal", 1, "whether it is");

    let reduction = m.instance("redux", &redux(config).module).broadcast("choice", choice.slice(0, CHOICE_BITS));
    let reduction = reduction.broadcast("words", words).broadcast("active", active);
    let reduction = reduction.broadcast("literal", literal).broadcast("is_literal", is_literal).build().output("word");

    let ballot = (active & q).named("ballot");
    let any = ballot.any().named("any");
    let all = (!(active & !q).any()).named("all");
    let of_mode = |mode: VoteMode| is(choice, Operation::Vote(mode));
    let outcome = of_mode(VoteMode::Any).mux(any, of_mode(VoteMode::All).mux(all, all | !any)).named("outcome");
    let threads_mask = is(choice, Operation::Ballot).mux(ballot, active).zero_extend(32).named("threads_mask");
    let is_match = (is(choice, Operation::MatchAny) | is(choice, Operation::MatchAll)).named("is_match");
    let early = |name: &str, signal| delayed(m, name, signal, before_lanes(config));
    // Nothing where each lane has its own word, so that the lane only adds to it.
    let of_threads = (threads_mask & (!is_match & !choice.bit(3)).repeat(32)).named("mask_word");
    let reduces = early("reduces", choice.bit(3));
    let common = (early("of_threads", of_threads) | (reduction & reduces.repeat(32))).named("common_word");

    let lane = m.instances("lane", lanes, &vote_lane(config)).broadcast("words", words).broadcast("active", active);
    let lane = lane.broadcast("is_literal", is_literal).spread("own_word", own_words);
    let lane = lane.broadcast("is_match", is_match).broadcast("is_match_all", is(choice, Operation::MatchAll));
    let lane = lane.broadcast("common_word", common).broadcast("outcome", outcome).build();
    m.output("word", lane.output("word"), "the word of each lane");
    m.output("mask", lane.output("mask"), "the predicate of each lane");
    builder.finish()
}

/// One lane: its matches, and what it gets.
fn vote_lane(config: &Config) -> Arc<Module> {
    let threads = config.warp_threads();
    let builder = ModuleBuilder::new("lanebeat_vote_lane", "One lane of the votes: the threads of the warp that have its word.");
    let m = &builder;
    let own_word = m.input("own_word", 32, "operand a of the lane");
    let words = m.input("words", threads * 32, "operand a of every thread of the warp");
    let is_literal = m.input("is_literal", 1, "operand a is a literal, and so the same in all of them");
    let active = m.input("active", threads, "the threads of the warp that execute");
    let is_match = m.input("is_match", 1, "the operation is a MATCH");
    let is_match_all = m.input("is_match_all", 1, "it is MATCH.ALL");
    let common_word =
        m.input("common_word", 32, "the word of every thread of the warp, 0 for MATCH, a stage later if there is one");
    let outcome = m.input("outcome", 1, "the vote on q");
    let same = m.instances("thread", threads, &same_word()).broadcast("own_word", own_word).spread("word", words).build();
    let same = (same.output("same") | is_literal.repeat(threads)).named("same");
    let matching = (same & active).named("matching");
    let all_match = matching.equals(active).named("all_match");
    let shows = is_match & (all_match | !is_match_all);
    let shown = (matching & shows.repeat(threads)).named("shown");
    let early = |name: &str, signal| delayed(m, name, signal, before_lanes(config));
    m.output("word", early("shown", shown).zero_extend(32) | common_word, "the word of the lane");
    m.output("mask", early("predicate", is_match.mux(all_match, outcome)), "its predicate");
    builder.finish()
}

/// Whether two words are the same.
fn same_word() -> Arc<Module> {
    let builder = ModuleBuilder::new("lanebeat_same_word", "Whether a thread has the same word as the lane.");
    let m = &builder;
    let own_word = m.input("own_word", 32, "the word of the lane");
    let word = m.input("word", 32, "the word of the thread");
    m.output("same", own_word.equals(word), "whether they are the same");
    builder.finish()
}
