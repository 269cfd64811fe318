//! Instances in the `hw` dialect, which has no loops: each copy is written.

use super::body::Body;
use crate::{Connection, Instance, NodeId};

/// The copies, `{name}_0`, `{name}_1`, … where there are several, and what they give side by side.
pub(super) fn instance(body: &mut Body, instance: &Instance) {
    let given: Vec<Vec<String>> =
        (0..instance.count).map(|copy| one(body, instance, copy)).collect();
    for (position, id) in instance.outputs.iter().flatten().enumerate() {
        side_by_side(body, *id, given.iter().map(|copy| copy[position].as_str()));
    }
}

/// Writes copy `copy`; returns the values of its outputs.
fn one(body: &mut Body, instance: &Instance, copy: usize) -> Vec<String> {
    let child = &instance.module;
    let mut inputs = vec![];
    for (name, _) in body.clocking.ports(child) {
        let kind = if name == "clock" { "!seq.clock" } else { "i1" };
        inputs.push(format!("{name}: %{name}: {kind}"));
    }
    let (mut outputs, mut results) = (vec![], vec![]);
    for (port, connection) in child.ports.iter().zip(&instance.inputs) {
        let width = port.width;
        let Some(connection) = *connection else {
            outputs.push(body.number());
            results.push(format!("{}: i{width}", port.name));
            continue;
        };
        let whole = body.value(connection.node());
        let value = match connection {
            Connection::Broadcast(_) => whole,
            Connection::Spread(_) => {
                body.extract(&whole, width * instance.count, (copy * width, width))
            }
        };
        inputs.push(format!("{}: {value}: i{width}", port.name));
    }
    let number = if instance.count > 1 { format!("_{copy}") } else { String::new() };
    let parameter = match child.uses_index() {
        true => format!("<INDEX: i32 = {copy}>"),
        false => String::new(),
    };
    let equals = if outputs.is_empty() { "" } else { " = " };
    body.line(format!(
        "{}{equals}hw.instance \"{}{number}\" @{}{parameter}({}) -> ({})",
        outputs.join(", "),
        instance.name,
        child.name,
        inputs.join(", "),
        results.join(", ")
    ));
    outputs
}

fn side_by_side<'v>(body: &mut Body, id: NodeId, copies: impl Iterator<Item = &'v str>) {
    let copies: Vec<&str> = copies.collect();
    let width = body.width(id);
    if let [only] = copies[..] {
        let value = body.value(id);
        return body.line(format!("{value} = hw.wire {only} : i{width}"));
    }
    let types = vec![format!("i{}", width / copies.len()); copies.len()].join(", ");
    let copies: Vec<&str> = copies.into_iter().rev().collect();
    body.define(id, &format!("comb.concat {} : {types}", copies.join(", ")));
}
