//! The compiled engine: the levelised design as machine code, made by Cranelift.
//!
//! ```text
//!  Flat ─► lower ─► Graph ─► context ─► emit ─► Code ─► Compiled (memory of one machine)
//!          once a copy, or   in which branch
//!          once for all      each node is needed
//! ```
//!
//! What makes it fast: copies, and copies inside of copies, are computed four at a time in vectors;
//! what all copies compute alike is computed once; the arms of a mux or a gate, the inputs of a
//! register and what a port writes are computed only when they are taken; hardware that operations
//! share is compiled once more for the time in which a bit makes most of it needless; registers
//! that hold are not copied. Copies go round in [loops](rounds), which keeps the code small: fetching
//! it would take longer than computing. Every result is the [interpreter](super::Interpreter)'s, bit
//! by bit, garbage included.

mod access;
mod actions;
mod alike;
mod code;
mod compiler;
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
mod rounds;
mod specialise;
mod start;
mod trace;
mod words;

use std::sync::Arc;

use access::Access;
pub use code::Code;
use edge::SEED;
use start::Start;
use trace::TraceCode;

use super::contract::Engine;
use super::evaluate::evaluate;
use super::flat::{Flat, Memory, MemoryId, SignalId, SignalKind};
use super::garbage::Garbage;
use super::watch::Watch;
use lanebeat_hdl::limbs::trim;
use lanebeat_hdl::{Bits, bits_to_limbs, limbs_to_bits};

/// A running design in machine code.
#[derive(Clone)]
pub struct Compiled {
    code: Arc<Code>,
    /// Aligned for vectors.
    memory: Vec<u128>,
    /// Until the code knows what the machine holds, who simulates it.
    start: Option<Start>,
    /// Counts what changed anything: pokes and edges.
    present: u64,
    /// For each output that is computed, its value and the present that it is of.
    outputs: Vec<(u64, Vec<u64>)>,
    /// All values, once one was asked for that the code does not keep, and the present that they
    /// are of.
    inspected: (u64, Vec<u64>),
    /// The last value that was asked for.
    answer: Vec<u64>,
    /// Who watches, known by the list of nets, and the code for it, once somebody does.
    tracer: Option<(Arc<[SignalId]>, Arc<TraceCode>)>,
}

/// The inputs of a row of cycles, as a machine's memory has them.
pub struct InputImages {
    limbs: Vec<u64>,
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
        let (garbage, code) = (Garbage::new(seed), Arc::clone(code));
        let limbs = engine.limbs_mut();
        limbs[SEED / 8] = seed;
        for place in code.layout.places.iter().filter(|place| code.flat.state.contains(&place.flat))
        {
            for copy in 0..place.count {
                let first = place.flat + copy * place.limbs();
                let mut value: Vec<u64> =
                    (first..first + place.limbs()).map(|limb| garbage.power_up(limb)).collect();
                trim(&mut value, place.width);
                place.store(limbs, copy, &value);
            }
        }
        for (number, memory) in code.flat.memories.iter().enumerate() {
            let rows = &mut limbs[code.layout.memories[number] / 8..]
                [..memory.count * memory.depth * memory.limbs];
            rows.iter_mut()
                .enumerate()
                .for_each(|(position, limb)| *limb = garbage.memory(number, position));
            rows.chunks_exact_mut(memory.limbs).for_each(|row| trim(row, memory.width()));
        }
        for (start, words) in &code.layout.constants {
            let bytes: &mut [u32] = bytemuck::cast_slice_mut(engine.limbs_mut());
            bytes[start / 4..][..words.len()].copy_from_slice(words);
        }
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

    /// What the inputs are in a row of cycles: in each, these of them (of at most 128 bits), the
    /// others as they are now.
    ///
    /// # Panics
    /// When a signal is not an input or a value does not fit.
    pub fn input_images(&self, cycles: impl Iterator<Item = Vec<(SignalId, u128)>>) -> InputImages {
        let mut engine = self.clone();
        let bytes = self.code.layout.inputs.clone();
        let mut limbs = vec![];
        for pokes in cycles {
            pokes.into_iter().for_each(|(input, value)| engine.poke_u128(input, value));
            limbs.extend_from_slice(&engine.all_limbs()[bytes.start / 8..bytes.end / 8]);
        }
        InputImages { limbs }
    }

