//! One lane: the integer ALU, the float unit, predicates, and the result select (ISA.md section 4).
//!
//! ```text
//!  opcode ────────────►┌──────┐
//!  a, b, c ───────────►│      │──► result    32 bits
//!  p, q, old exec ────►│ lane │──► mask      1 bit: the predicate or mask-slot bit
//!  shuffle_word, … ───►│      │
//!                      └──────┘
//! ```
//!
//! Pipeline registers stand before and behind the lane (`rtl::core`), and those of the first `alu_stages` behind it in the
//! float unit, the longest path; the other results wait for it. Without them the lane is combinational. The opcode's upper digit picks
//! one of the units' results, its lower digit the choice inside the unit, so a unit looks at a few opcode bits only.

mod arithmetic;
mod bit_fields;
mod float;
mod video;

use std::sync::Arc;

use crate::config::Config;
use crate::hdl::{Module, ModuleBuilder, Signal};
use crate::isa::encoding::{MODIFIERS_A_B, MODIFIERS_C};
use crate::isa::{Comparison, ExecOperation, LaneMove, MaskFunction, Operation, ShuffleMode, Signedness, VideoOperation};
use crate::rtl::schedule::{delayed, float_stages};

/// The operands of one thread.
#[derive(Clone, Copy)]
struct Operands<'m> {
    a: Signal<'m>,
    b: Signal<'m>,
    c: Signal<'m>,
    /// Lower digit of the opcode.
    choice: Signal<'m>,
}

/// Upper digit of an operation's opcode.
fn class_of(operation: Operation) -> usize {
    usize::from(operation.opcode() >> 4)
}

pub use bit_fields::leading_zeros;
pub use float::float;
pub use video::{video, video_select};

/// Builds the lane of `config`.
pub fn lane(config: &Config) -> Arc<Module> {
    let builder = ModuleBuilder::new("lanebeat_lane", "ALU, predicate logic and result select of one lane.");
    let m = &builder;
    let opcode = m.input("opcode", 8, "operation");
    let a = m.input("a", 32, "operand a, after DPP");
    let b = m.input("b", 32, "operand b or the literal");
    let zero = m.constant(32, 0);
    let c = if config.multiply { m.input("c", 32, "operand c or the literal") } else { zero };
    let p = m.input("p", 1, "predicate p, after negation");
    let q = m.input("q", 1, "predicate q, after negation");
    let exec = m.input("exec", 1, "EXEC of the thread before the instruction");
    let class = opcode.slice(4, 4).named("operation_class");
    let operands = Operands { a, b, c, choice: opcode.slice(0, 4).named("choice") };

    let sums = arithmetic::Sums::new(&operands, class);
    let mut words = [zero; 16];
    words[class_of(Operation::Move)] = (operands.choice.bit(0) & !p).mux(b, a).named("selected");
    words[class_of(Operation::Add)] = sums.sum;
    let is_video = class.is(class_of(Operation::Video(VideoOperation::Add)) as u128);
    let video = config.video.then(|| video::Unit::new(m, &operands));
    let [left, right] = video.as_ref().map_or([a, b], |unit| {
        let [x, y] = unit.factors();
        [is_video.mux(x, a).named("left_factor"), is_video.mux(y, b).named("right_factor")]
    });
    if config.multiply {
        let product = left.multiply(right).named("product");
        words[class_of(Operation::MultiplyLow)] = arithmetic::product(&operands, product).named("product_result");
        if let Some(unit) = video {
            words[class_of(Operation::Video(VideoOperation::Add))] = unit.result(m, &operands, product);
        }
    }
    words[class_of(Operation::Minimum(Signedness::Signed))] = sums.extreme(&operands).named("extreme");
    words[class_of(Operation::And)] = bit_fields::logic(m, &operands).named("logic_result");
    words[class_of(Operation::ShiftLeft)] = bit_fields::shift(m, &operands).named("shift_result");
    words[class_of(Operation::PopulationCount)] = bit_fields::counts(m, &operands).named("count_result");
    let mut in_range = None;
    if config.shuffle {
        let word = m.input("shuffle_word", 32, "the word that the shuffle took");
        let reaches = m.input("shuffle_in_range", 1, "whether its source is in range");
        words[class_of(Operation::Shuffle(ShuffleMode::Index))] = shuffle_result(m, &operands, word, reaches);
        words[class_of(Operation::LaneMove(LaneMove::Read))] = word;
        in_range = Some(reaches);
    }
    let mut vote = None;
    if config.vote {
        words[class_of(Operation::Ballot)] = m.input("vote_word", 32, "the word of a vote, match or reduction");
        vote = Some(m.input("vote_mask", 1, "its predicate"));
    }
    let result = m.concat(&words).named("unit_results").element(class);

    let no = m.constant(1, 0);
    let mut bits = [no; 16];
    bits[class_of(Operation::Compare(Comparison::Equal, Signedness::Signed))] = sums.compare(&operands).named("compare_result");
    if config.barrier {
        bits[class_of(Operation::TestBarrier)] = a.bit(0);
    }
    bits[class_of(Operation::CombineMasks(MaskFunction::And))] = combine(&operands, p, q).named("combined");
    bits[class_of(Operation::Exec(ExecOperation::Save))] = exec;
    if let Some(in_range) = in_range {
        bits[class_of(Operation::Shuffle(ShuffleMode::Index))] = in_range;
    }
    if let Some(vote) = vote {
        bits[class_of(Operation::Ballot)] = vote;
    }
    let mask = m.concat(&bits).named("unit_masks").element(class);
    let (result, mask) = if config.float { with_float(m, config, &operands, class, result, mask) } else { (result, mask) };
    m.output("result", result, "word for the destination register");
    m.output("mask", mask, "bit for the mask destination");
    builder.finish()
}

