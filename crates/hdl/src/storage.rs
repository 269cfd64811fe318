//! Registers and memories.

use super::bits::{Bits, bits};
use super::builder::ModuleBuilder;
use super::module::{
    Memory, MemoryPort, NodeId, NodeKind, ReadDuringWrite, RegisterState, WritePart,
};
use super::signal::Signal;

/// A register that has been declared; drive it once.
#[derive(Clone, Copy)]
pub struct RegisterHandle<'m> {
    output: Signal<'m>,
    register: usize,
}

impl ModuleBuilder {
    /// A register that powers up undefined and that reset leaves alone. Its net is named
    /// `{name}_q`.
    #[track_caller]
    pub fn register(&self, name: &str, width: usize) -> RegisterHandle<'_> {
        if width == 0 {
            return RegisterHandle { output: self.nothing(), register: usize::MAX };
        }
        let register = self.module.borrow().registers.len();
        let output = self.node(NodeKind::Register(register), width, Some(&format!("{name}_q")));
        self.module.borrow_mut().registers.push(RegisterState {
            output: output.id,
            next: None,
            enable: None,
            reset: None,
            may_go: false,
        });
        RegisterHandle { output, register }
    }

    /// A register that reset sets to `reset`.
    #[track_caller]
    pub fn reset_register(&self, name: &str, width: usize, reset: u128) -> RegisterHandle<'_> {
        let handle = self.register(name, width);
        if width == 0 {
            return handle;
        }
        self.module.borrow_mut().registers[handle.register].reset = Some(bits(width, reset));
        handle
    }

    /// `signal` one clock edge later.
    #[track_caller]
    pub fn delayed<'m>(&'m self, name: &str, signal: Signal<'m>) -> Signal<'m> {
        self.register(name, signal.width()).next(signal)
    }

    /// `signal` one clock edge later, one with `enable` if there is one; it falls away where
    /// nothing reads it.
    #[track_caller]
    pub fn passing_register<'m>(
        &'m self,
        name: &str,
        signal: Signal<'m>,
        enable: Option<Signal<'m>>,
    ) -> Signal<'m> {
        let register = self.register(name, signal.width());
        if signal.width() > 0 {
            register.set(signal, enable.map(|enable| enable.id));
            self.module.borrow_mut().registers[register.register].may_go = true;
        }
        register.q()
    }

    /// A memory without ports yet.
    pub fn memory(&self, name: &str, shape: MemoryShape) -> MemoryHandle<'_> {
        let mut module = self.module.borrow_mut();
        let MemoryShape { depth, columns, column_width, read_during_write } = shape;
        module.memories.push(Memory {
            name: name.to_string(),
            depth,
            columns,
            column_width,
            read_during_write,
            ports: vec![],
            content: vec![],
        });
        MemoryHandle { builder: self, memory: module.memories.len() - 1, shape }
    }
}

impl<'m> RegisterHandle<'m> {
    /// The register's output.
    pub fn q(self) -> Signal<'m> {
        self.output
    }

    /// Takes `next` on every clock edge; returns the output.
    #[track_caller]
    pub fn next(self, next: Signal<'m>) -> Signal<'m> {
        self.set(next, None)
    }

    /// Takes `next` on clock edges on which `enable` is set; returns the output.
    #[track_caller]
    pub fn next_when(self, enable: Signal<'m>, next: Signal<'m>) -> Signal<'m> {
        assert!(enable.width() == 1, "an enable is one bit, not {}", enable.width());
        self.set(next, Some(enable.id))
    }

    #[track_caller]
    fn set(self, next: Signal<'m>, enable: Option<NodeId>) -> Signal<'m> {
        let builder = self.output.builder;
        builder.own(next);
        assert!(
            next.width() == self.output.width(),
            "a register of {} bits cannot take {} bits; extend or slice",
            self.output.width(),
            next.width()
        );
        if next.width() > 0 {
            let state = &mut builder.module.borrow_mut().registers[self.register];
            assert!(state.next.is_none(), "a register is driven once");
            state.next = Some(next.id);
            state.enable = enable;
        }
        self.output
    }
}

/// Size and behaviour of a memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryShape {
    /// Rows.
    pub depth: usize,
    /// Columns of a row, each with its own write enable.
    pub columns: usize,
    /// Bits of a column.
    pub column_width: usize,
    /// Result of a read that meets a write of its row.
    pub read_during_write: ReadDuringWrite,
}

