//! Bytes of words that the bus writes.

use crate::rtl::prelude::*;

/// `old` with those bytes of `data` that `strobe` enables.
pub fn merged<'m>(old: Signal<'m>, data: Signal<'m>, strobe: Signal<'m>) -> Signal<'m> {
    let byte = |low: usize| {
        let width = (old.width() - low).min(8);
        strobe.bit(low / 8).mux(data.slice(low, width), old.slice(low, width))
    };
    let bytes: Vec<Signal> = (0..old.width()).step_by(8).map(byte).collect();
    old.builder().concat(&bytes)
}
