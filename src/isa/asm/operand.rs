//! Operands: what a word is, whether a place of a spelling takes it, and what it fills in.

use super::Target;
use super::error::Fault;
use super::literal::{Literal, float_word, parse_literal};
use super::shared;
use super::token::Word;
use crate::isa::{
    BARRIERS, COUNTERS, Field, Instruction, MaskEntry, MaskSource, Operand, Register, SourceModifier, SpecialRegister,
};

/// What a word is, whatever place it stands in. A number out of range stays what it is; [`fill`] refuses it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Kind {
    Register(u64),
    /// `-R1`, `|R1|` or `-|R1|`.
    ModifiedRegister(u64, SourceModifier),
    /// A literal between bars.
    AbsoluteLiteral,
    /// `None`: a predicate that no machine has, such as P7.
    Predicate {
        entry: Option<MaskEntry>,
        negated: bool,
    },
    /// `__`
    Discard,
    /// `None`: a slot that no machine has, such as s4.
    Slot(Option<MaskEntry>),
    Exec,
    /// `SR_TID`; `None`: one that no machine has, such as SR_X.
    Special(Option<SpecialRegister>),
    Literal(Literal),
    Other,
}

impl Kind {
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
            Self::Special(SpecialRegister::ALL.into_iter().find(|register| register.to_string().eq_ignore_ascii_case(name)))
        } else if let Some(number) = register_number(name) {
            Self::Register(number)
        } else if let Some(kind) = modified(name) {
            kind
        } else if let Some(number) = numbered(name, 's') {
            Self::Slot((number < 4).then(|| MaskEntry::slot(number as u8)))
        } else {
            parse_literal(name).map_or(Self::Other, Self::Literal)
        }
    }

    /// Whether a place of kind `field` takes such an operand.
    pub fn fits(self, field: Field) -> bool {
        match field {
            Field::D | Field::RegisterA | Field::RegisterB => matches!(self, Self::Register(_)),
            Field::MaskDestination => matches!(self, Self::Predicate { negated: false, .. } | Self::Discard),
            Field::A | Field::B | Field::C | Field::ShuffleB | Field::ShuffleC => {
                matches!(self, Self::Register(_) | Self::Literal(_) | Self::ModifiedRegister(..) | Self::AbsoluteLiteral)
            }
            Field::P | Field::Q => matches!(self, Self::Predicate { .. }),
            Field::NotVcc | Field::Vcc => self == Self::Predicate { entry: Some(MaskEntry::VCC), negated: false },
            Field::Exec => self == Self::Exec,
            Field::SlotDestination | Field::Slot => matches!(self, Self::Slot(_)),
            Field::MaskLiteral | Field::ExtraSlots | Field::Barrier | Field::ArrivingWaves | Field::Counter => {
                matches!(self, Self::Literal(_))
            }
            Field::LiteralA | Field::LiteralB | Field::LiteralC | Field::SwizzleOffset => matches!(self, Self::Literal(_)),
            Field::Special => matches!(self, Self::Special(_)),
        }
    }
}

fn register_number(name: &str) -> Option<u64> {
    numbered(name, 'r').or_else(|| numbered(name, 'v'))
}

/// `-r1`, `|r1|`, `-|r1|`, and a literal between bars, which is no operand but deserves its own error.
fn modified(name: &str) -> Option<Kind> {
    let (negate, rest) = name.strip_prefix('-').map_or((false, name), |rest| (true, rest));
    let inside = rest.strip_prefix('|').and_then(|rest| rest.strip_suffix('|'));
    let absolute = inside.is_some();
    let inside = inside.unwrap_or(rest);
    match register_number(inside) {
        Some(number) => Some(Kind::ModifiedRegister(number, SourceModifier { absolute, negate })),
        None if absolute && parse_literal(inside).is_some() => Some(Kind::AbsoluteLiteral),
        None => None,
    }
}

