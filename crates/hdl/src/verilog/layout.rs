//! A whole file: header, ports, and the sections of the body.

use std::collections::BTreeSet;

use super::expression::Expression;
use super::file::{Declared, Header};
use super::groups::groups;
use super::loops::Loops;
use super::nets::{Nets, comment};
use super::text::{COLUMNS, declaration, fill, list, range, wrapped};
use super::{combinational, instances, state, text};
use crate::bits::runs;
use crate::{Clocking, Direction, Module, NodeId};

/// A port as the table shows it.
pub(crate) struct Row<'m> {
    pub(crate) name: &'m str,
    pub(crate) direction: Direction,
    pub(crate) width: usize,
    pub(crate) purpose: String,
}

/// All ports, clock, reset and enable first.
pub(crate) fn rows(module: &Module, clocking: Clocking) -> Vec<Row<'_>> {
    let input = |(name, purpose)| Row { name, direction: Direction::Input, width: 1, purpose };
    let mut rows: Vec<Row> = clocking.ports(module).map(input).collect();
    rows.extend(module.ports.iter().map(|port| Row {
        name: &port.name,
        direction: port.direction,
        width: port.width,
        purpose: port.purpose.split_whitespace().collect::<Vec<_>>().join(" "),
    }));
    rows
}

fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::Input => "input",
        Direction::Output => "output",
    }
}

/// The ports as aligned lines of name, direction, width in bits and purpose, clock, reset and enable first.
pub fn port_table(module: &Module, clocking: Clocking) -> String {
    let rows = rows(module, clocking);
    let name_columns = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
    let width_columns = rows.iter().map(|row| row.width.to_string().len()).max().unwrap_or(0);
    let line = |row: &Row| {
        let Row { name, width, purpose, .. } = row;
        let line = format!(
            "{name:name_columns$}  {:6}  {width:>width_columns$}  {purpose}",
            direction(row.direction)
        );
        line.trim_end().to_string() + "\n"
    };
    rows.iter().map(line).collect()
}

/// The text of a module and the names it declares; those of its children are already in `declared`.
pub(super) fn file(
    module: &Module,
    header: &Header,
    declared: &Declared,
) -> (String, BTreeSet<String>) {
    let loops = Loops::of(module);
    let mut nets = Nets::of(&loops, header);
    let copy = nets.names.allocate("copy");
    let column = nets.names.allocate("column");
    combinational::write(&mut nets);
    let children = &module.instances;
    let instances: Vec<String> = children
        .iter()
        .map(|child| instances::instance(&mut nets, child, &copy, &declared[&child.module.name]))
        .collect();
    let memories: Vec<String> =
        module.memories.iter().map(|memory| state::memory(&mut nets, memory, &column)).collect();
    let registers = state::registers(&mut nets);
    let outputs = outputs(&mut nets);
    let rounds = combinational::loops(&mut nets);
    let unread = unread(&mut nets, module);

    let variables = [
        (children.iter().any(|child| child.count > 1), &copy),
        (!rounds.is_empty(), &nets.part),
        (module.memories.iter().any(|memory| memory.columns > 1), &column),
    ];
    let variables: Vec<&str> =
        variables.iter().filter(|(is_used, _)| *is_used).map(|(_, name)| name.as_str()).collect();
    let mut declarations = vec![];
    declarations
        .extend((!variables.is_empty()).then(|| format!("    genvar {};", variables.join(", "))));
    declarations.extend(state::declarations(&nets));
    declarations.extend(instances::declarations(&nets));
    declarations.extend(text::declarations("wire", &nets.looped));
    let lists =
        [codes(&nets), declarations, std::mem::take(&mut nets.lines)].map(|lines| lines.join("\n"));
    let blocks = rounds.into_iter().chain(instances).chain(memories).chain(registers);
    let ends = [outputs.join("\n"), unread];
    let sections: Vec<String> =
        lists.into_iter().chain(blocks).chain(ends).filter(|text| !text.is_empty()).collect();
    let ports = ports(module, &nets);
    // The head of a leaf is about the leaf; its parameters are those that its text shows.
    let parameters = if module.instances.is_empty() { "" } else { header.parameters };
    let header = &Header { parameters, ..*header };
    let head = heading(&format!("{}: {}", module.name, module.purpose), header);
    let text = format!(
        "{head}\n`default_nettype none // verilator lint_off TIMESCALEMOD\n\n{ports}\n\n{}\n\nendmodule\n\n\
         `default_nettype wire // verilator lint_on TIMESCALEMOD\n",
        sections.join("\n\n")
    );
    (text, nets.names.taken)
}

/// The codes that are used, by their widths and values; a table, or one with a comment, by itself.
fn codes(nets: &Nets) -> Vec<String> {
    let stands_alone =
        |(width, _, name): &&_| *width > 128 || nets.module.comments.contains_key::<String>(name);
    let (tables, codes): (Vec<_>, Vec<_>) = nets.codes.iter().partition(stands_alone);
    let of_width = |alike: &[&(usize, Vec<bool>, String)]| {
        let value =
            |bits: &[bool]| bits.iter().fold(0u128, |value, bit| value << 1 | u128::from(*bit));
        let items =
            alike.iter().map(|(width, bits, name)| format!("{name} = {width}'d{}", value(bits)));
        list(&declaration("localparam", "", alike[0].0), &items.collect::<Vec<_>>())
    };
    let table = |(width, bits, name): &(usize, Vec<bool>, String)| {
        let head = declaration("localparam", name, *width) + " =";
        let value = Expression::constant(&bits.iter().rev().collect());
        format!("\n{}{}", comment(nets.module, name, 4), value.statement(4, &head))
    };
    let codes = codes.chunk_by(|a, b| a.0 == b.0).flat_map(of_width);
    codes.chain(tables.into_iter().map(table)).collect()
}

