//! DPP (ISA.md section 6): which thread's src0 a thread gets, and whether it is written at all.
//!
//! ```
//! use lanebeat::isa::{DppControl, Thread};
//! use lanebeat::model::dpp::source;
//!
//! assert_eq!(source(DppControl::RowMirror, 64, Thread(18)), Some(Thread(29)));
//! ```

use serde::Serialize;

use crate::isa::{Dpp, DppControl, EIGHT_THREADS, Mask, QUAD_THREADS, ROW_THREADS, Thread};

/// Why a thread has no word to execute with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Lack {
    /// Its row's bit of row_mask is 0.
    RowMask,
    /// Its bank's bit of bank_mask is 0.
    BankMask,
    /// The control gives it no source thread.
    NoSource,
    /// Its source thread is outside EXEC and FI is 0.
    InactiveSource,
    /// Its source thread is outside EXEC; there is no FI.
    SourceOutsideExec,
    /// No executing thread sends it a word.
    NoSender,
}

/// The src0 of a thread that EXEC and its guard let be written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fetched {
    /// Nothing: it is not written.
    NotWritten(Lack),
    /// It executes with src0 = 0.
    Zero(Lack),
    /// It executes with the word of this thread.
    Word(Thread),
}

/// The thread that `thread` of a wave of `threads` reads, or `None` where the control gives it no
/// valid source.
///
/// A thread that the wave does not have is no valid source either; that happens only in waves
/// shorter than a row.
pub fn source(control: DppControl, threads: usize, thread: Thread) -> Option<Thread> {
    let i = thread.0;
    let in_row = i % ROW_THREADS;
    let row_base = i - in_row;
    let number = usize::from;
    let j = match control {
        DppControl::QuadPermute(positions) => {
            let in_quad = i % QUAD_THREADS;
            i - in_quad + number(positions[in_quad])
        }
        DppControl::RowShiftLeft(n) if in_row + number(n) > 15 => return None,
        DppControl::RowShiftLeft(n) => i + number(n),
        DppControl::RowShiftRight(n) if in_row < number(n) => return None,
        DppControl::RowShiftRight(n) => i - number(n),
        DppControl::RowRotateRight(n) if in_row < number(n) => i + ROW_THREADS - number(n),
        DppControl::RowRotateRight(n) => i - number(n),
        DppControl::WaveShiftLeft if i == threads - 1 => return None,
        DppControl::WaveShiftLeft => i + 1,
        DppControl::WaveRotateLeft if i == threads - 1 => 0,
        DppControl::WaveRotateLeft => i + 1,
        DppControl::WaveShiftRight if i == 0 => return None,
        DppControl::WaveShiftRight => i - 1,
        DppControl::WaveRotateRight if i == 0 => threads - 1,
        DppControl::WaveRotateRight => i - 1,
        DppControl::RowMirror => row_base + 15 - in_row,
        DppControl::RowHalfMirror => i - i % 8 + 7 - i % 8,
        DppControl::RowBroadcast15 if thread.row().0 == 0 => return None,
        DppControl::RowBroadcast15 => 16 * (i / 16) - 1,
        DppControl::RowBroadcast31 if thread.row().0 < 2 => return None,
        DppControl::RowBroadcast31 => 31,
        DppControl::RowShare(n) => row_base + number(n),
        DppControl::RowXorMask(n) => i ^ number(n),
        DppControl::EightPermute(positions) => {
            let in_eight = i % EIGHT_THREADS;
            i - in_eight + number(positions[in_eight])
        }
        DppControl::Reserved(_) => i,
    };
    if j < threads { Some(Thread(j)) } else { None }
}

/// Returns the src0 of `thread`, provided that EXEC and its guard let it be written.
pub fn fetch(dpp: &Dpp, exec: &Mask, thread: Thread) -> Fetched {
    let mask_bit = |mask: u8, bit: usize| (mask >> bit) % 2 == 1;
    if !mask_bit(dpp.row_mask, thread.row().0 % 4) {
        return Fetched::NotWritten(Lack::RowMask);
    }
    if !mask_bit(dpp.bank_mask, thread.bank()) {
        return Fetched::NotWritten(Lack::BankMask);
    }
    // dpp8 has no BC: a word that it does not fetch is 0.
    let zeroes = dpp.bound_control || matches!(dpp.control, DppControl::EightPermute(_));
    let nothing = if zeroes { Fetched::Zero } else { Fetched::NotWritten };
    match source(dpp.control, exec.threads(), thread) {
        None => nothing(Lack::NoSource),
        Some(j) if !exec[j] && !dpp.fetch_inactive => nothing(Lack::InactiveSource),
        Some(j) => Fetched::Word(j),
    }
}
