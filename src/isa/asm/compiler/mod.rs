//! Translates compilers' listings to this machine's spelling: `llc` and `llvm-mc` for `gfx900`,
//! `nvdisasm` for sm_75 to sm_90.
//!
//! ```text
//! statement ─► gcn (suffixes, waiting, swizzles) ─┬─► logic (LOP3, PLOP3) ──────────┬─► statement, as if it had been written so
//!                                                 └─► rules ◄─ tables: gfx9, sass ──┘
//! mnemonic that nothing spells ─► lacking ─► why
//! ```
//!
//! A line is taken only where one instruction of this machine has exactly its result; an operand
//! that would make a difference matches no rule.

mod context;
mod gcn;
mod gfx9;
mod lacking;
mod logic;
mod rule;
mod rules;
mod sass;
mod swizzle;

use super::error::Fault;
use super::mnemonic::forms;
use super::statement::Statement;
use super::token::Token;

pub(super) use context::Context;
pub(super) use lacking::lacking;

/// The line as this machine spells it.
///
/// # Errors
///
/// A compiler's line that no one instruction of this machine is exactly.
pub(super) fn own<'t>(line: Statement<'t>, context: &Context) -> Result<Statement<'t>, Fault> {
    let line = gcn::own(line)?;
    if logic::knows(&line.mnemonic) { logic::own(line) } else { rules::own(line, context) }
}

/// Whether a compiler's line may begin with the mnemonic, which then is no error by itself.
pub(super) fn check(mnemonic: &Token) -> Result<(), Fault> {
    if gcn::knows(mnemonic) || logic::knows(mnemonic) || rules::knows(&mnemonic.text) {
        return Ok(());
    }
    forms(mnemonic).map(drop).map_err(|fault| lacking(mnemonic, fault))
}
