//! The reference model: executes a program, whole waves at a time, without clocks. Written from
//! ISA.md to be obviously right: every operation is one loop over the threads of the wave.
//!
//! One file per chapter: `lane` and [`float`] section 4, [`shuffle`] section 5, [`dpp`] section
//! 6, [`vote`] section 7, [`video`] section 8, `barrier` section 9, `exec` and
//! [`lane_move`] section 10; [`Sources`] are operands, `step` computes results,
//! [`Outcome`] is their type; [`explain`] draws where the words of one instruction come from, and
//! [`reads`] lists what they are made of.
//!
//! ```
//! use lanebeat::config::Config;
//! use lanebeat::isa::{Executed, Wave, asm::assemble};
//! use lanebeat::model::Machine;
//!
//! let config = Config::default();
//! let program = assemble("up.s", "SHFL.UP P1, R1, R0, 3, 0", &config.target())?;
//! let mut machine = Machine::new(config.threads(), config.registers, config.waves);
//! machine.wave_mut(0).registers[0] = Wave((100..164).collect());
//! machine.step(0, &program.waves[0][0].instruction);
//! assert_eq!(machine.wave(0).registers[1].0[..5], [100, 101, 102, 100, 101]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod barrier;
pub mod dpp;
mod exec;
pub mod explain;
pub mod float;
pub(crate) mod lane;
pub mod lane_move;
pub(crate) mod outcome;
pub mod reads;
pub mod shuffle;
pub(crate) mod sources;
mod step;
pub mod video;
pub mod vote;

use std::hint::select_unpredictable;

use crate::isa::{
    COUNTERS, ControlOperation, Deadlock, Executed, Instruction, LaneMask, Mask, MaskEntry,
    Operation, Program, ReadOperation, Retired, Shared, SpecialRegister, Thread, Wave, WaveState,
};
use barrier::Barriers;
pub use outcome::Outcome;
pub use sources::Sources;

/// A machine as the program sees it: one [`WaveState`] per wave, and the state that waves share.
#[derive(Clone, Debug)]
pub struct Machine {
    waves: Vec<WaveState>,
    barriers: Barriers,
    counters: [u64; COUNTERS as usize],
    /// Cycles since reset when the next instruction is issued, set by the caller.
    clock: u64,
}

/// Puts the values of the threads `written` into `state`, and empties the others.
fn write<T: Copy + Default>(state: &mut [T], values: &mut [T], written: &[bool]) {
    for ((state, value), &written) in state.iter_mut().zip(values).zip(written) {
        *state = select_unpredictable(written, *value, *state);
        *value = select_unpredictable(written, *value, T::default());
    }
}

/// The threads of a warp that belong to `mask` of thread `own`, a bit each.
fn threads_of(mask: LaneMask, own: usize) -> u32 {
    let bit = 1 << own;
    match mask {
        LaneMask::Equal => bit,
        LaneMask::Less => bit - 1,
        LaneMask::LessOrEqual => bit | (bit - 1),
        LaneMask::Greater => !(bit | (bit - 1)),
        LaneMask::GreaterOrEqual => !(bit - 1),
    }
}

impl Machine {
    /// A machine after reset: `waves` waves of `threads` threads with `registers` registers each,
    /// all zero, EXEC all ones.
    pub fn new(threads: usize, registers: usize, waves: usize) -> Self {
        let barriers = Barriers::new(waves);
        let waves = vec![WaveState::new(threads, registers); waves];
        Self { waves, barriers, counters: [0; COUNTERS as usize], clock: 0 }
    }

    /// The state of wave `wave`, counted from 0; panics if there is no such wave.
    pub fn wave(&self, wave: usize) -> &WaveState {
        &self.waves[wave]
    }

    /// The state of wave `wave`, to be loaded; panics if there is no such wave.
    pub fn wave_mut(&mut self, wave: usize) -> &mut WaveState {
        &mut self.waves[wave]
    }

    /// Sets the cycle since reset in which the next instruction is issued: the model has no clock
    /// of its own.
    pub fn set_clock(&mut self, cycles: u64) {
        self.clock = cycles;
    }

    /// Sets whether wave `wave` has instructions left. After reset all waves have, and EXIT ends
    /// one; a caller that steps a program without EXIT, or one that leaves waves out, must call
    /// this, since barriers wait for the waves that run.
    pub fn set_running(&mut self, wave: usize, runs: bool) {
        self.barriers.set_running(wave, runs);
    }

    /// Whether wave `wave` waits at a barrier, so that it must not be stepped.
    pub fn is_waiting(&self, wave: usize) -> bool {
        self.barriers.is_waiting(wave)
    }

    /// Executes one instruction of wave `wave` and returns its effects. EXIT ends the wave for the
    /// barriers; further steps of it are not prevented.
    ///
    /// Panics on what the assembler refuses: a register that the machine does not have, DPP on an
    /// operation without a register src0.
    pub fn step(&mut self, wave: usize, instruction: &Instruction) -> Retired {
        // All of it is worked out from the old state before anything is written: a destination may
        // also be a source.
        let mut sources = Sources::new(instruction, &self.waves[wave]);
        let outcome =
            step::outcome(&mut sources, |operation| self.read(wave, instruction.shared, operation));
        let (exec, votes) = match instruction.operation {
            Operation::Exec(operation) => (Some(exec::after(operation, &sources)), vec![]),
            Operation::Control(ControlOperation::BarrierReduce(_)) => {
                (None, sources.executing.zip(&sources.q, |executes, q| executes.then_some(q)).0)
            }
            _ => (None, vec![]),
        };
        let written = match outcome {
            Some(_) => sources.executing,
            None => Mask::filled(sources.threads(), false),
        };
        if let Some(exec) = exec {
            self.waves[wave].exec = exec;
        }
        if let Operation::Control(operation) = instruction.operation {
            self.steer(wave, operation, instruction.shared, votes);
        }
        self.write(wave, instruction, written, outcome)
    }

