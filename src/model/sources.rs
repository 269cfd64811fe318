//! Sources of an instruction: the words and bits that the threads of a wave read for it, and which
//! threads execute.

use crate::isa::{Instruction, Mask, MaskEntry, MaskSource, Operand, Wave, WaveState};

/// Values that each thread reads from the state before the instruction. An operand that the
/// instruction does not have is 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sources<'s> {
    /// The instruction that is executed.
    pub instruction: &'s Instruction,
    /// EXEC before it.
    pub exec: &'s Mask,
    /// EXEC and the guard, which let a thread be written (ISA.md section 2).
    pub executing: Mask,
    /// Operand a, before DPP and source modifiers.
    pub a: Wave<u32>,
    /// Operand b of every thread.
    pub b: Wave<u32>,
    /// Operand c of every thread.
    pub c: Wave<u32>,
    /// Predicate p of every thread.
    pub p: Mask,
    /// Predicate q of every thread, after negation.
    pub q: Mask,
}

impl<'s> Sources<'s> {
    /// Reads the sources of `instruction` from `state`.
    pub fn new(instruction: &'s Instruction, state: &'s WaveState) -> Self {
        let guard = bits(instruction.guard, state);
        Self {
            instruction,
            exec: &state.exec,
            executing: Wave::from_fn(state.exec.threads(), |thread| {
                state.exec[thread] && guard[thread]
            }),
            a: words(instruction.a, state),
            b: words(instruction.b, state),
            c: words(instruction.c, state),
            p: bits(instruction.p, state),
            q: bits(instruction.q, state),
        }
    }

    /// Threads of the wave.
    pub fn threads(&self) -> usize {
        self.exec.threads()
    }
}

fn words(operand: Operand, state: &WaveState) -> Wave<u32> {
    match operand {
        Operand::None => Wave::filled(state.exec.threads(), 0),
        Operand::Literal(value) => Wave::filled(state.exec.threads(), value),
        Operand::Register(register) => state.register(register).clone(),
    }
}

fn bits(source: MaskSource, state: &WaveState) -> Mask {
    let mask = &state.masks[usize::from(source.entry.0)];
    Wave::from_fn(state.exec.threads(), |thread| {
        (source.entry == MaskEntry::TRUE || mask[thread]) != source.negated
    })
}
