//! Interface to every running core: one that our engines simulate, or other simulators from the
//! written Verilog.

use std::fmt;

use crate::config::Config;
use crate::isa::{Deadlock, Mask, MaskEntry, Program, Register, Retired, Thread, Wave, WaveState};

/// A core that runs, seen through its three ports.
pub trait Hardware: HostPort<Error = RunError> {
    /// Resets a machine that has run a program, so that the next starts like the first: the clock,
    /// the counters and the barriers begin anew.
    ///
    /// # Errors
    /// When the simulator has stopped.
    fn start_anew(&mut self) -> Result<(), RunError>;

    /// Issues every wave's instructions `passes` times over, round robin between the waves that are
    /// ready, until all have retired; `retire` sees each retirement. A program that is repeated has no
    /// EXIT. Returns the cycles from the first that could issue to the last retirement.
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

/// The host port of a core, reached over any link: it reads and writes one beat's row at a time.
pub trait HostPort {
    /// Why an access is not done.
    type Error;

    /// Threads of a row.
    fn lanes(&self) -> usize;

    /// Writes a row: words, or the bits of a mask side by side.
    ///
    /// # Errors
    /// When the machine is not there any more.
    fn write_row(&mut self, at: HostRow, row: &[u32]) -> Result<(), Self::Error>;

    /// Reads the first `count` words of a row.
    ///
    /// # Errors
    /// When the machine is not there any more, or shows something undefined.
    fn read_row(&mut self, at: HostRow, count: usize) -> Result<Vec<u32>, Self::Error>;

    /// Writes the named parts of a wave's state, and EXEC; of odd waves the last row first, so that no
    /// row is always written after another that would hide a wrong write.
    ///
    /// # Errors
    /// As [`Self::write_row`].
    fn load(&mut self, wave: usize, state: &WaveState, named: &Named) -> Result<(), Self::Error> {
        for entry in named.entries() {
            let rows = entry.rows(state, self.lanes());
            for turn in 0..rows.len() {
                let beat = if wave % 2 == 1 { rows.len() - 1 - turn } else { turn };
                self.write_row(HostRow { wave, entry, beat }, &rows[beat])?;
            }
        }
        Ok(())
    }

    /// Reads the named parts of a wave's state, and EXEC; the rest stays as in `state`.
    ///
    /// # Errors
    /// As [`Self::read_row`].
    fn read(
        &mut self,
        wave: usize,
        state: &mut WaveState,
        named: &Named,
    ) -> Result<(), Self::Error> {
        let lanes = self.lanes();
        for entry in named.entries() {
            let count = if entry.is_mask() { lanes.div_ceil(32) } else { lanes };
            let beats = 0..state.exec.threads() / lanes;
            let rows = beats.map(|beat| self.read_row(HostRow { wave, entry, beat }, count));
            entry.store(state, lanes, &rows.collect::<Result<Vec<_>, _>>()?);
        }
        Ok(())
    }
}

/// The row that an access of the host port reads or writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HostRow {
    /// Wave of the row.
    pub wave: usize,
    /// Register or mask entry of the row.
    pub entry: HostEntry,
    /// Beat of the row.
    pub beat: usize,
}

/// Entry that the host port reads or writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HostEntry {
    /// A register.
    Register(Register),
    /// A predicate or mask slot.
    Mask(MaskEntry),
    /// EXEC.
    Exec,
}

impl HostEntry {
    /// Value of `host_entry`, a port of `width` bits: the highest bit selects the mask file. EXEC
    /// is its entry 7, since PT needs no place of its own.
    pub fn number(self, width: usize) -> u64 {
        let mask_file = 1 << (width - 1);
        match self {
            Self::Register(register) => register.0.into(),
            Self::Mask(entry) => mask_file | u64::from(entry.0),
            Self::Exec => mask_file | u64::from(MaskEntry::TRUE.0),
        }
    }

    fn is_mask(self) -> bool {
        !matches!(self, Self::Register(_))
    }

    /// The rows of all beats in `state`, as [`HostPort::write_row`] takes them.
    pub(super) fn rows(self, state: &WaveState, lanes: usize) -> Vec<Vec<u32>> {
        let word =
            |bits: &[bool]| bits.iter().rev().fold(0, |word, &bit| word << 1 | u32::from(bit));
        let packed = |mask: &Mask| {
            mask.0.chunks(lanes).map(|row| row.chunks(32).map(word).collect()).collect()
        };
        match self {
            Self::Register(register) => {
                state.register(register).0.chunks(lanes).map(<[u32]>::to_vec).collect()
            }
            Self::Mask(entry) => packed(&state.masks[usize::from(entry.0)]),
            Self::Exec => packed(&state.exec),
        }
    }

    /// Puts the `rows` of all beats into `state`.
    pub(super) fn store(self, state: &mut WaveState, lanes: usize, rows: &[Vec<u32>]) {
        let bit = |Thread(thread): Thread| {
            let lane = thread % lanes;
            rows[thread / lanes][lane / 32] >> (lane % 32) & 1 == 1
        };
        let threads = state.exec.threads();
        match self {
            Self::Register(Register(number)) => {
                state.registers[usize::from(number)] = Wave(rows.concat());
            }
            Self::Mask(MaskEntry(entry)) => {
                state.masks[usize::from(entry)] = Wave::from_fn(threads, bit);
            }
            Self::Exec => state.exec = Wave::from_fn(threads, bit),
        }
    }
}

impl fmt::Display for HostEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Register(register) => register.fmt(f),
            Self::Mask(entry) => entry.fmt(f),
            Self::Exec => f.write_str("EXEC"),
        }
    }
}

/// The registers and masks of a wave that are loaded before and compared after a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Named {
    /// Registers, once each.
    pub registers: Vec<Register>,
    /// Predicates and mask slots, once each.
    pub masks: Vec<MaskEntry>,
}

impl Named {
    /// Registers and mask entries that the program names in `wave`.
    pub fn by_program(program: &Program, wave: usize) -> Self {
        Self { registers: program.registers(wave), masks: program.masks(wave) }
    }

    /// All named entries, and EXEC.
    pub fn entries(&self) -> impl Iterator<Item = HostEntry> + '_ {
        let registers = self.registers.iter().map(|&register| HostEntry::Register(register));
        let masks = self.masks.iter().map(|&entry| HostEntry::Mask(entry));
        registers.chain(masks).chain([HostEntry::Exec])
    }
}

/// An instruction's retirement.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Retirement {
    /// The cycle of it, counted from the first cycle of the run.
    pub cycle: u64,
    /// The cycle in which the instruction was issued, counted from reset, as S2R counts.
    pub issued: u64,
    /// Effects of the instruction.
    pub retired: Retired,
}

impl fmt::Display for Retirement {
    /// `cycle 14 issued 0 wave 0 written 0x…`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cycle, issued, retired } = self;
        write!(f, "cycle {cycle} issued {issued} {retired}")
    }
}

/// Why a run could not go on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each says in its message what it is")]
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

impl RunError {
    /// `name` of a thread has no defined value.
    pub fn undefined(name: &str, thread: usize, cycle: u64) -> Self {
        Self::Undefined { what: format!("{name} of {}", Thread(thread)), cycle }
    }
}

/// Cycles in which something must happen: no instruction, s_nop 15 included, takes as many.
pub fn patience(config: &Config) -> u64 {
    config.slot_cycles() as u64 * 64
}
