//! Kinds of tokens of the text.

use super::literal::{Literal, parse_literal};
use crate::isa::{MaskEntry, MaskSource, SourceModifier, SpecialRegister};

/// Start of a comment that ends on its line.
pub(super) const BLOCK_COMMENT: &str = "/*";

/// TokenKind of a token, in whatever place it stands. A number out of range is kept as it is;
/// [`fill`](super::operand::fill) refuses it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum TokenKind {
    Register(u64),
    /// `-R1`, `|R1|` or `-|R1|`.
    ModifiedRegister(u64, SourceModifier),
    /// `RZ`, perhaps modified like a register: a source that is 0, a destination that is thrown
    /// away.
    Zero(SourceModifier),
    /// A literal between bars.
    AbsoluteLiteral,
    /// `None`: a predicate that no machine has, such as P7.
    Predicate {
        entry: Option<MaskEntry>,
        negated: bool,
    },
    /// `__`
    Discard,
    /// `s1`, or `s[2:3]` as compilers write it; `None`: a slot that no machine has, such as s4.
    Slot(Option<MaskEntry>),
    Exec,
    /// `SR_TID`; `None`: one that no machine has, such as SR_X.
    Special(Option<SpecialRegister>),
    Literal(Literal),
    /// An operand of compilers that no instruction of this machine accepts, described in words.
    Absent(&'static str),
    /// `@P1`; `None`: no predicate that a machine has.
    Guard(Option<MaskSource>),
    /// A word that is meant as a DPP modifier.
    Modifier,
    /// A comment that nothing ends.
    Unended,
    Comma,
    Other,
}

/// Signs that may stand before an operand.
pub(super) const SIGNS: [char; 5] = ['-', '+', '~', '|', '!'];

/// Operands that compilers print and that this machine lacks, by how they begin.
const ABSENT: &[(&str, &str)] = &[
    ("vcc_", "half of a mask, and masks are whole here"),
    ("exec_", "half of a mask, and masks are whole here"),
    ("v[", "a group of registers, and words have 32 bits here"),
    ("c[", "a word of constant memory, and this machine has no memory"),
    ("[", "an address, and this machine has no memory"),
    ("desc[", "an address, and this machine has no memory"),
    ("`(", "a place to go to, and this machine has no branches"),
    ("m0", "a scalar register, and this machine has none"),
    ("scc", "a scalar register, and this machine has none"),
    ("ttmp", "a scalar register, and this machine has none"),
    ("flat_scratch", "a scalar register, and this machine has none"),
    ("src_", "a scalar register, and this machine has none"),
    ("qnan", "a NaN whose bits are not printed"),
    ("snan", "a NaN whose bits are not printed"),
];

impl TokenKind {
    /// `RZ` as it is.
    pub const ZERO: Self = Self::Zero(SourceModifier::NONE);

    pub fn of(text: &str) -> Self {
        match text.strip_prefix('@') {
            Some(predicate) => Self::Guard(
                Self::of_lower(&predicate.to_ascii_lowercase())
                    .mask()
                    .filter(|mask| !mask.entry.is_slot()),
            ),
            None if text.starts_with(BLOCK_COMMENT) => Self::Unended,
            None => Self::of_lower(&text.to_ascii_lowercase()),
        }
    }

    fn of_lower(lower: &str) -> Self {
        let (negated, name) = match lower.strip_prefix('!') {
            Some(name) => (true, name),
            None => (false, lower),
        };
        let predicate = |entry| Self::Predicate { entry, negated };
        match name {
            "vcc" => return predicate(Some(MaskEntry::VCC)),
            "pt" => return predicate(Some(MaskEntry::TRUE)),
            "," => return Self::Comma,
            _ => {}
        }
        if let Some(number) = numbered(name, 'p') {
            return predicate((number < 7).then(|| MaskEntry::predicate(number as u8)));
        }
        match name {
            _ if negated && let Some(number @ 0..4) = numbered(name, 's') => {
                return predicate(Some(MaskEntry::slot(number as u8)));
            }
            _ if negated => return absent(name).map_or(Self::Other, Self::Absent),
            "exec" => return Self::Exec,
            "__" => return Self::Discard,
            _ if name.starts_with("sr_") => {
                let is_it = |own: &SpecialRegister| own.to_string().eq_ignore_ascii_case(name);
                return Self::Special(SpecialRegister::ALL.into_iter().find(is_it));
            }
            _ => {}
        }
        let slot = |number: u64| (number < 4).then(|| MaskEntry::slot(number as u8));
        let pair = || name.strip_prefix("s[").map(|pair| Self::Slot(pair_of_scalars(pair)));
        let other = || if is_modifier(name) { Self::Modifier } else { Self::Other };
        None.or_else(|| register_number(name).map(Self::Register))
            .or_else(|| modified(name))
            .or_else(|| numbered(name, 's').map(|number| Self::Slot(slot(number))))
            .or_else(pair)
            .or_else(|| absent(name).map(Self::Absent))
            .or_else(|| parse_literal(name).map(Self::Literal))
            .unwrap_or_else(other)
    }

