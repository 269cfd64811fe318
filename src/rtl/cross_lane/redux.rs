//! REDUX: the words of a warp's executing threads combined into one (ISA.md section 7).
//!
//! ```text
//!  choice ──────►┌───────┐
//!  words (warp) ►│ redux │──► word   32 bits, for every thread of the warp
//!  active ──────►└───────┘
//! ```
//!
//! One balanced tree does all of it: five levels of pairs for 32 threads, so 31 pairs. What tells the operations apart is
//! moved to the leaves and behind the root. A word that counts for nothing becomes 0 there, so 0 must be the identity:
//! AND is OR of the inverted words, inverted again; MIN is MAX of the inverted words; signed numbers are ordered like
//! unsigned ones with the sign bit inverted. A pair then adds, or keeps the ones of both words (OR), of both but
//! not those that they share (XOR), or of the larger word (MAX); its one adder, subtracting, says which that is.
//!
//! With ALU stages the first of them cuts the tree in the middle, where others have it behind their results: the tree is longer than
//! any other unit but the float unit, and half of it fits beside an adder.
//!
//! **Cost**: docs/measure/area.md. A machine without votes has none of it.
//!
//! The choice: 0 ADD, 1 AND, 2 OR, 3 XOR; from 4 on bit 1 says maximum, bit 0 unsigned.
//!
//! Undefined where no thread is active: nobody then takes the word (the operations whose identity is not all zeros give
//! that identity).

use std::sync::Arc;

use crate::config::Config;
use crate::hdl::{Module, ModuleBuilder, Signal};
use crate::isa::{Operation, Reduction};

/// Bits of the choice.
pub const CHOICE_BITS: usize = 3;

/// Whether `choice` is that of `reduction`.
fn is<'m>(choice: Signal<'m>, reduction: Reduction) -> Signal<'m> {
    choice.is((Operation::Reduce(reduction).opcode() & 7).into())
}

fn is_extreme(choice: Signal<'_>) -> Signal<'_> {
    choice.bit(2)
}

/// The reduction of one warp.
pub fn redux(config: &Config) -> Arc<Module> {
    let threads = config.warp_threads();
    let builder = ModuleBuilder::new("lanebeat_redux", "REDUX of one warp: a balanced tree over its threads.");
    let m = &builder;
    let choice = m.input("choice", CHOICE_BITS, "0 ADD, 1 AND, 2 OR, 3 XOR, 4 MIN.S32, 5 MIN.U32, 6 MAX.S32, 7 MAX.U32");
    let words = m.input("words", threads * 32, "operand a of every thread of the warp");
    let literal = m.input("literal", 32, "operand a of all of them if it is a literal");
    let is_literal = m.input("is_literal", 1, "whether it is");
    let active = m.input("active", threads, "the threads of the warp that execute");

    let is_minimum = is_extreme(choice) & !choice.bit(1);
    let inverts = (is(choice, Reduction::And) | is_minimum).named("inverts");
    let is_signed = (is_extreme(choice) & !choice.bit(0)).named("is_signed");
    let flip = m.concat(&[inverts.repeat(31), inverts ^ is_signed]).named("flip");
    let leaves = m.instances("leaf", threads, &leaf()).broadcast("literal", literal).broadcast("is_literal", is_literal);
    let leaves = leaves.broadcast("flip", flip).spread("word", words).spread("active", active).build();

    let (mut level, mut choice, mut flip) = (leaves.output("own"), choice, flip);
    while level.width() > 32 {
        if config.alu_stages > 0 && level.width() == 32 * threads_at_cut(threads) {
            [level, choice, flip] = [("level", level), ("choice", choice), ("flip", flip)]
                .map(|(name, half)| m.delayed(&format!("{name}_stage1"), half));
        }
        let half = level.width() / 2;
        let pairs = m.instances(&format!("pairs_of_{}", level.width() / 32), half / 32, &pair()).broadcast("choice", choice);
        level = pairs.spread("left", level.slice(0, half)).spread("right", level.slice(half, half)).build().output("word");
    }
    m.output("word", level ^ flip, "the words of the active threads, combined");
    builder.finish()
}

/// Words that are left where ALU stages cut the tree: half of its levels are above, rounded up.
fn threads_at_cut(threads: usize) -> usize {
    1 << (threads.ilog2() / 2)
}

/// What one thread brings to the tree.
fn leaf() -> Arc<Module> {
    let builder = ModuleBuilder::new("lanebeat_redux_leaf", "One thread's word as REDUX combines it, 0 if it does not count.");
    let m = &builder;
    let word = m.input("word", 32, "operand a of the thread, if that is a register");
    let literal = m.input("literal", 32, "the literal");
    let is_literal = m.input("is_literal", 1, "operand a is the literal");
    let flip = m.input("flip", 32, "the bits to be inverted");
    let active = m.input("active", 1, "the thread executes");
    m.output("own", (is_literal.mux(literal, word) ^ flip) & active.repeat(32), "the word for the tree");
    builder.finish()
}

/// A node of the tree.
fn pair() -> Arc<Module> {
    let builder = ModuleBuilder::new("lanebeat_redux_pair", "Two words combined: their sum, OR, XOR or maximum.");
    let m = &builder;
    let choice = m.input("choice", CHOICE_BITS, "0 ADD, 1 AND, 2 OR, 3 XOR, from 4 on the extremes");
    let left = m.input("left", 32, "one word");
    let right = m.input("right", 32, "the other");
    let extreme = is_extreme(choice).named("extreme");
    // Without a carry in it is left - right - 1, whose carry out says that left is larger.
    let total = (left.zero_extend(33) + (right ^ extreme.repeat(32)).zero_extend(33)).named("total");
    let left_is_larger = total.bit(32);
    let adds = is(choice, Reduction::Add).named("adds");
    let keeps_left = extreme.mux(left_is_larger, !adds).named("keeps_left");
    let keeps_right = extreme.mux(!left_is_larger, !adds).named("keeps_right");
    let kept = (left & keeps_left.repeat(32)) | (right & keeps_right.repeat(32));
    let common_ones = left & right & is(choice, Reduction::Xor).repeat(32);
    m.output("word", adds.mux(total.slice(0, 32), kept & !common_ones), "both combined");
    builder.finish()
}
