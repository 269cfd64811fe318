//! Connections in a module: its groups of ports and its instances, and the bits between them.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::hdl::{Direction, MemoryPort, Module, NodeId, NodeKind, Port};

/// A box of the diagram.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Place {
    /// Input ports whose names begin alike, up to the first underscore.
    Inputs(String),
    /// An index into [`Module::instances`].
    Instance(usize),
    /// Output ports whose names begin alike.
    Outputs(String),
}

impl Place {
    fn of(port: &Port) -> Self {
        let group = port.name.split('_').next().unwrap_or(&port.name).to_owned();
        match port.direction {
            Direction::Input => Self::Inputs(group),
            Direction::Output => Self::Outputs(group),
        }
    }
}

/// Bits that a place gets from others, registers and logic between them left out.
pub struct Fed {
    pub place: Place,
    /// The places that it reads, and how many bits of each, every bit once.
    pub from: Vec<(Place, usize)>,
}

/// Every place of `module`, inputs first, instances in the author's order, outputs last.
pub fn feeds(module: &Module) -> Vec<Fed> {
    let places: BTreeSet<Place> = (module.ports.iter().map(Place::of))
        .chain((0..module.instances.len()).map(Place::Instance))
        .collect();
    let fed = |place: Place| {
        let read: Vec<NodeId> = match &place {
            Place::Inputs(_) => vec![],
            Place::Instance(instance) => {
                let inputs = module.instances[*instance].inputs.iter().flatten();
                inputs.map(|connection| connection.node()).collect()
            }
            Place::Outputs(_) => {
                let own = module.ports.iter().filter(|port| Place::of(port) == place);
                own.map(|port| port.node).collect()
            }
        };
        let mut from: BTreeMap<Place, usize> = BTreeMap::new();
        for source in sources(module, read) {
            let place = match module.node(source).kind {
                NodeKind::InstanceOutput { instance, .. } => Place::Instance(instance),
                _ => {
                    let port = module.ports.iter().find(|port| port.node == source);
                    Place::of(port.expect("an input is a port"))
                }
            };
            *from.entry(place).or_default() += module.node(source).width;
        }
        Fed { from: from.into_iter().collect(), place }
    };
    places.into_iter().map(fed).collect()
}

/// The inputs and the outputs of instances that `read` come from, through registers and memories.
fn sources(module: &Module, mut read: Vec<NodeId>) -> Vec<NodeId> {
    let (mut seen, mut found) = (HashSet::new(), vec![]);
    while let Some(node) = read.pop() {
        if !seen.insert(node) {
            continue;
        }
        match &module.node(node).kind {
            NodeKind::Input | NodeKind::InstanceOutput { .. } => found.push(node),
            NodeKind::Register(register) => read.extend(module.registers[*register].inputs()),
            NodeKind::MemoryRead { memory, .. } => {
                let ports = module.memories[*memory].ports.iter();
                read.extend(ports.flat_map(MemoryPort::inputs).map(|(_, node)| node));
            }
            kind => read.extend(kind.operands()),
        }
    }
    found
}
