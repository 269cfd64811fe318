//! Results that the threads of a wave get from an instruction.

use crate::isa::{Mask, Wave};

/// Words for the destination register, bits for the destination predicate or mask slot, or both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A word for each thread's register.
    Words(Wave<u32>),
    /// A bit for each thread's predicate or mask slot.
    Bits(Mask),
    /// Both.
    Both(Wave<u32>, Mask),
}

impl Outcome {
    /// The words, if there are some.
    pub fn words(&self) -> Option<&Wave<u32>> {
        match self {
            Self::Words(words) | Self::Both(words, _) => Some(words),
            Self::Bits(_) => None,
        }
    }

    /// The bits, if there are some.
    pub fn bits(&self) -> Option<&Mask> {
        match self {
            Self::Bits(bits) | Self::Both(_, bits) => Some(bits),
            Self::Words(_) => None,
        }
    }

    /// The words and the bits, where there are some.
    pub(super) fn into_words_and_bits(self) -> (Option<Wave<u32>>, Option<Mask>) {
        match self {
            Self::Words(words) => (Some(words), None),
            Self::Bits(bits) => (None, Some(bits)),
            Self::Both(words, bits) => (Some(words), Some(bits)),
        }
    }

    /// The results of these threads, then of those of `next`, which are of the same kind.
    pub(super) fn then(mut self, next: Self) -> Self {
        if let (Self::Words(words) | Self::Both(words, _), Some(next)) = (&mut self, next.words()) {
            words.0.extend_from_slice(&next.0);
        }
        if let (Self::Bits(bits) | Self::Both(_, bits), Some(next)) = (&mut self, next.bits()) {
            bits.0.extend_from_slice(&next.0);
        }
        self
    }
}