    /// Whether some instruction, of this machine or of a compiler's, takes it as an operand.
    pub fn is_operand(self) -> bool {
        use TokenKind::*;
        !matches!(self, Guard(_) | Modifier | Unended | Comma | Other)
    }

    /// The predicate or mask slot that it reads, if there is one of that number.
    pub fn mask(self) -> Option<MaskSource> {
        match self {
            Self::Predicate { entry: Some(entry), negated } => Some(MaskSource { entry, negated }),
            Self::Slot(Some(entry)) => Some(MaskSource { entry, negated: false }),
            _ => None,
        }
    }

    pub fn integer(self) -> Option<i128> {
        match self {
            Self::Literal(literal) => literal.integer(),
            _ => None,
        }
    }
}

fn register_number(name: &str) -> Option<u64> {
    numbered(name, 'r').or_else(|| numbered(name, 'v'))
}

fn absent(name: &str) -> Option<&'static str> {
    let signed = name;
    let name = name.trim_start_matches(SIGNS);
    if let Some(of_warp) = name.strip_prefix('u')
        && (matches!(of_warp, "rz" | "pt")
            || numbered(of_warp, 'r').or(numbered(of_warp, 'p')).is_some())
    {
        return Some("of the uniform datapath, which this machine does not have");
    }
    let known = ABSENT.iter().find(|(start, _)| name.starts_with(start)).map(|&(_, what)| what);
    let is_inverted = signed.starts_with('~') && register_number(name).is_some();
    known.or(is_inverted.then_some("a word with its bits inverted, and sources have no such sign"))
}

/// Mask slot that GFX9 keeps in the scalar registers `2N:2N+1]` (`isa::gcn`).
fn pair_of_scalars(text: &str) -> Option<MaskEntry> {
    let (first, last) = text.strip_suffix(']')?.split_once(':')?;
    let number = |text: &str| text.parse::<u8>().ok();
    let (first, last) = (number(first)?, number(last)?);
    (first < 8 && first % 2 == 0 && last == first + 1).then(|| MaskEntry::slot(first / 2))
}

/// A source without its signs, its modifier, and whether `~` inverts its bits.
pub(super) fn modified_name(text: &str) -> (&str, SourceModifier, bool) {
    let (negate, rest) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let (inverted, rest) = rest.strip_prefix('~').map_or((false, rest), |rest| (true, rest));
    let inside = rest.strip_prefix('|').and_then(|rest| rest.strip_suffix('|'));
    let modifier = SourceModifier { absolute: inside.is_some(), negate };
    (inside.unwrap_or(rest), modifier, inverted)
}

/// `rz`, `-r1`, `|r1|`, `-|r1|`, and a literal between bars, which is no operand but deserves its
/// own error.
fn modified(name: &str) -> Option<TokenKind> {
    match modified_name(name) {
        (.., true) => None,
        ("rz", modifier, _) => Some(TokenKind::Zero(modifier)),
        (text, modifier, _) => register_number(text)
            .map(|number| TokenKind::ModifiedRegister(number, modifier))
            .or_else(|| {
                parse_literal(text)
                    .filter(|_| modifier.absolute)
                    .map(|_| TokenKind::AbsoluteLiteral)
            }),
    }
}

/// The number of a name such as `r12`; one too long for any register file is very large.
fn numbered(name: &str, prefix: char) -> Option<u64> {
    let digits = name.strip_prefix(prefix)?;
    let append = |number: u64, digit: char| {
        Some(number.saturating_mul(10).saturating_add(digit.to_digit(10)?.into()))
    };
    if digits.is_empty() { None } else { digits.chars().try_fold(0, append) }
}

/// Whether a word that is no operand, in lower case, is meant as a DPP modifier.
fn is_modifier(lower: &str) -> bool {
    let begins = |prefix: &str| lower.starts_with(prefix);
    lower.contains(':')
        || lower == "fi"
        || ["row_", "wave_", "quad_", "bank_", "bound_", "dpp"].into_iter().any(begins)
}
