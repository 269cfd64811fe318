//! Where a GCN3 needs wait states (ISA.md section 12). This machine interlocks and needs none.
//!
//! A vector operation that writes a register must be two wait states ahead of a DPP modifier that
//! moves that register; each instruction between them is one, `s_nop N` is N+1. Only src0 is moved
//! by DPP: src1, src2 and the old destination may be written just before (\[S3\] has no v_nop there).
//! ISA.md's other two rules need no check: "vector write of EXEC, then DPP: 5" never applies,
//! because no vector instruction of this machine writes EXEC (there is no v_cmpx), and "scalar
//! write of EXEC, then DPP: 0" requires no wait state.

use std::collections::BTreeSet;

use crate::isa::instruction::{Instruction, Operand, Register};
use crate::isa::operation::{ControlOperation, Operation};
use crate::isa::program::{Executed, Line};

/// Wait states between a vector write of a register and a DPP read of it.
pub const REGISTER_TO_DPP: usize = 2;

/// A DPP read that comes too soon after the write of its register.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hazard {
    /// Line of the text that reads by DPP, from 1.
    pub line: usize,
    /// Line of the text that writes the register.
    pub writer: usize,
    /// The register.
    pub register: Register,
    /// Wait states that lie between them already.
    pub present: usize,
}

impl Hazard {
    /// Wait states that are missing, at least one.
    pub fn missing(&self) -> usize {
        REGISTER_TO_DPP - self.present
    }
}

/// The hazards of one wave's instructions in the order in which they are executed, each pair of
/// lines once.
pub fn hazards(lines: Executed) -> Vec<Hazard> {
    let mut found: Vec<Hazard> = Vec::new();
    for (position, &Line { instruction, number: line, .. }) in lines.iter().enumerate() {
        // The register that a DPP modifier moves.
        let (Some(_), Operand::Register(register)) = (instruction.dpp, instruction.a) else {
            continue;
        };
        if let Some((writer, present)) = last_write(lines.iter().take(position), register) {
            found.push(Hazard { line, writer, register, present });
        }
    }
    let mut seen = BTreeSet::new();
    found.retain(|&hazard| seen.insert(hazard));
    found
}

/// The line that wrote `register` less than [`REGISTER_TO_DPP`] wait states before the end of
/// `lines`, and how many those are.
fn last_write<'l>(
    lines: impl DoubleEndedIterator<Item = &'l Line>,
    register: Register,
) -> Option<(usize, usize)> {
    let mut present = 0;
    for line in lines.rev() {
        if line.instruction.destination == Some(register) {
            return Some((line.number, present));
        }
        present += wait_states(&line.instruction);
        if present >= REGISTER_TO_DPP {
            return None;
        }
    }
    None
}

/// Wait states that an instruction is for those around it.
fn wait_states(instruction: &Instruction) -> usize {
    match instruction.operation {
        Operation::Control(ControlOperation::Nop) => 1 + usize::from(instruction.extra_slots),
        _ => 1,
    }
}
