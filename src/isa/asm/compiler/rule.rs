//! A rule that says one line as another.
//!
//! It is two lines of text. What stands in capitals, in digits or in lower-case words of several
//! letters is meant literally; a single letter stands for an operand, which goes where the letter
//! stands in the other line; `*` for one part of the mnemonic.
//!
//! | letter | operand | becomes |
//! |---|---|---|
//! | d | register or RZ that is written | itself |
//! | p, q | predicate that is written, that is read | itself |
//! | a, b, c | integer: register, RZ or literal; `-a` a register behind a minus | without the minus |
//! | f, g, h | float: register, RZ, both perhaps modified, or literal in decimal | a literal as its bits |
//! | e, s | the same, not modified | the same |
//! | u, v | any source | itself |
//! | r | register | itself |
//! | k | literal 0..31 | itself |
//! | x | literal 0..31 | that power of two |
//! | m | literal that is a power of two | its logarithm |
//! | t | literal number of threads that fill waves | the number of waves |
//! | n, w | literal, any word | itself |

use super::line::Context;
use crate::isa::asm::error::Lack;

/// What becomes of a compiler's line.
pub(super) struct Rule {
    pub from: &'static str,
    pub to: To,
    pub only: Only,
}

pub(super) enum To {
    Own(&'static str),
    /// Whatever its operands: what the machine lacks, and what the line does that it cannot.
    Refused(Lack, &'static str),
}

/// Where a rule counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Only {
    Everywhere,
    /// In a compiler's listing: elsewhere the line has a meaning of its own.
    Listing,
    /// In wave 0, whose threads are the first of a block in one dimension.
    FirstWave,
}

pub(super) const fn same(from: &'static str, to: &'static str) -> Rule {
    Rule { from, to: To::Own(to), only: Only::Everywhere }
}

pub(super) const fn in_listing(from: &'static str, to: &'static str) -> Rule {
    Rule { from, to: To::Own(to), only: Only::Listing }
}

pub(super) const fn in_first_wave(from: &'static str, to: &'static str) -> Rule {
    Rule { from, to: To::Own(to), only: Only::FirstWave }
}

pub(super) const fn refused(from: &'static str, lack: Lack, does: &'static str) -> Rule {
    Rule { from, to: To::Refused(lack, does), only: Only::Everywhere }
}

impl Rule {
    pub fn mnemonic(&self) -> &'static str {
        split(self.from).0
    }

    pub fn counts(&self, context: &Context) -> bool {
        match self.only {
            Only::Everywhere => true,
            Only::Listing => context.origin.is_listing,
            Only::FirstWave => context.origin.wave == 0,
        }
    }
}

/// Mnemonic and operands of a rule's line.
pub(super) fn split(line: &'static str) -> (&'static str, Vec<&'static str>) {
    match line.split_once(' ') {
        Some((mnemonic, operands)) => (mnemonic, operands.split(", ").collect()),
        None => (line, Vec::new()),
    }
}
