//! What happened in a run, as the thread that simulates writes it down.

use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;

use super::super::format::NetNumber;
use crate::engine::watch::{Plan, Target, Watch};

/// What happened, in the order of the times: some nets one by one, most in blocks.
#[derive(Default)]
pub struct Log {
    /// For each change of a net alone the net and its value, the lowest word first; for a text its
    /// bytes, behind how many there are.
    pub words: Vec<u32>,
    /// For each block with changes its number and its limbs.
    pub blocks: Vec<u64>,
    times: Vec<Time>,
    /// Whose the blocks are, where that is not as before.
    pub origin: Option<Origin>,
}

/// A time, and where its changes begin.
#[derive(Clone, Copy)]
struct Time {
    time: u64,
    words: usize,
    blocks: usize,
}

/// A time, and where its changes are.
pub struct Moment {
    pub time: u64,
    pub words: Range<usize>,
    pub blocks: Range<usize>,
}

impl Log {
    /// What follows happens at `time`.
    pub fn begin(&mut self, time: u64) {
        self.times.push(Time { time, words: self.words.len(), blocks: self.blocks.len() });
    }

    pub fn bytes(&self) -> usize {
        4 * self.words.len() + 8 * self.blocks.len()
    }

    pub fn clear(&mut self) {
        self.words.clear();
        self.blocks.clear();
        self.times.clear();
        self.origin = None;
    }

    /// The times, and the words and the blocks of all of them.
    pub fn parts(&mut self) -> (impl Iterator<Item = Moment>, &[u32], &mut [u64]) {
        let end = Time { time: 0, words: self.words.len(), blocks: self.blocks.len() };
        let ends = self.times.iter().skip(1).copied().chain([end]);
        let moment = |(now, next): (&Time, Time)| Moment {
            time: now.time,
            words: now.words..next.words,
            blocks: now.blocks..next.blocks,
        };
        (self.times.iter().zip(ends).map(moment), &self.words, &mut self.blocks)
    }
}

/// Whose the changes in blocks are.
pub struct Origin {
    pub plan: Arc<Plan>,
    /// The nets, which are the first ones of the plan.
    pub nets: Range<NetNumber>,
    /// What the plan's words held last, as far as nets need several changes' words.
    pub record: Vec<u64>,
    /// Of each block the changes that are whole nets, and those that are parts of nets.
    pub wholes: Vec<u64>,
    pub parts: Vec<u64>,
    /// Whether a net is among those that change at a time, while they are gathered.
    pub is_told: Vec<Cell<bool>>,
    /// Of each block where in the log it was seen and not taken in yet.
    pub seen: Vec<Vec<usize>>,
    /// Whether there is any.
    pub is_waiting: bool,
}

impl Origin {
    /// The first nets of `watch` are these.
    pub fn new(nets: Range<NetNumber>, watch: &Watch) -> Self {
        let plan = Arc::clone(watch.plan());
        let (mut wholes, mut parts) = (vec![], vec![]);
        for block in &plan.blocks {
            let (mut whole, mut part) = (0, 0);
            for (bit, change) in block.changes.clone().enumerate() {
                let words = plan.changes[change].words as usize;
                let is_whole = |target: &&Target| plan.places(target.net as usize).len() <= words;
                let targets = plan.targets(change).iter();
                let mut targets = targets.filter(|target| (target.net as usize) < nets.len());
                match targets.clone().next() {
                    None => {}
                    Some(_) if targets.all(|target| is_whole(&target)) => whole |= 1 << bit,
                    Some(_) => part |= 1 << bit,
                }
            }
            wholes.push(whole);
            parts.push(part);
        }
        let is_told = vec![Cell::new(false); nets.end];
        let seen = vec![vec![]; plan.blocks.len()];
        Self {
            plan,
            nets,
            record: watch.record().to_vec(),
            wholes,
            parts,
            is_told,
            seen,
            is_waiting: false,
        }
    }

    /// The numbers of the nets that a change is about.
    pub fn nets(&self, change: usize) -> impl Iterator<Item = NetNumber> + '_ {
        let nets = self.plan.targets(change).iter().map(|target| target.net as usize);
        nets.filter(|&net| net < self.nets.len()).map(|net| self.nets.start + net)
    }
}
