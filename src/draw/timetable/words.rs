//! The few words that fit into a block of the drawing.

use crate::cycle::{Action, Block, BlockKind, Schedule, StallReason};

/// Classes of blocks, and the meaning of each.
pub const LEGEND: &[(&str, &str)] = &[
    ("issue c0", "issue"),
    ("read c0", "a b c: operand is read"),
    ("write c0", "w: result is written"),
    ("execute c0", "beat executes"),
    ("gather c0", "gather pass"),
    ("bank-conflict c0", "bank conflict"),
    ("barrier c0", "at a barrier"),
    ("operand-in-flight stall", "nothing issues: an operand is in flight"),
    ("nothing-left stall", "nothing left to issue"),
];

/// A line of large words for `block`, and one of small ones.
pub fn words(schedule: &Schedule, block: &Block) -> (String, String) {
    let wave = block.wave.map_or(String::new(), |wave| format!("W{wave}"));
    let beat = block.beat.map_or(String::new(), |beat| beat.to_string());
    let entry = block.entry.map_or(String::new(), |entry| format!(" {entry}"));
    let at = if beat.is_empty() { wave.clone() } else { format!("{wave}:{beat}") };
    match block.kind {
        BlockKind::Issue => {
            let text = block.instruction.map_or("", |place| &schedule.issued()[place].text);
            let (mnemonic, operands) = split(text);
            (format!("{wave} {mnemonic}"), operands.to_owned())
        }
        BlockKind::Read(Action::ReadA) => (format!("a{entry}"), at),
        BlockKind::Read(Action::ReadB) => (format!("b{entry}"), at),
        BlockKind::Read(_) => (format!("c{entry}"), at),
        BlockKind::Write => (format!("w{entry}"), at),
        BlockKind::Execute => (format!("exec{beat}"), wave),
        BlockKind::Gather if block.beat.is_none() => ("gathers".to_owned(), wave),
        BlockKind::Gather => (format!("gath{beat}"), wave),
        BlockKind::BankConflict if block.beat.is_some() => (format!("bank{beat}"), wave),
        // `W0 R5 waits for bank 1: R1 is read`
        BlockKind::BankConflict | BlockKind::Stall(StallReason::BankConflict { .. }) => {
            let (waiting, user) = block.text.split_once(": ").unwrap_or((&block.text, ""));
            (waiting.replace(" waits for", ""), user.to_owned())
        }
        // `W0 waits at barrier 1`
        BlockKind::Barrier | BlockKind::Stall(StallReason::Barrier { .. }) => {
            let (_, place) = block.text.split_once(" waits ").unwrap_or_default();
            (place.to_owned(), wave)
        }
        BlockKind::Stall(StallReason::OperandInFlight { what, ready_in, .. }) => {
            let slots = if ready_in == 1 { "slot" } else { "slots" };
            (format!("waits {what}"), format!("{wave}, {ready_in} {slots}"))
        }
        BlockKind::Stall(_) => (block.text.clone(), String::new()),
    }
}

/// The mnemonic, with a guard before it, and the operands.
fn split(text: &str) -> (&str, &str) {
    let guard = if text.starts_with('@') { text.find(' ').map_or(0, |end| end + 1) } else { 0 };
    let end = text[guard..].find(' ').map_or(text.len(), |end| guard + end);
    (&text[..end], text[end..].trim_start())
}
