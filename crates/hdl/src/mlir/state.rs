//! Registers and memories in the `seq` dialect.

use super::body::Body;
use crate::clocking::CLOCK_ENABLE;
use crate::{Level, Memory, MemoryPort, NodeId, RegisterState, Reset, WritePart};

/// The value `reset`, where the port is its inversion.
pub(super) fn reset(body: &mut Body) {
    let resets = body.module.registers.iter().any(|register| register.reset.is_some());
    if resets && body.clocking.level == Level::Low {
        let ones = body.ones(1);
        body.line(format!("%reset = comb.xor %{}, {ones} : i1", body.clocking.reset_port()));
    }
}

/// A register: reset comes before its enable.
pub(super) fn register(body: &mut Body, register: &RegisterState) {
    let next = register.next.expect("a finished module has no undriven register");
    let next = body.value(next);
    let reset = register.reset.as_ref().map(|value| body.constant(value, None));
    let enable = register.enable.map(|enable| body.value(enable));
    let enable = enabled(body, enable);
    write_register(body, register.output, (next, enable), reset);
}

/// `enable`, and the clock enable where there is one.
fn enabled(body: &mut Body, enable: Option<String>) -> Option<String> {
    match enable {
        enable if !body.clocking.enable => enable,
        None => Some(format!("%{CLOCK_ENABLE}")),
        Some(enable) => Some(body.operation(&format!("comb.and %{CLOCK_ENABLE}, {enable} : i1"))),
    }
}

/// `seq.compreg` has no asynchronous reset, and `seq.firreg` has no enable.
fn write_register(
    body: &mut Body,
    output: NodeId,
    (next, enable): (String, Option<String>),
    reset: Option<String>,
) {
    let (value, width) = (body.value(output), body.width(output));
    let line = match (reset, enable) {
        (Some(reset), enable) if body.clocking.reset == Reset::Asynchronous => {
            let next = enable.map_or(next.clone(), |enable| {
                body.operation(&format!("comb.mux {enable}, {next}, {value} : i{width}"))
            });
            format!("seq.firreg {next} clock %clock reset async %reset, {reset} : i{width}")
        }
        (reset, enable) => {
            let reset = reset.map_or(String::new(), |reset| format!(" reset %reset, {reset}"));
            match enable {
                Some(enable) => {
                    format!("seq.compreg.ce {next}, %clock, {enable}{reset} : i{width}")
                }
                None => format!("seq.compreg {next}, %clock{reset} : i{width}"),
            }
        }
    };
    body.line(format!("{value} = {line}"));
}

/// A memory whose reads take no cycle, with a register behind each port that reads. That register
/// holds what was read until the port reads again, which `seq.firmem` does not promise of reads
/// that take a cycle, and a read gives what was there before a write of the same edge.
///
/// # Panics
/// When the memory has content at power-up, which `arcilator` does not give it.
pub(super) fn memory(body: &mut Body, memory: &Memory) {
    let Memory { name, depth, columns, content, .. } = memory;
    assert!(content.is_empty(), "{name} has content at power-up, for which seq has no form");
    let is_split = *columns > 1;
    let mask = if is_split { format!(", mask {columns}") } else { String::new() };
    let shape = format!("<{depth} x {}{mask}>", memory.width());
    let mask_type = if is_split { format!(", i{columns}") } else { String::new() };
    body.line(format!("%{name} = seq.firmem 0, 1, old, port_order : {shape}"));
    for port in &memory.ports {
        let MemoryPort { address, enable, write, .. } = port.map(|id| body.value(id));
        let enable = enable.and_then(|enable| enabled(body, Some(enable))).unwrap_or_default();
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
                write_register(body, output, (read, Some(reads)), None);
            }
            (Some(WritePart { column_enable, data, .. }), _) => {
                let (enable, mask) = match is_split {
                    true => (enabled(body, None), format!(" mask {column_enable}")),
                    false => (enabled(body, Some(column_enable)), String::new()),
                };
                let enable = enable.map_or(String::new(), |enable| format!(" enable {enable}"));
                body.line(format!(
                    "seq.firmem.write_port %{name}[{address}] = {data}, \
                     clock %clock{enable}{mask} : {shape}{mask_type}"
                ));
            }
            (None, output) => {
                let read = body.operation(&format!(
                    "seq.firmem.read_port %{name}[{address}], clock %clock enable {enable} : {shape}"
                ));
                let output = output.expect("a port that does not write reads");
                write_register(body, output, (read, Some(enable)), None);
            }
        }
    }
}
