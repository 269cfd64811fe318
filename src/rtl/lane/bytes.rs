//! PRMT and `v_perm_b32`: bytes that are picked by number.

use crate::rtl::prelude::*;

/// The bytes of the result of PRMT and `v_perm_b32`, lowest first; other operations fill none.
#[derive(Clone, Copy)]
pub struct Permuted<'m> {
    /// The operation is one of them.
    pub permutes: Signal<'m>,
    /// Number of the byte of {b, c} that is picked, 3 bits each.
    pub numbers: Signal<'m>,
    pub filled: Filled<'m>,
}

/// Bytes that are no picked ones, a bit each.
#[derive(Clone, Copy)]
pub struct Filled<'m> {
    /// The byte has copies of the highest bit of the one that its number picks.
    pub copies: Signal<'m>,
    pub ones: Signal<'m>,
    pub zeros: Signal<'m>,
}

/// Each bit for all bits of its byte.
pub fn spread(bits: Signal<'_>) -> Signal<'_> {
    let bytes: Vec<Signal> = bits.elements(1).iter().map(|bit| bit.repeat(8)).collect();
    bits.builder().concat(&bytes)
}

impl<'m> Filled<'m> {
    pub fn any(self) -> Signal<'m> {
        self.copies | self.ones | self.zeros
    }

    /// The bit that fills each byte, where the picked ones have the highest bits `tops`.
    pub fn signs(self, tops: Signal<'m>) -> Signal<'m> {
        (self.copies & tops) | self.ones
    }
}

impl<'m> Permuted<'m> {
    /// Where an operation `permutes`: a selector is a nibble of `selectors`, or a byte where `by_bytes`.
    pub fn new(permutes: Signal<'m>, selectors: Signal<'m>, by_bytes: Signal<'m>) -> Self {
        let m = permutes.builder();
        let byte = |place: usize| {
            let named = |what: &str, signal: Signal<'m>| signal.named(&format!("{what}{place}"));
            let nibble = selectors.slice(4 * place, 4);
            let wide = selectors.slice(8 * place, 8);
            let is_sign = named("names_sign", wide.slice(2, 6).is(0b10));
            let is_large = wide.bit(3) | wide.slice(4, 4).any();
            let is_constant = named("names_constant", permutes & by_bytes & is_large & !is_sign);
            // A constant picks any byte.
            let of_sign = m.concat(&[m.constant(1, 1), wide.slice(0, 2)]);
            let of_byte = named("number_by_byte", wide.bit(3).mux(of_sign, wide.slice(0, 3)));
            // Selectors number the bytes of {c, b}.
            let number = by_bytes.mux(of_byte, nibble.slice(0, 3));
            let number = m.concat(&[number.slice(0, 2), !number.bit(2)]);
            let copies = permutes & by_bytes.mux(is_sign, nibble.bit(3));
            let is_zero = wide.is(12);
            [named("byte_number", number), copies, is_constant & !is_zero, is_constant & is_zero]
        };
        let bytes: [[Signal; 4]; 4] = std::array::from_fn(byte);
        let all = |part: usize, name: &str| m.concat(&bytes.map(|byte| byte[part])).named(name);
        let why = "A selector above 7 copies the sign of its byte, or names 0x00 or 0xff.";
        let copies = all(1, "copies_sign").because(why);
        let filled = Filled { copies, ones: all(2, "gives_ones"), zeros: all(3, "gives_zeros") };
        Self { permutes, numbers: all(0, "byte_numbers"), filled }
    }

    /// The word; 0 for other operations.
    pub fn word(self, b: Signal<'m>, c: Signal<'m>) -> Signal<'m> {
        let m = b.builder();
        let bytes = m.concat(&[c, b]).named("permuted_bytes");
        let byte = |number: Signal<'m>| bytes.element(number);
        let picked: Vec<Signal> = self.numbers.elements(3).into_iter().map(byte).collect();
        let picked = m.concat(&picked).named("picked");
        let tops = m.concat(&[7, 15, 23, 31].map(|top| picked.bit(top)));
        let filled = self.filled;
        let keeps = self.permutes.repeat(4) & !filled.any();
        (picked & spread(keeps)) | spread(filled.signs(tops))
    }
}
