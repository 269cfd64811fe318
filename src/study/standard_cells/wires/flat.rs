//! A mapped design without its hierarchy.

use std::collections::HashMap;

use super::super::netlist::{FIRST_NET, Instance, Net, Netlist, Pins};

/// A design without hierarchy. Each of its blocks is an instance of a module that was said to be
/// one; blocks lie in no other block.
pub struct Flat {
    /// Ports of the top, and all cells, named `instance/cell`.
    pub netlist: Netlist,
    /// The origin of each cell.
    pub origins: Vec<Origin>,
    /// The blocks.
    pub blocks: Vec<Block>,
}

/// A cell before.
#[derive(Clone, Copy, Debug)]
pub struct Origin {
    /// Its module, and its place there.
    pub module: usize,
    /// Its place in the module.
    pub cell: usize,
    /// The block that it lies in.
    pub block: Option<usize>,
}

/// An instance of a module that is placed by itself.
pub struct Block {
    /// Its module.
    pub module: usize,
    /// The net of each bit of its ports, in their order.
    pub nets: Vec<Net>,
    /// Its first cell; the others follow it, in the order of the flat module.
    pub first: usize,
}

/// The design under the last of `netlists`, where `is_block` says which modules are blocks.
pub fn flat(netlists: &[Netlist], is_block: &[bool]) -> Flat {
    let places = netlists.iter().enumerate().map(|(place, own)| (own.name.as_str(), place));
    let mut walk = Walk {
        netlists,
        is_block,
        places: places.collect(),
        same: (0..FIRST_NET).collect(),
        cells: vec![],
        origins: vec![],
        blocks: vec![],
    };
    let top = netlists.len() - 1;
    let mut ports = netlists[top].ports.clone();
    for port in &mut ports {
        port.nets.iter_mut().for_each(|net| *net = walk.free());
    }
    let nets: Vec<Net> = ports.iter().flat_map(|port| port.nets.clone()).collect();
    walk.enter(top, "", &nets, None);
    let Walk { mut same, mut cells, origins, mut blocks, .. } = walk;
    for pins in cells.iter_mut().flat_map(|cell| &mut cell.pins).chain(&mut ports) {
        pins.nets.iter_mut().for_each(|net| *net = root(&mut same, *net));
    }
    for net in blocks.iter_mut().flat_map(|block| &mut block.nets) {
        *net = root(&mut same, *net);
    }
    Flat { netlist: Netlist { name: netlists[top].name.clone(), ports, cells }, origins, blocks }
}

struct Walk<'n> {
    netlists: &'n [Netlist],
    is_block: &'n [bool],
    places: HashMap<&'n str, usize>,
    /// Nets are the same as these; a constant only as itself.
    same: Vec<Net>,
    cells: Vec<Instance>,
    origins: Vec<Origin>,
    blocks: Vec<Block>,
}

impl<'n> Walk<'n> {
    fn free(&mut self) -> Net {
        let net = self.same.len() as Net;
        self.same.push(net);
        net
    }

    fn join(&mut self, a: Net, b: Net) {
        let (a, b) = (root(&mut self.same, a), root(&mut self.same, b));
        self.same[a.max(b) as usize] = a.min(b);
    }

    /// Adds the cells of the module whose ports are at `outer`.
    fn enter(&mut self, module: usize, prefix: &str, outer: &[Net], block: Option<usize>) {
        let netlist: &'n Netlist = &self.netlists[module];
        let mut nets: HashMap<Net, Net> = (0..FIRST_NET).map(|net| (net, net)).collect();
        let inner = netlist.ports.iter().flat_map(|port| &port.nets);
        for (&net, &outer) in inner.zip(outer) {
            match nets.get(&net) {
                Some(&own) => self.join(own, outer),
                None => drop(nets.insert(net, outer)),
            }
        }
        for (place, cell) in netlist.cells.iter().enumerate() {
            let name = format!("{prefix}{}", cell.name);
            let mut own = |net: Net| *nets.entry(net).or_insert_with(|| self.free());
            let own = |pins: &Pins| {
                let nets = pins.nets.iter().map(|&net| own(net)).collect();
                Pins { nets, ..pins.clone() }
            };
            let pins: Vec<Pins> = cell.pins.iter().map(own).collect();
            let Some(&child) = self.places.get(&*cell.kind) else {
                self.cells.push(Instance { name, kind: cell.kind.clone(), pins });
                self.origins.push(Origin { module, cell: place, block });
                continue;
            };
            let mut outer = vec![];
            for port in &self.netlists[child].ports {
                match pins.iter().find(|pins| pins.name == port.name) {
                    Some(pins) if pins.nets.len() == port.nets.len() => outer.extend(&pins.nets),
                    _ => outer.extend(port.nets.iter().map(|_| self.free())),
                }
            }
            let mut inside = block;
            if block.is_none() && self.is_block[child] {
                inside = Some(self.blocks.len());
                let first = self.cells.len();
                self.blocks.push(Block { module: child, nets: outer.clone(), first });
            }
            self.enter(child, &format!("{name}/"), &outer, inside);
        }
    }
}

fn root(same: &mut [Net], mut net: Net) -> Net {
    while same[net as usize] != net {
        same[net as usize] = same[same[net as usize] as usize];
        net = same[net as usize];
    }
    net
}
