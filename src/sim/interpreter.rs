//! The reference engine: executes the operations of a [`Flat`] one after the other.

use super::engine::Engine;
use super::evaluate::evaluate;
use super::flat::{Flat, Memory, MemoryId, MemoryPort, Operand, Register, SignalId, SignalKind};
use super::garbage::Garbage;
use super::limbs::{copy_bits, extract, trim};
use crate::hdl::{Bits, ReadDuringWrite};

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
        let power_up = |values: &mut [u64], offset: usize, limbs: usize, width: usize, count: usize| {
            for (copy, value) in values[offset..][..count * limbs].chunks_exact_mut(limbs).enumerate() {
                value.iter_mut().enumerate().for_each(|(n, limb)| *limb = garbage.power_up(offset + copy * limbs + n));
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
        let rows = flat.memories.iter().enumerate().map(|(number, memory)| power_up_rows(garbage, number, memory)).collect();
        let next_state = values[flat.state.clone()].to_vec();
        Self { flat: flat.clone(), values, next_state, rows, garbage, cycle: 0, stale: true }
    }

    fn settle(&mut self) {
        if std::mem::take(&mut self.stale) {
            self.flat.operations.iter().for_each(|operation| evaluate(operation, &mut self.values));
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

    fn poke(&mut self, input: SignalId, value: &Bits) {
        let signal = &self.flat.signals[input.signal];
        let is_input = signal.scope == 0 && signal.kind == SignalKind::Input;
        assert!(is_input, "only inputs of the top are poked, not `{}`", signal.name);
        let width = signal.place.width;
        assert!(value.len() == width, "`{}` has {width} bits, not {}", signal.name, value.len());
        for (limb, bits) in self.values[signal.place.range(0)].iter_mut().zip(value.chunks(64)) {
            let bits = bitvec::field::BitField::load_le(bits);
            self.stale |= *limb != bits;
            *limb = bits;
        }
    }

    fn step(&mut self) {
        self.settle();
        let reset = self.flat.reset.is_some_and(|reset| bit(&self.values, reset, 0));
        for register in &self.flat.registers {
            let next = &mut self.next_state[register.output - self.flat.state.start..][..register.count * register.limbs];
            sample_register(register, reset, &self.values, next);
        }
        for (number, memory) in self.flat.memories.iter().enumerate() {
            let undefined = Undefined { garbage: self.garbage, cycle: self.cycle, memory: number };
            let mut edge = MemoryEdge { memory, values: &self.values, rows: &mut self.rows[number], undefined };
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

fn each_port_and_copy(memory: &Memory) -> impl Iterator<Item = (usize, usize)> + use<> {
    let count = memory.count;
    (0..memory.ports.len()).flat_map(move |port| (0..count).map(move |copy| (port, copy)))
}

fn bit(values: &[u64], operand: Operand, copy: usize) -> bool {
    values[operand.range(copy).start] != 0
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

/// The source of undefined words of one memory at one edge.
struct Undefined {
    garbage: Garbage,
    cycle: u64,
    memory: usize,
}

impl Undefined {
    fn bits(&self, port: usize, copy: usize, target: &mut [u64], low: usize, width: usize) {
        let limbs = target.len();
        for limb in low / 64..(low + width).div_ceil(64) {
            let word = [self.garbage.port(self.cycle, self.memory, port, copy * limbs + limb)];
            let (from, to) = (low.max(limb * 64), (low + width).min(limb * 64 + 64));
            copy_bits(target, from, &word, from % 64, to - from);
        }
    }
}

/// One memory at one edge; all reads come before the first write.
struct MemoryEdge<'e> {
    memory: &'e Memory,
    values: &'e [u64],
    rows: &'e mut [u64],
    undefined: Undefined,
}

impl MemoryEdge<'_> {
    /// The row that a port addresses; `None` beyond the depth.
    fn row(&self, port: usize, copy: usize) -> Option<usize> {
        let row = self.values[self.memory.ports[port].address.range(copy).start] as usize;
        (row < self.memory.depth).then_some(row)
    }

    fn is_writing(&self, port: usize, copy: usize) -> bool {
        let MemoryPort { enable, write, .. } = &self.memory.ports[port];
        let on = |bit_operand: Option<Operand>| bit_operand.is_none_or(|operand| bit(self.values, operand, copy));
        write.as_ref().is_some_and(|write| on(*enable) && on(write.select))
    }

    fn is_reading(&self, port: usize, copy: usize) -> bool {
        let enabled = self.memory.ports[port].enable.is_none_or(|enable| bit(self.values, enable, copy));
        enabled && !self.is_writing(port, copy)
    }

    /// Whether a port writes that column of that row.
    fn writes_column(&self, port: usize, copy: usize, row: usize, column: usize) -> bool {
        let enables = self.memory.ports[port].write.as_ref().map(|write| &self.values[write.column_enable.range(copy)]);
        self.is_writing(port, copy)
            && self.row(port, copy) == Some(row)
            && enables.is_some_and(|enables| extract(enables, column, 1) == 1)
    }

    fn read(&self, port: usize, copy: usize, read_data: &mut [u64]) {
        if !self.is_reading(port, copy) {
            return;
        }
        let &Memory { depth, limbs, read_during_write, .. } = self.memory;
        let Some(row) = self.row(port, copy) else {
            self.undefined.bits(port, copy, read_data, 0, self.memory.width());
            return;
        };
        read_data.copy_from_slice(&self.rows[(copy * depth + row) * limbs..][..limbs]);
        if read_during_write == ReadDuringWrite::Undefined {
            for writer in (0..self.memory.ports.len()).filter(|&writer| self.is_writing(writer, copy)) {
                self.spoil(port, copy, read_data, |column| self.writes_column(writer, copy, row, column));
            }
        }
    }

    fn spoil(&self, port: usize, copy: usize, target: &mut [u64], is_spoilt: impl Fn(usize) -> bool) {
        let width = self.memory.column_width;
        for column in (0..self.memory.columns).filter(|&column| is_spoilt(column)) {
            self.undefined.bits(port, copy, target, column * width, width);
        }
    }

    /// Columns that another port has written at this edge become undefined.
    fn write(&mut self, port: usize, copy: usize) {
        let (true, Some(row)) = (self.is_writing(port, copy), self.row(port, copy)) else { return };
        let Memory { depth, limbs, columns, column_width, .. } = *self.memory;
        let Some(write) = &self.memory.ports[port].write else { return };
        let (enables, data) = (&self.values[write.column_enable.range(copy)], &self.values[write.data.range(copy)]);
        let target = (copy * depth + row) * limbs;
        for column in (0..columns).filter(|&column| extract(enables, column, 1) == 1) {
            let low = column * column_width;
            let row_limbs = &mut self.rows[target..target + limbs];
            copy_bits(row_limbs, low, data, low, column_width);
            if (0..port).any(|earlier| self.writes_column(earlier, copy, row, column)) {
                self.undefined.bits(port, copy, &mut self.rows[target..target + limbs], low, column_width);
            }
        }
    }
}
