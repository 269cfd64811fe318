//! Partners that keep to a protocol at some ports of a unit, as random values would lead nowhere.

mod host;
mod master;
mod ports;
mod serial;
mod usual;

pub use host::REGISTERS;
pub use ports::{Partner, Ports};

use crate::config::Config;
use crate::hdl::Module;

/// The partners that `module` wants.
pub fn partners(module: &Module, config: &Config) -> Vec<Box<dyn Partner>> {
    let has = |name: &str| module.ports.iter().any(|port| port.name == name);
    let mut all: Vec<Box<dyn Partner>> = vec![];
    if has("issue_valid") || has("enable") || has("instruction_dpp_enable") {
        all.push(Box::new(usual::Usual));
    }
    if has("product") {
        all.push(Box::new(usual::Products));
    }
    if has("host_valid") {
        all.push(Box::new(host::Host::new(module, config)));
    }
    if has("s_axi_awvalid") {
        all.push(Box::new(master::Master::new(config)));
    }
    if has("receive") {
        all.push(Box::new(serial::Serial::new()));
    }
    all
}
