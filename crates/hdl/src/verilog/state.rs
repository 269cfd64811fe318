//! Registers and memories.

use super::expression::Expression;
use super::nets::{Nets, comment, comment_of};
use super::text::{COLUMNS, IN_LOOP, declaration, declarations as declared, generate};
use crate::clocking::CLOCK_ENABLE;
use crate::{Memory, MemoryPort, Module, NodeId, ReadDuringWrite, RegisterState, bits_to_limbs};

/// Bits from which a memory asks for block RAM: one block of the common FPGA families holds 16
/// Kibit.
const BLOCK_RAM_BITS: usize = 16 * 1024;

/// Ports that a block RAM has.
const BLOCK_RAM_PORTS: usize = 2;

/// Bits from which a column is worth the ports of a block: a block's write enables are bytes wide.
const BLOCK_RAM_COLUMN: usize = 8;

/// Whether the Verilog of `memory` asks for block RAM. A column is an array, and takes a block of
/// its own however few bits it has: narrow columns must fill half a block each.
pub fn asks_for_block_ram(memory: &Memory) -> bool {
    let is_large = memory.depth * memory.width() >= BLOCK_RAM_BITS;
    let fills = memory.column_width >= BLOCK_RAM_COLUMN
        || 2 * memory.depth * memory.column_width >= BLOCK_RAM_BITS;
    memory.ports.len() <= BLOCK_RAM_PORTS && is_large && fills
}

/// Which kind of RAM suits the memory; small ones, and those of narrow columns, are the tool's
/// choice.
fn ram_style(memory: &Memory) -> Option<&'static str> {
    match memory.ports.len() {
        ..=BLOCK_RAM_PORTS if asks_for_block_ram(memory) => Some("block"),
        ..=BLOCK_RAM_PORTS => None,
        _ => Some("distributed"),
    }
}

/// The registers and read data that are not ports themselves.
pub(super) fn declarations(nets: &Nets) -> Vec<String> {
    let inner = outputs(nets.module)
        .filter_map(|id| Some((nets.inner_name(id)?.to_string(), nets.module.node(id).width)));
    declared("reg", &inner.collect::<Vec<_>>())
}

/// The nodes of registers and read data.
pub(super) fn outputs(module: &Module) -> impl Iterator<Item = NodeId> {
    let registers = module.registers.iter().map(|register| register.output);
    let ports = module.memories.iter().flat_map(|memory| &memory.ports);
    registers.chain(ports.filter_map(|port| port.output))
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
    let clocking = nets.clocking;
    let enable = group[0].enable.map(|enable| nets.whole(enable));
    let enable = match (clocking.enable, enable) {
        (true, Some(enable)) => Some(format!("{CLOCK_ENABLE} & {}", enable.operand())),
        (true, None) => Some(CLOCK_ENABLE.to_string()),
        (false, enable) => enable.map(|enable| enable.text()),
    };
    let has_reset = group[0].reset.is_some();
    let opening = match (has_reset, enable) {
        (true, Some(enable)) => Some(format!("end else if ({enable}) begin")),
        (true, None) => Some("end else begin".to_string()),
        (false, Some(enable)) => Some(format!("if ({enable}) begin")),
        (false, None) => None,
    };
    let mut lines = vec![format!("    always @({}) begin", clocking.events(has_reset))];
    if has_reset {
        lines.push(format!("        if ({}) begin", clocking.is_reset()));
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
        let comment = comment_of(nets.module, register.output, indent);
        let statement = nets.located(register.output, next.statement(indent, &head));
        lines.push(comment + &statement);
    }
    lines.extend(opening.map(|_| "        end".to_string()));
    lines.push("    end".to_string());
    lines.join("\n")
}

/// Bytes that share an array of words: block RAM of every family has write enables for them.
const BYTES_OF_WORD: usize = 4;

/// How the columns of a memory lie in arrays.
struct Arrays<'a> {
    memory: &'a Memory,
    name: &'a str,
    /// The generate loop's variable.
    column: &'a str,
    /// Columns in an array: 1, or the bytes of a word.
    parts: usize,
}

