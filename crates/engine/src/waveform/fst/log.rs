//! Changes of nets in a run, as the thread that simulates logs them.

use std::collections::BTreeMap;
use std::ops::Range;

use super::super::format::NetNumber;
use crate::watch::{Place, Watch, set_bits};

/// Changes in the order of the times: of the nets block by block, and of some nets one by one.
#[derive(Default)]
pub struct Log {
    /// For each change of a net alone the net and its value, the lowest word first; for a text its
    /// bytes, behind how many there are.
    pub words: Vec<u32>,
    /// For each block of the layout, its stream.
    pub blocks: Vec<Stream>,
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
        self.blocks.iter_mut().for_each(|stream| stream.used = 0);
        self.times.clear();
        self.layout = None;
    }

    /// Each time, with the words of the changes of nets alone.
    pub fn changes_by_time(&self) -> impl Iterator<Item = (u64, &[u32])> {
        let ends = self.times.iter().skip(1).map(|&(_, begin)| begin).chain([self.words.len()]);
        self.times.iter().zip(ends).map(|(&(time, begin), end)| (time, &self.words[begin..end]))
    }
}

/// An entry for each time at which a block had changes: the time's index, the changes, and values. These
/// are the vectors that changed where a block is of vectors, which begin at a limb of it, otherwise
/// all of them.
#[derive(Clone, Default)]
pub struct Stream {
    /// Memory for them; as much as is used holds some.
    memory: Vec<u64>,
    used: usize,
}

impl Stream {
    /// Appends the state of a block. Returns how many bytes that takes.
    #[inline(always)]
    pub fn push(&mut self, time: u64, block: &[u64], vectors: Option<usize>) -> usize {
        if self.memory.len() < self.used + 1 + block.len() {
            self.memory.resize(2 * self.memory.len() + 1 + block.len(), 0);
        }
        let memory = &mut self.memory[self.used..][..1 + block.len()];
        [memory[0], memory[1]] = [time, block[0]];
        let mut length = 2;
        match vectors {
            None => {
                memory[2..].copy_from_slice(&block[1..]);
                length = memory.len();
            }
            Some(first) => {
                for vector in changed_vectors(block[0]) {
                    memory[length..][..2].copy_from_slice(&block[first + 2 * vector..][..2]);
                    length += 2;
                }
            }
        }
        self.used += length;
        8 * length
    }

    /// All of them, for [`expand`].
    pub fn all(&self) -> &[u64] {
        &self.memory[..self.used]
    }
}

/// Puts the first 64 of the entries into `whole`, each with all values: with those of `held`, the
/// entry before, where they have not changed. What is left of the entries.
pub fn expand<'e>(
    mut entries: &'e [u64],
    vectors: Option<usize>,
    held: &mut [u64],
    whole: &mut Vec<u64>,
) -> &'e [u64] {
    whole.clear();
    while !entries.is_empty() && whole.len() < 64 * held.len() {
        let mut length = 2;
        held[..2].copy_from_slice(&entries[..2]);
        match vectors {
            None => {
                length = held.len();
                held.copy_from_slice(&entries[..length]);
            }
            Some(first) => {
                for vector in changed_vectors(entries[1]) {
                    held[1 + first + 2 * vector..][..2].copy_from_slice(&entries[length..][..2]);
                    length += 2;
                }
            }
        }
        whole.extend_from_slice(held);
        entries = &entries[length..];
    }
    entries
}

/// The vectors of four words in which any of these changes are.
#[inline]
fn changed_vectors(changes: u64) -> impl Iterator<Item = usize> {
    let pairs = changes | changes >> 1;
    set_bits((pairs | pairs >> 2) & 0x1111_1111_1111_1111).map(|bit| bit / 4)
}

/// How the nets of a plan lie in its blocks.
#[derive(Default)]
pub struct Layout {
    pub blocks: Vec<BlockLayout>,
    /// Places of the nets in blocks, the words counted from where an entry has the time.
    pub places: Vec<Place>,
}

/// A block of a layout.
pub struct BlockLayout {
    /// As in the plan.
    pub vectors: Option<usize>,
    /// Its last entry with all values: time, changes, values.
    pub held: Vec<u64>,
    /// The nets that have all their words in it.
    pub locals: Vec<Local>,
}

/// A net all words of which lie in a block.
pub struct Local {
    pub net: NetNumber,
    /// The changes that are about it.
    pub changes: u64,
    /// In [`Layout::places`], the lowest first.
    pub places: Range<usize>,
}

/// A net that has words in several blocks, and the changes of one of them that are about it. By its
/// place among those that are watched.
pub struct Part {
    pub net: usize,
    pub changes: u64,
}

/// How the first nets of a watch lie in its blocks, with what these hold, and for each block the
/// parts of nets that do not lie in one. `nets` are their numbers in the dump.
pub fn layout(watch: &Watch, nets: Range<NetNumber>) -> (Layout, Vec<Vec<Part>>) {
    let plan = watch.plan();
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
            if places.iter().all(|place| words.contains(&place.word)) {
                let begin = layout.places.len();
                let place = |place: &Place| Place { word: place.word - words.start + 2, ..*place };
                layout.places.extend(places.iter().map(place));
                let (net, places) = (nets.start + net, begin..layout.places.len());
                of_block.push(Local { net, changes, places });
            } else {
                parts_of_block.push(Part { net, changes });
            }
        }
        let held = [&[0], &watch.record()[block.limbs.clone()]].concat();
        layout.blocks.push(BlockLayout { vectors: block.vectors, held, locals: of_block });
        parts.push(parts_of_block);
    }
    (layout, parts)
}
