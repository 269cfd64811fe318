//! Each operation as an expression.
//!
//! All operands have their operation's width, so Verilog's context-determined widths never extend
//! or cut anything.

use super::expression::Expression;
use super::nets::Nets;
use super::text::{range, wire};
use crate::{BinaryOperation, Bits, Factors, NodeId, NodeKind, Reduction, ShiftOperation};

/// Expression that node `id` computes.
pub(super) fn expression(nets: &mut Nets, id: NodeId) -> Expression {
    let module = nets.module;
    let node = module.node(id);
    match &node.kind {
        NodeKind::Constant(value) => nets.constant(id, value),
        NodeKind::InstanceIndex => index(node.width),
        NodeKind::Wire(driver) => {
            nets.whole(driver.expect("a finished module has no undriven wire"))
        }
        NodeKind::Not(value) => nets.operand(*value).inverted(),
        NodeKind::Reduce(reduction, value) => nets.operand(*value).unary(match reduction {
            Reduction::And => "&",
            Reduction::Or => "|",
            Reduction::Xor => "^",
        }),
        NodeKind::Binary(operation, a, b) => binary(nets, *operation, *a, *b),
        NodeKind::Multiply(Factors::Signed, a, b) => {
            let [a, b] = [*a, *b].map(|factor| format!("$signed({})", nets.simple(factor)));
            Expression::signed(format!("{a} * {b}"))
        }
        NodeKind::Multiply(Factors::Unsigned, a, b) => {
            let (a_width, b_width) = (module.node(*a).width, module.node(*b).width);
            let [a, b] = [(*a, b_width), (*b, a_width)].map(|(id, more)| {
                let zeros = Expression::constant(&Bits::repeat(false, more));
                Expression::concat(&[zeros, nets.operand(id)])
            });
            a.binary("*", &b)
        }
        NodeKind::Shift { operation, value, amount } => shift(nets, *operation, *value, *amount),
        NodeKind::Mux { select, then, otherwise } => {
            let [select, then] = nets.pair(*select, *then);
            let otherwise = nets.operand_or(*otherwise, Expression::is_choice);
            select.choice(&then, &otherwise)
        }
        NodeKind::Select { index, elements } => select(nets, id, *index, *elements),
        NodeKind::Slice { value, low } => nets.bits(*value, *low, node.width),
        NodeKind::Concat(parts) => {
            let parts: Vec<Expression> = parts
                .iter()
                .rev()
                .map(|part| nets.operand_or(*part, Expression::is_concat))
                .collect();
            Expression::concat(&parts)
        }
        NodeKind::Repeat(value) => {
            let count = node.width / module.node(*value).width;
            nets.operand(*value).repeated(count)
        }
        NodeKind::Input
        | NodeKind::Register(_)
        | NodeKind::MemoryRead { .. }
        | NodeKind::InstanceOutput { .. } => {
            unreachable!("ports and state are nets from the start")
        }
    }
}

/// The low bits of the parameter, which has 32.
fn index(width: usize) -> Expression {
    if width <= 32 {
        return Expression::primary(format!("INDEX{}", range(0, width)));
    }
    let zeros = Expression::constant(&Bits::repeat(false, width - 32));
    Expression::concat(&[zeros, Expression::primary("INDEX[31:0]".to_string())])
}

fn binary(nets: &mut Nets, operation: BinaryOperation, a: NodeId, b: NodeId) -> Expression {
    let mut chain = |operator: &'static str| {
        let [a, b] = [a, b].map(|id| match operator {
            "&" => nets.operand_or(id, |side| side.is_chain("&")),
            "|" => nets.operand_or(id, |side| side.is_chain("|")),
            "^" => nets.operand_or(id, |side| side.is_chain("^")),
            _ => nets.operand_or(id, |side| side.is_chain("+")),
        });
        a.chained(operator, &b)
    };
    match operation {
        BinaryOperation::And => chain("&"),
        BinaryOperation::Or => chain("|"),
        BinaryOperation::Xor => chain("^"),
        BinaryOperation::Add => chain("+"),
        BinaryOperation::Subtract => side_by_side(nets, "-", a, b),
        BinaryOperation::Equal => side_by_side(nets, "==", a, b),
        BinaryOperation::NotEqual => side_by_side(nets, "!=", a, b),
        BinaryOperation::LessUnsigned => side_by_side(nets, "<", a, b),
        BinaryOperation::LessSigned => {
            Expression::signed(format!("$signed({}) < $signed({})", nets.simple(a), nets.simple(b)))
        }
    }
}

fn side_by_side(nets: &mut Nets, operator: &str, a: NodeId, b: NodeId) -> Expression {
    let [a, b] = nets.pair(a, b);
    a.binary(operator, &b)
}

fn shift(nets: &mut Nets, operation: ShiftOperation, value: NodeId, amount: NodeId) -> Expression {
    match operation {
        ShiftOperation::Left => side_by_side(nets, "<<", value, amount),
        ShiftOperation::RightUnsigned => side_by_side(nets, ">>", value, amount),
        ShiftOperation::RightSigned => {
            let value = nets.simple(value);
            Expression::signed(format!("$signed({value}) >>> {}", nets.operand(amount).operand()))
        }
    }
}

/// One of 2^n elements: an indexed part select, where the index begins the place of the element's
/// lowest bit; else the upper or the lower half of the elements, n times.
fn select(nets: &mut Nets, id: NodeId, index: NodeId, elements: NodeId) -> Expression {
    let module = nets.module;
    let width = module.node(id).width;
    if width.is_power_of_two() {
        let (elements, index) = (nets.net(elements), nets.operand(index).text());
        let place = match width.trailing_zeros() {
            0 => index,
            low => format!("{{{index}, {low}'d0}} +: {width}"),
        };
        return Expression::primary(format!("{elements}[{place}]"));
    }
    let name = nets.reserve(id);
    let mut halves = None;
    for level in (0..module.node(index).width).rev() {
        let low = width << level;
        let bit = nets.bits(index, level, 1);
        let [upper, lower] = [low, 0].map(|from| match &halves {
            Some(net) => Expression::primary(format!("{net}{}", range(from, low))),
            None => nets.bits(elements, from, low),
        });
        let half = bit.choice(&upper, &lower);
        if level == 0 {
            return half;
        }
        let net = nets.names.allocate(&format!("{name}_of_{}", 1 << level));
        nets.write(id, &half, &(wire(&net, low) + " ="));
        halves = Some(net);
    }
    unreachable!("an index has at least one bit")
}