/// The float unit, and the results of the others, which wait until it has finished.
fn with_float<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    operands: &Operands<'m>,
    class: Signal<'m>,
    result: Signal<'m>,
    mask: Signal<'m>,
) -> (Signal<'m>, Signal<'m>) {
    let modifiers = m.input("modifiers", MODIFIERS_A_B.width + MODIFIERS_C.width, "negation and absolute value of a, b, c");
    let unit = m.instance("float", &float::float(config)).broadcast("choice", operands.choice).broadcast("modifiers", modifiers);
    let unit = unit.broadcast("a", operands.a).broadcast("b", operands.b).broadcast("c", operands.c).build();
    let waiting = |name: &str, signal: Signal<'m>| delayed(m, name, signal, float_stages(config));
    let is = |name: &str, operation: Operation| waiting(name, class.is(class_of(operation) as u128).named(name));
    let is_word = is("is_float", Operation::FloatAdd);
    let is_comparison = is("is_float_comparison", Operation::FloatCompare(Comparison::Equal));
    (
        is_word.mux(unit.output("result"), waiting("other_result", result)),
        is_comparison.mux(unit.output("comparison"), waiting("other_mask", mask)),
    )
}

/// SHFL gives the word; its range form gives all ones (or 1.0 where bit 3 of the choice is set) if in range.
fn shuffle_result<'m>(m: &'m ModuleBuilder, operands: &Operands<'m>, word: Signal<'m>, in_range: Signal<'m>) -> Signal<'m> {
    let one = m.constant(32, 1.0f32.to_bits().into());
    let all_ones = m.constant(32, u32::MAX.into());
    let true_word = operands.choice.bit(3).mux(one, all_ones);
    operands.choice.bit(2).mux(true_word & in_range.repeat(32), word).named("shuffle_result")
}

/// PSETP.
fn combine<'m>(operands: &Operands<'m>, p: Signal<'m>, q: Signal<'m>) -> Signal<'m> {
    let choice = |function: MaskFunction| operands.choice.is((Operation::CombineMasks(function).opcode() & 15).into());
    choice(MaskFunction::And).mux(p & q, choice(MaskFunction::Or).mux(p | q, p ^ q))
}
