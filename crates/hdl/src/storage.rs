//! Registers and memories.

use super::bits::bits;
use super::builder::ModuleBuilder;
use super::module::{Memory, MemoryPort, NodeId, NodeKind, ReadDuringWrite, RegisterState};
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
        let register = self.register(name, signal.width());
        register.next(signal);
        register.q()
    }

    /// `signal` one clock edge later, one with `enable` if there is one; it falls away where nobody
    /// reads it.
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
        });
        MemoryHandle { builder: self, memory: module.memories.len() - 1, shape }
    }
}

impl<'m> RegisterHandle<'m> {
    /// The register's output.
    pub fn q(self) -> Signal<'m> {
        self.output
    }

    /// Takes `next` on every clock edge.
    #[track_caller]
    pub fn next(self, next: Signal<'m>) {
        self.set(next, None);
    }

    /// Takes `next` on clock edges on which `enable` is set.
    #[track_caller]
    pub fn next_when(self, enable: Signal<'m>, next: Signal<'m>) {
        assert!(enable.width() == 1, "an enable is one bit, not {}", enable.width());
        self.set(next, Some(enable.id));
    }

    #[track_caller]
    fn set(self, next: Signal<'m>, enable: Option<NodeId>) {
        let builder = self.output.builder;
        builder.own(next);
        assert!(
            next.width() == self.output.width(),
            "a register of {} bits cannot take {} bits; extend or slice",
            self.output.width(),
            next.width()
        );
        if next.width() == 0 {
            return;
        }
        let state = &mut builder.module.borrow_mut().registers[self.register];
        assert!(state.next.is_none(), "a register is driven once");
        state.next = Some(next.id);
        state.enable = enable;
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
    /// What a read gives that meets a write of its row.
    pub read_during_write: ReadDuringWrite,
}

impl MemoryShape {
    /// Bits of an address.
    pub fn address_width(self) -> usize {
        self.depth.next_power_of_two().trailing_zeros().max(1) as usize
    }
}

/// A memory that takes ports.
#[derive(Clone, Copy)]
pub struct MemoryHandle<'m> {
    builder: &'m ModuleBuilder,
    memory: usize,
    shape: MemoryShape,
}

impl<'m> MemoryHandle<'m> {
    /// A port that reads or writes in a cycle; returns its read data, which changes only after a
    /// read.
    #[track_caller]
    pub fn read_write_port(
        self,
        address: Signal<'m>,
        enable: Signal<'m>,
        write: Signal<'m>,
        column_enable: Signal<'m>,
        data: Signal<'m>,
        read_data_name: &str,
    ) -> Signal<'m> {
        self.check(address, enable, Some((column_enable, data)));
        let output = self.output(read_data_name);
        self.add(MemoryPort::ReadWrite {
            address: address.id,
            enable: enable.id,
            write: write.id,
            column_enable: column_enable.id,
            data: data.id,
            output: output.id,
        });
        output
    }

    /// A port that only reads; returns its read data, which changes only after a read.
    #[track_caller]
    pub fn read_port(
        self,
        address: Signal<'m>,
        enable: Signal<'m>,
        read_data_name: &str,
    ) -> Signal<'m> {
        self.check(address, enable, None);
        let output = self.output(read_data_name);
        self.add(MemoryPort::Read { address: address.id, enable: enable.id, output: output.id });
        output
    }

    /// A port that only writes the columns enabled.
    #[track_caller]
    pub fn write_port(self, address: Signal<'m>, column_enable: Signal<'m>, data: Signal<'m>) {
        self.check(address, column_enable.bit(0), Some((column_enable, data)));
        self.add(MemoryPort::Write {
            address: address.id,
            column_enable: column_enable.id,
            data: data.id,
        });
    }

    #[track_caller]
    fn check(
        self,
        address: Signal<'m>,
        enable: Signal<'m>,
        written: Option<(Signal<'m>, Signal<'m>)>,
    ) {
        let wanted = self.shape.address_width();
        assert!(
            address.width() == wanted,
            "{} rows need an address of {wanted} bits, not {}",
            self.shape.depth,
            address.width()
        );
        assert!(enable.width() == 1, "an enable is one bit, not {}", enable.width());
        if let Some((column_enable, data)) = written {
            let (columns, width) =
                (self.shape.columns, self.shape.columns * self.shape.column_width);
            assert!(
                column_enable.width() == columns,
                "{columns} columns need as many enables, not {}",
                column_enable.width()
            );
            assert!(data.width() == width, "a row has {width} bits, not {}", data.width());
        }
    }

    #[track_caller]
    fn output(self, name: &str) -> Signal<'m> {
        let port = self.builder.module.borrow().memories[self.memory].ports.len();
        let width = self.shape.columns * self.shape.column_width;
        self.builder.node(
            NodeKind::MemoryRead { memory: self.memory, port },
            width,
            Some(&format!("{name}_q")),
        )
    }

    fn add(self, port: MemoryPort) {
        self.builder.module.borrow_mut().memories[self.memory].ports.push(port);
    }
}
