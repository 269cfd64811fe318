//! The few words that fit into a block of the drawing.

use crate::cycle::event::{Action, BankUser, StallReason};
use crate::cycle::schedule::Schedule;
use crate::cycle::tracks::{Block, Kind};

/// Two lines of text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Words {
    pub large: String,
    pub small: String,
}

/// Classes of blocks, and what such a block says.
pub const LEGEND: &[(&str, &str)] = &[
    ("issue w0", "issue"),
    ("read w0", "a b c: operand is read"),
    ("write w0", "w: result is written"),
    ("execute w0", "beat executes"),
    ("gather w0", "gather pass"),
    ("bank-conflict w0", "bank conflict"),
    ("barrier w0", "at a barrier"),
    ("operand-in-flight stall", "nothing issues: an operand is in flight"),
    ("nothing-left stall", "nothing left to issue"),
];

/// The words of `block`.
pub fn words(schedule: &Schedule, block: &Block) -> Words {
    let wave = block.wave.map_or(String::new(), |wave| format!("W{wave}"));
    let with_beat = match block.beat {
        Some(beat) => format!("{wave}:{beat}"),
        None => wave.clone(),
    };
    let entry = block.entry.map_or(String::new(), |entry| format!(" {entry}"));
    let (large, small) = match block.kind {
        Kind::Issue => {
            let text = block.instruction.map_or("", |place| &schedule.issued()[place].text);
            let (mnemonic, operands) = split(text);
            (format!("{wave} {mnemonic}"), operands.to_owned())
        }
        Kind::Read(action) => (format!("{}{entry}", letter(action)), with_beat),
        Kind::Write => (format!("w{entry}"), with_beat),
        Kind::Execute => (beat_name("exec", block), wave),
        Kind::Gather if block.beat.is_none() => ("gathers".to_owned(), wave),
        Kind::Gather => (beat_name("gath", block), wave),
        Kind::BankConflict if block.beat.is_none() => bank_conflict(&block.text),
        Kind::BankConflict => (beat_name("bank", block), wave),
        Kind::Barrier => {
            let place = block.text.split_once(" waits ").map_or("", |(_, place)| place);
            (place.to_owned(), wave)
        }
        Kind::Stall(reason) => stall(reason),
    };
    Words { large, small }
}

/// The mnemonic, with a guard before it, and the operands.
fn split(text: &str) -> (&str, &str) {
    let guard = if text.starts_with('@') { text.find(' ').map_or(0, |end| end + 1) } else { 0 };
    let end = text[guard..].find(' ').map_or(text.len(), |end| guard + end);
    (&text[..end], text[end..].trim_start())
}

fn letter(action: Action) -> &'static str {
    match action {
        Action::ReadA => "a",
        Action::ReadB => "b",
        Action::ReadC => "c",
        Action::Write => "w",
    }
}

fn beat_name(what: &str, block: &Block) -> String {
    block.beat.map_or(what.to_owned(), |beat| format!("{what}{beat}"))
}

/// `W0 R5 waits for bank 1: R1 is read` in two lines.
fn bank_conflict(text: &str) -> (String, String) {
    match text.split_once(": ") {
        Some((who, user)) => (who.replace(" waits for", ""), user.to_owned()),
        None => (text.to_owned(), String::new()),
    }
}

fn stall(reason: StallReason) -> (String, String) {
    match reason {
        StallReason::OperandInFlight { wave, what, ready_in } => {
            let slots = if ready_in == 1 { "slot" } else { "slots" };
            (format!("waits {what}"), format!("W{wave}, {ready_in} {slots}"))
        }
        StallReason::Barrier { wave, number } => (format!("barrier {number}"), format!("W{wave}")),
        StallReason::BankConflict { bank, waiting, user, .. } => {
            let user = match user {
                BankUser::Read(register) => format!("{register} is read"),
                BankUser::ReadBefore { wave, register } => format!("W{wave} reads {register}"),
                BankUser::Write { wave, register } => format!("W{wave} writes {register}"),
            };
            (format!("bank {bank}"), format!("{waiting} waits: {user}"))
        }
        StallReason::Nop => ("nop".to_owned(), String::new()),
        StallReason::Gather => ("gather".to_owned(), String::new()),
        StallReason::NothingLeft => ("nothing left".to_owned(), String::new()),
    }
}
