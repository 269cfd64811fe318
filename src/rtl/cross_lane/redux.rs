//! REDUX: the words of a warp's executing threads combined into one (ISA.md section 7).
//!
//! ```text
//!  choice ──────►┌───────┐
//!  words (beat) ►│ redux │──► word   32 bits, of the beat's threads of the warp
//!  active ──────►└───────┘
//! ```
//!
//! One balanced tree does all of it: four levels of pairs for 16 threads, so 15 pairs. Where a warp
//! takes several beats, the tree combines a beat in each cycle of the first pass, and one more pair
//! the beats ([`over_beats`]); the second pass has the word of the whole warp. Differences between
//! operations are moved to the leaves and behind the last pair. A word that counts for nothing
//! becomes 0 there, so 0 must be the identity: AND is OR of the inverted words, inverted again; MIN
//! is MAX of the inverted words; signed numbers are ordered like unsigned ones with the sign bit
//! inverted. A pair then adds, or keeps the ones of both words (OR), of both but not those that
//! they share (XOR), or of the larger word (MAX); its one adder, subtracting, says which that is.
//!
//! The choice: 0 ADD, 1 AND, 2 OR, 3 XOR; from 4 on bit 1 says maximum, bit 0 unsigned.
//!
//! Undefined where no thread is active: none then takes the word (the operations whose identity
//! is not all zeros give that identity).

use crate::isa::{Reduction, VoteOperation};
use crate::rtl::codes::is_choice;
use crate::rtl::prelude::*;
use crate::rtl::schedule::counts;

/// Bits of the choice.
pub const CHOICE_BITS: usize = 3;

/// Whether `choice` is that of `reduction`.
fn is<'m>(choice: Signal<'m>, reduction: Reduction) -> Signal<'m> {
    is_choice(choice, VoteOperation::Reduce(reduction))
}

fn is_extreme(choice: Signal<'_>) -> Signal<'_> {
    choice.bit(2)
}

ports! {
    pub struct Inputs(threads: usize) {
        choice: [CHOICE_BITS]
            "0 ADD, 1 AND, 2 OR, 3 XOR, 4 MIN.S32, 5 MIN.U32, 6 MAX.S32, 7 MAX.U32";
        words: [threads * 32] "operand a of the beat's threads of the warp";
        literal_word: [32] "operand a of all threads if it is a literal";
        is_literal: [1] "operand a is a literal";
        active: [threads] "which of these threads execute";
    }

    pub struct Outputs() {
        word: [32] "all words of active threads, flipped and combined";
    }
}

/// Builds the reduction of the threads of one warp in a beat.
pub fn redux(plan: &Plan) -> Block<Inputs, Outputs> {
    let purpose = "REDUX of the threads of one warp in a beat: a balanced tree.";
    Block::<Inputs, Outputs>::of("lanebeat_redux", purpose, plan.lanes_of_warp, tree)
}

/// The bits that are inverted in front of the tree and behind the last pair.
pub fn flip<'m>(m: &'m Builder, choice: Signal<'m>) -> Signal<'m> {
    let is_minimum = is_extreme(choice) & !choice.bit(1);
    let inverts = (is(choice, Reduction::And) | is_minimum).named("inverts");
    let is_signed = (is_extreme(choice) & !choice.bit(0)).named("is_signed");
    m.concat(&[inverts.repeat(31), inverts ^ is_signed])
        .named("flip")
        .because("AND is OR of complements, a minimum the maximum of complements.")
}

/// Inputs of [`over_beats`]: the words of the beats of a warp, one a cycle, and their operation.
pub struct Beats<'m> {
    /// The beat whose word is here.
    pub beat: Signal<'m>,
    /// A beat passes of an instruction that passes again.
    pub gathering: Signal<'m>,
    /// Choice of the REDUX.
    pub choice: Signal<'m>,
    /// The word of the beat's threads.
    pub word: Signal<'m>,
}

/// Combines the beats of each warp while an instruction gathers. The word of the whole warp is
/// there in the pass that follows.
pub fn over_beats<'m>(m: &'m Builder, plan: &Plan, beats: Beats<'m>) -> Signal<'m> {
    let Beats { beat, gathering, choice, word } = beats;
    let beat_of_warp = beat.slice(0, plan.beat_of_warp.bits);
    let before = m.register("reduced_before", word.width());
    let earlier_beats = before.q() & beat_of_warp.any().repeat(word.width());
    let words = PairInputs { choice, left: earlier_beats, right: word };
    let combined = pair().instance(m, "beats_combined", words).word;
    before.next(combined);
    let warp = beat.slice(beat_of_warp.width(), beat.width() - beat_of_warp.width());
    let is_last = (gathering & beat_of_warp.all())
        .named("warp_is_reduced")
        .because("The combined word of a warp's last beat is the warp's.");
    let of_warps: Vec<Signal> = (0..1 << warp.width())
        .map(|number| {
            m.register(&format!("reduced_of_warp{number}"), 32)
                .next_when(is_last & counts(m, warp, number), combined)
        })
        .collect();
    m.concat(&of_warps).element(warp) ^ flip(m, choice)
}

