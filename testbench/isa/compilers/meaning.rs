//! What NVIDIA's instructions give, and some of AMD's, worked out here from PTX's definitions and AMD's
//! guides, thread by thread, beside
//! what the model makes of the instruction that the assembler takes for them.

use lanebeat::config::Config;
use lanebeat::isa::asm::{Constants, assemble_listing};
use lanebeat::isa::{Mask, Program, Thread, Wave, WaveState};
use lanebeat::model::Machine;

use super::{SASS, lines};

const THREADS: usize = 64;
const REGISTERS: usize = 64;

/// Names of words that are the same in every thread.
const NAMES: [&str; 11] = [
    "c[0x0][0x28]",
    "c[0x0][0x164]",
    "c[0x3][0x8]",
    "cx[UR2][0x10]",
    "UR4",
    "UR6",
    "SR_CTAID.X",
    "SR_VIRTID",
    "c[0x0][0x168]",
    "UR7",
    "32@lo(table)",
];

/// Word of a name.
fn constant(name: &str, seed: u32) -> Option<u32> {
    let name = name.replace(' ', "");
    let number = NAMES.iter().position(|own| *own == name)?;
    Some(word(250 + number, seed as usize, seed))
}

/// A word for each register and thread, with the odd ones among them.
fn word(register: usize, thread: usize, seed: u32) -> u32 {
    let odd = [
        0,
        1,
        u32::MAX,
        1 << 31,
        i32::MAX as u32,
        31,
        32,
        33,
        0x3f80_0000,
        0x8000_0001,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_0000,
        0x4f00_0000,
        0xcf00_0001,
        0x0080_0000,
        0x007f_ffff,
        0x8000_0400,
        0x0000_0c05,
    ];
    let mixed = (seed ^ (register as u32) << 8 ^ thread as u32).wrapping_mul(0x9e37_79b9);
    let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x85eb_ca6b);
    match mixed >> 30 {
        0 => odd[(mixed >> 4) as usize % odd.len()],
        1 => mixed & 63,
        2 => ((mixed & 0xffff) as f32 / 64.0 - 300.0).to_bits(),
        _ => mixed ^ mixed >> 13,
    }
}

/// Words and predicates that differ in every thread.
fn state(seed: u32) -> WaveState {
    let word = |register: usize, thread: Thread| word(register, thread.0, seed);
    let mut state = WaveState::new(THREADS, REGISTERS);
    for (register, words) in state.registers.iter_mut().enumerate() {
        *words = Wave::from_fn(THREADS, |thread| word(register, thread));
    }
    for entry in 0..7 {
        state.masks[entry] = Mask::from_fn(THREADS, |thread| word(200 + entry, thread) & 2 != 0);
    }
    state
}

/// The state after the one line, or `None` where it is refused.
fn model(line: &str, before: &WaveState, seed: u32) -> Option<WaveState> {
    let mut constants = Constants::default();
    for name in NAMES {
        assert!(constants.insert(name, constant(name, seed).expect(name)), "{name}");
    }
    let program: Program =
        assemble_listing("t.s", line, &Config::default().target(), &constants).ok()?;
    let mut machine = Machine::new(THREADS, REGISTERS, 1);
    *machine.wave_mut(0) = before.clone();
    machine.run(&program).expect("no deadlock");
    Some(machine.wave(0).clone())
}

/// One thread's view of an instruction.
pub struct Reader<'s> {
    pub operands: Vec<&'s str>,
    pub state: &'s WaveState,
    pub thread: Thread,
    pub seed: u32,
}