    /// That many clock edges with these inputs, over and over.
    pub fn replay(&mut self, images: &InputImages, edges: u64) {
        self.present += 1;
        let (code, start) = (Arc::clone(&self.code), self.code.layout.inputs.start / 8);
        let inputs = images.limbs.chunks_exact(code.layout.inputs.len() / 8).cycle();
        for (image, _) in inputs.zip(0..edges) {
            self.limbs_mut()[start..start + image.len()].copy_from_slice(image);
            match self.start {
                Some(_) => self.begin(),
                None => code.step(self.limbs_mut(), 1),
            }
        }
    }

    fn limbs_mut(&mut self) -> &mut [u64] {
        limbs_of(&mut self.memory)
    }

    fn all_limbs(&self) -> &[u64] {
        bytemuck::cast_slice(&self.memory)
    }

    /// Sets an input; limbs that are not given become zero.
    pub fn poke_limbs(&mut self, input: SignalId, value: &[u64]) {
        let signal = &self.code.flat.signals[input.signal];
        let is_input = signal.scope == 0 && signal.kind == SignalKind::Input;
        assert!(is_input, "only inputs of the top are poked, not `{}`", signal.name);
        let Access::Kept(first) = self.code.accesses.way(input) else {
            unreachable!("inputs are kept")
        };
        let target = &mut limbs_of(&mut self.memory)[first..first + signal.place.limbs];
        let (given, rest) = target.split_at_mut(value.len());
        self.present += u64::from(given.iter().ne(value) || rest.iter().any(|limb| *limb != 0));
        given.copy_from_slice(value);
        rest.fill(0);
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

    fn row(&self, memory: MemoryId, row: usize) -> std::ops::Range<usize> {
        let Memory { depth, limbs, name, .. } = &self.code.flat.memories[memory.memory];
        assert!(row < *depth, "`{name}` has {depth} rows, there is no row {row}");
        let start =
            self.code.layout.memories[memory.memory] / 8 + (memory.copy * depth + row) * limbs;
        start..start + limbs
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
        start.limbs(&self.code, bytemuck::cast_slice(&self.memory), signal)
    }

    fn observe(&mut self, watch: &mut Watch) {
        let code = &self.code;
        if let Some(start) = &mut self.start {
            return start.observe(code, bytemuck::cast_slice(&self.memory), watch);
        }
        let tracer = self.tracer.take().filter(|(nets, _)| Arc::ptr_eq(nets, &watch.nets));
        let new = || (Arc::clone(&watch.nets), code.trace_code(&watch.nets));
        let (_, tracer) = self.tracer.insert(tracer.unwrap_or_else(new));
        let record = watch.record_by(&tracer.plan);
        tracer.observe(limbs_of(&mut self.memory), code.layout.bytes, record);
    }

    fn poke(&mut self, input: SignalId, value: &Bits) {
        let signal = &self.code.flat.signals[input.signal];
        let width = signal.place.width;
        assert!(value.len() == width, "`{}` has {width} bits, not {}", signal.name, value.len());
        let limbs: Vec<u64> = bits_to_limbs(value).collect();
        self.poke_limbs(input, &limbs);
    }

    fn step(&mut self) {
        self.steps(1);
    }

    fn steps(&mut self, edges: u64) {
        Compiled::steps(self, edges);
    }

    fn peek_u128(&mut self, signal: SignalId) -> u128 {
        let limbs = self.limbs(signal);
        u128::from(limbs[0]) | u128::from(limbs.get(1).copied().unwrap_or(0)) << 64
    }

    fn poke_u128(&mut self, input: SignalId, value: u128) {
        let width = self.code.flat.signals[input.signal].place.width;
        assert!(width >= 128 || value >> width == 0, "{value:#x} does not fit into {width} bits");
        self.poke_limbs(input, &[value as u64, (value >> 64) as u64][..width.div_ceil(64).min(2)]);
    }

    fn read_row(&self, memory: MemoryId, row: usize) -> Bits {
        if let Some(start) = &self.start {
            return start.read_row(memory, row);
        }
        let width = self.code.flat.memories[memory.memory].width();
        limbs_to_bits(width, &self.all_limbs()[self.row(memory, row)])
    }

    fn write_row(&mut self, memory: MemoryId, row: usize, value: &Bits) {
        let width = self.code.flat.memories[memory.memory].width();
        assert!(value.len() == width, "a row has {width} bits, not {}", value.len());
        if let Some(start) = &mut self.start {
            return start.write_row(memory, row, value);
        }
        let range = self.row(memory, row);
        let limbs = self.limbs_mut()[range].iter_mut();
        limbs.zip(bits_to_limbs(value)).for_each(|(limb, new)| *limb = new);
    }
}

fn limbs_of(memory: &mut [u128]) -> &mut [u64] {
    bytemuck::cast_slice_mut(memory)
}
