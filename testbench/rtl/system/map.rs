//! docs/system.md shows the register map that the hardware is built from.

use std::path::Path;

use lanebeat::rtl::{AccessKind, MAP};

const FIRST: &str = "| address | register | words | access | meaning |\n|---|---|---|---|---|\n";

fn table() -> String {
    let line = |row: &lanebeat::rtl::MapRow| {
        let access = match row.access {
            AccessKind::ReadOnly => "read",
            AccessKind::ReadWrite => "read, write",
        };
        format!("| {:#06x} | {} | {} | {access} | {} |\n", row.offset, row.name, row.size, row.meaning)
    };
    FIRST.to_string() + &MAP.iter().map(line).collect::<String>()
}

#[test]
fn the_documented_map_is_the_map() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/system.md");
    let text = std::fs::read_to_string(&path).expect("docs/system.md");
    let start = text.find(FIRST).expect("the table");
    let end = start + text[start..].find("\n\n").expect("something behind the table") + 1;
    if std::env::var("UPDATE_GOLDEN").is_ok_and(|value| value == "1") {
        std::fs::write(&path, [&text[..start], &table(), &text[end..]].concat()).expect("docs/system.md");
        return;
    }
    assert!(
        text[start..end] == table(),
        "docs/system.md is stale; run UPDATE_GOLDEN=1 cargo test system:: and read the difference"
    );
}
