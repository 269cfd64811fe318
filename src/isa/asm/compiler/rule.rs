//! A rule that rewrites one line as another, or as two.
//!
//! It is two lines of text. Two lines for one are separated by `; ` where the second reads what the first
//! writes, by ` & ` where both read what was before: then they are put in an order in which neither
//! overwrites what the other reads, or the line is refused. Capitals, digits and lower-case words of several letters are meant
//! literally; a single letter stands for an operand, which goes where the letter stands in the
//! other line; each `*` stands for one part of the mnemonic, in their order.
//!
//! | letter | operand | becomes |
//! |---|---|---|
//! | d | register or RZ that is written | itself |
//! | p, q | predicate that is written, that is read | itself |
//! | i | predicate that is read, not negated | itself |
//! | a, b, c | integer: register, RZ or literal; `-a`, `~a`, `|a|` a register with that sign | without the sign |
//! | f, g, h | float: register, RZ, both perhaps modified, or literal in decimal | a literal as its bits |
//! | e, s | the same, not modified | the same |
//! | u, v | any source | itself |
//! | r | register | itself; `-r` in the other line with its sign changed |
//! | k | literal 0..31 | itself |
//! | x | literal 0..31 | that power of two |
//! | m | literal that is a power of two | its logarithm |
//! | t | literal number of threads that fill waves | the number of waves |
//! | n, w | literal, any word | itself |
//! | D, R | register of even number, written or read, and R perhaps RZ: `+D`, `+R` are behind them | itself |
//! | F | literal of a bit field, place 0..31 and length 1..31 in bytes | `<F` its place, `>F` its length, `#F` its bits |
//! | G | literal 1..31 | itself |
//! | o | mask that is written: predicate or slot | itself |
//! | l | mask that is read and that o is not | itself |
//! | j | mask that is read, not negated | itself |
//! | y, z | `SB3`, `{4,3}`: scoreboards | itself |
//!
//! `+d` in the other line is the register behind d, or RZ; `T` and `U` are registers, `M` a mask and `N` a
//! predicate that the listing leaves free, `!i` a mask negated, `a.B0` a part of a. Where a rule has p and o,
//! they differ.

use super::context::Context;
use crate::isa::asm::error::Lack;
use crate::isa::asm::token::Token;

/// A rule. `Line` is a line of text in the tables, and a template where the rule is applied; `Lines`
/// is its other side.
pub(super) struct Rule<Line, Lines = Line> {
    pub from: Line,
    pub to: To<Lines>,
    pub only: Only,
}

/// Right-hand side of a rule: the translation of a compiler's line, or its refusal.
pub(super) enum To<Lines> {
    Own(Lines),
    /// A refusal, whatever the operands: the kind of lack, and the effect that the machine lacks.
    Refused(Lack, &'static str),
}

/// Lines that stand for one.
pub struct Lines<Line> {
    pub lines: Vec<Line>,
    /// Whether a later line reads what an earlier one writes.
    pub is_in_order: bool,
}

/// Letters of the two registers, the mask and the predicate that are free between two lines.
pub(super) const FREE: [char; 4] = ['T', 'U', 'M', 'N'];

impl Lines<Template> {
    /// Whether some line has the letter.
    pub fn has(&self, wanted: char) -> bool {
        self.lines.iter().flat_map(Template::letters).any(|letter| letter == wanted)
    }
}

/// A line with letters.
pub(super) struct Template {
    pub text: &'static str,
    pub mnemonic: &'static str,
    pub operands: Vec<Term>,
}

pub(super) enum Term {
    /// An operand, perhaps behind a sign, perhaps before the name of a part of its word.
    Letter {
        letter: char,
        sign: Option<char>,
        part: Option<&'static str>,
    },
    Literally(Token<'static>),
}

/// Lines to which a rule applies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Only {
    Everywhere,
    /// Lines of a compiler's listing: elsewhere the line has a meaning of its own.
    Listing,
    /// Lines of wave 0, whose threads are the first of a block in one dimension.
    FirstWave,
    /// Lines with a DPP modifier, to which no other rule applies.
    Dpp,
}

pub(super) type Text = &'static str;

pub(super) const fn same(from: Text, to: Text) -> Rule<Text> {
    Rule { from, to: To::Own(to), only: Only::Everywhere }
}

pub(super) const fn in_listing(from: Text, to: Text) -> Rule<Text> {
    Rule { only: Only::Listing, ..same(from, to) }
}

pub(super) const fn in_first_wave(from: Text, to: Text) -> Rule<Text> {
    Rule { only: Only::FirstWave, ..same(from, to) }
}

pub(super) const fn with_dpp(from: Text, to: Text) -> Rule<Text> {
    Rule { only: Only::Dpp, ..same(from, to) }
}

pub(super) const fn refused(from: Text, lack: Lack, does: Text) -> Rule<Text> {
    Rule { from, to: To::Refused(lack, does), only: Only::Everywhere }
}

impl Rule<Template, Lines<Template>> {
    pub fn new(rule: &Rule<Text>) -> Self {
        let to = match rule.to {
            To::Own(to) => {
                let lines = to.split(" & ").flat_map(|to| to.split("; ")).map(Template::new);
                To::Own(Lines { lines: lines.collect(), is_in_order: !to.contains(" & ") })
            }
            To::Refused(lack, does) => To::Refused(lack, does),
        };
        let from = Template::new(rule.from);
        if let To::Own(lines) = &to {
            let letters = lines.lines.iter().flat_map(Template::letters);
            let is_bound =
                |letter| FREE.contains(&letter) || from.letters().any(|own| own == letter);
            assert!(
                { letters }.all(is_bound),
                "{} does not have each letter of its other side",
                rule.from
            );
        }
        Self { from, to, only: rule.only }
    }
}

impl Only {
    pub fn counts(self, context: &Context, has_modifiers: bool) -> bool {
        match self {
            Self::Dpp => has_modifiers,
            _ if has_modifiers => false,
            Self::Everywhere => true,
            Self::Listing => context.is_listing,
            Self::FirstWave => context.wave == 0,
        }
    }
}

impl Template {
    fn letters(&self) -> impl Iterator<Item = char> {
        self.operands.iter().filter_map(|term| match term {
            Term::Letter { letter, .. } => Some(*letter),
            Term::Literally(_) => None,
        })
    }

    fn new(text: &'static str) -> Self {
        let (mnemonic, operands) = text.split_once(' ').unwrap_or((text, ""));
        let operands = operands.split(", ").filter(|operand| !operand.is_empty());
        Self { text, mnemonic, operands: operands.map(Term::new).collect() }
    }
}

impl Term {
    fn new(text: &'static str) -> Self {
        let (whole, part) = match text.split_once('.') {
            Some((whole, part)) => (whole, Some(part)),
            None => (text, None),
        };
        let name = whole.trim_matches(['-', '~', '+', '|', '!', '<', '>', '#']);
        let sign = text.chars().next().filter(|_| name.len() < whole.len());
        match name.as_bytes() {
            [letter @ (b'a'..=b'z' | b'D' | b'R' | b'F' | b'G' | b'T' | b'U' | b'M' | b'N')] => {
                Self::Letter { letter: (*letter).into(), sign, part }
            }
            _ => Self::Literally(Token::new(text, 0)),
        }
    }
}