/// The number of a name such as `r12`; one too long for any register file is very large.
fn numbered(name: &str, prefix: char) -> Option<u64> {
    let digits = name.strip_prefix(prefix)?;
    let append = |number: u64, digit: char| Some(number.saturating_mul(10).saturating_add(digit.to_digit(10)?.into()));
    if digits.is_empty() { None } else { digits.chars().try_fold(0, append) }
}

/// What a place of kind `field` takes, in words.
pub(super) fn choices(field: Field, target: &Target) -> String {
    let register = format!("a register R0..R{}", target.registers.saturating_sub(1));
    match field {
        Field::D | Field::RegisterA | Field::RegisterB => register,
        Field::LiteralA | Field::LiteralB | Field::LiteralC => "a 32-bit literal".to_owned(),
        Field::SwizzleOffset => "a literal 0..0xffff".to_owned(),
        Field::MaskDestination => "a predicate to write (P0..P6, vcc, or PT or __ to throw it away)".to_owned(),
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
        Field::Special => format!("a special register ({})", shared::special_names()),
    }
}

/// The instruction that an operand belongs to, for its errors.
pub(super) struct Context<'c> {
    pub mnemonic: &'c str,
    /// Whether its sources may be float literals, and registers negated and made absolute.
    pub reads_floats: bool,
    pub target: &'c Target,
}

/// Puts the operand `word` into the part of `instruction` that `field` names; the word [`Kind::fits`] the field.
pub(super) fn fill(instruction: &mut Instruction, field: Field, word: &Word, context: &Context) -> Result<(), Fault> {
    let kind = Kind::of(word.text);
    if let Kind::ModifiedRegister(_, modifier) = kind {
        *source_modifier(instruction, field, word, context)? = modifier;
    }
    match field {
        Field::D => instruction.destination = Some(register(kind, word, context)?),
        Field::MaskDestination | Field::SlotDestination => instruction.mask_destination = entry(kind, word)?.entry,
        Field::A | Field::RegisterA | Field::LiteralA => instruction.a = source(kind, word, context, WORD)?,
        Field::B | Field::RegisterB | Field::LiteralB => instruction.b = source(kind, word, context, WORD)?,
        Field::C | Field::LiteralC => instruction.c = source(kind, word, context, WORD)?,
        Field::SwizzleOffset => instruction.b = source(kind, word, context, Range { low: 0, high: 0xffff, text: "0..0xffff" })?,
        Field::ShuffleB => instruction.b = source(kind, word, context, Range { low: 0, high: 31, text: "0..31" })?,
        Field::ShuffleC => instruction.c = source(kind, word, context, Range { low: 0, high: 0x1fff, text: "0..0x1fff" })?,
        Field::P | Field::Slot | Field::Vcc => instruction.p = entry(kind, word)?,
        Field::Q => instruction.q = entry(kind, word)?,
        Field::NotVcc => instruction.p = MaskSource { negated: true, ..entry(kind, word)? },
        Field::MaskLiteral => instruction.mask_literal = Some(mask_literal(kind, word, context)?),
        Field::ExtraSlots => {
            let slots = Range { low: 0, high: 15, text: "0..15" };
            instruction.extra_slots = integer(kind, word, context, slots)? as u8;
        }
        Field::Barrier | Field::ArrivingWaves | Field::Counter | Field::Special => {
            instruction.shared = shared::parse(instruction.shared, field, kind, word, context)?;
        }
        Field::Exec => {}
    }
    Ok(())
}

/// The predicate or mask slot that `word` names; `__` is PT.
///
/// # Errors
///
/// A predicate or slot whose number no machine has, or a word that is neither.
pub(super) fn entry(kind: Kind, word: &Word) -> Result<MaskSource, Fault> {
    let (entry, negated) = match kind {
        Kind::Predicate { entry, negated } => (entry, negated),
        Kind::Slot(entry) => (entry, false),
        Kind::Discard => (Some(MaskEntry::TRUE), false),
        _ => (None, false),
    };
    let legal = match kind {
        Kind::Slot(_) => ("a mask slot", "they are s0..s3"),
        _ => ("a predicate", "they are P0..P6 and PT, and vcc is P0"),
    };
    let refuse = || Fault::new(word.span(), format!("{} is not {}", word.shown(), legal.0), legal.1);
    Ok(MaskSource { entry: entry.ok_or_else(refuse)?, negated })
}

