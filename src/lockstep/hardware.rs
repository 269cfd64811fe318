//! What every running core can do, whoever simulates it: our engines, and other people's simulators
//! on the written Verilog.

use crate::config::Config;
use crate::isa::{Deadlock, MaskEntry, Program, Register, Retired, WaveState};

/// A core that runs, seen through its three ports.
pub trait Hardware {
    /// Resets a machine that has run a program, so that the next starts like the first: the clock,
    /// the counters and the barriers begin anew.
    ///
    /// # Errors
    /// When the simulator has stopped.
    fn start_anew(&mut self) -> Result<(), RunError>;

    /// Writes the named parts of a wave's state, and EXEC, through the host port.
    ///
    /// # Errors
    /// When the simulator has stopped.
    fn load(&mut self, wave: usize, state: &WaveState, named: &Named) -> Result<(), RunError>;

    /// Reads the named parts of a wave's state, and EXEC, through the host port; the rest stays as
    /// in `state`.
    ///
    /// # Errors
    /// When the simulator has stopped, or the hardware shows something undefined.
    fn read(&mut self, wave: usize, state: &mut WaveState, named: &Named) -> Result<(), RunError>;

    /// Issues every wave's instructions `passes` times over, round robin between the waves that are
    /// ready, until all have retired; `retire` sees each retirement. Returns the cycles from the
    /// first that could issue to the last retirement.
    ///
    /// # Errors
    /// When the hardware refuses a word or stops retiring, or the simulator has stopped.
    fn run(
        &mut self,
        program: &Program,
        passes: u64,
        retire: &mut dyn FnMut(&Retirement),
    ) -> Result<u64, RunError>;
}

/// What the host port reads or writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HostEntry {
    Register(Register),
    Mask(MaskEntry),
    Exec,
}

impl HostEntry {
    /// What `host_entry`, a port of `width` bits, says: the highest bit selects the mask file. EXEC
    /// is its entry 7, since PT needs no place of its own.
    pub fn number(self, width: usize) -> u64 {
        let mask_file = 1 << (width - 1);
        match self {
            Self::Register(register) => register.0.into(),
            Self::Mask(entry) => mask_file | u64::from(entry.0),
            Self::Exec => mask_file | u64::from(MaskEntry::TRUE.0),
        }
    }
}

/// The registers and masks of a wave that are loaded before and compared after a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    pub registers: Vec<Register>,
    pub masks: Vec<MaskEntry>,
}

impl Named {
    /// What the program names in `wave`.
    pub fn by_program(program: &Program, wave: usize) -> Self {
        Self { registers: program.registers(wave), masks: program.masks(wave) }
    }
}

/// An instruction's retirement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Retirement {
    /// The cycle of it, counted from the first cycle of the run.
    pub cycle: u64,
    /// The cycle in which the instruction was issued, counted from reset, as S2R counts.
    pub issued: u64,
    pub retired: Retired,
}

/// Why a run could not go on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RunError {
    #[error("nothing retired in {cycles} cycles; waiting: {waiting}")]
    Stuck { cycles: u64, waiting: String },
    #[error("the hardware calls the instruction word {word:032x} of wave {wave} illegal")]
    Illegal { wave: usize, word: u128 },
    #[error(transparent)]
    Deadlock(#[from] Deadlock),
    #[error("the hardware leaves {what} undefined (cycle {cycle})")]
    Undefined { what: String, cycle: u64 },
    /// The program that simulates the hardware is not there any more.
    #[error("{simulator} has stopped: {reason}")]
    Simulator { simulator: &'static str, reason: String },
}

/// Cycles in which something must happen: no instruction, s_nop 15 included, takes as many.
pub fn patience(config: &Config) -> u64 {
    config.slot_cycles() as u64 * 64
}