fn tree<'m>(m: &'m Builder, inputs: Inputs<Signal<'m>>) -> Outputs<Signal<'m>> {
    let Inputs { choice, words, literal_word, is_literal, active } = inputs;
    let threads = active.width();
    let flip = flip(m, choice);
    let leaves = LeafInputs { word: words, literal_word, is_literal, flip, active };
    let mut level = leaf().instances(m, "leaf", threads, leaves).own;
    while level.width() > 32 {
        let (pairs, half) = (level.width() / 64, level.width() / 2);
        let (left, right) = (level.slice(0, half), level.slice(half, half));
        let words = PairInputs { choice, left, right };
        level = pair().instances(m, &format!("pairs_of_{}", 2 * pairs), pairs, words).word;
    }
    Outputs { word: level }
}

ports! {
    struct LeafInputs() {
        word: [32] "operand a of the thread, if that is a register";
        literal_word: [32] "the literal";
        is_literal: [1] "operand a is the literal";
        flip: [32] "the bits to be inverted";
        active: [1] "the thread executes";
    }

    struct LeafOutputs() {
        own: [32] "the word for the tree";
    }
}

/// Contribution of one thread to the tree.
fn leaf() -> Block<LeafInputs, LeafOutputs> {
    let purpose = "One thread's word as REDUX combines it, 0 if it does not count.";
    Block::of("lanebeat_redux_leaf", purpose, (), |_, inputs: LeafInputs<Signal>| {
        let LeafInputs { word, literal_word, is_literal, flip, active } = inputs;
        LeafOutputs { own: (is_literal.mux(literal_word, word) ^ flip) & active.repeat(32) }
    })
}

ports! {
    struct PairInputs() {
        choice: [CHOICE_BITS] "0 ADD, 1 AND, 2 OR, 3 XOR, from 4 on the extremes";
        left: [32] "one word";
        right: [32] "the other word";
    }

    struct PairOutputs() {
        word: [32] "both words, combined";
    }
}

/// A node of the tree.
fn pair() -> Block<PairInputs, PairOutputs> {
    let purpose = "Two words combined: their sum, OR, XOR or maximum.";
    Block::of("lanebeat_redux_pair", purpose, (), |m, inputs| {
        let PairInputs { choice, left, right } = inputs;
        let extreme = is_extreme(choice).named("extreme");
        let total = (left.zero_extend(33) + (right ^ extreme.repeat(32)).zero_extend(33))
            .named("total")
            .because("left - right - 1: its carry says that left is larger.");
        let left_is_larger = total.bit(32);
        let either = is(choice, Reduction::And) | is(choice, Reduction::Or);
        let picks_left = (extreme & left_is_larger).named("picks_left");
        let mode = m.concat(&[
            (either | picks_left).named("both_or_left"),
            is(choice, Reduction::Xor) | picks_left,
            extreme & !left_is_larger,
        ]);
        let inputs =
            KeptInputs { mode: mode.named("mode"), total: total.slice(0, 32), left, right };
        kept().instance(m, "kept", inputs)
    })
}

ports! {
    struct KeptInputs() {
        mode: [3] "0 the sum, 1 OR, 2 XOR, 3 the left word, 4 the right one";
        total: [32] "the sum";
        left: [32] "one word";
        right: [32] "the other word";
    }
}

/// Result of a pair. A module that keeps its boundary: so each bit is a function of the mode's and
/// three more, whatever stands around it.
fn kept() -> Block<KeptInputs, PairOutputs> {
    let purpose = "What two words combine to, by a mode.";
    Block::of("lanebeat_redux_kept", purpose, (), |m, inputs: KeptInputs<Signal>| {
        m.keeps_boundary();
        let KeptInputs { mode, total, left, right } = inputs;
        let by_mode = [total, left | right, left ^ right, left, right, right, right, right];
        PairOutputs { word: m.concat(&by_mode).named("by_mode").element(mode) }
    })
}
