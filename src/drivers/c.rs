//! A header for C and C++: offsets, fields and a struct.

use std::fmt::Write as _;

use super::text::{self, PURPOSE, made_by};
use crate::config::Config;
use crate::rtl::{AccessKind, MAP, MapRow};

pub const NAME: &str = "lanebeat_system.h";

/// The header.
pub fn header(config: &Config, command: &str) -> String {
    let made = made_by(command);
    let rows: String = MAP.iter().map(|row| macros(config, row)).collect();
    let members = members(config);
    format!(
        "/*\n * {PURPOSE}.\n * {made}\n */\n#ifndef LANEBEAT_SYSTEM_H\n#define LANEBEAT_SYSTEM_H\n\n#include <stdint.h>\n{rows}\n\
         /* All registers, from the base address of the slave on. */\n\
         typedef struct lanebeat_system_registers {{\n{members}}} lanebeat_system_registers;\n\n\
         #endif /* LANEBEAT_SYSTEM_H */\n"
    )
}

/// Offset, size, value after reset and fields of a register.
fn macros(config: &Config, row: &MapRow) -> String {
    let (name, words) = (row.name, (row.words)(config));
    let mut lines = format!(
        "\n/* {} */\n#define LANEBEAT_{name}_OFFSET {:#06x}u\n",
        text::register(row),
        row.offset
    );
    let mut define = |name: String, value: String| {
        writeln!(lines, "#define LANEBEAT_{name} {value}").expect("a string");
    };
    if row.size != "1" {
        define(format!("{name}_WORDS"), format!("{words}u"));
    }
    if let Some(reset) = row.reset(config) {
        define(format!("{name}_RESET"), format!("{reset:#010x}u"));
    }
    for field in row.fields.iter().filter(|field| !field.is_whole()) {
        let (field_name, mask) = (field.name.to_uppercase(), text::mask(field, config));
        define(format!("{name}_{field_name}_SHIFT"), format!("{}u", field.low));
        define(format!("{name}_{field_name}_MASK"), format!("{mask:#010x}u"));
        for (value_name, value) in field.values {
            let value_name = value_name.to_uppercase();
            define(format!("{name}_{field_name}_{value_name}"), format!("{value}u"));
        }
    }
    lines
}

/// The members of the struct, with what lies between registers.
fn members(config: &Config) -> String {
    let (mut lines, mut end) = (String::new(), 0);
    for row in MAP {
        if row.offset > end {
            let words = (row.offset - end) / 4;
            writeln!(lines, "    uint32_t reserved_{end:04x}[{words}];").expect("a string");
        }
        let constant = match row.access {
            AccessKind::ReadOnly => "const ",
            AccessKind::ReadWrite => "",
        };
        let words = (row.words)(config);
        let size = if row.size == "1" { String::new() } else { format!("[{words}]") };
        let name = row.name.to_lowercase();
        writeln!(lines, "    volatile {constant}uint32_t {name}{size};").expect("a string");
        end = row.offset + 4 * words;
    }
    lines
}
