//! Operands: what each place of a spelling takes, fills in and shows. One row a [`Field`]; the
//! parser, its errors, the disassembler and the page of an operation read it.

use super::error::Fault;
use super::kind::Kind;
use super::literal::{Literal, float_word};
use super::target::Target;
use super::token::Token;
use crate::isa::{
    BARRIERS, Barrier, COUNTERS, Dialect, Field, Instruction, MaskEntry, MaskSource, Operand,
    Register, Shared, SourceModifier,
};

/// What a place fills in and takes.
pub(super) struct Place {
    part: Part,
    takes: Takes,
    /// As the form of an instruction shows it; of a source that is lettered nothing.
    pub name: &'static str,
    /// What may stand there.
    pub example: &'static str,
}

/// A part of an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Nothing,
    Destination,
    /// Predicate or mask slot written.
    Mask,
    /// a, b or c.
    Source(usize),
    P,
    /// p negated.
    NotP,
    Q,
    MaskLiteral,
    ExtraSlots,
    Barrier,
    Waves,
    Counter,
    Special,
}

/// What may stand in a place.
#[derive(Clone, Copy)]
enum Takes {
    Register,
    /// A register, or RZ, which throws the result away.
    Destination,
    /// A register, or a literal of these.
    Source(Literals),
    Literal(Literals),
    WrittenPredicate,
    Predicate,
    Vcc,
    Exec,
    Slot,
    Special,
}

/// Values that a literal may have.
#[derive(Clone, Copy)]
struct Literals {
    low: i128,
    high: i128,
    /// The same in words.
    text: &'static str,
}

const fn literals(low: i128, high: i128, text: &'static str) -> Literals {
    Literals { low, high, text }
}

const WORD: Literals = literals(-(1 << 31), (1 << 32) - 1, "-2147483648..4294967295");
const MASK: Literals = literals(-(1 << 63), (1 << 64) - 1, "-2^63..2^64-1");
const OFFSET: Literals = literals(0, 0xffff, "0..0xffff");
const SHUFFLE_B: Literals = literals(0, 31, "0..31");
const SHUFFLE_C: Literals = literals(0, 0x1fff, "0..0x1fff");
const NIBBLE: Literals = literals(0, 15, "0..15");
const BARRIER: Literals = literals(0, BARRIERS as i128 - 1, "");
const COUNTER: Literals = literals(0, COUNTERS as i128 - 1, "");
/// Bounded by the waves of the target besides.
const WAVES: Literals = literals(1, u8::MAX as i128, "");

/// What a place of kind `field` fills in and takes.
pub(super) fn place(field: Field) -> Place {
    use Takes::*;
    let (part, takes, name, example) = match field {
        Field::D => (Part::Destination, Destination, "d", "R0"),
        Field::MaskDestination => (Part::Mask, WrittenPredicate, "p", "P0"),
        Field::A => (Part::Source(0), Source(WORD), "", "R1"),
        Field::B => (Part::Source(1), Source(WORD), "", "R2"),
        Field::C => (Part::Source(2), Source(WORD), "", "R3"),
        Field::RegisterA => (Part::Source(0), Register, "a", "R1"),
        Field::RegisterB => (Part::Source(1), Register, "addr", "R2"),
        Field::LiteralA => (Part::Source(0), Literal(WORD), "literal", "1"),
        Field::LiteralB => (Part::Source(1), Literal(WORD), "k", "1"),
        // Every place of a row gets the next one's word.
        Field::LiteralC => (Part::Source(2), Literal(WORD), "hi", "0xfedcba9"),
        // Neighbours are exchanged.
        Field::SwizzleOffset => (Part::Source(1), Literal(OFFSET), "offset", "0x041f"),
        Field::ShuffleB => (Part::Source(1), Source(SHUFFLE_B), "", "1"),
        Field::ShuffleC => (Part::Source(2), Source(SHUFFLE_C), "", "31"),
        Field::P => (Part::P, Predicate, "p", "P1"),
        Field::Q => (Part::Q, Predicate, "q", "P2"),
        Field::NotVcc => (Part::NotP, Vcc, "vcc", "vcc"),
        Field::Vcc => (Part::P, Vcc, "vcc", "vcc"),
        Field::Exec => (Part::Nothing, Exec, "exec", "exec"),
        Field::SlotDestination => (Part::Mask, Slot, "sN", "s0"),
        Field::Slot => (Part::P, Slot, "sN", "s0"),
        Field::MaskLiteral => (Part::MaskLiteral, Literal(MASK), "literal", "0xff"),
        Field::ExtraSlots => (Part::ExtraSlots, Literal(NIBBLE), "N", "0"),
        Field::Barrier => (Part::Barrier, Literal(BARRIER), "n", "0"),
        Field::ArrivingWaves => (Part::Waves, Literal(WAVES), "waves", "1"),
        Field::Counter => (Part::Counter, Literal(COUNTER), "n", "0"),
        Field::Special => (Part::Special, Special, "SR_x", "SR_TID"),
    };
    Place { part, takes, name, example }
}

