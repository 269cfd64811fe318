//! One lane: the integer ALU, predicates, and the result select (ISA.md section 4).
//!
//! ```text
//!  opcode ────────────►┌──────┐
//!  a, b, c ───────────►│      │──► result    32 bits
//!  p, q, old exec ────►│ lane │──► mask      1 bit: the predicate or mask-slot bit
//!  shuffle_word, … ───►│      │
//!                      └──────┘
//! ```
//!
//! The lane is combinational; pipeline registers stand before and behind it (`rtl::core`). The opcode's upper digit picks
//! one of the units' results, its lower digit the choice inside the unit, so a unit looks at a few opcode bits only.

mod arithmetic;
mod bit_fields;

use std::sync::Arc;

use crate::config::Config;
use crate::hdl::{Module, ModuleBuilder, Signal};
use crate::isa::{Comparison, ExecOperation, MaskFunction, Operation, ShuffleMode, Signedness};

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

/// Builds the lane of `config`.
pub fn lane(config: &Config) -> Arc<Module> {
    let builder = ModuleBuilder::new("lanebeat_lane", "Integer ALU, predicate logic and result select of one lane.");
    let m = &builder;
    let opcode = m.input("opcode", 8, "operation");
    let a = m.input("a", 32, "operand a, after DPP");
    let b = m.input("b", 32, "operand b or the literal");
    let c = m.input("c", 32, "operand c or the literal");
    let p = m.input("p", 1, "predicate p, after negation");
    let q = m.input("q", 1, "predicate q, after negation");
    let exec = m.input("exec", 1, "EXEC of the thread before the instruction");
    let class = opcode.slice(4, 4).named("operation_class");
    let operands = Operands { a, b, c, choice: opcode.slice(0, 4).named("choice") };

    let sums = arithmetic::Sums::new(&operands, class);
    let zero = m.constant(32, 0);
    let mut words = [zero; 16];
    words[class_of(Operation::Move)] = (operands.choice.bit(0) & !p).mux(b, a).named("selected");
    words[class_of(Operation::Add)] = sums.sum;
    words[class_of(Operation::MultiplyLow)] = arithmetic::product(&operands).named("product_result");
    words[class_of(Operation::Minimum(Signedness::Signed))] = sums.extreme(&operands).named("extreme");
    words[class_of(Operation::And)] = bit_fields::logic(m, &operands).named("logic_result");
    words[class_of(Operation::ShiftLeft)] = bit_fields::shift(m, &operands).named("shift_result");
    words[class_of(Operation::PopulationCount)] = bit_fields::counts(m, &operands).named("count_result");
    let mut in_range = None;
    if config.shuffle {
        let word = m.input("shuffle_word", 32, "the word that the shuffle took");
        let reaches = m.input("shuffle_in_range", 1, "whether its source is in range");
        words[class_of(Operation::Shuffle(ShuffleMode::Index))] = shuffle_result(m, &operands, word, reaches);
        in_range = Some(reaches);
    }
    m.output("result", m.concat(&words).named("unit_results").element(class), "word for the destination register");

    let no = m.constant(1, 0);
    let mut bits = [no; 16];
    bits[class_of(Operation::Compare(Comparison::Equal, Signedness::Signed))] = sums.compare(&operands).named("compare_result");
    bits[class_of(Operation::CombineMasks(MaskFunction::And))] = combine(&operands, p, q).named("combined");
    bits[class_of(Operation::Exec(ExecOperation::Save))] = exec;
    if let Some(in_range) = in_range {
        bits[class_of(Operation::Shuffle(ShuffleMode::Index))] = in_range;
    }
    m.output("mask", m.concat(&bits).named("unit_masks").element(class), "bit for the mask destination");
    builder.finish()
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
