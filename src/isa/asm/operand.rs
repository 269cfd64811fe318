//! Operands: what each place of a spelling accepts, fills in and shows. One row a [`Field`]; the
//! parser, its errors, the disassembler and the page of an operation read it.

use super::error::Fault;
use super::literal::{Literal, float_word};
use super::target::Target;
use super::token::Token;
use super::token_kind::TokenKind;
use crate::isa::{
    BARRIERS, Barrier, COUNTERS, Dialect, Feature, Field, Instruction, MaskEntry, MaskSource,
    Operand, Register, Shared, SourceModifier, SpecialRegister,
};

/// The operands that a place accepts, and its name in messages.
pub(super) struct Place {
    field: Field,
    takes: Takes,
    /// Name in the form of an instruction; empty for a source, which has a letter instead.
    pub name: &'static str,
    /// Operand that is legal there.
    pub example: &'static str,
}

/// Kinds of operands that a place accepts.
#[derive(Clone, Copy)]
enum Takes {
    Register,
    /// A register, or RZ, which throws the result away.
    Destination,
    /// A register, or a literal of these.
    Source(Literals),
    Literal(Literals),
    /// A small number: its name, and the highest value.
    Number(&'static str, u8),
    Waves,
    WrittenPredicate,
    Predicate,
    PredicateOrSlot,
    Vcc,
    Exec,
    Slot,
    Special,
}

/// Values that a literal may have: the lowest, the highest, and both in words.
type Literals = (i128, i128, &'static str);

const WORD: Literals = (-(1 << 31), (1 << 32) - 1, "-2147483648..4294967295");
const MASK: Literals = (-(1 << 63), (1 << 64) - 1, "-2^63..2^64-1");

/// Returns the place that `field` has in the text.
pub(super) fn place(field: Field) -> Place {
    use Takes::*;
    let (takes, name, example) = match field {
        Field::D => (Destination, "d", "R0"),
        Field::MaskDestination => (WrittenPredicate, "p", "P0"),
        Field::A => (Source(WORD), "", "R1"),
        Field::B => (Source(WORD), "", "R2"),
        Field::C => (Source(WORD), "", "R3"),
        Field::RegisterA => (Register, "a", "R1"),
        Field::RegisterB => (Register, "addr", "R2"),
        Field::LiteralA => (Literal(WORD), "literal", "1"),
        Field::LiteralB => (Literal(WORD), "k", "1"),
        // Every place of a row gets the next one's word.
        Field::LiteralC => (Literal(WORD), "hi", "0xfedcba9"),
        // Neighbours are exchanged.
        Field::SwizzleOffset => (Literal((0, 0xffff, "0..0xffff")), "offset", "0x041f"),
        Field::ShuffleB => (Source((0, 31, "0..31")), "", "1"),
        Field::ShuffleC => (Source((0, 0x1fff, "0..0x1fff")), "", "31"),
        Field::P => (PredicateOrSlot, "p", "P1"),
        Field::Q => (Predicate, "q", "P2"),
        Field::NotVcc | Field::Vcc | Field::VccDestination | Field::VccCarry => (Vcc, "vcc", "vcc"),
        Field::Exec => (Exec, "exec", "exec"),
        Field::SlotDestination | Field::Slot => (Slot, "sN", "s0"),
        Field::MaskLiteral => (Literal(MASK), "literal", "0xff"),
        Field::ExtraSlots => (Literal((0, 15, "0..15")), "N", "0"),
        Field::Barrier => (Number("barrier", BARRIERS - 1), "n", "0"),
        Field::ArrivingWaves => (Waves, "waves", "1"),
        Field::Counter => (Number("counter", COUNTERS - 1), "n", "0"),
        Field::Special => (Special, "SR_x", "SR_TID"),
        Field::Table => (Literal((0, 0xff, "0..0xff")), "table", "0xca"),
        Field::Amount => (Literal((0, 31, "0..31")), "amount", "4"),
    };
    Place { field, takes, name, example }
}

/// The instruction that an operand belongs to, for its errors.
pub(super) struct Context<'c> {
    pub mnemonic: &'c str,
    /// Whether its sources may be float literals, and registers negated and made absolute.
    pub reads_floats: bool,
    /// Whether its registers may be negated.
    pub negates_words: bool,
    pub target: &'c Target,
}

const SPECIAL: &str = "SR_LANEID, SR_TID, SR_WAVEID, SR_CLOCKLO, SR_CLOCKHI, SR_PM0..SR_PM7 and \
                       SR_EQMASK, SR_LTMASK, SR_LEMASK, SR_GTMASK, SR_GEMASK";

impl Place {
    /// Whether a token of this kind is legal there; [`fill`] checks that its number is in range.
    ///
    /// [`fill`]: Self::fill
    pub fn fits(&self, kind: TokenKind) -> bool {
        let is_register = matches!(kind, TokenKind::Register(_));
        match self.takes {
            Takes::Register => is_register,
            Takes::Destination => is_register || kind == TokenKind::ZERO,
            Takes::Source(_) => {
                use TokenKind::*;
                is_register
                    || matches!(kind, Zero(_) | Literal(_) | ModifiedRegister(..) | AbsoluteLiteral)
            }
            Takes::Literal(_) | Takes::Number(..) | Takes::Waves => {
                matches!(kind, TokenKind::Literal(_))
            }
            Takes::WrittenPredicate => {
                use TokenKind::*;
                matches!(kind, Predicate { negated: false, .. } | Slot(Some(_)) | Discard)
            }
            Takes::Predicate => {
                kind.mask().is_none_or(|mask| !mask.entry.is_slot())
                    && matches!(kind, TokenKind::Predicate { .. })
            }
            Takes::PredicateOrSlot => {
                matches!(kind, TokenKind::Predicate { .. } | TokenKind::Slot(Some(_)))
            }
            Takes::Vcc => kind.mask() == Some(MaskSource { entry: MaskEntry::VCC, negated: false }),
            Takes::Exec => kind == TokenKind::Exec,
            Takes::Slot => match kind {
                TokenKind::Predicate { entry: Some(entry), negated } => {
                    !negated && entry != MaskEntry::TRUE
                }
                _ => matches!(kind, TokenKind::Slot(_)),
            },
            Takes::Special => matches!(kind, TokenKind::Special(_)),
        }
    }

