//! The reference engine: executes the operations of a [`Flat`] one after the other.

use super::contract::Engine;
use super::evaluate::evaluate;
use super::flat::{Flat, Memory, MemoryId, Register, SignalId, SignalKind};
use super::garbage::Garbage;
use super::limbs::trim;
use super::memory_edge::{MemoryEdge, Undefined, bit, each_port_and_copy};
use super::watch::Watch;
use crate::hdl::Bits;

/// A running design.
#[derive(Clone, Debug)]
pub struct Interpreter {
    flat: Flat,
    values: Vec<u64>,
    /// What the state range takes at the next edge; equal to it between edges.
    next_state: Vec<u64>,
    /// The rows of all copies of each memory.
    rows: Vec<Vec<u64>>,
    garbage: Garbage,
    /// Edges so far.
    cycle: u64,
    /// Whether a poke or an edge came after the operations were last executed.
    stale: bool,
}

impl Interpreter {
    /// Powers the design up: inputs are 0, registers and memories hold what `seed` gives them.
    pub fn new(flat: &Flat, seed: u64) -> Self {
        let garbage = Garbage::new(seed);
        let mut values = vec![0; flat.limb_count];
        for constant in &flat.constants {
            values[constant.offset..][..constant.limbs.len()].copy_from_slice(&constant.limbs);
        }
        let power_up =
            |values: &mut [u64], offset: usize, limbs: usize, width: usize, count: usize| {
                for (copy, value) in
                    values[offset..][..count * limbs].chunks_exact_mut(limbs).enumerate()
                {
                    value
                        .iter_mut()
                        .enumerate()
                        .for_each(|(n, limb)| *limb = garbage.power_up(offset + copy * limbs + n));
                    trim(value, width);
                }
            };
        for register in &flat.registers {
            power_up(&mut values, register.output, register.limbs, register.width, register.count);
        }
        for memory in &flat.memories {
            for read_data in memory.ports.iter().filter_map(|port| port.read_data) {
                power_up(&mut values, read_data, memory.limbs, memory.width(), memory.count);
            }
        }
        let rows = flat
            .memories
            .iter()
            .enumerate()
            .map(|(number, memory)| power_up_rows(garbage, number, memory))
            .collect();
        let next_state = values[flat.state.clone()].to_vec();
        Self { flat: flat.clone(), values, next_state, rows, garbage, cycle: 0, stale: true }
    }

    /// Of each limb, what it holds; of what is computed, perhaps what it held before.
    pub(super) fn all_limbs(&self) -> &[u64] {
        &self.values
    }

    /// Puts that into the limbs of an input.
    pub(super) fn put_input(&mut self, first: usize, limbs: &[u64]) {
        let input = &mut self.values[first..first + limbs.len()];
        self.stale |= *input != *limbs;
        input.copy_from_slice(limbs);
    }

    /// The rows of all copies of each memory.
    pub(super) fn all_rows(&self) -> &[Vec<u64>] {
        &self.rows
    }

    fn settle(&mut self) {
        if std::mem::take(&mut self.stale) {
            self.flat.operations.iter().for_each(|operation| evaluate(operation, &mut self.values));
        }
    }

    /// Sets an input to the first of these limbs.
    fn poke_limbs(&mut self, input: SignalId, limbs: impl Iterator<Item = u64>) {
        let signal = &self.flat.signals[input.signal];
        let is_input = signal.scope == 0 && signal.kind == SignalKind::Input;
        assert!(is_input, "only inputs of the top are poked, not `{}`", signal.name);
        for (limb, bits) in self.values[signal.place.range(0)].iter_mut().zip(limbs) {
            self.stale |= *limb != bits;
            *limb = bits;
        }
    }

    fn row(&self, memory: MemoryId, row: usize) -> std::ops::Range<usize> {
        let Memory { depth, limbs, name, .. } = &self.flat.memories[memory.memory];
        assert!(row < *depth, "`{name}` has {depth} rows, there is no row {row}");
        let start = (memory.copy * depth + row) * limbs;
        start..start + limbs
    }
}

fn power_up_rows(garbage: Garbage, number: usize, memory: &Memory) -> Vec<u64> {
    let limbs = memory.count * memory.depth * memory.limbs;
    let mut rows: Vec<u64> = (0..limbs).map(|position| garbage.memory(number, position)).collect();
    rows.chunks_exact_mut(memory.limbs).for_each(|row| trim(row, memory.width()));
    rows
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
        watch.begin_observation();
        watch.update_all(&self.values);
    }

    fn poke(&mut self, input: SignalId, value: &Bits) {
        let width = self.flat.signals[input.signal].place.width;
        assert!(
            value.len() == width,
            "`{}` has {width} bits, not {}",
            self.flat.signals[input.signal].name,
            value.len()
        );
        self.poke_limbs(input, value.chunks(64).map(bitvec::field::BitField::load_le));
    }

    fn poke_u128(&mut self, input: SignalId, value: u128) {
        let width = self.flat.signals[input.signal].place.width;
        assert!(width >= 128 || value >> width == 0, "{value:#x} does not fit into {width} bits");
        self.poke_limbs(
            input,
            [value as u64, (value >> 64) as u64].into_iter().chain(std::iter::repeat(0)),
        );
    }

    fn peek_u128(&mut self, signal: SignalId) -> u128 {
        let limbs = self.limbs(signal);
        u128::from(limbs[0]) | u128::from(limbs.get(1).copied().unwrap_or(0)) << 64
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
                if let Some(read_data) = memory.ports[port].read_data {
                    let start = read_data - self.flat.state.start + copy * memory.limbs;
                    edge.read(port, copy, &mut self.next_state[start..][..memory.limbs]);
                }
            }
            each_port_and_copy(memory).for_each(|(port, copy)| edge.write(port, copy));
        }
        self.values[self.flat.state.clone()].copy_from_slice(&self.next_state);
        self.cycle += 1;
        self.stale = true;
    }

    fn read_row(&self, memory: MemoryId, row: usize) -> Bits {
        let mut value = Bits::from_slice(&self.rows[memory.memory][self.row(memory, row)]);
        value.truncate(self.flat.memories[memory.memory].width());
        value
    }

    fn write_row(&mut self, memory: MemoryId, row: usize, value: &Bits) {
        let width = self.flat.memories[memory.memory].width();
        assert!(value.len() == width, "a row has {width} bits, not {}", value.len());
        let range = self.row(memory, row);
        for (limb, bits) in self.rows[memory.memory][range].iter_mut().zip(value.chunks(64)) {
            *limb = bitvec::field::BitField::load_le(bits);
        }
    }
}

/// Leaves `next`, the present value, as it is where the register holds.
fn sample_register(register: &Register, reset: bool, values: &[u64], next: &mut [u64]) {
    for (copy, next) in next.chunks_exact_mut(register.limbs).enumerate() {
        match &register.reset {
            Some(value) if reset => next.copy_from_slice(value),
            _ if register.enable.is_none_or(|enable| bit(values, enable, copy)) => {
                next.copy_from_slice(&values[register.next.range(copy)]);
            }
            _ => {}
        }
    }
}