impl Arrays<'_> {
    fn count(&self) -> usize {
        self.memory.columns / self.parts
    }

    fn width(&self) -> usize {
        self.memory.column_width * self.parts
    }

    /// The bits of `id` that belong to the array, and of them only the part that is named, if one
    /// is.
    fn bits(
        &self,
        nets: &mut Nets,
        id: NodeId,
        bits_of_column: usize,
        part: Option<usize>,
    ) -> String {
        let bits_of_array = bits_of_column * self.parts;
        let width = if part.is_some() { bits_of_column } else { bits_of_array };
        let first = part.unwrap_or(0) * bits_of_column;
        if self.memory.columns == 1 {
            return nets.simple(id);
        }
        let start = match (bits_of_array, first) {
            (1, _) => self.column.to_string(),
            (_, 0) => format!("{}*{bits_of_array}", self.column),
            _ => format!("{}*{bits_of_array} + {first}", self.column),
        };
        let net = nets.net(id);
        if width == 1 { format!("{net}[{start}]") } else { format!("{net}[{start} +: {width}]") }
    }

    /// One statement for each part that has a write enable of its own.
    fn writes(
        &self,
        nets: &mut Nets,
        address: &str,
        column_enable: NodeId,
        data: NodeId,
    ) -> Vec<String> {
        let width = self.memory.column_width;
        let parts = (0..self.parts).map(|part| {
            let enable = self.bits(nets, column_enable, 1, Some(part));
            let data = self.bits(nets, data, width, Some(part));
            let bits = if self.parts == 1 {
                String::new()
            } else {
                format!("[{}:{}]", part * width + width - 1, part * width)
            };
            format!("if ({enable}) {}[{address}]{bits} <= {data};", self.name)
        });
        parts.collect()
    }
}

/// A memory: an array, or one array a column where a row is written in parts, or one for four
/// columns that are bytes.
///
/// Every tool infers RAM with a write enable from an array that is written whole, and block RAM
/// from words that are written byte by byte. From one array of wide rows written in parts,
/// yosys makes a multiplexer for each bit of the row first.
pub(super) fn memory(nets: &mut Nets, memory: &Memory, column: &str) -> String {
    let split = memory.columns > 1;
    let name = if split {
        nets.names.allocate(&format!("{}_column", memory.name))
    } else {
        memory.name.clone()
    };
    let is_of_words = memory.column_width == 8 && memory.columns.is_multiple_of(BYTES_OF_WORD);
    let arrays =
        Arrays { memory, name: &name, column, parts: if is_of_words { BYTES_OF_WORD } else { 1 } };
    // PyVerilog reads one attribute between parentheses.
    let mut attributes: Vec<String> =
        ram_style(memory).iter().map(|style| format!("(* ram_style = \"{style}\" *)")).collect();
    if memory.read_during_write == ReadDuringWrite::Undefined {
        attributes.push("(* no_rw_check *)".to_string());
    }
    let mut lines = vec![];
    if !attributes.is_empty() {
        lines.push(attributes.join(" "));
    }
    lines.push(format!("{} [0:{}];", declaration("reg", &name, arrays.width()), memory.depth - 1));
    let content = content(nets, &arrays);
    if let Some((_, initial)) = &content {
        lines.extend(initial.iter().cloned());
    }
    let (writers, readers): (Vec<&MemoryPort>, Vec<&MemoryPort>) =
        memory.ports.iter().partition(|port| port.write.is_some());
    let blocks = std::iter::once(writers).chain(readers.into_iter().map(|port| vec![port]));
    for block in blocks.filter(|block| !block.is_empty()) {
        let ports: Vec<String> =
            block.iter().flat_map(|port| port_lines(nets, &arrays, port)).collect();
        lines.push("always @(posedge clock) begin".to_string());
        if nets.clocking.enable {
            lines.push(format!("    if ({CLOCK_ENABLE}) begin"));
            lines.extend(ports.iter().map(|line| format!("    {line}")));
            lines.push("    end".to_string());
        } else {
            lines.extend(ports);
        }
        lines.push("end".to_string());
    }
    let rows = content.map_or(String::new(), |(rows, _)| indented(&rows, 4) + "\n");
    let comment = comment(nets.module, &memory.name, 4);
    if !split {
        return comment + &rows + &indented(&lines, 4);
    }
    comment + &rows + &generate(column, arrays.count(), &memory.name, &indented(&lines, IN_LOOP))
}

