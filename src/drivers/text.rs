//! Text that all files share.

use crate::config::Config;
use crate::rtl::{Field, MapRow};

/// Words before the command that made a file.
pub const MADE_BY: &str = "Made by: lanebeat generate ";
/// Lines at the head of a file that say so.
pub const HEAD_LINES: usize = 12;

/// Subject of the files.
pub const PURPOSE: &str = "Registers of lanebeat_system, behind its AXI4-Lite slave";

/// `Made by: lanebeat generate system --preset small`.
pub fn made_by(command: &str) -> String {
    let arguments = command.strip_prefix("lanebeat generate ").unwrap_or(command);
    format!("{MADE_BY}{arguments}")
}

/// Contents of a register, in one sentence without marks.
pub fn register(row: &MapRow) -> String {
    plain(if row.meaning.is_empty() { row.name } else { row.meaning })
}

/// Contents of a field.
pub fn field(row: &MapRow, field: &Field) -> String {
    match (field.is_whole(), field.meaning) {
        (true, _) => register(row),
        (false, "") => field.name.replace('_', " "),
        (false, meaning) => plain(meaning),
    }
}

fn plain(text: &str) -> String {
    text.replace('`', "")
}

/// The bits of a field, where they are in the word.
pub fn mask(field: &Field, config: &Config) -> u32 {
    u32::MAX >> (32 - field.width(config)) << field.low
}
