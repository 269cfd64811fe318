//! Operands: what a word fills in at a place of a spelling.

use super::error::Fault;
use super::kind::{Context, Kind};
use super::literal::{Literal, float_word};
use super::shared;
use super::token::Word;
use crate::isa::{Field, Instruction, MaskEntry, MaskSource, Operand, Register, SourceModifier};

/// Puts the operand `word` into the part of `instruction` that `field` names; the word
/// [`Kind::fits`] the field.
pub(super) fn fill(
    instruction: &mut Instruction,
    field: Field,
    word: &Word,
    context: &Context,
) -> Result<(), Fault> {
    let kind = Kind::of(word.text);
    if let Kind::ModifiedRegister(_, modifier) = kind {
        *source_modifier(instruction, field, word, context)? = modifier;
    }
    match field {
        Field::D if kind == Kind::ZERO => {}
        Field::D => instruction.destination = Some(register(kind, word, context)?),
        Field::MaskDestination | Field::SlotDestination => {
            instruction.mask_destination = entry(kind, word)?.entry
        }
        Field::A | Field::RegisterA | Field::LiteralA => {
            instruction.a = source(kind, word, context, WORD)?
        }
        Field::B | Field::RegisterB | Field::LiteralB => {
            instruction.b = source(kind, word, context, WORD)?
        }
        Field::C | Field::LiteralC => instruction.c = source(kind, word, context, WORD)?,
        Field::SwizzleOffset => {
            instruction.b =
                source(kind, word, context, Range { low: 0, high: 0xffff, text: "0..0xffff" })?
        }
        Field::ShuffleB => {
            instruction.b = source(kind, word, context, Range { low: 0, high: 31, text: "0..31" })?
        }
        Field::ShuffleC => {
            instruction.c =
                source(kind, word, context, Range { low: 0, high: 0x1fff, text: "0..0x1fff" })?
        }
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
        Kind::Slot(_) if word.text.contains('[') => {
            ("a mask slot", "they are s[0:1], s[2:3], s[4:5] and s[6:7]")
        }
        Kind::Slot(_) => ("a mask slot", "they are s0..s3"),
        _ => ("a predicate", "they are P0..P6 and PT, and vcc is P0"),
    };
    let refuse =
        || Fault::new(word.span(), format!("{} is not {}", word.shown(), legal.0), legal.1);
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
        let rule = format!(
            "{} reads no floats and takes no source modifier, but has {}",
            context.mnemonic,
            word.shown()
        );
        Fault::new(word.span(), rule, format!("write {bare}"))
    })
}

fn register(kind: Kind, word: &Word, context: &Context) -> Result<Register, Fault> {
    let count = context.target.registers;
    let number = match kind {
        Kind::Register(number) | Kind::ModifiedRegister(number, _) if number < count as u64 => {
            u8::try_from(number).ok()
        }
        _ => None,
    };
    number.map(Register).ok_or_else(|| {
        let rule = format!(
            "{} does not exist in this configuration, which has {count} registers",
            word.shown()
        );
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
        Kind::Zero(modifier) => zero(modifier, word, context),
        Kind::Literal(Literal::Float(value)) if context.reads_floats => {
            Ok(Operand::Literal(float_word(value)))
        }
        Kind::Literal(Literal::TooLarge) if context.reads_floats => {
            let rule =
                format!("a float is at most 3.4028235e38 in magnitude, not {}", word.shown());
            let sign = if word.text.starts_with('-') { "-" } else { "" };
            Err(Fault::new(word.span(), rule, format!("write {sign}3.4028235e38 or {sign}inf")))
        }
        Kind::Literal(_) => Ok(Operand::Literal(integer(kind, word, context, range)? as u32)),
        Kind::AbsoluteLiteral => {
            let rule =
                format!("a source modifier changes a register, but {} is a literal", word.shown());
            Err(Fault::new(word.span(), rule, "write the value that is meant"))
        }
        _ => register(kind, word, context).map(Operand::Register),
    }
}

/// `RZ` as the literal that it is; floats have a negative zero.
fn zero(modifier: SourceModifier, word: &Word, context: &Context) -> Result<Operand, Fault> {
    if modifier != SourceModifier::NONE && !context.reads_floats {
        let rule = format!(
            "{} reads no floats and takes no source modifier, but has {}",
            context.mnemonic,
            word.shown()
        );
        return Err(Fault::new(word.span(), rule, "write RZ"));
    }
    Ok(Operand::Literal(if modifier.negate { (-0.0_f32).to_bits() } else { 0 }))
}

fn integer(kind: Kind, word: &Word, context: &Context, range: Range) -> Result<i128, Fault> {
    let refuse = |rule: String, cure: String| Err(Fault::new(word.span(), rule, cure));
    match kind {
        Kind::Literal(Literal::Integer(value)) if (range.low..=range.high).contains(&value) => {
            Ok(value)
        }
        Kind::Literal(Literal::Float(value)) => refuse(
            format!("{} takes integers, not the float {}", context.mnemonic, word.shown()),
            format!("write an integer, or the float's bits, {:#010x}", float_word(value)),
        ),
        _ => refuse(
            format!(
                "{} takes a literal {} here, not {}",
                context.mnemonic,
                range.text,
                word.shown()
            ),
            "write one in that range".to_owned(),
        ),
    }
}

fn mask_literal(kind: Kind, word: &Word, context: &Context) -> Result<i128, Fault> {
    let value = integer(kind, word, context, MASK)?;
    let threads = context.target.threads;
    if threads < 64 && value >> threads > 0 {
        let rule = format!(
            "{} names threads that do not exist in a wave of {threads} threads",
            word.shown()
        );
        return Err(Fault::new(
            word.span(),
            rule,
            format!("write at most {:#x}, or -1 for all threads", (1_u64 << threads) - 1),
        ));
    }
    Ok(value)
}
