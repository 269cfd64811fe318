//! Parts of a run that recur, kept once: instructions, masks, lane maps.

use std::collections::HashMap;
use std::hash::Hash;

use serde::Serialize;

use crate::isa::asm::disassemble;
use crate::isa::{Instruction, Line, sentence};
use crate::model::reads::{Read, Threads, reads};

/// Values in the order in which they were first seen, each once.
#[derive(Serialize)]
#[serde(transparent)]
pub struct Distinct<T> {
    pub list: Vec<T>,
    #[serde(skip)]
    places: HashMap<T, usize>,
}

/// The distinct instructions.
#[derive(Default)]
pub struct Lines {
    pub list: Vec<LineOfText>,
    places: HashMap<(usize, Instruction), usize>,
}

/// An instruction in a line of the text.
#[derive(Serialize)]
pub struct LineOfText {
    pub number: usize,
    text: String,
    sentence: String,
    /// The register that is written.
    pub register: Option<String>,
    /// The predicate or mask slot that is written.
    pub mask: Option<String>,
    /// Operand, entry, threads, and whether bits depend on it.
    reads: Vec<(&'static str, String, Threads, bool)>,
    /// Entries that its accesses name.
    pub entries: Vec<String>,
}

impl<T> Default for Distinct<T> {
    fn default() -> Self {
        Self { list: vec![], places: HashMap::new() }
    }
}

impl<T: Clone + Eq + Hash> Distinct<T> {
    /// The place of `value`.
    pub fn place(&mut self, value: T) -> usize {
        *self.places.entry(value).or_insert_with_key(|value| {
            self.list.push(value.clone());
            self.list.len() - 1
        })
    }
}

impl Lines {
    /// The place of `line`.
    pub fn place(&mut self, line: &Line) -> usize {
        *self.places.entry((line.number, line.instruction)).or_insert_with(|| {
            self.list.push(LineOfText::new(line));
            self.list.len() - 1
        })
    }
}

impl LineOfText {
    fn new(Line { instruction, number, .. }: &Line) -> Self {
        let read = |Read { operand, held, threads, makes_bits }: Read| {
            (operand, held.to_string(), threads, makes_bits)
        };
        Self {
            number: *number,
            text: disassemble(instruction, None),
            sentence: sentence(instruction),
            register: None,
            mask: None,
            reads: reads(instruction).into_iter().map(read).collect(),
            entries: vec![],
        }
    }
}
