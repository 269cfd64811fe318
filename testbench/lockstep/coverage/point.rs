//! A coverage point: a row of a table of ISA.md, a case of it, and how to see that an instruction
//! was one.

use std::collections::HashSet;

use lanebeat::isa::{
    Instruction, MaskEntry, MaskSource, Operand, Operation, Retired, Thread, WaveState,
};

/// One instruction as it was judged.
pub struct Step<'a> {
    pub instruction: &'a Instruction,
    /// The wave before it.
    pub before: &'a WaveState,
    /// What it wrote.
    pub retired: &'a Retired,
}

impl Step<'_> {
    pub fn threads(&self) -> usize {
        self.before.exec.threads()
    }

    pub fn every_thread(&self) -> impl Iterator<Item = Thread> + use<> {
        (0..self.threads()).map(Thread)
    }

    /// Whether some thread that was written is such a one.
    pub fn written(&self, is: impl Fn(Thread) -> bool) -> bool {
        self.every_thread().any(|thread| self.retired.written[thread] && is(thread))
    }

    pub fn word(&self, operand: Operand, thread: Thread) -> u32 {
        match operand {
            Operand::None => 0,
            Operand::Literal(word) => word,
            Operand::Register(register) => self.before.register(register)[thread],
        }
    }

    pub fn a(&self, thread: Thread) -> u32 {
        self.word(self.instruction.a, thread)
    }

    pub fn b(&self, thread: Thread) -> u32 {
        self.word(self.instruction.b, thread)
    }

    pub fn c(&self, thread: Thread) -> u32 {
        self.word(self.instruction.c, thread)
    }

    pub fn bit(&self, source: MaskSource, thread: Thread) -> bool {
        (source.entry == MaskEntry::TRUE || self.before.masks[usize::from(source.entry.0)][thread])
            != source.negated
    }

    /// EXEC and the guard.
    pub fn executes(&self, thread: Thread) -> bool {
        self.before.exec[thread] && self.bit(self.instruction.guard, thread)
    }

    /// The word that the thread got; 0 for an instruction without a destination register.
    pub fn result(&self, thread: Thread) -> u32 {
        self.retired.register.as_ref().map_or(0, |(_, words)| words[thread])
    }

    /// The bit that the thread got; false for an instruction without a destination predicate.
    pub fn mask(&self, thread: Thread) -> bool {
        self.retired.mask.as_ref().is_some_and(|(_, bits)| bits[thread])
    }
}

/// How an instruction is known.
type Reached = Box<dyn Fn(&Step) -> bool>;

pub struct Point {
    /// Heading of ISA.md, "4. Lane operations".
    pub section: &'static str,
    /// The row of its table, as the table writes it.
    pub row: String,
    pub case: String,
    pub reached: Reached,
}

/// The points of one section.
pub struct Points {
    section: &'static str,
    pub all: Vec<Point>,
    /// Operations that have cases of their own.
    pub operations: HashSet<Operation>,
}

impl Points {
    pub fn of(section: &'static str) -> Self {
        Self { section, all: vec![], operations: HashSet::new() }
    }

    pub fn add(&mut self, row: &str, case: &str, reached: impl Fn(&Step) -> bool + 'static) {
        let (row, case) = (row.to_string(), case.to_string());
        self.all.push(Point { section: self.section, row, case, reached: Box::new(reached) });
    }

    /// Cases of one operation; its row.
    pub fn operation(&mut self, row: &str, operation: impl Into<Operation>) -> Cases<'_> {
        let operation = operation.into();
        self.operations.insert(operation);
        Cases { row: row.to_string(), operation, points: self }
    }
}

/// The cases of one operation without DPP, each seen in a thread that was written.
pub struct Cases<'p> {
    points: &'p mut Points,
    row: String,
    operation: Operation,
}

impl Cases<'_> {
    pub fn case(self, case: &str, holds: impl Fn(&Step, Thread) -> bool + 'static) -> Self {
        let operation = self.operation;
        self.points.add(&self.row, case, move |step| {
            step.instruction.operation == operation
                && step.instruction.dpp.is_none()
                && step.written(|thread| holds(step, thread))
        });
        self
    }
}
