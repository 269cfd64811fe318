//! What the threads of a wave read for one instruction.

use super::float;
use crate::isa::{Instruction, MaskEntry, MaskSource, Operand, WaveState};

/// One value a thread, thread 0 first: the words of operands a, b and c, the bits of predicates p and q. An operand that the
/// instruction does not have is 0 everywhere.
///
/// One of these serves many instructions, one after the other, so that its memory is asked for once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sources {
    pub a: Vec<u32>,
    pub b: Vec<u32>,
    pub c: Vec<u32>,
    /// Already inverted where the instruction says so.
    pub p: Vec<bool>,
    /// Already inverted where the instruction says so.
    pub q: Vec<bool>,
}

impl Sources {
    /// What every thread finds in its own registers and predicates, before DPP and source modifiers.
    pub fn fetch(&mut self, instruction: &Instruction, state: &WaveState) {
        fetch_words(&mut self.a, instruction.a, state);
        fetch_words(&mut self.b, instruction.b, state);
        fetch_words(&mut self.c, instruction.c, state);
        fetch_bits(&mut self.p, instruction.p, state);
        fetch_bits(&mut self.q, instruction.q, state);
    }

    /// Applies the source modifiers.
    pub fn modify(&mut self, instruction: &Instruction) {
        let all = [&mut self.a, &mut self.b, &mut self.c];
        for (words, modifier) in all.into_iter().zip(instruction.modifiers) {
            if modifier.absolute || modifier.negate {
                words.iter_mut().for_each(|word| *word = float::modified(*word, modifier));
            }
        }
    }
}

fn fetch_words(words: &mut Vec<u32>, operand: Operand, state: &WaveState) {
    let threads = state.exec.threads();
    words.clear();
    match operand {
        Operand::None => words.resize(threads, 0),
        Operand::Literal(value) => words.resize(threads, value),
        Operand::Register(register) => words.extend_from_slice(&state.register(register).0),
    }
}

fn fetch_bits(bits: &mut Vec<bool>, source: MaskSource, state: &WaveState) {
    let MaskSource { entry, negated } = source;
    bits.clear();
    match entry {
        MaskEntry::TRUE => bits.resize(state.exec.threads(), !negated),
        entry => bits.extend(state.masks[usize::from(entry.0)].0.iter().map(|&bit| bit != negated)),
    }
}
