//! Workloads that the machine is timed on: programs, or a random mix of operations.

use std::path::Path;

use crate::config::Config;
use crate::files::read_text;
use crate::isa::asm::{
    AssemblyErrors, Constants, Kernel, KernelOptions, Lack, Listed, MAXIMUM_INSTRUCTIONS, Refused,
    assemble, disassemble, read_kernel, read_listing,
};
use crate::isa::{Dialect, Field, Lines, Program, Spelling, TABLE};
use crate::random::Random;
use crate::source::shorten;

/// Instructions that a wave executes of a mix.
const MIX_LENGTH: usize = 256;
/// Number of times that a wave executes a program.
const REPETITIONS: usize = 16;

/// Something to time; every wave of the machine executes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Workload {
    /// An assembly program, or a compiler's listing, several times.
    Program {
        /// Name in figures and columns.
        name: String,
        /// Its assembly or listing.
        text: String,
    },
    /// A compiler's listing, several times, with the operands of what the machine does not execute.
    Kernel {
        /// Name in figures and columns.
        name: String,
        /// Its listing.
        text: String,
        /// Loops and latencies.
        options: KernelOptions,
    },
    /// Random instructions of these mnemonics, as often as their weights say, on random registers.
    Mix {
        /// Name in figures and columns.
        name: String,
        /// Mnemonics and their weights.
        weights: Vec<(String, u32)>,
    },
}

impl Workload {
    /// `scan`, `mix`, `mix:MNEMONIC=WEIGHT,…`, or a file.
    ///
    /// # Errors
    /// When a weight is none, or the file cannot be read.
    pub fn named(name: &str) -> Result<Self, String> {
        match name {
            "scan" => return Ok(Self::scan()),
            "mix" => return Ok(Self::three_operands()),
            _ => {}
        }
        let Some(weights) = name.strip_prefix("mix:") else {
            let read = read_text(Path::new(name));
            let (_, text) = read.map_err(|error| error.to_string())?;
            return Ok(Self::Program { name: name.to_string(), text });
        };
        let weight = |item: &str| {
            let (mnemonic, weight) = item.split_once('=').unwrap_or((item, "1"));
            let weight = weight.trim().parse().ok().filter(|weight| (1..=1000).contains(weight));
            let wrong = || {
                let name = shorten(name);
                format!(
                    "--workload {name}: a weight is a number from 1 to 1000; try mix:IMAD=3,IADD=1"
                )
            };
            let weight = weight.ok_or_else(wrong)?;
            Ok((mnemonic.trim().to_string(), weight))
        };
        let weights = weights.split(',').map(weight).collect::<Result<_, String>>()?;
        Ok(Self::Mix { name: name.to_string(), weights })
    }

    /// The inclusive scan by SHFL of the examples.
    pub fn scan() -> Self {
        Self::Program {
            name: "scan".to_string(),
            text: include_str!("../../examples/inclusive_scan.s").to_string(),
        }
    }

    /// Three operands and a result in every instruction, which fill a port.
    pub fn three_operands() -> Self {
        Self::Mix { name: "mix".to_string(), weights: vec![("IMAD".to_string(), 1)] }
    }

    /// Name in figures and columns.
    pub fn name(&self) -> &str {
        match self {
            Self::Program { name, .. } | Self::Kernel { name, .. } | Self::Mix { name, .. } => name,
        }
    }

    /// Number of times that waves of `config` execute the whole program in a run; `None` for a mix.
    pub fn passes(&self, config: &Config) -> Option<usize> {
        (!matches!(self, Self::Mix { .. })).then_some(config.waves * REPETITIONS)
    }

    /// The program of every wave of `config`.
    ///
    /// # Errors
    /// When the machine lacks an operation or a size that the workload needs.
    pub fn program(&self, config: &Config) -> Result<Program, String> {
        let of_waves = |text: &str, count: usize| {
            let waves = (0..count).map(|wave| format!(".wave {wave}\n{text}"));
            assemble(self.name(), &waves.collect::<String>(), &config.target())
        };
        // All waves are alike, so one is assembled; together they are to keep a program's limit.
        let of_all_waves = |text: &str| {
            let mut one = of_waves(text, 1)?;
            let own = one.waves.pop().unwrap_or_default();
            match own.len().saturating_mul(config.waves) {
                ..=MAXIMUM_INSTRUCTIONS => Ok(Program { waves: vec![own; config.waves] }),
                _ => of_waves(text, config.waves),
            }
        };
        let text = match self {
            Self::Program { text, .. } => text,
            Self::Kernel { .. } => {
                let mut own = Lines::default();
                own.repeat(self.kernel(config).expect("it is one")?.lines, REPETITIONS);
                return match own.len().saturating_mul(config.waves) {
                    0 => Err("no line of this listing can be read".to_owned()),
                    1..=MAXIMUM_INSTRUCTIONS => Ok(Program { waves: vec![own; config.waves] }),
                    more => Err(format!(
                        "all waves together execute {more} instructions, and at most \
                         {MAXIMUM_INSTRUCTIONS} are timed; give smaller numbers to --trip"
                    )),
                };
            }
            Self::Mix { weights, .. } => {
                return of_all_waves(&mix(weights, config)?).map_err(first);
            }
        };
        let own = of_all_waves(&repeated(text)).map_err(first);
        let Some(lines) = own.is_err().then(|| compilers_lines(text)).flatten() else { return own };
        let kept: Vec<_> =
            lines.iter().filter_map(|line| line.here.as_ref().ok()).flatten().collect();
        if kept.is_empty() {
            let refused = lines.iter().find_map(|line| Some((line, line.here.as_ref().err()?)));
            let reason =
                refused.map_or_else(String::new, |(line, refused)| self.told(line, refused));
            return Err(format!("no instruction of this listing runs here; {reason}"));
        }
        let kept: String = kept.into_iter().map(|own| disassemble(own, None) + "\n").collect();
        of_all_waves(&repeated(&kept)).map_err(first)
    }

