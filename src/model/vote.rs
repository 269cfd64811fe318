//! Votes, matches and reductions (ISA.md section 7) over the executing threads of one warp.
//!
//! ```
//! use lanebeat::isa::{VoteOperation, Wave};
//! use lanebeat::model::Outcome;
//! use lanebeat::model::vote::{Warp, outcome_of_warp};
//!
//! let warp = Warp { executing: 0b1110, q: 0b0111, words: &[0; 32] };
//! let ballot = outcome_of_warp(VoteOperation::Ballot, &warp);
//! assert_eq!(ballot, Outcome::Words(Wave::filled(32, 0b0110)));
//! ```

use super::outcome::Outcome;
use super::sources::Sources;
use crate::isa::{Reduction, Signedness, Thread, VoteOperation, WARP_THREADS, Wave};

/// Inputs of a vote from the threads of one warp; bit i is thread i of the warp.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warp<'w> {
    /// A of ISA.md: EXEC and the guard are true.
    pub executing: u32,
    /// Predicate q, also of threads that do not execute.
    pub q: u32,
    /// Operand a, thread 0 of the warp first.
    pub words: &'w [u32],
}

/// The bit of each thread of a warp, in a list, since processors shift all elements of a vector alike.
const BITS: [u32; WARP_THREADS] = {
    let mut bits = [1; WARP_THREADS];
    let mut thread = 1;
    while thread < WARP_THREADS {
        bits[thread] = 2 * bits[thread - 1];
        thread += 1;
    }
    bits
};

/// The results of the threads of a wave, each from its warp.
pub fn outcome(operation: VoteOperation, sources: &Sources) -> Outcome {
    let warps = (0..sources.threads()).step_by(WARP_THREADS).map(|first| {
        let threads = first..sources.threads().min(first + WARP_THREADS);
        outcome_of_warp(
            operation,
            &Warp {
                executing: mask(sources.executing.0[threads.clone()].iter().copied()),
                q: mask(sources.q.0[threads.clone()].iter().copied()),
                words: &sources.a[threads],
            },
        )
    });
    warps.reduce(Outcome::then).expect("a wave has threads")
}

/// The results of the threads of `warp`, if they execute.
pub fn outcome_of_warp(operation: VoteOperation, warp: &Warp) -> Outcome {
    let &Warp { executing, q, words } = warp;
    let in_favour = executing & q;
    let any = in_favour != 0;
    let all = executing & !q == 0;
    let threads = words.len();
    let bit = |bit| Outcome::Bits(Wave::filled(threads, bit));
    let word = |word| Outcome::Words(Wave::filled(threads, word));
    match operation {
        VoteOperation::Any => bit(any),
        VoteOperation::All => bit(all),
        VoteOperation::Uniform => bit(all || in_favour == 0),
        VoteOperation::Ballot => word(in_favour),
        VoteOperation::ActiveThreads => word(executing),
        VoteOperation::MatchAny => Outcome::Words(Wave::from_fn(threads, |Thread(thread)| {
            executing & mask(words.iter().map(|&word| word == words[thread]))
        })),
        VoteOperation::MatchAll => {
            let first = of_executing(warp).next();
            let all_same = of_executing(warp).all(|word| Some(word) == first);
            let same = if all_same { executing } else { 0 };
            Outcome::Both(Wave::filled(threads, same), Wave::filled(threads, all_same))
        }
        VoteOperation::Reduce(reduction) => word(reduced(reduction, warp)),
    }
}

/// The words of the executing threads, in their order.
fn of_executing<'w>(warp: &Warp<'w>) -> impl Iterator<Item = u32> + use<'w> {
    let executing = warp.executing;
    let words = warp.words.iter().enumerate();
    words.filter(move |(thread, _)| executing >> thread & 1 == 1).map(|(_, &word)| word)
}

fn reduced(reduction: Reduction, warp: &Warp) -> u32 {
    use Signedness::{Signed, Unsigned};
    match reduction {
        Reduction::Add => folded(warp, 0, u32::wrapping_add),
        // Over nobody it is 0, which would change words.
        Reduction::And if warp.executing == 0 => 0,
        Reduction::And => folded(warp, u32::MAX, |left, right| left & right),
        Reduction::Or => folded(warp, 0, |left, right| left | right),
        Reduction::Xor => folded(warp, 0, |left, right| left ^ right),
        Reduction::Minimum(Signed) => {
            folded(warp, i32::MAX as u32, |left, right| (left as i32).min(right as i32) as u32)
        }
        Reduction::Minimum(Unsigned) => folded(warp, u32::MAX, u32::min),
        Reduction::Maximum(Signed) => {
            folded(warp, i32::MIN as u32, |left, right| (left as i32).max(right as i32) as u32)
        }
        Reduction::Maximum(Unsigned) => folded(warp, u32::MIN, u32::max),
    }
}

/// The words of the executing threads, combined; `nothing` stands for the others, and changes no word.
fn folded(warp: &Warp, nothing: u32, combine: impl Fn(u32, u32) -> u32) -> u32 {
    let words = warp.words.iter().zip(BITS);
    words
        .map(|(&word, bit)| if warp.executing & bit == 0 { nothing } else { word })
        .fold(nothing, combine)
}

/// One bit for each thread of a warp, thread 0 lowest.
fn mask(bits: impl Iterator<Item = bool>) -> u32 {
    bits.zip(BITS).map(|(bit, value)| if bit { value } else { 0 }).sum()
}