    /// Operands that are legal there, in words.
    pub fn choices(&self, target: &Target) -> String {
        let register = format!("a register R0..R{}", target.registers.saturating_sub(1));
        let literal = |literals: Literals| match literals {
            WORD => "a 32-bit literal".to_owned(),
            MASK => "a 64-bit literal".to_owned(),
            (.., text) => format!("a literal {text}"),
        };
        let text = match self.takes {
            Takes::Register | Takes::Destination => return register,
            Takes::Source(literals) => return format!("{register} or {}", literal(literals)),
            Takes::Literal(_) if self.field == Field::ExtraSlots => "a number 0..15",
            Takes::Literal(literals) => return literal(literals),
            Takes::Number(name, highest) => return format!("a {name} 0..{highest}"),
            Takes::Waves => return format!("a number of waves 1..{}", target.waves),
            Takes::WrittenPredicate => {
                "a predicate to write (P0..P6, vcc, s0..s3, or PT or __ to throw it away)"
            }
            Takes::Predicate => "a predicate (P0..P6, PT, vcc, or one negated like !P1)",
            Takes::PredicateOrSlot => {
                "a predicate (P0..P6, PT, vcc, s0..s3, or one negated like !P1)"
            }
            Takes::Vcc => "vcc",
            Takes::Exec => "exec",
            Takes::Slot => "a mask slot s0..s3 or predicate P0..P6",
            Takes::Special => return format!("a special register ({SPECIAL})"),
        };
        text.to_owned()
    }

    /// Puts `token`, which [fits](Self::fits), into its part of `instruction`.
    ///
    /// # Errors
    ///
    /// A number that is out of range or that the machine does not have, and a source modifier where
    /// none may be.
    pub fn fill(
        &self,
        instruction: &mut Instruction,
        token: &Token,
        context: &Context,
    ) -> Result<(), Fault> {
        if let Some(place) = self.field.operand() {
            *instruction.source_mut(place) = self.source(token, context)?;
            if let TokenKind::ModifiedRegister(_, modifier) = token.kind {
                instruction.modifiers[place] = modifier;
            }
            return Ok(());
        }
        let number = || self.number(token, context);
        match self.field {
            Field::D if token.kind == TokenKind::ZERO => {}
            Field::D => instruction.destination = Some(register(token, context)?),
            Field::MaskDestination | Field::SlotDestination => {
                instruction.mask_destination = mask(token)?.entry;
            }
            Field::P | Field::Slot | Field::Vcc => instruction.p = mask(token)?,
            Field::NotVcc => instruction.p = MaskSource { negated: true, ..mask(token)? },
            Field::Q => instruction.q = mask(token)?,
            Field::MaskLiteral => {
                instruction.mask_literal = Some(mask_literal(number()?, token, context.target)?);
            }
            Field::ExtraSlots => instruction.extra_slots = number()? as u8,
            Field::Table | Field::Amount => instruction.immediate = number()? as u8,
            Field::VccDestination => instruction.mask_destination = MaskEntry::VCC,
            Field::VccCarry => instruction.q = mask(token)?,
            Field::Barrier => {
                let number = number()? as u8;
                instruction.shared = Shared::Barrier(Barrier { number, waves: None });
            }
            Field::ArrivingWaves => {
                let waves = Some(number()? as u8);
                if let Shared::Barrier(barrier) = &mut instruction.shared {
                    barrier.waves = waves;
                }
            }
            Field::Counter => instruction.shared = Shared::Counter(number()? as u8),
            Field::Special => {
                let TokenKind::Special(Some(register)) = token.kind else {
                    let rule = format!("{token} is not a special register");
                    return Err(token.fault(rule, format!("they are {SPECIAL}")));
                };
                if matches!(register, SpecialRegister::Mask(_))
                    && !context.target.has(Feature::Bits)
                {
                    let lacks = "needs the bits feature, which this configuration turns off";
                    return Err(token.fault(format!("{token} {lacks}"), "set bits = true"));
                }
                instruction.shared = Shared::Special(register);
            }
            _ => {}
        }
        Ok(())
    }

