//! The reads of instructions, against the model: a change elsewhere changes no result.

use lanebeat::config::Config;
use lanebeat::isa::{
    Instruction, LaneMove, MASK_ENTRIES, MaskEntry, Operation, Register, Retired, WARP_THREADS,
    WaveState,
};
use lanebeat::model::Machine;
use lanebeat::model::explain::explain;
use lanebeat::model::reads::{Held, Threads, reads};
use lanebeat::random::Random;

use crate::common::bench::fixed_programs;

/// The effects of `instruction` in `state`.
fn effects(config: &Config, instruction: &Instruction, state: &WaveState) -> Retired {
    let mut machine = Machine::new(config.threads(), config.registers, 1);
    *machine.wave_mut(0) = state.clone();
    machine.step(0, instruction)
}

/// The threads whose results may depend on `held` of thread `changed`: of their words, or of their
/// bits.
fn dependents(
    instruction: &Instruction,
    state: &WaveState,
    held: Held,
    changed: usize,
    is_word: bool,
) -> Vec<bool> {
    let threads = state.exec.threads();
    let sources = explain(instruction, state).sources;
    let own = reads(instruction).into_iter().filter(|read| read.held == held);
    let own: Vec<_> = own.filter(|read| is_word || read.makes_bits).collect();
    let depends = |thread: usize| {
        own.iter().any(|read| match read.threads {
            Threads::Own => thread == changed,
            Threads::Mapped => sources
                .as_ref()
                .is_some_and(|sources| sources[thread].from.is_some_and(|from| from.0 == changed)),
            Threads::Warp => thread / WARP_THREADS == changed / WARP_THREADS,
        })
    };
    (0..threads).map(depends).collect()
}

/// Whether a change in one thread may choose another sender or reader, which is no word that moved.
fn chooses_threads(instruction: &Instruction, held: Held) -> bool {
    let is_guard = held == Held::Mask(instruction.guard.entry);
    match instruction.operation {
        Operation::LaneMove(LaneMove::ReadFirst) => is_guard,
        Operation::LaneMove(LaneMove::Push) => {
            is_guard || instruction.b.register().map(Held::Register) == Some(held)
        }
        _ => false,
    }
}

#[test]
fn what_an_instruction_does_not_read_changes_no_result() {
    let config = Config { lanes: 16, registers: 6, waves: 1, ..Config::default() };
    let mut random = Random::new(46);
    let mut below = |count: usize| random.below(count);
    let (mut seen, mut changes) = (0, 0);
    for case in fixed_programs(&config, 60, 30, 46) {
        let state = &case.initial[0];
        for line in case.program.waves[0].iter() {
            let instruction = &line.instruction;
            let before = effects(&config, instruction, state);
            for _ in 0..12 {
                let (thread, register) = (below(config.threads()), below(config.registers + 3));
                let mut other = state.clone();
                let held = if register < config.registers {
                    other.registers[register].0[thread] ^= 1 << below(32) | 1 << below(32);
                    Held::Register(Register(register as u8))
                } else {
                    let entry = below(MASK_ENTRIES);
                    other.masks[entry].0[thread] ^= true;
                    Held::Mask(MaskEntry(entry as u8))
                };
                if held == Held::Mask(MaskEntry::TRUE) || chooses_threads(instruction, held) {
                    continue;
                }
                let after = effects(&config, instruction, &other);
                let words = |retired: &Retired| retired.register.clone().map(|(_, words)| words.0);
                let bits = |retired: &Retired| retired.mask.clone().map(|(_, bits)| bits.0);
                let depends = [true, false]
                    .map(|is_word| dependents(instruction, state, held, thread, is_word));
                for at in 0..config.threads() {
                    let word = words(&before).map(|list| list[at]);
                    let bit = bits(&before).map(|list| list[at]);
                    let new_word = words(&after).map(|list| list[at]);
                    let new_bit = bits(&after).map(|list| list[at]);
                    let at_fault = || format!("{instruction:?}\n{held} of {thread}, result {at}");
                    assert!(word == new_word || depends[0][at], "{}", at_fault());
                    assert!(bit == new_bit || depends[1][at], "{}", at_fault());
                    changes += usize::from((word, bit) != (new_word, new_bit));
                }
                seen += 1;
            }
        }
    }
    assert!(seen > 5000 && changes > 500, "{seen} changes of the state, {changes} of results");
}

#[test]
fn the_predicate_of_a_shuffle_is_not_made_of_the_words_that_move() {
    let program = lanebeat::isa::asm::assemble(
        "up.s",
        "@P2 SHFL.UP P1, R1, R0, R3, 0",
        &Config::default().target(),
    );
    let program = program.expect("one instruction");
    let list = reads(&program.waves[0][0].instruction)
        .into_iter()
        .map(|read| (read.operand, read.held.to_string(), read.threads, read.makes_bits));
    let expected = [
        ("a", "R0", Threads::Mapped, false),
        ("b", "R3", Threads::Own, true),
        ("guard", "P2", Threads::Own, true),
    ];
    let expected = expected.map(|(operand, held, threads, makes_bits)| {
        (operand, held.to_owned(), threads, makes_bits)
    });
    assert_eq!(list.collect::<Vec<_>>(), expected);
}