/// The instruction that an operand belongs to, for its errors.
pub(super) struct Context<'c> {
    pub mnemonic: &'c str,
    /// Whether its sources may be float literals, and registers negated and made absolute.
    pub reads_floats: bool,
    pub target: &'c Target,
}

const SPECIAL: &str = "SR_LANEID, SR_TID, SR_WAVEID, SR_CLOCKLO, SR_CLOCKHI and SR_PM0..SR_PM7";

impl Place {
    /// Whether a token of this kind may stand there; whether its number is in range, [`fill`]
    /// decides.
    ///
    /// [`fill`]: Self::fill
    pub fn fits(&self, kind: Kind) -> bool {
        let is_register = matches!(kind, Kind::Register(_));
        match self.takes {
            Takes::Register => is_register,
            Takes::Destination => is_register || kind == Kind::ZERO,
            Takes::Source(_) => {
                use Kind::*;
                is_register
                    || matches!(kind, Zero(_) | Literal(_) | ModifiedRegister(..) | AbsoluteLiteral)
            }
            Takes::Literal(_) => matches!(kind, Kind::Literal(_)),
            Takes::WrittenPredicate => {
                matches!(kind, Kind::Predicate { negated: false, .. } | Kind::Discard)
            }
            Takes::Predicate => matches!(kind, Kind::Predicate { .. }),
            Takes::Vcc => kind.mask() == Some(MaskSource { entry: MaskEntry::VCC, negated: false }),
            Takes::Exec => kind == Kind::Exec,
            Takes::Slot => matches!(kind, Kind::Slot(_)),
            Takes::Special => matches!(kind, Kind::Special(_)),
        }
    }

