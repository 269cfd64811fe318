//! Random values that arithmetic and selection trip over.

use crate::hdl::{Bits, bits, limbs_to_bits};
use crate::random::Random;

/// Words to trip over, floats among them: zeros, ones, infinities, NaNs, the smallest and largest
/// of each kind, and where conversions saturate.
const CORNERS: [u32; 28] = [
    0, 1, 2, 31, 32, 33, 0xff, 0x8000, 0xffff, 0x007fffff, 0x00800000, 0x33ffffff, 0x3f7fffff,
    0x3f800000, 0x3f800001, 0x4b800000, 0x4effffff, 0x4f000000, 0x4f800000, 0x7f7fffff, 0x7f800000,
    0x7f800001, 0x7fc00000, 0x7fffffff, 0x80000000, 0x80000001, 0xff800000, 0xffffffff,
];
/// Exponents around which an epoch's floats lie: 1.0, products that are subnormal, that overflow,
/// subnormal and smallest numbers, the largest ones, numbers that integers reach, anything.
const EXPONENTS: [(usize, usize); 8] =
    [(115, 24), (50, 28), (180, 28), (0, 30), (225, 30), (125, 36), (126, 4), (0, 256)];
const WORD: usize = 32;
const SIGN: u32 = 1 << 31;

/// A source of values.
pub struct Values {
    random: Random,
    /// Lowest exponent of floats, and how many there are.
    exponents: (usize, usize),
}

impl Values {
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(seed), exponents: EXPONENTS[0] }
    }

    /// Changes the size of the floats that follow.
    pub fn begin_epoch(&mut self) {
        self.exponents = EXPONENTS[self.below(EXPONENTS.len())];
    }

    pub fn below(&mut self, count: usize) -> usize {
        self.random.below(count)
    }

    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// Each bit is set in `eighths` of eight values.
    pub fn dense(&mut self, width: usize, eighths: usize) -> Bits {
        (0..width).map(|_| self.below(8) < eighths).collect()
    }

    /// 0, 1 or 2, where that fits.
    pub fn small(&mut self, width: usize) -> Bits {
        let value = self.below(3).min((1 << width.min(2)) - 1);
        bits(width, value as u128)
    }

    /// A value of any kind; `others` are the values next to it.
    pub fn any(&mut self, width: usize, others: &[Bits]) -> Bits {
        let choice = self.below(16);
        match choice {
            0 if width > 1 => return self.like(width, others),
            1 if width > 1 => return self.one_apart(width, false),
            2 if width > 1 => return self.one_apart(width, true),
            3 if width > 1 => return Bits::repeat(self.one_in(2), width),
            _ => {}
        }
        if width < WORD || !width.is_multiple_of(WORD) && choice < 12 {
            return self.uniform(width);
        }
        match choice {
            0..=5 => self.like(width, others),
            6 => self.words(width, |values| values.random.word() as u32),
            7 | 8 if width > WORD => self.alike(width),
            _ => self.words(width, Self::word),
        }
    }

    fn uniform(&mut self, width: usize) -> Bits {
        let limbs: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.random.word()).collect();
        limbs_to_bits(width, &limbs)
    }

    /// All bits `rest` but for one.
    fn one_apart(&mut self, width: usize, rest: bool) -> Bits {
        let only = self.below(width);
        (0..width).map(|bit| (bit == only) ^ rest).collect()
    }

    /// One of `others`, or nearly; a random value if none has the width.
    fn like(&mut self, width: usize, others: &[Bits]) -> Bits {
        let alike: Vec<&Bits> = others.iter().filter(|other| other.len() == width).collect();
        if alike.is_empty() {
            return self.uniform(width);
        }
        let mut value = alike[self.below(alike.len())].clone();
        let flipped = match self.below(4) {
            0 => None,
            // The sign of the last word, so that floats cancel.
            1 => Some(width - 1),
            2 => Some(0),
            _ => Some(self.below(width)),
        };
        if let Some(bit) = flipped {
            let other = !value[bit];
            value.set(bit, other);
        }
        value
    }

    fn words(&mut self, width: usize, mut word: impl FnMut(&mut Self) -> u32) -> Bits {
        let mut value = Bits::new();
        while value.len() < width {
            let word = word(self);
            value.extend_from_bitslice(&bits(WORD, word.into()));
        }
        value.truncate(width);
        value
    }

    /// The same word everywhere, often with a bit of one flipped, or one of two words.
    fn alike(&mut self, width: usize) -> Bits {
        let (one, other) = (self.word(), self.word());
        if self.one_in(3) {
            return self.words(width, |values| if values.one_in(3) { one } else { other });
        }
        let mut value = self.words(width, |_| one);
        if self.one_in(2) {
            let bit = self.below(width);
            let flipped = !value[bit];
            value.set(bit, flipped);
        }
        value
    }

    /// A word of any kind.
    pub fn word(&mut self) -> u32 {
        let random = self.random.word() as u32;
        match self.below(8) {
            0 | 1 => CORNERS[self.below(CORNERS.len())],
            // A random number of leading zeros or ones.
            2 => ((random | SIGN) as i32 >> self.below(WORD)) as u32 ^ (random & 1).wrapping_neg(),
            3 => random,
            _ => self.float(random),
        }
    }

    /// A float of this epoch's size, often with few ones in its fraction, or few zeros.
    fn float(&mut self, random: u32) -> u32 {
        let (lowest, count) = self.exponents;
        let exponent = (lowest + self.below(count)) as u32;
        let fraction = match self.below(6) {
            0 => 0,
            1 => 1 << self.below(23),
            2 => !(1 << self.below(23)),
            3 => random << self.below(23),
            _ => random,
        };
        random & SIGN | exponent << 23 | fraction & 0x007f_ffff
    }
}
