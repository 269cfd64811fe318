//! Answers that are kept for those who ask again.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// Answers that are kept.
const KEPT: usize = 64;

/// The last few answers of a function that takes long, by its questions: many machines of a study
/// ask the same.
///
/// ```
/// use lanebeat_hdl::Recent;
///
/// static SQUARES: Recent<u32, u32> = Recent::new();
/// assert_eq!(SQUARES.answer(3, |number| number * number), 9);
/// assert_eq!(SQUARES.answer(3, |_| unreachable!("it is known")), 9);
/// ```
#[derive(Debug, Default)]
pub struct Recent<Q, A>(Mutex<VecDeque<(Q, A)>>);

impl<Q: PartialEq, A: Clone> Recent<Q, A> {
    /// Nothing is known yet.
    pub const fn new() -> Self {
        Self(Mutex::new(VecDeque::new()))
    }

    /// The answer to `question`, which `find` finds where it is not known. Two threads that ask at
    /// once may both look for it.
    pub fn answer(&self, question: Q, find: impl FnOnce(&Q) -> A) -> A {
        let all = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut known = all();
        let place = known.iter().position(|(asked, _)| *asked == question);
        if let Some(own) = place.and_then(|place| known.remove(place)) {
            let answer = own.1.clone();
            known.push_front(own);
            return answer;
        }
        drop(known);
        let answer = find(&question);
        let mut known = all();
        known.truncate(KEPT - 1);
        known.push_front((question, answer.clone()));
        answer
    }
}
