//! A typed netlist that plain Rust functions build at run time (docs/reference/structure.md).
//!
//! A block is a function that makes a [`ModuleBuilder`], takes its inputs, computes with
//! [`Signal`]s and ends with [`ModuleBuilder::finish`]. Every width is checked where the node is
//! made; nothing is extended or cut implicitly. Modules are immutable and shared; [`modules`] lists
//! each once, children first.
//!
//! ```
//! use lanebeat_hdl::{Cost, ModuleBuilder};
//!
//! let m = ModuleBuilder::new("adder", "Sum of two bytes, with its carry.");
//! let (a, b) = (m.input("a", 8, "a byte"), m.input("b", 8, "another one"));
//! m.output("sum", a.zero_extend(9) + b.zero_extend(9), "the sum");
//! assert_eq!(Cost::of(&m.finish()).adder_bits, 9);
//! ```
//!
//! [`ports!`](crate::ports) and [`Block`] name no port by a string, and [`Pipeline`] places
//! registers: `examples/custom_unit.rs` shows both.

#![deny(missing_docs)]

mod bits;
mod builder;
mod check;
mod cost;
mod diagram;
mod fold;
mod instances;
pub mod mlir;
mod module;
mod pipeline;
mod record;
mod signal;
mod simplify;
mod storage;
mod unread;
pub mod verilog;

pub use bits::{Bits, bits, bits_to_limbs, bits_to_u128, limbs_to_bits};
pub use builder::ModuleBuilder;
pub use check::Problem;
pub use cost::Cost;
pub use diagram::diagram;
pub use instances::{InstanceOutputs, InstancesBuilder};
pub use module::{
    BinaryOperation, Connection, Direction, Instance, Memory, MemoryPort, Module, Node, NodeId,
    NodeKind, Port, Probe, ReadDuringWrite, Reduction, RegisterState, ShiftOperation, WritePart,
    modules,
};
pub use pipeline::{Arrival, Delays, Pipeline, Pipelined, StagePath};
pub use record::{Block, Feed, PortSpec, Record};
pub use signal::Signal;
pub use storage::{MemoryHandle, MemoryShape, ReadWrite, RegisterHandle};
