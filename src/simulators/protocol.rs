//! A running simulation: commands to its standard input, answers from its standard output.
//!
//! All numbers are hexadecimal; a letter begins a command or an answer:
//!
//! ```text
//!  z                             reset; cycles count from here
//!  w WAVE ENTRY BEAT ROW         host port: write a row
//!  r WAVE ENTRY BEAT             host port: read a row           ► r ROW
//!  p WAVE COUNT WORD...          the instructions of a wave
//!  g PASSES                      run, and tell each retirement   ► t CYCLE ISSUED WAVE WRITES_REGISTER DESTINATION
//!                                                                    MASK_DESTINATION WRITTEN MASK RESULT   (masks in bits)
//!                                                                ► d CYCLES | s CYCLES (stuck) | i WAVE (illegal word)
//!  q PASSES                      run, and tell checksums (not Icarus) ► c CHECKSUM ..., then as g
//!  t PATH                        dump to PATH from now on, or - (Verilator, built for it) ► d CYCLES
//! ```

use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use super::answer::{self, Answer, undefined};
use super::build::{Built, Sizes};
use crate::isa::{Mask, MaskEntry, Program, Register, Wave, WaveState};
use crate::lockstep::{Hardware, HostEntry, Named, Retirement, RunError};
use crate::simulators::{Simulator, SimulatorError};
use crate::tools::{Running, Task};

/// The written Verilog or MLIR, running.
pub struct Simulation {
    simulator: Simulator,
    sizes: Sizes,
    running: Running,
    child: Child,
    commands: BufWriter<ChildStdin>,
    answers: BufReader<ChildStdout>,
    /// Checksums that the last run told.
    checksums: Vec<u64>,
}

impl Built {
    /// Starts the program and resets the core.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(&self) -> Result<Simulation, SimulatorError> {
        let tool = self.simulator.name();
        let mut command = match self.simulator {
            Simulator::Verilator | Simulator::Arcilator => Command::new(&self.program),
            Simulator::Icarus => {
                let mut command = Command::new("vvp");
                command.arg("-n").arg(&self.program);
                command
            }
        };
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let (mut child, running) = Running::start((tool, "simulates the core"), piped, Task::Work)?;
        let commands = BufWriter::new(child.stdin.take().expect("it is piped"));
        let answers = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut simulation = Simulation {
            simulator: self.simulator,
            sizes: self.sizes.clone(),
            running,
            child,
            commands,
            answers,
            checksums: vec![],
        };
        simulation.reset().map_err(SimulatorError::Stopped)?;
        Ok(simulation)
    }
}

impl Simulation {
    /// Resets the core; registers keep what they hold.
    ///
    /// # Errors
    /// When the simulation has stopped.
    pub fn reset(&mut self) -> Result<(), RunError> {
        self.command("z\n")
    }

    /// As [`Hardware::run`], but nobody sees the retirements. Returns the cycles, and the checksums
    /// after 1, 2, 4, … passes.
    ///
    /// # Errors
    /// As [`Hardware::run`].
    pub fn run_unseen(
        &mut self,
        program: &Program,
        passes: u64,
    ) -> Result<(u64, Vec<u64>), RunError> {
        self.send_program(program)?;
        let cycles = self.run_with('q', program, passes, &mut |_| {})?;
        Ok((cycles, std::mem::take(&mut self.checksums)))
    }

    /// Dumps all signals into the file at `path` from now on, or none any more. A dump before this
    /// is whole when it returns.
    ///
    /// # Errors
    /// When the simulation has stopped.
    pub fn trace(&mut self, path: Option<&Path>) -> Result<(), RunError> {
        let path = path.unwrap_or(Path::new("-"));
        self.command(&format!("t {}\n", path.display()))?;
        match self.answer()? {
            Answer::Done { .. } => Ok(()),
            other => Err(self.stopped(&format!("it answered {other:?} to a dump"))),
        }
    }

    fn command(&mut self, text: &str) -> Result<(), RunError> {
        self.running.expect_answer();
        let written = self.commands.write_all(text.as_bytes());
        self.running.heard();
        written.map_err(|_| self.ended())
    }

    fn answer(&mut self) -> Result<Answer, RunError> {
        let mut line = String::new();
        self.running.expect_answer();
        let read = self.commands.flush().and_then(|()| self.answers.read_line(&mut line));
        self.running.heard();
        match read {
            Ok(0) | Err(_) => Err(self.ended()),
            Ok(_) => answer::parse(&line)
                .ok_or_else(|| self.stopped(&format!("it said `{}`", line.trim_end()))),
        }
    }

    /// Why nothing more is heard of it.
    fn ended(&mut self) -> RunError {
        let ended = self.child.wait().map(|status| self.running.check(status));
        match ended {
            Ok(Err(error)) => self.stopped(&error.to_string()),
            Ok(Ok(())) => self.stopped("it ended"),
            Err(error) => self.stopped(&error.to_string()),
        }
    }

    fn stopped(&self, reason: &str) -> RunError {
        RunError::Simulator { simulator: self.simulator.name(), reason: reason.to_owned() }
    }

    fn write_row(
        &mut self,
        wave: usize,
        entry: HostEntry,
        beat: usize,
        digits: &str,
    ) -> Result<(), RunError> {
        let number = entry.number(self.sizes.host_entry_bits);
        let row_digits = self.sizes.lanes * 8;
        self.command(&format!("w {wave:x} {number:x} {beat:x} {digits:0>row_digits$}\n"))
    }