impl Reader<'_> {
    pub fn text(&self, place: usize) -> &str {
        self.operands[place].trim_end_matches(".reuse")
    }

    pub fn register(&self, name: &str) -> Option<u32> {
        let number: usize = name.strip_prefix(['R', 'v'])?.parse().ok()?;
        Some(self.state.registers[number][self.thread])
    }

    fn constant(&self, name: &str) -> Option<u32> {
        constant(name, self.seed)
    }

    /// An integer source; a minus negates it, `~` inverts it.
    pub fn word(&self, place: usize) -> u32 {
        let text = self.text(place);
        if let Some(register) = text.strip_prefix('~') {
            return !self.register(register).or_else(|| self.constant(register)).expect(text);
        }
        let (negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let hexadecimal = || u32::from_str_radix(text.strip_prefix("0x")?, 16).ok();
        let decimal = || text.parse().ok();
        let zero = || (text == "RZ").then_some(0);
        let constant = || self.constant(text);
        let word = self
            .register(text)
            .or_else(zero)
            .or_else(constant)
            .or_else(hexadecimal)
            .or_else(decimal);
        let word = word.expect(text);
        if negative { word.wrapping_neg() } else { word }
    }

    /// The register behind the one at `place`, or 0 behind RZ.
    fn behind(&self, place: usize) -> u32 {
        let text = self.text(place);
        let Some(number) = text.strip_prefix('R').and_then(|number| number.parse::<usize>().ok())
        else {
            assert_eq!(text, "RZ");
            return 0;
        };
        self.state.registers[number + 1][self.thread]
    }

    /// Product of two words and a sum with the pair behind them: 64 bits, and the carry on top.
    fn product_and_pair(&self, is_signed: bool) -> u128 {
        let first = if self.text(1).starts_with('P') { 2 } else { 1 };
        let (a, b) = (self.word(first), self.word(first + 1));
        let carry = self.operands.len() > first + 3 && self.predicate(first + 3);
        let product = match is_signed {
            true => (i64::from(a.cast_signed()) * i64::from(b.cast_signed())).cast_unsigned(),
            false => u64::from(a) * u64::from(b),
        };
        let pair = u64::from(self.behind(first + 2)) << 32 | u64::from(self.word(first + 2));
        u128::from(product) + u128::from(pair) + u128::from(carry)
    }

    /// The high word of a pair shifted to the left, and a word added: 33 bits.
    fn shifted_sum(&self, pair: [u32; 2], amount: u32, added: u32, carry: bool) -> u64 {
        let [low, high] = pair.map(u128::from);
        let shifted = ((high << 32 | low) << amount >> 32) as u32;
        u64::from(shifted) + u64::from(added) + u64::from(carry)
    }

    /// What LEA's forms give, with the carry on top.
    fn lea(&self, parts: &[&str]) -> u64 {
        let carries = self.operands.len() > 3 && self.text(1).starts_with('P');
        let first = if carries { 2 } else { 1 };
        let (a, b) = (self.word(first), self.word(first + 1));
        let sign = (a.cast_signed() >> 31).cast_unsigned();
        match parts {
            ["HI", "SX32"] => self.shifted_sum([a, sign], self.word(3), b, false),
            ["HI", "X", "SX32"] => self.shifted_sum([a, sign], self.word(3), b, self.predicate(4)),
            ["HI", "X"] => {
                let carry = self.predicate(5);
                self.shifted_sum([a, self.word(3)], self.word(4), b, carry)
            }
            ["HI"] => {
                let pair = [a, self.word(first + 2)];
                self.shifted_sum(pair, self.word(first + 3), b, false)
            }
            _ => {
                let shifted = u64::from(a) << self.word(first + 2) & 0xffff_ffff;
                shifted + u64::from(b)
            }
        }
    }

    /// Place and length of a bit field in the bytes of a literal.
    fn bit_field(&self, place: usize) -> (u32, u32) {
        let [start, length, ..] = self.word(place).to_le_bytes().map(u32::from);
        (start, length)
    }

    /// The low `length` bits of a word, with their sign or zeros above.
    fn extended(word: u32, length: u32, is_signed: bool) -> u32 {
        let wide = u64::from(word) << (64 - length);
        let back = match is_signed {
            true => (wide.cast_signed() >> (64 - length)).cast_unsigned(),
            false => wide >> (64 - length),
        };
        back as u32
    }

    /// The bit of the mask that a GCN-like line reads as its carry, the last operand.
    fn carry(&self) -> bool {
        let entry = match self.operands.get(4) {
            None => return false,
            Some(&"vcc") => 0,
            Some(pair) => {
                8 + pair[2..].split(':').next().and_then(|n| n.parse::<usize>().ok()).expect(pair)
                    / 2
            }
        };
        self.state.masks[entry][self.thread]
    }

    /// A float source: absolute first, then negated.
    pub fn float(&self, place: usize) -> f32 {
        let text = self.text(place);
        match text {
            "+INF" => return f32::INFINITY,
            "-INF" => return f32::NEG_INFINITY,
            _ => {}
        }
        let (negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let inside = text.strip_prefix('|').and_then(|text| text.strip_suffix('|'));
        let name = inside.unwrap_or(text);
        let value = match self.register(name).or_else(|| self.constant(name)) {
            Some(word) => f32::from_bits(word),
            None if name == "RZ" => 0.0,
            None => name.parse().expect(name),
        };
        let value = if inside.is_some() { value.abs() } else { value };
        if negative { -value } else { value }
    }

    pub fn predicate(&self, place: usize) -> bool {
        let text = self.text(place);
        let name = text.trim_start_matches('!');
        let number = if name == "PT" { 7 } else { name[1..].parse().expect(name) };
        self.state.masks[number][self.thread] != text.starts_with('!')
    }

    /// Bits of three words by a table; words of one bit are predicates.
    fn table(words: [u32; 3], table: u32) -> u32 {
        let bit = |place: u32| {
            let index = words.iter().fold(0, |index, word| index << 1 | word >> place & 1);
            (table >> index & 1) << place
        };
        (0..32).map(bit).sum()
    }
}

/// PTX's canonical NaN in the place of every other.
pub fn bits(value: f32) -> u32 {
    if value.is_nan() { 0x7fff_ffff } else { value.to_bits() }
}

/// PTX's min and max: the number of a number and a NaN, -0 below +0.
pub fn extreme(a: f32, b: f32, minimum: bool) -> f32 {
    let is_less = |a: f32, b: f32| a < b || a == b && a.is_sign_negative() && !b.is_sign_negative();
    match (a.is_nan(), b.is_nan()) {
        (true, _) => b,
        (_, true) => a,
        _ if is_less(a, b) == minimum => a,
        _ => b,
    }
}

fn compares<T: PartialOrd>(relation: &str, a: T, b: T) -> bool {
    match relation {
        "LT" => a < b,
        "LE" => a <= b,
        "GT" => a > b,
        "GE" => a >= b,
        "EQ" => a == b,
        "NE" | "NEU" => a != b,
        _ => panic!("{relation}"),
    }
}

/// SASS's relations of floats: NE is false and those with a U behind them are true where one is NaN.
pub fn compares_floats(relation: &str, a: f32, b: f32) -> bool {
    let is_unordered = a.is_nan() || b.is_nan();
    match relation {
        "NUM" => !is_unordered,
        "NAN" => is_unordered,
        _ => match relation.strip_suffix('U') {
            Some(ordered) => is_unordered || compares(ordered, a, b),
            None => !is_unordered && compares(relation, a, b),
        },
    }
}

/// Sources of IADD3 as 33-bit terms, whose sum has the carry on top; with the carry that goes in.
fn terms(read: &Reader) -> u64 {
    let is_predicate = |text: &&str| text.trim_start_matches('!').starts_with('P');
    let places = (1..read.operands.len()).filter(|&place| !is_predicate(&read.text(place)));
    let term = |place: usize| match read.text(place).strip_prefix('-') {
        // A negated word is its complement and 1.
        Some(_) => u64::from(!read.word(place).wrapping_neg()) + 1,
        None => u64::from(read.word(place)),
    };
    // Behind the three words stand the carries.
    let last_word = places.clone().next_back().expect("words");
    let carries = (last_word + 1..read.operands.len()).map(|at| u64::from(read.predicate(at)));
    places.map(term).sum::<u64>() + carries.sum::<u64>()
}

/// The predicate that a line writes beside its word, and its bit.
fn second_result(mnemonic: &str, read: &Reader) -> Option<(usize, bool)> {
    let bare = mnemonic.trim_end_matches("_e32").trim_end_matches("_e64");
    let carry = || read.carry();
    let (a, b) = (|| u64::from(read.word(2)), || u64::from(read.word(3)));
    let parts: Vec<&str> = bare.split('.').skip(1).collect();
    let predicate = |text: &str| text.strip_prefix('P')?.parse::<usize>().ok();
    let pair = |text: &str| text.strip_prefix("s[")?.split(':').next()?.parse::<usize>().ok();
    let written = read.operands.get(1).and_then(|text| match *text {
        "vcc" => Some(0),
        text => pair(text).map(|first| 8 + first / 2),
    });
    let of_two = |carry: bool| (written.unwrap_or(0), carry);
    match bare {
        "IADD3" | "IADD3.X" => {
            let number = read.text(1).strip_prefix('P')?.parse().ok()?;
            Some((number, terms(read) >> 32 & 1 == 1))
        }
        "IMAD.WIDE.U32" => {
            Some((predicate(read.text(1))?, read.product_and_pair(false) >> 64 == 1))
        }
        "LEA" | "LEA.HI" => Some((predicate(read.text(1))?, read.lea(&parts) >> 32 & 1 == 1)),
        _ if written.is_none() => None,
        "v_add_co_u32" | "v_addc_co_u32" | "v_add_u32" | "v_add_i32" | "v_addc_u32" => {
            Some(of_two(a() + b() + u64::from(carry()) > u64::from(u32::MAX)))
        }
        "v_sub_co_u32" | "v_subb_co_u32" | "v_sub_u32" => {
            Some(of_two(a() < b() + u64::from(carry())))
        }
        "v_subrev_co_u32" | "v_subbrev_co_u32" => Some(of_two(b() < a() + u64::from(carry()))),
        _ => None,
    }
}

/// The second word that a line writes, and its register.
fn second_word(mnemonic: &str, read: &Reader) -> Option<(usize, u32)> {
    let register = |text: &str| text.strip_prefix('R')?.parse::<usize>().ok();
    match mnemonic {
        "IMAD.WIDE" | "IMAD.WIDE.U32" | "IMAD.WIDE.U32.X" => {
            let high = (read.product_and_pair(mnemonic == "IMAD.WIDE") >> 32) as u32;
            Some((register(read.text(0))? + 1, high))
        }
        "LOP3.LUT" if read.operands.len() == 7 => {
            let words = [2, 3, 4].map(|place| read.word(place));
            Some((register(read.text(1))?, Reader::table(words, read.word(5))))
        }
        _ => None,
    }
}

pub fn combined(with: &str, first: bool, second: bool) -> bool {
    match with {
        "AND" => first && second,
        "OR" => first || second,
        "XOR" => first != second,
        _ => panic!("{with}"),
    }
}

/// {hi,lo} shifted: its low word to the left, its high word to the right.
fn funnel(parts: &[&str], read: &Reader) -> u32 {
    let (lo, hi) = (read.word(1), read.word(3));
    let amount = if parts.contains(&"W") { read.word(2) & 31 } else { read.word(2).min(32) };
    let both = u64::from(hi) << 32 | u64::from(lo);
    match (parts[1], parts.contains(&"S32")) {
        ("L", _) if parts.contains(&"HI") => ((u128::from(both) << amount) >> 32) as u32,
        ("L", _) => (both << amount) as u32,
        (_, false) if !parts.contains(&"HI") => (both >> amount) as u32,
        (_, false) => (both >> amount >> 32) as u32,
        (_, true) => (both.cast_signed() >> amount >> 32) as u32,
    }
}

fn bytes(word: u32) -> impl Iterator<Item = u32> {
    word.to_le_bytes().into_iter().map(u32::from)
}

/// The word or the predicate (0 or 1) that the thread gets; `None` for what is not of one thread, or
/// spelt as this machine spells it.
fn vendor(mnemonic: &str, read: &Reader) -> Option<u32> {
    let bare = mnemonic.trim_end_matches("_e32").trim_end_matches("_e64");
    let parts: Vec<&str> = bare.split('.').collect();
    let word = |place| read.word(place);
    let signed = |place| read.word(place).cast_signed();
    let minimum = || read.predicate(3);
    Some(match (parts[0], &parts[1..]) {
        // The addend is a pair, as IMAD.WIDE's: the division of CUDA's compilers adds RZ and a word.
        ("IMAD", ["HI"]) => (read.product_and_pair(true) >> 32) as u32,
        ("IMAD", ["HI", "U32"]) => (read.product_and_pair(false) >> 32) as u32,
        ("IMAD", ["WIDE"]) => read.product_and_pair(true) as u32,
        ("IMAD", ["WIDE", "U32", ..]) => read.product_and_pair(false) as u32,
        ("IMAD", ["X"]) => {
            let sum = word(1).wrapping_mul(word(2)).wrapping_add(word(3));
            sum.wrapping_add(read.predicate(4).into())
        }
        ("IMAD", _) => word(1).wrapping_mul(word(2)).wrapping_add(word(3)),
        ("IADD3", _) => terms(read) as u32,
        ("v_add_co_u32" | "v_addc_co_u32" | "v_add_u32" | "v_add_i32" | "v_addc_u32", _) => {
            word(2).wrapping_add(word(3)).wrapping_add(read.carry().into())
        }
        ("v_sub_co_u32" | "v_subb_co_u32" | "v_sub_u32", _) => {
            word(2).wrapping_sub(word(3)).wrapping_sub(read.carry().into())
        }
        ("v_subrev_co_u32" | "v_subbrev_co_u32", _) => {
            word(3).wrapping_sub(word(2)).wrapping_sub(read.carry().into())
        }
        ("v_add3_u32", _) => word(1).wrapping_add(word(2)).wrapping_add(word(3)),
        ("v_lshl_add_u32", _) => (word(1) << (word(2) & 31)).wrapping_add(word(3)),
        ("v_lshl_or_b32", _) => word(1) << (word(2) & 31) | word(3),
        ("v_add_lshl_u32", _) => word(1).wrapping_add(word(2)) << (word(3) & 31),
        ("v_alignbit_b32", _) => {
            ((u64::from(word(1)) << 32 | u64::from(word(2))) >> (word(3) & 31)) as u32
        }
        ("v_bfe_u32", _) => {
            let ones = (1_u64 << (word(3) & 31)) - 1;
            (u64::from(word(1)) >> (word(2) & 31) & ones) as u32
        }
        ("v_bfe_i32", _) => {
            // By a shift to the top and back.
            let (place, length) = (word(2) & 31, word(3) & 31);
            let wide = i64::from(signed(1)) >> place;
            if length == 0 { 0 } else { (wide << (64 - length) >> (64 - length)) as u32 }
        }
        ("v_bfm_b32", _) => (((1_u64 << (word(1) & 31)) - 1) << (word(2) & 31)) as u32,
        // PTX's bmsk.clamp and szext.clamp: places and lengths from 32 on are 32.
        ("BMSK", []) => {
            let (place, length) = (word(1).min(32), word(2).min(32));
            (((1_u64 << length) - 1) << place) as u32
        }
        ("SGXT", ["U32"]) => (u64::from(word(1)) & ((1_u64 << word(2).min(32)) - 1)) as u32,
        ("BMSK", _) => (((1_u64 << (word(2) & 31)) - 1) << (word(1) & 31)) as u32,
        ("v_perm_b32", _) => {
            let all = (u64::from(word(1)) << 32 | u64::from(word(2))).to_le_bytes();
            let sign = |byte: u8| if byte & 0x80 != 0 { 0xff } else { 0 };
            u32::from_le_bytes(word(3).to_le_bytes().map(|selector| match selector {
                0..8 => all[usize::from(selector)],
                8 => sign(all[1]),
                9 => sign(all[3]),
                10 => sign(all[5]),
                11 => sign(all[7]),
                12 => 0,
                _ => 0xff,
            }))
        }
        ("PRMT", _) => {
            let all = [word(1).to_le_bytes(), word(3).to_le_bytes()].concat();
            let byte = |place: usize| {
                let selector = word(2) >> (4 * place);
                let byte = all[(selector & 7) as usize];
                if selector & 8 == 0 { byte } else { (byte.cast_signed() >> 7).cast_unsigned() }
            };
            u32::from_le_bytes([0, 1, 2, 3].map(byte))
        }
        ("v_mbcnt_lo_u32_b32", _) => {
            let below = (1_u64 << read.thread.0) - 1;
            (below as u32 & word(1)).count_ones().wrapping_add(word(2))
        }
        ("v_mbcnt_hi_u32_b32", _) => {
            let below = (1_u64 << read.thread.0) - 1;
            ((below >> 32) as u32 & word(1)).count_ones().wrapping_add(word(2))
        }
        ("v_mul_u32_u24", _) => (word(1) << 8 >> 8).wrapping_mul(word(2) << 8 >> 8),
        ("v_med3_i32", _) => {
            let mut all = [signed(1), signed(2), signed(3)];
            all.sort_unstable();
            all[1].cast_unsigned()
        }
        ("v_med3_u32", _) => {
            let mut all = [word(1), word(2), word(3)];
            all.sort_unstable();
            all[1]
        }
        ("v_xor3_b32", _) => word(1) ^ word(2) ^ word(3),
        ("v_alignbyte_b32", _) => {
            ((u64::from(word(1)) << 32 | u64::from(word(2))) >> (8 * (word(3) & 3))) as u32
        }
        ("SGXT", _) => Reader::extended(word(1), word(2), true),
        ("BFE", modifiers) => {
            let (start, length) = read.bit_field(2);
            let is_signed = !modifiers.contains(&"U32");
            let wide = if is_signed { i64::from(signed(1)) } else { i64::from(word(1)) };
            Reader::extended((wide >> start) as u32, length, is_signed)
        }
        ("BFI", _) => {
            let (start, length) = read.bit_field(2);
            let is_inside = |place: &u32| (start..start + length).contains(place);
            let bit = |place: u32| match is_inside(&place) {
                true => (word(1) >> (place - start) & 1) << place,
                false => word(3) & 1 << place,
            };
            (0..32).map(bit).sum()
        }
        ("LOP", [operation, "NZ"]) => {
            let table = match *operation {
                "AND" => 0xc0,
                "OR" => 0xfc,
                _ => 0x3c,
            };
            (Reader::table([word(2), word(3), 0], table) != 0).into()
        }
        ("LOP3", ["LUT", "NZ"]) => {
            (Reader::table([word(2), word(3), word(4)], word(5)) != 0).into()
        }
        ("LOP3", _) if read.operands.len() == 7 => {
            let result = Reader::table([word(2), word(3), word(4)], word(5));
            (result != 0 || read.predicate(6)).into()
        }
        ("LEA", modifiers) => read.lea(modifiers) as u32,
        ("v_cmp_lg_f32", _) => compares_floats("NE", read.float(1), read.float(2)).into(),
        ("v_cmp_o_f32", _) => compares_floats("NUM", read.float(1), read.float(2)).into(),
        ("v_cmp_nlt_f32", _) => compares_floats("GEU", read.float(1), read.float(2)).into(),
        ("IADD" | "IADD32I", []) => word(1).wrapping_add(word(2)),
        ("IMUL", ["U32", "U32"]) | ("IMUL32I", []) => word(1).wrapping_mul(word(2)),
        ("ISCADD" | "ISCADD32I", []) => (word(1) << word(3)).wrapping_add(word(2)),
        ("LOP" | "LOP32I", ["AND"]) => word(1) & word(2),
        ("LOP" | "LOP32I", ["XOR"]) => word(1) ^ word(2),
        ("LOP", ["PASS_B"]) => word(2),
        ("VADD", [.., "ACC"]) => word(1).wrapping_add(word(2)).wrapping_add(word(3)),
        ("v_max3_f32", _) => {
            bits(extreme(extreme(read.float(1), read.float(2), false), read.float(3), false))
        }
        ("v_min3_f32", _) => {
            bits(extreme(extreme(read.float(1), read.float(2), true), read.float(3), true))
        }
        ("v_max3_i32", _) => signed(1).max(signed(2)).max(signed(3)).cast_unsigned(),
        ("v_min3_i32", _) => signed(1).min(signed(2)).min(signed(3)).cast_unsigned(),
        ("v_max3_u32", _) => word(1).max(word(2)).max(word(3)),
        ("v_min3_u32", _) => word(1).min(word(2)).min(word(3)),
        ("v_xad_u32", _) => (word(1) ^ word(2)).wrapping_add(word(3)),
        ("v_xnor_b32", _) => !(word(1) ^ word(2)),
        ("v_ffbl_b32", _) if word(1) == 0 => u32::MAX,
        ("v_ffbl_b32", _) => word(1).trailing_zeros(),
        ("v_lshl_b32", _) => word(1) << (word(2) & 31),
        ("v_lshr_b32", _) => word(1) >> (word(2) & 31),
        ("v_ashr_i32", _) => (signed(1) >> (word(2) & 31)).cast_unsigned(),
        // PTX's shl and shr clamp; .W takes the amount modulo 32.
        ("SHL" | "SHR", modifiers) => {
            let amount = if modifiers.contains(&"W") { word(2) & 31 } else { word(2).min(32) };
            match (parts[0], modifiers.contains(&"U32")) {
                ("SHL", _) => (u64::from(word(1)) << amount) as u32,
                (_, true) => (u64::from(word(1)) >> amount) as u32,
                _ => (i64::from(signed(1)) >> amount) as u32,
            }
        }
        ("PSETP", [first, second]) => {
            let both = combined(first, read.predicate(2), read.predicate(3));
            combined(second, both, read.predicate(4)).into()
        }
        ("VIADD", _) => word(1).wrapping_add(word(2)),
        ("IABS", _) => signed(1).wrapping_abs().cast_unsigned(),
        ("IMNMX" | "VIMNMX", ["U32"]) if minimum() => word(1).min(word(2)),
        ("IMNMX" | "VIMNMX", ["U32"]) => word(1).max(word(2)),
        ("IMNMX" | "VIMNMX", _) if minimum() => signed(1).min(signed(2)).cast_unsigned(),
        ("IMNMX" | "VIMNMX", _) => signed(1).max(signed(2)).cast_unsigned(),
        ("SHF", _) => funnel(&parts, read),
        ("LOP3", _) => Reader::table([word(1), word(2), word(3)], word(4)),
        ("PLOP3", _) => {
            let inputs = [2, 3, 4].map(|place| u32::from(read.predicate(place)));
            Reader::table(inputs, word(5)) & 1
        }
        ("POPC", _) => word(1).count_ones(),
        ("BREV", _) => word(1).reverse_bits(),
        ("FLO", _) if word(1) == 0 => u32::MAX,
        ("FLO", ["U32", "SH"]) => word(1).leading_zeros(),
        ("FLO", _) => 31 - word(1).leading_zeros(),
        ("VABSDIFF", ["U32"]) => word(1).abs_diff(word(2)).wrapping_add(word(3)),
        ("VABSDIFF", _) => signed(1).abs_diff(signed(2)).wrapping_add(word(3)),
        ("VABSDIFF4", ["U8", "ACC"]) => {
            let sum: u32 = bytes(word(1)).zip(bytes(word(2))).map(|(a, b)| a.abs_diff(b)).sum();
            sum.wrapping_add(word(3))
        }
        ("VABSDIFF4", _) => {
            let all: Vec<u8> =
                bytes(word(1)).zip(bytes(word(2))).map(|(a, b)| a.abs_diff(b) as u8).collect();
            u32::from_le_bytes(all.try_into().expect("four"))
        }
        ("ISETP", [relation, .., with, "EX"]) => {
            let is_signed = !parts.contains(&"U32");
            let order = if is_signed { signed(2).cmp(&signed(3)) } else { word(2).cmp(&word(3)) };
            let low = read.predicate(5);
            let holds = match *relation {
                "EQ" => order.is_eq() && low,
                "NE" => order.is_ne() || low,
                "GE" | "GT" => order.is_gt() || order.is_eq() && low,
                _ => order.is_lt() || order.is_eq() && low,
            };
            combined(with, holds, read.predicate(4)).into()
        }
        ("ICMP", [relation, "U32"]) => {
            if compares(relation, word(3), 0) {
                word(1)
            } else {
                word(2)
            }
        }
        ("ICMP", [relation]) => {
            if compares(relation, signed(3), 0) {
                word(1)
            } else {
                word(2)
            }
        }
        ("FCMP", [relation]) => {
            let holds = compares_floats(relation, read.float(3), 0.0);
            read.float(if holds { 1 } else { 2 }).to_bits()
        }
        ("ISET" | "FSET", [.., with]) => {
            let relation = parts.iter().rev().skip(1).find(|part| **part != "U32").expect("one");
            let holds = match parts[0] {
                "FSET" => compares_floats(relation, read.float(1), read.float(2)),
                _ if parts.contains(&"U32") => compares(relation, word(1), word(2)),
                _ => compares(relation, signed(1), signed(2)),
            };
            let one = if parts.contains(&"BF") { 1.0_f32.to_bits() } else { u32::MAX };
            if combined(with, holds, read.predicate(3)) { one } else { 0 }
        }
        ("PSET", ["AND", "AND"]) => {
            if (1..4).all(|place| read.predicate(place)) {
                u32::MAX
            } else {
                0
            }
        }
        ("ISETP", [relation, "U32", with]) => {
            combined(with, compares(relation, word(2), word(3)), read.predicate(4)).into()
        }
        ("ISETP", [relation, with]) => {
            combined(with, compares(relation, signed(2), signed(3)), read.predicate(4)).into()
        }
        ("FSETP", [relation, with]) => {
            let holds = compares_floats(relation, read.float(2), read.float(3));
            combined(with, holds, read.predicate(4)).into()
        }
        ("FMNMX", _) => bits(extreme(read.float(1), read.float(2), minimum())),
        ("FSEL", _) if read.predicate(3) => read.float(1).to_bits(),
        ("FSEL", _) => read.float(2).to_bits(),
        ("SEL", _) if read.predicate(3) => word(1),
        ("SEL", _) => word(2),
        ("FADD", ["FTZ"]) => {
            let flushed =
                |value: f32| if value.is_subnormal() { 0_f32.copysign(value) } else { value };
            bits(flushed(flushed(read.float(1)) + flushed(read.float(2))))
        }
        ("FFMA", ["SAT"]) => {
            let sum = read.float(1).mul_add(read.float(2), read.float(3));
            if sum > 0.0 { sum.min(1.0).to_bits() } else { 0 }
        }
        ("FADD" | "FADD32I", _) => bits(read.float(1) + read.float(2)),
        ("FMUL" | "FMUL32I", _) => bits(read.float(1) * read.float(2)),
        ("FFMA" | "FFMA32I", _) => bits(read.float(1).mul_add(read.float(2), read.float(3))),
        ("I2F", ["U32"]) | ("I2FP", ["F32", "U32"]) => (word(1) as f32).to_bits(),
        ("I2F", _) | ("I2FP", _) => (signed(1) as f32).to_bits(),
        ("F2I", _) if parts.contains(&"U32") => read.float(1) as u32,
        ("F2I", _) => (read.float(1) as i32).cast_unsigned(),
        ("MOV" | "MOV32I", _) => word(1),
        ("S2R", _) if NAMES.contains(&read.text(1)) => word(1),
        (
            "CS2R" | "S2R" | "REDUX" | "VOTE" | "MATCH" | "SHFL" | "BAR" | "B2R" | "NOP" | "PMTRIG"
            | "EXIT",
            _,
        ) => {
            return None;
        }
        ("WARPSYNC" | "DEPBAR", _) => return None,
        _ => panic!("{mnemonic} has no meaning here"),
    })
}

/// The register for a word between two instructions, the eighth above those that the line names.
fn scratch(code: &str) -> Option<usize> {
    let words = code.split(|letter: char| !letter.is_ascii_alphanumeric());
    let highest =
        words.filter_map(|word| word.strip_prefix(['R', 'v'])?.parse::<usize>().ok()).max();
    Some(highest.unwrap_or(0) + 8).filter(|&register| register < REGISTERS)
}

/// Registers and masks that an instruction writes in one thread, with what it writes.
#[derive(Default)]
pub struct Results {
    pub words: Vec<(usize, u32)>,
    pub bits: Vec<(usize, bool)>,
}

/// What the vendor says of the line that was read.
fn of_vendor(mnemonic: &str, read: &Reader) -> Option<Results> {
    let result = vendor(mnemonic, read)?;
    let destination = if read.operands[0] == "vcc" { "P0" } else { read.operands[0] };
    let mut results = Results::default();
    if matches!(destination, "RZ" | "PT") {
        return Some(results);
    }
    results.words.extend(second_word(mnemonic, read));
    results.bits.extend(second_result(mnemonic, read));
    let number: usize = destination[1..].parse().expect(destination);
    match destination.strip_prefix('P') {
        Some(_) => results.bits.push((number, result == 1)),
        None => results.words.push((number, result)),
    }
    Some(results)
}

/// Whether the machine takes the line; if so, its result is the vendor's in every thread.
fn is_taken_rightly(line: &str, seed: u32) -> bool {
    is_taken_as(line, seed, of_vendor)
}

/// Whether the machine takes the line; if so, it writes `results` of its mnemonic in every thread, and
/// nothing else changes but two registers, a mask and a predicate that the listing leaves free.
pub fn is_taken_as(
    line: &str,
    seed: u32,
    results: impl Fn(&str, &Reader) -> Option<Results>,
) -> bool {
    let before = state(seed);
    let Some(after) = model(line, &before, seed) else { return false };
    let code = line.trim_end_matches([';', ' ']);
    let guarded = code.strip_prefix('@').and_then(|code| code.split_once(' '));
    let (guard, code) = guarded.unwrap_or(("PT", code));
    let (mnemonic, operands) = code.split_once(' ').unwrap_or((code, ""));
    let operands: Vec<&str> = operands.split(',').map(str::trim).collect();
    let mut expected = before.clone();
    for thread in (0..THREADS).map(Thread) {
        let read = Reader { operands: operands.clone(), state: &before, thread, seed };
        let Some(results) = results(mnemonic, &read) else { return true };
        if !(Reader { operands: vec![guard], ..read }).predicate(0) {
            continue;
        }
        results.words.iter().for_each(|&(number, word)| expected.registers[number][thread] = word);
        results.bits.iter().for_each(|&(number, bit)| expected.masks[number][thread] = bit);
    }
    for free in scratch(code).into_iter().chain([REGISTERS - 1]) {
        expected.registers[free] = after.registers[free].clone();
    }
    // The first mask that a SASS-like line leaves free.
    if !code.contains("s[") {
        expected.masks[8] = after.masks[8].clone();
    }
    let is_free = |number: &usize| {
        !line.contains(&format!("P{number}"))
            && carry(code) != Some(*number)
            && !code.contains("PR,")
    };
    if let Some(free) = (1..7).find(is_free) {
        expected.masks[free] = after.masks[free].clone();
    }
    assert_eq!(after.masks, expected.masks, "{line}");
    assert_eq!(after.registers, expected.registers, "{line}");
    true
}

/// The predicate that is the carry of a line of sm_60.
pub fn carry(code: &str) -> Option<usize> {
    let is_named = code.contains(".CC") || code.contains(".X ") && !code.contains(", P");
    let is_free = |number: &usize| !code.contains(&format!("P{number}"));
    [4, 5, 6, 1, 2, 3].into_iter().find(is_free).filter(|_| is_named)
}

#[test]
fn the_lines_of_the_list_give_what_ptx_says() {
    let runs = lines(SASS).into_iter().filter(|(_, here)| !matches!(*here, "operation" | "form"));
    let lines: Vec<&str> = runs.map(|(line, _)| line).collect();
    assert!(lines.len() > 100, "{}", lines.len());
    for (seed, line) in (0..).zip(lines) {
        for turn in 0..4 {
            assert!(is_taken_rightly(line, seed * 4 + turn), "{line}");
        }
    }
}

#[test]
fn sums_of_three_give_what_ptx_says_or_are_refused() {
    let sources = ["R2", "-R2", "RZ", "0x12345678", "R3", "-R3", "R4", "-R4"];
    for (turn, sum) in (0..).zip(triples(&sources)) {
        let count = |is_counted: fn(&str) -> bool| sum.iter().filter(|s| is_counted(s)).count();
        let literals = count(|s| s.starts_with("0x"));
        let is_expected = literals < 3;
        let line = format!("IADD3 R1, {}", sum.join(", "));
        assert_eq!(is_taken_rightly(&line, turn), is_expected, "{line}");
    }
}

fn triples<'t>(sources: &[&'t str]) -> Vec<[&'t str; 3]> {
    let mut all = vec![];
    for a in sources {
        for b in sources {
            all.extend(sources.iter().map(|c| [*a, *b, *c]));
        }
    }
    all
}

