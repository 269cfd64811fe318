//! `lanebeat assemble` and `lanebeat disassemble`: machine words as text, one a line.

use serde::Serialize;

use super::arguments::{AssembleOptions, DisassembleOptions, WordFormat};
use super::console::{Outcome, deliver, print, to_json};
use super::error::{CliError, WordError};
use super::listing;
use crate::config::Config;
use crate::files::read_text;
use crate::isa::encoding::INSTRUCTION_BITS;
use crate::isa::{Dialect, Instruction, MASK_ENTRIES, MaskEntry, Program, asm, gcn};
use crate::source::shorten;

/// Hexadecimal digits of a machine word.
const WORD_DIGITS: usize = INSTRUCTION_BITS / 4;

/// A line of the assembler's list.
#[derive(Serialize)]
struct Assembled {
    wave: usize,
    line: usize,
    word: String,
    text: String,
}

/// A line of the list in GFX9's dwords.
#[derive(Serialize)]
struct AssembledDwords {
    wave: usize,
    line: usize,
    dwords: Vec<String>,
    text: String,
}

/// An instruction as this machine spells it.
#[derive(Serialize)]
struct AssembledText {
    wave: usize,
    line: usize,
    text: String,
}

/// A line of the disassembler's list.
#[derive(Serialize)]
struct Disassembled {
    word: String,
    text: String,
}

/// Lists the words of a program: word, wave, line in the text, and the instruction as it is usually
/// spelled.
pub fn assemble(
    config: &Config,
    options: &AssembleOptions,
    json: bool,
) -> Result<Outcome, CliError> {
    if options.report && options.from.is_none() {
        let text =
            "--report is about a compiler's listing, and this is a program; write --from LISTING";
        return Err(CliError::Usage(text.to_owned()));
    }
    let (name, text) = read_text(options.input())?;
    if options.report {
        let report = listing::report(&name, &asm::read_listing(&text, &config.target()), json);
        deliver(&report, options.output.as_deref())?;
        return Ok(Outcome::Good);
    }
    let read = if options.from.is_some() { asm::assemble_listing } else { asm::assemble };
    let program = read(&name, &text, &config.target())?;
    let list = match options.format {
        WordFormat::Machine => machine_list(&program, json),
        WordFormat::Text => text_list(&program, json),
        WordFormat::Gcn => gcn_list(&gcn::encode_program(&name, &text, &program)?, json),
    };
    deliver(&list, options.output.as_deref())?;
    Ok(Outcome::Good)
}

fn machine_list(program: &Program, json: bool) -> String {
    let lines = program
        .waves
        .iter()
        .enumerate()
        .flat_map(|(wave, lines)| lines.iter().map(move |line| (wave, line)));
    let list: Vec<Assembled> = lines
        .map(|(wave, line)| Assembled {
            wave,
            line: line.number,
            word: hexadecimal(line.instruction.encode()),
            text: asm::disassemble(&line.instruction, None),
        })
        .collect();
    if json {
        to_json(&list)
    } else {
        let line = |entry: &Assembled| {
            format!("{}  ; wave {} line {}: {}\n", entry.word, entry.wave, entry.line, entry.text)
        };
        list.iter().map(line).collect()
    }
}

fn gcn_list(encoded: &[gcn::Encoded], json: bool) -> String {
    let list: Vec<AssembledDwords> = encoded
        .iter()
        .map(|entry| AssembledDwords {
            wave: entry.wave,
            line: entry.line,
            dwords: entry.dwords.iter().map(|dword| format!("{dword:08x}")).collect(),
            text: asm::disassemble(&entry.instruction, Some(Dialect::Gcn)),
        })
        .collect();
    if json {
        to_json(&list)
    } else {
        let line = |entry: &AssembledDwords| {
            let dwords = entry.dwords.join(" ");
            format!("{dwords:17}  ; wave {} line {}: {}\n", entry.wave, entry.line, entry.text)
        };
        list.iter().map(line).collect()
    }
}

/// A program that assembles to `program`, or its lines.
fn text_list(program: &Program, json: bool) -> String {
    let mut list = Vec::new();
    let mut text = String::new();
    for (wave, lines) in program.waves.iter().enumerate() {
        if wave > 0 && !lines.is_empty() {
            text += &format!(".wave {wave}\n");
        }
        for line in lines {
            let instruction = asm::disassemble(&line.instruction, None);
            text += &format!("{instruction}\n");
            list.push(AssembledText { wave, line: line.number, text: instruction });
        }
    }
    if json { to_json(&list) } else { text }
}

/// Prints the instructions of machine words.
pub fn disassemble(options: &DisassembleOptions, json: bool) -> Result<Outcome, CliError> {
    let (name, text) = read_text(&options.file)?;
    let instructions = read_words(&name, &text)?;
    let list = instructions.iter().map(|(word, instruction)| Disassembled {
        word: hexadecimal(*word),
        text: asm::disassemble(instruction, None),
    });
    let text = if json {
        to_json(&list.collect::<Vec<_>>())
    } else {
        list.map(|entry| entry.text + "\n").collect()
    };
    print(&text)?;
    Ok(Outcome::Good)
}

/// A machine word as it is listed.
pub fn hexadecimal(word: u128) -> String {
    format!("{word:0WORD_DIGITS$x}")
}

/// The words of a text, one a line; white space, `;` or `//` ends a word and the rest of its line
/// has no effect.
fn read_words(name: &str, text: &str) -> Result<Vec<(u128, Instruction)>, WordError> {
    let mut words = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split(';').next().unwrap_or(line);
        let code = code.split("//").next().unwrap_or(code);
        if let Some(token) = code.split_whitespace().next() {
            let indentation = &code[..code.len() - code.trim_start().len()];
            let first = start + indentation.len();
            let decoded = parse_word(token)
                .and_then(|word| decode(word).map(|instruction| (word, instruction)));
            words.push(decoded.map_err(|problem| {
                WordError::new(name, text, first..first + token.len(), problem)
            })?);
        }
        start += line.len();
    }
    Ok(words)
}

fn parse_word(token: &str) -> Result<u128, String> {
    let digits = token.strip_prefix("0x").or_else(|| token.strip_prefix("0X")).unwrap_or(token);
    if let Some(other) = digits.chars().find(|character| !character.is_ascii_hexdigit()) {
        return Err(format!(
            "a machine word is hexadecimal digits, not {other:?} in `{}`; use 0-9 and a-f",
            shorten(token)
        ));
    }
    if digits.len() != WORD_DIGITS {
        let count = digits.len();
        return Err(format!(
            "a machine word has {WORD_DIGITS} hexadecimal digits, not {count}; write leading zeros too"
        ));
    }
    u128::from_str_radix(digits, 16).map_err(|error| error.to_string())
}

/// The instruction of a word, if the machine has it.
fn decode(word: u128) -> Result<Instruction, String> {
    let instruction = Instruction::decode(word).ok_or_else(|| {
        let opcode = crate::isa::encoding::OPCODE;
        let number = word >> opcode.low & ((1 << opcode.width) - 1);
        format!("opcode {number:#04x} has no operation; check the word")
    })?;
    for MaskEntry(entry) in instruction.source_masks().chain([instruction.mask_destination]) {
        if usize::from(entry) >= MASK_ENTRIES {
            return Err(format!(
                "mask entry {entry} is no predicate and no mask slot; they are 0 to 11"
            ));
        }
    }
    Ok(instruction)
}
