//! SystemRDL 2.0, from which register documentation, UVM models and headers are made.

use std::fmt::Write as _;

use super::text::{self, PURPOSE, made_by};
use crate::config::Config;
use crate::rtl::{AccessKind, Field, MAP, MapRow, WriteEffect};

pub const NAME: &str = "lanebeat_system.rdl";

/// The address map.
pub fn addrmap(config: &Config, command: &str) -> String {
    let made = made_by(command);
    let registers: String = MAP.iter().map(|row| register(config, row)).collect();
    format!(
        "// {PURPOSE}.\n// {made}\naddrmap lanebeat_system {{\n    name = \"lanebeat_system\";\n    desc = \"{PURPOSE}\";\n    \
         littleendian;\n    default regwidth = 32;\n    default accesswidth = 32;\n{registers}}};\n"
    )
}

fn register(config: &Config, row: &MapRow) -> String {
    let (name, description, offset) = (row.name, quoted(&text::register(row)), row.offset);
    let fields: String = row.fields.iter().map(|part| field(config, row, part)).collect();
    let place = match row.size {
        "1" => format!("{name} @ {offset:#06x}"),
        _ => format!("{name}[{}] @ {offset:#06x} += 4", (row.words)(config)),
    };
    format!("\n    reg {{\n        desc = {description};\n{fields}    }} {place};\n")
}

fn field(config: &Config, row: &MapRow, field: &Field) -> String {
    let (width, low) = (field.width(config), field.low);
    let mut properties = vec![format!("desc = {}", quoted(&text::field(row, field)))];
    let access = match (row.access, field.write, row.register.is_constant()) {
        (AccessKind::ReadOnly, _, true) => "sw = r; hw = na",
        (AccessKind::ReadOnly, _, false) => "sw = r; hw = w",
        (AccessKind::ReadWrite, WriteEffect::Value, _) => "sw = rw; hw = rw",
        (AccessKind::ReadWrite, WriteEffect::OneSets, _) => "sw = rw; hw = rw; onwrite = woset",
        (AccessKind::ReadWrite, WriteEffect::OneClears, _) => "sw = rw; hw = rw; onwrite = woclr",
        (AccessKind::ReadWrite, WriteEffect::Pulse, _) => "sw = rw; hw = r; singlepulse",
    };
    properties.push(access.to_owned());
    let mut lines = String::new();
    if !field.values.is_empty() {
        let value = |(name, value): &(&str, u32)| format!("{name} = {width}'d{value};");
        let values: Vec<String> = field.values.iter().map(value).collect();
        let name = format!("{}_values", field.name);
        writeln!(lines, "        enum {name} {{ {} }};", values.join(" ")).expect("a string");
        properties.push(format!("encode = {name}"));
    }
    let reset =
        field.reset.map_or(String::new(), |reset| format!(" = {width}'h{:x}", reset(config)));
    let (properties, name, high) = (properties.join("; "), field.name, low + width - 1);
    writeln!(lines, "        field {{ {properties}; }} {name}[{high}:{low}]{reset};")
        .expect("a string");
    lines
}

/// A string literal.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
