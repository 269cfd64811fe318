//! The architectural state of a wave (ISA.md section 2), as both the model and the hardware can be
//! loaded and read.

use super::instruction::Register;
use super::words::{Mask, Wave};

/// Entries of a wave's mask file: P0..P6, PT, s0..s3 (numbered as [`super::MaskEntry`]).
pub const MASK_ENTRIES: usize = 12;

/// One wave: every register, every predicate and mask slot, and EXEC.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WaveState {
    /// Threads that execute.
    pub exec: Mask,
    /// `registers[r]` is register r.
    pub registers: Vec<Wave<u32>>,
    /// `masks[e]` is mask entry e; entry 7, PT, holds all ones.
    pub masks: Vec<Mask>,
}

impl WaveState {
    /// The state that nothing was said about: all zero, EXEC all ones.
    pub fn new(threads: usize, registers: usize) -> Self {
        let mut masks = vec![Mask::filled(threads, false); MASK_ENTRIES];
        masks[7] = Mask::filled(threads, true);
        Self {
            exec: Mask::filled(threads, true),
            registers: vec![Wave::filled(threads, 0); registers],
            masks,
        }
    }

    /// The words of a register.
    pub fn register(&self, register: Register) -> &Wave<u32> {
        &self.registers[usize::from(register.0)]
    }
}