/// The place for the modifier of the source that `field` names.
fn source_modifier<'i>(
    instruction: &'i mut Instruction,
    field: Field,
    word: &Word,
    context: &Context,
) -> Result<&'i mut SourceModifier, Fault> {
    let place = match field {
        _ if !context.reads_floats => None,
        Field::A => Some(0),
        Field::B => Some(1),
        Field::C => Some(2),
        _ => None,
    };
    place.map(|place| &mut instruction.modifiers[place]).ok_or_else(|| {
        let bare = word.text.trim_matches(['-', '|']);
        let rule = format!("{} reads no floats and takes no source modifier, but has {}", context.mnemonic, word.shown());
        Fault::new(word.span(), rule, format!("write {bare}"))
    })
}

fn register(kind: Kind, word: &Word, context: &Context) -> Result<Register, Fault> {
    let count = context.target.registers;
    let number = match kind {
        Kind::Register(number) | Kind::ModifiedRegister(number, _) if number < count as u64 => u8::try_from(number).ok(),
        _ => None,
    };
    number.map(Register).ok_or_else(|| {
        let rule = format!("{} does not exist in this configuration, which has {count} registers", word.shown());
        Fault::new(word.span(), rule, format!("use R0..R{}", count.saturating_sub(1)))
    })
}

/// Values that a literal may have.
#[derive(Clone, Copy)]
struct Range {
    low: i128,
    high: i128,
    text: &'static str,
}

const WORD: Range = Range { low: -(1 << 31), high: (1 << 32) - 1, text: "-2147483648..4294967295" };
const MASK: Range = Range { low: -(1 << 63), high: (1 << 64) - 1, text: "-2^63..2^64-1" };

fn source(kind: Kind, word: &Word, context: &Context, range: Range) -> Result<Operand, Fault> {
    match kind {
        Kind::Literal(Literal::Float(value)) if context.reads_floats => Ok(Operand::Literal(float_word(value))),
        Kind::Literal(Literal::TooLarge) if context.reads_floats => {
            let rule = format!("a float is at most 3.4028235e38 in magnitude, not {}", word.shown());
            let sign = if word.text.starts_with('-') { "-" } else { "" };
            Err(Fault::new(word.span(), rule, format!("write {sign}3.4028235e38 or {sign}inf")))
        }
        Kind::Literal(_) => Ok(Operand::Literal(integer(kind, word, context, range)? as u32)),
        Kind::AbsoluteLiteral => {
            let rule = format!("a source modifier changes a register, but {} is a literal", word.shown());
            Err(Fault::new(word.span(), rule, "write the value that is meant"))
        }
        _ => register(kind, word, context).map(Operand::Register),
    }
}

fn integer(kind: Kind, word: &Word, context: &Context, range: Range) -> Result<i128, Fault> {
    let refuse = |rule: String, cure: String| Err(Fault::new(word.span(), rule, cure));
    match kind {
        Kind::Literal(Literal::Integer(value)) if (range.low..=range.high).contains(&value) => Ok(value),
        Kind::Literal(Literal::Float(value)) => refuse(
            format!("{} takes integers, not the float {}", context.mnemonic, word.shown()),
            format!("write an integer, or the float's bits, {:#010x}", float_word(value)),
        ),
        _ => refuse(
            format!("{} takes a literal {} here, not {}", context.mnemonic, range.text, word.shown()),
            "write one in that range".to_owned(),
        ),
    }
}

fn mask_literal(kind: Kind, word: &Word, context: &Context) -> Result<i128, Fault> {
    let value = integer(kind, word, context, MASK)?;
    let threads = context.target.threads;
    if threads < 64 && value >> threads > 0 {
        let rule = format!("{} names threads that do not exist in a wave of {threads} threads", word.shown());
        return Err(Fault::new(word.span(), rule, format!("write at most {:#x}, or -1 for all threads", (1_u64 << threads) - 1)));
    }
    Ok(value)
}
