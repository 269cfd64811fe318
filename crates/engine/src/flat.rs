//! The flattened design: plain data that every engine executes.
//!
//! All values lie in one array of 64-bit limbs. A module that is instantiated N times in all (the
//! product of the counts along its path) has each of its nodes once, with N copies side by side:
//! copy r of a child under copy p of its parent is r = p x count + k. So one operation computes a
//! node of all copies.
//!
//! ```text
//! limbs  | inputs | registers, read data | constants and results in the order of the operations ... |
//!                  `---- state range ---'
//! ```
//!
//! An operation reads only limbs below its result, so executing the operations in order settles the
//! design.
//!
//! ```
//! use lanebeat_engine::Flat;
//! use lanebeat_engine::flat::OperationKind;
//! use lanebeat_hdl::{ModuleBuilder, Operation};
//!
//! let m = ModuleBuilder::new("inverter", "Every bit inverted.");
//! m.output("inverted", !m.input("word", 4, "a word"), "the word inverted");
//! let flat = Flat::new(&m.finish());
//! assert_eq!(flat.operations[0].kind, OperationKind::Node(Operation::Not));
//! ```

use std::any::TypeId;
use std::ops::Range;

use super::garbage::Garbage;
use lanebeat_hdl::limbs::trim;
use lanebeat_hdl::{self as hdl, MemoryPort, ReadDuringWrite, Record};

/// A flattened design, made by [`Flat::new`](super::Flat::new).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Flat {
    /// Limbs of the value array.
    pub limb_count: usize,
    /// In an order in which operands come before their users.
    pub operations: Vec<Operation>,
    /// Limbs that are written once, before the first cycle.
    pub constants: Vec<Constant>,
    /// Registers, which change on clock edges.
    pub registers: Vec<Register>,
    /// Memories, in the order in which their undefined content is drawn.
    pub memories: Vec<Memory>,
    /// Limbs of all register outputs and read data, which change only on a clock edge.
    pub state: Range<usize>,
    /// The input `reset`, when the design has one.
    pub reset: Option<Operand>,
    /// Ports and named nets, as waveforms show them.
    pub signals: Vec<Signal>,
    /// The hierarchy; scope 0 is the top module.
    pub scopes: Vec<Scope>,
    /// Records of signals that modules export, in the order of the scopes.
    pub probes: Vec<Probe>,
}

/// A record that a module exports, in one scope.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Probe {
    /// The type of the record.
    pub record: TypeId,
    /// The scope, an index into [`Flat::scopes`].
    pub scope: usize,
    /// Each field that has bits: its name, and its index into [`Flat::signals`].
    pub fields: Vec<(String, usize)>,
}

/// A record that a module exports, in one copy of it.
pub struct Probed<R: Record> {
    /// The scope, an index into [`Flat::scopes`].
    pub scope: usize,
    /// Which copy, counted from 0.
    pub copy: usize,
    /// Its signals.
    pub signals: R::Of<Net>,
}

/// A signal, unless it has no bits in this design.
pub type Net = Option<SignalId>;

/// Where a value lies. Copy r of the user reads copy r / `divide`, so a broadcast value costs
/// nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Operand {
    /// First limb of copy 0.
    pub offset: usize,
    /// Limbs of a copy; bits above `width` are zero.
    pub limbs: usize,
    /// Bits of a copy.
    pub width: usize,
    /// How many copies of the user read one copy of this.
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

/// Functions that operations compute from their operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OperationKind {
    /// Operation of a node of the netlist, copy by copy.
    Node(hdl::Operation),
    /// Result copy r is element r % `count` of the operand's copy r / `divide`.
    Spread {
        /// Elements of a copy of the operand.
        count: usize,
    },
    /// Element k of result copy r is the operand's copy (r x `count` + k) / `divide`.
    Pack {
        /// Copies that lie in one copy of the result.
        count: usize,
    },
}

