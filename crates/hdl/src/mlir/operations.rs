//! Each operation of the netlist in the `comb` dialect.
//!
//! An operand of `comb` has its operation's width, and so has a shift's amount: where the netlist
//! has two widths, the narrower is extended first.

use super::body::Body;
use crate::{BinaryOperation, Factors, NodeId, NodeKind, Reduction, ShiftOperation};

/// Writes a node that is computed.
pub(super) fn node(body: &mut Body, id: NodeId) {
    let node = body.module.node(id);
    let width = node.width;
    let operation = match &node.kind {
        // Another name for its driver is its driver.
        NodeKind::Wire(_) if node.name.is_none() => return,
        NodeKind::Wire(driver) => {
            let driver = body.value(driver.expect("a finished module has no undriven wire"));
            let value = body.value(id);
            return body.line(format!("{value} = hw.wire {driver} : i{width}"));
        }
        NodeKind::InstanceIndex => index(body, width),
        NodeKind::Not(value) => {
            let (value, ones) = (body.value(*value), body.ones(width));
            format!("comb.xor {value}, {ones} : i{width}")
        }
        NodeKind::Reduce(reduction, value) => reduce(body, *reduction, *value),
        NodeKind::Binary(operation, a, b) => binary(body, *operation, *a, *b),
        NodeKind::Multiply(factors, a, b) => {
            let [a, b] = [*a, *b].map(|id| {
                let (value, own) = (body.value(id), body.width(id));
                match factors {
                    Factors::Unsigned => body.zero_extend(&value, own, width),
                    Factors::Signed => body.sign_extend(&value, own, width),
                }
            });
            format!("comb.mul {a}, {b} : i{width}")
        }
        NodeKind::Shift { operation, value, amount } => shift(body, *operation, *value, *amount),
        NodeKind::Mux { select, then, otherwise } => {
            let [select, then, otherwise] = [*select, *then, *otherwise].map(|id| body.value(id));
            format!("comb.mux {select}, {then}, {otherwise} : i{width}")
        }
        NodeKind::Select { index, elements } => select(body, width, *index, *elements),
        NodeKind::Slice { value, low } => {
            let whole = body.width(*value);
            format!("comb.extract {} from {low} : (i{whole}) -> i{width}", body.value(*value))
        }
        NodeKind::Concat(parts) => {
            let parts = parts.iter().rev();
            let (parts, types): (Vec<String>, Vec<String>) =
                parts.map(|&part| (body.value(part), format!("i{}", body.width(part)))).unzip();
            format!("comb.concat {} : {}", parts.join(", "), types.join(", "))
        }
        NodeKind::Repeat(value) => {
            let part = body.width(*value);
            format!("comb.replicate {} : (i{part}) -> i{width}", body.value(*value))
        }
        NodeKind::Constant(_)
        | NodeKind::Input
        | NodeKind::Register(_)
        | NodeKind::MemoryRead { .. }
        | NodeKind::InstanceOutput { .. } => {
            unreachable!("constants, ports and state are values from the start")
        }
    };
    body.define(id, &operation);
}

/// The low bits of the parameter, which has 32.
fn index(body: &mut Body, width: usize) -> String {
    let index = "hw.param.value i32 = #hw.param.decl.ref<\"INDEX\">";
    match width {
        32 => index.to_owned(),
        ..32 => format!("comb.extract {} from 0 : (i32) -> i{width}", body.operation(index)),
        _ => {
            let (index, zeros) = (body.operation(index), body.zeros(width - 32));
            format!("comb.concat {zeros}, {index} : i{}, i32", width - 32)
        }
    }
}

fn reduce(body: &mut Body, reduction: Reduction, value: NodeId) -> String {
    let (width, value) = (body.width(value), body.value(value));
    match reduction {
        Reduction::And => format!("comb.icmp eq {value}, {} : i{width}", body.ones(width)),
        Reduction::Or => format!("comb.icmp ne {value}, {} : i{width}", body.zeros(width)),
        Reduction::Xor => format!("comb.parity {value} : i{width}"),
    }
}

fn binary(body: &mut Body, operation: BinaryOperation, a: NodeId, b: NodeId) -> String {
    let operation = match operation {
        BinaryOperation::And => "and",
        BinaryOperation::Or => "or",
        BinaryOperation::Xor => "xor",
        BinaryOperation::Add => "add",
        BinaryOperation::Subtract => "sub",
        BinaryOperation::Equal => "icmp eq",
        BinaryOperation::NotEqual => "icmp ne",
        BinaryOperation::LessUnsigned => "icmp ult",
        BinaryOperation::LessSigned => "icmp slt",
    };
    format!("comb.{operation} {}, {} : i{}", body.value(a), body.value(b), body.width(a))
}

fn shift(body: &mut Body, operation: ShiftOperation, value: NodeId, amount: NodeId) -> String {
    let (width, amount_width) = (body.width(value), body.width(amount));
    let wide = width.max(amount_width);
    let (value, amount) = (body.value(value), body.value(amount));
    let (operation, value) = match operation {
        ShiftOperation::Left => ("shl", body.zero_extend(&value, width, wide)),
        ShiftOperation::RightUnsigned => ("shru", body.zero_extend(&value, width, wide)),
        ShiftOperation::RightSigned => ("shrs", body.sign_extend(&value, width, wide)),
    };
    let amount = body.zero_extend(&amount, amount_width, wide);
    let shifted = format!("comb.{operation} {value}, {amount} : i{wide}");
    if wide == width {
        return shifted;
    }
    format!("comb.extract {} from 0 : (i{wide}) -> i{width}", body.operation(&shifted))
}

/// One of 2^n elements: the upper or the lower half of them, n times. Every pass takes that, and
/// synthesis maps it better than a shift.
fn select(body: &mut Body, width: usize, index: NodeId, elements: NodeId) -> String {
    let (index_width, index) = (body.width(index), body.value(index));
    let mut rest = body.value(elements);
    for level in (0..index_width).rev() {
        let (half, whole) = (width << level, width << (level + 1));
        let bit = body.extract(&index, index_width, (level, 1));
        let upper = body.extract(&rest, whole, (half, half));
        let lower = body.extract(&rest, whole, (0, half));
        let choice = format!("comb.mux {bit}, {upper}, {lower} : i{half}");
        if level == 0 {
            return choice;
        }
        rest = body.operation(&choice);
    }
    unreachable!("an index has at least one bit")
}
