//! `lanebeat explain`: one instruction's machine word, spellings, meaning, and where its words come
//! from; or the page of an operation.

pub mod page;

use serde::Serialize;

use super::arguments::{ExplainFormat, ExplainOptions};
use super::assemble::hexadecimal;
use super::console::{deliver, to_json};
use super::error::CliError;
use super::run::read_state;
use lanebeat::config::{Config, RegisterFile};
use lanebeat::cycle::{self, Timing};
use lanebeat::draw::lanes::{self, Drawing};
use lanebeat::isa::{Dialect, Instruction, Mask, WaveState, asm, sentence};
use lanebeat::model::explain::{self, Explanation};
use lanebeat::source::shorten;

/// Explanation of an instruction.
#[derive(Serialize)]
struct Explained {
    word: String,
    sass: Option<String>,
    gcn: Option<String>,
    effect: String,
    /// Banks of its registers in wave 0, in a machine with banks.
    #[serde(skip_serializing_if = "Option::is_none")]
    banks: Option<String>,
    #[serde(flatten)]
    map: Explanation,
}

/// Explains the operation or the instruction that is asked for; a convenience spelling that is two is
/// explained as both.
pub fn explain(config: &Config, options: &ExplainOptions, json: bool) -> Result<(), CliError> {
    if json && options.format != ExplainFormat::Text {
        let problem = "--json is the text as JSON, and --format svg a drawing; leave one out";
        return Err(CliError::Usage(problem.to_owned()));
    }
    let name = options.instruction.trim();
    let pages = page::pages(config, name)?;
    let listed = asm::operations(Some(name).filter(|name| !name.is_empty()));
    if options.format == ExplainFormat::Text
        && pages.is_empty()
        && !listed.is_empty()
        && !executes(options)
    {
        let lines = || listed.iter().map(|line| format!("{line}\n")).collect();
        return deliver(&if json { to_json(&listed) } else { lines() }, options.output.as_deref());
    }
    let text = match (options.format, &pages[..]) {
        (ExplainFormat::Svg, _) => drawing(config, options, &pages)?,
        (ExplainFormat::Text, []) => instruction(config, options, json)?,
        // An operation without operands is an instruction as well.
        (ExplainFormat::Text, _) if executes(options) => {
            assemble(config, &options.instruction).map_err(|_| stands_without_operands(options))?;
            instruction(config, options, json)?
        }
        (ExplainFormat::Text, _) if json => to_json(&pages),
        (ExplainFormat::Text, _) => {
            pages.iter().map(|page| page.text()).collect::<Vec<_>>().join("\n")
        }
    };
    deliver(&text, options.output.as_deref())
}

/// Whether the options give a state to execute in, which matters to no page.
fn executes(options: &ExplainOptions) -> bool {
    options.state.is_some() || options.exec.is_some()
}

fn stands_without_operands(options: &ExplainOptions) -> CliError {
    let given = if options.state.is_some() { "--state" } else { "--exec" };
    CliError::Usage(format!(
        "{given} is for an instruction with its operands, and {} stands without them; write them, \
         as in 'SHFL.UP P1, R4, R1, 1, 0', or leave {given} out",
        shorten(options.instruction.trim())
    ))
}

/// The explanation of the instruction, as text or as JSON.
fn instruction(config: &Config, options: &ExplainOptions, json: bool) -> Result<String, CliError> {
    let instructions = assemble(config, &options.instruction)?;
    let state = state(config, options)?;
    let explained: Vec<Explained> = instructions
        .iter()
        .map(|instruction| Explained::new(config, instruction, &state))
        .collect();
    let has_state = options.state.is_some();
    Ok(if json {
        to_json(&explained)
    } else {
        explained.iter().map(|one| one.text(has_state)).collect::<Vec<_>>().join("\n")
    })
}

/// The drawing of the instruction, or of the examples of the operation.
fn drawing(
    config: &Config,
    options: &ExplainOptions,
    pages: &[page::Page],
) -> Result<String, CliError> {
    let instructions = match pages {
        [] => assemble(config, &options.instruction)?,
        pages => pages.iter().map(|page| page.instruction).collect(),
    };
    let state = state(config, options)?;
    let maps: Vec<Explanation> =
        instructions.iter().map(|instruction| explain::explain(instruction, &state)).collect();
    let drawing = |(instruction, map)| Drawing {
        heading: [asm::disassemble(instruction, None), sentence(instruction)],
        map,
        shows_words: options.state.is_some(),
    };
    let drawings: Vec<Drawing> = instructions.iter().zip(&maps).map(drawing).collect();
    lanes::svg(&drawings).ok_or_else(|| {
        CliError::Usage(format!(
            "--format svg draws words that move between threads, and in {} every thread uses its own; \
             leave --format out, or take SHFL, a lane move or a DPP modifier",
            shorten(options.instruction.trim())
        ))
    })
}

