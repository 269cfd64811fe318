//! The combinational part of a module: which nodes get nets, and the loops over what is alike.

use super::expression::Expression;
use super::nets::Nets;
use super::operations::expression;
use super::order::operands_first;
use super::text::{IN_LOOP, generate};
use crate::{BinaryOperation, NodeId, NodeKind};

/// Writes every live node.
pub(super) fn write(nets: &mut Nets) {
    operands_first(nets.module).into_iter().for_each(|id| visit(nets, id));
}

fn visit(nets: &mut Nets, id: NodeId) {
    let node = nets.module.node(id);
    if nets.has_net(id) && (node.kind.is_source() || matches!(node.kind, NodeKind::Wire(_))) {
        return;
    }
    if let Some(of) = nets.loops.loops.get(&id) {
        return loop_over(nets, id, of.rounds, of.body);
    }
    let expression = match (&node.kind, nets.loops.strides.get(&id)) {
        (&NodeKind::Slice { value, low }, Some(&stride)) => {
            let net = nets.net(value);
            Expression::primary(net + &nets.stepped(low, stride, node.width))
        }
        _ => expression(nets, id),
    };
    let is_code = node.kind.is_constant();
    let drives_output = nets.output_named_after(id).is_some();
    let shared =
        nets.uses[id.0] > 1 || drives_output || matches!(node.kind, NodeKind::Select { .. });
    let is_repeated =
        expression.is_trivial() || is_short_test(nets, id, &expression) && !drives_output;
    if (node.name.is_some() && !is_code) || (shared && !is_repeated) {
        nets.declare(id, &expression);
    } else {
        nets.keep(id, expression);
    }
}

/// Whether this is a comparison with a constant, or a question about all bits, that reads as well
/// as its name would.
fn is_short_test(nets: &Nets, id: NodeId, expression: &Expression) -> bool {
    let is_test = match nets.module.node(id).kind {
        NodeKind::Binary(BinaryOperation::Equal | BinaryOperation::NotEqual, _, b) => {
            nets.module.node(b).kind.is_constant()
        }
        NodeKind::Reduce(..) => true,
        _ => false,
    };
    is_test && expression.is_short()
}

fn loop_over(nets: &mut Nets, id: NodeId, rounds: usize, body: NodeId) {
    let width = nets.module.node(body).width;
    let expression = nets.whole(body);
    let name = nets.reserve(id);
    if nets.module.port(&name).is_none() {
        nets.looped.push((name.clone(), width * rounds));
    }
    let head = format!("assign {name}{} =", nets.stepped(0, width as isize, width));
    let statement = nets.located(id, expression.statement(IN_LOOP, &head));
    nets.rounds.entry(rounds).or_default().push(statement);
}

/// The loops, those of as many rounds in one.
pub(super) fn loops(nets: &mut Nets) -> Vec<String> {
    let part = nets.part.clone();
    let rounds = std::mem::take(&mut nets.rounds);
    let text = |(rounds, lines): (usize, Vec<String>)| {
        let label = nets.names.allocate(&format!("each_of_{rounds}"));
        generate(&part, rounds, &label, &lines.join("\n"))
    };
    rounds.into_iter().map(text).collect()
}
