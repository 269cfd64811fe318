//! Units as blocks of rust-hdl designs: its checks, its simulator and its Verilog writer take them.

mod common;

#[path = "../examples/rust_hdl_scan.rs"]
mod scan_example;
#[path = "../examples/rust_hdl_shuffle.rs"]
mod shuffle_example;

#[path = "widgets/declared.rs"]
mod declared;
#[path = "widgets/scan.rs"]
mod scan;
#[path = "widgets/units.rs"]
mod units;
#[path = "widgets/verilog.rs"]
mod verilog;