    /// What may stand there, in words.
    pub fn choices(&self, target: &Target) -> String {
        let register = format!("a register R0..R{}", target.registers.saturating_sub(1));
        match (self.takes, self.part) {
            (Takes::Register | Takes::Destination, _) => register,
            (Takes::Source(literals), _) => format!("{register} or {}", literals.choices()),
            (Takes::Literal(_), Part::ExtraSlots) => "a number 0..15".to_owned(),
            (Takes::Literal(_), Part::Barrier) => format!("a barrier 0..{}", BARRIERS - 1),
            (Takes::Literal(_), Part::Waves) => format!("a number of waves 1..{}", target.waves),
            (Takes::Literal(_), Part::Counter) => format!("a counter 0..{}", COUNTERS - 1),
            (Takes::Literal(_), Part::MaskLiteral) => "a 64-bit literal".to_owned(),
            (Takes::Literal(literals), _) => literals.choices(),
            (Takes::WrittenPredicate, _) => {
                "a predicate to write (P0..P6, vcc, or PT or __ to throw it away)".to_owned()
            }
            (Takes::Predicate, _) => {
                "a predicate (P0..P6, PT, vcc, or one negated like !P1)".to_owned()
            }
            (Takes::Vcc, _) => "vcc".to_owned(),
            (Takes::Exec, _) => "exec".to_owned(),
            (Takes::Slot, _) => "a mask slot s0..s3".to_owned(),
            (Takes::Special, _) => format!("a special register ({SPECIAL})"),
        }
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
        let number = || self.number(token, context);
        match self.part {
            Part::Nothing => {}
            Part::Destination if token.kind == Kind::ZERO => {}
            Part::Destination => instruction.destination = Some(register(token, context)?),
            Part::Mask => instruction.mask_destination = mask(token)?.entry,
            Part::Source(place) => {
                if let Kind::ModifiedRegister(_, modifier) = token.kind {
                    check_modifier(token, token.text.trim_matches(['-', '|']), context)?;
                    instruction.modifiers[place] = modifier;
                }
                *instruction.source_mut(place) = self.source(token, context)?;
            }
            Part::P => instruction.p = mask(token)?,
            Part::NotP => instruction.p = MaskSource { negated: true, ..mask(token)? },
            Part::Q => instruction.q = mask(token)?,
            Part::MaskLiteral => {
                instruction.mask_literal = Some(mask_literal(number()?, token, context.target)?);
            }
            Part::ExtraSlots => instruction.extra_slots = number()? as u8,
            Part::Barrier => {
                let number = number()? as u8;
                instruction.shared = Shared::Barrier(Barrier { number, waves: None });
            }
            Part::Waves => {
                let waves = Some(number()? as u8);
                if let Shared::Barrier(barrier) = &mut instruction.shared {
                    barrier.waves = waves;
                }
            }
            Part::Counter => instruction.shared = Shared::Counter(number()? as u8),
            Part::Special => {
                let Kind::Special(Some(register)) = token.kind else {
                    let rule = format!("{token} is not a special register");
                    return Err(token.fault(rule, format!("they are {SPECIAL}")));
                };
                instruction.shared = Shared::Special(register);
            }
        }
        Ok(())
    }

    fn source(&self, token: &Token, context: &Context) -> Result<Operand, Fault> {
        match token.kind {
            Kind::Zero(modifier) => {
                if modifier != SourceModifier::NONE {
                    check_modifier(token, "RZ", context)?;
                }
                // Floats have a negative zero.
                Ok(Operand::Literal(if modifier.negate { (-0.0_f32).to_bits() } else { 0 }))
            }
            Kind::Literal(Literal::Float(value)) if context.reads_floats => {
                Ok(Operand::Literal(float_word(value)))
            }
            Kind::Literal(Literal::TooLarge) if context.reads_floats => {
                let rule = format!("a float is at most 3.4028235e38 in magnitude, not {token}");
                let sign = if token.text.starts_with('-') { "-" } else { "" };
                Err(token.fault(rule, format!("write {sign}3.4028235e38 or {sign}inf")))
            }
            Kind::Literal(_) => Ok(Operand::Literal(self.number(token, context)? as u32)),
            Kind::AbsoluteLiteral => {
                let rule =
                    format!("a source modifier changes a register, but {token} is a literal");
                Err(token.fault(rule, "write the value that is meant"))
            }
            _ => register(token, context).map(Operand::Register),
        }
    }

