//! A line of a compiler's, and the same line as this machine spells it.

use crate::isa::asm::error::Fault;
use crate::isa::asm::target::Target;
use crate::isa::asm::token::Word;
use crate::source::shorten;

/// Where a line stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// In a compiler's listing, where what both spell alike means what the compiler means: `1`
    /// beside FADD is 1.0.
    pub is_listing: bool,
    /// The wave that executes it.
    pub wave: usize,
}

/// What decides whether a line is taken, besides its words.
pub struct Context<'c> {
    pub target: &'c Target,
    pub origin: Origin,
}

/// A line without its guard.
pub struct Line<'l, 't> {
    pub mnemonic: Word<'t>,
    pub operands: &'l [Word<'t>],
    pub modifiers: &'l [Word<'t>],
}

/// A word that stands for one of the text.
#[derive(Clone, Debug)]
pub struct Piece {
    text: String,
    /// Byte of the text where the word starts that it stands for.
    start: usize,
}

impl Piece {
    pub(super) fn new(text: impl Into<String>, start: usize) -> Self {
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
pub struct Own {
    pub mnemonic: Piece,
    pub operands: Vec<Piece>,
    pub modifiers: Vec<Piece>,
    /// The compiler's mnemonic, where this machine has another for the same.
    pub renamed: Option<String>,
}

impl Own {
    /// `fault` of the line with the name that the text has for it.
    pub fn told(&self, fault: Fault) -> Fault {
        match &self.renamed {
            Some(name) => {
                let own = shorten(&self.mnemonic.text);
                let rule = format!("{name} is {own} here, and {}", fault.rule);
                Fault { rule, ..fault }
            }
            None => fault,
        }
    }
}
