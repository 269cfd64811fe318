//! The compiled design: machine code, shared by all machines that run it.
//!
//! It is made twice from the same functions: quickly, so that a machine can begin, and well, on
//! another thread. Both know the same layout of a machine's memory, so a machine changes over
//! between two clock edges by calling another function.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;

use cranelift_codegen::ir::Function;

use super::access::Accesses;
use super::actions::actions;
use super::compiler::{Allocator, Compiler, Executable, assemble};
use super::conditions::with_conditions;
use super::copies::Tables;
use super::edge::Unusual;
use super::graph::{NodeId, ValueKind};
use super::layout::{Layout, Place};
use super::lower::Lowering;
use super::trace::TraceCode;
use crate::flat::{Flat, SignalId, SignalKind};

/// Clock edges that are made before each look whether there is better code.
const EDGES_AT_ONCE: u64 = 4096;

/// Taken by the thread that makes better code, so that many designs do not all do it at once.
static IMPROVING: Mutex<()> = Mutex::new(());

/// Machine code for a design. Costly to make, cheap to share: each [`Compiled`](super::Compiled)
/// has its own state only.
pub struct Code {
    pub(super) flat: Flat,
    pub(super) layout: Layout,
    pub(super) accesses: Accesses,
    /// Edges of a machine before the functions know what it holds.
    pub(super) edges_to_begin: u64,
    /// Limbs of the outputs of the top that have a function.
    output_limbs: Vec<usize>,
    instructions: usize,
    quick: Entries,
    good: OnceLock<Entries>,
    /// Functions that the good code is made from, until it is.
    functions: Mutex<Vec<Function>>,
    /// Code that observes some nets; `None` before the first observation.
    tracing: Mutex<Option<Arc<TraceCode>>>,
    /// Memories that the code refers to by address.
    _unusual: Vec<Arc<Unusual>>,
}

/// The functions of a design as machine code.
struct Entries {
    /// Advances the machine at the address by so many clock edges, at least one.
    step: extern "C" fn(*mut u64, u64),
    /// For outputs of the top: puts the present value at the second address.
    outputs: Vec<extern "C" fn(*mut u64, *mut u64)>,
    /// Keeps the functions.
    _executable: Executable,
}

impl Entries {
    /// Assembles the functions of the step and the outputs, in this order.
    fn new(functions: Vec<Function>, allocator: Allocator) -> Self {
        let (executable, addresses) = assemble(functions, allocator);
        // SAFETY: these are the functions' signatures.
        unsafe {
            let output = |&address: &*const u8| {
                std::mem::transmute::<*const u8, extern "C" fn(*mut u64, *mut u64)>(address)
            };
            let step = std::mem::transmute::<*const u8, extern "C" fn(*mut u64, u64)>(addresses[0]);
            Self {
                step,
                outputs: addresses[1..].iter().map(output).collect(),
                _executable: executable,
            }
        }
    }
}

impl Code {
    /// Compiles a design for this processor: quickly here, and well on another thread. Machines
    /// take the better code as soon as it is there.
    pub fn new(flat: &Flat) -> Arc<Self> {
        let code = Arc::new(Self::quick(flat));
        let waiting = Arc::downgrade(&code);
        let improve = move || {
            let _one_at_a_time = IMPROVING.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(code) = waiting.upgrade() {
                code.improve();
            }
        };
        // Where there is no other thread, the quick code does.
        drop(thread::Builder::new().name("compiler".to_owned()).spawn(improve));
        code
    }