/// Every table of LOP3 over registers, a literal and RZ.
#[test]
fn every_table_of_lop3_gives_what_it_says_or_is_refused() {
    for (sources, functions, kinds) in [
        ("R2, R3, RZ", 16, 16),
        ("R2, RZ, R3", 16, 16),
        ("RZ, R2, R3", 16, 16),
        ("R2, 0xff00f0f0, RZ", 16, 16),
        ("RZ, 0xff00f0f0, R3", 16, 16),
        ("R2, RZ, RZ", 4, 4),
        ("RZ, RZ, RZ", 2, 2),
        ("R2, R2, R2", 4, 4),
        ("R2, R3, R2", 16, 16),
    ] {
        let line = |table: u32| format!("LOP3.LUT R1, {sources}, {table:#x}, !PT");
        let taken = (0..256).filter(|&table| is_taken_rightly(&line(table), table)).count();
        assert_eq!(taken, functions * 256 / kinds, "{sources}");
    }
    let line = |table: u32| format!("LOP3.LUT R1, R2, R3, R4, {table:#x}, !PT");
    let taken = (0..256).filter(|&table| is_taken_rightly(&line(table), table)).count();
    assert_eq!(taken, 256);
}

/// PSETP has every function of two predicates.
#[test]
fn every_table_of_plop3_gives_what_it_says_or_is_refused() {
    for sources in
        ["P1, P2, PT", "P1, !P2, PT", "!P1, PT, P2", "!PT, P1, P2", "P1, PT, !PT", "P1, P2, P1"]
    {
        for table in 0..256 {
            let line = format!("PLOP3.LUT P0, PT, {sources}, {table:#x}, 0x0");
            assert!(is_taken_rightly(&line, table), "{line}");
        }
    }
    let line = |table: u32| format!("PLOP3.LUT P0, PT, P1, P2, P3, {table:#x}, 0x0");
    let taken = (0..256).filter(|&table| is_taken_rightly(&line(table), table)).count();
    // 2 constants, 3 x 2 of one, 3 x 10 of two.
    assert_eq!(taken, 2 + 6 + 30);
}

