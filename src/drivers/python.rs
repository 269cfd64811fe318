//! A Python class that drives a board over its serial line.

use std::fmt::Write as _;

use super::text::{PURPOSE, made_by};
use crate::config::Config;
use crate::rtl::{AccessKind, MAP, MapRow};

pub const NAME: &str = "lanebeat_system.py";

/// The class; the tables take the place of its two marks.
const CLASS: &str = include_str!("lanebeat_system.py");
const HEAD: &str = "# HEAD\n";
const TABLES: &str = "# TABLES\n";

/// The module.
pub fn class(config: &Config, command: &str) -> String {
    let head =
        format!("\"\"\"{PURPOSE}, and a board behind a serial line.\n\n{}\n", made_by(command));
    let rows: String = MAP.iter().map(|row| register(config, row)).collect();
    let tables = format!(
        "# Name: offset, words, whether it can be written, value after reset.\nREGISTERS = {{\n{rows}}}\n\n\
         # Register: fields by name, with lowest bit and width.\nFIELDS = {{\n{}}}\n",
        MAP.iter().map(|row| fields(config, row)).collect::<String>()
    );
    CLASS.replacen(HEAD, &head, 1).replacen(TABLES, &tables, 1)
}

fn register(config: &Config, row: &MapRow) -> String {
    let writable = match row.access {
        AccessKind::ReadOnly => "False",
        AccessKind::ReadWrite => "True",
    };
    let reset = row.reset(config).map_or("None".to_owned(), |reset| format!("{reset:#010x}"));
    let (name, offset, words) = (row.name, row.offset, (row.words)(config));
    format!("    \"{name}\": ({offset:#06x}, {words}, {writable}, {reset}),\n")
}

fn fields(config: &Config, row: &MapRow) -> String {
    let mut line = format!("    \"{}\": {{", row.name);
    for (number, field) in row.fields.iter().enumerate() {
        let comma = if number > 0 { ", " } else { "" };
        let (name, low, width) = (field.name, field.low, field.width(config));
        write!(line, "{comma}\"{name}\": ({low}, {width})").expect("a string");
    }
    line + "},\n"
}
