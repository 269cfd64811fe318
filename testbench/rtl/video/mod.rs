//! Video instructions against a reference on machine integers, written from ISA.md section 8 apart
//! from the model and the hardware: model and hardware get every pair of bytes, every selector and
//! mask, every combination of scalar modifiers.

mod cases;
mod hardware;
mod reference;
mod table;

use std::collections::HashSet;

use crate::common::sample::of_today;
pub use cases::COMPARISONS;
use cases::Case;
use hardware::Lanes;
use lanebeat::config::Config;
use lanebeat::isa::asm::{assemble, disassemble};
use lanebeat::isa::{Instruction, Operand, Register};
use lanebeat::model;

/// `d, a, b, c` are R1 to R4.
fn instruction(case: &Case) -> Instruction {
    let register = |number| Operand::Register(Register(number));
    Instruction {
        destination: Some(Register(1)),
        a: register(2),
        b: register(3),
        c: if case.video.reads_c() { register(4) } else { Operand::None },
        video: Some(case.video),
        ..Instruction::new(case.operation)
    }
}

fn assert_result(who: &str, case: &Case, result: u32) {
    let expected = reference::result(case);
    assert!(
        result == expected,
        "{who}: {} of {:#010x}, {:#010x}, {:#010x} gives {result:#010x}, not {expected:#010x}",
        disassemble(&instruction(case), None),
        case.words[0],
        case.words[1],
        case.words[2],
    );
}

/// Model and hardware on every case.
fn check(all: impl Iterator<Item = Case>) {
    let mut lanes = Lanes::new();
    let mut all = all.peekable();
    while all.peek().is_some() {
        let step: Vec<Case> = all.by_ref().take(hardware::COPIES).collect();
        for (case, result) in step.iter().zip(lanes.results(&step)) {
            let words = case.words.each_ref().map(std::slice::from_ref);
            let results = model::video::results(case.operation, &case.video, words);
            assert_result("model", case, results[0]);
            assert_result("hardware", case, result);
        }
    }
}

#[test]
fn every_pair_of_bytes_in_every_four_wide_operation() {
    check(cases::all_pairs_of_bytes());
}

#[test]
fn halves_of_all_kinds_in_every_two_wide_operation() {
    check(cases::pairs_of_halves());
}

#[test]
fn every_selector_and_mask_of_two_and_four_elements() {
    check(cases::selectors_and_masks());
}

#[test]
fn every_combination_of_scalar_modifiers() {
    check(cases::scalar());
}

#[test]
fn every_combination_of_multiply_add_modifiers() {
    check(cases::multiply_add());
}

/// A third of them a day.
#[test]
fn every_modifier_comes_back_from_word_and_text() {
    let target = Config::default().target();
    let all = cases::scalar().chain(cases::multiply_add()).chain(cases::selectors_and_masks());
    let mut known = HashSet::new();
    let different: Vec<Instruction> = all
        .map(|case| instruction(&case))
        .filter(|instruction| known.insert(*instruction))
        .collect();
    assert!(different.len() > 50_000, "{} instructions", different.len());
    let count = different.len().div_ceil(3);
    for instruction in of_today(different, count) {
        assert_eq!(Instruction::decode(instruction.encode()), Some(instruction));
        let text = disassemble(&instruction, None);
        let program = assemble("t.s", &text.to_lowercase(), &target)
            .unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
        assert_eq!(program.waves[0][0].instruction, instruction, "{text}");
    }
}
