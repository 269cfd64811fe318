//! Float operations against an independent judge: LLVM's soft arithmetic (`rustc_apfloat`), which
//! neither the model (the processor's arithmetic) nor the hardware has anything in common with.
//!
//! Each operation gets every pair of special values (every triple of fewer for FFMA), then random
//! ones that look for trouble. `LANEBEAT_FLOAT_CASES=10000000 cargo test float::` sets the number
//! of random cases per operation.

mod cases;
mod hardware;
mod judge;

use crate::common::sample::of_today;
use cases::{Case, random, special};
use hardware::Unit;
use lanebeat::config::Config;
use lanebeat::engine::{Engine, Flat, Interpreter};
use lanebeat::isa::asm::assemble;
use lanebeat::isa::{FloatOperation, Instruction, MaskEntry, Operand, Operation, Register, TABLE};
use lanebeat::model::Machine;
use lanebeat::rtl::UNITS;

/// Random cases per operation on the hardware.
const CASES: usize = 1_000_000;

fn cases() -> usize {
    let text = std::env::var("LANEBEAT_FLOAT_CASES").unwrap_or_default();
    if text.is_empty() { CASES } else { text.parse().expect("LANEBEAT_FLOAT_CASES is a number") }
}

/// The float operations.
fn operations() -> Vec<FloatOperation> {
    let all = TABLE.iter().filter_map(|row| match row.operation {
        Operation::Float(operation) => Some(operation),
        _ => None,
    });
    let all: Vec<FloatOperation> = all.collect();
    assert_eq!(all.len(), 24, "{all:?}");
    all
}

fn shown(operation: FloatOperation, case: &Case, result: u32, expected: u32) -> String {
    let [a, b, c] = case.map(|word| format!("{word:#010x} ({:e})", f32::from_bits(word)));
    format!("{operation:?} of {a}, {b}, {c} gives {result:#010x}, not {expected:#010x}")
}

/// Cases that the model executes at once.
const THREADS: usize = 64;

/// The model's words, or its bits as 0 or 1, for up to [`THREADS`] cases.
fn model(operation: FloatOperation, cases: &[Case]) -> Vec<u32> {
    let mut machine = Machine::new(THREADS, 4, 1);
    for (place, register) in machine.wave_mut(0).registers[..3].iter_mut().enumerate() {
        register.0.iter_mut().zip(cases).for_each(|(word, case)| *word = case[place]);
    }
    let source = |number| Operand::Register(Register(number));
    let [a, b, c] = [0, 1, 2].map(source);
    let (destination, mask_destination) = (Some(Register(3)), MaskEntry::predicate(0));
    let new = Instruction::new(operation);
    let retired = machine.step(0, &Instruction { destination, mask_destination, a, b, c, ..new });
    match (retired.register, retired.mask) {
        (Some((_, words)), None) => words.0,
        (None, Some((_, bits))) => bits.0.iter().map(|&bit| bit.into()).collect(),
        both => panic!("{operation:?} gives {both:?}"),
    }
}

fn check_model(operations: &[FloatOperation]) {
    for &operation in operations {
        let all: Vec<Case> =
            special(operation).into_iter().chain(random(operation, 1).take(cases())).collect();
        for cases in all.chunks(THREADS) {
            for (case, result) in cases.iter().zip(model(operation, cases)) {
                let expected = judge::result(operation, *case);
                assert!(result == expected, "{}", shown(operation, case, result, expected));
            }
        }
    }
}

fn check_hardware(operations: &[FloatOperation]) {
    let mut unit = Unit::new();
    for &operation in operations {
        let mut all =
            special(operation).into_iter().chain(random(operation, 2).take(cases())).peekable();
        while all.peek().is_some() {
            let step: Vec<Case> = all.by_ref().take(hardware::COPIES).collect();
            for (case, result) in step.iter().zip(unit.results(operation, &step)) {
                let expected = judge::result(operation, *case);
                assert!(result == expected, "{}", shown(operation, case, result, expected));
            }
        }
    }
}

#[test]
fn the_model_agrees_with_the_judge() {
    check_model(&operations());
}

#[test]
fn the_hardware_adds_and_subtracts_as_the_judge_does() {
    check_hardware(&[FloatOperation::Add, FloatOperation::Subtract]);
}

#[test]
fn the_hardware_multiplies_as_the_judge_does() {
    check_hardware(&[FloatOperation::Multiply, FloatOperation::MultiplyAdd]);
}

/// A quarter of the operations a day.
#[test]
fn the_hardware_does_everything_else_as_the_judge_does() {
    use FloatOperation::*;
    let arithmetic = [Add, Subtract, Multiply, MultiplyAdd];
    let rest: Vec<FloatOperation> =
        operations().into_iter().filter(|operation| !arithmetic.contains(operation)).collect();
    assert_eq!(rest.len(), 20);
    check_hardware(&of_today(rest, 5));
}

/// The sources of an integer's conversion are no floats: there the modifier bits mean nothing.
#[test]
fn the_hardware_modifies_each_source_of_a_float_operation() {
    let mut unit = Unit::new();
    for operation in operations() {
        for modifiers in 0..64_u8 {
            unit.modify(modifiers);
            let cases: Vec<Case> =
                random(operation, 3 + u64::from(modifiers)).take(hardware::COPIES).collect();
            for (case, result) in cases.iter().zip(unit.results(operation, &cases)) {
                let bit = |place: usize, bit: usize| modifiers >> (2 * place + bit) & 1 == 1;
                let modified: Case = std::array::from_fn(|place| {
                    judge::modified(case[place], bit(place, 1), bit(place, 0))
                });
                let seen = if Operation::from(operation).reads_floats() { modified } else { *case };
                let expected = judge::result(operation, seen);
                assert!(
                    result == expected,
                    "modifiers {modifiers:06b}: {}",
                    shown(operation, case, result, expected)
                );
            }
        }
    }
}

#[test]
fn float_instructions_and_modifier_bits_are_illegal_without_the_feature() {
    let with = Config::default();
    let program =
        assemble("t.s", "FADD R1, R2, R3\nFADD R1, R2, -R3\nIADD R1, R2, R3", &with.target())
            .expect("a program");
    let words: Vec<u128> = program.waves[0].iter().map(|line| line.instruction.encode()).collect();
    let modified_integers = [words[2] | 1 << 52, words[2] | 1 << 125];
    let sequencer = UNITS.iter().find(|unit| unit.name == "sequencer").expect("the sequencer");
    for (float, expected) in [(true, [false; 5]), (false, [true, true, false, true, true])] {
        let flat = Flat::new(&sequencer.build(&Config { float, ..with.clone() }));
        let mut engine = Interpreter::new(&flat, 1);
        engine.reset();
        let [valid, instruction, illegal] =
            ["issue_valid", "issue_instruction", "issue_illegal"].map(|name| engine.signal(name));
        engine.poke_u128(valid, 1);
        let seen = words.iter().chain(&modified_integers).map(|&word| {
            engine.poke_u128(instruction, word);
            engine.peek_u128(illegal) == 1
        });
        assert_eq!(seen.collect::<Vec<bool>>(), expected, "float = {float}");
    }
}
