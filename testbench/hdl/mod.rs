//! The netlist.

mod netlist;
mod pipeline;
mod record;
mod simplify;
