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
mod logic;
mod rules;
mod sass;
mod swizzle;

use super::error::Fault;
use super::mnemonic::forms;
use super::target::Target;
use super::token::Word;

pub(super) use lacking::lacking;

/// Where a line stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Origin {
    /// In a compiler's listing, where what both spell alike means what the compiler means: `1`
    /// beside FADD is 1.0.
    pub is_listing: bool,
    /// The wave that executes it.
    pub wave: usize,
}

/// What decides whether a line is taken, besides its words.
pub(super) struct Context<'c> {
    pub target: &'c Target,
    pub origin: Origin,
}

/// A line without its guard.
pub(super) struct Line<'l, 't> {
    pub mnemonic: Word<'t>,
    pub operands: &'l [Word<'t>],
    pub modifiers: &'l [Word<'t>],
}

/// A word that stands for one of the text.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    text: String,
    /// Byte of the text where the word starts that it stands for.
    start: usize,
}

impl Piece {
    fn new(text: impl Into<String>, start: usize) -> Self {
        Self { text: text.into(), start }
    }

    pub fn word(&self) -> Word<'_> {
        Word { text: &self.text, start: self.start }
    }
}

impl From<&Word<'_>> for Piece {
    fn from(word: &Word<'_>) -> Self {
        Self::new(word.text, word.start)
    }
}

/// A line as this machine spells it.
#[derive(Debug)]
pub(super) struct Own {
    pub mnemonic: Piece,
    pub operands: Vec<Piece>,
    pub modifiers: Vec<Piece>,
    /// The compiler's mnemonic, where this machine has another for the same.
    renamed: Option<String>,
}

impl Own {
    /// `fault` of the line with the name that the text has for it.
    pub fn told(&self, fault: Fault) -> Fault {
        match &self.renamed {
            Some(name) => {
                let rule = format!("{name} is {} here, and {}", self.mnemonic.text, fault.rule);
                Fault { rule, ..fault }
            }
            None => fault,
        }
    }
}

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
