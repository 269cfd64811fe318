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
    // The source of thread i, whose place in its row of 16 is `in_row`.
    let threads_of = |of: &dyn Fn(usize, usize) -> Option<usize>| {
        Wave::from_fn(threads, |Thread(i)| {
            of(i, i % ROW_THREADS).filter(|&j| j < threads).map(Thread)
        })
    };
    let number = usize::from;
    let last = threads - 1;
    match control {
        DppControl::QuadPermute(positions) => {
            threads_of(&|i, _| Some(i - i % QUAD_THREADS + number(positions[i % QUAD_THREADS])))
        }
        DppControl::RowShiftLeft(n) => {
            threads_of(&|i, in_row| (in_row + number(n) <= 15).then_some(i + number(n)))
        }
        DppControl::RowShiftRight(n) => {
            threads_of(&|i, in_row| (in_row >= number(n)).then(|| i - number(n)))
        }
        DppControl::RowRotateRight(n) => threads_of(&|i, in_row| {
            Some((if in_row < number(n) { i + ROW_THREADS } else { i }) - number(n))
        }),
        DppControl::WaveShiftLeft => threads_of(&|i, _| (i < last).then_some(i + 1)),
        DppControl::WaveRotateLeft => threads_of(&|i, _| Some(if i == last { 0 } else { i + 1 })),
        DppControl::WaveShiftRight => threads_of(&|i, _| i.checked_sub(1)),
        DppControl::WaveRotateRight => threads_of(&|i, _| Some(i.checked_sub(1).unwrap_or(last))),
        DppControl::RowMirror => threads_of(&|i, in_row| Some(i - in_row + 15 - in_row)),
        DppControl::RowHalfMirror => threads_of(&|i, _| Some(i - i % 8 + 7 - i % 8)),
        DppControl::RowBroadcast15 => threads_of(&|i, in_row| (i - in_row).checked_sub(1)),
        DppControl::RowBroadcast31 => threads_of(&|i, _| (i >= 32).then_some(31)),
        DppControl::RowShare(n) => threads_of(&|i, in_row| Some(i - in_row + number(n))),
        DppControl::RowXorMask(n) => threads_of(&|i, _| Some(i ^ number(n))),
        DppControl::EightPermute(positions) => {
            threads_of(&|i, _| Some(i - i % EIGHT_THREADS + number(positions[i % EIGHT_THREADS])))
        }
        DppControl::Reserved(_) => threads_of(&|i, _| Some(i)),
    }
}

/// The src0 of each thread, provided that EXEC and its guard let it be written.
pub fn fetch(dpp: &Dpp, exec: &Mask) -> Wave<Fetched> {
    let mask_bit = |mask: u8, bit: usize| (mask >> bit) % 2 == 1;
    // dpp8 has no BC: a word that it does not fetch is 0.
    let zeroes = dpp.bound_control || matches!(dpp.control, DppControl::EightPermute(_));
    let nothing = if zeroes { Fetched::Zero } else { Fetched::NotWritten };
    let sources = sources(dpp.control, exec.threads());
    Wave::from_fn(exec.threads(), |thread| match sources[thread] {
        _ if !mask_bit(dpp.row_mask, thread.row().0 % 4) => Fetched::NotWritten(Lack::RowMask),
        _ if !mask_bit(dpp.bank_mask, thread.bank()) => Fetched::NotWritten(Lack::BankMask),
        None => nothing(Lack::NoSource),
        Some(j) if !exec[j] && !dpp.fetch_inactive => nothing(Lack::InactiveSource),
        Some(j) => Fetched::Word(j),
    })
}
