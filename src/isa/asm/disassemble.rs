//! Instructions as text that assembles to them again.

use super::{dpp, video_text};
use crate::isa::{
    Barrier, Dialect, Field, Instruction, MaskEntry, MaskSource, Operand, Shared, SourceModifier,
    Spelling,
};

/// The text of `instruction` in `dialect`, or in the other where only that can say it. `None`
/// chooses: GCN for an instruction that has a DPP modifier or only a GCN spelling, else SASS.
///
/// Assembling the text gives the same instruction. An instruction that no text spells (a decoded
/// word with fields that contradict each other) is shown as near as the table allows.
pub fn disassemble(instruction: &Instruction, dialect: Option<Dialect>) -> String {
    let spellings = instruction.operation.row().spellings;
    let preferred =
        dialect.unwrap_or(if instruction.dpp.is_some() { Dialect::Gcn } else { Dialect::Sass });
    let in_preferred = spellings.iter().filter(|spelling| spelling.dialect == preferred);
    let in_other = spellings.iter().filter(|spelling| spelling.dialect != preferred);
    let mut ordered = in_preferred.chain(in_other);
    let first = ordered.clone().next();
    let spelling = ordered.find(|spelling| says(spelling, instruction)).or(first);
    spelling.map_or_else(String::new, |spelling| text(spelling, instruction))
}

/// Whether the spelling, filled from the instruction, is the whole instruction.
fn says(spelling: &Spelling, instruction: &Instruction) -> bool {
    let mut said =
        Instruction { guard: instruction.guard, ..Instruction::new(instruction.operation) };
    for &field in spelling.fields {
        match field {
            Field::D => said.destination = instruction.destination,
            Field::MaskDestination | Field::SlotDestination => {
                said.mask_destination = instruction.mask_destination
            }
            Field::A | Field::RegisterA | Field::LiteralA => {
                (said.a, said.modifiers[0]) = (instruction.a, instruction.modifiers[0])
            }
            Field::B
            | Field::ShuffleB
            | Field::RegisterB
            | Field::LiteralB
            | Field::SwizzleOffset => {
                (said.b, said.modifiers[1]) = (instruction.b, instruction.modifiers[1])
            }
            Field::C | Field::ShuffleC | Field::LiteralC => {
                (said.c, said.modifiers[2]) = (instruction.c, instruction.modifiers[2])
            }
            Field::P => said.p = instruction.p,
            Field::Q => said.q = instruction.q,
            Field::NotVcc => said.p = MaskSource { entry: MaskEntry::VCC, negated: true },
            Field::Vcc => said.p = MaskSource { entry: MaskEntry::VCC, negated: false },
            Field::Slot if !instruction.p.entry.is_slot() => return false,
            Field::Slot => said.p = MaskSource { negated: false, ..instruction.p },
            Field::MaskLiteral if instruction.mask_literal.is_none() => return false,
            Field::MaskLiteral => said.mask_literal = instruction.mask_literal,
            Field::ExtraSlots => said.extra_slots = instruction.extra_slots,
            Field::Barrier => said.shared = without_waves(instruction.shared),
            Field::ArrivingWaves | Field::Counter | Field::Special => {
                said.shared = instruction.shared
            }
            Field::Exec => {}
        }
    }
    if let Some(video) =
        instruction.video.filter(|video| video_text::is_name_of(spelling.mnemonic, video))
    {
        said.video = Some(video);
    }
    match spelling.dialect {
        Dialect::Gcn => said.dpp = instruction.dpp,
        Dialect::Sass => said.reuse = instruction.reuse,
    }
    if instruction.operation.takes_fetch_flags() {
        (said.fetch_inactive, said.bound_control) =
            (instruction.fetch_inactive, instruction.bound_control);
    }
    said == *instruction
}

fn text(spelling: &Spelling, instruction: &Instruction) -> String {
    let dialect = spelling.dialect;
    let has_no_c = instruction.video.is_some_and(|video| !video.reads_c());
    let fields = spelling.fields.iter().filter(|&&field| !(has_no_c && field == Field::C));
    let operands: Vec<String> = fields.map(|&field| operand(field, instruction, dialect)).collect();
    let mut text = String::new();
    if instruction.guard != MaskSource::TRUE {
        text += &format!("@{} ", mask_source(instruction.guard, Dialect::Sass));
    }
    text += spelling.mnemonic;
    text += &instruction.video.map_or_else(String::new, |video| video_text::suffixes(&video));
    if !operands.is_empty() {
        text += &format!(" {}", operands.join(", "));
    }
    if let Some(modifier) = &instruction.dpp {
        text += &format!(" {}", dpp::text(modifier));
    }
    text += &dpp::flags(instruction.bound_control, instruction.fetch_inactive);
    text
}

fn operand(field: Field, instruction: &Instruction, dialect: Dialect) -> String {
    let mut bare = bare_operand(field, instruction, dialect);
    if dialect == Dialect::Sass && field.operand().is_some_and(|place| instruction.reuse[place]) {
        bare += ".reuse";
    }
    instruction.video.map_or(bare.clone(), |video| {
        let (before, behind) = video_text::around(field, instruction, &video);
        format!("{before}{bare}{behind}")
    })
}

fn bare_operand(field: Field, instruction: &Instruction, dialect: Dialect) -> String {
    match field {
        Field::D => {
            source(instruction.destination.map_or(Operand::None, Operand::Register), dialect)
        }
        Field::MaskDestination | Field::SlotDestination => {
            mask_entry(instruction.mask_destination, dialect)
        }
        Field::A | Field::RegisterA | Field::LiteralA => {
            modified(instruction.a, instruction.modifiers[0], dialect)
        }
        Field::B | Field::ShuffleB | Field::RegisterB | Field::LiteralB | Field::SwizzleOffset => {
            modified(instruction.b, instruction.modifiers[1], dialect)
        }
        Field::C | Field::ShuffleC | Field::LiteralC => {
            modified(instruction.c, instruction.modifiers[2], dialect)
        }
        Field::P | Field::Slot => mask_source(instruction.p, dialect),
        Field::Q => mask_source(instruction.q, dialect),
        Field::NotVcc | Field::Vcc => "vcc".to_owned(),
        Field::Exec => "exec".to_owned(),
        Field::MaskLiteral => match instruction.mask_literal.unwrap_or_default() {
            negative @ ..0 => negative.to_string(),
            mask => format!("{mask:#x}"),
        },
        Field::ExtraSlots => instruction.extra_slots.to_string(),
        Field::Barrier | Field::ArrivingWaves | Field::Counter | Field::Special => {
            shared(field, instruction.shared)
        }
    }
}

/// What a barrier's first operand alone says.
fn without_waves(shared: Shared) -> Shared {
    match shared {
        Shared::Barrier(barrier) => Shared::Barrier(Barrier { waves: None, ..barrier }),
        other => other,
    }
}

/// The part of a shared thing that `field` shows; `?` where the instruction names none.
fn shared(field: Field, shared: Shared) -> String {
    match (field, shared) {
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
        return source(
            Operand::Literal(if modifier.negate { absolute ^ SIGN } else { absolute }),
            dialect,
        );
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

fn mask_source(source: MaskSource, dialect: Dialect) -> String {
    format!("{}{}", if source.negated { "!" } else { "" }, mask_entry(source.entry, dialect))
}

fn mask_entry(entry: MaskEntry, dialect: Dialect) -> String {
    match dialect {
        Dialect::Gcn if entry == MaskEntry::VCC => "vcc".to_owned(),
        Dialect::Sass | Dialect::Gcn => entry.to_string(),
    }
}