/// Forms that the list has not, amounts at the edges of their ranges among them.
#[test]
fn the_other_forms_give_what_ptx_says() {
    let lines = [
        "IMAD.MOV R1, RZ, RZ, -R2",
        "IMAD.MOV.U32 R1, RZ, RZ, RZ",
        "IMAD.IADD R1, RZ, 0x1, R2",
        "IMAD.SHL R1, R2, 0x80000000, RZ",
        "IMAD.SHL.U32 R1, R2, 0x1, RZ",
        "IMAD R1, R2, -0x5, RZ",
        "IMAD R1, RZ, RZ, R2",
        "IMAD.U32 R1, R2, R3, R4",
        "IMAD.HI.U32 R1, R2, R3, RZ",
        "VIADD R1, -R2, R3",
        "VIADD R1, R2, -R3",
        "VIADD R1, R2, -0x1",
        "LEA R1, R2, R3, 0x1f",
        "LEA R1, R2, R3, 0x0",
        "LEA R1, R2, RZ, 0x5",
        "SHF.L.U32 R1, R2, 0x0, RZ",
        "SHF.L.U32 R1, R2, 0x1f, RZ",
        "SHF.L.U32 R1, 0x1, R2, RZ",
        "SHF.R.U32.HI R1, RZ, 0x1f, R2",
        "SHF.R.W.S32.HI R1, RZ, R2, R3",
        "SHF.R.S32.HI R1, RZ, 0x1f, R2",
        "VABSDIFF4.U8 R1, R2, R3, R4",
        "ISETP.LT.OR P0, PT, R2, R3, !PT",
        "ISETP.NE.U32.XOR P6, PT, R2, 0x20, !PT",
        "FSETP.LT.AND P0, PT, |R2|, -R3, PT",
        "FSETP.GT.AND P0, PT, R2, 1, PT",
        "FSETP.LE.OR P0, PT, R2, -126, !PT",
        "FSETP.NEU.XOR P0, PT, R2, +INF, !PT",
        "FSETP.EQ.AND P0, PT, R2, RZ, PT",
        "FMNMX R1, R2, -R3, PT",
        "FMNMX R1, |R2|, 2.5, !PT",
        "FMNMX R1, R2, -RZ, !PT",
        "FSEL R1, R2, 1, P3",
        "FSEL R1, 0.5, R2, !P3",
        "FADD R1, -RZ, -R2",
        "FADD R1, RZ, |R2|",
        "F2I.FTZ.U32.TRUNC.NTZ R1, -R2",
        "F2I.TRUNC.NTZ R1, |R2|",
        "@!P3 IADD3 R1, R2.reuse, R3, R4 ;",
        "@P3 LOP3.LUT R1, R1, R2, RZ, 0x3c, !PT ;",
        "MOV R1, c[0x3][0x8]",
        "MOV R1, cx[UR2][0x10]",
        "S2R R1, SR_CTAID.X",
        "IADD3 R1, R2, -c[0x0][0x164], RZ",
        "IADD3 R1, R2, UR4, R3",
        "IMAD R1, R2, c [0x0] [0x164], R3",
        "IMAD.MOV.U32 R1, RZ, RZ, -UR4",
        "@!P2 ISETP.LT.U32.AND P0, PT, R2, c[0x0][0x164], PT",
        "LOP3.LUT R1, R2, ~UR4, RZ, 0xc0, !PT",
        "LOP3.LUT R1, R2, UR4, R3, 0x96, !PT",
        "SEL R1, R2, c[0x0][0x28], !P3",
        "FADD R1, R2, -|c[0x0][0x164]|",
        "FMUL R1, -R2, -c[0x0] [0x164]",
        "FFMA R1, R2, UR4, -R3",
        "FMNMX R1, R2, |c[0x3][0x8]|, PT",
        "FSETP.GE.AND P0, PT, |R2|, -UR6, PT",
        "FSEL R1, R2, c[0x3][0x8], P1",
        "FSEL R1, -R2, R3, P0",
        "FSEL R1, R2, -R2, !P0",
        "FSEL R1, -R1, -R2, !P0",
        "FSEL R1, |R2|, R3, P0",
        "@P0 FSEL R1, R2, |R1|, P0",
        "FSEL R1, |R2|, |R3|, P0",
        "FSEL R1, -R2, c[0x3][0x8], P1",
        "SEL R1, RZ, 0x1, P2",
        "@!P1 SEL R1, c[0x3][0x8], UR4, P2",
        "FFMA R2, R2, c[0x3][0x8], 1.5",
        "ISETP.GE.AND P0, PT, RZ, c[0x0][0x164], PT",
        "LOP3.LUT R1, R1, 0xff00, RZ, 0x1, !PT",
        "LEA R2, R2, c[0x0][0x164], 0x3",
        "LEA R2, -R2, R2, 0x3",
        "LEA R1, R2, -R1, 0x1f",
        "ISCADD R1, -R1, R2, 0x4",
        "ISCADD R1, R1, -R2, 0x4",
        "POPC R1, ~R1",
        "VIADD R1, -R1, -R2",
        "IADD R1, -R2, -R1",
        "LEA R1, -R2, -R1, 0x3",
        "FLO.U32 R1, ~R2",
        "FLO.U32.SH R1, ~R2",
        "IABS R1, UR4",
        "VIADD R1, -R2, c[0x3][0x8]",
        "ICMP.NE.U32 R1, R1, R2, R3",
        "ICMP.LT R1, R2, 0x5, R1",
        "@P2 FCMP.NEU R1, R2, R3, R1",
        "FCMP.GE R1, R2, 1, R4",
        "ISET.EQ.AND R1, R1, R2, PT",
        "ISET.BF.LT.U32.OR R1, R2, 0x5, !P3",
        "ISET.GE.XOR R1, R2, R3, P3",
        "FSET.BF.GE.AND R1, R1, -|R3|, P1",
        "FSET.NEU.OR R1, R2, RZ, P1",
        "FSET.LT.XOR R1, R2, R1, !P1",
        "PSET.AND.AND R1, PT, PT, !P0",
        "ISETP.GE.AND.EX P0, PT, R1, R2, PT, P0",
        "@P0 ISETP.GE.OR.EX P0, PT, R1, R2, P2, P1",
        "ISETP.GT.U32.AND.EX P0, PT, R1, R2, PT, P1",
        "@!P2 ISETP.LE.AND.EX P0, PT, R1, RZ, PT, !P0",
        "ISETP.LT.U32.OR.EX P0, PT, R1, R2, !PT, P0",
        "ISETP.NE.AND.EX P0, PT, R1, RZ, P0, P3",
        "@P0 ISETP.EQ.U32.OR.EX P0, PT, R1, R2, P3, P0",
        "ISETP.NE.XOR.EX P4, PT, R1, R2, P4, !P0",
        "v_max3_f32 v1, v2, -v3, |v4|",
        "v_min3_f32 v1, v1, v1, v2",
        "v_max3_i32 v1, v2, v3, v1",
        "v_min3_i32 v1, v2, v3, v1",
        "v_max3_u32 v1, v1, v2, v3",
        "v_min3_u32 v1, v1, v2, v3",
        "v_xad_u32 v1, v1, v2, v3",
        "v_xnor_b32_e32 v1, v1, v2",
        "v_ffbl_b32_e32 v1, v2",
        "v_lshl_b32_e32 v1, v2, v3",
        "v_lshr_b32_e64 v1, v2, v3",
        "v_ashr_i32_e32 v1, v2, v3",
        "I2F R1, -UR4",
        "FSET.NE.AND R1, R2, R3, PT",
        "FSET.BF.NE.XOR R1, R2, R3, P1",
        "FSET.GEU.OR R1, R2, R3, P1",
        "FCMP.NE R1, R2, R3, R4",
        "FCMP.LTU R1, R2, R3, R4",
        "IADD3 R1, P0, R2, R3, RZ",
        "IADD3 R1, P1, PT, R2, -R3, RZ",
        "IADD3 R1, P2, -R2, R3, RZ",
        "IADD3 R1, P2, R2, 0xffffffff, RZ",
        "IADD3.X R1, R2, R3, RZ, P0, !PT",
        "IADD3.X R1, R2, ~R3, RZ, P1, !PT",
        "IADD3.X R1, P3, R2, R3, RZ, P0, !PT",
        "IADD3.X R1, P3, ~R2, R3, RZ, P0, !PT",
        "PRMT R1, R2, 0x5410, R3",
        "PRMT R1, R2, 0xba98, R3",
        "PRMT R1, R2, R4, R3",
        "SHF.R.U64 R1, R2, 0x7, R3",
        "SHF.R.U32 R1, R2, 0x1f, R3",
        "SHF.R.W.U32 R1, R2, R4, R3",
        "SHF.L.U64.HI R1, R2, 0x7, R3",
        "SHF.L.U32.HI R1, R2, 0x0, R3",
        "SHF.L.W.U32.HI R1, R2, R4, R3",
        "BMSK R1, 0x4, R2",
        "BMSK.W R1, R2, R3",
        "LEA.HI R1, R2, RZ, R3, 0x5",
        "ISETP.LT.AND P0, PT, R2, R3, P1",
        "ISETP.GE.U32.OR P1, PT, R2, 0x7fffffff, !P2",
        "ISETP.EQ.XOR P1, PT, R2, R2, P1",
        "FSETP.NE.AND P0, PT, R2, R3, PT",
        "FSETP.NE.OR P0, PT, R2, R3, P1",
        "FSETP.NEU.XOR P0, PT, R2, R3, P1",
        "FSETP.GEU.AND P0, PT, R2, |R3|, !P1",
        "FSETP.LTU.AND P0, PT, R2, R3, PT",
        "FSETP.EQU.OR P0, PT, R2, R3, !PT",
        "FSETP.NUM.AND P0, PT, R2, R3, PT",
        "FSETP.NAN.AND P0, PT, R2, R2, P3",
        "v_add_co_u32_e32 v1, vcc, v2, v3",
        "v_addc_co_u32_e32 v1, vcc, v2, v3, vcc",
        "v_sub_co_u32_e64 v1, vcc, v2, v3",
        "v_subb_co_u32_e32 v1, vcc, v2, v3, vcc",
        "v_subrev_co_u32_e32 v1, vcc, 3, v3",
        "v_subbrev_co_u32_e32 v1, vcc, v2, v3, vcc",
        "v_add_u32_e32 v1, vcc, v2, v3",
        "v_addc_u32_e32 v1, vcc, v2, v3, vcc",
        "v_add_i32_e32 v1, vcc, v2, v3",
        "v_add3_u32 v1, v2, v3, v4",
        "v_lshl_add_u32 v1, v2, 3, v4",
        "v_lshl_add_u32 v1, v2, v3, 5",
        "v_lshl_or_b32 v1, v2, 16, v4",
        "v_add_lshl_u32 v1, v2, v3, 2",
        "v_alignbit_b32 v1, v2, v3, 8",
        "v_alignbit_b32 v1, v2, v3, v4",
        "v_bfe_u32 v1, v2, 8, 8",
        "v_bfe_u32 v1, v2, 0, 31",
        "v_bfe_i32 v1, v2, 3, 7",
        "v_bfe_i32 v1, v2, v3, v4",
        "v_bfm_b32 v1, 4, v3",
        "v_perm_b32 v1, v2, v3, v4",
        "v_perm_b32 v1, v2, v3, 0xc0d0a01",
        "v_mbcnt_lo_u32_b32 v1, -1, 0",
        "v_mbcnt_hi_u32_b32 v1, -1, v2",
        "v_mbcnt_hi_u32_b32 v1, v3, v2",
        "v_cmp_lg_f32_e32 vcc, v2, v3",
        "v_cmp_o_f32_e32 vcc, v2, v2",
        "v_cmp_nlt_f32_e64 vcc, v2, -v3",
        "IMAD.HI R1, R2, R3, R4",
        "IMAD.HI.U32 R4, R4, R5, R4",
        "IMAD.HI.U32 R5, R2, 0xcccccccd, R4",
        "IMAD.HI R2, R3, -0x6db6db6d, R2",
        "IMAD.WIDE R2, R4, R5, R6",
        "IMAD.WIDE R2, R3, 0x4, R2",
        "IMAD.WIDE.U32 R2, R2, R3, R2",
        "IMAD.WIDE.U32 R2, R3, R2, R4",
        "@!P3 IMAD.WIDE.U32 R4, R2, c[0x0][0x164], RZ",
        "IMAD.WIDE.U32 R2, P0, R4, R5, R6",
        "IMAD.WIDE.U32 R2, P1, R2, R3, R2",
        "@P2 IMAD.WIDE.U32 R2, P0, R3, -0x5, R4",
        "IMAD.WIDE.U32 R4, P0, R2, c[0x0][0x164], RZ",
        "IMAD.WIDE.U32.X R2, R4, R5, R6, P0",
        "IMAD.WIDE.U32.X R2, R2, UR4, R2, !P1",
        "IMAD.X R1, RZ, RZ, ~R1, P0",
        "IMAD.X R1, R1, 0x7, ~R2, P0",
        "IADD3.X R1, R2, -0x5, ~R3, P0, P1",
        "IADD3.X R1, ~R1, R2, R3, P0, P1",
        "IADD3.X R1, R2, ~R1, R3, P0, !PT",
        "ISCADD32I R1, R1, 0x12345, 0x4",
        "ISCADD32I R1, R2, -0x5, 0x1f",
        "PSETP.OR.OR P1, PT, P1, P0, P2",
        "PSETP.AND.OR P0, PT, P1, !P2, P0",
        "PSETP.XOR.AND P3, PT, !P1, P2, P3",
        "@P4 PSETP.OR.XOR P0, PT, P1, P2, P3",
        "IMAD.X R1, RZ, RZ, R2, P0",
        "IMAD.X R1, RZ, RZ, -0x1, !P0",
        "IMAD.X R1, RZ, RZ, c[0x0][0x164], P3",
        "IMAD.X R1, R2, 0x1, R1, P0",
        "IMAD.X R1, R2, R3, UR4, P0",
        "IADD3.X R1, R2, R3, R4, P0, !PT",
        "IADD3.X R1, R2, R3, R1, P0, P1",
        "IADD3.X R1, R2, c[0x0][0x164], RZ, P0, !P1",
        "LEA R1, P0, R1, R2, 0x2",
        "LEA R1, P0, R2, R1, 0x0",
        "@P2 LEA R1, P0, R2, c[0x0][0x164], 0x1f",
        "LEA.HI R1, P0, R2, R1, RZ, 0x5",
        "LEA.HI R1, R2, c[0x0][0x164], RZ, 0x5",
        "LEA.HI.X R1, R1, R2, R3, 0x5, P0",
        "LEA.HI.X R3, R1, c[0x0][0x164], R3, 0x2, P1",
        "LEA.HI.X R3, R1, R2, RZ, 0x0, P1",
        "LEA.HI.SX32 R1, R1, R1, 0x1b",
        "LEA.HI.SX32 R1, R2, c[0x0][0x164], 0x0",
        "LEA.HI.X.SX32 R1, R2, R1, 0x1, P1",
        "@!P1 LEA.HI.X.SX32 R1, R2, UR4, 0x1f, !P1",
        "LOP3.LUT P0, RZ, R2, 0x1, RZ, 0xc0, !PT",
        "LOP3.LUT P0, RZ, R2, R3, RZ, 0xfc, P1",
        "LOP3.LUT P2, RZ, RZ, R2, R3, 0x12, !PT",
        "LOP3.LUT P0, R1, R2, R3, R4, 0x96, !PT",
        "LOP3.LUT P0, R1, R1, 0xff, R4, 0xea, P0",
        "LOP3.LUT P0, R13, R11, RZ, R6, 0xa0, !PT",
        "@P1 LOP3.LUT P0, R1, R1, UR4, RZ, 0x30, !P2",
        "LOP3.LUT.NZ P0, RZ, R2, R3, R4, 0xc8",
        "LOP.AND.NZ P0, RZ, R2, 0x10",
        "LOP.XOR.NZ P1, RZ, R2, R3",
        "LOP.OR.NZ P1, RZ, R2, c[0x0][0x164]",
        "SHF.L.U32.HI R1, RZ, R2, 0xffffffff",
        "SHF.L.U32.HI R1, RZ, 0x3, R2",
        "SGXT R1, R2, 0x1",
        "SGXT R1, R1, 0x1f",
        "SGXT.U32 R1, R2, 0x7",
        "SGXT.U32 R1, R2, R1",
        "SGXT.U32 R1, R1, RZ",
        "BMSK R1, R2, R1",
        "BMSK R1, R1, 0x1",
        "BMSK R1, 0x5, 0x9",
        "BMSK R1, 0x0, 0x20",
        "BFE R1, R2, 0x805",
        "BFE R1, R2, 0x1f10",
        "BFE.U32 R1, R2, 0x101f",
        "BFI R1, R2, 0x804, R1",
        "BFI R1, R1, 0x1f00, R2",
        "BFI R1, R2, 0x101c, RZ",
        "BFI R1, R2, 0x11f, R3",
        "MOV R1, R2, 0xf",
        "IMAD.U32.U32 R1, R2, 0x5, R3",
        "IMUL.U32.U32 R1, R2, R3",
        "v_add_co_u32_e64 v1, s[4:5], v2, v3",
        "v_sub_co_u32_e64 v1, s[2:3], 0, v3",
        "v_subrev_co_u32_e64 v1, s[2:3], v1, v3",
        "v_addc_co_u32_e64 v1, s[4:5], v2, v3, vcc",
        "v_addc_co_u32_e64 v1, vcc, v2, v3, s[4:5]",
        "v_addc_co_u32_e64 v1, s[4:5], 0, -1, s[4:5]",
        "v_subb_co_u32_e64 v1, s[4:5], 0, v1, s[4:5]",
        "v_subbrev_co_u32_e64 v1, vcc, v2, v3, s[6:7]",
        "v_subbrev_co_u32_e64 v1, s[4:5], v2, v3, vcc",
        "v_mul_u32_u24_e32 v1, v2, v1",
        "v_mul_u32_u24_e32 v1, 0x1234567, v2",
        "v_med3_i32 v1, v2, v3, v1",
        "v_med3_i32 v1, v1, 5, -7",
        "v_med3_u32 v1, v2, v1, v3",
        "v_xor3_b32 v1, v2, v1, v3",
        "v_alignbyte_b32 v1, v2, v1, 1",
        "v_alignbyte_b32 v1, v1, v2, 3",
    ];
    for (seed, line) in (1000..).zip(lines) {
        for turn in 0..4 {
            assert!(is_taken_rightly(line, seed * 4 + turn), "{line}");
        }
    }
    for line in [
        "SHF.L.U32 R1, R2, 0x20, RZ",
        "SHF.L.U32 R1, R2, R3, R4",
        "SHF.R.U64 R1, R2, R4, R3",
        "SHF.R.U32 R1, R2, 0x20, R3",
        "IADD3 R1, P0, R2, R3, R4",
        "IMAD.WIDE R3, R4, R5, R6",
        "IMAD.WIDE R2, R4, R5, R7",
        "IMAD.WIDE R2, RZ, 0x5, R6",
        "IMAD.HI R2, R4, R5, 0x7",
        "@P0 IMAD.WIDE.U32 R2, P0, R4, R5, R6",
        "IMAD.WIDE.U32.X R3, R4, R5, R6, P0",
        "PSETP.OR.OR P1, P2, P1, P0, P2",
        "LEA.HI.X R1, R2, R3, R4, 0x20, P0",
        "@P0 LOP3.LUT P0, R1, R2, R3, R4, 0x96, !PT",
        "SGXT R1, R2, 0x0",
        "SGXT R1, R2, 0x20",
        "SGXT R1, R2, R3",
        "BFE R1, R2, 0x2005",
        "BFE R1, R2, 0x820",
        "BFI R1, R2, 0x804, 0x7",
        "MOV R1, R2, 0x3",
        "PRMT.F4E R1, R2, R4, R3",
        "SHF.R.U32.HI R1, R4, 0x3, R2",
        "LEA R1, R2, R3, 0x20",
        "IMAD.SHL.U32 R1, R2, 0x6, RZ",
        "IMAD.IADD R1, R2, 0x2, R3",
        "IMAD.MOV.U32 R1, RZ, R2, R3",
        "FMNMX R1, R2, R3, P0",
        "FSEL R1, -|R2|, R3, P0",
        "FSEL R1, R2, +QNAN, P0",
        "FSETP.LT.AND P0, P1, R2, R3, PT",
        "ISETP.LT.AND P0, P1, R2, R3, PT",
        "LOP3.LUT R1, R2, R3, RZ, 0xc0, P1",
        "PLOP3.LUT P0, P1, P2, P3, PT, 0x80, 0x0",
        "@P0 ISETP.GE.AND.EX P0, PT, R1, R2, PT, P1",
        "ISETP.GE.AND.EX P0, P1, R1, R2, PT, P3",
        "MOV R1, c[0x3][R2+0x8]",
        "MOV R1, c[0x0][0x2c]",
        "IADD3 R1, R2, |UR4|, RZ",
    ] {
        assert!(!is_taken_rightly(line, 1), "{line} is taken");
    }
}
