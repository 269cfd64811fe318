//! How the value of a signal is got from a machine.

use std::collections::HashMap;

use super::layout::Layout;
use crate::flat::{Flat, SignalId};

/// Where the only copy of a signal is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    /// In the machine's memory, from that limb on.
    Kept(usize),
    /// Computed by that function of [`Code::outputs`](super::Code).
    Computed(usize),
    /// Among the copies in the machine's memory, or computed by the interpreter.
    Elsewhere,
}

/// The ways to all signals.
pub(super) struct Accesses {
    /// For each signal.
    ways: Vec<Access>,
    /// Which place begins at each limb of the value array of the [`Flat`], sorted.
    places: Vec<(usize, usize)>,
}

impl Accesses {
    /// `computed` says which signals have a function, and which.
    pub fn new(flat: &Flat, layout: &Layout, computed: &HashMap<usize, usize>) -> Self {
        let mut places: Vec<(usize, usize)> =
            layout.places.iter().enumerate().map(|(number, place)| (place.flat, number)).collect();
        places.sort_unstable();
        let mut accesses = Self { ways: vec![], places };
        let way = |(number, _)| {
            let signal = SignalId { signal: number, copy: 0 };
            match (computed.get(&number), accesses.place(flat, layout, signal)) {
                (Some(&function), _) => Access::Computed(function),
                (None, Some((place, _))) if layout.places[place].count == 1 => {
                    Access::Kept(layout.places[place].offset / 8)
                }
                (None, _) => Access::Elsewhere,
            }
        };
        accesses.ways = flat.signals.iter().enumerate().map(way).collect();
        accesses
    }

    /// The way to a signal.
    pub fn way(&self, id: SignalId) -> Access {
        if id.copy == 0 { self.ways[id.signal] } else { Access::Elsewhere }
    }

    /// The place that holds a signal, and which of its copies that is.
    pub fn place(&self, flat: &Flat, layout: &Layout, id: SignalId) -> Option<(usize, usize)> {
        let (operand, first) = (&flat.signals[id.signal].place, flat.range(id).start);
        let behind = self.places.partition_point(|(limb, _)| *limb <= first);
        let (limb, number) = *self.places.get(behind.checked_sub(1)?)?;
        let place = &layout.places[number];
        let is_there =
            first < limb + place.flat_count * place.limbs() && place.width == operand.width;
        is_there.then(|| (number, (first - limb) / place.limbs() % place.count))
    }
}
