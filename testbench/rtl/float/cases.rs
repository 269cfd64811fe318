//! Operands: special values and random ones that look for trouble.

use lanebeat::isa::{Field, FloatOperation, Operation};
use lanebeat::random::Random;

/// a, b, c.
pub type Case = [u32; 3];

/// Borders of every kind: subnormal, normal, one, the integers' ranges, infinity, NaN; each also
/// with the other sign.
const SPECIAL: [u32; 36] = [
    0x0000_0000, // 0
    0x0000_0001, // the smallest subnormal number
    0x0000_0002,
    0x0000_0003,
    0x003f_ffff,
    0x0040_0000, // half of the smallest normal number
    0x007f_fffe,
    0x007f_ffff, // the largest subnormal number
    0x0080_0000, // the smallest normal number
    0x0080_0001,
    0x00ff_ffff,
    0x0100_0000,
    0x3380_0000, // half of the last place of 1
    0x3380_0001,
    0x3400_0000, // the last place of 1
    0x3eff_ffff,
    0x3f00_0000, // 0.5
    0x3f7f_ffff,
    0x3f80_0000, // 1
    0x3f80_0001,
    0x3fc0_0000, // 1.5
    0x3fff_ffff,
    0x4000_0000, // 2
    0x4040_0000, // 3
    0x4b7f_ffff, // 2^24 - 1
    0x4b80_0000, // 2^24, above which integers have gaps
    0x4eff_ffff,
    0x4f00_0000, // 2^31
    0x4f7f_ffff,
    0x4f80_0000, // 2^32
    0x7f00_0000,
    0x7f7f_ffff, // the largest number
    0x7f80_0000, // infinity
    0x7f80_0001, // a signalling NaN
    0x7fc0_0000, // the usual quiet NaN
    0x7fff_ffff, // this machine's NaN
];

/// Every single special value, every pair, or every pair with every third as c; with all signs.
pub fn special(operation: FloatOperation) -> Vec<Case> {
    let both =
        |words: &[u32]| words.iter().flat_map(|&word| [word, word | 1 << 31]).collect::<Vec<u32>>();
    let all = both(&SPECIAL);
    if Operation::from(operation).uses(Field::C) {
        let fewer: Vec<u32> =
            SPECIAL.into_iter().step_by(3).chain([0x3f80_0000, 0x7f80_0000, 0x7f7f_ffff]).collect();
        let fewer = both(&fewer);
        let pairs = all.iter().flat_map(|&a| all.iter().map(move |&b| [a, b]));
        return pairs.flat_map(|[a, b]| fewer.iter().map(move |&c| [a, b, c])).collect();
    }
    if Operation::from(operation).uses(Field::B) {
        return all.iter().flat_map(|&a| all.iter().map(move |&b| [a, b, 0x1234_5678])).collect();
    }
    // Around every power of two, where integers and floats round and saturate.
    let near = (0..32)
        .flat_map(|bit| (-130_i64..=130).map(move |step| (1_i64 << bit).wrapping_add(step) as u32));
    let near = near
        .flat_map(|integer| [integer, (integer as f32).to_bits(), (-(integer as f32)).to_bits()]);
    all.into_iter().chain(near).map(|a| [a, 0x7fc0_0000, 0x7f80_0000]).collect()
}

/// Endless random cases, the same for the same operation and seed.
pub fn random(operation: FloatOperation, seed: u64) -> impl Iterator<Item = Case> {
    let mut words = Random::new(seed << 8 | u64::from(operation.opcode()));
    std::iter::repeat_with(move || case(&mut words))
}

fn case(words: &mut Random) -> Case {
    let [a, b] = [(); 2].map(|()| word(words));
    match words.below(8) {
        // Near to each other: the sum cancels, the comparison hangs on the last bits.
        0 => [a, (a ^ 1 << 31).wrapping_add(words.below(5) as u32).wrapping_sub(2), word(words)],
        1 => {
            [a, a.wrapping_add((words.below(3) as u32) << 23 | words.below(2) as u32), word(words)]
        }
        // z near -x*y: what the product has below the last place is all that is left.
        2 | 3 => {
            [a, b, nearly_minus_product(a, b).wrapping_add(words.below(5) as u32).wrapping_sub(2)]
        }
        // z far below or above the product, about where it leaves the frame.
        4 => [a, b, with_exponent_near_product(a, b, words)],
        // A subnormal product.
        5 => [a, with_exponent(b, 127 - exponent(a) - 24 + words.below(48) as i32), word(words)],
        _ => [a, b, word(words)],
    }
}

/// A float with an exponent and a fraction of several kinds.
fn word(words: &mut Random) -> u32 {
    let random = words.word() as u32;
    let fraction = match words.below(5) {
        0 => 0,
        1 => 0x7f_ffff,
        2 => 1 << (random & 31) & 0x7f_ffff,
        3 => (random & 7) << 20,
        _ => random & 0x7f_ffff,
    };
    let exponent = match words.below(6) {
        0 => 0,
        1 => 100 + words.below(60) as u32,
        2 => 120 + words.below(16) as u32,
        3 => 1 + words.below(30) as u32,
        4 => 230 + words.below(26) as u32,
        _ => random >> 23 & 0xff,
    };
    random & 1 << 31 | exponent << 23 | fraction
}

fn exponent(word: u32) -> i32 {
    (word >> 23 & 0xff) as i32
}

fn with_exponent(word: u32, exponent: i32) -> u32 {
    word & 0x807f_ffff | (exponent.clamp(0, 254) as u32) << 23
}

fn nearly_minus_product(a: u32, b: u32) -> u32 {
    (-(f32::from_bits(a) * f32::from_bits(b))).to_bits()
}

fn with_exponent_near_product(a: u32, b: u32, words: &mut Random) -> u32 {
    let of_product = exponent(a) + exponent(b) - 127;
    with_exponent(word(words), of_product + words.below(110) as i32 - 55)
}
