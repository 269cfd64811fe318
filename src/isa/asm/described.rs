//! How an operation is written: its spellings, the legal operands, and an example that assembles of
//! each.

use super::error::AssemblyErrors;
use super::form::{Form, mnemonics, spelled};
use super::operand::place;
use super::target::Target;
use super::{assemble, dpp};
use crate::isa::row::Row;
use crate::isa::{Dialect, Field, Instruction, Operation, ShuffleMode};

/// An operation as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Described {
    /// The operation.
    pub operation: Operation,
    /// Its spellings, in the order of the table.
    pub spellings: Vec<Written>,
    /// Example of the spelling that was asked for.
    pub example: Example,
}

/// One spelling of an operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// Dialect of the spelling.
    pub dialect: Dialect,
    /// Mnemonic, as it is printed.
    pub mnemonic: &'static str,
    /// Places of its operands, in the order of the text.
    pub places: Vec<Place>,
}

/// An operand's place in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Name of the operand in ISA.md.
    pub name: &'static str,
    /// Operands that are legal there, in words.
    pub takes: String,
}

/// A line of assembly, and its instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// Text of the line.
    pub text: String,
    /// Instruction of the line.
    pub instruction: Instruction,
    /// The same with modifiers: one that keeps to a row of 16 threads and one that leaves it; empty
    /// where the spelling takes none.
    pub modified: Vec<(&'static str, Instruction)>,
}

/// The modifiers that stand for all others.
const MODIFIERS: [&str; 2] = ["row_shr:1", "row_bcast:15"];

/// Types and modifiers that an example of a video instruction may need.
const TYPES: [&str; 4] = ["", ".U32.U32.U32", ".U32.U32.U32.WRAP", ".U32.U32.LT"];

/// The operations that are spelled `mnemonic`, in any case; none where nothing is.
///
/// # Errors
/// When `target` lacks the operation.
pub fn described(mnemonic: &str, target: &Target) -> Result<Vec<Described>, AssemblyErrors> {
    let mut forms = spelled(mnemonic);
    forms.dedup_by_key(|form| form.row.opcode);
    let of_form = |form: Form| {
        let (operation, spellings) = (form.row.operation, spellings(form.row, target));
        Ok(Described { operation, spellings, example: example(&form, target)? })
    };
    forms.into_iter().map(of_form).collect()
}

/// The mnemonics whose first part is `stem`, in any case, or all, each with its operands.
pub fn operations(stem: Option<&str>) -> Vec<String> {
    let first = |name: &str| name.split('.').next().unwrap_or_default().to_ascii_uppercase();
    let stem = stem.map(str::to_ascii_uppercase);
    let is_of = |name: &&&str| stem.as_ref().is_none_or(|stem| first(name) == *stem);
    let forms = mnemonics().iter().filter(is_of).flat_map(|name| spelled(name));
    let line = |form: Form| format!("{} {}", form.mnemonic, form.names().join(", "));
    forms.map(|form| line(form).trim_end().to_owned()).collect()
}

/// The ways to write the DPP control called `name`, and an example of the first; `None` if no
/// control has that name.
///
/// # Errors
/// When `target` has no DPP.
pub fn described_modifier(
    name: &str,
    target: &Target,
) -> Result<Option<(Vec<String>, Example)>, AssemblyErrors> {
    let written = dpp::written(name);
    let Some((_, modifier)) = written.first() else { return Ok(None) };
    let text = format!("v_mov_b32 v0, v1 {modifier}");
    let instruction = instruction(&text, target)?;
    let ways = written.iter().map(|(way, _)| way.clone()).collect();
    Ok(Some((ways, Example { text, instruction, modified: vec![] })))
}

fn spellings(row: &'static Row, target: &Target) -> Vec<Written> {
    let written = |spelling| {
        let form = Form::new(row, spelling);
        let place = |(name, &field)| Place { name, takes: place(field).choices(target) };
        let places = form.names().into_iter().zip(&form.fields).map(place).collect();
        Written { dialect: spelling.dialect, mnemonic: spelling.mnemonic, places }
    };
    row.spellings.iter().map(written).collect()
}

/// The first line that assembles out of those that the table allows: a video instruction has types,
/// and may do without c.
fn example(form: &Form, target: &Target) -> Result<Example, AssemblyErrors> {
    let types = if form.row.operation.is_video() { &TYPES[1..] } else { &TYPES[..1] };
    let line = |(types, has_c): (&str, bool)| {
        let fields = form.fields.iter().filter(|&&field| has_c || field != Field::C);
        let operands: Vec<String> = fields.map(|&field| operand(field, form, target)).collect();
        let text = format!("{}{types} {}", form.spelling.mnemonic, operands.join(", "));
        text.trim_end().to_owned()
    };
    let mut refusal = None;
    for text in types.iter().flat_map(|types| [(*types, false), (*types, true)]).map(line) {
        match instruction(&text, target) {
            Ok(instruction) => {
                let with = |modifier| self::instruction(&format!("{text} {modifier}"), target).ok();
                let modified = |modifier| Some((modifier, with(modifier)?));
                let modified = MODIFIERS.into_iter().filter_map(modified).collect();
                return Ok(Example { text, instruction, modified });
            }
            Err(errors) => refusal = Some(errors),
        }
    }
    Err(refusal.expect("a line is tried"))
}

fn instruction(text: &str, target: &Target) -> Result<Instruction, AssemblyErrors> {
    let program = assemble("<example>", text, target)?;
    let mut lines = program.lines();
    Ok(lines.next().expect("a line of text is an instruction").instruction)
}

fn shuffles_up(operation: Operation) -> bool {
    matches!(
        operation,
        Operation::Shuffle(ShuffleMode::Up) | Operation::ShuffleRange(ShuffleMode::Up, _)
    )
}

/// A word for the place of `field`.
fn operand(field: Field, form: &Form, target: &Target) -> String {
    let is_gcn = form.spelling.dialect == Dialect::Gcn;
    let has_nibbles = form.fields.contains(&Field::LiteralC);
    let example = place(field).example;
    let register = example.strip_prefix('R').and_then(|number| number.parse::<usize>().ok());
    match field {
        Field::LiteralB if has_nibbles => "0x87654321".to_owned(),
        // A whole warp is one segment: UP is clamped at its low end, the others at its high end.
        Field::ShuffleC if shuffles_up(form.row.operation) => "0".to_owned(),
        Field::MaskDestination | Field::P | Field::Q if is_gcn => "vcc".to_owned(),
        _ => match register {
            Some(number) => {
                format!("{}{}", if is_gcn { 'v' } else { 'R' }, number % target.registers)
            }
            None => example.to_owned(),
        },
    }
}
