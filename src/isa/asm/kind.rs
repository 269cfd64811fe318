//! What a word of the text is, and which places of a spelling take it.

use super::literal::{Literal, parse_literal};
use super::target::Target;
use crate::isa::{BARRIERS, COUNTERS, Field, MaskEntry, SourceModifier, SpecialRegister};

/// What a word is, whatever place it stands in. A number out of range stays what it is;
/// [`fill`](super::operand::fill) refuses it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Kind {
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
    /// An operand of a compiler's that no instruction of this machine takes: what it is, in words.
    Absent(&'static str),
    Other,
}

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
];

impl Kind {
    /// `RZ` as it is.
    pub const ZERO: Self = Self::Zero(SourceModifier::NONE);

    pub fn of(text: &str) -> Self {
        let lower = text.to_ascii_lowercase();
        let (negated, name) = match lower.strip_prefix('!') {
            Some(name) => (true, name),
            None => (false, lower.as_str()),
        };
        let predicate = |entry| Self::Predicate { entry, negated };
        match name {
            "vcc" => return predicate(Some(MaskEntry::VCC)),
            "pt" => return predicate(Some(MaskEntry::TRUE)),
            _ => {}
        }
        if let Some(number) = numbered(name, 'p') {
            return predicate((number < 7).then(|| MaskEntry::predicate(number as u8)));
        }
        match name {
            _ if negated => return Self::Other,
            "exec" => return Self::Exec,
            "__" => return Self::Discard,
            _ => {}
        }
        if name.starts_with("sr_") {
            Self::Special(
                SpecialRegister::ALL
                    .into_iter()
                    .find(|register| register.to_string().eq_ignore_ascii_case(name)),
            )
        } else if let Some(number) = register_number(name) {
            Self::Register(number)
        } else if let Some(kind) = modified(name) {
            kind
        } else if let Some(number) = numbered(name, 's') {
            Self::Slot((number < 4).then(|| MaskEntry::slot(number as u8)))
        } else if let Some(scalars) = name.strip_prefix("s[") {
            Self::Slot(pair_of_scalars(scalars))
        } else if let Some(what) = absent(name) {
            Self::Absent(what)
        } else {
            parse_literal(name).map_or(Self::Other, Self::Literal)
        }
    }

    /// Whether a place of kind `field` takes such an operand.
    pub fn fits(self, field: Field) -> bool {
        match field {
            Field::D => matches!(self, Self::Register(_)) || self == Self::ZERO,
            Field::RegisterA | Field::RegisterB => matches!(self, Self::Register(_)),
            Field::MaskDestination => {
                matches!(self, Self::Predicate { negated: false, .. } | Self::Discard)
            }
            Field::A | Field::B | Field::C | Field::ShuffleB | Field::ShuffleC => {
                matches!(
                    self,
                    Self::Register(_)
                        | Self::Zero(_)
                        | Self::Literal(_)
                        | Self::ModifiedRegister(..)
                        | Self::AbsoluteLiteral
                )
            }
            Field::P | Field::Q => matches!(self, Self::Predicate { .. }),
            Field::NotVcc | Field::Vcc => {
                self == Self::Predicate { entry: Some(MaskEntry::VCC), negated: false }
            }
            Field::Exec => self == Self::Exec,
            Field::SlotDestination | Field::Slot => matches!(self, Self::Slot(_)),
            Field::MaskLiteral
            | Field::ExtraSlots
            | Field::Barrier
            | Field::ArrivingWaves
            | Field::Counter => {
                matches!(self, Self::Literal(_))
            }
            Field::LiteralA | Field::LiteralB | Field::LiteralC | Field::SwizzleOffset => {
                matches!(self, Self::Literal(_))
            }
            Field::Special => matches!(self, Self::Special(_)),
        }
    }
}

fn register_number(name: &str) -> Option<u64> {
    numbered(name, 'r').or_else(|| numbered(name, 'v'))
}

