//! Describes an instruction in one sentence: that of its row with its operands in it.
//!
//! | in a row | in the sentence |
//! |---|---|
//! | `{a}`, `{b}`, `{c}`, `{p}`, `{q}`, `{d}`, `{m}` | operands; m is the predicate or mask slot written |
//! | `[…]` at the end | left out where the predicate is thrown away |
//! | `{s}` | source of an EXEC operation |
//! | `{n}`, `{waves}`, `{threads}` | number of a barrier or counter; waves it waits for; threads it counts |
//! | `{special}`, `{slots}`, `{flags}` | the special register; how long a NOP takes; what BC and FI say |
//! | `{table}`, `{amount}` | the table of LOP3; the places that LEA.HI shifts by |
//!
//! Behind the sentence of a compare stands the function of q that combines it.

mod template;
mod video;

use self::template::filled;
use crate::isa::{Field, Instruction, MaskEntry, MaskSource, Operand, Shared, SourceModifier};

/// Describes the effect of `instruction` in one sentence.
pub fn sentence(instruction: &Instruction) -> String {
    let operation = instruction.operation;
    let description = match operation.row().description.split_once('[') {
        Some((always, _)) if instruction.mask_destination == MaskEntry::TRUE => always.to_owned(),
        _ => operation.row().description.replace(['[', ']'], ""),
    };
    let description = match &instruction.video {
        Some(video) => video::value(&description, video, instruction.sources().map(operand)),
        None => filled(&description, |name| word(name, instruction)),
    };
    if !operation.is_per_thread() {
        return format!("{description}.");
    }
    let combined = instruction.combination().map_or(String::new(), |function| {
        let name = function.name().to_lowercase();
        format!(", {name} {}", mask(instruction.q))
    });
    let guard = match instruction.guard {
        MaskSource::TRUE => String::new(),
        MaskSource { entry, negated } => {
            format!(" and {entry} is {}", if negated { "0" } else { "1" })
        }
    };
    let modifier = match instruction.dpp {
        Some(_) => {
            let name = operand(instruction.a);
            format!(", {name}' being {name} of the thread shown below")
        }
        None => String::new(),
    };
    format!(
        "Where EXEC is 1{guard}: {} = {description}{combined}{modifier}.",
        destination(instruction)
    )
}

/// Text that replaces `{name}` of a row.
fn word(name: &str, instruction: &Instruction) -> String {
    match name {
        "a" => source(0, instruction),
        "b" => source(1, instruction),
        "c" => source(2, instruction),
        "d" => destination(instruction),
        "m" => instruction.mask_destination.to_string(),
        "p" => mask(instruction.p),
        "q" => mask(instruction.q),
        "s" => match instruction.mask_literal {
            Some(negative @ ..0) => negative.to_string(),
            Some(literal) => format!("{literal:#x}"),
            None => mask(instruction.p),
        },
        "table" => format!("{:#04x}", instruction.immediate),
        "amount" => instruction.immediate.to_string(),
        "slots" => match instruction.extra_slots {
            0 => "1 slot".to_owned(),
            more => format!("{} slots", u32::from(more) + 1),
        },
        "flags" => match (instruction.bound_control, instruction.fetch_inactive) {
            (_, true) => "",
            (true, false) => ", 0 where that is outside EXEC",
            (false, false) => ", nothing where that is outside EXEC",
        }
        .to_owned(),
        "threads" => {
            let guard = match instruction.guard {
                MaskSource::TRUE => String::new(),
                guard => format!(" and {}", mask(guard)),
            };
            format!("over the threads of those waves where EXEC is 1{guard}")
        }
        "n" | "waves" | "special" => shared(name, instruction.shared),
        _ => panic!("no row may say {{{name}}}"),
    }
}

/// Text that replaces `{name}` of a barrier, counter or special register.
fn shared(name: &str, shared: Shared) -> String {
    match (name, shared) {
        ("waves", Shared::Barrier(barrier)) => match barrier.waves {
            None => "all running waves have".to_owned(),
            Some(1) => "1 wave has".to_owned(),
            Some(count) => format!("{count} waves have"),
        },
        (_, Shared::Barrier(barrier)) => barrier.number.to_string(),
        (_, Shared::Counter(number)) => number.to_string(),
        (_, Shared::Special(register)) => register.to_string(),
        (_, Shared::None) => "0".to_owned(),
    }
}

fn operand(operand: Operand) -> String {
    match operand {
        Operand::None => "nothing".to_owned(),
        Operand::Register(register) => register.to_string(),
        Operand::Literal(literal @ ..256) => literal.to_string(),
        Operand::Literal(literal) => format!("{literal:#x}"),
    }
}

/// Operand a, b or c (0, 1, 2) as it is after its modifier, `-|R1|`; `R0'` where a is taken from
/// another thread.
fn source(place: usize, instruction: &Instruction) -> String {
    let mut source = operand(instruction.sources()[place]);
    if place == 0 && instruction.dpp.is_some() {
        source.push('\'');
    }
    let SourceModifier { absolute, negate } = instruction.modifiers[place];
    let absolute = if absolute { format!("|{source}|") } else { source };
    if negate { format!("-{absolute}") } else { absolute }
}

fn mask(source: MaskSource) -> String {
    format!("{}{}", if source.negated { "not " } else { "" }, source.entry)
}

fn destination(instruction: &Instruction) -> String {
    match instruction.destination {
        Some(register) if instruction.operation.uses(Field::D) => register.to_string(),
        _ if instruction.mask_destination == MaskEntry::TRUE => "nothing".to_owned(),
        _ => instruction.mask_destination.to_string(),
    }
}