    fn write_mask(&mut self, wave: usize, entry: HostEntry, mask: &Mask) -> Result<(), RunError> {
        let rows = mask
            .0
            .chunks(self.sizes.lanes)
            .map(|row| Wave(row.to_vec()).to_hex())
            .collect::<Vec<_>>();
        rows.iter().enumerate().try_for_each(|(beat, row)| {
            self.write_row(wave, entry, beat, row.trim_start_matches("0x"))
        })
    }

    fn write_words(
        &mut self,
        wave: usize,
        register: Register,
        words: &[u32],
    ) -> Result<(), RunError> {
        let digits =
            |row: &[u32]| row.iter().rev().map(|word| format!("{word:08x}")).collect::<String>();
        let rows = words.chunks(self.sizes.lanes).map(digits).collect::<Vec<_>>();
        rows.iter().enumerate().try_for_each(|(beat, row)| {
            self.write_row(wave, HostEntry::Register(register), beat, row)
        })
    }

    /// The words of all rows, thread 0 first; of a mask, the low word of each row holds its bits.
    fn read_rows(
        &mut self,
        wave: usize,
        entry: HostEntry,
    ) -> Result<Vec<Vec<Option<u32>>>, RunError> {
        let number = entry.number(self.sizes.host_entry_bits);
        let mut rows = Vec::new();
        for beat in 0..self.sizes.beats {
            self.command(&format!("r {wave:x} {number:x} {beat:x}\n"))?;
            match self.answer()? {
                Answer::Row(words) if words.len() == self.sizes.lanes => rows.push(words),
                other => return Err(self.stopped(&format!("it answered {other:?} to a read"))),
            }
        }
        Ok(rows)
    }

    fn read_words(&mut self, wave: usize, register: Register) -> Result<Wave<u32>, RunError> {
        let rows = self.read_rows(wave, HostEntry::Register(register))?;
        let word = |(thread, word): (usize, Option<u32>)| {
            word.ok_or_else(|| undefined(&register.to_string(), thread, 0))
        };
        rows.into_iter().flatten().enumerate().map(word).collect::<Result<_, _>>().map(Wave)
    }

    fn read_mask(&mut self, wave: usize, entry: HostEntry, name: &str) -> Result<Mask, RunError> {
        let lanes = self.sizes.lanes;
        let rows = self.read_rows(wave, entry)?;
        let bit = |thread: usize| {
            let (row, lane) = (&rows[thread / lanes], thread % lanes);
            row[lane / 32]
                .map(|word| word >> (lane % 32) & 1 == 1)
                .ok_or_else(|| undefined(name, thread, 0))
        };
        (0..self.sizes.threads).map(bit).collect::<Result<_, _>>().map(Wave)
    }

    fn send_program(&mut self, program: &Program) -> Result<(), RunError> {
        for wave in 0..self.sizes.waves {
            let lines = program.executed(wave);
            let words: String =
                lines.iter().map(|line| format!(" {:032x}", line.instruction.encode())).collect();
            self.command(&format!("p {wave:x} {:x}{words}\n", lines.len()))?;
        }
        Ok(())
    }

    fn run_with(
        &mut self,
        command: char,
        program: &Program,
        passes: u64,
        retire: &mut dyn FnMut(&Retirement),
    ) -> Result<u64, RunError> {
        self.command(&format!("{command} {passes:x}\n"))?;
        self.checksums.clear();
        let mut pending = answer::Pending::new(self.sizes.threads);
        loop {
            match self.answer()? {
                Answer::Retired(row) => {
                    if let Some(retirement) = pending.add(row)? {
                        retire(&retirement);
                    }
                }
                Answer::Checksum(checksum) => self.checksums.push(checksum),
                Answer::Done { cycles } => return Ok(cycles),
                Answer::Stuck { cycles } => {
                    return Err(RunError::Stuck { cycles, waiting: "some instruction".to_owned() });
                }
                Answer::Illegal { wave } => return Err(illegal(program, wave)),
                other @ Answer::Row(_) => {
                    return Err(self.stopped(&format!("it answered {other:?} to a run")));
                }
            }
        }
    }
}

/// The first word of the wave stands for the refused one: a simulator does not tell which it was.
fn illegal(program: &Program, wave: usize) -> RunError {
    let word = program.executed(wave).first().map_or(0, |line| line.instruction.encode());
    RunError::Illegal { wave, word }
}

impl Hardware for Simulation {
    fn start_anew(&mut self) -> Result<(), RunError> {
        self.reset()
    }

    fn load(&mut self, wave: usize, state: &WaveState, named: &Named) -> Result<(), RunError> {
        for &register in &named.registers {
            self.write_words(wave, register, &state.register(register).0)?;
        }
        for &entry in &named.masks {
            self.write_mask(wave, HostEntry::Mask(entry), &state.masks[usize::from(entry.0)])?;
        }
        self.write_mask(wave, HostEntry::Exec, &state.exec)
    }

    fn read(&mut self, wave: usize, state: &mut WaveState, named: &Named) -> Result<(), RunError> {
        for &register in &named.registers {
            state.registers[usize::from(register.0)] = self.read_words(wave, register)?;
        }
        for &entry in &named.masks {
            let MaskEntry(number) = entry;
            state.masks[usize::from(number)] =
                self.read_mask(wave, HostEntry::Mask(entry), &entry.to_string())?;
        }
        state.exec = self.read_mask(wave, HostEntry::Exec, "EXEC")?;
        Ok(())
    }

    fn run(
        &mut self,
        program: &Program,
        passes: u64,
        retire: &mut dyn FnMut(&Retirement),
    ) -> Result<u64, RunError> {
        self.send_program(program)?;
        self.run_with('g', program, passes, retire)
    }
}

impl Drop for Simulation {
    /// Ends the program: a simulation that nobody listens to has nothing to say.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
