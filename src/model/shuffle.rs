//! SHFL (ISA.md section 5): which thread of its warp a thread reads, and whether that thread is in
//! range.
//!
//! ```
//! use lanebeat::isa::ShuffleMode;
//! use lanebeat::model::shuffle::source;
//!
//! // Thread 5 reads three threads below it; thread 2 has none there and keeps its own word.
//! assert_eq!(source(ShuffleMode::Up, 32, 5, 3, 0), (2, true));
//! assert_eq!(source(ShuffleMode::Up, 32, 2, 3, 0), (2, false));
//! ```

use super::sources::Sources;
use crate::isa::{Mask, ShuffleMode, Thread, TrueWord, WARP_THREADS, Wave};

/// The source of thread `thread_in_warp` (0..`warp_threads`) and whether it is in range; out of
/// range it is the thread itself.
///
/// `b` and `c` are the thread's own operand words, of which only b\[4:0\], c\[4:0\] (clamp) and
/// c\[12:8\] (segment mask) count. `warp_threads` is 32; a smaller warp of a power of two threads
/// uses that many fewer bits of every lane field.
#[inline]
pub fn source(
    mode: ShuffleMode,
    warp_threads: usize,
    thread_in_warp: usize,
    b: u32,
    c: u32,
) -> (usize, bool) {
    debug_assert!(
        warp_threads.is_power_of_two() && thread_in_warp < warp_threads,
        "thread {thread_in_warp} of {warp_threads}"
    );
    let lane_field = |word: u32| word as i32 & (warp_threads - 1) as i32;
    let i = thread_in_warp as i32;
    let b = lane_field(b);
    let mask = lane_field(c >> 8);

    let min = i & mask;
    let max = limit(warp_threads, thread_in_warp, c) as i32;
    let j = match mode {
        ShuffleMode::Index => min | (b & !mask),
        ShuffleMode::Up => i - b,
        ShuffleMode::Down => i + b,
        ShuffleMode::Butterfly => i ^ b,
    };
    let in_range = if mode == ShuffleMode::Up { j >= max } else { j <= max };
    (if in_range { j } else { i } as usize, in_range)
}

/// The last thread of its warp that a thread may read, in its segment: below it none by UP, above it
/// none by the other modes. Arguments are those of [`source`].
#[inline]
pub fn limit(warp_threads: usize, thread_in_warp: usize, c: u32) -> usize {
    let lane_field = |word: u32| word as usize & (warp_threads - 1);
    let (clamp, mask) = (lane_field(c), lane_field(c >> 8));
    thread_in_warp & mask | clamp & !mask
}

/// [`source`] for each thread of a wave, with its own b and c: SHFL works inside each warp. The first
/// are numbers of threads.
pub fn sources_in_wave(mode: ShuffleMode, sources: &Sources) -> (Wave<u32>, Mask) {
    // The mode is chosen once, and not by each thread.
    match mode {
        ShuffleMode::Index => sources_by(ShuffleMode::Index, sources),
        ShuffleMode::Up => sources_by(ShuffleMode::Up, sources),
        ShuffleMode::Down => sources_by(ShuffleMode::Down, sources),
        ShuffleMode::Butterfly => sources_by(ShuffleMode::Butterfly, sources),
    }
}

#[inline(always)]
fn sources_by(mode: ShuffleMode, sources: &Sources) -> (Wave<u32>, Mask) {
    let warp_threads = sources.threads().min(WARP_THREADS);
    let of = |Thread(thread): Thread, [_, b, c]: [u32; 3]| {
        let first = thread as u32 & !(warp_threads as u32 - 1);
        let thread_in_warp = thread as u32 - first;
        let (j, in_range) = source(mode, warp_threads, thread_in_warp as usize, b, c);
        (first + j as u32, in_range)
    };
    (
        sources.each(|thread, words, _| of(thread, words).0),
        sources.each(|thread, words, _| of(thread, words).1),
    )
}

/// The word that the second register of a SHF* destination pair gets.
pub fn range_word(true_word: TrueWord, in_range: bool) -> u32 {
    match true_word {
        _ if !in_range => 0,
        TrueWord::AllOnes => 0xffff_ffff,
        TrueWord::One => 1.0_f32.to_bits(),
    }
}