/// One node of the design in all its copies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// Function that it computes.
    pub kind: OperationKind,
    /// Bits of a result copy.
    pub width: usize,
    /// Limbs of a result copy.
    pub limbs: usize,
    /// Copies.
    pub count: usize,
    /// First limb of result copy 0.
    pub result: usize,
    /// Values that it reads, in the order that its kind says.
    pub operands: Vec<Operand>,
}

/// Limbs that hold a constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constant {
    /// The first of them.
    pub offset: usize,
    /// Values of the limbs.
    pub limbs: Vec<u64>,
}

/// A register in all its copies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Register {
    /// First limb of copy 0 of the output.
    pub output: usize,
    /// Limbs of a copy.
    pub limbs: usize,
    /// Bits of a copy.
    pub width: usize,
    /// Copies.
    pub count: usize,
    /// Value that it takes on a clock edge.
    pub next: Operand,
    /// One bit: whether it does; `None`: on every edge.
    pub enable: Option<Operand>,
    /// Taken while reset is asserted.
    pub reset: Option<Vec<u64>>,
}

/// A memory in all its copies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Memory {
    /// The author's name.
    pub name: String,
    /// The scope that it stands in, an index into [`Flat::scopes`].
    pub scope: usize,
    /// Copies.
    pub count: usize,
    /// Rows.
    pub depth: usize,
    /// Columns of a row, each with a write enable of its own.
    pub columns: usize,
    /// Bits of a column.
    pub column_width: usize,
    /// Limbs of a row.
    pub limbs: usize,
    /// Result of a read that meets a write of its row.
    pub read_during_write: ReadDuringWrite,
    /// All of them work on each clock edge.
    pub ports: Vec<MemoryPort<Operand>>,
    /// Limbs of the first rows of each copy at power-up.
    pub content: Vec<u64>,
}

impl Memory {
    /// Bits of a row.
    pub fn width(&self) -> usize {
        self.columns * self.column_width
    }
}

/// Kinds of signals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SignalKind {
    /// An input port.
    Input,
    /// An output port.
    Output,
    /// A net that the author named.
    Net,
    /// Register outputs and read data.
    Register,
}

/// A port or a named net of a module, in all its copies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signal {
    /// Name in its module.
    pub name: String,
    /// The scope that it stands in, an index into [`Flat::scopes`].
    pub scope: usize,
    /// Kind of the signal.
    pub kind: SignalKind,
    /// Where its value lies.
    pub place: Operand,
}

/// One instance, in all its copies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scope {
    /// The instance's name; of the top, the module's.
    pub name: String,
    /// Name of its module.
    pub module: String,
    /// The scope around it; the top has none.
    pub parent: Option<usize>,
    /// Copies under each copy of the parent.
    pub count: usize,
    /// Copies in all.
    pub copies: usize,
    /// The scopes directly below, indices into [`Flat::scopes`].
    pub children: Vec<usize>,
    /// Indices into [`Flat::signals`], ports first.
    pub signals: Vec<usize>,
}

/// One copy of a signal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SignalId {
    /// Index into [`Flat::signals`].
    pub signal: usize,
    /// Which copy, counted from 0.
    pub copy: usize,
}

