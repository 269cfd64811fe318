//! Pages that speak of the table of operations: the tables that ISA.md has of it, and the guide
//! whose excerpts stand in the sources.

use crate::common::golden;
use crate::common::repository::text;
use lanebeat::config::Config;
use lanebeat::isa::OperationRow;
use lanebeat::isa::{
    ControlOperation, Dialect, Field, Operation, ReadOperation, Spelling, TABLE, asm,
};

const GUIDE: &str = "docs/learn/add-an-instruction.md";

/// The spellings of a row in one dialect, each with its operands, whose letters are those of the row's
/// meaning: in SHL d, b, a the second source is a, the amount.
fn spelled(row: &OperationRow, dialect: Dialect) -> String {
    let described = asm::described(row.spellings[0].mnemonic, &Config::default().target());
    let described = described.expect("the default machine has every operation");
    let own = described.into_iter().find(|one| one.operation == row.operation).expect("its own");
    let both = own.spellings.iter().zip(row.spellings);
    let of_dialect = both.filter(|(written, _)| written.dialect == dialect);
    let text = |(written, spelling): (&asm::Written, &Spelling)| {
        let name = |(place, field): (&asm::Place, &Field)| match field {
            Field::A => "a",
            Field::B => "b",
            Field::C => "c",
            _ => place.name,
        };
        let names: Vec<&str> = written.places.iter().zip(spelling.fields).map(name).collect();
        format!("{} {}", written.mnemonic, names.join(", ")).trim_end().to_owned()
    };
    let all: Vec<String> = of_dialect.map(text).collect();
    if all.is_empty() { "–".to_owned() } else { all.join("; ") }
}

/// The table of the rows that are `wanted`.
fn table(wanted: impl Fn(Operation) -> bool) -> String {
    let mut text = "| SASS-like | GCN-like | result |\n|---|---|---|\n".to_owned();
    for row in TABLE.iter().filter(|row| wanted(row.operation)) {
        let [sass, gcn] = [Dialect::Sass, Dialect::Gcn].map(|dialect| spelled(row, dialect));
        let description = row.description.replace(['{', '}', '[', ']'], "");
        text += &format!("| {sass} | {gcn} | {description} |\n");
    }
    text
}

#[test]
fn the_page_of_meanings_has_the_rows_of_lane_operations() {
    let is_of_lane = |operation| match operation {
        Operation::Lane(_) | Operation::Float(_) => true,
        operation => operation == ReadOperation::Special || operation == ControlOperation::Nop,
    };
    golden::marked("docs/reference/ISA.md", "lane operations", &table(is_of_lane));
}

#[test]
fn the_page_of_meanings_has_the_rows_of_exec_and_lane_moves() {
    let is_move = |operation| {
        matches!(operation, Operation::Exec(_) | Operation::LaneMove(_) | Operation::WriteLane)
    };
    golden::marked("docs/reference/ISA.md", "exec and lane moves", &table(is_move));
}

/// An excerpt begins with a comment that names its file; `…` stands for lines that are left out.
#[test]
fn every_excerpt_of_the_guide_stands_in_the_sources() {
    let guide = text(GUIDE);
    let blocks: Vec<&str> = guide.split("```rust\n").skip(1).collect();
    assert!(blocks.len() >= 4, "{GUIDE} has {} excerpts", blocks.len());
    for block in blocks {
        let (block, _) = block.split_once("```").expect("a block has an end");
        let (path, excerpt) = block.split_once('\n').expect("an excerpt has lines");
        let path = path.strip_prefix("// ").expect("an excerpt begins with its file");
        let lines = |text: &str| -> String {
            text.lines().map(|line| format!("{}\n", line.trim())).collect()
        };
        let source = lines(&text(path));
        for part in lines(excerpt).split("…\n") {
            assert!(source.contains(part), "{path} does not have\n{part}");
        }
    }
}
