//! States of waves, which parts of them are named, and their text.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::isa::{MaskEntry, Program, Register, WaveState};
use crate::lockstep::hardware::Named;

/// A wave's state, and which parts of it the input or the program named: those are what a dump
/// lists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedState {
    /// State of the wave.
    pub state: WaveState,
    /// Whether the input has an entry for the wave or the program has instructions for it.
    pub named: bool,
    /// Registers that were named.
    pub registers: BTreeSet<Register>,
    /// Predicates and mask slots, never PT.
    pub masks: BTreeSet<MaskEntry>,
    /// Registers whose words are written as floats.
    pub floats: BTreeSet<Register>,
}

impl NamedState {
    /// A wave that nothing was said about: all zero, EXEC all ones.
    pub fn new(threads: usize, registers: usize) -> Self {
        let state = WaveState::new(threads, registers);
        let (registers, masks, floats) = Default::default();
        Self { state, named: false, registers, masks, floats }
    }

    /// Adds the entries that wave `wave` of `program` names.
    pub fn name_program(&mut self, program: &Program, wave: usize) {
        self.named |= program.waves.get(wave).is_some_and(|lines| !lines.is_empty());
        self.registers.extend(program.registers(wave));
        self.masks.extend(program.masks(wave));
    }

    /// Named entries, as the machine loads and compares them.
    pub fn parts(&self) -> Named {
        Named {
            registers: self.registers.iter().copied().collect(),
            masks: self.masks.iter().copied().collect(),
        }
    }
}

/// The waves as a state file, up to the last one that is named, and the cycles of the run where the
/// engine counts them.
///
/// Registers and predicates are listed by number, words as unsigned integers, thread 0 first; those
/// of floats as numbers with a fraction or an exponent, but infinities and what is no number.
pub fn write(waves: &[NamedState], cycles: Option<u64>) -> String {
    let count = waves.iter().rposition(|wave| wave.named).map_or(0, |last| last + 1);
    let waves: Vec<String> = waves[..count].iter().map(wave_text).collect();
    let mut text = format!("{{\n  \"waves\": {}", list("[", &waves, "]", "  "));
    if let Some(cycles) = cycles {
        write!(text, ",\n  \"cycles\": {cycles}").expect("a string takes any text");
    }
    text + "\n}\n"
}

fn wave_text(wave: &NamedState) -> String {
    let register = |&register: &Register| {
        let is_float = wave.floats.contains(&register);
        let word = |word: &u32| match f32::from_bits(*word) {
            float if is_float && float.is_finite() => format!("{float:?}"),
            _ => word.to_string(),
        };
        let words: Vec<String> = wave.state.register(register).0.iter().map(word).collect();
        format!("\"{register}\": [{}]", words.join(", "))
    };
    let mask = |&entry: &MaskEntry| {
        format!("\"{entry}\": \"{}\"", wave.state.masks[usize::from(entry.0)].to_hex())
    };
    let registers: Vec<String> = wave.registers.iter().map(register).collect();
    let masks: Vec<String> = wave.masks.iter().map(mask).collect();
    let parts = [
        format!("\"exec\": \"{}\"", wave.state.exec.to_hex()),
        format!("\"registers\": {}", list("{", &registers, "}", "      ")),
        format!("\"predicates\": {}", list("{", &masks, "}", "      ")),
    ];
    list("{", &parts, "}", "    ")
}

/// A JSON list or object with one item on a line, closed at the indentation of the line it begins
/// on.
fn list(open: &str, items: &[String], close: &str, indentation: &str) -> String {
    if items.is_empty() {
        return format!("{open}{close}");
    }
    let lines: Vec<String> = items.iter().map(|item| format!("{indentation}  {item}")).collect();
    format!("{open}\n{}\n{indentation}{close}", lines.join(",\n"))
}
