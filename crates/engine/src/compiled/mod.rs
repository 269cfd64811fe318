//! The compiled engine: the levelised design as machine code, made by Cranelift.
//!
//! ```text
//!  Flat ─► lower ─► Graph ─► context ─► emit ─► Code ─► Compiled (memory of one machine)
//!          once a copy, or   in which branch
//!          once for all      each node is needed
//! ```
//!
//! Why it is fast: copies, and copies inside of copies, are computed four at a time in vectors;
//! what all copies compute alike is computed once; the arms of a mux or a gate, the inputs of a
//! register and what a port writes are computed only when they are taken, and what [several of
//! them](conditions) need only under the condition that they share; hardware that operations
//! share is compiled once more for the time in which a bit makes most of it needless; registers
//! that hold are not copied. Copies go round in [loops](rounds), which keeps the code small: fetching
//! it would take longer than computing. Every result is the [interpreter](super::Interpreter)'s, bit
//! by bit, garbage included.

mod access;
mod actions;
mod alike;
mod code;
mod compiler;
mod conditions;
mod context;
mod copies;
mod edge;
mod emit;
mod forms;
mod graph;
mod layout;
mod lower;
mod nodes;
mod order;
mod placement;
mod recorder;
mod rounds;
mod specialise;
mod start;
mod trace;
mod words;

use std::ops::Range;
use std::sync::Arc;

use access::Access;
pub use code::Code;
use edge::SEED;
use start::Start;
use trace::TraceCode;

use super::contract::Engine;
use super::evaluate::evaluate;
use super::flat::{Flat, MemoryId, SignalId};
use super::watch::Watch;

/// A running design in machine code.
#[derive(Clone)]
pub struct Compiled {
    code: Arc<Code>,
    /// Aligned for vectors.
    memory: Vec<u128>,
    /// Simulates the machine until the code knows what it holds.
    start: Option<Start>,
    /// Counts what changed anything: pokes and edges.
    present: u64,
    /// For each output that is computed, its value and the present that it is of.
    outputs: Vec<(u64, Vec<u64>)>,
    /// All values, once one was read that the code does not keep, and the present that they are
    /// of.
    inspected: (u64, Vec<u64>),
    /// The last value that was asked for.
    answer: Vec<u64>,
    /// Nets of the last observation, and the code for them; `None` before the first.
    tracer: Option<(Arc<[SignalId]>, Arc<TraceCode>)>,
}

impl Compiled {
    /// Compiles a design and powers it up.
    pub fn new(flat: &Flat, seed: u64) -> Self {
        Self::power_up(&Code::new(flat), seed)
    }

    /// Powers a design up: inputs are 0, registers and memories hold what `seed` gives them.
    pub fn power_up(code: &Arc<Code>, seed: u64) -> Self {
        let memory = vec![0; code.layout.bytes.div_ceil(16)];
        let outputs = vec![(0, vec![]); code.output_count()];
        let (inspected, answer) = ((0, vec![]), vec![]);
        let mut engine = Self {
            code: Arc::clone(code),
            memory,
            start: Start::new(code, seed),
            present: 1,
            outputs,
            inspected,
            answer,
            tracer: None,
        };
        let (values, rows) = code.flat.power_up(seed);
        code.fill(engine.limbs_mut(), &values, &rows);
        engine.limbs_mut()[SEED / 8] = seed;
        code.layout.put_constants(engine.limbs_mut());
        engine
    }

    /// That many clock edges with the inputs as they are.
    pub fn steps(&mut self, mut edges: u64) {
        self.present += 1;
        while edges > 0 && self.start.is_some() {
            self.begin();
            edges -= 1;
        }
        self.code.step(limbs_of(&mut self.memory), edges);
    }

    /// A clock edge of a machine that the code does not know yet.
    fn begin(&mut self) {
        let limbs = limbs_of(&mut self.memory);
        if self.start.as_mut().is_some_and(|start| start.is_last_step(&self.code, limbs)) {
            self.start = None;
        }
    }

    fn limbs_mut(&mut self) -> &mut [u64] {
        limbs_of(&mut self.memory)
    }

    fn all_limbs(&self) -> &[u64] {
        bytemuck::cast_slice(&self.memory)
    }

