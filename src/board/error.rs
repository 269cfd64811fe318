//! Why a board cannot be used: place, rule and cure.

use crate::isa::SpecialRegister;
use crate::rtl::TooLong;

/// Why a program does not run on a board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each says in its message what it is")]
pub enum BoardError {
    #[error(
        "{port} cannot be opened as a serial line: {reason}; name the board's port, one of /dev/ttyUSB* or /dev/ttyACM*, that you may read and write (Debian: group dialout)"
    )]
    Open { port: String, reason: String },
    #[error("{port}: the serial line is gone: {reason}; plug the board in and run again")]
    Gone { port: String, reason: String },
    #[error(
        "{port}: no board answers within {seconds} s; load its bitstream, and give the board's rate by --baud"
    )]
    Silent { port: String, seconds: u64 },
    #[error(
        "{port}: {count} of {expected} bytes of the answer to the {access} came within {seconds} s, the others were lost on the line; run again, with a better cable if it stays so"
    )]
    Lost { port: String, access: String, count: usize, expected: usize, seconds: u64 },
    #[error(
        "{port}: the answer to the {access} came garbled (its check byte does not fit); run again, with a better cable if it stays so"
    )]
    GarbledAnswer { port: String, access: String },
    #[error(
        "{port}: the {access} reached the board garbled, and was not done; run again, with a better cable if it stays so"
    )]
    GarbledRequest { port: String, access: String },
    #[error(
        "{port}: the board answers the {access} with {answer}, which is not to be; load the bitstream of this version of lanebeat"
    )]
    Refused { port: String, access: String, answer: String },
    #[error(
        "{port}: {register} is {found:#010x} there, and must be {expected:#010x}; load the bitstream of this version of lanebeat"
    )]
    Stranger { port: String, register: &'static str, found: u32, expected: u32 },
    #[error("{port}: the board has another machine than is asked for: {differences}; add {cure}")]
    OtherMachine { port: String, differences: String, cure: String },
    #[error("{port}: STATUS stays {status:#x} after a soft reset; reset the board")]
    Busy { port: String, status: u32 },
    #[error(
        "{port}: {register} changes faster than it can be read, for {seconds} s; load the bitstream of this version of lanebeat"
    )]
    Restless { port: String, register: &'static str, seconds: u64 },
    #[error(
        "{port}: {register} fell from {before} to {after} while the program ran, so the board was reset meanwhile; run again"
    )]
    Backwards { port: String, register: &'static str, before: u64, after: u64 },
    #[error(transparent)]
    TooLong(#[from] TooLong),
    #[error(
        "line {line} reads {register}, which counts from the board's reset, so the model cannot know it; use --no-check"
    )]
    Counts { line: usize, register: SpecialRegister },
}
