//! Memories, and what their ports are made of.

use super::bits::Bits;
use super::kind::NodeId;

/// Result of a read that coincides with a write of the same address by another port.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReadDuringWrite {
    /// Content of the row before the write.
    OldData,
    /// Nothing may depend on it; the schedule keeps the two apart.
    Undefined,
}

/// A memory of `depth` rows of `columns` x `column_width` bits with synchronous ports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Memory {
    /// Verilog name.
    pub name: String,
    /// Rows.
    pub depth: usize,
    /// Columns of a row, each with a write enable of its own.
    pub columns: usize,
    /// Bits of a column.
    pub column_width: usize,
    /// Result of a read that meets a write of its row.
    pub read_during_write: ReadDuringWrite,
    /// All of them work on each clock edge.
    pub ports: Vec<MemoryPort>,
    /// First rows at power-up; those behind them are undefined. Reset leaves all of them alone.
    pub content: Vec<Bits>,
}

impl Memory {
    /// Bits of a row.
    pub fn width(&self) -> usize {
        self.columns * self.column_width
    }
}

/// One port of a memory, made of nodes, signals or places: on an edge with `enable` it writes if it
/// has a write part that is selected, else it reads. Read data changes only on an edge on which the
/// port reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryPort<T = NodeId> {
    /// Number of the row.
    pub address: T,
    /// One bit: whether the port does anything; `None`: always.
    pub enable: Option<T>,
    /// Write part of the port; `None`: it only reads.
    pub write: Option<WritePart<T>>,
    /// The read data; `None`: it only writes.
    pub output: Option<T>,
}

/// Inputs that make a memory port write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WritePart<T = NodeId> {
    /// One bit that tells a write from a read; `None`: the port only writes.
    pub select: Option<T>,
    /// A bit for each column: whether it is written.
    pub column_enable: T,
    /// A row of data.
    pub data: T,
}

impl<T: Copy> MemoryPort<T> {
    /// The same port of other things.
    pub fn map<U>(&self, mut new: impl FnMut(T) -> U) -> MemoryPort<U> {
        MemoryPort {
            address: new(self.address),
            enable: self.enable.map(&mut new),
            write: self.write.map(|write| WritePart {
                select: write.select.map(&mut new),
                column_enable: new(write.column_enable),
                data: new(write.data),
            }),
            output: self.output.map(new),
        }
    }

    /// Inputs of the port, each with its name.
    pub fn inputs(&self) -> impl Iterator<Item = (&'static str, T)> + use<T> {
        let write = self.write.into_iter().flat_map(|WritePart { select, column_enable, data }| {
            let row = [("column_enable", column_enable), ("data", data)];
            select.map(|select| ("write", select)).into_iter().chain(row)
        });
        let enable = self.enable.map(|enable| ("enable", enable));
        [("address", self.address)].into_iter().chain(enable).chain(write)
    }
}
