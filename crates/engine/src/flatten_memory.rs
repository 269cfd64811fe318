//! The memories of a flattened design.

use super::flat::{Memory, MemoryPort, Operand, WritePart};
use super::flatten::Flattener;
use lanebeat_hdl::NodeId;

impl Flattener<'_> {
    pub(super) fn memories(&mut self) {
        for scope in 0..self.modules.len() {
            let count = self.flat.scopes[scope].copies;
            for memory in &self.modules[scope].memories {
                let ports = memory.ports.iter().map(|port| self.memory_port(scope, port)).collect();
                self.flat.memories.push(Memory {
                    name: memory.name.clone(),
                    scope,
                    count,
                    depth: memory.depth,
                    columns: memory.columns,
                    column_width: memory.column_width,
                    limbs: memory.width().div_ceil(64),
                    read_during_write: memory.read_during_write,
                    ports,
                });
            }
        }
    }

    fn memory_port(&self, scope: usize, port: &lanebeat_hdl::MemoryPort) -> MemoryPort {
        let place = |node: NodeId| -> Operand { self.place(scope, node) };
        match *port {
            lanebeat_hdl::MemoryPort::ReadWrite {
                address,
                enable,
                write,
                column_enable,
                data,
                output,
            } => MemoryPort {
                address: place(address),
                enable: Some(place(enable)),
                write: Some(WritePart {
                    select: Some(place(write)),
                    column_enable: place(column_enable),
                    data: place(data),
                }),
                read_data: Some(place(output).offset),
            },
            lanebeat_hdl::MemoryPort::Read { address, enable, output } => MemoryPort {
                address: place(address),
                enable: Some(place(enable)),
                write: None,
                read_data: Some(place(output).offset),
            },
            lanebeat_hdl::MemoryPort::Write { address, column_enable, data } => MemoryPort {
                address: place(address),
                enable: None,
                write: Some(WritePart {
                    select: None,
                    column_enable: place(column_enable),
                    data: place(data),
                }),
                read_data: None,
            },
        }
    }
}
