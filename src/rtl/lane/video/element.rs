//! Four bytes as one, two or four elements.

use crate::rtl::prelude::*;

/// Bounds of the elements: one word, two halves or four bytes.
#[derive(Clone, Copy)]
pub struct Layout<'m> {
    m: &'m Builder,
    /// Two or four elements.
    is_simd: Signal<'m>,
    /// Four elements.
    of_bytes: Signal<'m>,
}

/// Four bytes of a sum.
#[derive(Clone, Copy)]
pub struct Sum<'m> {
    /// 32 bits.
    pub word: Signal<'m>,
    /// The carry out of each byte.
    pub carries: [Signal<'m>; 4],
}

/// The byte `number`, 0..3, of a word.
pub fn byte(word: Signal<'_>, number: usize) -> Signal<'_> {
    word.slice(8 * number, 8)
}

impl<'m> Layout<'m> {
    /// One element, unless `is_simd`; then four elements if `four`, else two.
    pub fn new(m: &'m Builder, is_simd: Signal<'m>, four: Signal<'m>) -> Self {
        Self { m, is_simd, of_bytes: (is_simd & four).named("of_bytes") }
    }

    pub fn of_bytes(&self) -> Signal<'m> {
        self.of_bytes
    }

    /// Whether an element ends with byte `byte`, 0..3.
    pub fn ends(&self, byte: usize) -> Signal<'m> {
        match byte {
            0 | 2 => self.of_bytes,
            1 => self.is_simd,
            3 => self.m.constant(1, 1),
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

    /// Each element of `left` and `right` added, and the bit in `ones` of the byte where the
    /// element begins.
    ///
    /// One carry chain: between two bytes is a bit that forwards the carry, or that stops it and
    /// starts another, where two ones or two zeros meet; the sum in this bit shows the carry. The
    /// chain is written as a difference, of whose operands yosys puts the first right into the chain
    /// and the other, complement and all, into the LUTs before it; of a sum it may do it the other
    /// way round and needs a LUT more for each bit.
    pub fn sum(
        &self,
        name: &str,
        left: Signal<'m>,
        right: Signal<'m>,
        ones: [Signal<'m>; 4],
    ) -> Sum<'m> {
        let none = self.m.constant(1, 0);
        let (mut lefts, mut rights) = (vec![none], vec![ones[0]]);
        for number in 0..4 {
            lefts.push(byte(left, number));
            rights.push(byte(right, number));
            if let Some(&one) = ones.get(number + 1) {
                lefts.push(!self.ends(number) | one);
                rights.push(self.ends(number) & one);
            }
        }
        lefts.push(none);
        rights.push(none);
        let why = "One carry chain for all elements: between two bytes is a bit that passes the carry \
                   on, or stops it and starts the next element's. a - ~b is a + b + 1, and the lowest \
                   bit lets the first carry in.";
        let chain = self.m.concat(&lefts).named(&format!("left_of_{name}")).because(why)
            - !self.m.concat(&rights).named(&format!("right_of_{name}"));
        let chain = chain.partly_read().slice(1, 36).named(&format!("{name}_and_carries"));
        let bytes: [Signal; 4] = std::array::from_fn(|number| chain.slice(9 * number, 8));
        let carries = std::array::from_fn(|number| {
            let shown = chain.bit(9 * number + 8);
            let carry = if number < 3 { shown ^ !self.ends(number) } else { shown };
            carry.named(&format!("{name}_carry{number}"))
        });
        Sum { word: self.m.concat(&bytes).named(name), carries }
    }
}

/// Elements between operations.
#[derive(Clone, Copy)]
pub struct Elements<'m> {
    /// Four bytes.
    pub word: Signal<'m>,
    /// Two bits above each byte that ends an element; above another they mean nothing.
    pub guards: [Signal<'m>; 4],
}

impl<'m> Elements<'m> {
    /// A sum of elements whose signs are those of `left` and `right`, complemented if it subtracts.
    pub fn of_sum(m: &'m Builder, sum: Sum<'m>, left: Signal<'m>, right: Signal<'m>) -> Self {
        let guards = std::array::from_fn(|byte| {
            let (a, b, carry) = (left.bit(byte), right.bit(byte), sum.carries[byte]);
            // Minus one for each sign, plus one for the carry.
            let is_negative =
                ((a & b) | ((a | b) & !carry)).named(&format!("sum_below_zero{byte}"));
            m.concat(&[a ^ b ^ carry, is_negative]).named(&format!("sum_guard{byte}"))
        });
        Self { word: sum.word, guards }
    }

    /// The sign above each byte.
    pub fn signs(&self) -> [Signal<'m>; 4] {
        self.guards.map(|guard| guard.bit(1))
    }

    /// Each element plus the bit in `ones` of the byte where the element begins.
    pub fn incremented(&self, layout: &Layout<'m>, ones: [Signal<'m>; 4]) -> Self {
        let zero = layout.m.constant(32, 0);
        let sum = layout.sum("intermediate", self.word, zero, ones);
        let guards = std::array::from_fn(|byte| {
            let (guard, carried) = (self.guards[byte], sum.carries[byte]);
            let sign = (guard.bit(1) ^ (guard.bit(0) & carried)).named(&format!("sign{byte}"));
            layout.m.concat(&[guard.bit(0) ^ carried, sign]).named(&format!("guard{byte}"))
        });
        Self { word: sum.word, guards }
    }
}
