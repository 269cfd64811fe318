//! A program as it lies in the program memory.

use std::collections::BTreeMap;

use super::map::PROGRAM_WORDS;
use crate::isa::Program;

/// Contents of the program memory, and the waves that run.
///
/// ```
/// use lanebeat::config::Config;
/// use lanebeat::isa::asm;
/// use lanebeat::rtl::Image;
///
/// let program = asm::assemble("two.s", ".wave 1\nEXIT\n", &Config::default().target())?;
/// assert_eq!(Image::new(&program)?.starts, [(1, 0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Image {
    /// Machine words, from the first of the memory on.
    pub words: Vec<u128>,
    /// Waves that run, and the word at which each starts.
    pub starts: Vec<(usize, usize)>,
    /// Instructions that all waves together execute.
    pub instructions: u64,
}

/// A program that the program memory has no room for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "the program has {count} instructions, EXITs included, and the program memory holds {PROGRAM_WORDS}; shorten it, or let waves execute the same"
)]
pub struct TooLong {
    count: usize,
}

impl Image {
    /// `program`, of which every wave [ends](Program::ended) with an EXIT; waves of the same
    /// instructions share them.
    ///
    /// # Errors
    /// When they do not fit.
    pub fn new(program: &Program) -> Result<Self, TooLong> {
        let mut image = Self::default();
        let mut places: BTreeMap<Vec<u128>, usize> = BTreeMap::new();
        let running = program.waves.iter().enumerate().filter(|(_, lines)| !lines.is_empty());
        for (wave, lines) in running {
            let words: Vec<u128> = lines.iter().map(|line| line.instruction.encode()).collect();
            image.instructions += words.len() as u64;
            let start = *places.entry(words).or_insert_with_key(|words| {
                image.words.extend(words);
                image.words.len() - words.len()
            });
            image.starts.push((wave, start));
        }
        match image.words.len() {
            ..=PROGRAM_WORDS => Ok(image),
            count => Err(TooLong { count }),
        }
    }
}
