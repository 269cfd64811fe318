//! The first edges of a machine in which copies that are to be alike still hold what they powered
//! up with: the interpreter makes them.

use super::code::Code;
use super::layout::CYCLE;
use crate::contract::Engine;
use crate::flat::{MemoryId, SignalId};
use crate::interpreter::Interpreter;
use crate::watch::Watch;

#[derive(Clone)]
pub(super) struct Start {
    interpreter: Interpreter,
    edges_left: u64,
}

impl Start {
    /// `None` where the code knows all from the beginning.
    pub fn new(code: &Code, seed: u64) -> Option<Self> {
        let edges_left = code.edges_to_begin;
        (edges_left > 0)
            .then(|| Self { interpreter: Interpreter::new(&code.flat, seed), edges_left })
    }

    /// Makes a clock edge. After the last one the machine's memory holds what the machine does.
    pub fn is_last_step(&mut self, code: &Code, memory: &mut [u64]) -> bool {
        self.inputs_from(code, memory);
        self.interpreter.step();
        self.edges_left -= 1;
        if self.edges_left > 0 {
            return false;
        }
        code.fill(memory, self.interpreter.all_limbs(), self.interpreter.all_rows());
        memory[CYCLE / 8] = code.edges_to_begin;
        true
    }

    pub fn limbs(&mut self, code: &Code, memory: &[u64], signal: SignalId) -> &[u64] {
        self.inputs_from(code, memory);
        self.interpreter.limbs(signal)
    }

    pub fn observe(&mut self, code: &Code, memory: &[u64], watch: &mut Watch) {
        self.inputs_from(code, memory);
        self.interpreter.observe(watch);
    }

    pub fn row(&self, memory: MemoryId, row: usize) -> &[u64] {
        self.interpreter.row(memory, row)
    }

    pub fn row_mut(&mut self, memory: MemoryId, row: usize) -> &mut [u64] {
        self.interpreter.row_mut(memory, row)
    }

    /// The interpreter takes the inputs, which are put into the machine's memory.
    fn inputs_from(&mut self, code: &Code, memory: &[u64]) {
        let is_input = |flat: usize| !code.flat.state.contains(&flat);
        for place in code.layout.places.iter().filter(|place| is_input(place.flat)) {
            let limbs = &memory[place.offset / 8..][..place.limbs()];
            self.interpreter.put(place.flat, limbs);
        }
    }
}
