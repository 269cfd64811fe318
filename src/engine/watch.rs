//! Nets whose changes somebody wants to see.

use std::sync::Arc;

use super::flat::{Flat, SignalId};

/// Some nets of a design, the values in which they were last observed, and which of them have
/// changed since.
///
/// An engine brings it to the present in [`Engine::observe`](super::Engine::observe); who watches
/// reads [`Self::changed`] and [`Self::value`] and then calls [`Self::forget_changes`].
pub struct Watch {
    /// What is watched. Engines compile code for a list, and know it again by its address.
    pub(super) nets: Arc<[SignalId]>,
    /// For each net, its first limb in the value array of the [`Flat`].
    sources: Vec<usize>,
    /// For each net and behind the last, the first limb in `values`.
    starts: Vec<usize>,
    values: Vec<u64>,
    /// A bit for each net.
    changed: Vec<u64>,
    /// How often it was brought to the present.
    observations: u64,
}

impl Watch {
    /// Watches `nets`, all of which are taken to have been 0.
    pub fn new(flat: &Flat, nets: Vec<SignalId>) -> Self {
        let mut starts = vec![0];
        for net in &nets {
            starts.push(starts[starts.len() - 1] + flat.signals[net.signal].place.limbs);
        }
        Self {
            sources: nets.iter().map(|&net| flat.range(net).start).collect(),
            values: vec![0; starts[nets.len()]],
            changed: vec![0; nets.len().div_ceil(64)],
            starts,
            nets: nets.into(),
            observations: 0,
        }
    }

    /// The value of a net by its number in the list, lowest limb first.
    pub fn value(&self, net: usize) -> &[u64] {
        &self.values[self.starts[net]..self.starts[net + 1]]
    }

    /// The numbers of the nets that changed, in the order of the list.
    pub fn changed(&self) -> impl Iterator<Item = usize> + '_ {
        self.changed
            .iter()
            .enumerate()
            .flat_map(|(position, &bits)| set_bits(bits).map(move |bit| 64 * position + bit))
    }

    /// Nothing has changed any more.
    pub fn forget_changes(&mut self) {
        self.changed.fill(0);
    }

    /// An engine brings it to the present; the number of the observation. Who remembers the number
    /// of the last one knows whether another engine has observed since.
    pub(super) fn begin_observation(&mut self) -> u64 {
        self.observations += 1;
        self.observations
    }

    /// The nets have the values that they have in the value array of the [`Flat`].
    pub(super) fn update_all(&mut self, all: &[u64]) {
        for net in 0..self.nets.len() {
            let from = self.sources[net];
            self.update(net, &all[from..from + self.starts[net + 1] - self.starts[net]]);
        }
    }

    /// A net has this value now.
    pub(super) fn update(&mut self, net: usize, limbs: &[u64]) {
        let value = &mut self.values[self.starts[net]..self.starts[net + 1]];
        if value != limbs {
            value.copy_from_slice(limbs);
            self.changed[net / 64] |= 1 << (net % 64);
        }
    }

    /// A limb of a net has this value now.
    pub(super) fn update_limb(&mut self, net: usize, limb: usize, value: u64) {
        let old = &mut self.values[self.starts[net] + limb];
        if *old != value {
            *old = value;
            self.changed[net / 64] |= 1 << (net % 64);
        }
    }

    /// 32 bits of a net, from bit 32 x `part` up, have this value now.
    pub(super) fn update_part(&mut self, net: usize, part: usize, word: u32) {
        let (old, shift) = (self.values[self.starts[net] + part / 2], 32 * (part % 2));
        self.update_limb(net, part / 2, old & !(0xffff_ffff << shift) | u64::from(word) << shift);
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
