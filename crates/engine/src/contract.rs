//! Interface of every engine.

use super::flat::{Flat, MemoryId, Net, SignalId};
use super::watch::Watch;
use lanebeat_hdl::{Bits, bits_to_limbs, limbs_to_bits};

/// A running design. Time is two-state and advances by clock edges; between edges pokes are seen at
/// once.
pub trait Engine {
    /// The design that runs.
    fn flat(&self) -> &Flat;

    /// The present value of a signal, lowest limb first, bits above its width zero.
    fn limbs(&mut self, signal: SignalId) -> &[u64];

    /// Sets an input of the top module; it holds until poked again. Limbs that are not given are
    /// zero.
    ///
    /// # Panics
    /// When the signal is not an input of the top.
    fn poke_limbs(&mut self, input: SignalId, limbs: &[u64]);

    /// One clock edge.
    fn step(&mut self);

    /// `edges` clock edges.
    fn steps(&mut self, edges: u64) {
        (0..edges).for_each(|_| self.step());
    }

    /// A row of a memory, lowest limb first.
    ///
    /// # Panics
    /// When there is no such row.
    fn row(&self, memory: MemoryId, row: usize) -> &[u64];

    /// The same, to be overwritten.
    ///
    /// # Panics
    /// When there is no such row.
    fn row_mut(&mut self, memory: MemoryId, row: usize) -> &mut [u64];

    /// A row of a memory, past its ports.
    ///
    /// # Panics
    /// When there is no such row.
    fn read_row(&self, memory: MemoryId, row: usize) -> Bits {
        limbs_to_bits(self.flat().memories[memory.memory].width(), self.row(memory, row))
    }

    /// Overwrites a row of a memory, past its ports.
    ///
    /// # Panics
    /// When there is no such row or the width differs.
    fn write_row(&mut self, memory: MemoryId, row: usize, value: &Bits) {
        let width = self.flat().memories[memory.memory].width();
        assert!(value.len() == width, "a row has {width} bits, not {}", value.len());
        let limbs = self.row_mut(memory, row).iter_mut();
        limbs.zip(bits_to_limbs(value)).for_each(|(limb, new)| *limb = new);
    }

    /// Sets an input of the top module; it holds until poked again.
    ///
    /// # Panics
    /// When the signal is not an input of the top or the width differs.
    fn poke(&mut self, input: SignalId, value: &Bits) {
        let signal = &self.flat().signals[input.signal];
        let width = signal.place.width;
        assert!(value.len() == width, "`{}` has {width} bits, not {}", signal.name, value.len());
        let limbs: Vec<u64> = bits_to_limbs(value).collect();
        self.poke_limbs(input, &limbs);
    }

    /// The present value of a signal.
    fn peek(&mut self, signal: SignalId) -> Bits {
        let width = self.flat().signals[signal.signal].place.width;
        limbs_to_bits(width, self.limbs(signal))
    }

    /// The present value of a signal, of which only 128 bits are there.
    fn peek_u128(&mut self, signal: SignalId) -> u128 {
        let limbs = self.limbs(signal);
        u128::from(limbs[0]) | u128::from(limbs.get(1).copied().unwrap_or(0)) << 64
    }

    /// Pokes a value that must fit the input.
    fn poke_u128(&mut self, input: SignalId, value: u128) {
        let width = self.flat().signals[input.signal].place.width;
        assert!(width >= 128 || value >> width == 0, "{value:#x} does not fit into {width} bits");
        self.poke_limbs(input, &[value as u64, (value >> 64) as u64][..width.div_ceil(64).min(2)]);
    }

    /// The present value of a net of at most 128 bits; 0 where it has none.
    fn value(&mut self, net: Net) -> u128 {
        net.map_or(0, |net| self.peek_u128(net))
    }

    /// Pokes a value, where the input has bits.
    fn set(&mut self, input: Net, value: u128) {
        input.into_iter().for_each(|input| self.poke_u128(input, value));
    }

    /// Brings `watch`, which is of this design, to the present; marks the nets that changed.
    fn observe(&mut self, watch: &mut Watch);

    /// The signal of that path, see [`Flat::find`].
    ///
    /// # Panics
    /// When there is none.
    fn signal(&self, path: &str) -> SignalId {
        self.flat().find(path).unwrap_or_else(|| panic!("the design has no signal `{path}`"))
    }

    /// The memory of that path.
    ///
    /// # Panics
    /// When there is none.
    fn memory(&self, path: &str) -> MemoryId {
        self.flat().find_memory(path).unwrap_or_else(|| panic!("the design has no memory `{path}`"))
    }

    /// One clock edge with `reset` asserted, where the design has a reset; it is low afterwards.
    fn reset(&mut self) {
        if self.flat().reset.is_some() {
            let reset = self.signal("reset");
            self.poke_u128(reset, 1);
            self.step();
            self.poke_u128(reset, 0);
        }
    }
}
