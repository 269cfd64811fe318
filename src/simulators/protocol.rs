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
//!  t PATH                        dump to PATH from now on, or no more for - (Verilator, built for it; Icarus) ► d CYCLES
//!  e                             end, with the dump whole
//! ```

use std::io::{BufRead as _, BufReader, BufWriter, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use super::answer::{self, Answer};
use super::build::{Built, Dumping, Sizes};
use crate::isa::Program;
use crate::lockstep::{Hardware, HostPort, HostRow, Retirement, Rows, RunError};
use crate::simulators::{Simulator, SimulatorError};
use crate::source::shorten;
use crate::tools::{Running, Task};

/// Bytes of an answer: a row of the widest machine has less.
const LONGEST_ANSWER: u64 = 1 << 20;

/// The written Verilog or MLIR, running.
pub struct Simulation {
    simulator: Simulator,
    sizes: Sizes,
    running: Running,
    child: Child,
    commands: BufWriter<ChildStdin>,
    answers: BufReader<ChildStdout>,
    /// Checksums that the last run reported.
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
                // The format of dumps stands behind the program.
                command.args((self.dumps == Some(Dumping::Fst)).then_some("-fst"));
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

    /// As [`Hardware::run`], but without reports of retirements. Returns the cycles, and the
    /// checksums after 1, 2, 4, … passes.
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

    /// Ends the simulation; a dump is whole then.
    ///
    /// # Errors
    /// When it stopped before.
    pub fn end(mut self) -> Result<(), RunError> {
        self.command("e\n")?;
        let _ = self.commands.flush();
        self.wait()
    }

    fn command(&mut self, text: &str) -> Result<(), RunError> {
        self.running.expect_answer();
        let written = self.commands.write_all(text.as_bytes());
        self.running.heard();
        written.map_err(|_| self.ended())
    }

    fn answer(&mut self) -> Result<Answer, RunError> {
        let mut line = vec![];
        self.running.expect_answer();
        let mut answers = self.answers.by_ref().take(LONGEST_ANSWER);
        let read = self.commands.flush().and_then(|()| answers.read_until(b'\n', &mut line));
        self.running.heard();
        match read {
            Ok(0) | Err(_) => Err(self.ended()),
            // vvp tells of dumps in between.
            Ok(_) if [&b"VCD"[..], b"FST"].iter().any(|format| line.starts_with(format)) => {
                self.answer()
            }
            Ok(_) => {
                let line = String::from_utf8_lossy(&line);
                let line = line.trim_end();
                answer::parse(line)
                    .ok_or_else(|| self.stopped(&format!("it said `{}`", shorten(line))))
            }
        }
    }

    /// Waits for its end.
    fn wait(&mut self) -> Result<(), RunError> {
        self.running.expect_answer();
        let ended = self.child.wait().map(|status| self.running.check(status));
        match ended {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(self.stopped(&error.to_string())),
            Err(error) => Err(self.stopped(&error.to_string())),
        }
    }

    /// Why nothing more is heard of it; it may have closed its output only.
    fn ended(&mut self) -> RunError {
        self.wait().err().unwrap_or_else(|| self.stopped("it ended"))
    }

    fn stopped(&self, reason: &str) -> RunError {
        RunError::Simulator { simulator: self.simulator.name(), reason: reason.to_owned() }
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
        let mut rows = Rows::new(self.sizes.threads);
        loop {
            match self.answer()? {
                Answer::Retired(row) => {
                    if let Some(retirement) = row.add_to(&mut rows)? {
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

/// The first word of the wave stands for the refused one: a simulator does not report which it was.
fn illegal(program: &Program, wave: usize) -> RunError {
    let word = program.executed(wave).get(0).map_or(0, |line| line.instruction.encode());
    RunError::Illegal { wave, word }
}

impl HostPort for Simulation {
    type Error = RunError;

    fn lanes(&self) -> usize {
        self.sizes.lanes
    }

    fn write_row(&mut self, at: HostRow, row: &[u32]) -> Result<(), RunError> {
        let HostRow { wave, entry, beat } = at;
        let number = entry.number(self.sizes.host_entry_bits);
        let digits: String = row.iter().rev().map(|word| format!("{word:08x}")).collect();
        let row_digits = self.sizes.lanes * 8;
        self.command(&format!("w {wave:x} {number:x} {beat:x} {digits:0>row_digits$}\n"))
    }

    fn read_row(&mut self, at: HostRow, count: usize) -> Result<Vec<u32>, RunError> {
        let HostRow { wave, entry, beat } = at;
        let number = entry.number(self.sizes.host_entry_bits);
        self.command(&format!("r {wave:x} {number:x} {beat:x}\n"))?;
        let words = match self.answer()? {
            Answer::Row(words) if words.len() == self.sizes.lanes => words,
            other => return Err(self.stopped(&format!("it answered {other:?} to a read"))),
        };
        // A word of a mask is undefined with any of its threads.
        let threads = self.sizes.lanes.div_ceil(count);
        let word = |(place, word): (usize, Option<u32>)| {
            let thread = beat * self.sizes.lanes + place * threads;
            word.ok_or_else(|| RunError::undefined(&entry.to_string(), thread, 0))
        };
        words.into_iter().take(count).enumerate().map(word).collect()
    }
}

impl Hardware for Simulation {
    fn start_anew(&mut self) -> Result<(), RunError> {
        self.reset()
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
    /// Ends the program: a simulation whose output is not read is of no use.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
