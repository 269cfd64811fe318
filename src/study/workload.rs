//! What the machine is timed on: programs, or a random mix of operations.

use super::random::Random;
use crate::config::Config;
use crate::isa::asm::{AssemblyErrors, assemble};
use crate::isa::{Dialect, Field, Program, Spelling, TABLE};

/// Instructions that a wave executes of a mix.
const MIX_LENGTH: usize = 256;
/// How often a wave executes a program.
const REPETITIONS: usize = 16;

/// Something to time; every wave of the machine executes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Workload {
    /// An assembly program, several times.
    Program {
        /// What figures and columns call it.
        name: String,
        /// Its assembly.
        text: String,
    },
    /// Random instructions of these mnemonics, as often as their weights say, on random registers.
    Mix {
        /// What figures and columns call it.
        name: String,
        /// Mnemonics and their weights.
        weights: Vec<(String, u32)>,
    },
}

/// Why a machine cannot run a workload.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each says in its message what it is")]
pub enum WorkloadError {
    #[error("there is no operation `{0}` for a mix; write a mnemonic such as IMAD")]
    Mnemonic(String),
    #[error("{0}")]
    Assembly(String),
}

impl From<AssemblyErrors> for WorkloadError {
    fn from(errors: AssemblyErrors) -> Self {
        Self::Assembly(
            errors.errors.first().map_or_else(|| errors.to_string(), ToString::to_string),
        )
    }
}

impl Workload {
    /// The inclusive scan by SHFL of the examples.
    pub fn scan() -> Self {
        Self::Program {
            name: "scan".to_string(),
            text: include_str!("../../examples/inclusive_scan.s").to_string(),
        }
    }

    /// Three operands and a result in every instruction: what fills a port.
    pub fn three_operands() -> Self {
        Self::Mix { name: "mix".to_string(), weights: vec![("IMAD".to_string(), 1)] }
    }

    /// What figures and columns call it.
    pub fn name(&self) -> &str {
        match self {
            Self::Program { name, .. } | Self::Mix { name, .. } => name,
        }
    }

    /// The program of every wave of `config`.
    ///
    /// # Errors
    /// When the machine has not what the workload needs.
    pub fn program(&self, config: &Config) -> Result<Program, WorkloadError> {
        let text = match self {
            Self::Program { text, .. } => repeated(text),
            Self::Mix { weights, .. } => mix(weights, config)?,
        };
        let waves: String = (0..config.waves).map(|wave| format!(".wave {wave}\n{text}")).collect();
        Ok(assemble(self.name(), &waves, &config.target())?)
    }
}

/// The program without its EXIT, so that it can be repeated.
fn repeated(text: &str) -> String {
    let lines = text.lines().filter(|line| {
        !line.split("//").next().unwrap_or_default().trim().eq_ignore_ascii_case("exit")
    });
    let body: String = lines.map(|line| format!("{line}\n")).collect();
    format!(".repeat {REPETITIONS}\n{body}.end\n")
}

fn mix(weights: &[(String, u32)], config: &Config) -> Result<String, WorkloadError> {
    let mut spellings: Vec<&Spelling> = vec![];
    for (mnemonic, weight) in weights {
        let all = TABLE.iter().flat_map(|row| row.spellings);
        let spelling =
            all.into_iter().find(|spelling| spelling.mnemonic.eq_ignore_ascii_case(mnemonic));
        let spelling = spelling.ok_or_else(|| WorkloadError::Mnemonic(mnemonic.clone()))?;
        spellings.extend(std::iter::repeat_n(spelling, *weight as usize));
    }
    let mut random = Random::new(1);
    let lines = (0..MIX_LENGTH).map(|_| {
        let spelling = spellings[random.below(spellings.len())];
        let operands: Vec<String> = spelling
            .fields
            .iter()
            .map(|&field| operand(field, spelling.dialect, config, &mut random))
            .collect();
        format!("{} {}\n", spelling.mnemonic, operands.join(", "))
    });
    Ok(lines.collect())
}

fn operand(field: Field, dialect: Dialect, config: &Config, random: &mut Random) -> String {
    let register = |random: &mut Random| {
        let letter = if dialect == Dialect::Gcn { 'v' } else { 'R' };
        format!("{letter}{}", random.below(config.registers))
    };
    match field {
        Field::D | Field::A | Field::B | Field::C => register(random),
        Field::MaskDestination | Field::P | Field::Q => format!("P{}", random.below(7)),
        Field::NotVcc | Field::Vcc => "vcc".to_string(),
        Field::Exec => "exec".to_string(),
        Field::SlotDestination | Field::Slot => format!("s{}", random.below(4)),
        _ => random.below(2).to_string(),
    }
}
