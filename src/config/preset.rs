//! Named machines to start from (docs/reference/parameters.md).

use super::Config;

/// A starting point for a configuration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "described in docs/reference/parameters.md")]
pub enum Preset {
    Default,
    Integer,
    Small,
    Gcn,
}

impl Preset {
    /// Every preset, in the order in which they are listed.
    pub const ALL: [Self; 4] = [Self::Default, Self::Integer, Self::Small, Self::Gcn];

    /// Its name in a configuration file and after `--preset`.
    pub fn key(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Integer => "integer",
            Self::Small => "small",
            Self::Gcn => "gcn",
        }
    }

    /// The machine in one line.
    pub fn description(self) -> &'static str {
        match self {
            Self::Default => "16 lanes x 4 beats, 64 registers, 8 waves, every feature; 12 stages",
            Self::Integer => {
                "the default machine without float and video arithmetic and `bits`; 8 stages"
            }
            Self::Small => {
                "4 lanes x 4 beats, 16 registers, 2 waves, integer only: for the smallest FPGAs; 4 stages"
            }
            Self::Gcn => {
                "64 threads, 256 registers, 10 waves: what a GCN program expects; 12 stages"
            }
        }
    }

    /// The preset that `key` names.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.key() == key)
    }

    /// The machine itself; it passes [`Config::check`].
    pub fn config(self) -> Config {
        match self {
            Self::Default => Config { stages: 12, ..Config::default() },
            Self::Integer => {
                Config { float: false, video: false, bits: false, stages: 8, ..Config::default() }
            }
            Self::Small => {
                Config { lanes: 4, registers: 16, waves: 2, stages: 4, ..Self::Integer.config() }
            }
            Self::Gcn => Config { registers: 256, waves: 10, ..Self::Default.config() },
        }
    }
}
