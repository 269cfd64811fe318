//! The netlist.

mod netlist;
mod record;
mod simplify;
