//! Buffers for nets of many loads.
//!
//! Modules are mapped one by one, and the mapper branches the nets inside each. A net that goes to
//! sixteen lanes is one output to it. Here such nets get a tree: no driver has more than
//! [`MOST_LOADS`] gate inputs, those inside of children among them.

use std::collections::{BTreeMap, HashMap};

use super::library::Buffer;
use super::netlist::{FIRST_NET, Net, Netlist, Pins};

/// Gate inputs that a driver may have.
pub const MOST_LOADS: usize = 16;

/// Gate inputs behind each bit of each input port of a module.
type Loads = HashMap<String, Vec<usize>>;

/// An end of a net: cell, pin and bit of the pin, and the gate inputs behind it.
#[derive(Clone, Copy)]
struct Sink {
    cell: usize,
    pin: usize,
    bit: usize,
    loads: usize,
}

/// `netlists` with the buffers that they need; in `netlists` every module stands behind the modules
/// that it has.
pub fn buffered(mut netlists: Vec<Netlist>, buffer: &Buffer) -> Vec<Netlist> {
    let mut loads: HashMap<String, Loads> = HashMap::new();
    for netlist in &mut netlists {
        let own = branch(netlist, buffer, &loads);
        loads.insert(netlist.name.clone(), own);
    }
    netlists
}

/// Puts trees into `netlist` and returns the gate inputs behind its inputs.
fn branch(netlist: &mut Netlist, buffer: &Buffer, children: &HashMap<String, Loads>) -> Loads {
    let clock = netlist.clock();
    let mut next = netlist.free();
    let mut behind: HashMap<Net, usize> = HashMap::new();
    for (net, mut sinks) in sinks(netlist, children) {
        while Some(net) != clock && total(&sinks) > MOST_LOADS {
            sinks = groups(sinks)
                .into_iter()
                .map(|group| branch_off(netlist, buffer, net, &group, &mut next))
                .collect();
        }
        behind.insert(net, total(&sinks));
    }
    let of_port = |port: &Pins| {
        (
            port.name.clone(),
            port.nets.iter().map(|net| behind.get(net).copied().unwrap_or(0)).collect(),
        )
    };
    netlist.ports.iter().filter(|port| port.is_input).map(of_port).collect()
}

fn total(sinks: &[Sink]) -> usize {
    sinks.iter().map(|sink| sink.loads).sum()
}

fn sinks(netlist: &Netlist, children: &HashMap<String, Loads>) -> BTreeMap<Net, Vec<Sink>> {
    let mut sinks: BTreeMap<Net, Vec<Sink>> = BTreeMap::new();
    for (cell, instance) in netlist.cells.iter().enumerate() {
        let child = children.get(&instance.kind);
        for (pin, pins) in instance.pins.iter().enumerate().filter(|(_, pins)| pins.is_input) {
            for (bit, &net) in pins.nets.iter().enumerate().filter(|(_, net)| **net >= FIRST_NET) {
                let loads =
                    child.map_or(1, |loads| loads.get(&pins.name).map_or(0, |loads| loads[bit]));
                sinks.entry(net).or_default().push(Sink { cell, pin, bit, loads });
            }
        }
    }
    sinks
}

/// Neighbours that one driver can serve.
fn groups(sinks: Vec<Sink>) -> Vec<Vec<Sink>> {
    let mut groups: Vec<Vec<Sink>> = vec![];
    for sink in sinks {
        match groups.last_mut() {
            Some(group) if total(group) + sink.loads <= MOST_LOADS => group.push(sink),
            _ => groups.push(vec![sink]),
        }
    }
    groups
}

/// Puts a buffer between `net` and `sinks`, and returns its input.
fn branch_off(
    netlist: &mut Netlist,
    buffer: &Buffer,
    net: Net,
    sinks: &[Sink],
    next: &mut Net,
) -> Sink {
    let branch = *next;
    *next += 1;
    for sink in sinks {
        netlist.cells[sink.cell].pins[sink.pin].nets[sink.bit] = branch;
    }
    netlist.cells.push(buffer.between(format!("branch_{branch}"), net, branch));
    Sink { cell: netlist.cells.len() - 1, pin: 0, bit: 0, loads: 1 }
}
