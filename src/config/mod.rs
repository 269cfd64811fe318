//! Configuration of a machine: one validated, plain [`Config`] (docs/reference/parameters.md).
//!
//! ```
//! use lanebeat::config::{Config, Preset};
//!
//! let config = Config { lanes: 8, ..Preset::Small.config() };
//! config.check()?;
//! assert_eq!(config.threads(), 32);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use serde::Serialize;

use crate::hdl::{Clocking, Level, Reset};
use crate::isa::asm::Target;
use crate::isa::{Feature, Operation, ROW_THREADS, TABLE, WARP_THREADS};

mod check;
mod choice;
mod dpp_path;
mod load;
mod parameter;
mod prefix;
mod preset;
mod register_file;
mod settings;
mod suggestion;

pub use dpp_path::DppPath;
pub use parameter::{Domain, Parameter};
pub use prefix::{NAMESPACE, Prefix};
pub use preset::Preset;
pub use register_file::RegisterFile;
pub use suggestion::{nearest, suggestion};

/// Registers that an instruction reads and writes at most: three operands and a destination.
const ACCESSES: usize = 4;
/// Slots that MATCH takes at most (ISA.md section 7).
pub const MATCH_SLOTS: usize = 8;

/// The parameters of one machine. Built by [`Config::load`] from a [`Preset`], a file and single
/// settings; [`Config::check`] decides whether the combination can be built.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[allow(missing_docs, reason = "features are described in docs/reference/parameters.md")]
pub struct Config {
    /// Columns of the datapath.
    pub lanes: usize,
    /// Cycles in which a lane serves one thread of a wave after another.
    pub beats: usize,
    /// Vector registers of a wave.
    pub registers: usize,
    /// Resident waves.
    pub waves: usize,
    pub register_file: RegisterFile,
    /// Instructions whose operands a `banked` register file collects at a time; 1 where there are
    /// no banks.
    pub collectors: usize,
    /// Whether a `two_bank` register file keeps operands that are marked `.reuse`; false in the
    /// others.
    pub reuse: bool,
    /// Pipeline registers between operands and result. None by default, for what is read and tried
    /// out; each [`Preset`] has as many as its machine is built with.
    pub stages: usize,
    /// Passes of SHFL: each shows every lane as small a part of what the largest crossbar shows at
    /// once. 1 where there is no SHFL.
    pub shuffle_passes: usize,
    /// The way of DPP's words between lanes.
    #[serde(serialize_with = "choice::serialize")]
    pub dpp: DppPath,
    pub shuffle: bool,
    /// Lane moves through the crossbar of `shuffle`, without which there are none.
    pub lane_moves: bool,
    pub vote: bool,
    pub video: bool,
    pub float: bool,
    pub barrier: bool,
    /// IMUL and IMAD. Without them no lane multiplies and no instruction has a third operand, which
    /// `shuffle`, `video`, `float` and `bits` need.
    pub multiply: bool,
    /// LOP3, carries, bit fields, funnel shifts, byte permutes, combined compares and masks of lanes
    /// (ISA.md section 4a).
    pub bits: bool,
    /// When reset acts; this and the next two are for the written hardware, the netlist is one.
    #[serde(serialize_with = "choice::serialize")]
    pub reset: Reset,
    #[serde(serialize_with = "choice::serialize")]
    pub reset_level: Level,
    /// Whether there is an input that holds all registers and memories.
    pub clock_enable: bool,
}

impl Config {
    /// Reset and enable of the written hardware.
    pub fn clocking(&self) -> Clocking {
        Clocking { reset: self.reset, level: self.reset_level, enable: self.clock_enable }
    }

    /// The machine with this register file, and with what else goes with it; `None` where these lanes
    /// and beats do not.
    pub fn organised(&self, register_file: RegisterFile) -> Option<Self> {
        let collectors = if register_file.collects_operands() { self.collectors } else { 1 };
        let reuse = self.reuse && register_file.allocates_reads();
        let config = Self { register_file, collectors, reuse, ..self.clone() };
        config.check().is_ok().then_some(config)
    }

