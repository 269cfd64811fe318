//! Units as blocks of rust-hdl designs: its checks, its simulator and its Verilog writer take them.

#[path = "../../examples/rust_hdl_scan.rs"]
mod scan_example;
#[path = "../../examples/rust_hdl_shuffle.rs"]
mod shuffle_example;

mod declared;
mod scan;
mod units;
mod verilog;
