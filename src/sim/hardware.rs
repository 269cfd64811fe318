//! What every running core can do, whoever simulates it: our engines, and other people's simulators on the written Verilog.

use super::lockstep::Named;
use super::machine::{Retirement, RunError};
use crate::isa::{MaskEntry, Program, Register, WaveState};

/// A core that runs, seen through its three ports.
pub trait Hardware {
    /// Resets a machine that has run a program, so that the next starts like the first: the clock, the counters and the
    /// barriers begin anew.
    ///
    /// # Errors
    /// When the simulator has stopped.
    fn start_anew(&mut self) -> Result<(), RunError>;

    /// Writes the named parts of a wave's state, and EXEC, through the host port.
    ///
    /// # Errors
    /// When the simulator has stopped.
    fn load(&mut self, wave: usize, state: &WaveState, named: &Named) -> Result<(), RunError>;

    /// Reads the named parts of a wave's state, and EXEC, through the host port; the rest stays as in `state`.
    ///
    /// # Errors
    /// When the simulator has stopped, or the hardware shows something undefined.
    fn read(&mut self, wave: usize, state: &mut WaveState, named: &Named) -> Result<(), RunError>;

    /// Issues every wave's instructions `passes` times over, round robin between the waves that are ready, until all have
    /// retired; `retire` sees each retirement. Returns the cycles from the first that could issue to the last retirement.
    ///
    /// # Errors
    /// When the hardware refuses a word or stops retiring, or the simulator has stopped.
    fn run(&mut self, program: &Program, passes: u64, retire: &mut dyn FnMut(&Retirement)) -> Result<u64, RunError>;
}

/// What the host port reads or writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HostEntry {
    Register(Register),
    Mask(MaskEntry),
    Exec,
}

impl HostEntry {
    /// What `host_entry`, a port of `width` bits, says: the highest bit selects the mask file. EXEC is its entry 7, since
    /// PT needs no place of its own.
    pub fn number(self, width: usize) -> u64 {
        let mask_file = 1 << (width - 1);
        match self {
            Self::Register(register) => register.0.into(),
            Self::Mask(entry) => mask_file | u64::from(entry.0),
            Self::Exec => mask_file | u64::from(MaskEntry::TRUE.0),
        }
    }
}
