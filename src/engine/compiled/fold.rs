//! Constants are folded by the interpreter's own operations.

use super::graph::{Graph, Kind, NodeId};
use crate::engine::evaluate::evaluate;
use crate::engine::flat::{Operand, Operation, OperationKind};

/// The value of an operation whose operands are all constant.
pub(super) fn constant(graph: &Graph, kind: &Kind, width: usize, operands: &[NodeId]) -> Option<Vec<u64>> {
    let kind = match *kind {
        Kind::Not => OperationKind::Not,
        Kind::Reduce(reduction) => OperationKind::Reduce(reduction),
        Kind::Binary(operation) => OperationKind::Binary(operation),
        Kind::Multiply => OperationKind::Multiply,
        Kind::Shift(operation) => OperationKind::Shift(operation),
        Kind::Mux => OperationKind::Mux,
        Kind::Slice(low) => OperationKind::Slice { low },
        Kind::Concat => OperationKind::Concat,
        Kind::Repeat => OperationKind::Repeat,
        Kind::Element => OperationKind::Select,
        _ => return None,
    };
    let values = operands.iter().map(|&operand| graph.limbs(operand)).collect::<Option<Vec<_>>>()?;
    let mut offset = 0;
    let place = |(operand, limbs): (&NodeId, &&[u64])| {
        let place = Operand { offset, limbs: limbs.len(), width: graph.width(*operand), divide: 1 };
        offset += limbs.len();
        place
    };
    let places = operands.iter().zip(&values).map(place).collect();
    let limbs = width.div_ceil(64);
    let mut all = values.concat();
    let result = all.len();
    all.resize(result + limbs, 0);
    evaluate(&Operation { kind, width, limbs, count: 1, result, operands: places }, &mut all);
    Some(all[result..].to_vec())
}
