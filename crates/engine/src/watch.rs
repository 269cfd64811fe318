//! Nets whose changes are observed.
//!
//! Their values lie in a record, in blocks of 64 changes and the values that these are about:
//!
//! ```text
//! record | changes of block 0 | values of block 0 | changes of block 1 | ... | what never changes
//! ```
//!
//! A change is a bit, about one bit or about one or two words of 32 bits, which several nets may share.
//! Which words stand where is a [`Plan`], so that code for a machine brings a record to the present in
//! the order in which it computes.

use std::ops::Range;
use std::sync::Arc;

use super::flat::{Flat, SignalId};

/// Changes in a block.
const BLOCK: usize = 64;

/// Some nets of a design, what they hold, and which of them have changed since the observation
/// before the last.
///
/// An engine brings it to the present in [`Engine::observe`](super::Engine::observe).
pub struct Watch {
    /// Watched nets. Engines compile code for a list, and recognise it by its address.
    pub(super) nets: Arc<[SignalId]>,
    /// For each net, its first limb in the value array of the [`Flat`].
    sources: Vec<usize>,
    /// A plan in which each word is about one net.
    net_by_net: Arc<Plan>,
    plan: Arc<Plan>,
    /// Aligned for vectors.
    record: Vec<u128>,
    /// Plan and record before the last observation, where the plan was another one: words that were
    /// different may be one word now.
    before: Option<(Arc<Plan>, Vec<u128>)>,
}

impl Watch {
    /// Watches `nets`, all of which are taken to have been 0.
    pub fn new(flat: &Flat, nets: Vec<SignalId>) -> Self {
        let mut plan = Plan::new(nets.iter().map(|net| flat.signals[net.signal].place.width));
        for (net, part) in plan.all_parts().collect::<Vec<_>>() {
            if plan.begins_block(1) {
                plan.begin_block();
            }
            let byte = plan.room(4);
            plan.change(byte, 1, [Target { net, part }]);
        }
        plan.finish(&[]);
        let record = vec![0; plan.limbs.div_ceil(2)];
        let plan = Arc::new(plan);
        let sources = nets.iter().map(|&net| flat.range(net).start).collect();
        Self {
            nets: nets.into(),
            sources,
            net_by_net: Arc::clone(&plan),
            plan,
            record,
            before: None,
        }
    }

    /// Puts the value of a net, by its number in the list, into `limbs`, the lowest first.
    pub fn read(&self, net: usize, limbs: &mut Vec<u64>) {
        let words: &[u32] = bytemuck::cast_slice(&self.record);
        limbs.clear();
        limbs.extend(self.plan.places(net).chunks(2).map(|places| {
            let high = places.get(1).map_or(0, |place| place.word(words));
            u64::from(places[0].word(words)) | u64::from(high) << 32
        }));
    }

    /// The value of a net of at most 128 bits.
    pub fn number(&self, net: usize) -> u128 {
        let words: &[u32] = bytemuck::cast_slice(&self.record);
        let places = self.plan.places(net).iter().rev();
        places.fold(0, |number, place| number << 32 | u128::from(place.word(words)))
    }

    /// The numbers of the nets that have changed, in the order of the list.
    pub fn changed(&self) -> Vec<usize> {
        if let Some((plan, record)) = &self.before {
            let [old, new]: [&[u32]; 2] =
                [record, &self.record].map(|words| bytemuck::cast_slice(words));
            let differs = |&net: &usize| {
                let mut places = plan.places(net).iter().zip(self.plan.places(net));
                places.any(|(before, now)| before.word(old) != now.word(new))
            };
            return (0..self.nets.len()).filter(differs).collect();
        }
        let mut nets = vec![0; self.nets.len().div_ceil(64)];
        for block in &self.plan.blocks {
            for bit in set_bits(self.record()[block.limbs.start]) {
                for &Target { net, .. } in self.plan.targets(block.changes.start + bit) {
                    nets[net as usize / 64] |= 1 << (net % 64);
                }
            }
        }
        let nets = nets.into_iter().enumerate();
        nets.flat_map(|(word, bits)| set_bits(bits).map(move |bit| 64 * word + bit)).collect()
    }

