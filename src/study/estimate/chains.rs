//! Registers that only delay: what shift-register LUTs take in place of flip-flops.

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
    let mut readers: HashMap<usize, usize> = HashMap::new();
    let mut count = |id: NodeId| {
        if let NodeKind::Register(register) = module.node(through(module, id)).kind {
            *readers.entry(register).or_default() += 1;
        }
    };
    // A name for another node reads nothing by itself.
    let nodes = module
        .nodes
        .iter()
        .zip(&module.live)
        .filter(|(node, live)| **live && !matches!(node.kind, NodeKind::Wire(_)));
    nodes.for_each(|(node, _)| node.kind.operands().into_iter().for_each(&mut count));
    module
        .registers
        .iter()
        .for_each(|register| register.next.into_iter().chain(register.enable).for_each(&mut count));
    module.ports.iter().for_each(|port| count(port.node));
    module
        .instances
        .iter()
        .flat_map(|instance| instance.inputs.iter().flatten())
        .for_each(|input| count(input.node()));

    // The register before each, where nobody else reads it.
    let before = |register: usize| {
        let NodeKind::Register(earlier) =
            module.node(through(module, module.registers[register].next?)).kind
        else {
            return None;
        };
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
