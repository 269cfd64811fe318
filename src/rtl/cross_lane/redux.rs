//! REDUX: the words of a warp's executing threads combined into one (ISA.md section 7).
//!
//! ```text
//!  choice ──────►┌───────┐
//!  words (warp) ►│ redux │──► word   32 bits, for every thread of the warp
//!  active ──────►└───────┘
//! ```
//!
//! One balanced tree does all of it: five levels of pairs for 32 threads, so 31 pairs. What tells
//! the operations apart is moved to the leaves and behind the root. A word that counts for nothing
//! becomes 0 there, so 0 must be the identity: AND is OR of the inverted words, inverted again; MIN
//! is MAX of the inverted words; signed numbers are ordered like unsigned ones with the sign bit
//! inverted. A pair then adds, or keeps the ones of both words (OR), of both but not those that
//! they share (XOR), or of the larger word (MAX); its one adder, subtracting, says which that is.
//!
//! The choice: 0 ADD, 1 AND, 2 OR, 3 XOR; from 4 on bit 1 says maximum, bit 0 unsigned.
//!
//! Undefined where no thread is active: nobody then takes the word (the operations whose identity
//! is not all zeros give that identity).

use crate::config::Config;
use crate::hdl::{Block, ModuleBuilder, Signal};
use crate::isa::{Operation, Reduction};
use crate::ports;
use crate::rtl::codes::is_choice;

/// Bits of the choice.
pub const CHOICE_BITS: usize = 3;

/// Whether `choice` is that of `reduction`.
fn is<'m>(choice: Signal<'m>, reduction: Reduction) -> Signal<'m> {
    is_choice(choice, Operation::Reduce(reduction))
}

fn is_extreme(choice: Signal<'_>) -> Signal<'_> {
    choice.bit(2)
}

ports! {
    pub struct Inputs(threads: usize) {
        choice: [CHOICE_BITS]
            "0 ADD, 1 AND, 2 OR, 3 XOR, 4 MIN.S32, 5 MIN.U32, 6 MAX.S32, 7 MAX.U32";
        words: [threads * 32] "operand a of every thread of the warp";
        literal: [32] "operand a of all threads if it is a literal";
        is_literal: [1] "operand a is a literal";
        active: [threads] "threads of the warp that execute";
    }
}

ports! {
    pub struct Outputs() {
        word: [32] "all words of active threads, combined";
    }
}

/// Builds the reduction of one warp.
pub fn redux(config: &Config) -> Block<Inputs, Outputs> {
    let purpose = "REDUX of one warp: a balanced tree over its threads.";
    let inputs = Inputs::ports(config.warp_threads());
    Block::new("lanebeat_redux", purpose, inputs, Outputs::ports(), |m, inputs| tree(m, inputs))
}

fn tree<'m>(m: &'m ModuleBuilder, inputs: Inputs<Signal<'m>>) -> Outputs<Signal<'m>> {
    let Inputs { choice, words, literal, is_literal, active } = inputs;
    let threads = active.width();
    let is_minimum = is_extreme(choice) & !choice.bit(1);
    let inverts = (is(choice, Reduction::And) | is_minimum).named("inverts");
    let is_signed = (is_extreme(choice) & !choice.bit(0)).named("is_signed");
    let flip = m.concat(&[inverts.repeat(31), inverts ^ is_signed]).named("flip");
    let leaves = LeafInputs {
        word: words.spread(),
        literal: literal.broadcast(),
        is_literal: is_literal.broadcast(),
        flip: flip.broadcast(),
        active: active.spread(),
    };
    let mut level = leaf().instances(m, "leaf", threads, leaves).own;
    while level.width() > 32 {
        let (pairs, half) = (level.width() / 64, level.width() / 2);
        let (left, right) = (level.slice(0, half).spread(), level.slice(half, half).spread());
        let words = PairInputs { choice: choice.broadcast(), left, right };
        level = pair().instances(m, &format!("pairs_of_{}", 2 * pairs), pairs, words).word;
    }
    Outputs { word: level ^ flip }
}

ports! {
    struct LeafInputs() {
        word: [32] "operand a of the thread, if that is a register";
        literal: [32] "the literal";
        is_literal: [1] "operand a is the literal";
        flip: [32] "the bits to be inverted";
        active: [1] "the thread executes";
    }
}

ports! {
    struct LeafOutputs() {
        own: [32] "the word for the tree";
    }
}

/// What one thread brings to the tree.
fn leaf() -> Block<LeafInputs, LeafOutputs> {
    let purpose = "One thread's word as REDUX combines it, 0 if it does not count.";
    let (inputs, outputs) = (LeafInputs::ports(), LeafOutputs::ports());
    Block::new("lanebeat_redux_leaf", purpose, inputs, outputs, |_, inputs: LeafInputs<Signal>| {
        let LeafInputs { word, literal, is_literal, flip, active } = inputs;
        LeafOutputs { own: (is_literal.mux(literal, word) ^ flip) & active.repeat(32) }
    })
}

ports! {
    struct PairInputs() {
        choice: [CHOICE_BITS] "0 ADD, 1 AND, 2 OR, 3 XOR, from 4 on the extremes";
        left: [32] "one word";
        right: [32] "the other word";
    }
}

ports! {
    struct PairOutputs() {
        word: [32] "both words, combined";
    }
}

/// A node of the tree.
fn pair() -> Block<PairInputs, PairOutputs> {
    let purpose = "Two words combined: their sum, OR, XOR or maximum.";
    let (inputs, outputs) = (PairInputs::ports(), PairOutputs::ports());
    Block::new("lanebeat_redux_pair", purpose, inputs, outputs, |_, inputs| {
        let PairInputs { choice, left, right } = inputs;
        let extreme = is_extreme(choice).named("extreme");
        // Without a carry in it is left - right - 1, whose carry out says that left is larger.
        let total =
            (left.zero_extend(33) + (right ^ extreme.repeat(32)).zero_extend(33)).named("total");
        let left_is_larger = total.bit(32);
        let adds = is(choice, Reduction::Add).named("adds");
        let keeps_left = extreme.mux(left_is_larger, !adds).named("keeps_left");
        let keeps_right = extreme.mux(!left_is_larger, !adds).named("keeps_right");
        let kept = (left & keeps_left.repeat(32)) | (right & keeps_right.repeat(32));
        let common_ones = left & right & is(choice, Reduction::Xor).repeat(32);
        PairOutputs { word: adds.mux(total.slice(0, 32), kept & !common_ones) }
    })
}