    /// The same with every vector instruction, where it is a compiler's listing.
    #[must_use]
    pub fn whole(self, options: &KernelOptions) -> Self {
        match self {
            Self::Program { name, text }
                if assemble(&name, &text, &largest().target()).is_err() =>
            {
                Self::Kernel { name, text, options: options.clone() }
            }
            other => other,
        }
    }

    /// The lines of a kernel on the machine of `config`; `None` of another workload.
    pub fn kernel(&self, config: &Config) -> Option<Result<Kernel, String>> {
        let Self::Kernel { name, text, options } = self else { return None };
        Some(read_kernel(name, text, &config.target(), options))
    }

    /// Place, rule and cure of a refused line.
    fn told(&self, line: &Listed, refused: &Refused) -> String {
        let Refused { column, rule, cure, .. } = refused;
        format!("{}:{}:{column}: {rule}; {cure}", self.name(), line.number)
    }

    /// The instructions of a compiler's listing that no machine here has, and which are left out;
    /// `None` where it is no listing.
    pub fn left_out(&self) -> Option<Vec<String>> {
        let Self::Program { name, text } = self else { return None };
        assemble(name, text, &largest().target()).err()?;
        let lines = compilers_lines(text)?;
        Some(lines.into_iter().filter(|line| line.here.is_err()).map(|line| line.text).collect())
    }

    /// The first line of a compiler's listing that other machines execute, and that of `config`
    /// does not: place, rule and cure.
    pub fn refused(&self, config: &Config) -> Option<String> {
        let Self::Program { text, .. } = self else { return None };
        let known = compilers_lines(text)?;
        let here = read_listing(text, &config.target(), &Constants::assumed()).instructions;
        let lines = known.iter().zip(&here).filter(|(known, _)| known.here.is_ok());
        let refused = lines.filter_map(|(_, line)| Some((line, line.here.as_ref().err()?)));
        refused.map(|(line, refused)| self.told(line, refused)).next()
    }
}

/// The first of `errors`, which says enough.
fn first(errors: AssemblyErrors) -> String {
    errors.errors.first().map_or_else(|| errors.to_string(), ToString::to_string)
}

/// The machine with every feature and all registers.
fn largest() -> Config {
    Config { registers: 256, ..Config::default() }
}

/// The instructions of a compiler's listing. It has addresses, directives of another assembler, or
/// lines that any machine here lacks, memory above all, and then none that are unknown.
fn compilers_lines(text: &str) -> Option<Vec<Listed>> {
    const OURS: [&str; 3] = [".wave", ".repeat", ".end"];
    let lines = read_listing(text, &largest().target(), &Constants::assumed()).instructions;
    let words = || text.lines().filter_map(|line| line.split_whitespace().next());
    let directives = || words().filter(|word| word.starts_with('.') && !word.ends_with(':'));
    let is_ours = |word: &str| OURS.iter().any(|own| own.eq_ignore_ascii_case(word));
    let has_directives = directives().next().is_some() && !directives().any(is_ours);
    let lacks = |wanted: Lack| {
        lines.iter().any(|line| line.here.as_ref().is_err_and(|refused| refused.lack == wanted))
    };
    let has_addresses = words().any(|word| word.starts_with("/*0"));
    let is_listing = has_addresses
        || has_directives
        || lacks(Lack::Operation)
            && !lacks(Lack::Unknown)
            && lines.iter().any(|line| line.here.is_ok());
    is_listing.then_some(lines)
}

/// The program without its EXIT, so that it can be repeated.
fn repeated(text: &str) -> String {
    let lines = text.lines().filter(|line| {
        let code = line.split("//").next().unwrap_or_default();
        let code = code.rsplit("*/").next().unwrap_or_default();
        !code.trim_end().trim_end_matches(';').trim().eq_ignore_ascii_case("exit")
    });
    let body: String = lines.map(|line| format!("{line}\n")).collect();
    format!(".repeat {REPETITIONS}\n{body}.end\n")
}

fn mix(weights: &[(String, u32)], config: &Config) -> Result<String, String> {
    let mut spellings: Vec<&Spelling> = vec![];
    for (mnemonic, weight) in weights {
        let all = TABLE.iter().flat_map(|row| row.spellings);
        let spelling =
            all.into_iter().find(|spelling| spelling.mnemonic.eq_ignore_ascii_case(mnemonic));
        let spelling = spelling.ok_or_else(|| {
            format!("there is no operation `{mnemonic}` for a mix; write a mnemonic such as IMAD")
        })?;
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
        Field::NotVcc | Field::Vcc | Field::VccDestination | Field::VccCarry => "vcc".to_string(),
        Field::Exec => "exec".to_string(),
        Field::SlotDestination | Field::Slot => format!("s{}", random.below(4)),
        _ => random.below(2).to_string(),
    }
}
