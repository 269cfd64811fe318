//! Order of nodes: operands before the nodes that read them.

use crate::{Module, NodeId};

/// Live nodes, operands before their users.
pub(super) fn operands_first(module: &Module) -> Vec<NodeId> {
    let mut seen = vec![false; module.nodes.len()];
    let mut order = vec![];
    for start in (0..module.nodes.len()).filter(|&id| module.live[id]) {
        let mut path = vec![(NodeId(start), false)];
        while let Some((id, operands_done)) = path.pop() {
            if operands_done {
                order.push(id);
            } else if !std::mem::replace(&mut seen[id.0], true) {
                path.push((id, true));
                path.extend(
                    module
                        .node(id)
                        .kind
                        .operands()
                        .into_iter()
                        .rev()
                        .map(|operand| (operand, false)),
                );
            }
        }
    }
    order
}
