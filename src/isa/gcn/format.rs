//! Which of AMD's formats an operation has on GFX9, with its opcode there.

use super::refusal::{Refusal, mnemonic};
use crate::isa::operation::Operation;

pub(super) use crate::isa::row::Gfx9 as Format;

/// The format of an operation.
///
/// # Errors
///
/// GFX9 does not have it.
pub(super) fn format(operation: Operation) -> Result<Format, Refusal> {
    let row = operation.row();
    row.spellings.iter().find_map(|spelling| spelling.gfx9).ok_or_else(|| {
        let rule = format!("{} has no GFX9 encoding", mnemonic(operation));
        let cure = row.instead.unwrap_or("leave it out, or assemble with --format machine");
        Refusal::new(rule, cure)
    })
}
