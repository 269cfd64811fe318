//! Registers that only delay: they become shift-register LUTs in place of flip-flops.

use std::collections::HashMap;

use crate::hdl::{Module, NodeId, NodeKind};

/// The shortest chain that yosys puts into a shift-register LUT.
const SHORTEST: usize = 3;
/// Bits that one holds.
const LUT_BITS: usize = 16;

/// Flip-flops that are saved, and LUTs that take their place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Chains {
    /// Bits of registers in chains.
    pub register_bits: usize,
    /// LUTs that hold them.
    pub luts: usize,
}

/// The chains of registers in `module` without its children: each without reset and enable, and
/// read by the next one only.
pub fn chains(module: &Module) -> Chains {
    let plain = |register: usize| {
        let state = &module.registers[register];
        state.reset.is_none() && state.enable.is_none()
    };
    let register_of = |id: NodeId| match module.node(through(module, id)).kind {
        NodeKind::Register(register) => Some(register),
        _ => None,
    };
    // A name for another node reads nothing by itself.
    let is_reader = |kind: &NodeKind| !matches!(kind, NodeKind::Wire(_));
    let live = module.nodes.iter().zip(&module.live).filter(|(_, live)| **live);
    let nodes = live.filter(|(node, _)| is_reader(&node.kind));
    let nodes = nodes.flat_map(|(node, _)| node.kind.operands());
    let registers = module.registers.iter().flat_map(|own| own.next.into_iter().chain(own.enable));
    let ports = module.ports.iter().map(|port| port.node);
    let inputs = module.instances.iter().flat_map(|instance| instance.inputs.iter().flatten());
    let read = nodes.chain(registers).chain(ports).chain(inputs.map(|input| input.node()));
    let mut readers: HashMap<usize, usize> = HashMap::new();
    read.filter_map(register_of).for_each(|own| *readers.entry(own).or_default() += 1);

    // The register before each, where nothing else reads it.
    let before = |register: usize| {
        let earlier = register_of(module.registers[register].next?)?;
        let only = readers.get(&earlier) == Some(&1);
        (plain(register) && plain(earlier) && only).then_some(earlier)
    };
    let links: HashMap<usize, usize> = (0..module.registers.len())
        .filter_map(|register| Some((register, before(register)?)))
        .collect();
    let inner: Vec<usize> = links.values().copied().collect();
    let mut chains = Chains::default();
    for last in links.keys().filter(|register| !inner.contains(register)) {
        let length =
            std::iter::successors(Some(*last), |register| links.get(register).copied()).count();
        if length >= SHORTEST {
            let width = module.node(module.registers[*last].output).width;
            chains.register_bits += length * width;
            chains.luts += length.div_ceil(LUT_BITS) * width;
        }
    }
    chains
}

/// The node that `id` is another name of.
fn through(module: &Module, id: NodeId) -> NodeId {
    match module.node(id).kind {
        NodeKind::Wire(Some(other)) => through(module, other),
        _ => id,
    }
}
