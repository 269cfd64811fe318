//! Registers and memories in the `seq` dialect.

use super::body::Body;
use crate::{Memory, MemoryPort, NodeId, RegisterState, WritePart};

/// A register: reset comes before its enable.
pub(super) fn register(body: &mut Body, register: &RegisterState) {
    let next = register.next.expect("a finished module has no undriven register");
    let next = body.value(next);
    let reset = register.reset.as_ref().map(|value| body.constant(value, None));
    let reset = reset.map_or(String::new(), |value| format!(" reset %reset, {value}"));
    let enable = register.enable.map(|enable| body.value(enable));
    write_register(body, register.output, (&next, enable.as_deref()), &reset);
}

fn write_register(
    body: &mut Body,
    output: NodeId,
    (next, enable): (&str, Option<&str>),
    reset: &str,
) {
    let (value, width) = (body.value(output), body.width(output));
    body.line(match enable {
        Some(enable) => {
            format!("{value} = seq.compreg.ce {next}, %clock, {enable}{reset} : i{width}")
        }
        None => format!("{value} = seq.compreg {next}, %clock{reset} : i{width}"),
    });
}

/// A memory whose reads take no cycle, with a register behind each port that reads. That register
/// holds what was read until the port reads again, which `seq.firmem` does not promise of reads
/// that take a cycle, and a read gives what was there before a write of the same edge.
pub(super) fn memory(body: &mut Body, memory: &Memory) {
    let Memory { name, depth, columns, .. } = memory;
    let is_split = *columns > 1;
    let mask = if is_split { format!(", mask {columns}") } else { String::new() };
    let shape = format!("<{depth} x {}{mask}>", memory.width());
    let mask_type = if is_split { format!(", i{columns}") } else { String::new() };
    body.line(format!("%{name} = seq.firmem 0, 1, old, port_order : {shape}"));
    for port in &memory.ports {
        let MemoryPort { address, enable, write, .. } = port.map(|id| body.value(id));
        let enable = enable.unwrap_or_default();
        match (write, port.output) {
            (Some(WritePart { select: Some(write), column_enable, data }), Some(output)) => {
                // A row of one column has no mask: a write of nothing is none.
                let (mode, mask) = match is_split {
                    true => (write.clone(), format!(" mask {column_enable}")),
                    false => (
                        body.operation(&format!("comb.and {write}, {column_enable} : i1")),
                        String::new(),
                    ),
                };
                let read = body.operation(&format!(
                    "seq.firmem.read_write_port %{name}[{address}] = {data} if {mode}, \
                     clock %clock enable {enable}{mask} : {shape}{mask_type}"
                ));
                let ones = body.ones(1);
                let reads = body.operation(&format!("comb.xor {write}, {ones} : i1"));
                let reads = body.operation(&format!("comb.and {enable}, {reads} : i1"));
                write_register(body, output, (&read, Some(&reads)), "");
            }
            (Some(WritePart { column_enable, data, .. }), _) => {
                let which = if is_split { "mask" } else { "enable" };
                body.line(format!(
                    "seq.firmem.write_port %{name}[{address}] = {data}, \
                     clock %clock {which} {column_enable} : {shape}{mask_type}"
                ));
            }
            (None, output) => {
                let read = body.operation(&format!(
                    "seq.firmem.read_port %{name}[{address}], clock %clock enable {enable} : {shape}"
                ));
                let output = output.expect("a port that does not write reads");
                write_register(body, output, (&read, Some(&enable)), "");
            }
        }
    }
}
