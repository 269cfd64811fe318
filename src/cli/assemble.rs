//! `lanebeat assemble` and `lanebeat disassemble`: machine words as text, one a line.

use serde::Serialize;

use super::arguments::{AssembleOptions, DisassembleOptions, WordFormat};
use super::console::{deliver, print, talk, to_json};
use super::error::CliError;
use super::listing;
use lanebeat::config::Config;
use lanebeat::files::read_text;
use lanebeat::isa::asm::Constants;
use lanebeat::isa::encoding::INSTRUCTION_BITS;
use lanebeat::isa::{
    Dialect, Instruction, Line, Lines, MASK_ENTRIES, MaskEntry, Program, asm, gcn,
};
use lanebeat::lockstep::state_file::read_constants;
use lanebeat::source::{TextError, counted, shorten};

/// Hexadecimal digits of a machine word.
const WORD_DIGITS: usize = INSTRUCTION_BITS / 4;

/// A line of a list; in JSON with the fields of its format.
#[derive(Serialize, Default)]
struct Entry {
    #[serde(skip_serializing_if = "Option::is_none")]
    wave: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    word: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dwords: Option<Vec<String>>,
    text: String,
    /// Whether the text assembles to the word, of a word that is disassembled.
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<bool>,
}

/// Lists the words of a program: word, wave, line in the text, and the instruction as it is usually
/// spelled.
pub fn assemble(config: &Config, options: &AssembleOptions, json: bool) -> Result<(), CliError> {
    if options.report && options.input.from.is_none() {
        let text =
            "--report is about a compiler's listing, and this is a program; write --from LISTING";
        return Err(CliError::Usage(text.to_owned()));
    }
    let constants = match &options.constants {
        Some(path) => read_text(path).map(|(name, text)| read_constants(&name, &text))??,
        None => Constants::default(),
    };
    let (name, text) = read_text(options.input.path())?;
    let target = config.target();
    if options.report {
        let listing = asm::read_listing(&text, &target, &constants);
        return deliver(&listing::report(&name, &listing, json), options.output.as_deref());
    }
    let program = if options.input.from.is_some() {
        asm::assemble_listing(&name, &text, &target, &constants)?
    } else {
        let program = asm::assemble(&name, &text, &target)?;
        warn(&name, &text, &program);
        program
    };
    check_length(&name, &program)?;
    let list = match options.format {
        WordFormat::Machine | WordFormat::Readmemh => entries(&program, true),
        WordFormat::Text => entries(&program, false),
        WordFormat::Gcn => {
            gcn::encode_program(&name, &text, &program)?.into_iter().map(Entry::of_gfx9).collect()
        }
    };
    let text = match options.format {
        _ if json => to_json(&list),
        WordFormat::Text => program_text(&list),
        WordFormat::Readmemh => list.iter().map(|entry| entry.listed("//")).collect(),
        WordFormat::Machine | WordFormat::Gcn => {
            list.iter().map(|entry| entry.listed(";")).collect()
        }
    };
    deliver(&text, options.output.as_deref())
}

/// Refuses a program whose repetitions cannot be kept one by one.
pub fn check_length(name: &str, program: &Program) -> Result<(), CliError> {
    const MOST: usize = 10_000_000;
    match program.waves.iter().map(Lines::len).sum::<usize>() {
        ..=MOST => Ok(()),
        more => Err(CliError::Usage(format!(
            "{name}: its {more} instructions, repetitions counted, are kept one by one here, and at most \
             {MOST} can be; repeat less often"
        ))),
    }
}

/// Says which integers a program reads as floats though they look like numbers.
pub fn warn(name: &str, text: &str, program: &Program) {
    for sentence in asm::doubtful_literals(name, text, program) {
        talk(&format!("warning: {sentence}"));
    }
}