    fn source(&self, token: &Token, context: &Context) -> Result<Operand, Fault> {
        match token.kind {
            TokenKind::Zero(modifier) => {
                if modifier != SourceModifier::NONE {
                    check_modifier(modifier, token, "RZ", context)?;
                }
                // Floats have a negative zero.
                let is_negative = modifier.negate && context.reads_floats;
                Ok(Operand::Literal(if is_negative { (-0.0_f32).to_bits() } else { 0 }))
            }
            TokenKind::Literal(Literal::Float(value)) if context.reads_floats => {
                Ok(Operand::Literal(float_word(value)))
            }
            TokenKind::Literal(Literal::TooLarge) if context.reads_floats => {
                let rule = format!("a float is at most 3.4028235e38 in magnitude, not {token}");
                let sign = if token.text.starts_with('-') { "-" } else { "" };
                Err(token.fault(rule, format!("write {sign}3.4028235e38 or {sign}inf")))
            }
            TokenKind::Literal(_) => Ok(Operand::Literal(self.number(token, context)? as u32)),
            TokenKind::AbsoluteLiteral => {
                let rule =
                    format!("a source modifier changes a register, but {token} is a literal");
                Err(token.fault(rule, "write the value that is meant"))
            }
            TokenKind::ModifiedRegister(_, modifier) => {
                check_modifier(modifier, token, token.text.trim_matches(['-', '|']), context)?;
                register(token, context).map(Operand::Register)
            }
            _ => register(token, context).map(Operand::Register),
        }
    }

