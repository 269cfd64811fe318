//! SHFL (ISA.md section 5): which thread of its warp a thread reads, and whether that thread is in range.

use crate::isa::{ShuffleMode, TrueWord, WARP_THREADS};

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
    let (source, in_range) = in_warp(mode, warp_threads as i32, thread_in_warp as i32, b, c);
    (source as usize, in_range)
}

/// The formulas of ISA.md section 5 for thread i of its warp.
#[inline(always)]
fn in_warp(mode: ShuffleMode, warp_threads: i32, i: i32, b: u32, c: u32) -> (i32, bool) {
    let lane_field = |word: u32| word as i32 & (warp_threads - 1);
    let b = lane_field(b);
    let clamp = lane_field(c);
    let mask = lane_field(c >> 8);

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
    if in_range { (j, true) } else { (i, false) }
}

/// The same for every thread of a wave, each with its own b and c: the number of its source thread, and whether that is in
/// range. SHFL works inside each warp.
pub fn sources_in_wave(mode: ShuffleMode, b: &[u32], c: &[u32]) -> (Vec<u32>, Vec<bool>) {
    // A loop for each mode, so that no thread asks which it is.
    match mode {
        ShuffleMode::Index => each_thread(b, c, |warp_threads, i, b, c| in_warp(ShuffleMode::Index, warp_threads, i, b, c)),
        ShuffleMode::Up => each_thread(b, c, |warp_threads, i, b, c| in_warp(ShuffleMode::Up, warp_threads, i, b, c)),
        ShuffleMode::Down => each_thread(b, c, |warp_threads, i, b, c| in_warp(ShuffleMode::Down, warp_threads, i, b, c)),
        ShuffleMode::Butterfly => {
            each_thread(b, c, |warp_threads, i, b, c| in_warp(ShuffleMode::Butterfly, warp_threads, i, b, c))
        }
    }
}

fn each_thread(b: &[u32], c: &[u32], in_warp: impl Fn(i32, i32, u32, u32) -> (i32, bool)) -> (Vec<u32>, Vec<bool>) {
    let warp_threads = b.len().min(WARP_THREADS) as i32;
    let sources = (0..).zip(b).zip(c).map(|((thread, &b), &c)| {
        let thread_in_warp = thread & (warp_threads - 1);
        let (source, in_range) = in_warp(warp_threads, thread_in_warp, b, c);
        ((thread - thread_in_warp + source) as u32, in_range)
    });
    (sources.clone().map(|(source, _)| source).collect(), sources.map(|(_, in_range)| in_range).collect())
}

/// The word that the second register of a SHF* destination pair gets.
pub fn range_word(true_word: TrueWord, in_range: bool) -> u32 {
    match true_word {
        _ if !in_range => 0,
        TrueWord::AllOnes => 0xffff_ffff,
        TrueWord::One => 1.0_f32.to_bits(),
    }
}
