//! Four bytes as one, two or four elements.

use crate::hdl::{ModuleBuilder, Signal};

/// Where elements begin and end: one word, two halves or four bytes.
#[derive(Clone, Copy)]
pub struct Layout<'m> {
    /// Two or four elements.
    is_simd: Signal<'m>,
    /// Four elements.
    of_bytes: Signal<'m>,
    /// Constant 1.
    always: Signal<'m>,
}

impl<'m> Layout<'m> {
    /// One element, unless `is_simd`; then four elements if `four`, else two.
    pub fn new(m: &'m ModuleBuilder, is_simd: Signal<'m>, four: Signal<'m>) -> Self {
        Self { is_simd, of_bytes: (is_simd & four).named("of_bytes"), always: m.constant(1, 1) }
    }

    pub fn of_bytes(&self) -> Signal<'m> {
        self.of_bytes
    }

    /// Whether an element ends with byte `byte`, 0..3.
    pub fn ends(&self, byte: usize) -> Signal<'m> {
        match byte {
            0 | 2 => self.of_bytes,
            1 => self.is_simd,
            3 => self.always,
            _ => panic!("a word has no byte {byte}"),
        }
    }

    /// For each byte the bit of its element's last byte, named `name` and the byte's number.
    pub fn of_last(&self, name: &str, bits: [Signal<'m>; 4]) -> [Signal<'m>; 4] {
        let [byte0, byte1, byte2, byte3] = bits;
        let byte1 = self.is_simd.mux(byte1, byte3).named(&format!("{name}1"));
        let byte0 = self.of_bytes.mux(byte0, byte1).named(&format!("{name}0"));
        let byte2 = self.of_bytes.mux(byte2, byte3).named(&format!("{name}2"));
        [byte0, byte1, byte2, byte3]
    }

    /// For each byte that begins an element whether the bit is set in all its bytes.
    pub fn in_all(&self, bits: [Signal<'m>; 4]) -> [Signal<'m>; 4] {
        let [byte0, byte1, byte2, byte3] = bits;
        let upper = (byte2 & (self.of_bytes | byte3)).named("upper_half");
        let lower = (byte0 & (self.of_bytes | byte1)).named("lower_half");
        [lower & (self.is_simd | upper), byte1, upper, byte3]
    }
}

/// Elements between operations.
#[derive(Clone, Copy)]
pub struct Elements<'m> {
    /// 8 bits each.
    pub bytes: [Signal<'m>; 4],
    /// Two bits above each byte that ends an element; above another they mean nothing.
    pub guards: [Signal<'m>; 4],
}

impl<'m> Elements<'m> {
    /// Each byte and each guard changed by `change`, which gets the byte's number too.
    pub fn map(self, change: impl Fn(usize, Signal<'m>) -> Signal<'m>) -> Self {
        let bytes = std::array::from_fn(|byte| change(byte, self.bytes[byte]));
        Self { bytes, guards: std::array::from_fn(|byte| change(byte, self.guards[byte])) }
    }

    /// Elements as narrow as they are stored: the guards copy the signs.
    pub fn extended(name: &str, word: Signal<'m>, signs: Signal<'m>) -> Self {
        let bytes: [Signal; 4] = std::array::from_fn(|byte| word.slice(8 * byte, 8));
        let guard = |byte: usize| signs.bit(byte).repeat(2).named(&format!("{name}_guard{byte}"));
        Self { bytes, guards: std::array::from_fn(guard) }
    }

    /// The same, with the nets named.
    pub fn named(self, name: &str) -> Self {
        let bytes = std::array::from_fn(|byte| self.bytes[byte].named(&format!("{name}{byte}")));
        Self {
            bytes,
            guards: std::array::from_fn(|byte| {
                self.guards[byte].named(&format!("{name}_guard{byte}"))
            }),
        }
    }

    /// The sign above each byte.
    pub fn signs(&self) -> [Signal<'m>; 4] {
        self.guards.map(|guard| guard.bit(1))
    }

    /// In each byte these where its bit of `chosen` is set, else `others`.
    pub fn or_else(self, chosen: [Signal<'m>; 4], others: Self) -> Self {
        let bytes =
            std::array::from_fn(|byte| chosen[byte].mux(self.bytes[byte], others.bytes[byte]));
        Self {
            bytes,
            guards: std::array::from_fn(|byte| {
                chosen[byte].mux(self.guards[byte], others.guards[byte])
            }),
        }
    }

    /// The sum with `others`, or the difference if it `subtracts`; the guards of both hold signs.
    pub fn combined(
        &self,
        layout: &Layout<'m>,
        others: &Self,
        subtracts: Signal<'m>,
        m: &'m ModuleBuilder,
    ) -> Self {
        let (mut bytes, mut guards) = (self.bytes, self.guards);
        let mut carry_in = subtracts;
        for byte in 0..4 {
            let left = self.bytes[byte].zero_extend(9);
            let right = (others.bytes[byte] ^ subtracts.repeat(8))
                .zero_extend(9)
                .named(&format!("right{byte}"));
            let sum = (left + right + carry_in.zero_extend(9)).named(&format!("sum{byte}"));
            let (a, carry) = (self.guards[byte].bit(1), sum.bit(8));
            let b = (others.guards[byte].bit(1) ^ subtracts).named(&format!("right_sign{byte}"));
            // Minus one for each sign, plus one for the carry.
            let is_negative = ((a & b) | ((a | b) & !carry)).named(&format!("sum_sign{byte}"));
            bytes[byte] = sum.slice(0, 8);
            guards[byte] =
                m.concat(&[a ^ b ^ carry, is_negative]).named(&format!("sum_guard{byte}"));
            carry_in = layout.ends(byte).mux(subtracts, carry);
        }
        Self { bytes, guards }
    }

    /// Each element plus the bit in `one` of the byte where the element begins.
    pub fn incremented(
        &self,
        layout: &Layout<'m>,
        one: [Signal<'m>; 4],
        m: &'m ModuleBuilder,
    ) -> Self {
        let (mut bytes, mut guards) = (self.bytes, self.guards);
        let mut carry_in = one[0];
        for byte in 0..4 {
            let sum = (self.bytes[byte].zero_extend(9) + carry_in.zero_extend(9))
                .named(&format!("incremented{byte}"));
            let (guard, carried) = (self.guards[byte], sum.bit(8));
            bytes[byte] = sum.slice(0, 8);
            let guard = [guard.bit(0) ^ carried, guard.bit(1) ^ (guard.bit(0) & carried)];
            guards[byte] = m.concat(&guard).named(&format!("guard{byte}"));
            if byte < 3 {
                carry_in = layout.ends(byte).mux(one[byte + 1], carried);
            }
        }
        Self { bytes, guards }
    }
}