    /// Executes a control operation; `votes` has q of each thread that executes.
    fn steer(
        &mut self,
        wave: usize,
        operation: ControlOperation,
        shared: Shared,
        votes: Vec<Option<bool>>,
    ) {
        match (operation, shared) {
            (ControlOperation::Exit, _) => self.barriers.set_running(wave, false),
            (ControlOperation::Synchronise, Shared::Barrier(barrier)) => {
                self.barriers.arrive(wave, barrier, None, vec![]);
            }
            (ControlOperation::BarrierReduce(reduction), Shared::Barrier(barrier)) => {
                self.barriers.arrive(wave, barrier, Some(reduction), votes);
            }
            (ControlOperation::TriggerCounter, Shared::Counter(number)) => {
                let counter = &mut self.counters[usize::from(number)];
                *counter = counter.wrapping_add(1);
            }
            _ => {}
        }
    }

    /// Words or bits that the threads of wave `wave` get from outside it.
    fn read(&self, wave: usize, shared: Shared, operation: ReadOperation) -> Outcome {
        let threads = self.waves[wave].exec.threads();
        let result = self.barriers.result(wave);
        match operation {
            ReadOperation::Special => {
                Outcome::Words(Wave::from_fn(threads, |thread| self.special(shared, wave, thread)))
            }
            ReadOperation::Barrier => Outcome::Words(Wave::filled(threads, result)),
            ReadOperation::BarrierPredicate => Outcome::Bits(Wave::filled(threads, result != 0)),
        }
    }

    /// Writes the results of the threads `written` to the destinations that the instruction has.
    fn write(
        &mut self,
        wave: usize,
        instruction: &Instruction,
        written: Mask,
        outcome: Option<Outcome>,
    ) -> Retired {
        let WaveState { registers, masks, .. } = &mut self.waves[wave];
        let entry = Some(instruction.mask_destination).filter(|&entry| entry != MaskEntry::TRUE);
        let (words, bits) = outcome.map_or((None, None), Outcome::into_words_and_bits);
        let register = instruction.destination.zip(words).map(|(register, mut words)| {
            write(&mut registers[usize::from(register.0)].0, &mut words.0, &written.0);
            (register, words)
        });
        let mask = entry.zip(bits).map(|(entry, mut bits)| {
            write(&mut masks[usize::from(entry.0)].0, &mut bits.0, &written.0);
            (entry, bits)
        });
        Retired { wave, written, register, mask }
    }

    /// Word that S2R gives to `thread`; 0 where the machine word names no special register.
    fn special(&self, shared: Shared, wave: usize, thread: Thread) -> u32 {
        let Shared::Special(register) = shared else { return 0 };
        match register {
            SpecialRegister::Counter(number) => self.counters[usize::from(number)] as u32,
            SpecialRegister::LaneId => (thread.0 % 32) as u32,
            SpecialRegister::ThreadId => thread.0 as u32,
            SpecialRegister::WaveId => wave as u32,
            SpecialRegister::ClockLow => self.clock as u32,
            SpecialRegister::ClockHigh => (self.clock >> 32) as u32,
            SpecialRegister::Mask(mask) => threads_of(mask, thread.0 % 32),
        }
    }

    /// Executes every wave of `program` up to and with its EXIT: wave 0 until it ends or waits at a
    /// barrier, then wave 1, and so on, in turn until all have ended.
    ///
    /// # Errors
    /// Waves wait at barriers, and no wave is left that could arrive.
    pub fn run(&mut self, program: &Program) -> Result<Vec<Retired>, Deadlock> {
        let mut all = vec![];
        self.run_with(program, &mut |retired| all.push(retired))?;
        Ok(all)
    }

    /// As [`Self::run`], but nothing is kept: `see` gets each retirement.
    ///
    /// # Errors
    /// The waves wait for each other for ever.
    pub fn run_with(
        &mut self,
        program: &Program,
        see: &mut dyn FnMut(Retired),
    ) -> Result<(), Deadlock> {
        let mut next = vec![0; self.waves.len()];
        let executed: Vec<Executed> =
            (0..self.waves.len()).map(|wave| program.executed(wave)).collect();
        for (wave, lines) in executed.iter().enumerate() {
            self.set_running(wave, !lines.is_empty());
        }
        loop {
            let mut goes_on = false;
            for (wave, (next, lines)) in next.iter_mut().zip(&executed).enumerate() {
                while let Some(line) = lines.get(*next).filter(|_| !self.is_waiting(wave)) {
                    see(self.step(wave, &line.instruction));
                    goes_on = true;
                    *next += 1;
                    if *next == lines.len() {
                        self.set_running(wave, false);
                    }
                }
            }
            if !goes_on {
                return self.barriers.deadlock().map_or(Ok(()), Err);
            }
        }
    }
}
