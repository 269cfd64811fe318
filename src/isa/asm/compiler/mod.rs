//! What compilers print, as this machine spells it: `llc` and `llvm-mc` for `gfx900`, `nvdisasm`
//! for sm_75 to sm_90.
//!
//! ```text
//! mnemonic, operands ─► gcn (suffixes, waiting, swizzles) ─┐
//!                       logic (LOP3, PLOP3) ───────────────┼─► Own ─► statement, as if it had been written so
//!                       rules ◄─ tables: gfx9, sass ───────┘
//! mnemonic that nothing spells ─► lacking ─► why
//! ```
//!
//! A line is taken only where one instruction of this machine has exactly its result; an operand
//! that would make a difference matches no rule.

mod gcn;
mod gfx9;
mod lacking;
mod line;
mod logic;
mod rule;
mod rules;
mod sass;
mod swizzle;

use super::error::Fault;
use super::mnemonic::forms;
use super::token::Word;

pub(super) use lacking::lacking;
pub(super) use line::{Context, Line, Origin, Own, Piece};

/// The line as this machine spells it; `None` where it is taken as it stands.
///
/// # Errors
///
/// A compiler's line that no one instruction of this machine is exactly.
pub(super) fn own(line: &Line, context: &Context) -> Result<Option<Own>, Fault> {
    if let Some(own) = gcn::own(line)? {
        let bare = Line { mnemonic: own.mnemonic.word(), ..*line };
        return Ok(Some(translated(&bare, context)?.unwrap_or(own)));
    }
    translated(line, context)
}

fn translated(line: &Line, context: &Context) -> Result<Option<Own>, Fault> {
    if let Some(own) = logic::own(line)? {
        return Ok(Some(own));
    }
    rules::own(line, context)
}

/// Whether a compiler's line may begin with the mnemonic, which then is no error by itself.
pub(super) fn check(mnemonic: &Word) -> Result<(), Fault> {
    if gcn::knows(mnemonic) || logic::knows(mnemonic) || rules::knows(mnemonic) {
        return Ok(());
    }
    forms(mnemonic).map(drop).map_err(|fault| lacking(mnemonic, fault))
}
