//! The machine's GCN dialect as the dwords of AMD's GFX9 (`gfx900`, Vega), and where a GCN3 needs
//! wait states.
//!
//! ```text
//! Instruction ─► format (which of AMD's formats, if any) ─┬─ vector (VOP1, VOP2, VOPC, VOP3, DPP dword) ─┬─► dwords
//!                                                         ├─ scalar (SOP1, SOP2, SOPP) ──────────────────┤
//!                                                         └─ data_share (DS) ────────────────────────────┘
//! Program ─────► wait_states ─► hazards
//! ```
//!
//! A mask slot `sN` is the SGPR pair `s[2N:2N+1]`: s0 is `s[0:1]`, s3 is `s[6:7]`. EXIT is
//! `s_endpgm`. The SASS-like spelling of an operation that GFX9 has (IADD) is encoded as its
//! GCN-like one (`v_add_u32`). Sources: the "Vega" ISA guide, microcode formats; ISA.md section
//! 6, "Encoding".

mod constant;
mod data_share;
mod format;
mod refusal;
mod scalar;
mod vector;
pub mod wait_states;

use std::collections::BTreeMap;

use super::asm::{self, AssemblyErrors, LineFault};
use super::instruction::{Instruction, MaskSource};
use super::operation::{ControlOperation, Operation};
use super::program::Program;

pub use refusal::Refusal;

/// One instruction of a program as GFX9 dwords.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Encoded {
    pub wave: usize,
    /// Line number in the text, from 1.
    pub line: usize,
    pub instruction: Instruction,
    /// One dword, or two with a literal, a DPP modifier or in VOP3; the first in memory first.
    pub dwords: Vec<u32>,
}

/// The GFX9 dwords of every instruction of `program`, which was assembled from `text`;
/// `source_name` is the file's name in the errors.
///
/// # Errors
///
/// One for each line of the text that GFX9 cannot say.
pub fn encode_program(
    source_name: &str,
    text: &str,
    program: &Program,
) -> Result<Vec<Encoded>, AssemblyErrors> {
    let mut encoded = Vec::new();
    let mut faults = BTreeMap::new();
    for (wave, lines) in program.waves.iter().enumerate() {
        for line in lines {
            match encode(&line.instruction) {
                Ok(dwords) => {
                    encoded.push(Encoded {
                        wave,
                        line: line.number,
                        instruction: line.instruction,
                        dwords,
                    });
                }
                Err(Refusal { rule, cure }) => {
                    faults.entry(line.number).or_insert(LineFault {
                        number: line.number,
                        rule,
                        cure,
                    });
                }
            }
        }
    }
    if faults.is_empty() {
        Ok(encoded)
    } else {
        Err(asm::line_errors(source_name, text, faults.into_values()))
    }
}

/// The GFX9 dwords of an instruction, constants inline where `llvm-mc` puts them inline.
///
/// # Errors
///
/// The instruction is none that GFX9 has.
pub fn encode(instruction: &Instruction) -> Result<Vec<u32>, Refusal> {
    if instruction.guard != MaskSource::TRUE {
        let sign = if instruction.guard.negated { "!" } else { "" };
        let rule = format!("the guard @{sign}{} has no GFX9 encoding", instruction.guard.entry);
        return Err(Refusal::new(
            rule,
            "set EXEC around the instruction, with s_and_saveexec_b64 and s_mov_b64",
        ));
    }
    match instruction.operation {
        Operation::Control(ControlOperation::Nop) => {
            Ok(vec![scalar::no_operation(instruction.extra_slots)])
        }
        Operation::Control(ControlOperation::Exit) => Ok(vec![scalar::END_PROGRAM]),
        Operation::Exec(operation) => scalar::encode(operation, instruction),
        Operation::LaneMove(kind) if data_share::has(kind) => {
            Ok(data_share::encode(kind, instruction))
        }
        operation => vector::encode(format::format(operation)?, instruction),
    }
}
