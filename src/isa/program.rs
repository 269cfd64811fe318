//! An assembled program: what each wave executes, and where in the text each instruction stands.

use super::instruction::{Instruction, MaskEntry, Register};

/// One instruction with its place in the source text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// The instruction.
    pub instruction: Instruction,
    /// Line number in the text, from 1.
    pub number: usize,
}

/// The instructions of every wave, in order; wave w is `waves[w]`, empty where the text has none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// Instructions by wave.
    pub waves: Vec<Vec<Line>>,
}

impl Program {
    /// The instructions that wave `wave` executes: up to and with its EXIT.
    pub fn executed(&self, wave: usize) -> &[Line] {
        let lines = self.waves.get(wave).map_or(&[][..], Vec::as_slice);
        let exit = lines
            .iter()
            .position(|line| line.instruction.operation == super::ControlOperation::Exit);
        &lines[..exit.map_or(lines.len(), |position| position + 1)]
    }

    /// Lines that each wave executes, for callers that step through them: finding a wave's EXIT
    /// takes time linear in the wave's length.
    pub fn all_executed(&self) -> Vec<&[Line]> {
        (0..self.waves.len()).map(|wave| self.executed(wave)).collect()
    }

    /// Every register that wave `wave` names, in order, once.
    pub fn registers(&self, wave: usize) -> Vec<Register> {
        let named = |line: &Line| {
            line.instruction
                .source_registers()
                .chain(line.instruction.destination)
                .collect::<Vec<_>>()
        };
        sorted(self.waves.get(wave).into_iter().flatten().flat_map(named))
    }

    /// Every predicate and mask slot that wave `wave` names (never PT), in order, once.
    pub fn masks(&self, wave: usize) -> Vec<MaskEntry> {
        let named = |line: &Line| {
            let written =
                Some(line.instruction.mask_destination).filter(|&entry| entry != MaskEntry::TRUE);
            line.instruction.source_masks().chain(written).collect::<Vec<_>>()
        };
        sorted(self.waves.get(wave).into_iter().flatten().flat_map(named))
    }
}

fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    items.collect::<std::collections::BTreeSet<_>>().into_iter().collect()
}
