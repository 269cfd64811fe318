//! A deadlock: which wave waits at which barrier; one record and one way to print it, for every
//! engine.

use std::collections::BTreeMap;
use std::fmt;

use super::shared::Barrier;
use crate::source::{counted, listed};

/// Waves that have instructions left and wait for ever, with the barrier of each.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct Deadlock {
    /// At least one.
    pub waiting: Vec<(usize, Barrier)>,
}

impl fmt::Display for Deadlock {
    /// `deadlock: waves 0 and 2 wait at barrier 3, which needs 4 waves`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut places: BTreeMap<Barrier, Vec<usize>> = BTreeMap::new();
        self.waiting
            .iter()
            .for_each(|&(wave, barrier)| places.entry(barrier).or_default().push(wave));
        let sentences: Vec<String> =
            places.iter().map(|(barrier, waves)| sentence(barrier, waves)).collect();
        write!(f, "deadlock: {}", sentences.join("; "))
    }
}

fn sentence(barrier: &Barrier, waves: &[usize]) -> String {
    let names: Vec<String> = waves.iter().map(usize::to_string).collect();
    let (kind, verb) = if waves.len() == 1 { ("wave", "waits") } else { ("waves", "wait") };
    let who = format!("{kind} {} {verb}", listed(&names, "and"));
    let needs = match barrier.waves {
        None => "all running waves".to_owned(),
        Some(count) => counted(count.into(), "wave"),
    };
    format!("{who} at barrier {}, which needs {needs}", barrier.number)
}
