//! The register-file organisations (docs/learn/register-files.md).

use serde::Serialize;

/// How three reads and one write per slot reach the registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RegisterFile {
    /// One port of a whole wave's width; three reads and a write take turns, whole waves are staged.
    Wide,
    /// One port a beat, each a cycle behind the one before; a third of the staging, gathers cost cycles.
    Skewed,
    /// Three read ports and a write port of a beat; no staging, waves can issue back to back.
    MultiPort,
    /// Three copies with one read and one write port each; fits block RAM, three times the bits.
    Replicated,
    /// Four single-port banks by register number; conflicts take slots, collectors stage operands.
    Banked,
    /// Two banks by parity and a reuse cache; reads have a window of cycles, one beat a wave.
    TwoBank,
}

impl RegisterFile {
    /// Every organisation.
    pub const ALL: [Self; 6] =
        [Self::Wide, Self::Skewed, Self::MultiPort, Self::Replicated, Self::Banked, Self::TwoBank];

    /// Its value in a configuration.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Wide => "wide",
            Self::Skewed => "skewed",
            Self::MultiPort => "multi_port",
            Self::Replicated => "replicated",
            Self::Banked => "banked",
            Self::TwoBank => "two_bank",
        }
    }

    /// Whether one port must do three reads and a write in every slot.
    pub fn is_single_port(self) -> bool {
        matches!(self, Self::Wide | Self::Skewed)
    }

    /// Whether a whole wave is written at once, not row by row.
    pub fn writes_whole_waves(self) -> bool {
        self == Self::Wide
    }

    /// Whether collectors take operands slot by slot, as banks answer.
    pub fn collects_operands(self) -> bool {
        self == Self::Banked
    }

    /// Whether reads get their turns in a window before they begin, and some operands are kept.
    pub fn allocates_reads(self) -> bool {
        self == Self::TwoBank
    }

    /// Whether registers lie in banks by their numbers.
    pub fn has_banks(self) -> bool {
        self.collects_operands() || self.allocates_reads()
    }

    /// The organisation of the masks next to registers of this one: next to banked registers, the
    /// few bits of a mask keep ports of their own.
    pub fn of_masks(self) -> Self {
        if self.has_banks() { Self::MultiPort } else { self }
    }

    /// Whether a wave of `beats` beats can be kept this way: a bank of `two_bank` answers with all
    /// threads at once.
    pub fn admits(self, beats: usize) -> bool {
        self != Self::TwoBank || beats == 1
    }
}