    /// Executes all operations as the interpreter does, to see what the code does not keep.
    fn inspect(&mut self) -> &[u64] {
        let code = Arc::clone(&self.code);
        if self.inspected.0 != self.present {
            let mut values = std::mem::take(&mut self.inspected.1);
            values.resize(code.flat.limb_count, 0);
            for constant in &code.flat.constants {
                values[constant.offset..][..constant.limbs.len()].copy_from_slice(&constant.limbs);
            }
            for place in &code.layout.places {
                for copy in 0..place.flat_count {
                    let first = place.flat + copy * place.limbs();
                    place.load(self.all_limbs(), copy, &mut values[first..first + place.limbs()]);
                }
            }
            code.flat.operations.iter().for_each(|operation| evaluate(operation, &mut values));
            self.inspected = (self.present, values);
        }
        &self.inspected.1
    }

    /// The limbs of a signal, once the code knows what the machine holds.
    fn limbs_by_code(&mut self, signal: SignalId) -> &[u64] {
        let limbs = self.code.flat.signals[signal.signal].place.limbs;
        match self.code.accesses.way(signal) {
            Access::Kept(first) => &self.all_limbs()[first..first + limbs],
            Access::Computed(output) => {
                let (present, value) = &mut self.outputs[output];
                if *present != self.present {
                    value.resize(limbs, 0);
                    self.code.output(limbs_of(&mut self.memory), output, value);
                    *present = self.present;
                }
                value
            }
            Access::Elsewhere => self.elsewhere(signal),
        }
    }

    /// A value that is one of many copies, or that the code does not keep.
    fn elsewhere(&mut self, signal: SignalId) -> &[u64] {
        let code = Arc::clone(&self.code);
        let Some((place, copy)) = code.accesses.place(&code.flat, &code.layout, signal) else {
            return &self.inspect()[code.flat.range(signal)];
        };
        let place = &code.layout.places[place];
        let mut answer = std::mem::take(&mut self.answer);
        answer.resize(place.limbs(), 0);
        place.load(self.all_limbs(), copy, &mut answer);
        self.answer = answer;
        &self.answer
    }

    /// The limbs of a row in the machine's memory.
    fn row_range(&self, memory: MemoryId, row: usize) -> Range<usize> {
        let Range { start, end } = self.code.flat.row(memory, row);
        let first = self.code.layout.memories[memory.memory] / 8;
        first + start..first + end
    }
}

impl Engine for Compiled {
    fn flat(&self) -> &Flat {
        &self.code.flat
    }

    fn limbs(&mut self, signal: SignalId) -> &[u64] {
        if self.start.is_none() {
            return self.limbs_by_code(signal);
        }
        let start = self.start.as_mut().expect("it begins");
        start.at_present(&self.code, bytemuck::cast_slice(&self.memory)).limbs(signal)
    }

    fn observe(&mut self, watch: &mut Watch) {
        let code = &self.code;
        if let Some(start) = &mut self.start {
            return start.at_present(code, bytemuck::cast_slice(&self.memory)).observe(watch);
        }
        let tracer = self.tracer.take().filter(|(nets, _)| Arc::ptr_eq(nets, &watch.nets));
        let memory = &mut self.memory;
        let new = || {
            let tracer = code.trace_code(&watch.nets);
            memory.resize(tracer.layout.bytes.div_ceil(16), 0);
            tracer.layout.put_constants(limbs_of(memory));
            (Arc::clone(&watch.nets), tracer)
        };
        let (_, tracer) = self.tracer.insert(tracer.unwrap_or_else(new));
        let record = watch.record_by(&tracer.plan);
        tracer.observe(limbs_of(&mut self.memory), record);
    }

    fn poke_limbs(&mut self, input: SignalId, value: &[u64]) {
        let place = self.code.flat.input(input);
        let Access::Kept(first) = self.code.accesses.way(input) else {
            unreachable!("inputs are kept")
        };
        let target = &mut limbs_of(&mut self.memory)[first..first + place.limbs];
        let (given, rest) = target.split_at_mut(value.len());
        self.present += u64::from(given.iter().ne(value) || rest.iter().any(|limb| *limb != 0));
        given.copy_from_slice(value);
        rest.fill(0);
    }

    fn step(&mut self) {
        self.steps(1);
    }

    fn steps(&mut self, edges: u64) {
        Compiled::steps(self, edges);
    }

    fn row(&self, memory: MemoryId, row: usize) -> &[u64] {
        match &self.start {
            Some(start) => start.interpreter.row(memory, row),
            None => &self.all_limbs()[self.row_range(memory, row)],
        }
    }

    fn row_mut(&mut self, memory: MemoryId, row: usize) -> &mut [u64] {
        let range = self.row_range(memory, row);
        match &mut self.start {
            Some(start) => start.interpreter.row_mut(memory, row),
            None => &mut limbs_of(&mut self.memory)[range],
        }
    }
}

fn limbs_of(memory: &mut [u128]) -> &mut [u64] {
    bytemuck::cast_slice_mut(memory)
}
