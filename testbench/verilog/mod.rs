//! The written Verilog of machines: what other tools say of it, and what it does in them.

mod clocking;
mod committed_output;
mod core;
mod formal;
mod inference;
mod replay;
mod slang;
mod timescale;
