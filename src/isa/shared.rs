//! Resources that the waves of a machine share and an instruction can name: barriers, performance
//! counters, special registers.

use std::fmt;

/// Barriers of a machine.
pub const BARRIERS: u8 = 16;
/// Performance counters of a machine.
pub const COUNTERS: u8 = 8;

/// Where a wave arrives (ISA.md section 9).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Barrier {
    /// 0..=15.
    pub number: u8,
    /// Waves that must arrive before any goes on, 1..=32; `None`: all that are running.
    pub waves: Option<u8>,
}

/// Registers that S2R reads (ISA.md section 4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SpecialRegister {
    /// Low word of performance counter n, 0..=7.
    Counter(u8),
    /// Thread modulo 32.
    LaneId,
    /// Thread in the wave.
    ThreadId,
    /// Number of the wave.
    WaveId,
    /// Low word of the cycle in which the instruction was issued.
    ClockLow,
    /// High word of that cycle.
    ClockHigh,
}

impl SpecialRegister {
    /// Every special register; each one's place is its number in the machine word.
    pub const ALL: [Self; 13] = [
        Self::Counter(0),
        Self::Counter(1),
        Self::Counter(2),
        Self::Counter(3),
        Self::Counter(4),
        Self::Counter(5),
        Self::Counter(6),
        Self::Counter(7),
        Self::LaneId,
        Self::ThreadId,
        Self::WaveId,
        Self::ClockLow,
        Self::ClockHigh,
    ];

    /// Its number in the machine word.
    pub fn number(self) -> u8 {
        let place = Self::ALL.iter().position(|&register| register == self);
        place.unwrap_or_else(|| panic!("{self} does not exist; counters are 0..7")) as u8
    }
}

impl fmt::Display for SpecialRegister {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Counter(number) => write!(f, "SR_PM{number}"),
            Self::LaneId => f.write_str("SR_LANEID"),
            Self::ThreadId => f.write_str("SR_TID"),
            Self::WaveId => f.write_str("SR_WAVEID"),
            Self::ClockLow => f.write_str("SR_CLOCKLO"),
            Self::ClockHigh => f.write_str("SR_CLOCKHI"),
        }
    }
}

/// The shared thing that an instruction names, if any.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shared {
    /// It names none.
    None,
    /// A barrier, with the waves that it expects.
    Barrier(Barrier),
    /// A performance counter, 0..=7.
    Counter(u8),
    /// The source of S2R.
    Special(SpecialRegister),
}
