//! How GTKWave shows operations: by mnemonic, each class on a ground of its own colour.

use lanebeat::engine::filter_file;
use lanebeat::isa::encoding::OPCODE;
use lanebeat::isa::{ControlOperation, Feature, Operation};

/// The operation of a stage that has none; above all opcodes.
pub const IDLE_OPERATION: u64 = 1 << OPCODE.width;

/// Bits of a stage's operation.
pub const OPERATION_BITS: usize = OPCODE.width + 1;

/// The mnemonic and the colour of every opcode, and those of an idle stage.
pub fn mnemonics() -> impl Iterator<Item = (u64, (&'static str, Option<&'static str>))> {
    let mnemonic = |opcode: u8| {
        let operation = Operation::from_opcode(opcode)?;
        let mnemonic = operation.row().spellings.first()?.mnemonic;
        Some((u64::from(opcode), (mnemonic, Some(colour(operation)))))
    };
    let idle = [(IDLE_OPERATION, ("idle", None))];
    (0..=u8::MAX).filter_map(mnemonic).chain(idle)
}

/// The same as GTKWave's filter file.
pub fn operation_texts() -> String {
    let texts = mnemonics().map(|(value, (text, colour))| (u128::from(value), text, colour));
    filter_file(OPERATION_BITS, texts)
}

/// Whether a text is such a filter file: the idle stage ends each.
pub fn are_operation_texts(text: &[u8]) -> bool {
    text.ends_with(format!("\n{IDLE_OPERATION:x} idle\n").as_bytes())
}

/// The colour of an operation's class, one of X11's on which white letters can be read.
fn colour(operation: Operation) -> &'static str {
    match operation {
        Operation::Control(ControlOperation::Nop | ControlOperation::Exit) => "DimGray",
        _ if operation.is_exec() => "DarkSlateGray",
        _ if operation.is_vote() => "DarkOrchid",
        Operation::LaneMove(_) | Operation::WriteLane => "DarkGoldenrod",
        _ => match operation.row().feature {
            Some(Feature::Shuffle | Feature::LaneMoves) => "Chocolate",
            Some(Feature::Dpp) => "DarkGoldenrod",
            Some(Feature::Vote) => "DarkOrchid",
            Some(Feature::Video) => "DeepPink",
            Some(Feature::Float) => "RoyalBlue",
            Some(Feature::Barrier) => "FireBrick",
            Some(Feature::Multiply | Feature::Bits) => "DarkGreen",
            None => "ForestGreen",
        },
    }
}
