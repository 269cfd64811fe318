//! The netlist.

mod netlist;
