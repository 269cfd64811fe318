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
    /// Operand a of every thread, before DPP and source modifiers.
    pub a: Cow<'s, [u32]>,
    /// Operand b of every thread.
    pub b: Cow<'s, [u32]>,
    /// Operand c of every thread.
    pub c: Cow<'s, [u32]>,
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

    /// `of` each thread, its [a, b, c] and its [p, q].
    #[inline(always)]
    pub fn each<T: Copy + Default>(
        &self,
        of: impl Fn(Thread, [u32; 3], [bool; 2]) -> T,
    ) -> Wave<T> {
        let threads = self.threads();
        // Slices of one length and a new vector, so that the loop becomes vectors.
        let (a, b, c) = (&self.a[..threads], &self.b[..threads], &self.c[..threads]);
        let (p, q) = (&self.p.0[..threads], &self.q.0[..threads]);
        let mut results = Wave::filled(threads, T::default());
        for (thread, result) in results.0.iter_mut().enumerate() {
            let words = [a[thread], b[thread], c[thread]];
            *result = of(Thread(thread), words, [p[thread], q[thread]]);
        }
        results
    }

    /// The same of [a, b, c] and [p, q], as words.
    #[inline(always)]
    pub fn words(&self, of: impl Fn([u32; 3], [bool; 2]) -> u32) -> Outcome {
        Outcome::Words(self.each(|_, words, bits| of(words, bits)))
    }

    /// The same as bits.
    #[inline(always)]
    pub fn bits(&self, of: impl Fn([u32; 3], [bool; 2]) -> bool) -> Outcome {
        Outcome::Bits(self.each(|_, words, bits| of(words, bits)))
    }

    /// The words and the bits of each thread's a, b and q.
    #[inline(always)]
    pub fn both(&self, of: impl Fn(u32, u32, bool) -> (u32, bool)) -> Outcome {
        Outcome::Both(
            self.each(|_, [a, b, _], [_, q]| of(a, b, q).0),
            self.each(|_, [a, b, _], [_, q]| of(a, b, q).1),
        )
    }
}

/// Words of an operand that is not there; no wave has more threads.
static NOTHING: [u32; 512] = [0; 512];

fn words(operand: Operand, state: &WaveState) -> Cow<'_, [u32]> {
    let threads = state.exec.threads();
    match operand {
        Operand::None => Cow::Borrowed(&NOTHING[..threads]),
        Operand::Literal(value) => Cow::Owned(vec![value; threads]),
        Operand::Register(register) => Cow::Borrowed(&state.register(register).0),
    }
}

fn bits(source: MaskSource, state: &WaveState) -> Cow<'_, Mask> {
    // Entry 7 is PT.
    let mask = Cow::Borrowed(&state.masks[usize::from(source.entry.0)]);
    if source.negated { Cow::Owned(mask.map(|bit| !bit)) } else { mask }
}