/// Outputs whose net has another name.
fn outputs(nets: &mut Nets) -> Vec<String> {
    let outputs = nets.module.outputs();
    let mut lines = vec![];
    for port in outputs {
        let value = nets.whole(port.node);
        if value.text() != port.name {
            lines.push(value.statement(4, &format!("assign {} =", port.name)));
        }
    }
    lines
}

/// One net of all bits that nothing reads, under a name by which linters know that this is meant.
fn unread(nets: &mut Nets, module: &Module) -> String {
    let mut parts = vec![];
    let mut named = BTreeSet::new();
    for (number, read) in module.read_bits().iter().enumerate() {
        let (id, node) = (NodeId(number), module.node(NodeId(number)));
        let is_there = nets.has_net(id) && (module.live[number] || node.kind.is_source());
        let is_output =
            module.ports.iter().any(|port| port.direction == Direction::Output && port.node == id);
        if is_there && !is_output && !read.all() {
            let net = nets.net(id);
            if named.insert(net.clone()) {
                let unread = runs(read).into_iter().filter(|(is_read, ..)| !is_read);
                parts.extend(unread.map(|(_, low, width)| match width == node.width {
                    true => net.clone(),
                    false => net.clone() + &range(low, width),
                }));
            }
        }
    }
    if parts.is_empty() {
        return String::new();
    }
    let name = nets.names.allocate("unused");
    let mut all = vec!["1'b0".to_string()];
    all.extend(parts);
    format!(
        "    (* unused *) wire {name};\n    assign {name} = &{{\n        {}\n    }};",
        fill(&all, ",", COLUMNS - 8).join("\n        ")
    )
}

/// The comment at the head of a file: what it is, the machine, and the command that made it.
pub fn heading(title: &str, header: &Header) -> String {
    let columns = COLUMNS - "// ".len();
    let mut lines = wrapped(title, columns);
    // Values in a row, not a line each: they head every file.
    let parameters = header.parameters.lines().filter(|line| !line.trim().is_empty());
    let parameters: Vec<String> = parameters.map(|line| line.trim().replace(" = ", "=")).collect();
    if !parameters.is_empty() {
        lines.extend(wrapped(&format!("Parameters: {}", parameters.join(", ")), columns));
    }
    let command = header.command.trim();
    lines.extend((!command.is_empty()).then(|| format!("Made by: {command}")));
    let comment = |line: &String| format!("// {line}").trim_end().to_string();
    lines.iter().map(comment).collect::<Vec<_>>().join("\n")
}

/// `module name (…);` with one port a line, each with its comment, in groups.
fn ports(module: &Module, nets: &Nets) -> String {
    let rows = rows(module, nets.clocking);
    let shown =
        |row: &Row| if row.width == 1 { String::new() } else { format!("[{}:0]", row.width - 1) };
    let last = rows.last().map_or("", |row| row.name);
    let text = |row: &Row, range_columns: usize, name_columns: usize| {
        let comma = if row.name == last { "" } else { "," };
        let kind = if is_state(module, nets, row.name) { "reg " } else { "wire" };
        let name = format!("{}{comma}", row.name);
        let range =
            format!("{:range_columns$}{}", shown(row), if range_columns > 0 { " " } else { "" });
        let line = format!("    {:6} {kind} {range}{name:name_columns$}", direction(row.direction));
        let with_purpose = format!("{line} // {}", row.purpose);
        if row.purpose.is_empty() {
            line.trim_end().to_string()
        } else if with_purpose.len() <= COLUMNS {
            with_purpose
        } else {
            let above = wrapped(&row.purpose, COLUMNS - "    // ".len());
            let above: Vec<String> =
                above.into_iter().map(|text| format!("    // {text}\n")).collect();
            above.concat() + line.trim_end()
        }
    };
    let group = |rows: &Vec<Row>| {
        let range_columns = rows.iter().map(|row| shown(row).len()).max().unwrap_or(0);
        let name_columns = rows.iter().map(|row| row.name.len() + 1).max().unwrap_or(0);
        rows.iter().map(|row| text(row, range_columns, name_columns)).collect::<Vec<_>>().join("\n")
    };
    let groups: Vec<String> = groups(rows, |row| row.name).iter().map(group).collect();
    let index = "    parameter integer INDEX = 0 // number of this copy among its siblings";
    let parameter = if module.uses_index() { format!(" #(\n{index}\n)") } else { String::new() };
    let attribute = if module.keeps_boundary { "(* keep_hierarchy = \"yes\" *)\n" } else { "" };
    format!("{attribute}module {}{parameter} (\n{}\n);", module.name, groups.join("\n\n"))
}

/// Whether an output port is itself the register or read data that it shows.
fn is_state(module: &Module, nets: &Nets, name: &str) -> bool {
    state::outputs(module).any(|id| nets.is_called(id, name))
}