impl MemoryShape {
    /// Bits of an address.
    pub fn address_width(self) -> usize {
        self.depth.next_power_of_two().trailing_zeros().max(1) as usize
    }
}

/// Inputs of a port that reads or writes.
#[derive(Clone, Copy)]
pub struct ReadWrite<'m> {
    /// Number of the row.
    pub address: Signal<'m>,
    /// One bit: whether the port does anything.
    pub enable: Signal<'m>,
    /// One bit: whether that is a write.
    pub write: Signal<'m>,
    /// A bit for each column: whether a write changes it.
    pub column_enable: Signal<'m>,
    /// A row of data.
    pub data: Signal<'m>,
}

/// A memory that takes ports.
#[derive(Clone, Copy)]
pub struct MemoryHandle<'m> {
    builder: &'m ModuleBuilder,
    memory: usize,
    shape: MemoryShape,
}

impl<'m> MemoryHandle<'m> {
    /// The first rows hold `content` at power-up, as block RAMs of FPGAs can. A memory without
    /// content powers up undefined.
    #[track_caller]
    pub fn powers_up_with(self, content: Vec<Bits>) {
        let MemoryShape { depth, columns, column_width, .. } = self.shape;
        assert!(content.len() <= depth, "{} rows are more than {depth}", content.len());
        let is_row = |row: &Bits| row.len() == columns * column_width;
        assert!(content.iter().all(is_row), "a row has {} bits", columns * column_width);
        self.builder.module.borrow_mut().memories[self.memory].content = content;
    }

    /// A port that reads or writes in a cycle; returns its read data, which changes only after a
    /// read.
    #[track_caller]
    pub fn read_write_port(self, port: ReadWrite<'m>, read_data_name: &str) -> Signal<'m> {
        let ReadWrite { address, enable, write, column_enable, data } = port;
        let select = Some(write);
        let write = Some(WritePart { select, column_enable, data });
        self.add(MemoryPort { address, enable: Some(enable), write, output: None }, read_data_name)
    }

    /// A port that only reads; returns its read data, which changes only after a read.
    #[track_caller]
    pub fn read_port(
        self,
        address: Signal<'m>,
        enable: Signal<'m>,
        read_data_name: &str,
    ) -> Signal<'m> {
        let port = MemoryPort { address, enable: Some(enable), write: None, output: None };
        self.add(port, read_data_name)
    }

    /// A port that only writes the columns enabled.
    #[track_caller]
    pub fn write_port(self, address: Signal<'m>, column_enable: Signal<'m>, data: Signal<'m>) {
        let write = Some(WritePart { select: None, column_enable, data });
        self.add(MemoryPort { address, enable: None, write, output: None }, "");
    }

    /// Adds a port; it gets read data of that name unless it only writes.
    #[track_caller]
    fn add(self, port: MemoryPort<Signal<'m>>, read_data_name: &str) -> Signal<'m> {
        let MemoryShape { depth, columns, column_width, .. } = self.shape;
        let (width, wanted) = (columns * column_width, self.shape.address_width());
        let address = port.address.width();
        assert!(address == wanted, "{depth} rows need an address of {wanted} bits, not {address}");
        if let Some(enable) = port.enable {
            assert!(enable.width() == 1, "an enable is one bit, not {}", enable.width());
        }
        if let Some(WritePart { column_enable, data, .. }) = port.write {
            let enables = column_enable.width();
            assert!(enables == columns, "{columns} columns need as many enables, not {enables}");
            assert!(data.width() == width, "a row has {width} bits, not {}", data.width());
        }
        let number = self.builder.module.borrow().memories[self.memory].ports.len();
        let only_writes = port.write.is_some_and(|write| write.select.is_none());
        let output = if only_writes {
            self.builder.nothing()
        } else {
            let kind = NodeKind::MemoryRead { memory: self.memory, port: number };
            self.builder.node(kind, width, Some(&format!("{read_data_name}_q")))
        };
        let mut port = port.map(|signal| signal.id);
        port.output = (!only_writes).then_some(output.id);
        self.builder.module.borrow_mut().memories[self.memory].ports.push(port);
        output
    }
}
