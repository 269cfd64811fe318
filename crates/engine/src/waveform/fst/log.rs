//! Changes of nets in a run, as the thread that simulates logs them.

use std::collections::BTreeMap;
use std::ops::Range;

use super::super::format::NetNumber;
use crate::watch::Plan;

/// Changes in the order of the times: of the nets block by block, and of some nets one by one.
#[derive(Default)]
pub struct Log {
    /// For each change of a net alone the net and its value, the lowest word first; for a text its
    /// bytes, behind how many there are.
    pub words: Vec<u32>,
    /// For each block of the layout, its entries: index of a time at which it has changes, then
    /// its limbs.
    pub blocks: Vec<Vec<u64>>,
    /// Each time, and where the changes of nets alone begin in the words.
    pub times: Vec<(u64, usize)>,
    /// How the blocks lie, where that is not as before. Changes of nets in blocks come before those
    /// of the same nets alone.
    pub layout: Option<Layout>,
}

impl Log {
    /// Begins the changes of `time`.
    pub fn begin(&mut self, time: u64) {
        self.times.push((time, self.words.len()));
    }

    pub fn clear(&mut self) {
        self.words.clear();
        self.blocks.iter_mut().for_each(Vec::clear);
        self.times.clear();
        self.layout = None;
    }

    /// Each time, with the words of the changes of nets alone.
    pub fn changes_by_time(&self) -> impl Iterator<Item = (u64, &[u32])> {
        let ends = self.times.iter().skip(1).map(|&(_, begin)| begin).chain([self.words.len()]);
        self.times.iter().zip(ends).map(|(&(time, begin), end)| (time, &self.words[begin..end]))
    }
}

/// How the nets of a plan lie in its blocks.
#[derive(Default)]
pub struct Layout {
    /// For each block, the number of limbs of its entry for one time.
    pub lengths: Vec<usize>,
    /// For each block, the nets that have all their words in it.
    pub locals: Vec<Vec<Local>>,
    /// Their words, counted from where the log has the time.
    pub words: Vec<u32>,
}

/// A net all words of which lie in a block.
pub struct Local {
    pub net: NetNumber,
    /// The changes that are about it.
    pub changes: u64,
    /// In [`Layout::words`], the lowest first.
    pub words: Range<usize>,
}

/// A net that has words in several blocks, and the changes of one of them that are about it. By its
/// place among those that are watched.
pub struct Part {
    pub net: usize,
    pub changes: u64,
}

/// How the first nets of a plan lie in its blocks, and for each block the parts of nets that do not
/// lie in one. `nets` are their numbers in the dump.
pub fn layout(plan: &Plan, nets: Range<NetNumber>) -> (Layout, Vec<Vec<Part>>) {
    let (mut layout, mut parts) = (Layout::default(), vec![]);
    for block in &plan.blocks {
        let mut changes_of = BTreeMap::<usize, u64>::new();
        for (bit, change) in block.changes.clone().enumerate() {
            for target in plan.targets(change) {
                *changes_of.entry(target.net as usize).or_default() |= 1 << bit;
            }
        }
        let words = 2 * block.limbs.start as u32..2 * block.limbs.end as u32;
        let (mut of_block, mut parts_of_block) = (vec![], vec![]);
        for (&net, &changes) in changes_of.range(..nets.len()) {
            let places = plan.places(net);
            if places.iter().all(|place| words.contains(place)) {
                let begin = layout.words.len();
                layout.words.extend(places.iter().map(|place| place - words.start + 2));
                let (net, words) = (nets.start + net, begin..layout.words.len());
                of_block.push(Local { net, changes, words });
            } else {
                parts_of_block.push(Part { net, changes });
            }
        }
        layout.lengths.push(1 + block.limbs.len());
        layout.locals.push(of_block);
        parts.push(parts_of_block);
    }
    (layout, parts)
}
