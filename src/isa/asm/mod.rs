//! Assembly text in both dialects (ISA.md section 3): assembler, diagnostics, disassembler.
//!
//! ```text
//! text ─ token, kind ─► tokens of a line ─┬─ blocks ◄─ directives
//!                                         └─ statement, a tree ─► compiler (what compilers print, as our own) ─┐
//!    ┌─────────────────────────────────────────────────────────────────────────────────────────────────────────┘
//!    └─► resolve (which spelling of TABLE: form) ─► operand, dpp, shuffle, video ─► Instruction
//! listing of a compiler ─► its lines with instructions, uniform registers, masks, constants ─► statement
//!                      kernel, for time ◄─ footprint (operands of a line that is not executed)
//! ```
//!
//! No file here lists operations: the operands of a mnemonic are read from the spellings of
//! [`super::TABLE`].
//!
//! ```
//! use lanebeat::config::Config;
//! use lanebeat::isa::asm::{assemble, disassemble};
//!
//! let target = Config::default().target();
//! let program = assemble("add.s", "v_add_u32 v3, v1, v2", &target)?;
//! assert_eq!(disassemble(&program.waves[0][0].instruction, None), "IADD R3, R1, R2");
//! let errors = assemble("add.s", "IADD R3, R1", &target).unwrap_err();
//! assert_eq!(errors.errors[0].line, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blocks;
mod compiler;
mod constants;
mod described;
mod disassemble;
mod dpp;
mod error;
mod footprint;
mod form;
mod implied;
mod kernel;
mod lines;
mod listing;
mod literal;
mod masks;
mod mnemonic;
mod operand;
mod resolve;
mod shuffle;
mod statement;
mod target;
mod token;
mod token_kind;
mod uniform;
mod video;
mod video_operands;

use self::compiler::Context;
use self::error::Fault;
use self::masks::MaskUse;
use self::token::{Token, lines, tokens};
use super::instruction::Register;
use super::program::Program;

pub use blocks::{MAXIMUM_INSTRUCTIONS, MAXIMUM_NESTING};
pub use compiler::Generation;
pub use constants::Constants;
pub use described::{
    Described, Example, Place, Written, described, described_modifier, operations,
};
pub use disassemble::{disassemble, spells};
pub(super) use dpp::control_text;
pub use dpp::modifiers;
pub use error::{AssemblyError, AssemblyErrors, Lack, MAXIMUM_ERRORS};
pub use kernel::{Kernel, KernelOptions, MEMORY_LATENCY, labels, read_kernel};
pub(super) use lines::line_errors;
pub use lines::{columns, doubtful_literals};
pub use listing::{Listed, Listing, Refused, Skipped, read_listing};
pub use target::Target;

/// The program that `text` spells; `source_name` is the file's name in the errors.
///
/// # Errors
///
/// Every rule that the text breaks, in its order, but at most [`MAXIMUM_ERRORS`].
pub fn assemble(source_name: &str, text: &str, target: &Target) -> Result<Program, AssemblyErrors> {
    let lines = lines(text).map(|(number, start, line)| (number, tokens(line, start)));
    let lines = lines.filter(|(_, tokens)| !tokens.is_empty());
    program(lines.map(|(number, tokens)| (number, None, MaskUse::default(), tokens)), target, None)
        .map_err(|faults| AssemblyErrors::new(source_name, text, faults))
}

/// The program of wave 0 that a compiler's listing is, with `constants` in their places.
///
/// # Errors
///
/// Every instruction that this machine does not have, in their order, but at most
/// [`MAXIMUM_ERRORS`]; a word that is missing once, where it is first read.
pub fn assemble_listing(
    source_name: &str,
    text: &str,
    target: &Target,
    constants: &Constants,
) -> Result<Program, AssemblyErrors> {
    let (code, _, scratch) = listing::code(text, target);
    program(
        code.into_iter().map(|code| (code.number, code.generation, code.masks, code.tokens)),
        target,
        Some((constants, scratch)),
    )
    .map_err(|faults| AssemblyErrors::new(source_name, text, faults))
}

/// The program of numbered lines with at least one token; a listing has constants, perhaps
/// registers that it leaves free, and no directives.
fn program<'t>(
    lines: impl Iterator<Item = (usize, Option<Generation>, MaskUse, Vec<Token<'t>>)>,
    target: &Target,
    of_listing: Option<(&Constants, [Option<Register>; 2])>,
) -> Result<Program, Vec<Fault>> {
    let (is_listing, of_program) = (of_listing.is_some(), Context::of_program(target));
    let (constants, scratch) = of_listing.unwrap_or((of_program.constants, of_program.scratch));
    let mut blocks = blocks::Blocks::default();
    let mut faults = Vec::new();
    for (number, generation, masks, tokens) in lines {
        let context = Context {
            target,
            is_listing,
            constants,
            scratch,
            masks,
            generation,
            wave: blocks.wave(),
        };
        let is_directive = !is_listing && tokens[0].text.starts_with('.');
        let outcome = if is_directive && statement::unended(&tokens).is_none() {
            blocks.directive(&tokens, target).map_err(|fault| vec![fault])
        } else {
            let span = tokens[0].span();
            let push = |own| blocks.push(number, own, span).map_err(|fault| vec![fault]);
            resolve::instructions(tokens, &context).and_then(push)
        };
        for fault in outcome.err().unwrap_or_default() {
            let is_told = |told: &Fault| fault.lack == Lack::Word && told.rule == fault.rule;
            if !faults.iter().any(is_told) {
                faults.push(fault);
            }
        }
        if faults.len() > MAXIMUM_ERRORS || blocks.is_full() {
            break;
        }
    }
    if faults.is_empty() {
        faults.extend(blocks.unended());
    }
    if faults.is_empty() { Ok(blocks.into_program()) } else { Err(faults) }
}