/// One copy of a memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MemoryId {
    /// Index into [`Flat::memories`].
    pub memory: usize,
    /// Which copy, counted from 0.
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

    /// The input `reset`.
    pub fn reset_net(&self) -> Net {
        self.reset.and_then(|_| self.find("reset"))
    }

    /// The path of a signal below the top, as [`Self::find`] takes it.
    pub fn path(&self, id: SignalId) -> String {
        let Signal { ref name, mut scope, .. } = self.signals[id.signal];
        let (mut path, mut copy) = (name.clone(), id.copy);
        while let Some(parent) = self.scopes[scope].parent {
            path = format!("{}.{path}", self.scope_label(scope, copy));
            copy /= self.scopes[scope].count;
            scope = parent;
        }
        path
    }

    /// The records `R` that modules export, by scope and copy: a block's inputs and outputs, and what
    /// it [exports](lanebeat_hdl::ModuleBuilder::probe).
    pub fn probes<R: Record>(&self) -> impl Iterator<Item = Probed<R>> + '_ {
        let probes = self.probes.iter().filter(|probe| probe.record == TypeId::of::<R>());
        probes.flat_map(|probe| {
            let Probe { scope, ref fields, .. } = *probe;
            (0..self.scopes[scope].copies).map(move |copy| {
                let signals = R::found(&mut |name| {
                    let (_, signal) = fields.iter().find(|(field, _)| field == name)?;
                    Some(SignalId { signal: *signal, copy })
                });
                Probed { scope, copy, signals }
            })
        })
    }

    /// The first of [`Self::probes`]; signals of no bits where no module exports such a record.
    pub fn probe<R: Record>(&self) -> R::Of<Net> {
        let first = self.probes::<R>().next();
        first.map_or_else(|| R::found(&mut |_| None), |probed| probed.signals)
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

    /// Where an input of the top lies.
    ///
    /// # Panics
    /// When the signal is not one.
    pub(crate) fn input(&self, input: SignalId) -> Operand {
        let Signal { scope, kind, place, ref name } = self.signals[input.signal];
        let is_input = scope == 0 && kind == SignalKind::Input;
        assert!(is_input, "only inputs of the top are poked, not `{name}`");
        place
    }

    /// The limbs of a row among those of all copies of its memory.
    ///
    /// # Panics
    /// When there is no such row.
    pub(crate) fn row(&self, memory: MemoryId, row: usize) -> Range<usize> {
        let Memory { depth, limbs, name, .. } = &self.memories[memory.memory];
        assert!(row < *depth, "`{name}` has {depth} rows, there is no row {row}");
        let start = (memory.copy * depth + row) * limbs;
        start..start + limbs
    }

    /// Power-up state of a machine: all limbs, and the rows of all copies of each memory.
    /// Registers, read data and rows without content hold garbage, inputs and what is computed 0.
    pub(crate) fn power_up(&self, seed: u64) -> (Vec<u64>, Vec<Vec<u64>>) {
        let garbage = Garbage::new(seed);
        let mut values = vec![0; self.limb_count];
        for constant in &self.constants {
            values[constant.offset..][..constant.limbs.len()].copy_from_slice(&constant.limbs);
        }
        for (state, width) in self.states() {
            let limbs = width.div_ceil(64);
            let garbage = state.clone().map(|limb| garbage.power_up(limb));
            values[state.clone()].iter_mut().zip(garbage).for_each(|(limb, word)| *limb = word);
            values[state].chunks_exact_mut(limbs).for_each(|value| trim(value, width));
        }
        let rows = |(number, memory): (usize, &Memory)| {
            let limbs = 0..memory.count * memory.depth * memory.limbs;
            let mut rows: Vec<u64> = limbs.map(|limb| garbage.memory(number, limb)).collect();
            rows.chunks_exact_mut(memory.limbs).for_each(|row| trim(row, memory.width()));
            for copy in rows.chunks_exact_mut(memory.depth * memory.limbs) {
                copy[..memory.content.len()].copy_from_slice(&memory.content);
            }
            rows
        };
        (values, self.memories.iter().enumerate().map(rows).collect())
    }

    /// The limbs of each register and of each port's read data, all copies, and bits of a copy.
    pub(crate) fn states(&self) -> impl Iterator<Item = (Range<usize>, usize)> + '_ {
        let registers = self.registers.iter().map(|register| {
            let Register { output, limbs, width, count, .. } = *register;
            (output..output + count * limbs, width)
        });
        let read_data = self.memories.iter().flat_map(|memory| {
            let outputs = memory.ports.iter().filter_map(|port| port.output);
            outputs.map(|output| {
                (output.offset..output.offset + memory.count * memory.limbs, memory.width())
            })
        });
        registers.chain(read_data)
    }

    /// How a copy of a scope is called in paths and waveforms: `lane[3]`, or `adder` when there is
    /// one.
    pub fn scope_label(&self, scope: usize, copy: usize) -> String {
        let Scope { name, count, .. } = &self.scopes[scope];
        if *count == 1 { name.clone() } else { format!("{name}[{}]", copy % count) }
    }
}
