//! Clock, reset and enable as a written design has them. The netlist knows none of this: its
//! registers take their reset values while reset is asserted, else they and the memories move on.

use super::module::Module;

/// When registers take their reset values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Reset {
    /// On a rising edge of the clock while reset is asserted.
    #[default]
    Synchronous,
    /// As soon as reset is asserted.
    Asynchronous,
}

/// The level at which reset is asserted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Level {
    /// 1, at a port `reset`.
    #[default]
    High,
    /// 0, at a port `reset_n`.
    Low,
}

/// The same in all modules of a written design.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Clocking {
    /// When reset acts. It comes before every enable.
    pub reset: Reset,
    /// The level at which reset is asserted.
    pub level: Level,
    /// There is an input `clock_enable`: on an edge on which it is low, no register and no memory
    /// changes but by reset.
    pub enable: bool,
}

/// The port `clock_enable`, and its name.
pub(crate) const CLOCK_ENABLE: &str = "clock_enable";

/// Names that a design may have for clock, reset and enable.
pub(crate) const CLOCKING_NAMES: [&str; 4] = ["clock", "reset", "reset_n", CLOCK_ENABLE];

impl Reset {
    /// Every kind.
    pub const ALL: [Self; 2] = [Self::Synchronous, Self::Asynchronous];

    /// Its name in a configuration.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Synchronous => "synchronous",
            Self::Asynchronous => "asynchronous",
        }
    }
}

impl Level {
    /// Every level.
    pub const ALL: [Self; 2] = [Self::High, Self::Low];

    /// Its name in a configuration.
    pub const fn key(self) -> &'static str {
        match self {
            Self::High => "high",
            Self::Low => "low",
        }
    }
}

impl Clocking {
    /// A synchronous reset, active high, and no enable.
    pub const PLAIN: Self = Self { reset: Reset::Synchronous, level: Level::High, enable: false };

    /// Name of the reset port.
    pub fn reset_port(self) -> &'static str {
        match self.level {
            Level::High => "reset",
            Level::Low => "reset_n",
        }
    }

    /// Those of clock, reset and enable that `module` has, each with its purpose; the clock first.
    pub fn ports(self, module: &Module) -> impl Iterator<Item = (&'static str, String)> {
        let reset = format!("{}, active {}", self.reset.key(), self.level.key());
        let (has_clock, has_reset) = (module.has_clock(), module.has_reset());
        let clock = has_clock.then(|| ("clock", "rising edge".to_owned()));
        let reset = has_reset.then_some((self.reset_port(), reset));
        let enable = (has_clock && self.enable)
            .then(|| (CLOCK_ENABLE, "while low, only reset changes anything".to_owned()));
        clock.into_iter().chain(reset).chain(enable)
    }

    /// Whether reset is asserted, in Verilog.
    pub(crate) fn is_reset(self) -> &'static str {
        match self.level {
            Level::High => "reset",
            Level::Low => "!reset_n",
        }
    }

    /// The events that change a register, in Verilog.
    pub(crate) fn events(self, has_reset: bool) -> &'static str {
        match (self.reset, self.level) {
            (Reset::Asynchronous, Level::High) if has_reset => "posedge clock or posedge reset",
            (Reset::Asynchronous, Level::Low) if has_reset => "posedge clock or negedge reset_n",
            _ => "posedge clock",
        }
    }
}