    pub(super) fn plan(&self) -> &Arc<Plan> {
        &self.plan
    }

    pub(super) fn record(&self) -> &[u64] {
        bytemuck::cast_slice(&self.record)
    }

    /// The record, laid out by `plan` from now on, for an engine to bring it to the present.
    pub(super) fn record_by(&mut self, plan: &Arc<Plan>) -> &mut [u64] {
        self.before = None;
        if !Arc::ptr_eq(&self.plan, plan) {
            let record = std::mem::replace(&mut self.record, vec![0; plan.limbs.div_ceil(2)]);
            self.before = Some((std::mem::replace(&mut self.plan, Arc::clone(plan)), record));
            let words: &mut [u32] = bytemuck::cast_slice_mut(&mut self.record);
            plan.constants.iter().for_each(|&(place, word)| words[place] = word);
        }
        bytemuck::cast_slice_mut(&mut self.record)
    }

    /// The nets hold what they hold in the value array of the [`Flat`].
    pub(super) fn update(&mut self, all: &[u64]) {
        let plan = Arc::clone(&self.net_by_net);
        self.record_by(&plan);
        let words: &mut [u32] = bytemuck::cast_slice_mut(&mut self.record);
        for block in &plan.blocks {
            let mut changes = 0_u64;
            for (bit, number) in block.changes.clone().enumerate() {
                let Target { net, part } = plan.targets(number)[0];
                let limb = all[self.sources[net as usize] + part as usize / 2];
                let (now, word) = (
                    (limb >> (part % 2 * 32)) as u32,
                    &mut words[plan.changes[number].place.word as usize],
                );
                changes |= u64::from(*word != now) << bit;
                *word = now;
            }
            let begin = 2 * block.limbs.start;
            words[begin..begin + 2].copy_from_slice(&[changes as u32, (changes >> 32) as u32]);
        }
    }
}

/// Layout of a record.
pub(super) struct Plan {
    /// Limbs of a record.
    pub limbs: usize,
    pub blocks: Vec<Block>,
    pub changes: Vec<Change>,
    targets: Vec<Target>,
    /// Words that never change.
    constants: Vec<(usize, u32)>,
    /// Where each part of each net is, and where those of each net begin.
    places: Vec<Place>,
    begins: Vec<usize>,
    /// While it is being made.
    bytes: usize,
}

/// Up to 64 changes and the values that they are about.
pub(super) struct Block {
    /// The first has the changes.
    pub limbs: Range<usize>,
    /// The limb of the block at which the values begin, where each change is about a word of its own
    /// and these stand side by side in the order of the changes; whole vectors of four are the
    /// block's then.
    pub vectors: Option<usize>,
    /// In [`Plan::changes`].
    pub changes: Range<usize>,
}

/// Where a record has 32 bits of a net, or a net of one bit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub word: u32,
    /// The bit of the word that the net is, unless it is the whole word.
    pub bit: Option<u8>,
}

impl Place {
    fn word(self, words: &[u32]) -> u32 {
        let word = words[self.word as usize];
        self.bit.map_or(word, |bit| word >> bit & 1)
    }
}

/// Words and nets that a bit of a block's changes is about.
pub(super) struct Change {
    /// The first word.
    place: Place,
    targets: Range<usize>,
}

/// The 32 bits of a net that a word is.
#[derive(Clone, Copy)]
pub(super) struct Target {
    pub net: u32,
    /// Bits from 32 x `part` up.
    pub part: u32,
}

/// A part that has no place yet.
const NOWHERE: Place = Place { word: u32::MAX, bit: None };

impl Plan {
    /// A plan for nets of these widths, without any block.
    pub fn new(widths: impl Iterator<Item = usize>) -> Self {
        let mut begins = vec![0];
        widths.for_each(|width| begins.push(begins[begins.len() - 1] + width.div_ceil(32)));
        Self {
            limbs: 0,
            blocks: vec![],
            changes: vec![],
            targets: vec![],
            constants: vec![],
            places: vec![NOWHERE; begins[begins.len() - 1]],
            begins,
            bytes: 0,
        }
    }

