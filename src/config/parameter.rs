//! The keys of a configuration: what each is called, what it may hold, and where it is kept.

use super::{Config, RegisterFile};
use crate::isa::Feature;

/// One key of a configuration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Parameter {
    Lanes,
    Beats,
    Registers,
    Waves,
    RegisterFile,
    Collectors,
    Reuse,
    Stages,
    Feature(Feature),
}

/// The values that a parameter may hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Domain {
    /// Powers of two from the first to the second, both included and both powers of two.
    PowersOfTwo(usize, usize),
    /// Whole numbers from the first to the second, both included.
    Range(usize, usize),
    /// One of [`RegisterFile::ALL`] by its key.
    Organisation,
    /// `true` or `false`.
    Switch,
}

impl Parameter {
    /// Every parameter, in the order in which configurations are written.
    pub const ALL: [Self; 15] = [
        Self::Lanes,
        Self::Beats,
        Self::Registers,
        Self::Waves,
        Self::RegisterFile,
        Self::Collectors,
        Self::Reuse,
        Self::Stages,
        Self::Feature(Feature::Dpp),
        Self::Feature(Feature::Shuffle),
        Self::Feature(Feature::Vote),
        Self::Feature(Feature::Video),
        Self::Feature(Feature::Float),
        Self::Feature(Feature::Barrier),
        Self::Feature(Feature::Multiply),
    ];

    /// Its name in a configuration file and after `--set`.
    pub fn key(self) -> &'static str {
        match self {
            Self::Lanes => "lanes",
            Self::Beats => "beats",
            Self::Registers => "registers",
            Self::Waves => "waves",
            Self::RegisterFile => "register_file",
            Self::Collectors => "collectors",
            Self::Reuse => "reuse",
            Self::Stages => "stages",
            Self::Feature(feature) => feature.key(),
        }
    }

    /// The parameter that `key` names.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|parameter| parameter.key() == key)
    }

    /// The values it may hold, other parameters aside (docs/reference/parameters.md).
    pub fn domain(self) -> Domain {
        match self {
            Self::Lanes => Domain::PowersOfTwo(4, 64),
            Self::Beats => Domain::PowersOfTwo(1, 8),
            Self::Registers => Domain::Range(2, 256),
            Self::Waves => Domain::Range(1, 32),
            Self::RegisterFile => Domain::Organisation,
            Self::Collectors => Domain::PowersOfTwo(1, 8),
            Self::Stages => Domain::Range(0, 12),
            Self::Reuse | Self::Feature(_) => Domain::Switch,
        }
    }

    /// The value in `config` as it is written in a configuration file.
    pub fn text(self, config: &Config) -> String {
        match self {
            Self::RegisterFile => format!("\"{}\"", config.register_file.key()),
            Self::Reuse => config.reuse.to_string(),
            Self::Feature(feature) => config.has(feature).to_string(),
            Self::Lanes
            | Self::Beats
            | Self::Registers
            | Self::Waves
            | Self::Collectors
            | Self::Stages => {
                self.number(config).expect("a parameter that is a number").to_string()
            }
        }
    }

    /// The value in `config` where it is a number.
    pub fn number(self, config: &Config) -> Option<usize> {
        match self {
            Self::Lanes => Some(config.lanes),
            Self::Beats => Some(config.beats),
            Self::Registers => Some(config.registers),
            Self::Waves => Some(config.waves),
            Self::Collectors => Some(config.collectors),
            Self::Stages => Some(config.stages),
            Self::RegisterFile | Self::Reuse | Self::Feature(_) => None,
        }
    }

    pub(super) fn set_number(self, config: &mut Config, value: usize) {
        match self {
            Self::Lanes => config.lanes = value,
            Self::Beats => config.beats = value,
            Self::Registers => config.registers = value,
            Self::Waves => config.waves = value,
            Self::Collectors => config.collectors = value,
            Self::Stages => config.stages = value,
            Self::RegisterFile | Self::Reuse | Self::Feature(_) => {
                panic!("{} is not a number", self.key())
            }
        }
    }

    pub(super) fn set_organisation(self, config: &mut Config, value: RegisterFile) {
        assert_eq!(self, Self::RegisterFile, "{} is not a register-file organisation", self.key());
        config.register_file = value;
    }

    pub(super) fn set_switch(self, config: &mut Config, value: bool) {
        match self {
            Self::Reuse => config.reuse = value,
            Self::Feature(Feature::Dpp) => config.dpp = value,
            Self::Feature(Feature::Shuffle) => config.shuffle = value,
            Self::Feature(Feature::Vote) => config.vote = value,
            Self::Feature(Feature::Video) => config.video = value,
            Self::Feature(Feature::Float) => config.float = value,
            Self::Feature(Feature::Barrier) => config.barrier = value,
            Self::Feature(Feature::Multiply) => config.multiply = value,
            _ => panic!("{} is not a switch", self.key()),
        }
    }
}

impl Domain {
    /// What a value must be, to stand after "lanes must be".
    pub fn rule(self) -> String {
        match self {
            Self::PowersOfTwo(low, high) => format!("a power of two from {low} to {high}"),
            Self::Range(low, high) => format!("a whole number from {low} to {high}"),
            Self::Organisation => listed(&RegisterFile::ALL.map(RegisterFile::key), "or"),
            Self::Switch => "true or false".to_owned(),
        }
    }

    /// `value` as the number that it is, or the nearest legal numbers below and above it.
    pub(super) fn number(self, value: i128) -> Result<usize, Vec<usize>> {
        let legal: Vec<usize> = match self {
            Self::PowersOfTwo(low, high) => {
                (low..=high).filter(|number| number.is_power_of_two()).collect()
            }
            Self::Range(low, high) => (low..=high).collect(),
            Self::Organisation | Self::Switch => panic!("{self:?} has no numbers"),
        };
        if let Some(&number) = legal.iter().find(|&&number| number as i128 == value) {
            return Ok(number);
        }
        let below = legal.iter().rev().find(|&&number| (number as i128) < value);
        let above = legal.iter().find(|&&number| number as i128 > value);
        Err(below.into_iter().chain(above).copied().collect())
    }
}

/// `a, b or c`, with `last` as the last link.
pub(super) fn listed(items: &[impl AsRef<str>], last: &str) -> String {
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    match items.as_slice() {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}
