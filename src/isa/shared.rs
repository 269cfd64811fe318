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
    /// A bit for each thread of the warp that stands to this one as named.
    Mask(LaneMask),
}

/// Masks of 32 threads around one (ISA.md section 4a).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "named as in ISA.md")]
pub enum LaneMask {
    Equal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl SpecialRegister {
    /// Every special register.
    pub const ALL: [Self; 18] = [
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
        Self::Mask(LaneMask::Equal),
        Self::Mask(LaneMask::Less),
        Self::Mask(LaneMask::LessOrEqual),
        Self::Mask(LaneMask::Greater),
        Self::Mask(LaneMask::GreaterOrEqual),
    ];

    /// Its number in the machine word.
    pub fn number(self) -> u8 {
        match self {
            Self::Counter(number @ 0..COUNTERS) => number,
            Self::Counter(_) => panic!("{self} does not exist; counters are 0..7"),
            Self::LaneId => 8,
            Self::ThreadId => 9,
            Self::WaveId => 10,
            Self::ClockLow => 11,
            Self::ClockHigh => 12,
            Self::Mask(mask) => 16 + mask as u8,
        }
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
            Self::Mask(LaneMask::Equal) => f.write_str("SR_EQMASK"),
            Self::Mask(LaneMask::Less) => f.write_str("SR_LTMASK"),
            Self::Mask(LaneMask::LessOrEqual) => f.write_str("SR_LEMASK"),
            Self::Mask(LaneMask::Greater) => f.write_str("SR_GTMASK"),
            Self::Mask(LaneMask::GreaterOrEqual) => f.write_str("SR_GEMASK"),
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
