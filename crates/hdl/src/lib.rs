#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

mod bits;
mod builder;
mod check;
mod clocking;
mod cost;
mod instances;
mod kind;
pub mod limbs;
mod memory;
pub mod mlir;
mod module;
mod pipeline;
mod recent;
mod record;
mod signal;
pub mod simplify;
mod storage;
mod unread;
pub mod verilog;

pub use bits::{Bits, bits, bits_to_limbs, bits_to_u128, limbs_to_bits};
pub use builder::ModuleBuilder;
pub use check::Problem;
pub use clocking::{Clocking, Level, Reset};
pub use cost::Cost;
pub use instances::{InstanceOutputs, InstancesBuilder};
pub use module::{
    BinaryOperation, Connection, Direction, Factors, Instance, Memory, MemoryPort, Module, Node,
    NodeId, NodeKind, Operation, Port, Probe, ReadDuringWrite, Reduction, RegisterState,
    ShiftOperation, WritePart, modules, renamed,
};
pub use pipeline::{
    Arrival, Delays, Pipeline, PipelineProblem, Pipelined, StagePath, longest_path,
};
pub use recent::Recent;
pub use record::{Block, Declared, PortSpec, Record};
pub use signal::Signal;
pub use storage::{MemoryHandle, MemoryShape, ReadWrite, RegisterHandle};
