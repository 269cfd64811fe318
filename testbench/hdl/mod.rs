//! The netlist.

#[path = "../../examples/custom_unit.rs"]
mod custom_unit;
mod diagram;
mod example;
mod netlist;
mod pipeline;
mod record;
mod simplify;
