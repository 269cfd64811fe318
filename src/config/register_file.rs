//! The register-file organisations (docs/learn/register-files.md).

/// How three reads and one write per slot reach the registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RegisterFile {
    Wide,
    Skewed,
    MultiPort,
    Replicated,
    Banked,
}

impl RegisterFile {
    pub const ALL: [Self; 5] =
        [Self::Wide, Self::Skewed, Self::MultiPort, Self::Replicated, Self::Banked];

    /// Its value in a configuration.
    pub fn key(self) -> &'static str {
        match self {
            Self::Wide => "wide",
            Self::Skewed => "skewed",
            Self::MultiPort => "multi_port",
            Self::Replicated => "replicated",
            Self::Banked => "banked",
        }
    }

    /// The trade-off in one sentence.
    pub fn trade_off(self) -> &'static str {
        match self {
            Self::Wide => {
                "one port of a whole wave's width; three reads and a write take turns, whole waves are staged"
            }
            Self::Skewed => {
                "one port per beat, each a cycle behind the one before; a third of the staging, gathers cost cycles"
            }
            Self::MultiPort => {
                "three read ports and a write port of one beat's width; no staging, a wave can issue back to back"
            }
            Self::Replicated => {
                "three copies with one read and one write port each; block RAM friendly, three times the bits"
            }
            Self::Banked => {
                "four single-port banks by register number; two accesses of one bank take two slots, each collector three waves of staging"
            }
        }
    }

    /// Whether one port must do three reads and a write in every slot.
    pub fn is_single_port(self) -> bool {
        matches!(self, Self::Wide | Self::Skewed)
    }
}
