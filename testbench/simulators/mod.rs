//! The written Verilog as hardware that lockstep drives.

mod engines;