/// Every line of the program, with its machine word where one is wanted.
fn entries(program: &Program, has_word: bool) -> Vec<Entry> {
    let waves = program.waves.iter().enumerate();
    let lines = waves.flat_map(|(wave, lines)| lines.iter().map(move |line| (wave, line)));
    let entry = |(wave, line): (usize, &Line)| Entry {
        wave: Some(wave),
        line: Some(line.number),
        word: has_word.then(|| hexadecimal(line.instruction.encode())),
        text: asm::disassemble(&line.instruction, None),
        ..Entry::default()
    };
    lines.map(entry).collect()
}

/// A program that assembles to the list.
fn program_text(list: &[Entry]) -> String {
    let mut wave = Some(0);
    let mut text = String::new();
    for entry in list {
        if wave != entry.wave {
            wave = entry.wave;
            text += &format!(".wave {}\n", wave.unwrap_or_default());
        }
        text += &format!("{}\n", entry.text);
    }
    text
}

impl Entry {
    fn of_gfx9(encoded: gcn::Encoded) -> Self {
        let dwords = encoded.dwords.iter().map(|dword| format!("{dword:08x}"));
        Self {
            wave: Some(encoded.wave),
            line: Some(encoded.line),
            dwords: Some(dwords.collect()),
            text: asm::disassemble(&encoded.instruction, Some(Dialect::Gcn)),
            ..Self::default()
        }
    }

    /// The line of a list in which `mark` begins comments.
    fn listed(&self, mark: &str) -> String {
        let dwords = || self.dwords.iter().flatten().map(String::as_str).collect::<Vec<_>>();
        let code = self.word.clone().unwrap_or_else(|| format!("{:17}", dwords().join(" ")));
        let (wave, line) = (self.wave.unwrap_or_default(), self.line.unwrap_or_default());
        format!("{code}  {mark} wave {wave} line {line}: {}\n", self.text)
    }
}

/// Prints the instructions of machine words.
pub fn disassemble(options: &DisassembleOptions, json: bool) -> Result<(), CliError> {
    let (name, text) = read_text(&options.file)?;
    let entry = |(word, instruction): (u128, Instruction)| {
        let text = asm::disassemble(&instruction, None);
        let exact = Some(asm::spells(&text, word));
        Entry { word: Some(hexadecimal(word)), text, exact, ..Entry::default() }
    };
    let list: Vec<Entry> = read_words(&name, &text)?.into_iter().map(entry).collect();
    let line = |entry: &Entry| match entry.exact {
        Some(false) => format!("{}  // does not assemble to this word\n", entry.text),
        _ => format!("{}\n", entry.text),
    };
    print(&if json { to_json(&list) } else { list.iter().map(line).collect() })?;
    let inexact = list.iter().filter(|entry| entry.exact == Some(false)).count();
    if inexact > 0 {
        let words = counted(list.len(), "word");
        talk(&format!(
            "{name}: no text says all of {inexact} of {words}; their lines are marked\n"
        ));
    }
    Ok(())
}

/// A machine word as it is listed.
pub fn hexadecimal(word: u128) -> String {
    format!("{word:0WORD_DIGITS$x}")
}

/// The words of a text, one a line; `;` or `//` begins a comment.
fn read_words(name: &str, text: &str) -> Result<Vec<(u128, Instruction)>, TextError> {
    let mut words = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split(';').next().unwrap_or(line);
        let code = code.split("//").next().unwrap_or(code);
        if let Some(token) = code.split_whitespace().next() {
            let first = start + code.len() - code.trim_start().len();
            let behind = code.trim_start()[token.len()..].trim();
            let alone = |word| match behind {
                "" => Ok(word),
                _ => Err(format!(
                    "a machine word stands alone on its line, but `{}` follows; begin a comment with ;",
                    shorten(behind)
                )),
            };
            let word = parse_word(token).and_then(alone).and_then(|word| Ok((word, decode(word)?)));
            let place = first..first + token.len();
            words.push(word.map_err(|problem| TextError::new(name, text, place, problem))?);
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
        let opcode = lanebeat::isa::encoding::OPCODE;
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
