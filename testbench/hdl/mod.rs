//! The netlist.

mod diagram;