fn absent(name: &str) -> Option<&'static str> {
    if let Some(of_warp) = name.strip_prefix('u')
        && (matches!(of_warp, "rz" | "pt")
            || numbered(of_warp, 'r').or(numbered(of_warp, 'p')).is_some())
    {
        return Some("of the uniform datapath, which this machine does not have");
    }
    ABSENT.iter().find(|(start, _)| name.starts_with(start)).map(|&(_, what)| what)
}

/// The slot of GFX9's scalar registers `2N:2N+1]`, in which it stands there (`isa::gcn`).
fn pair_of_scalars(text: &str) -> Option<MaskEntry> {
    let (first, last) = text.strip_suffix(']')?.split_once(':')?;
    let number = |text: &str| text.parse::<u8>().ok();
    let (first, last) = (number(first)?, number(last)?);
    (first < 8 && first % 2 == 0 && last == first + 1).then(|| MaskEntry::slot(first / 2))
}

/// `rz`, `-r1`, `|r1|`, `-|r1|`, and a literal between bars, which is no operand but deserves its
/// own error.
fn modified(name: &str) -> Option<Kind> {
    let (negate, rest) = name.strip_prefix('-').map_or((false, name), |rest| (true, rest));
    let inside = rest.strip_prefix('|').and_then(|rest| rest.strip_suffix('|'));
    let absolute = inside.is_some();
    let inside = inside.unwrap_or(rest);
    let modifier = SourceModifier { absolute, negate };
    match register_number(inside) {
        None if inside == "rz" => Some(Kind::Zero(modifier)),
        Some(number) => Some(Kind::ModifiedRegister(number, modifier)),
        None if absolute && parse_literal(inside).is_some() => Some(Kind::AbsoluteLiteral),
        None => None,
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

/// What a place of kind `field` takes, in words.
pub(super) fn choices(field: Field, target: &Target) -> String {
    let register = format!("a register R0..R{}", target.registers.saturating_sub(1));
    match field {
        Field::D | Field::RegisterA | Field::RegisterB => register,
        Field::LiteralA | Field::LiteralB | Field::LiteralC => "a 32-bit literal".to_owned(),
        Field::SwizzleOffset => "a literal 0..0xffff".to_owned(),
        Field::MaskDestination => {
            "a predicate to write (P0..P6, vcc, or PT or __ to throw it away)".to_owned()
        }
        Field::A | Field::B | Field::C => format!("{register} or a 32-bit literal"),
        Field::ShuffleB => format!("{register} or a literal 0..31"),
        Field::ShuffleC => format!("{register} or a literal 0..0x1fff"),
        Field::P | Field::Q => "a predicate (P0..P6, PT, vcc, or one negated like !P1)".to_owned(),
        Field::NotVcc | Field::Vcc => "vcc".to_owned(),
        Field::Exec => "exec".to_owned(),
        Field::SlotDestination | Field::Slot => "a mask slot s0..s3".to_owned(),
        Field::MaskLiteral => "a 64-bit literal".to_owned(),
        Field::ExtraSlots => "a number 0..15".to_owned(),
        Field::Barrier => format!("a barrier 0..{}", BARRIERS - 1),
        Field::ArrivingWaves => format!("a number of waves 1..{}", target.waves),
        Field::Counter => format!("a counter 0..{}", COUNTERS - 1),
        Field::Special => format!("a special register ({})", special_names()),
    }
}

/// The instruction that an operand belongs to, for its errors.
pub(super) struct Context<'c> {
    pub mnemonic: &'c str,
    /// Whether its sources may be float literals, and registers negated and made absolute.
    pub reads_floats: bool,
    pub target: &'c Target,
}

/// Every special register, as errors list them.
pub(super) fn special_names() -> String {
    "SR_LANEID, SR_TID, SR_WAVEID, SR_CLOCKLO, SR_CLOCKHI and SR_PM0..SR_PM7".to_owned()
}
