//! Registers that nothing reads.

use super::bits::Bits;
use super::module::{Module, NodeKind, RegisterState};

/// Takes away the registers for which `may_go` holds and that nothing reads but such registers.
pub(super) fn drop_unread_registers(module: &mut Module, may_go: impl Fn(&RegisterState) -> bool) {
    let mut kept: Vec<bool> = module.registers.iter().map(|register| !may_go(register)).collect();
    let staying = module.registers.iter().filter(|register| !may_go(register));
    let mut waiting = module.roots_outside_registers();
    waiting.extend(staying.flat_map(RegisterState::inputs));
    let mut reached = vec![false; module.nodes.len()];
    while let Some(id) = waiting.pop() {
        if std::mem::replace(&mut reached[id.0], true) {
            continue;
        }
        match module.node(id).kind {
            NodeKind::Register(register) if !std::mem::replace(&mut kept[register], true) => {
                waiting.extend(module.registers[register].inputs());
            }
            ref kind => waiting.extend(kind.operands()),
        }
    }
    let unread = module.registers.iter().zip(&kept).filter(|(_, kept)| !**kept);
    for output in unread.map(|(register, _)| register.output) {
        let node = &mut module.nodes[output.0];
        node.kind = NodeKind::Constant(Bits::repeat(false, node.width));
        node.name = None;
    }
    let mut keeps = kept.into_iter();
    module.registers.retain(|_| keeps.next().expect("one for each register"));
    for (number, register) in module.registers.iter().enumerate() {
        module.nodes[register.output.0].kind = NodeKind::Register(number);
    }
}
