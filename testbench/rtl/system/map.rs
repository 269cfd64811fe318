//! docs/reference/system.md shows the register map that the hardware is built from.

use crate::common::golden;
use lanebeat::rtl::{AccessKind, Field, MAP};

const FIRST: &str = "| address | register | words | access | meaning |\n|---|---|---|---|---|\n";

/// `3 video`, `11:8 register_file (0 wide, 1 skewed)`, `0 busy: a wave runs`.
fn field(field: &Field) -> String {
    let values = field.values.iter().map(|(name, value)| format!("{value} {name}"));
    let values = match values.collect::<Vec<_>>() {
        values if values.is_empty() => String::new(),
        values => format!(" ({})", values.join(", ")),
    };
    let separator = if field.meaning.is_empty() { "" } else { ": " };
    format!("{} `{}`{values}{separator}{}", field.place(), field.name, field.meaning)
}

fn table() -> String {
    let line = |row: &lanebeat::rtl::MapRow| {
        let access = match row.access {
            AccessKind::ReadOnly => "read",
            AccessKind::ReadWrite => "read, write",
        };
        let fields = row.fields.iter().filter(|field| !field.is_whole()).map(field);
        let meaning = Some(row.meaning.to_owned()).filter(|text| !text.is_empty());
        let meaning = meaning.into_iter().chain(fields).collect::<Vec<_>>().join("; ");
        format!("| {:#06x} | {} | {} | {access} | {meaning} |\n", row.offset, row.name, row.size)
    };
    FIRST.to_string() + &MAP.iter().map(line).collect::<String>()
}

#[test]
fn the_documented_map_is_the_map() {
    golden::block("docs/reference/system.md", FIRST, "\n\n", table().trim_end_matches('\n'));
}
