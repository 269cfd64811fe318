//! Effect of a clock edge on one memory, whatever its ports do to each other.

use super::flat::{Memory, Operand};
use super::garbage::Garbage;
use lanebeat_hdl::limbs::{copy_bits, extract};
use lanebeat_hdl::{MemoryPort, ReadDuringWrite};

pub(super) fn each_port_and_copy(memory: &Memory) -> impl Iterator<Item = (usize, usize)> + use<> {
    let count = memory.count;
    (0..memory.ports.len()).flat_map(move |port| (0..count).map(move |copy| (port, copy)))
}

pub(super) fn bit(values: &[u64], operand: Operand, copy: usize) -> bool {
    values[operand.range(copy).start] != 0
}

/// The source of undefined words of one memory at one edge.
pub(super) struct Undefined {
    pub garbage: Garbage,
    pub cycle: u64,
    pub memory: usize,
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
pub(super) struct MemoryEdge<'e> {
    pub memory: &'e Memory,
    pub values: &'e [u64],
    pub rows: &'e mut [u64],
    pub undefined: Undefined,
}

impl MemoryEdge<'_> {
    /// The row that a port addresses; `None` beyond the depth.
    fn row(&self, port: usize, copy: usize) -> Option<usize> {
        let row = self.values[self.memory.ports[port].address.range(copy).start] as usize;
        (row < self.memory.depth).then_some(row)
    }

    fn is_writing(&self, port: usize, copy: usize) -> bool {
        let MemoryPort { enable, write, .. } = &self.memory.ports[port];
        let on = |bit_operand: Option<Operand>| {
            bit_operand.is_none_or(|operand| bit(self.values, operand, copy))
        };
        write.as_ref().is_some_and(|write| on(*enable) && on(write.select))
    }

    fn is_reading(&self, port: usize, copy: usize) -> bool {
        let enabled =
            self.memory.ports[port].enable.is_none_or(|enable| bit(self.values, enable, copy));
        enabled && !self.is_writing(port, copy)
    }

    /// Whether a port writes that column of that row.
    fn writes_column(&self, port: usize, copy: usize, row: usize, column: usize) -> bool {
        let enables = self.memory.ports[port]
            .write
            .as_ref()
            .map(|write| &self.values[write.column_enable.range(copy)]);
        self.is_writing(port, copy)
            && self.row(port, copy) == Some(row)
            && enables.is_some_and(|enables| extract(enables, column, 1) == 1)
    }

    pub fn read(&self, port: usize, copy: usize, read_data: &mut [u64]) {
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
            for writer in
                (0..self.memory.ports.len()).filter(|&writer| self.is_writing(writer, copy))
            {
                self.spoil(port, copy, read_data, |column| {
                    self.writes_column(writer, copy, row, column)
                });
            }
        }
    }

    fn spoil(
        &self,
        port: usize,
        copy: usize,
        target: &mut [u64],
        is_spoilt: impl Fn(usize) -> bool,
    ) {
        let width = self.memory.column_width;
        for column in (0..self.memory.columns).filter(|&column| is_spoilt(column)) {
            self.undefined.bits(port, copy, target, column * width, width);
        }
    }

    /// Columns that another port has written at this edge become undefined.
    pub fn write(&mut self, port: usize, copy: usize) {
        let (true, Some(row)) = (self.is_writing(port, copy), self.row(port, copy)) else { return };
        let Memory { depth, limbs, columns, column_width, .. } = *self.memory;
        let Some(write) = &self.memory.ports[port].write else { return };
        let (enables, data) =
            (&self.values[write.column_enable.range(copy)], &self.values[write.data.range(copy)]);
        let target = (copy * depth + row) * limbs;
        for column in (0..columns).filter(|&column| extract(enables, column, 1) == 1) {
            let low = column * column_width;
            let row_limbs = &mut self.rows[target..target + limbs];
            copy_bits(row_limbs, low, data, low, column_width);
            if (0..port).any(|earlier| self.writes_column(earlier, copy, row, column)) {
                self.undefined.bits(
                    port,
                    copy,
                    &mut self.rows[target..target + limbs],
                    low,
                    column_width,
                );
            }
        }
    }
}
