//! The judge: what a program does, whole waves at a time, without clocks. Written from ISA.md to be obviously right.
//!
//! One file per chapter: [`lane`] and [`float`] section 4, [`shuffle`] section 5, [`dpp`] section 6, [`vote`] section 7,
//! `exec` section 10, `step` who is written (section 2); [`explain`] draws where the words of one instruction come from.

pub mod dpp;
mod exec;
pub mod explain;
pub mod float;
pub mod lane;
pub mod shuffle;
mod step;
pub mod vote;

use crate::isa::{Instruction, Line, Program, Retired, WaveState};

/// A machine as the program sees it: one [`WaveState`] per wave. Waves do not interact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Machine {
    waves: Vec<WaveState>,
}

impl Machine {
    /// A machine after reset: `waves` waves of `threads` threads with `registers` registers each, all zero, EXEC all ones.
    pub fn new(threads: usize, registers: usize, waves: usize) -> Self {
        Self { waves: vec![WaveState::new(threads, registers); waves] }
    }

    /// The state of wave `wave`, counted from 0; panics if there is no such wave.
    pub fn wave(&self, wave: usize) -> &WaveState {
        &self.waves[wave]
    }

    /// The state of wave `wave`, to be loaded; panics if there is no such wave.
    pub fn wave_mut(&mut self, wave: usize) -> &mut WaveState {
        &mut self.waves[wave]
    }

    /// Executes one instruction of wave `wave` and says what it wrote. EXIT does nothing here: [`Machine::run`] stops at it.
    ///
    /// Panics on what the assembler refuses: a register that the machine does not have, DPP on an operation without a
    /// register src0.
    pub fn step(&mut self, wave: usize, instruction: &Instruction) -> Retired {
        let effect = step::effect(instruction, &self.waves[wave]);
        effect.apply(wave, &mut self.waves[wave])
    }

    /// Executes every wave of `program` up to and with its EXIT, one wave after the other, wave 0 first.
    pub fn run(&mut self, program: &Program) -> Vec<Retired> {
        let mut retired = Vec::new();
        for wave in 0..program.waves.len() {
            for Line { instruction, .. } in program.executed(wave) {
                retired.push(self.step(wave, instruction));
            }
        }
        retired
    }
}
