//! `lanebeat explain`: one instruction's machine word, spellings, meaning, and where its words come
//! from.

use serde::Serialize;

use super::arguments::ExplainOptions;
use super::assemble::hexadecimal;
use super::console::{Outcome, print, to_json};
use super::error::CliError;
use super::run::read_state;
use crate::config::{Config, RegisterFile};
use crate::cycle::{self, Timing};
use crate::isa::sentence::sentence;
use crate::isa::{Dialect, Instruction, Mask, WaveState, asm};
use crate::model::explain::{self, Explanation};
use crate::source::shorten;

/// What is told of an instruction.
#[derive(Serialize)]
struct Explained {
    word: String,
    sass: Option<String>,
    gcn: Option<String>,
    effect: String,
    /// Where its registers lie in wave 0, in a machine with banks.
    #[serde(skip_serializing_if = "Option::is_none")]
    banks: Option<String>,
    #[serde(flatten)]
    map: Explanation,
}

/// Explains the instruction that is asked for; a convenience spelling that is two is explained as
/// both.
pub fn explain(config: &Config, options: &ExplainOptions, json: bool) -> Result<Outcome, CliError> {
    let instructions = assemble(config, &options.instruction)?;
    let state = state(config, options)?;
    let explained: Vec<Explained> = instructions
        .iter()
        .map(|instruction| Explained::new(config, instruction, &state))
        .collect();
    let text = if json {
        to_json(&explained)
    } else {
        explained.iter().map(Explained::text).collect::<Vec<_>>().join("\n")
    };
    print(&text)?;
    Ok(Outcome::Good)
}

fn assemble(config: &Config, text: &str) -> Result<Vec<Instruction>, CliError> {
    let program = asm::assemble("<instruction>", text, &config.target())?;
    let instructions: Vec<Instruction> =
        program.waves.into_iter().flatten().map(|line| line.instruction).collect();
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

    fn text(&self) -> String {
        let line = |name: &str, value: Option<&str>| {
            value.map_or(String::new(), |value| format!("{name:6}{value}\n"))
        };
        let spellings = line("SASS", self.sass.as_deref()) + &line("GCN", self.gcn.as_deref());
        let map =
            if self.map.sources.is_some() { format!("\n{}", self.map) } else { String::new() };
        let banks = self.banks.as_ref().map_or(String::new(), |banks| format!("{banks}\n"));
        format!("{spellings}{}{}\n{banks}{map}", line("word", Some(&self.word)), self.effect)
    }
}

/// In which banks the instruction's registers lie; `None` without banks or registers.
fn banks(config: &Config, instruction: &Instruction) -> Option<String> {
    if config.register_file != RegisterFile::Banked {
        return None;
    }
    let places = cycle::places(Timing::new(config), 0, instruction);
    let of_wave = format!(
        "In wave 0 {places}; in wave w they lie w banks further, modulo {}.",
        config.banks()
    );
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
