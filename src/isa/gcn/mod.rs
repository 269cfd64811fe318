//! The machine's GCN dialect as the dwords of AMD's GFX9 (`gfx900`, Vega), and where a GCN3 needs
//! wait states.
//!
//! ```text
//! Instruction ─► its row's encoding ─┬─ vector (VOP1, VOP2, VOPC, VOP3, DPP dword) ─┬─► dwords
//!                                    ├─ scalar (SOP1, SOP2) ────────────────────────┤
//!                                    └─ data share (DS), SOPP ──────────────────────┘
//! Program ─► wait_states ─► hazards
//! ```
//!
//! A mask slot `sN` is the SGPR pair `s[2N:2N+1]`: s0 is `s[0:1]`, s3 is `s[6:7]`. EXIT is
//! `s_endpgm`. The SASS-like spelling of an operation that GFX9 has (IADD) is encoded as its
//! GCN-like one (`v_add_u32`). Sources: the "Vega" ISA guide, microcode formats; ISA.md section
//! 6, "Encoding".
//!
//! ```
//! use lanebeat::config::Config;
//! use lanebeat::isa::{asm::assemble, gcn::encode};
//!
//! let program = assemble("move.s", "v_mov_b32 v1, v2", &Config::default().target())?;
//! // As llvm-mc has it for gfx900.
//! assert_eq!(encode(&program.waves[0][0].instruction), Ok(vec![0x7e02_0302]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod constant;
mod refusal;
mod scalar;
mod vector;
mod wait_states;

use std::collections::BTreeMap;

pub use self::refusal::Refusal;
use self::refusal::mnemonic;
pub use self::wait_states::{Hazard, REGISTER_TO_DPP, hazards};
use super::asm::{self, AssemblyErrors};
use super::instruction::{Instruction, MaskSource, Operand};
use super::operation::{ControlOperation, Operation};
use super::program::Program;
use super::row::{Field, Gfx9, Spelling};

/// `s_endpgm`.
const END_PROGRAM: u32 = 0xbf81_0000;
const V_NOP: u32 = 0x7e00_0000;
const S_NOP: u32 = 0xbf80_0000;
const DS: u32 = 0xd800_0000;

/// One instruction of a program as GFX9 dwords.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Encoded {
    /// Wave that executes it.
    pub wave: usize,
    /// Line number in the text, from 1.
    pub line: usize,
    /// The instruction.
    pub instruction: Instruction,
    /// One dword, or two with a literal, a DPP modifier or in VOP3; the first in memory first.
    pub dwords: Vec<u32>,
}

/// The GFX9 dwords of every instruction of `program`, which was assembled from `text`;
/// `source_name` is the file's name in the errors.
///
/// # Errors
///
/// One for each line of the text that GFX9 cannot encode.
pub fn encode_program(
    source_name: &str,
    text: &str,
    program: &Program,
) -> Result<Vec<Encoded>, AssemblyErrors> {
    let mut encoded = Vec::new();
    let mut refused = BTreeMap::new();
    for (wave, lines) in program.waves.iter().enumerate() {
        for line in lines.iter() {
            let (line, instruction) = (line.number, line.instruction);
            match encode(&instruction) {
                Ok(dwords) => encoded.push(Encoded { wave, line, instruction, dwords }),
                Err(refusal) => _ = refused.entry(line).or_insert(refusal),
            }
        }
    }
    if refused.is_empty() {
        return Ok(encoded);
    }
    let faults = refused.into_iter().map(|(line, Refusal { rule, cure })| (line, rule, cure));
    Err(asm::line_errors(source_name, text, faults))
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
    let operation = instruction.operation;
    match operation {
        Operation::Control(ControlOperation::Exit) => return Ok(vec![END_PROGRAM]),
        // `s_nop 0` and `v_nop` are one instruction of this machine.
        Operation::Control(ControlOperation::Nop) => {
            let more = instruction.extra_slots;
            return Ok(vec![if more == 0 { V_NOP } else { S_NOP | u32::from(more) }]);
        }
        _ => {}
    }
    let row = operation.row();
    let means = |spelling: &&Spelling| {
        let reads_q = spelling.fields.contains(&Field::VccCarry);
        let is_carry = spelling.fields.contains(&Field::VccDestination);
        spelling.gfx9.is_some()
            && spelling.immediate.is_none_or(|immediate| immediate == instruction.immediate)
            && (!is_carry || reads_q == (instruction.q != MaskSource::FALSE))
    };
    let spelling = row.spellings.iter().find(means).ok_or_else(|| {
        if let Some(function) = instruction.combination() {
            let rule = format!("{}.{} has no GFX9 encoding", mnemonic(operation), function.name());
            return Refusal::new(rule, "compare into vcc, and combine masks with s_and_b64");
        }
        if operation.uses(Field::Table) && operation.uses(Field::D) {
            let rule = format!("the table {:#04x} has no GFX9 encoding", instruction.immediate);
            return Refusal::new(rule, "use v_bfi_b32, v_and_or_b32, v_or3_b32 or two operations");
        }
        let rule = format!("{} has no GFX9 encoding", mnemonic(operation));
        let cure = row.instead.unwrap_or("leave it out, or assemble with --format machine");
        Refusal::new(rule, cure)
    })?;
    let encoding = spelling.gfx9.expect("the spelling has an encoding");
    match encoding {
        Gfx9::Sop1(_) | Gfx9::Sop2(_) => scalar::encode(encoding, instruction),
        Gfx9::Ds(opcode) => Ok(data_share(opcode, instruction)),
        Gfx9::Vop1(_) | Gfx9::Vop2(_) | Gfx9::Vopc(_) | Gfx9::Vop3(_) => {
            vector::encode(encoding, &in_order(instruction, spelling))
        }
    }
}

/// The instruction with its sources in the order of src0, src1, src2, which is that of the text.
fn in_order(instruction: &Instruction, spelling: &Spelling) -> Instruction {
    let mut ordered = *instruction;
    let places = spelling.fields.iter().filter_map(|field| field.operand());
    for (source, place) in places.clone().enumerate() {
        *ordered.source_mut(source) = instruction.sources()[place];
        ordered.modifiers[source] = instruction.modifiers[place];
    }
    (places.count()..3).for_each(|source| *ordered.source_mut(source) = Operand::None);
    ordered
}

/// The lane moves that GFX9 sends through its local data share. The address of ds_swizzle_b32 is
/// its data and the offset its pattern.
fn data_share(opcode: u32, instruction: &Instruction) -> Vec<u32> {
    let register = |operand: Operand| operand.register().map_or(0, |register| register.0.into());
    let (offset, sources) = match (register(instruction.a), instruction.b) {
        (a, Operand::Literal(offset)) => (offset & 0xffff, a),
        (a, b) => (0, a << 8 | register(b)),
    };
    let destination = instruction.destination.map_or(0, |register| register.0.into());
    vec![DS | opcode << 17 | offset, destination << 24 | sources]
}
