//! The netlist.

mod netlist;
mod simplify;
