//! Results that a thread gets from an instruction.

/// A word for the destination register, a bit for the destination predicate or mask slot, or both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// A word for its register.
    Word(u32),
    /// A bit for its predicate or mask slot.
    Bit(bool),
    /// One of each.
    Both(u32, bool),
}

impl Outcome {
    /// The word, if there is one.
    pub fn word(self) -> Option<u32> {
        match self {
            Self::Word(word) | Self::Both(word, _) => Some(word),
            Self::Bit(_) => None,
        }
    }

    /// The bit, if there is one.
    pub fn bit(self) -> Option<bool> {
        match self {
            Self::Bit(bit) | Self::Both(_, bit) => Some(bit),
            Self::Word(_) => None,
        }
    }
}
