//! The reference engine: executes the operations of a [`Flat`] one after the other, but for those
//! that read nothing new.

use std::ops::Range;
use std::sync::Arc;

use super::contract::Engine;
use super::evaluate::evaluate_into;
use super::flat::{Flat, MemoryId, Register, SignalId};
use super::garbage::Garbage;
use super::memory_edge::{MemoryEdge, Undefined, bit, each_port_and_copy};
use super::watch::Watch;

/// A running design.
#[derive(Clone, Debug)]
pub struct Interpreter {
    flat: Flat,
    values: Vec<u64>,
    /// The values of the state range, by their limbs.
    states: Vec<Range<usize>>,
    /// Values that the state range takes at the next edge; equal to it between edges.
    next_state: Vec<u64>,
    /// The rows of all copies of each memory.
    rows: Vec<Vec<u64>>,
    garbage: Garbage,
    /// Edges so far.
    cycle: u64,
    readers: Arc<Readers>,
    /// A bit for each operation: whether it reads something that is not what it was when the
    /// operation was last executed.
    stale: Vec<u64>,
    /// Whether there is no such operation.
    is_settled: bool,
    /// The result of the operation that is being executed.
    result: Vec<u64>,
}

/// The operations that read each value.
#[derive(Debug)]
struct Readers {
    /// `begins[limb]`: index into `operations` of the first reader of the value starting at `limb`.
    begins: Vec<usize>,
    operations: Vec<usize>,
}

impl Readers {
    fn new(flat: &Flat) -> Self {
        let mut pairs = vec![];
        for (number, operation) in flat.operations.iter().enumerate() {
            pairs.extend(operation.operands.iter().map(|operand| (operand.offset, number)));
        }
        pairs.sort_unstable();
        pairs.dedup();
        let mut begins = vec![0; flat.limb_count + 1];
        for &(offset, _) in &pairs {
            begins[offset + 1] += 1;
        }
        (0..flat.limb_count).for_each(|limb| begins[limb + 1] += begins[limb]);
        Self { begins, operations: pairs.into_iter().map(|(_, operation)| operation).collect() }
    }

    /// Marks those of the value that begins with that limb.
    fn mark(&self, offset: usize, stale: &mut [u64]) {
        for &operation in &self.operations[self.begins[offset]..self.begins[offset + 1]] {
            stale[operation / 64] |= 1 << (operation % 64);
        }
    }
}

impl Interpreter {
    /// Powers the design up: inputs are 0, registers and memories hold what `seed` gives them.
    pub fn new(flat: &Flat, seed: u64) -> Self {
        let (values, rows) = flat.power_up(seed);
        let states = flat.states().map(|(state, _)| state).collect();
        let next_state = values[flat.state.clone()].to_vec();
        let limbs = flat.operations.iter().map(|operation| operation.count * operation.limbs);
        let mut stale = vec![0; flat.operations.len().div_ceil(64)];
        (0..flat.operations.len()).for_each(|number| stale[number / 64] |= 1 << (number % 64));
        Self {
            values,
            states,
            next_state,
            rows,
            garbage: Garbage::new(seed),
            cycle: 0,
            readers: Arc::new(Readers::new(flat)),
            stale,
            is_settled: false,
            result: vec![0; limbs.max().unwrap_or(0)],
            flat: flat.clone(),
        }
    }

    /// All limbs; those of computed values may be stale.
    pub(super) fn all_limbs(&self) -> &[u64] {
        &self.values
    }

    /// The rows of all copies of each memory.
    pub(super) fn all_rows(&self) -> &[Vec<u64>] {
        &self.rows
    }

    /// The value that begins with limb `offset` becomes this.
    pub(super) fn put(&mut self, offset: usize, limbs: &[u64]) {
        if becomes(&mut self.values[offset..offset + limbs.len()], limbs) {
            self.readers.mark(offset, &mut self.stale);
            self.is_settled = false;
        }
    }

