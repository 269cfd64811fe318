//! The keys of a configuration: the name, the domain and the field of each.

use super::Config;
use super::choice::{Choice, DPP_PATHS, LEVELS, ORGANISATIONS, RESETS};
use crate::isa::Feature;
use crate::source::listed;

/// One key of a configuration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "named as the fields of `Config`")]
pub enum Parameter {
    Lanes,
    Beats,
    Registers,
    Waves,
    RegisterFile,
    Collectors,
    Reuse,
    Stages,
    ShufflePasses,
    Feature(Feature),
    Reset,
    ResetLevel,
    ClockEnable,
}

/// The values that a parameter may hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Domain {
    /// Powers of two from the first to the second, both included and both powers of two.
    PowersOfTwo(usize, usize),
    /// Whole numbers from the first to the second, both included.
    Range(usize, usize),
    /// One of these words.
    Words(&'static [&'static str]),
    /// `true` or `false`.
    Switch,
}

impl Domain {
    /// Values of it: all where they are few, else powers of two.
    pub fn examples(self) -> Vec<String> {
        match self {
            Self::Words(words) => words.iter().map(|&word| word.to_owned()).collect(),
            Self::Switch => ["false", "true"].map(str::to_owned).to_vec(),
            Self::PowersOfTwo(low, high) => doubling(low, high),
            Self::Range(low, high) if high - low < 16 => {
                (low..=high).map(|value| value.to_string()).collect()
            }
            Self::Range(low, high) => doubling(low.next_power_of_two(), high),
        }
    }
}

/// The powers of two from `low`, which is one, to `high`.
fn doubling(low: usize, high: usize) -> Vec<String> {
    std::iter::successors(Some(low), |value| Some(2 * value))
        .take_while(|&value| value <= high)
        .map(|v| v.to_string())
        .collect()
}

impl Parameter {
    /// Every parameter, in the order in which configurations are written.
    pub const ALL: [Self; 21] = [
        Self::Lanes,
        Self::Beats,
        Self::Registers,
        Self::Waves,
        Self::RegisterFile,
        Self::Collectors,
        Self::Reuse,
        Self::Stages,
        Self::ShufflePasses,
        Self::Feature(Feature::Dpp),
        Self::Feature(Feature::Shuffle),
        Self::Feature(Feature::LaneMoves),
        Self::Feature(Feature::Vote),
        Self::Feature(Feature::Video),
        Self::Feature(Feature::Float),
        Self::Feature(Feature::Barrier),
        Self::Feature(Feature::Multiply),
        Self::Feature(Feature::Bits),
        Self::Reset,
        Self::ResetLevel,
        Self::ClockEnable,
    ];

    /// Name, domain and field of the parameter.
    fn row(self) -> (&'static str, Domain, fn(&mut Config) -> Field<'_>) {
        use Domain::{PowersOfTwo, Range, Switch, Words};
        use Field::{Number, Word};
        match self {
            Self::Lanes => ("lanes", PowersOfTwo(2, 64), |config| Number(&mut config.lanes)),
            Self::Beats => ("beats", PowersOfTwo(1, 8), |config| Number(&mut config.beats)),
            Self::Registers => ("registers", Range(2, 256), |config| Number(&mut config.registers)),
            Self::Waves => ("waves", Range(1, 32), |config| Number(&mut config.waves)),
            Self::RegisterFile => {
                ("register_file", Words(&ORGANISATIONS), |config| Word(&mut config.register_file))
            }
            Self::Collectors => {
                ("collectors", PowersOfTwo(1, 8), |config| Number(&mut config.collectors))
            }
            Self::Reuse => ("reuse", Switch, |config| Field::Switch(&mut config.reuse)),
            Self::Stages => ("stages", Range(0, 12), |config| Number(&mut config.stages)),
            Self::ShufflePasses => {
                ("shuffle_passes", PowersOfTwo(1, 4), |config| Number(&mut config.shuffle_passes))
            }
            Self::Feature(feature) => {
                let kept: fn(&mut Config) -> Field<'_> = match feature {
                    Feature::Dpp => {
                        return (feature.key(), Words(&DPP_PATHS), |config| Word(&mut config.dpp));
                    }
                    Feature::Shuffle => |config| Field::Switch(&mut config.shuffle),
                    Feature::LaneMoves => |config| Field::Switch(&mut config.lane_moves),
                    Feature::Vote => |config| Field::Switch(&mut config.vote),
                    Feature::Video => |config| Field::Switch(&mut config.video),
                    Feature::Float => |config| Field::Switch(&mut config.float),
                    Feature::Barrier => |config| Field::Switch(&mut config.barrier),
                    Feature::Multiply => |config| Field::Switch(&mut config.multiply),
                    Feature::Bits => |config| Field::Switch(&mut config.bits),
                };
                (feature.key(), Switch, kept)
            }
            Self::Reset => ("reset", Words(&RESETS), |config| Word(&mut config.reset)),
            Self::ResetLevel => {
                ("reset_level", Words(&LEVELS), |config| Word(&mut config.reset_level))
            }
            Self::ClockEnable => {
                ("clock_enable", Switch, |config| Field::Switch(&mut config.clock_enable))
            }
        }
    }

    /// Its name in a configuration file and after `--set`.
    pub fn key(self) -> &'static str {
        self.row().0
    }

    /// The parameter that `key` names.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|parameter| parameter.key() == key)
    }

    /// The values it may hold, other parameters aside (docs/reference/parameters.md).
    pub fn domain(self) -> Domain {
        self.row().1
    }

    /// Where `config` keeps it.
    pub(super) fn field(self, config: &mut Config) -> Field<'_> {
        (self.row().2)(config)
    }

    /// The value in `config` as it is written in a configuration file.
    pub fn text(self, config: &Config) -> String {
        match self.field(&mut config.clone()) {
            Field::Number(number) => number.to_string(),
            Field::Word(choice) => format!("\"{}\"", choice.word()),
            Field::Switch(on) => on.to_string(),
        }
    }

    /// The value in `config` where it is a number.
    pub fn number(self, config: &Config) -> Option<usize> {
        match self.field(&mut config.clone()) {
            Field::Number(number) => Some(*number),
            Field::Word(_) | Field::Switch(_) => None,
        }
    }
}

/// Where a value is kept.
pub(super) enum Field<'c> {
    Number(&'c mut usize),
    Word(&'c mut dyn Choice),
    Switch(&'c mut bool),
}

impl Domain {
    /// Rule for a value, to stand after "lanes must be".
    pub fn rule(self) -> String {
        match self {
            Self::PowersOfTwo(low, high) => format!("a power of two from {low} to {high}"),
            Self::Range(low, high) => format!("a whole number from {low} to {high}"),
            Self::Words(words) => listed(words, "or"),
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
            Self::Words(_) | Self::Switch => panic!("{self:?} has no numbers"),
        };
        if let Some(&number) = legal.iter().find(|&&number| number as i128 == value) {
            return Ok(number);
        }
        let below = legal.iter().rev().find(|&&number| (number as i128) < value);
        let above = legal.iter().find(|&&number| number as i128 > value);
        Err(below.into_iter().chain(above).copied().collect())
    }
}