/// Spellings, word, effect and lane map of `instruction` in a wave that holds zeroes, as text.
pub fn told(config: &Config, instruction: &Instruction) -> String {
    let state = WaveState::new(config.threads(), config.registers);
    Explained::new(config, instruction, &state).text(false)
}

fn assemble(config: &Config, text: &str) -> Result<Vec<Instruction>, CliError> {
    let program = asm::assemble("<instruction>", text, &config.target())?;
    let instructions: Vec<Instruction> = program.lines().map(|line| line.instruction).collect();
    if instructions.is_empty() {
        let given = if text.trim().is_empty() {
            "nothing".to_owned()
        } else {
            format!("`{}`", shorten(text))
        };
        let problem = format!(
            "an instruction is one line of assembly, not {given}; try 'SHFL.UP P1, R4, R1, 1, 0'"
        );
        return Err(CliError::Usage(problem));
    }
    Ok(instructions)
}

/// The state that the instruction executes in.
fn state(config: &Config, options: &ExplainOptions) -> Result<WaveState, CliError> {
    let threads = config.threads();
    let mut state = match &options.state {
        Some(path) => read_state(config, path)?.swap_remove(0).state,
        None => WaveState::new(threads, config.registers),
    };
    if let Some(text) = &options.exec {
        state.exec = Mask::from_hex(text, threads).ok_or_else(|| {
            let ones = Mask::filled(threads, true).to_hex();
            CliError::Usage(format!(
                "--exec of {threads} threads is 0x0 to {ones}, not {}; try --exec {ones}",
                shorten(text)
            ))
        })?;
    }
    Ok(state)
}

impl Explained {
    fn new(config: &Config, instruction: &Instruction, state: &WaveState) -> Self {
        Self {
            word: hexadecimal(instruction.encode()),
            sass: spelled(instruction, Dialect::Sass),
            gcn: spelled(instruction, Dialect::Gcn),
            effect: sentence(instruction),
            banks: banks(config, instruction),
            map: explain::explain(instruction, state),
        }
    }

    /// The explanation as text, with the words that threads get if `has_state`.
    fn text(&self, has_state: bool) -> String {
        let line = |name: &str, value: Option<&str>| {
            value.map_or(String::new(), |value| format!("{name:6}{value}\n"))
        };
        let spellings = line("SASS", self.sass.as_deref()) + &line("GCN", self.gcn.as_deref());
        let map =
            if self.map.sources.is_some() { format!("\n{}", self.map) } else { String::new() };
        let words = if has_state { self.map.words_text() } else { String::new() };
        let banks = self.banks.as_ref().map_or(String::new(), |banks| format!("{banks}\n"));
        format!("{spellings}{}{}\n{banks}{map}{words}", line("word", Some(&self.word)), self.effect)
    }
}

/// Banks of the instruction's registers, as a sentence; `None` without banks or registers.
fn banks(config: &Config, instruction: &Instruction) -> Option<String> {
    let timing = Timing::new(config);
    if !timing.has_banks() {
        return None;
    }
    let places = cycle::places(timing, 0, instruction);
    let of_wave = match config.register_file {
        RegisterFile::TwoBank => format!("In every wave {places}."),
        _ => format!(
            "In wave 0 {places}; in wave w they lie w banks further, modulo {}.",
            config.banks()
        ),
    };
    (!places.is_empty()).then_some(of_wave)
}

/// The instruction in `dialect`, if that can say it.
fn spelled(instruction: &Instruction, dialect: Dialect) -> Option<String> {
    let text = asm::disassemble(instruction, Some(dialect));
    let spellings =
        instruction.operation.row().spellings.iter().filter(|spelling| spelling.dialect == dialect);
    let own: Vec<&str> = spellings.map(|spelling| spelling.mnemonic).collect();
    text.split_whitespace()
        .find(|word| !word.starts_with('@'))
        .is_some_and(|word| own.contains(&word))
        .then_some(text)
}