    /// Compiles a design quickly and leaves it at that, until it is asked to
    /// [improve](Self::improve) it.
    pub fn quick(flat: &Flat) -> Self {
        let mut lowering = Lowering::new(flat);
        let mut actions = actions(&mut lowering);
        let is_output = |number: &usize| {
            flat.signals[*number].scope == 0 && flat.signals[*number].kind == SignalKind::Output
        };
        let outputs: Vec<(usize, NodeId)> = (0..flat.signals.len())
            .filter(is_output)
            .map(|number| (number, lowering.copy(&flat.signals[number].place, 0)))
            .collect();
        let Lowering { graph, mut layout, edges_to_begin, .. } = lowering;
        let mut outputs: Vec<(usize, NodeId)> = outputs
            .into_iter()
            .filter(|(_, node)| !matches!(graph[*node].kind, ValueKind::State(_)))
            .collect();
        let computed =
            outputs.iter().enumerate().map(|(number, (signal, _))| (*signal, number)).collect();
        let accesses = Accesses::new(flat, &layout, &computed);
        let graph = with_conditions(graph, &mut actions, &mut outputs);
        let tables = Tables::new(&graph, &mut layout);
        let mut compiler = Compiler::new(flat, &graph, (&layout, &tables), false);
        let mut functions = vec![compiler.step(&actions)];
        functions.extend(outputs.iter().map(|(_, node)| compiler.output(*node)));
        let (bytes, unusual) = (compiler.bytes, compiler.unusual);
        let instructions = functions.iter().map(instructions_of).sum();
        layout.bytes = bytes;
        Self {
            flat: flat.clone(),
            layout,
            accesses,
            edges_to_begin,
            output_limbs: outputs
                .iter()
                .map(|(signal, _)| flat.signals[*signal].place.limbs)
                .collect(),
            instructions,
            quick: Entries::new(functions.clone(), Allocator::Quick),
            good: OnceLock::new(),
            functions: Mutex::new(functions),
            tracing: Mutex::new(None),
            _unusual: unusual,
        }
    }

    /// Makes the better code, unless it is there, or waits for the thread that does.
    pub fn improve(&self) {
        self.good.get_or_init(|| {
            let functions =
                std::mem::take(&mut *self.functions.lock().unwrap_or_else(PoisonError::into_inner));
            Entries::new(functions, Allocator::Good)
        });
    }

    /// Instructions of all functions, in Cranelift's form.
    pub fn instructions(&self) -> usize {
        self.instructions
    }

    /// Whether the better code is there.
    pub fn is_improved(&self) -> bool {
        self.good.get().is_some()
    }

    /// The best code there is.
    fn entries(&self) -> &Entries {
        self.good.get().unwrap_or(&self.quick)
    }

    /// Puts all state into a machine's memory: limbs as the [`Flat`] has them, and the rows of all
    /// copies of each memory.
    pub(super) fn fill(&self, memory: &mut [u64], values: &[u64], rows: &[Vec<u64>]) {
        let is_state = |place: &&Place| self.flat.state.contains(&place.flat);
        for place in self.layout.places.iter().filter(is_state) {
            for copy in 0..place.count {
                let first = place.flat + copy * place.limbs();
                place.store(memory, copy, &values[first..first + place.limbs()]);
            }
        }
        for (first, rows) in self.layout.memories.iter().zip(rows) {
            memory[first / 8..][..rows.len()].copy_from_slice(rows);
        }
    }

    /// Advances a machine by that many clock edges.
    pub(super) fn step(&self, memory: &mut [u64], mut edges: u64) {
        assert!(memory.len() * 8 >= self.layout.bytes, "the memory of another machine");
        while edges > 0 {
            let now = edges.min(EDGES_AT_ONCE);
            (self.entries().step)(memory.as_mut_ptr(), now);
            edges -= now;
        }
    }

    /// The code that watches `nets`; it is kept for the next machine that watches the same.
    pub(super) fn trace_code(&self, nets: &Arc<[SignalId]>) -> Arc<TraceCode> {
        let mut kept = self.tracing.lock().unwrap_or_else(PoisonError::into_inner);
        let code = kept
            .take()
            .filter(|code| code.is_for(nets))
            .unwrap_or_else(|| TraceCode::new(&self.flat, &self.layout, nets));
        Arc::clone(kept.insert(code))
    }

    /// How many outputs have code of their own.
    pub(super) fn output_count(&self) -> usize {
        self.output_limbs.len()
    }

    /// Puts the present value of an output, by its number, into `limbs`.
    pub(super) fn output(&self, memory: &mut [u64], output: usize, limbs: &mut [u64]) {
        assert!(memory.len() * 8 >= self.layout.bytes, "the memory of another machine");
        assert!(limbs.len() >= self.output_limbs[output], "no room for the output");
        (self.entries().outputs[output])(memory.as_mut_ptr(), limbs.as_mut_ptr());
    }
}

fn instructions_of(function: &Function) -> usize {
    function.layout.blocks().map(|block| function.layout.block_insts(block).count()).sum()
}
