//! DPP (ISA.md section 6): which thread's src0 a thread gets, and whether it is written at all.
//!
//! ```
//! use lanebeat::isa::{DppControl, Thread};
//! use lanebeat::model::dpp::sources;
//!
//! assert_eq!(sources(DppControl::RowMirror, 64)[Thread(18)], Some(Thread(29)));
//! ```

use serde::Serialize;

use crate::isa::{Dpp, DppControl, EIGHT_THREADS, Mask, QUAD_THREADS, ROW_THREADS, Thread, Wave};

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

/// The thread that each thread of a wave of `threads` reads, or `None` where the control gives it no
/// valid source.
///
/// A thread that the wave does not have is no valid source either; that happens only in waves
/// shorter than a row.
pub fn sources(control: DppControl, threads: usize) -> Wave<Option<Thread>> {
    let number = usize::from;
    let last = threads - 1;
    match control {
        DppControl::QuadPermute(positions) => {
            each(threads, |i, _| Some(i - i % QUAD_THREADS + number(positions[i % QUAD_THREADS])))
        }
        DppControl::RowShiftLeft(n) => {
            each(threads, |i, in_row| (in_row + number(n) <= 15).then_some(i + number(n)))
        }
        DppControl::RowShiftRight(n) => {
            each(threads, |i, in_row| (in_row >= number(n)).then(|| i - number(n)))
        }
        DppControl::RowRotateRight(n) => each(threads, |i, in_row| {
            Some((if in_row < number(n) { i + ROW_THREADS } else { i }) - number(n))
        }),
        DppControl::WaveShiftLeft => each(threads, |i, _| (i < last).then_some(i + 1)),
        DppControl::WaveRotateLeft => each(threads, |i, _| Some(if i == last { 0 } else { i + 1 })),
        DppControl::WaveShiftRight => each(threads, |i, _| i.checked_sub(1)),
        DppControl::WaveRotateRight => each(threads, |i, _| Some(i.checked_sub(1).unwrap_or(last))),
        DppControl::RowMirror => each(threads, |i, in_row| Some(i - in_row + 15 - in_row)),
        DppControl::RowHalfMirror => each(threads, |i, _| Some(i - i % 8 + 7 - i % 8)),
        DppControl::RowBroadcast15 => each(threads, |i, in_row| (i - in_row).checked_sub(1)),
        DppControl::RowBroadcast31 => each(threads, |i, _| (i >= 32).then_some(31)),
        DppControl::RowShare(n) => each(threads, |i, in_row| Some(i - in_row + number(n))),
        DppControl::RowXorMask(n) => each(threads, |i, _| Some(i ^ number(n))),
        DppControl::EightPermute(positions) => {
            each(threads, |i, _| Some(i - i % EIGHT_THREADS + number(positions[i % EIGHT_THREADS])))
        }
        DppControl::Reserved(_) => each(threads, |i, _| Some(i)),
    }
}

/// The sources that `of` gives thread i, whose place in its row of 16 is the second number.
fn each(threads: usize, of: impl Fn(usize, usize) -> Option<usize>) -> Wave<Option<Thread>> {
    Wave::from_fn(threads, |Thread(i)| of(i, i % ROW_THREADS).filter(|&j| j < threads).map(Thread))
}

/// The src0 of each thread, provided that EXEC and its guard let it be written.
pub fn fetch(dpp: &Dpp, exec: &Mask) -> Wave<Fetched> {
    let mask_bit = |mask: u8, bit: usize| (mask >> bit) % 2 == 1;
    // dpp8 has no BC: a word that it does not fetch is 0.
    let zeroes = dpp.bound_control || matches!(dpp.control, DppControl::EightPermute(_));
    let nothing = |lack| if zeroes { Fetched::Zero(lack) } else { Fetched::NotWritten(lack) };
    let sources = sources(dpp.control, exec.threads());
    Wave::from_fn(exec.threads(), |thread| match sources[thread] {
        _ if !mask_bit(dpp.row_mask, thread.row().0 % 4) => Fetched::NotWritten(Lack::RowMask),
        _ if !mask_bit(dpp.bank_mask, thread.bank()) => Fetched::NotWritten(Lack::BankMask),
        None => nothing(Lack::NoSource),
        Some(j) if !exec[j] && !dpp.fetch_inactive => nothing(Lack::InactiveSource),
        Some(j) => Fetched::Word(j),
    })
}
