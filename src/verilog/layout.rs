//! A whole file: header, ports, and the sections of the body.

use std::collections::BTreeSet;

use super::expression::COLUMNS;
use super::nets::Nets;
use super::{Declared, Header, instances, state};
use crate::hdl::{Direction, Module};

/// Columns of running text in comments.
const TEXT_COLUMNS: usize = 100;

/// A port as the table shows it.
struct Row<'m> {
    name: &'m str,
    direction: Direction,
    width: usize,
    purpose: String,
}

fn rows(module: &Module) -> Vec<Row<'_>> {
    let mut rows = vec![];
    let input =
        |name: &'static str, purpose: &str| Row { name, direction: Direction::Input, width: 1, purpose: purpose.to_string() };
    rows.extend(module.has_clock().then(|| input("clock", "rising edge")));
    rows.extend(module.has_reset().then(|| input("reset", "synchronous, active high")));
    rows.extend(module.ports.iter().map(|port| Row {
        name: &port.name,
        direction: port.direction,
        width: port.width,
        purpose: words(&port.purpose).join(" "),
    }));
    rows
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::Input => "input",
        Direction::Output => "output",
    }
}

/// The ports as aligned lines of name, direction, width in bits and purpose, clock and reset first.
pub fn port_table(module: &Module) -> String {
    let rows = rows(module);
    let name_columns = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
    let width_columns = rows.iter().map(|row| row.width.to_string().len()).max().unwrap_or(0);
    let line = |row: &Row| {
        let Row { name, width, purpose, .. } = row;
        let line = format!("{name:name_columns$}  {:6}  {width:>width_columns$}  {purpose}", direction(row.direction));
        line.trim_end().to_string() + "\n"
    };
    rows.iter().map(line).collect()
}

/// The text of a module and the names it declares; those of its children are already in `declared`.
pub(super) fn file(module: &Module, header: &Header, declared: &Declared) -> (String, BTreeSet<String>) {
    let mut nets = Nets::of(module);
    let copy = nets.names.allocate("copy");
    let column = nets.names.allocate("column");
    let children = &module.instances;
    let instances: Vec<String> =
        children.iter().map(|child| instances::instance(&mut nets, child, &copy, &declared[&child.module.name])).collect();
    let memories: Vec<String> = module.memories.iter().map(|memory| state::memory(&mut nets, memory, &column)).collect();
    let registers = state::registers(&mut nets);
    let outputs = outputs(&mut nets);

    let mut declarations = vec![];
    declarations.extend(children.iter().any(|child| child.count > 1).then(|| format!("    genvar {copy};")));
    declarations.extend(module.memories.iter().any(|memory| memory.columns > 1).then(|| format!("    genvar {column};")));
    declarations.extend(state::declarations(module));
    declarations.extend(instances::declarations(module));
    let lists = [declarations, nets.lines].map(|lines| lines.join("\n"));
    let blocks = instances.into_iter().chain(memories).chain(registers);
    let sections: Vec<String> =
        lists.into_iter().chain(blocks).chain([outputs.join("\n")]).filter(|text| !text.is_empty()).collect();
    let text = format!("{}\n{}\n\n{}\n\nendmodule\n", head(module, header), ports(module), sections.join("\n\n"));
    (text, nets.names.taken)
}

/// Outputs whose net has another name.
fn outputs(nets: &mut Nets) -> Vec<String> {
    let outputs = nets.module.ports.iter().filter(|port| port.direction == Direction::Output);
    let mut lines = vec![];
    for port in outputs {
        let value = nets.whole(port.node);
        if value.text() != port.name {
            lines.push(value.statement(4, &format!("assign {} =", port.name)));
        }
    }
    lines
}

fn head(module: &Module, header: &Header) -> String {
    heading(&format!("{}: {}", module.name, module.purpose), header, &port_table(module))
}

/// The comment at the head of a file: what it is, the machine, the ports, and the command that made it.
pub(super) fn heading(title: &str, header: &Header, ports: &str) -> String {
    let mut lines = wrapped(title);
    // Values in a row, not a line each: they head every file.
    let parameters = header.parameters.lines().filter(|line| !line.trim().is_empty());
    let parameters: Vec<String> = parameters.map(|line| line.trim().replace(" = ", "=")).collect();
    if !parameters.is_empty() {
        lines.extend(wrapped(&format!("Parameters: {}", parameters.join(", "))));
    }
    if !ports.trim().is_empty() {
        lines.push("Ports (name, direction, bits, purpose):".to_string());
        lines.extend(ports.lines().map(|line| format!("  {line}")));
    }
    let command = header.command.trim();
    lines.extend((!command.is_empty()).then(|| format!("Made by: {command}")));
    let comment = |line: &String| format!("// {line}").trim_end().to_string();
    lines.iter().map(comment).collect::<Vec<_>>().join("\n")
}

fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words(text) {
        let line = lines.last_mut().expect("there is a line from the start");
        if line.is_empty() {
            line.push_str(word);
        } else if line.len() + word.len() < TEXT_COLUMNS {
            line.push_str(&format!(" {word}"));
        } else {
            lines.push(word.to_string());
        }
    }
    lines
}

/// `module name (…);` with one port a line.
fn ports(module: &Module) -> String {
    let rows = rows(module);
    let range = |row: &Row| if row.width == 1 { String::new() } else { format!("[{}:0]", row.width - 1) };
    let range_columns = rows.iter().map(|row| range(row).len()).max().unwrap_or(0);
    let name_columns = rows.iter().map(|row| row.name.len() + 1).max().unwrap_or(0);
    let mut lines = vec![];
    for (position, row) in rows.iter().enumerate() {
        let comma = if position + 1 < rows.len() { "," } else { "" };
        let kind = if is_state(module, row.name) { "reg " } else { "wire" };
        let name = format!("{}{comma}", row.name);
        let range = format!("{:range_columns$}{}", range(row), if range_columns > 0 { " " } else { "" });
        let line = format!("    {:6} {kind} {range}{name:name_columns$}", direction(row.direction));
        let with_purpose = format!("{line} // {}", row.purpose);
        // What does not fit stands in the table at the head of the file.
        let fits = !row.purpose.is_empty() && with_purpose.len() <= COLUMNS;
        lines.push(if fits { with_purpose } else { line.trim_end().to_string() });
    }
    let index = "    parameter integer INDEX = 0 // number of this copy among its siblings";
    let parameter = if module.uses_index() { format!(" #(\n{index}\n)") } else { String::new() };
    let attribute = if module.keeps_boundary { "(* keep_hierarchy = \"yes\" *)\n" } else { "" };
    format!("{attribute}module {}{parameter} (\n{}\n);", module.name, lines.join("\n"))
}

/// Whether an output port is itself the register or read data that it shows.
fn is_state(module: &Module, name: &str) -> bool {
    let registers = module.registers.iter().map(|register| register.output);
    let reads = module.memories.iter().flat_map(|memory| &memory.ports).filter_map(state::read_data);
    registers.chain(reads).any(|id| module.node(id).name.as_deref() == Some(name))
}