    /// Whether so many changes more need another block.
    pub fn begins_block(&self, more: usize) -> bool {
        let held = |block: &Block| self.changes.len() - block.changes.start;
        self.blocks.last().is_none_or(|block| held(block) + more > BLOCK)
    }

    /// The next block begins at a multiple of 16 bytes. At which.
    pub fn align(&mut self) -> usize {
        self.end_block();
        self.bytes = self.bytes.next_multiple_of(16);
        self.bytes
    }

    /// Begins a block.
    pub fn begin_block(&mut self) {
        self.end_block();
        let (limb, change) = (self.bytes.div_ceil(8), self.changes.len());
        self.blocks.push(Block { limbs: limb..limb, vectors: None, changes: change..change });
        self.bytes = 8 * limb + 8;
    }

    fn end_block(&mut self) {
        if let Some(block) = self.blocks.last_mut() {
            block.changes.end = self.changes.len();
            let places = self.changes[block.changes.clone()].iter().map(|change| change.place);
            let first = self.changes[block.changes.start].place.word;
            let words = first..first + block.changes.len() as u32;
            if first.is_multiple_of(2) && places.eq(words.map(|word| Place { word, bit: None })) {
                block.vectors = Some(first as usize / 2 - block.limbs.start);
                let bytes = 16 * block.changes.len().div_ceil(4);
                self.bytes = self.bytes.max(4 * first as usize + bytes);
            }
            block.limbs.end = self.bytes.div_ceil(8);
        }
    }

    /// The byte at which a value of so many bytes stands, and of which its place is a multiple.
    pub fn room(&mut self, bytes: usize) -> usize {
        let byte = self.bytes.next_multiple_of(bytes);
        self.bytes = byte + bytes;
        byte
    }

    /// The next change is about `words` words from `byte` on, which are these parts, and those
    /// above, of nets.
    pub fn change(&mut self, byte: usize, words: u32, nets: impl IntoIterator<Item = Target>) {
        self.change_at(Place { word: byte as u32 / 4, bit: None }, words, nets);
    }

    /// The next change is about that bit from `byte` on, which is these nets.
    pub fn change_of_bit(&mut self, byte: usize, bit: usize, nets: Vec<Target>) {
        let word = (byte / 4 + bit / 32) as u32;
        self.change_at(Place { word, bit: Some(bit as u8 % 32) }, 1, nets);
    }

    fn change_at(&mut self, place: Place, words: u32, nets: impl IntoIterator<Item = Target>) {
        let first = self.targets.len();
        for target in nets {
            self.targets.push(target);
            let parts = self.parts(target.net as usize);
            let from = parts.start + target.part as usize;
            for (above, part) in (from..parts.end).take(words as usize).enumerate() {
                self.places[part] = Place { word: place.word + above as u32, ..place };
            }
        }
        self.changes.push(Change { place, targets: first..self.targets.len() });
    }

    /// Ends it; these nets never change.
    pub fn finish(&mut self, constants: &[(usize, Vec<u64>)]) {
        self.end_block();
        for (net, limbs) in constants {
            for part in self.parts(*net) {
                let (word, number) = (self.room(4) / 4, part - self.begins[*net]);
                self.places[part] = Place { word: word as u32, bit: None };
                self.constants.push((word, (limbs[number / 2] >> (number % 2 * 32)) as u32));
            }
        }
        assert!(!self.places.contains(&NOWHERE), "a net that nobody computes");
        self.limbs = self.bytes.div_ceil(8);
    }

    /// Each part of each net.
    fn all_parts(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let nets = 0..self.begins.len() - 1;
        nets.flat_map(|net| (0..self.parts(net).len()).map(move |part| (net as u32, part as u32)))
    }

    fn parts(&self, net: usize) -> Range<usize> {
        self.begins[net]..self.begins[net + 1]
    }

    /// Where a record has a net, its lowest bits first.
    pub fn places(&self, net: usize) -> &[Place] {
        &self.places[self.parts(net)]
    }

    /// Parts of nets that a change is about.
    pub fn targets(&self, change: usize) -> &[Target] {
        &self.targets[self.changes[change].targets.clone()]
    }
}

/// The positions of the bits that are set, the lowest first.
pub(super) fn set_bits(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        lowest
    })
}