/// Content at power-up: the rows as a constant of the module, and the block that fills an array.
/// FPGA tools take it into block RAM; a file for `$readmemh` would have to lie where each tool looks.
fn content(nets: &mut Nets, arrays: &Arrays) -> Option<(Vec<String>, Vec<String>)> {
    let (memory, width) = (arrays.memory, arrays.memory.width());
    let count = memory.content.len();
    if count == 0 {
        return None;
    }
    let constant = nets.names.allocate(&format!("{}_content", memory.name).to_uppercase());
    let row = nets.names.allocate("row");
    let mut rows = vec![format!("localparam [{}:0] {constant} = {{", count * width - 1)];
    for (number, bits) in memory.content.iter().enumerate().rev() {
        let separator = if number == 0 { "" } else { "," };
        let limbs: Vec<u64> = bits_to_limbs(bits).collect();
        let digits: String = limbs.iter().rev().map(|limb| format!("{limb:016x}")).collect();
        let digits = &digits[digits.len() - width.div_ceil(4)..];
        rows.push(format!("    {width}'h{digits}{separator} // {number}"));
    }
    rows.push("};".to_string());
    let column =
        if memory.columns == 1 { "" } else { &format!(" + {}*{}", arrays.column, arrays.width()) };
    let initial = vec![
        format!("integer {row};"),
        format!("initial for ({row} = 0; {row} < {count}; {row} = {row} + 1)"),
        format!(
            "    {}[{row}] = {constant}[{row}*{width}{column} +: {}];",
            arrays.name,
            arrays.width()
        ),
    ];
    Some((rows, initial))
}

/// The lines, further in; what an `if` decides stands below it where both do not fit into a line.
fn indented(lines: &[String], indent: usize) -> String {
    let lines = lines.iter().map(|line| {
        let line = format!("{}{line}", " ".repeat(indent));
        let own = line.len() - line.trim_start().len();
        match line
            .split_once(") ")
            .filter(|(head, _)| line.len() > COLUMNS && head.trim_start().starts_with("if ("))
        {
            Some((head, rest)) => format!("{head})\n{}{rest}", " ".repeat(own + 4)),
            None => line,
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Statements of one port on a clock edge. Ports that write share a block, so that the last of
/// them wins.
fn port_lines(nets: &mut Nets, arrays: &Arrays, port: &MemoryPort) -> Vec<String> {
    let output = port.output.map(|id| arrays.bits(nets, id, arrays.memory.column_width, None));
    let address = nets.simple(port.address);
    let enable = port.enable.map(|id| nets.simple(id));
    let read = output.map(|output| format!("{output} <= {}[{address}];", arrays.name));
    let select = port.write.and_then(|write| write.select).map(|id| nets.simple(id));
    let mut writes = |margin: &str| -> Vec<String> {
        let write = port.write.iter();
        let lines =
            write.flat_map(|write| arrays.writes(nets, &address, write.column_enable, write.data));
        lines.map(|line| format!("{margin}{line}")).collect()
    };
    match (enable, select, read) {
        (Some(enable), Some(write), Some(read)) => {
            let mut lines =
                vec![format!("    if ({enable}) begin"), format!("        if ({write}) begin")];
            lines.extend(writes("            "));
            lines.push("        end else begin".to_string());
            lines.push(format!("            {read}"));
            lines.extend(["        end", "    end"].map(str::to_string));
            lines
        }
        (Some(enable), _, Some(read)) => vec![format!("    if ({enable}) {read}")],
        _ => writes("    "),
    }
}
