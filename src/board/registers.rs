//! Driver of the registers (docs/reference/system.md): loads waves and programs, runs them, reads
//! back.

use std::time::Instant;

use super::error::BoardError;
use super::identity;
use super::line::Line;
use super::link::Link;
use crate::config::Config;
use crate::lockstep::{Difference, HostPort, HostRow, RunError};
use crate::rtl::{Image, SystemRegister};

/// 32-bit words of an instruction.
const QUARTERS: usize = 4;
/// Bits of STATUS.
const BUSY: u32 = 1;
const HOST_BUSY: u32 = 2;
const ILLEGAL: u32 = 4;
/// Soft reset, in CONTROL.
const SOFT_RESET: u32 = 2;

/// A board with the machine of a configuration, of which no wave runs.
pub struct Board<L> {
    link: Link<L>,
    config: Config,
    /// Contents of HOST_ROW, as far as they are known.
    row: Vec<Option<u32>>,
}

/// Outcome of a program on a board.
pub struct Ran {
    /// Clock cycles in which a wave ran or results were still to be written.
    pub cycles: u64,
}

impl<L: Line> Board<L> {
    /// The board behind `link`, after a soft reset.
    ///
    /// # Errors
    /// When its machine is not that of `config`, and when the line or the board does not do its
    /// part.
    pub fn new(mut link: Link<L>, config: &Config) -> Result<Self, BoardError> {
        identity::check(&mut link, config)?;
        let mut board = Self { link, config: config.clone(), row: vec![None; config.lanes] };
        board.link.write(SystemRegister::Control, 0, SOFT_RESET)?;
        let status = board.wait(BUSY | HOST_BUSY)?;
        if status & (BUSY | HOST_BUSY) != 0 {
            return Err(BoardError::Busy { port: board.link.port().to_owned(), status });
        }
        let all = SystemRegister::InterruptStatus.row().fields;
        let all = all.iter().map(|field| 1 << field.low).sum();
        board.link.write(SystemRegister::InterruptStatus, 0, all)?;
        Ok(board)
    }

    /// Loads `image`, runs its waves, and waits for their end. The inner error says that the
    /// hardware is wrong.
    ///
    /// # Errors
    /// When the line or the board does not do its part.
    pub fn run(&mut self, image: &Image) -> Result<Result<Ran, Difference>, BoardError> {
        for (number, word) in image.words.iter().enumerate() {
            for quarter in 0..QUARTERS {
                let data = (word >> (32 * quarter)) as u32;
                self.link.write(SystemRegister::Program, QUARTERS * number + quarter, data)?;
            }
        }
        let mut waves = 0;
        for &(wave, start) in &image.starts {
            self.link.write(SystemRegister::ProgramCounter, wave, start as u32)?;
            waves |= 1 << wave;
        }
        let issued = self.counter(SystemRegister::Instructions)?;
        let before = self.counter(SystemRegister::Cycles)?;
        self.link.write(SystemRegister::Waves, 0, waves)?;
        let status = self.wait(BUSY)?;
        let cycles = self.counted(SystemRegister::Cycles, before)?;
        if status & ILLEGAL != 0 {
            let place = self.link.read(SystemRegister::Illegal, 0)?;
            let (number, wave) = (place as usize & 0xffff, place as usize >> 16);
            let word = image.words.get(number).copied().unwrap_or(0);
            return Ok(Err(RunError::Illegal { wave, word }.into()));
        }
        if status & BUSY != 0 {
            let running = self.link.read(SystemRegister::Waves, 0)?;
            let running = (0..self.config.waves).filter(|wave| running >> wave & 1 == 1);
            let waiting: Vec<String> = running.map(|wave| format!("wave {wave}")).collect();
            let waiting =
                if waiting.is_empty() { "results".to_owned() } else { waiting.join(", ") };
            return Ok(Err(RunError::Stuck { cycles, waiting }.into()));
        }
        let instructions = self.counted(SystemRegister::Instructions, issued)?;
        let expected = image.instructions;
        if instructions != expected {
            return Ok(Err(Difference::Count { expected, issued: instructions }));
        }
        Ok(Ok(Ran { cycles }))
    }

    /// Waits until no bit of `bits` is set in STATUS, or the time is over; STATUS.
    fn wait(&mut self, bits: u32) -> Result<u32, BoardError> {
        let deadline = self.link.deadline();
        loop {
            let status = self.link.read(SystemRegister::Status, 0)?;
            if status & bits == 0 || Instant::now() > deadline {
                return Ok(status);
            }
        }
    }

    /// A counter of two words.
    fn counter(&mut self, register: SystemRegister) -> Result<u64, BoardError> {
        let deadline = self.link.deadline();
        let mut high = self.link.read(register, 1)?;
        loop {
            let low = self.link.read(register, 0)?;
            match self.link.read(register, 1)? {
                again if again == high => return Ok(u64::from(high) << 32 | u64::from(low)),
                _ if Instant::now() > deadline => return Err(self.link.restless(register)),
                again => high = again,
            }
        }
    }

    /// How far a counter has counted from `before`.
    fn counted(&mut self, register: SystemRegister, before: u64) -> Result<u64, BoardError> {
        let after = self.counter(register)?;
        after.checked_sub(before).ok_or_else(|| {
            let (port, register) = (self.link.port().to_owned(), register.row().name);
            BoardError::Backwards { port, register, before, after }
        })
    }

    fn select(&mut self, HostRow { wave, entry, beat }: HostRow) -> Result<(), BoardError> {
        let place = |name: &str| SystemRegister::HostSelect.field(name).low;
        // The mask file is selected by the bit above the entry.
        let entry = entry.number(place("is_mask") + 1) as u32;
        let selection = entry | (wave as u32) << place("wave") | (beat as u32) << place("beat");
        self.link.write(SystemRegister::HostSelect, 0, selection)
    }

    fn command(&mut self, write: bool) -> Result<(), BoardError> {
        self.link.write(SystemRegister::HostCommand, 0, write.into())?;
        let status = self.wait(HOST_BUSY)?;
        if status & HOST_BUSY == 0 {
            return Ok(());
        }
        Err(BoardError::Busy { port: self.link.port().to_owned(), status })
    }
}

impl<L: Line> HostPort for Board<L> {
    type Error = BoardError;

    fn lanes(&self) -> usize {
        self.config.lanes
    }

    fn write_row(&mut self, at: HostRow, row: &[u32]) -> Result<(), BoardError> {
        self.select(at)?;
        for (place, &word) in row.iter().enumerate() {
            if self.row[place] != Some(word) {
                self.link.write(SystemRegister::HostRow, place, word)?;
                self.row[place] = Some(word);
            }
        }
        self.command(true)
    }

    fn read_row(&mut self, at: HostRow, count: usize) -> Result<Vec<u32>, BoardError> {
        self.select(at)?;
        self.command(false)?;
        self.row.fill(None);
        (0..count).map(|place| self.link.read(SystemRegister::HostRow, place)).collect()
    }
}
