//! Sources of an instruction: the words and bits that the threads of a wave read for it, and which
//! threads execute.

use std::borrow::Cow;

use super::outcome::Outcome;
use crate::isa::{Instruction, Mask, MaskSource, Operand, Thread, Wave, WaveState};

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
    pub a: Cow<'s, Wave<u32>>,
    /// Operand b of every thread.
    pub b: Cow<'s, Wave<u32>>,
    /// Operand c of every thread.
    pub c: Cow<'s, Wave<u32>>,
    /// Predicate p of every thread.
    pub p: Cow<'s, Mask>,
    /// Predicate q of every thread, after negation.
    pub q: Cow<'s, Mask>,
}

impl<'s> Sources<'s> {
    /// Reads the sources of `instruction` from `state`.
    pub fn new(instruction: &'s Instruction, state: &'s WaveState) -> Self {
        Self {
            instruction,
            exec: &state.exec,
            executing: state.exec.zip(&bits(instruction.guard, state), |exec, guard| exec & guard),
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

    /// `of` each thread's number and its [a, b, c].
    #[inline]
    pub fn with_numbers<T>(&self, of: impl Fn(Thread, [u32; 3]) -> T) -> Wave<T> {
        let words = self.a.0.iter().zip(&self.b.0).zip(&self.c.0);
        let numbered = (0..self.threads()).map(Thread).zip(words);
        Wave(numbered.map(|(thread, ((&a, &b), &c))| of(thread, [a, b, c])).collect())
    }

    /// `of` each thread's [a, b, c] and [p, q].
    #[inline]
    fn each<T: Copy + Default>(&self, of: impl Fn([u32; 3], [bool; 2]) -> T) -> Wave<T> {
        let threads = self.threads();
        // Slices of one length and a new vector, so that the loop becomes vectors.
        let (a, b, c) = (&self.a.0[..threads], &self.b.0[..threads], &self.c.0[..threads]);
        let (p, q) = (&self.p.0[..threads], &self.q.0[..threads]);
        let mut results = Wave::filled(threads, T::default());
        for (thread, result) in results.0.iter_mut().enumerate() {
            *result = of([a[thread], b[thread], c[thread]], [p[thread], q[thread]]);
        }
        results
    }

    /// The same as words.
    #[inline]
    pub fn words(&self, of: impl Fn([u32; 3], [bool; 2]) -> u32) -> Outcome {
        Outcome::Words(self.each(of))
    }

    /// The same as bits.
    #[inline]
    pub fn bits(&self, of: impl Fn([u32; 3], [bool; 2]) -> bool) -> Outcome {
        Outcome::Bits(self.each(of))
    }

    /// The words and the bits of each thread's a, b and q.
    #[inline]
    pub fn both(&self, of: impl Fn(u32, u32, bool) -> (u32, bool)) -> Outcome {
        let of = |[a, b, _]: [u32; 3], [_, q]: [bool; 2]| of(a, b, q);
        Outcome::Both(
            self.each(|words, bits| of(words, bits).0),
            self.each(|words, bits| of(words, bits).1),
        )
    }
}

fn words(operand: Operand, state: &WaveState) -> Cow<'_, Wave<u32>> {
    match operand {
        Operand::None => Cow::Owned(Wave::filled(state.exec.threads(), 0)),
        Operand::Literal(value) => Cow::Owned(Wave::filled(state.exec.threads(), value)),
        Operand::Register(register) => Cow::Borrowed(state.register(register)),
    }
}

fn bits(source: MaskSource, state: &WaveState) -> Cow<'_, Mask> {
    // Entry 7 is PT.
    let mask = Cow::Borrowed(&state.masks[usize::from(source.entry.0)]);
    if source.negated { Cow::Owned(mask.map(|bit| !bit)) } else { mask }
}
