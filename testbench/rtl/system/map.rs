//! docs/reference/system.md shows the register map that the hardware is built from.

use crate::common::golden;
use lanebeat::rtl::{AccessKind, MAP};

const FIRST: &str = "| address | register | words | access | meaning |\n|---|---|---|---|---|\n";

fn table() -> String {
    let line = |row: &lanebeat::rtl::MapRow| {
        let access = match row.access {
            AccessKind::ReadOnly => "read",
            AccessKind::ReadWrite => "read, write",
        };
        format!(
            "| {:#06x} | {} | {} | {access} | {} |\n",
            row.offset, row.name, row.size, row.meaning
        )
    };
    FIRST.to_string() + &MAP.iter().map(line).collect::<String>()
}

#[test]
fn the_documented_map_is_the_map() {
    golden::block("docs/reference/system.md", FIRST, "\n\n", table().trim_end_matches('\n'));
}
