//! Effects of an instruction, as the model computes them and as the hardware's retire port shows.

use std::fmt;

use super::instruction::{MaskEntry, Register};
use super::words::{Mask, Wave};

/// The effects of one retired instruction; one record and one way to print it, for every engine.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Retired {
    /// Wave of the instruction.
    pub wave: usize,
    /// Threads that were written.
    pub written: Mask,
    /// The register written and its words; threads outside `written` hold 0.
    pub register: Option<(Register, Wave<u32>)>,
    /// The predicate or mask slot written and its bits; threads outside `written` hold false.
    pub mask: Option<(MaskEntry, Mask)>,
}

impl fmt::Display for Retired {
    /// `wave 0 written 0x000000000000ffff R4 = 00000001 … P1 = 0x…`, thread 0 first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "wave {} written {}", self.wave, self.written.to_hex())?;
        if let Some((register, words)) = &self.register {
            write!(f, " {register} =")?;
            for word in &words.0 {
                write!(f, " {word:08x}")?;
            }
        }
        if let Some((entry, bits)) = &self.mask {
            write!(f, " {entry} = {}", bits.to_hex())?;
        }
        Ok(())
    }
}
