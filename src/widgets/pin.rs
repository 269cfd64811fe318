//! The fields of a widget, seen without their types.

use bitvec::field::BitField;
use bitvec::slice::BitSlice;
use bitvec::view::BitView;
use rust_hdl::core::atom::{Atom, AtomKind};
use rust_hdl::core::prelude::{Bit, Bits, Block, Clock, In, Out, Signal, Synth};

use super::declaration::Shape;
use crate::hdl;

/// A type of rust-hdl that a port can have.
pub trait Value: Synth {
    /// Bit 0 first.
    fn to_bits(self) -> hdl::Bits;

    /// Value of `bits`, as many as the type has, bit 0 first.
    fn from_bits(bits: &BitSlice<u64>) -> Self;
}

impl<const N: usize> Value for Bits<N> {
    fn to_bits(self) -> hdl::Bits {
        (0..N).map(|position| self.get_bit(position)).collect()
    }

    fn from_bits(bits: &BitSlice<u64>) -> Self {
        // Wide values are a bool a bit, and `replace_bit` would copy all of them for each.
        match Self::default() {
            Self::Short(_) => bits.load_le::<u64>().into(),
            Self::Long(_) => {
                let mut values = [false; N];
                values.iter_mut().zip(bits).for_each(|(value, bit)| *value = *bit);
                Self::Long(values.into())
            }
        }
    }
}

impl Value for Bit {
    fn to_bits(self) -> hdl::Bits {
        hdl::bits(1, self.into())
    }

    fn from_bits(bits: &BitSlice<u64>) -> Self {
        bits[0]
    }
}

impl Value for Clock {
    fn to_bits(self) -> hdl::Bits {
        hdl::bits(1, self.clk.into())
    }

    fn from_bits(bits: &BitSlice<u64>) -> Self {
        Self { clk: bits[0] }
    }
}

/// A port of a block.
pub trait Pin: Block + Atom {
    /// The present value.
    fn value(&self) -> hdl::Bits;

    /// Sets the value of an output from now on; limbs of 64 bits, lowest first.
    ///
    /// # Panics
    /// On an input: only the surrounding design drives it.
    fn drive(&mut self, limbs: &[u64]);

    /// Direction as the widget sees it.
    fn direction(&self) -> hdl::Direction {
        match self.kind() {
            AtomKind::InputParameter => hdl::Direction::Input,
            _ => hdl::Direction::Output,
        }
    }

    /// Declares an output driven, for rust-hdl's check; does nothing to an input.
    fn connect_output(&mut self) {
        if self.direction() == hdl::Direction::Output {
            self.connect();
        }
    }
}

impl dyn Pin + '_ {
    pub(super) fn shape(&self) -> Shape {
        let is_clock = self.descriptor().name == Clock::descriptor().name;
        if is_clock { Shape::Clock } else { Shape::Bits(self.bits()) }
    }
}

impl<T: Value> Pin for Signal<In, T> {
    fn value(&self) -> hdl::Bits {
        self.val().to_bits()
    }

    fn drive(&mut self, _limbs: &[u64]) {
        panic!("an input of a block is driven by the design around it, not by the block");
    }
}

impl<T: Value> Pin for Signal<Out, T> {
    fn value(&self) -> hdl::Bits {
        self.val().to_bits()
    }

    fn drive(&mut self, limbs: &[u64]) {
        self.next = T::from_bits(&limbs.view_bits()[..T::BITS]);
    }
}
