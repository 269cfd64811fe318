//! Votes, matches and reductions (ISA.md section 7): what the executing threads of one warp have in common.
//!
//! Every function takes one warp: thread 0 of the warp first, and for each thread whether it executes, that is, whether
//! EXEC and its guard are true.

use crate::isa::{Reduction, Signedness, VoteMode};

/// The predicate that a vote gives to every executing thread.
pub fn vote(mode: VoteMode, executing: &[bool], q: &[bool]) -> bool {
    let outcomes: Vec<bool> = of_executing(executing, q);
    let any = outcomes.contains(&true);
    let all = !outcomes.contains(&false);
    match mode {
        VoteMode::Any => any,
        VoteMode::All => all,
        VoteMode::Uniform => all || !any,
    }
}

/// A word in which bit i says whether thread i of the warp executes and its q is true.
pub fn ballot(executing: &[bool], q: &[bool]) -> u32 {
    mask_of(executing.len(), |thread| executing[thread] && q[thread])
}

/// A word in which bit i says whether thread i of the warp executes.
pub fn active(executing: &[bool]) -> u32 {
    mask_of(executing.len(), |thread| executing[thread])
}

/// A word in which bit i says whether thread i of the warp executes and has the same word as `thread`.
pub fn match_any(executing: &[bool], words: &[u32], thread: usize) -> u32 {
    mask_of(executing.len(), |other| executing[other] && words[other] == words[thread])
}

/// The executing threads and true if all of them have the same word, else 0 and false.
pub fn match_all(executing: &[bool], words: &[u32]) -> (u32, bool) {
    let words = of_executing(executing, words);
    let all_same = words.iter().all(|&word| word == words[0]);
    if all_same { (active(executing), true) } else { (0, false) }
}

/// The words of the executing threads, combined; of none it is 0, and of minimum and maximum the identity.
pub fn reduce(reduction: Reduction, executing: &[bool], words: &[u32]) -> u32 {
    let words = of_executing(executing, words);
    if words.is_empty() {
        return of_nobody(reduction);
    }
    words[1..].iter().fold(words[0], |left, &right| combine(reduction, left, right))
}

fn combine(reduction: Reduction, left: u32, right: u32) -> u32 {
    match reduction {
        Reduction::Add => ((u64::from(left) + u64::from(right)) % (1 << 32)) as u32,
        Reduction::And => left & right,
        Reduction::Or => left | right,
        Reduction::Xor => left ^ right,
        Reduction::Minimum(Signedness::Signed) => (left as i32).min(right as i32) as u32,
        Reduction::Minimum(Signedness::Unsigned) => left.min(right),
        Reduction::Maximum(Signedness::Signed) => (left as i32).max(right as i32) as u32,
        Reduction::Maximum(Signedness::Unsigned) => left.max(right),
    }
}

/// What a reduction over no thread gives.
fn of_nobody(reduction: Reduction) -> u32 {
    match reduction {
        Reduction::Add | Reduction::And | Reduction::Or | Reduction::Xor => 0,
        Reduction::Minimum(Signedness::Signed) => i32::MAX as u32,
        Reduction::Minimum(Signedness::Unsigned) => u32::MAX,
        Reduction::Maximum(Signedness::Signed) => i32::MIN as u32,
        Reduction::Maximum(Signedness::Unsigned) => u32::MIN,
    }
}

/// What the executing threads have, in their order.
fn of_executing<T: Copy>(executing: &[bool], all: &[T]) -> Vec<T> {
    executing.iter().zip(all).filter(|&(&executes, _)| executes).map(|(_, &own)| own).collect()
}

fn mask_of(threads: usize, is_set: impl Fn(usize) -> bool) -> u32 {
    (0..threads).filter(|&thread| is_set(thread)).map(|thread| 1 << thread).sum()
}
