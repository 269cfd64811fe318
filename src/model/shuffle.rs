//! SHFL (ISA.md section 5): which thread of its warp a thread reads, and whether that thread is in range.

use crate::isa::{ShuffleMode, Thread, TrueWord, WARP_THREADS};

/// The source of thread `thread_in_warp` (0..`warp_threads`) and whether it is in range; out of range it is the thread itself.
///
/// `b` and `c` are the thread's own operand words, of which only b\[4:0\], c\[4:0\] (clamp) and c\[12:8\] (segment mask)
/// count. `warp_threads` is 32; a smaller warp of a power of two threads uses that many fewer bits of every lane field.
pub fn source(mode: ShuffleMode, warp_threads: usize, thread_in_warp: usize, b: u32, c: u32) -> (usize, bool) {
    assert!(
        warp_threads.is_power_of_two() && warp_threads <= WARP_THREADS,
        "a warp has 16 or {WARP_THREADS} threads, not {warp_threads}"
    );
    assert!(thread_in_warp < warp_threads, "thread {thread_in_warp} is outside a warp of {warp_threads} threads");
    let lane_field = |word: u32| i64::from(word) % warp_threads as i64;
    let i = thread_in_warp as i64;
    let b = lane_field(b);
    let clamp = lane_field(c);
    let mask = lane_field(c / 256);

    let min = i & mask;
    let max = min | (clamp & !mask);
    let (j, in_range) = match mode {
        ShuffleMode::Index => {
            let j = min | (b & !mask);
            (j, j <= max)
        }
        ShuffleMode::Up => (i - b, i - b >= max),
        ShuffleMode::Down => (i + b, i + b <= max),
        ShuffleMode::Butterfly => (i ^ b, i ^ b <= max),
    };
    if in_range { (j as usize, true) } else { (thread_in_warp, false) }
}

/// The same for a thread of a wave of `threads` threads: SHFL works inside each warp.
pub fn source_in_wave(mode: ShuffleMode, threads: usize, thread: Thread, b: u32, c: u32) -> (Thread, bool) {
    let warp_threads = threads.min(WARP_THREADS);
    let first_of_warp = thread.0 / warp_threads * warp_threads;
    let (source, in_range) = source(mode, warp_threads, thread.0 - first_of_warp, b, c);
    (Thread(first_of_warp + source), in_range)
}

/// The word that the second register of a SHF* destination pair gets.
pub fn range_word(true_word: TrueWord, in_range: bool) -> u32 {
    match true_word {
        _ if !in_range => 0,
        TrueWord::AllOnes => 0xffff_ffff,
        TrueWord::One => 1.0_f32.to_bits(),
    }
}