    /// The integer of a literal, if it is one that the place takes.
    fn number(&self, token: &Token, context: &Context) -> Result<i128, Fault> {
        let waves = context.target.waves.min(u8::MAX.into());
        let (low, high, legal) = match self.takes {
            Takes::Source((low, high, text)) | Takes::Literal((low, high, text)) => {
                (low, high, format!("a literal {text}"))
            }
            Takes::Number(_, highest) => (0, highest.into(), self.choices(context.target)),
            _ => (1, waves as i128, self.choices(context.target)),
        };
        let mnemonic = context.mnemonic;
        let is_small = matches!(self.takes, Takes::Number(..) | Takes::Waves);
        match token.kind {
            TokenKind::Literal(Literal::Integer(value)) if (low..=high).contains(&value) => {
                Ok(value)
            }
            TokenKind::Literal(Literal::Float(value)) if !is_small => {
                let rule = format!("{mnemonic} takes integers, not the float {token}");
                let bits =
                    format!("write an integer, or the float's bits, {:#010x}", float_word(value));
                Err(token.fault(rule, bits))
            }
            _ => {
                let rule = format!("{mnemonic} takes {legal} here, not {token}");
                Err(token.fault(rule, "write one in that range"))
            }
        }
    }
}

/// The predicate or mask slot that `token` names; `__` is PT.
fn mask(token: &Token) -> Result<MaskSource, Fault> {
    let (found, what, legal) = match token.kind {
        TokenKind::Slot(entry) => {
            let is_pair = token.text.contains('[');
            let pairs = "they are s[0:1], s[2:3], s[4:5] and s[6:7]";
            let legal = if is_pair { pairs } else { "they are s0..s3" };
            (entry.map(|entry| MaskSource { entry, negated: false }), "a mask slot", legal)
        }
        kind => {
            let found =
                if kind == TokenKind::Discard { Some(MaskSource::TRUE) } else { kind.mask() };
            (found, "a predicate", "they are P0..P6 and PT, and vcc is P0")
        }
    };
    found.ok_or_else(|| token.fault(format!("{token} is not {what}"), legal))
}

/// A source modifier belongs to a float; IADD3 takes a minus sign.
fn check_modifier(
    modifier: SourceModifier,
    token: &Token,
    bare: &str,
    context: &Context,
) -> Result<(), Fault> {
    if context.reads_floats || (context.negates_words && !modifier.absolute) {
        return Ok(());
    }
    let mnemonic = context.mnemonic;
    let takes = match context.negates_words {
        true => "adds words and takes a minus alone",
        false => "reads no floats and takes no source modifier",
    };
    let rule = format!("{mnemonic} {takes}, but has {token}");
    Err(token.fault(rule, format!("write {bare}")))
}

fn register(token: &Token, context: &Context) -> Result<Register, Fault> {
    let count = context.target.registers;
    let number = match token.kind {
        TokenKind::Register(number) | TokenKind::ModifiedRegister(number, _)
            if number < count as u64 =>
        {
            u8::try_from(number).ok()
        }
        _ => None,
    };
    number.map(Register).ok_or_else(|| {
        let has = format!("this configuration, which has {count} registers");
        let rule = format!("{token} does not exist in {has}");
        let fault = token.fault(rule, format!("use R0..R{}", count.saturating_sub(1)));
        match token.kind {
            TokenKind::Register(..256) | TokenKind::ModifiedRegister(..256, _) => {
                fault.in_listing("set registers = 256")
            }
            _ => fault,
        }
    })
}

fn mask_literal(value: i128, token: &Token, target: &Target) -> Result<i128, Fault> {
    let threads = target.threads;
    if threads < 64 && value >> threads > 0 {
        let rule =
            format!("{token} names threads that do not exist in a wave of {threads} threads");
        let most = (1_u64 << threads) - 1;
        return Err(token.fault(rule, format!("write at most {most:#x}, or -1 for all threads")));
    }
    Ok(value)
}

/// The text of the operand in the place of `field`; `?` where the instruction has none.
pub(super) fn shown(field: Field, instruction: &Instruction, dialect: Dialect) -> String {
    if let Some(place) = field.operand() {
        return modified(instruction.sources()[place], instruction.modifiers[place], dialect);
    }
    match (field, instruction.shared) {
        (Field::Vcc | Field::NotVcc | Field::VccDestination | Field::VccCarry | Field::Exec, _) => {
            place(field).example.to_owned()
        }
        (Field::D, _) => {
            source(instruction.destination.map_or(Operand::None, Operand::Register), dialect)
        }
        (Field::MaskDestination | Field::SlotDestination, _) => {
            entry(instruction.mask_destination, dialect)
        }
        (Field::P | Field::Slot, _) => mask_source(instruction.p, dialect),
        (Field::Q, _) => mask_source(instruction.q, dialect),
        (Field::MaskLiteral, _) => match instruction.mask_literal.unwrap_or_default() {
            negative @ ..0 => negative.to_string(),
            mask => format!("{mask:#x}"),
        },
        (Field::ExtraSlots, _) => instruction.extra_slots.to_string(),
        (Field::Table, _) => format!("{:#04x}", instruction.immediate),
        (Field::Amount, _) => instruction.immediate.to_string(),
        (Field::ArrivingWaves, Shared::Barrier(Barrier { waves: Some(waves), .. })) => {
            waves.to_string()
        }
        (Field::Barrier, Shared::Barrier(Barrier { number, .. }))
        | (Field::Counter, Shared::Counter(number)) => number.to_string(),
        (Field::Special, Shared::Special(register)) => register.to_string(),
        _ => "?".to_owned(),
    }
}

/// A source with its modifier. No text modifies a literal, so of one in a machine word the value
/// that is meant is shown.
fn modified(operand: Operand, modifier: SourceModifier, dialect: Dialect) -> String {
    const SIGN: u32 = 1 << 31;
    if let Operand::Literal(word) = operand {
        let absolute = if modifier.absolute { word & !SIGN } else { word };
        let meant = if modifier.negate { absolute ^ SIGN } else { absolute };
        return source(Operand::Literal(meant), dialect);
    }
    let text = source(operand, dialect);
    let absolute = if modifier.absolute { format!("|{text}|") } else { text };
    if modifier.negate { format!("-{absolute}") } else { absolute }
}

fn source(operand: Operand, dialect: Dialect) -> String {
    match (operand, dialect) {
        (Operand::None, _) => "?".to_owned(),
        (Operand::Register(register), Dialect::Sass) => register.to_string(),
        (Operand::Register(register), Dialect::Gcn) => format!("v{}", register.0),
        (Operand::Literal(small @ ..256), _) => small.to_string(),
        (Operand::Literal(large), _) => format!("{large:#x}"),
    }
}

/// A predicate that is read, as a guard or as an operand.
pub(super) fn mask_source(source: MaskSource, dialect: Dialect) -> String {
    format!("{}{}", if source.negated { "!" } else { "" }, entry(source.entry, dialect))
}

fn entry(entry: MaskEntry, dialect: Dialect) -> String {
    match dialect {
        Dialect::Gcn if entry == MaskEntry::VCC => "vcc".to_owned(),
        Dialect::Sass | Dialect::Gcn => entry.to_string(),
    }
}