    /// Threads in a wave.
    pub fn threads(&self) -> usize {
        self.lanes * self.beats
    }

    /// Threads of a warp: 32, or the whole wave where it is smaller.
    pub fn warp_threads(&self) -> usize {
        self.threads().min(WARP_THREADS)
    }

    /// Threads whose words SHFL sees in all of its passes: whole warps and beats, and half of the wave
    /// where lane moves see one half after the other.
    pub fn shuffled_threads(&self) -> usize {
        let half = if self.has(Feature::LaneMoves) { self.threads() / 2 } else { 0 };
        half.max(self.warp_threads()).max(self.lanes)
    }

    /// Rows of 16 threads in a wave.
    pub fn rows(&self) -> usize {
        self.threads().div_ceil(ROW_THREADS)
    }

    /// Cycles from one issue to the next: `beats`, but at least 4 where one port does three reads
    /// and a write.
    pub fn slot_cycles(&self) -> usize {
        if self.register_file.is_single_port() { self.beats.max(4) } else { self.beats }
    }

    /// Number of banks: 2 in `two_bank`; in `banked` one for each access of an instruction, but at
    /// most the number of registers rounded up to a power of two.
    pub fn banks(&self) -> usize {
        match self.register_file.allocates_reads() {
            true => 2,
            false => ACCESSES.min(self.registers.next_power_of_two()),
        }
    }

    /// Lanes of a warp whose words MATCH compares at a time, if `gather_slots` of its slots only
    /// gather: as few as its slots allow.
    pub fn lanes_matched(&self, gather_slots: usize) -> usize {
        self.lanes.min(self.warp_threads()).div_ceil(MATCH_SLOTS - gather_slots)
    }

    /// Operations that the machine has hardware for.
    pub fn operations(&self) -> impl Iterator<Item = Operation> {
        let is_there = |operation: &Operation| {
            operation.row().feature.is_none_or(|feature| self.has(feature))
                && operation.fits_wave(self.threads())
        };
        TABLE.iter().map(|row| row.operation).filter(is_there)
    }

    /// Whether the machine has `feature`.
    pub fn has(&self, feature: Feature) -> bool {
        match feature {
            Feature::Dpp => self.dpp != DppPath::None,
            Feature::Shuffle => self.shuffle,
            Feature::LaneMoves => self.shuffle && self.lane_moves,
            Feature::Vote => self.vote,
            Feature::Video => self.video,
            Feature::Float => self.float,
            Feature::Barrier => self.barrier,
            Feature::Multiply => self.multiply,
            Feature::Bits => self.bits,
        }
    }

    /// The whole configuration as TOML text, every key in a fixed order; [`Config::load`] reads it
    /// back.
    pub fn to_toml(&self) -> String {
        Parameter::ALL
            .into_iter()
            .map(|parameter| format!("{} = {}\n", parameter.key(), parameter.text(self)))
            .collect()
    }

    /// The machine as the assembler sees it.
    pub fn target(&self) -> Target {
        Target {
            threads: self.threads(),
            registers: self.registers,
            waves: self.waves,
            features: Feature::ALL.into_iter().filter(|&feature| self.has(feature)).collect(),
        }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            lanes: 16,
            beats: 4,
            registers: 64,
            waves: 8,
            register_file: RegisterFile::Wide,
            collectors: 1,
            reuse: false,
            stages: 0,
            shuffle_passes: 1,
            dpp: DppPath::Network,
            shuffle: true,
            lane_moves: true,
            vote: true,
            video: true,
            float: true,
            barrier: true,
            multiply: true,
            bits: true,
            reset: Reset::Synchronous,
            reset_level: Level::High,
            clock_enable: false,
        }
    }
}
