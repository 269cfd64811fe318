//! The first edges of a machine in which copies that are to be alike still hold what they powered
//! up with: the interpreter makes them.

use super::code::Code;
use super::layout::CYCLE;
use crate::contract::Engine;
use crate::interpreter::Interpreter;

#[derive(Clone)]
pub(super) struct Start {
    pub interpreter: Interpreter,
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
        self.at_present(code, memory).step();
        self.edges_left -= 1;
        if self.edges_left > 0 {
            return false;
        }
        code.fill(memory, self.interpreter.all_limbs(), self.interpreter.all_rows());
        memory[CYCLE / 8] = code.edges_to_begin;
        true
    }

    /// The interpreter, with the inputs that lie in the machine's memory.
    pub fn at_present(&mut self, code: &Code, memory: &[u64]) -> &mut Interpreter {
        let is_input = |flat: usize| !code.flat.state.contains(&flat);
        for place in code.layout.places.iter().filter(|place| is_input(place.flat)) {
            let limbs = &memory[place.offset / 8..][..place.limbs()];
            self.interpreter.put(place.flat, limbs);
        }
        &mut self.interpreter
    }
}
