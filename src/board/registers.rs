//! What a driver does with the registers (docs/reference/system.md): load waves and programs, run,
//! read back.

use std::collections::BTreeMap;
use std::time::Instant;

use super::error::BoardError;
use super::identity;
use super::line::Line;
use super::link::Link;
use crate::config::Config;
use crate::isa::{Mask, Register, Thread, Wave, WaveState};
use crate::lockstep::{Difference, HostEntry, Named, RunError};
use crate::rtl::{PROGRAM_WORDS, SystemRegister};

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
    /// What HOST_ROW holds, as far as that is known.
    row: Vec<Option<u32>>,
}

/// What a program did on a board.
pub struct Ran {
    /// Clock cycles in which a wave ran or results were still to be written.
    pub cycles: u64,
}

/// What the program memory holds.
pub struct Image {
    words: Vec<u128>,
    /// Waves that run, and where each starts.
    starts: Vec<(usize, usize)>,
    /// Instructions that all waves together execute.
    instructions: u64,
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

    /// Writes the named parts of a wave's state, and EXEC.
    ///
    /// # Errors
    /// When the line or the board does not do its part.
    pub fn load(
        &mut self,
        wave: usize,
        state: &WaveState,
        named: &Named,
    ) -> Result<(), BoardError> {
        for &register in &named.registers {
            self.write_rows(wave, HostEntry::Register(register), &state.register(register).0)?;
        }
        let masks = named
            .masks
            .iter()
            .map(|&entry| (HostEntry::Mask(entry), &state.masks[usize::from(entry.0)]));
        for (entry, mask) in masks.chain([(HostEntry::Exec, &state.exec)]) {
            let words: Vec<u32> = mask.0.chunks(self.config.lanes).flat_map(packed).collect();
            self.write_rows(wave, entry, &words)?;
        }
        Ok(())
    }

    /// Reads the named parts of a wave's state, and EXEC; the rest stays as in `state`.
    ///
    /// # Errors
    /// When the line or the board does not do its part.
    pub fn read(
        &mut self,
        wave: usize,
        state: &mut WaveState,
        named: &Named,
    ) -> Result<(), BoardError> {
        for &register in &named.registers {
            state.registers[usize::from(register.0)] = self.read_register(wave, register)?;
        }
        for &entry in &named.masks {
            state.masks[usize::from(entry.0)] = self.read_mask(wave, HostEntry::Mask(entry))?;
        }
        state.exec = self.read_mask(wave, HostEntry::Exec)?;
        Ok(())
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
        let cycles = self.counter(SystemRegister::Cycles)? - before;
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
        let instructions = self.counter(SystemRegister::Instructions)? - issued;
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
        loop {
            let high = self.link.read(register, 1)?;
            let low = self.link.read(register, 0)?;
            if self.link.read(register, 1)? == high {
                return Ok(u64::from(high) << 32 | u64::from(low));
            }
        }
    }

    fn select(&mut self, wave: usize, entry: HostEntry, beat: usize) -> Result<(), BoardError> {
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

    /// Writes `words`, as many a row for each beat.
    fn write_rows(
        &mut self,
        wave: usize,
        entry: HostEntry,
        words: &[u32],
    ) -> Result<(), BoardError> {
        for (beat, row) in words.chunks(words.len() / self.config.beats).enumerate() {
            self.select(wave, entry, beat)?;
            for (place, &word) in row.iter().enumerate() {
                if self.row[place] != Some(word) {
                    self.link.write(SystemRegister::HostRow, place, word)?;
                    self.row[place] = Some(word);
                }
            }
            self.command(true)?;
        }
        Ok(())
    }

    /// The first `count` words of the selected row.
    fn read_row(
        &mut self,
        wave: usize,
        entry: HostEntry,
        beat: usize,
        count: usize,
    ) -> Result<Vec<u32>, BoardError> {
        self.select(wave, entry, beat)?;
        self.command(false)?;
        self.row.fill(None);
        (0..count).map(|place| self.link.read(SystemRegister::HostRow, place)).collect()
    }

    fn read_register(&mut self, wave: usize, register: Register) -> Result<Wave<u32>, BoardError> {
        let mut words = vec![];
        for beat in 0..self.config.beats {
            let row =
                self.read_row(wave, HostEntry::Register(register), beat, self.config.lanes)?;
            words.extend(row);
        }
        Ok(Wave(words))
    }

    fn read_mask(&mut self, wave: usize, entry: HostEntry) -> Result<Mask, BoardError> {
        let lanes = self.config.lanes;
        let mut rows = vec![];
        for beat in 0..self.config.beats {
            rows.push(self.read_row(wave, entry, beat, lanes.div_ceil(32))?);
        }
        let bit = |Thread(thread)| {
            let (beat, lane) = (thread / lanes, thread % lanes);
            rows[beat][lane / 32] >> (lane % 32) & 1 == 1
        };
        Ok(Wave::from_fn(self.config.threads(), bit))
    }
}

/// The words of a row of a mask.
fn packed(row: &[bool]) -> Vec<u32> {
    let word = |bits: &[bool]| bits.iter().rev().fold(0, |word, &bit| word << 1 | u32::from(bit));
    row.chunks(32).map(word).collect()
}

impl Image {
    /// `programs`, the machine words of each wave; those of a wave that does not run are none. Waves
    /// of the same program share it.
    ///
    /// # Errors
    /// When they do not fit.
    pub fn new(programs: &[Vec<u128>]) -> Result<Self, BoardError> {
        let (mut words, mut starts) = (vec![], vec![]);
        let mut places: BTreeMap<&[u128], usize> = BTreeMap::new();
        let running = programs.iter().enumerate().filter(|(_, program)| !program.is_empty());
        for (wave, program) in running {
            let start = *places.entry(program).or_insert_with(|| {
                words.extend(program);
                words.len() - program.len()
            });
            starts.push((wave, start));
        }
        if words.len() > PROGRAM_WORDS {
            return Err(BoardError::TooLong { count: words.len(), most: PROGRAM_WORDS });
        }
        let instructions = programs.iter().map(|program| program.len() as u64).sum();
        Ok(Self { words, starts, instructions })
    }
}