    /// The integer of a literal, if it is one that the place takes.
    fn number(&self, token: &Token, context: &Context) -> Result<i128, Fault> {
        let (Takes::Source(legal) | Takes::Literal(legal)) = self.takes else {
            panic!("{token} stands where no literal may")
        };
        let is_shared = matches!(self.part, Part::Barrier | Part::Waves | Part::Counter);
        let most_waves = context.target.waves as i128;
        match token.kind {
            Kind::Literal(Literal::Integer(value))
                if (legal.low..=legal.high).contains(&value)
                    && (self.part != Part::Waves || value <= most_waves) =>
            {
                Ok(value)
            }
            Kind::Literal(Literal::Float(value)) if !is_shared => {
                let rule = format!("{} takes integers, not the float {token}", context.mnemonic);
                let bits = float_word(value);
                Err(token
                    .fault(rule, format!("write an integer, or the float's bits, {bits:#010x}")))
            }
            _ => {
                let choices = match is_shared {
                    true => self.choices(context.target),
                    false => format!("a literal {}", legal.text),
                };
                let rule = format!("{} takes {choices} here, not {token}", context.mnemonic);
                Err(token.fault(rule, "write one in that range"))
            }
        }
    }
}

impl Literals {
    fn choices(self) -> String {
        match self.text {
            text if text == WORD.text => "a 32-bit literal".to_owned(),
            text => format!("a literal {text}"),
        }
    }
}

/// The predicate or mask slot that `token` names; `__` is PT.
fn mask(token: &Token) -> Result<MaskSource, Fault> {
    let (found, what, legal) = match token.kind {
        Kind::Slot(entry) => {
            let is_pair = token.text.contains('[');
            let pairs = "they are s[0:1], s[2:3], s[4:5] and s[6:7]";
            let legal = if is_pair { pairs } else { "they are s0..s3" };
            (entry.map(|entry| MaskSource { entry, negated: false }), "a mask slot", legal)
        }
        kind => {
            let found = if kind == Kind::Discard { Some(MaskSource::TRUE) } else { kind.mask() };
            (found, "a predicate", "they are P0..P6 and PT, and vcc is P0")
        }
    };
    found.ok_or_else(|| token.fault(format!("{token} is not {what}"), legal))
}

/// A source modifier belongs to a float.
fn check_modifier(token: &Token, bare: &str, context: &Context) -> Result<(), Fault> {
    if context.reads_floats {
        return Ok(());
    }
    let mnemonic = context.mnemonic;
    let rule = format!("{mnemonic} reads no floats and takes no source modifier, but has {token}");
    Err(token.fault(rule, format!("write {bare}")))
}

fn register(token: &Token, context: &Context) -> Result<Register, Fault> {
    let count = context.target.registers;
    let number = match token.kind {
        Kind::Register(number) | Kind::ModifiedRegister(number, _) if number < count as u64 => {
            u8::try_from(number).ok()
        }
        _ => None,
    };
    number.map(Register).ok_or_else(|| {
        let has = format!("this configuration, which has {count} registers");
        let rule = format!("{token} does not exist in {has}");
        token.fault(rule, format!("use R0..R{}", count.saturating_sub(1)))
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
    let place = place(field);
    match (place.part, instruction.shared) {
        _ if matches!(place.takes, Takes::Vcc | Takes::Exec) => place.example.to_owned(),
        (Part::Destination, _) => {
            source(instruction.destination.map_or(Operand::None, Operand::Register), dialect)
        }
        (Part::Mask, _) => entry(instruction.mask_destination, dialect),
        (Part::Source(place), _) => {
            modified(instruction.source(place), instruction.modifiers[place], dialect)
        }
        (Part::P, _) => mask_source(instruction.p, dialect),
        (Part::Q, _) => mask_source(instruction.q, dialect),
        (Part::MaskLiteral, _) => match instruction.mask_literal.unwrap_or_default() {
            negative @ ..0 => negative.to_string(),
            mask => format!("{mask:#x}"),
        },
        (Part::ExtraSlots, _) => instruction.extra_slots.to_string(),
        (Part::Waves, Shared::Barrier(Barrier { waves: Some(waves), .. })) => waves.to_string(),
        (Part::Barrier, Shared::Barrier(Barrier { number, .. }))
        | (Part::Counter, Shared::Counter(number)) => number.to_string(),
        (Part::Special, Shared::Special(register)) => register.to_string(),
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
