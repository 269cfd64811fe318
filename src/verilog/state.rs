//! Registers and memories.

use super::expression::Expression;
use super::nets::{Nets, declaration};
use crate::hdl::{Memory, MemoryPort, Module, NodeId, ReadDuringWrite, RegisterState};

/// Bits from which a memory asks for block RAM: one block of the common FPGA families holds 16 Kibit.
const BLOCK_RAM_BITS: usize = 16 * 1024;

/// Ports that a block RAM has.
const BLOCK_RAM_PORTS: usize = 2;

/// Which kind of RAM suits the memory; small ones are the tool's choice.
fn ram_style(memory: &Memory) -> Option<&'static str> {
    match memory.ports.len() {
        ..=BLOCK_RAM_PORTS if memory.depth * memory.width() >= BLOCK_RAM_BITS => Some("block"),
        ..=BLOCK_RAM_PORTS => None,
        _ => Some("distributed"),
    }
}

/// The registers and read data that are not ports themselves.
pub(super) fn declarations(module: &Module) -> Vec<String> {
    let registers = module.registers.iter().map(|register| register.output);
    let reads = module.memories.iter().flat_map(|memory| &memory.ports).filter_map(read_data);
    let nodes = registers.chain(reads).map(|id| module.node(id));
    let name = |name: &Option<String>| name.clone().unwrap_or_default();
    let inner = nodes.filter(|node| module.port(&name(&node.name)).is_none());
    inner.map(|node| format!("    {};", declaration("reg", &name(&node.name), node.width))).collect()
}

/// The node that holds what a port read.
pub(super) fn read_data(port: &MemoryPort) -> Option<NodeId> {
    match *port {
        MemoryPort::ReadWrite { output, .. } | MemoryPort::Read { output, .. } => Some(output),
        MemoryPort::Write { .. } => None,
    }
}

/// One `always` block for the registers of equal enable.
pub(super) fn registers(nets: &mut Nets) -> Vec<String> {
    let key = |register: &RegisterState| (register.enable, register.reset.is_some());
    let mut groups: Vec<Vec<&RegisterState>> = vec![];
    for register in &nets.module.registers {
        match groups.iter_mut().find(|group| key(group[0]) == key(register)) {
            Some(group) => group.push(register),
            None => groups.push(vec![register]),
        }
    }
    groups.into_iter().map(|group| register_block(nets, &group)).collect()
}

fn register_block(nets: &mut Nets, group: &[&RegisterState]) -> String {
    let enable = group[0].enable.map(|enable| nets.whole(enable).text());
    let has_reset = group[0].reset.is_some();
    let opening = match (has_reset, enable) {
        (true, Some(enable)) => Some(format!("end else if ({enable}) begin")),
        (true, None) => Some("end else begin".to_string()),
        (false, Some(enable)) => Some(format!("if ({enable}) begin")),
        (false, None) => None,
    };
    let mut lines = vec!["    always @(posedge clock) begin".to_string()];
    if has_reset {
        lines.push("        if (reset) begin".to_string());
        for register in group {
            let value = Expression::constant(register.reset.as_ref().expect("grouped by reset"));
            lines.push(value.statement(12, &format!("{} <=", nets.net(register.output))));
        }
    }
    let indent = if opening.is_some() { 12 } else { 8 };
    lines.extend(opening.iter().map(|line| format!("        {line}")));
    for register in group {
        let head = format!("{} <=", nets.net(register.output));
        let next = nets.whole(register.next.expect("a finished module has no undriven register"));
        lines.push(next.statement(indent, &head));
    }
    lines.extend(opening.map(|_| "        end".to_string()));
    lines.push("    end".to_string());
    lines.join("\n")
}

/// A memory: an array, or one array a column where a row is written in parts.
///
/// Every tool infers RAM with a write enable from an array that is written whole; of the other form, one array of wide rows
/// written in parts, yosys makes a multiplexer for each bit of the row first.
pub(super) fn memory(nets: &mut Nets, memory: &Memory, column: &str) -> String {
    let split = memory.columns > 1;
    let array = if split { nets.names.allocate(&format!("{}_column", memory.name)) } else { memory.name.clone() };
    let mut attributes: Vec<String> = ram_style(memory).map(|style| format!("ram_style = \"{style}\"")).into_iter().collect();
    if memory.read_during_write == ReadDuringWrite::Undefined {
        attributes.push("no_rw_check".to_string());
    }
    let mut lines = vec![];
    if !attributes.is_empty() {
        lines.push(format!("(* {} *)", attributes.join(", ")));
    }
    lines.push(format!("{} [0:{}];", declaration("reg", &array, memory.column_width), memory.depth - 1));
    let writers = memory.ports.iter().filter(|port| !matches!(port, MemoryPort::Read { .. }));
    let writers: Vec<&MemoryPort> = writers.collect();
    let readers = memory.ports.iter().filter(|port| matches!(port, MemoryPort::Read { .. }));
    let blocks = std::iter::once(writers).chain(readers.map(|port| vec![port]));
    for block in blocks.filter(|block| !block.is_empty()) {
        lines.push("always @(posedge clock) begin".to_string());
        block.iter().for_each(|port| lines.extend(port_lines(nets, memory, port, &array, column)));
        lines.push("end".to_string());
    }
    if !split {
        return indented(&lines, 4);
    }
    let head =
        format!("        for ({column} = 0; {column} < {0}; {column} = {column} + 1) begin : {1}", memory.columns, memory.name);
    format!("    generate\n{head}\n{}\n        end\n    endgenerate", indented(&lines, 12))
}

fn indented(lines: &[String], indent: usize) -> String {
    let lines: Vec<String> = lines.iter().map(|line| format!("{}{line}", " ".repeat(indent))).collect();
    lines.join("\n")
}

/// What one port does on a clock edge. Ports that write share a block, so that the last of them wins.
fn port_lines(nets: &mut Nets, memory: &Memory, port: &MemoryPort, array: &str, column: &str) -> Vec<String> {
    let mut part = |id: NodeId, width: usize| match (memory.columns, width) {
        (1, _) => nets.simple(id),
        (_, 1) => format!("{}[{column}]", nets.net(id)),
        (_, width) => format!("{}[{column}*{width} +: {width}]", nets.net(id)),
    };
    let width = memory.column_width;
    match *port {
        MemoryPort::ReadWrite { address, enable, write, column_enable, data, output } => {
            let (column_enable, data, output) = (part(column_enable, 1), part(data, width), part(output, width));
            let [address, enable, write] = [address, enable, write].map(|id| nets.simple(id));
            vec![
                format!("    if ({enable}) begin"),
                format!("        if ({write}) begin"),
                format!("            if ({column_enable}) {array}[{address}] <= {data};"),
                "        end else begin".to_string(),
                format!("            {output} <= {array}[{address}];"),
                "        end".to_string(),
                "    end".to_string(),
            ]
        }
        MemoryPort::Read { address, enable, output } => {
            let output = part(output, width);
            let [address, enable] = [address, enable].map(|id| nets.simple(id));
            vec![format!("    if ({enable}) {output} <= {array}[{address}];")]
        }
        MemoryPort::Write { address, column_enable, data } => {
            let (column_enable, data) = (part(column_enable, 1), part(data, width));
            let address = nets.simple(address);
            vec![format!("    if ({column_enable}) {array}[{address}] <= {data};")]
        }
    }
}
