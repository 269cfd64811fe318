//! Executing a program: on the model, or on the hardware with the model next to it.

use super::compare::{Difference, lockstep_with};
use super::hardware::{Hardware, Named, Retirement};
use super::machine::{Machine, Observer};
use super::state_file::NamedState;
use crate::config::Config;
use crate::engine::{Engine, Flat, Interpreter};
use crate::isa::{Program, WaveState};
use crate::model;
use crate::source::counted;

/// Registers and memories power up with random content; it must not matter which.
pub const POWER_UP_SEED: u64 = 1;

/// A program and the states of the waves before it.
#[derive(Clone)]
pub struct Prepared {
    /// The program.
    pub program: Program,
    /// The waves up to the last one that is named, at least one.
    pub waves: Vec<NamedState>,
}

/// Result of executing a program.
pub struct Execution {
    /// States after it.
    pub waves: Vec<NamedState>,
    /// Cycles from the first that could issue to the last retirement.
    pub cycles: u64,
    /// Instructions that were executed.
    pub instructions: usize,
    /// Waves that had instructions.
    pub running_waves: usize,
}

impl Prepared {
    /// `program` on waves that hold `waves`; all that it names is loaded and dumped.
    pub fn new(program: Program, mut waves: Vec<NamedState>) -> Self {
        for (number, wave) in waves.iter_mut().enumerate() {
            wave.name_program(&program, number);
        }
        let last = waves.iter().rposition(|wave| wave.named).unwrap_or(0);
        waves.truncate(last + 1);
        Self { program, waves }
    }

    /// `program` on waves whose states are not given.
    pub fn without_state(program: Program, config: &Config) -> Self {
        Self::new(program, vec![NamedState::new(config.threads(), config.registers); config.waves])
    }

    /// The model, with the waves in their states before the program.
    pub fn model(&self, config: &Config) -> model::Machine {
        let waves = self.program.waves.len().max(self.waves.len());
        let mut model = model::Machine::new(config.threads(), config.registers, waves);
        for (number, wave) in self.waves.iter().enumerate() {
            *model.wave_mut(number) = wave.state.clone();
        }
        model
    }

    /// Executes on the hardware `flat` in the interpreter; with `is_checked` each retirement and
    /// the end are compared with the model.
    ///
    /// # Errors
    /// The first difference, or that the hardware stopped.
    pub fn on_hardware(
        self,
        config: &Config,
        flat: &Flat,
        is_checked: bool,
        observers: Vec<&mut dyn Observer>,
    ) -> Result<Execution, Difference> {
        self.on_engine(Interpreter::new(flat, POWER_UP_SEED), config, is_checked, observers)
    }

    /// As [`Self::on_hardware`], in any engine that was just powered up.
    ///
    /// # Errors
    /// The first difference, or that the hardware stopped.
    pub fn on_engine(
        self,
        engine: impl Engine,
        config: &Config,
        is_checked: bool,
        observers: Vec<&mut dyn Observer>,
    ) -> Result<Execution, Difference> {
        self.on(&mut Machine::new(engine, config, observers), is_checked, &mut |_| {})
    }

    /// Executes on `hardware`, which has been reset; with `is_checked` each retirement and the end
    /// are compared with the model. `see` sees each retirement.
    ///
    /// # Errors
    /// The first difference, or that the hardware stopped.
    pub fn on(
        self,
        hardware: &mut dyn Hardware,
        is_checked: bool,
        see: &mut dyn FnMut(&Retirement),
    ) -> Result<Execution, Difference> {
        let initial: Vec<WaveState> = self.waves.iter().map(|wave| wave.state.clone()).collect();
        let named = self.waves.iter().map(NamedState::parts).collect::<Vec<Named>>();
        if is_checked {
            let summary = lockstep_with(hardware, &self.program, &initial, &named, see)?;
            let instructions = summary.instructions as usize;
            return Ok(self.execution(summary.states, summary.cycles, instructions));
        }
        for (wave, (state, named)) in initial.iter().zip(&named).enumerate() {
            hardware.load(wave, state, named)?;
        }
        let mut instructions = 0;
        let cycles = hardware.run(&self.program, 1, &mut |retirement| {
            instructions += 1;
            see(retirement);
        })?;
        let mut states = initial;
        for (wave, (state, named)) in states.iter_mut().zip(&named).enumerate() {
            hardware.read(wave, state, named)?;
        }
        Ok(self.execution(states, cycles, instructions))
    }

    /// Returns the execution that left `states`, one for each wave.
    pub fn execution(self, states: Vec<WaveState>, cycles: u64, instructions: usize) -> Execution {
        let running_waves =
            (0..self.waves.len()).filter(|&wave| !self.program.executed(wave).is_empty()).count();
        let waves = self
            .waves
            .into_iter()
            .zip(states)
            .map(|(wave, state)| NamedState { state, ..wave })
            .collect();
        Execution { waves, cycles, instructions, running_waves }
    }
}

impl Execution {
    /// `11 instructions of 1 wave in 88 cycles (22 slots)`.
    pub fn summary(&self, config: &Config) -> String {
        let instructions = counted(self.instructions, "instruction");
        let done = format!("{instructions} of {}", counted(self.running_waves, "wave"));
        let slots = self.cycles.div_ceil(config.slot_cycles() as u64);
        let cycles = counted(self.cycles as usize, "cycle");
        format!("{done} in {cycles} ({})", counted(slots as usize, "slot"))
    }
}
