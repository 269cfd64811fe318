//! The netlist of a board: the bridge, and the system behind it.

use std::sync::Arc;

use crate::config::Config;
use crate::hdl::{Direction, Module, ModuleBuilder, Port, Signal};
use crate::rtl;

/// The system of `config` behind a serial line, as `boards/lanebeat_serial.v` connects them: inputs
/// `receive` and `clocks_per_bit`, output `transmit`, and the outputs of the system that are no
/// part of the bus.
pub fn serial_system(config: &Config) -> Arc<Module> {
    let (bridge, system) = (rtl::uart_bridge().module, rtl::system(config).module);
    let builder = ModuleBuilder::new("lanebeat_serial", "The system behind a serial line.");
    let m = &builder;
    let answers: Vec<(String, Signal)> = inputs(&bridge)
        .filter(|(name, _)| name.starts_with(MASTER))
        .map(|(name, width)| (name.to_owned(), m.wire(name, width)))
        .collect();
    let master = m
        .instance("bridge", &bridge)
        .broadcast("receive", m.input("receive", 1, "the line from the host"))
        .broadcast(
            "clocks_per_bit",
            m.input("clocks_per_bit", 16, "clock cycles that a bit takes, at least 4"),
        );
    let master = answers.iter().fold(master, |unit, (name, wire)| unit.broadcast(name, *wire));
    let master = master.build();
    m.output("transmit", master.output("transmit"), "the line to the host");

    let slave = inputs(&system).fold(m.instance("system", &system), |slave, (name, _)| {
        slave.broadcast(name, master.output(&name.replacen(SLAVE, MASTER, 1)))
    });
    let slave = slave.build();
    for (name, wire) in answers {
        wire.drive(slave.output(&name.replacen(MASTER, SLAVE, 1)));
    }
    let is_shown =
        |port: &&Port| port.direction == Direction::Output && !port.name.starts_with(SLAVE);
    for port in slave.ports().iter().filter(is_shown) {
        m.output(&port.name, slave.output(&port.name), &port.purpose);
    }
    builder.finish()
}

/// How the ports of the bus begin at the bridge, and at the system.
const MASTER: &str = "m_axi_";
const SLAVE: &str = "s_axi_";

/// Names and widths of the module's inputs.
fn inputs(module: &Module) -> impl Iterator<Item = (&str, usize)> {
    let inputs = module.ports.iter().filter(|port| port.direction == Direction::Input);
    inputs.map(|port| (port.name.as_str(), port.width))
}
