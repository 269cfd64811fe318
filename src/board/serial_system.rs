//! The netlist of a board: the bridge, and the system behind it.

use std::sync::Arc;

use crate::config::Config;
use crate::hdl::{Block, Module, Signal};
use crate::plan::Plan;
use crate::ports;
use crate::rtl::probe::{BridgeInputs, FromSlave, Retire, SystemInputs};
use crate::rtl::{PERIOD_BITS, system, uart_bridge};

ports! {
    pub struct Inputs() {
        receive: [1] "the line from the host";
        clocks_per_bit: [PERIOD_BITS] "clock cycles that a bit takes, at least 4";
    }
}

ports! {
    pub struct Outputs(config: &Config) {
        transmit: [1] "the line to the host";
        retire: Retire { Retire::ports(&Plan::new(config)) };
        interrupt_request: [1] "the system asks for an interrupt";
    }
}

/// The system of `config` behind a serial line, as `boards/lanebeat_serial.v` connects them.
pub fn serial_system(config: &Config) -> Arc<Module> {
    let purpose = "The system behind a serial line.";
    let (inputs, outputs) = (Inputs::ports(), Outputs::ports(config));
    let block =
        Block::<Inputs, Outputs>::new("lanebeat_serial", purpose, inputs, outputs, |m, inputs| {
            let Inputs { receive, clocks_per_bit } = inputs;
            let m_axi =
                FromSlave::ports().map(|name, port| m.wire(&format!("m_axi_{name}"), port.width));
            let bridge = BridgeInputs { receive, clocks_per_bit, m_axi };
            let master = uart_bridge().instance(m, "bridge", bridge);
            let inputs = SystemInputs { s_axi: master.m_axi };
            let slave = system(config).instance(m, "system", inputs);
            let mut answers: Vec<Signal> = vec![];
            slave.s_axi.map(|_, answer| answers.push(answer));
            let mut answers = answers.into_iter();
            m_axi.map(|_, wire| wire.drive(answers.next().expect("records of the same fields")));
            let (retire, interrupt_request) = (slave.retire, slave.interrupt_request);
            Outputs { transmit: master.transmit, retire, interrupt_request }
        });
    block.module
}
