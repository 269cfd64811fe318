//! The flattened design: plain data that every engine executes.
//!
//! All values lie in one array of 64-bit limbs. A module that is instantiated N times in all (the
//! product of the counts along its path) has each of its nodes once, with N copies side by side:
//! copy r of a child under copy p of its parent is r = p x count + k. So one operation computes a
//! node of all lanes.
//!
//! ```text
//! limbs  | inputs | registers, read data | constants and results in the order of the operations ... |
//!                  `---- state range ---'
//! ```
//!
//! An operation reads only limbs below its result, so executing the operations in order settles the
//! design.

use std::ops::Range;

use crate::hdl::{BinaryOperation, ReadDuringWrite, Reduction, ShiftOperation};

/// A flattened design, made by [`Flat::new`](super::Flat::new).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Flat {
    /// Limbs of the value array.
    pub limb_count: usize,
    /// In an order in which operands come before their users.
    pub operations: Vec<Operation>,
    /// Limbs that are written once, before the first cycle.
    pub constants: Vec<Constant>,
    pub registers: Vec<Register>,
    pub memories: Vec<Memory>,
    /// Limbs of all register outputs and read data, which change only on a clock edge.
    pub state: Range<usize>,
    /// The input `reset`, when the design has one.
    pub reset: Option<Operand>,
    pub signals: Vec<Signal>,
    /// The hierarchy; scope 0 is the top module.
    pub scopes: Vec<Scope>,
}

/// Where a value lies. Copy r of the user reads copy r / `divide`, so a broadcast value costs
/// nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Operand {
    /// First limb of copy 0.
    pub offset: usize,
    /// Limbs of a copy; bits above `width` are zero.
    pub limbs: usize,
    pub width: usize,
    pub divide: usize,
}

impl Operand {
    /// The limbs that copy `copy` of the user reads.
    pub fn range(&self, copy: usize) -> Range<usize> {
        let source = if self.divide == 1 { copy } else { copy / self.divide };
        let start = self.offset + source * self.limbs;
        start..start + self.limbs
    }
}

/// What an operation computes from its operands; the meanings are those of
/// [`crate::hdl::NodeKind`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OperationKind {
    Not,
    Reduce(Reduction),
    Binary(BinaryOperation),
    Multiply,
    /// Operands: value, amount.
    Shift(ShiftOperation),
    /// Operands: select, then, otherwise.
    Mux,
    /// Operands: index, elements.
    Select,
    Slice {
        low: usize,
    },
    /// Operands: the parts, lowest first.
    Concat,
    Repeat,
    /// Result copy r is element r % `count` of the operand's copy r / `divide`.
    Spread {
        count: usize,
    },
    /// Element k of result copy r is the operand's copy (r x `count` + k) / `divide`.
    Pack {
        count: usize,
    },
}

/// One node of the design in all its copies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    pub kind: OperationKind,
    /// Bits of a result copy.
    pub width: usize,
    /// Limbs of a result copy.
    pub limbs: usize,
    /// Copies.
    pub count: usize,
    /// First limb of result copy 0.
    pub result: usize,
    pub operands: Vec<Operand>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constant {
    pub offset: usize,
    pub limbs: Vec<u64>,
}

/// A register in all its copies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Register {
    /// First limb of copy 0 of the output.
    pub output: usize,
    pub limbs: usize,
    pub width: usize,
    pub count: usize,
    pub next: Operand,
    pub enable: Option<Operand>,
    /// Taken while reset is asserted.
    pub reset: Option<Vec<u64>>,
}

/// A memory in all its copies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Memory {
    pub name: String,
    pub scope: usize,
    pub count: usize,
    pub depth: usize,
    pub columns: usize,
    pub column_width: usize,
    /// Limbs of a row.
    pub limbs: usize,
    pub read_during_write: ReadDuringWrite,
    pub ports: Vec<MemoryPort>,
}

impl Memory {
    /// Bits of a row.
    pub fn width(&self) -> usize {
        self.columns * self.column_width
    }
}

/// A port: with `enable` (or without one) it writes if it has a write part that is selected, else
/// it reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemoryPort {
    pub address: Operand,
    pub enable: Option<Operand>,
    pub write: Option<WritePart>,
    /// First limb of copy 0 of the read data; `None` for a port that only writes.
    pub read_data: Option<usize>,
}

/// What a port writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WritePart {
    /// One bit that tells a write from a read; `None`: the port only writes.
    pub select: Option<Operand>,
    pub column_enable: Operand,
    pub data: Operand,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SignalKind {
    Input,
    Output,
    Net,
    /// Register outputs and read data.
    Register,
}

/// A port or a named net of a module, in all its copies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signal {
    pub name: String,
    pub scope: usize,
    pub kind: SignalKind,
    pub place: Operand,
}

/// One instance, in all its copies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scope {
    /// The instance's name; of the top, the module's.
    pub name: String,
    pub module: String,
    pub parent: Option<usize>,
    /// Copies under each copy of the parent.
    pub count: usize,
    /// Copies in all.
    pub copies: usize,
    pub children: Vec<usize>,
    /// Indices into [`Flat::signals`], ports first.
    pub signals: Vec<usize>,
}

/// One copy of a signal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SignalId {
    pub signal: usize,
    pub copy: usize,
}

/// One copy of a memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MemoryId {
    pub memory: usize,
    pub copy: usize,
}

impl Flat {
    /// The signal of that path below the top, such as `sum` or `lane[3].adder.sum`.
    pub fn find(&self, path: &str) -> Option<SignalId> {
        let (scope, copy, name) = self.walk(path)?;
        let signal = *self.scopes[scope]
            .signals
            .iter()
            .find(|&&signal| self.signals[signal].name == name)?;
        Some(SignalId { signal, copy })
    }

    /// The memory of that path below the top.
    pub fn find_memory(&self, path: &str) -> Option<MemoryId> {
        let (scope, copy, name) = self.walk(path)?;
        let memory =
            self.memories.iter().position(|memory| memory.scope == scope && memory.name == name)?;
        Some(MemoryId { memory, copy })
    }

    /// The scope and copy that a path leads to, and its last name.
    fn walk<'p>(&self, path: &'p str) -> Option<(usize, usize, &'p str)> {
        let (scopes, name) = path.rsplit_once('.').unwrap_or(("", path));
        let (mut scope, mut copy) = (0, 0);
        for step in scopes.split('.').filter(|step| !step.is_empty()) {
            let (instance, number) = match step.split_once('[') {
                Some((instance, number)) => {
                    (instance, Some(number.strip_suffix(']')?.parse::<usize>().ok()?))
                }
                None => (step, None),
            };
            scope = *self.scopes[scope]
                .children
                .iter()
                .find(|&&child| self.scopes[child].name == instance)?;
            let count = self.scopes[scope].count;
            let number = if count == 1 { number.unwrap_or(0) } else { number? };
            if number >= count {
                return None;
            }
            copy = copy * count + number;
        }
        Some((scope, copy, name))
    }

    /// The limbs of one copy of a signal.
    pub fn range(&self, id: SignalId) -> Range<usize> {
        self.signals[id.signal].place.range(id.copy)
    }

    /// How a copy of a scope is called in paths and waveforms: `lane[3]`, or `adder` when there is
    /// one.
    pub fn scope_label(&self, scope: usize, copy: usize) -> String {
        let Scope { name, count, .. } = &self.scopes[scope];
        if *count == 1 { name.clone() } else { format!("{name}[{}]", copy % count) }
    }
}