    /// Executes the operations that read something new. Those that read a result come after it.
    fn settle(&mut self) {
        if std::mem::replace(&mut self.is_settled, true) {
            return;
        }
        for word in 0..self.stale.len() {
            while self.stale[word] != 0 {
                let operation =
                    &self.flat.operations[64 * word + self.stale[word].trailing_zeros() as usize];
                self.stale[word] &= self.stale[word] - 1;
                let result = &mut self.result[..operation.count * operation.limbs];
                evaluate_into(operation, &self.values, result);
                if becomes(&mut self.values[operation.result..][..result.len()], result) {
                    self.readers.mark(operation.result, &mut self.stale);
                }
            }
        }
    }
}

impl Engine for Interpreter {
    fn flat(&self) -> &Flat {
        &self.flat
    }

    fn limbs(&mut self, signal: SignalId) -> &[u64] {
        self.settle();
        &self.values[self.flat.range(signal)]
    }

    fn observe(&mut self, watch: &mut Watch) {
        self.settle();
        watch.update(&self.values);
    }

    fn poke_limbs(&mut self, input: SignalId, limbs: &[u64]) {
        let place = self.flat.input(input);
        let mut value = vec![0; place.limbs];
        value[..limbs.len()].copy_from_slice(limbs);
        self.put(place.offset, &value);
    }

    fn step(&mut self) {
        self.settle();
        let reset = self.flat.reset.is_some_and(|reset| bit(&self.values, reset, 0));
        for register in &self.flat.registers {
            let next = &mut self.next_state[register.output - self.flat.state.start..]
                [..register.count * register.limbs];
            sample_register(register, reset, &self.values, next);
        }
        for (number, memory) in self.flat.memories.iter().enumerate() {
            let undefined = Undefined { garbage: self.garbage, cycle: self.cycle, memory: number };
            let mut edge = MemoryEdge {
                memory,
                values: &self.values,
                rows: &mut self.rows[number],
                undefined,
            };
            for (port, copy) in each_port_and_copy(memory) {
                if let Some(read_data) = memory.ports[port].output {
                    let start = read_data.offset - self.flat.state.start + copy * memory.limbs;
                    edge.read(port, copy, &mut self.next_state[start..][..memory.limbs]);
                }
            }
            each_port_and_copy(memory).for_each(|(port, copy)| edge.write(port, copy));
        }
        let next_state = std::mem::take(&mut self.next_state);
        for value in 0..self.states.len() {
            let Range { start, end } = self.states[value].clone();
            let first = self.flat.state.start;
            self.put(start, &next_state[start - first..end - first]);
        }
        self.next_state = next_state;
        self.cycle += 1;
    }

    fn row(&self, memory: MemoryId, row: usize) -> &[u64] {
        &self.rows[memory.memory][self.flat.row(memory, row)]
    }

    fn row_mut(&mut self, memory: MemoryId, row: usize) -> &mut [u64] {
        &mut self.rows[memory.memory][self.flat.row(memory, row)]
    }
}

/// Puts `new` into `value`: whether that was another. Most have one limb, for which nothing is called.
fn becomes(value: &mut [u64], new: &[u64]) -> bool {
    if let ([value], [new]) = (&mut *value, new) {
        return std::mem::replace(value, *new) != *new;
    }
    let is_new = *value != *new;
    if is_new {
        value.copy_from_slice(new);
    }
    is_new
}

/// Leaves `next`, the present value, as it is where the register holds.
fn sample_register(register: &Register, reset: bool, values: &[u64], next: &mut [u64]) {
    for (copy, next) in next.chunks_exact_mut(register.limbs).enumerate() {
        match &register.reset {
            Some(value) if reset => next.copy_from_slice(value),
            _ if register.enable.is_none_or(|enable| bit(values, enable, copy)) => {
                becomes(next, &values[register.next.range(copy)]);
            }
            _ => {}
        }
    }
}
