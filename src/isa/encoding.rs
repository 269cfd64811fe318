//! The machine's 128-bit instruction word.
//!
//! It is wide and plain so that the hardware decodes it with wires, not gates:
//!
//! | bits | field |
//! |---|---|
//! | 31:0 | literal; SHFL with two literals: c in 12:0, b in 20:16; EXEC operations: low half of the mask literal; BAR: barrier in 3:0, waves in 9:4 (0: all that run); PMTRIG: counter in 2:0; S2R: special register in 3:0 |
//! | 63:32 | v_writelane_b32: k; v_permlane16_b32, v_permlanex16_b32: hi; else modifier: AMD's DPP dword less src0 (ctrl 16:8, FI 18, BC 19, neg a 20, abs a 21, neg b 22, abs b 23, bank_mask 27:24, row_mask 31:28, bit 0 = DPP on; DPP8 (bit 17): selectors 0-6, 7-15, 16-23 in 7:1, 16:8, 31:24, FI 18); bits 3:1 = `.reuse` of c, b, a where DPP is off; LOP3: table in 15:8; `s_nop`: bits 3:0 = extra slots; EXEC operations: high half of the mask literal |
//! | 71:64 | opcode |
//! | 79:72 87:80 95:88 103:96 | d a b c: register numbers |
//! | 107:104 | guard: predicate 2:0, negated 3 |
//! | 111:108 | mask destination: 0-6 predicate, 7 none, 8-11 mask slot |
//! | 116:112 | p: entry 3:0, negated 4 |
//! | 120:117 | q: predicate 2:0, negated 3 |
//! | 123:121 | a, b, c is the literal (a: of an EXEC operation, its mask literal) |
//! | 124, 125 | neg c, abs c; v_permlane16_b32, v_permlanex16_b32: FI, BC |
//! | 126 | mask literal's bit for threads 64 and up |
//! | 63:33, 127:124 | video instructions: their modifiers, see [`super::video_encoding`]; one without c has c marked as the literal, so that it reads no register |

use super::dpp::{Dpp, DppControl};
use super::instruction::{Instruction, MaskEntry, MaskSource, Operand, Register, SourceModifier};
use super::operation::{ControlOperation, Operation};
use super::row::Field;
use super::shared::{Barrier, Shared, SpecialRegister};
use super::video::Video;

/// Width of an instruction word in bits.
pub const INSTRUCTION_BITS: usize = 128;

/// A field of the instruction word: lowest bit and width. The hardware's decoder slices by the same
/// constants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitField {
    pub low: usize,
    pub width: usize,
}

pub(super) const fn field(low: usize, width: usize) -> BitField {
    BitField { low, width }
}

pub const LITERAL: BitField = field(0, 32);
pub const SHUFFLE_LITERAL_C: BitField = field(0, 13);
pub const SHUFFLE_LITERAL_B: BitField = field(16, 5);
pub const BARRIER: BitField = field(0, 4);
/// Waves that a barrier needs, 1..=32, or [`ALL_WAVES`].
pub const ARRIVING_WAVES: BitField = field(4, 6);
/// All that are running.
pub const ALL_WAVES: u8 = 0;
pub const COUNTER: BitField = field(0, 3);
pub const SPECIAL_REGISTER: BitField = field(0, 4);
/// The second of two literals of a lane move; there is no DPP modifier then.
pub const HIGH_LITERAL: BitField = field(32, 32);
pub const MASK_LITERAL: BitField = field(0, 64);
pub const DPP_ENABLE: BitField = field(32, 1);
/// LOP3, which has no DPP modifier.
pub const TABLE: BitField = field(40, 8);
pub const EXTRA_SLOTS: BitField = field(32, 4);
/// `.reuse` of a (bit 0), b, c: with DPP off, of operations that [take it](Operation::takes_reuse).
pub const REUSE: BitField = field(33, 3);
pub const DPP_CONTROL: BitField = field(40, 9);
/// The modifier is a `dpp8`: [`DPP_SELECTORS`] stand where the others have control and masks, and
/// the bit of BC is 0.
pub const DPP_EIGHT: BitField = field(49, 1);
/// The 24 selector bits of `dpp8`, lowest first: what is spare below dpp_ctrl, dpp_ctrl, the masks.
pub const DPP_SELECTORS: [BitField; 3] = [field(33, 7), DPP_CONTROL, field(56, 8)];
pub const DPP_FETCH_INACTIVE: BitField = field(50, 1);
pub const DPP_BOUND_CONTROL: BitField = field(51, 1);
/// Bit 0 negates a, bit 1 takes its absolute value before; bits 2 and 3 do so to b.
pub const MODIFIERS_A_B: BitField = field(52, 4);
pub const DPP_BANK_MASK: BitField = field(56, 4);
pub const DPP_ROW_MASK: BitField = field(60, 4);
pub const OPCODE: BitField = field(64, 8);
pub const DESTINATION: BitField = field(72, 8);
pub const SOURCE_A: BitField = field(80, 8);
pub const SOURCE_B: BitField = field(88, 8);
pub const SOURCE_C: BitField = field(96, 8);
pub const GUARD: BitField = field(104, 3);
pub const GUARD_NEGATED: BitField = field(107, 1);
pub const MASK_DESTINATION: BitField = field(108, 4);
pub const SOURCE_P: BitField = field(112, 4);
pub const P_NEGATED: BitField = field(116, 1);
pub const SOURCE_Q: BitField = field(117, 3);
pub const Q_NEGATED: BitField = field(120, 1);
pub const A_IS_LITERAL: BitField = field(121, 1);
pub const B_IS_LITERAL: BitField = field(122, 1);
pub const C_IS_LITERAL: BitField = field(123, 1);
/// FI and BC of v_permlane16_b32 and v_permlanex16_b32, which have no float c.
pub const PERMUTE_FETCH_INACTIVE: BitField = field(124, 1);
pub const PERMUTE_BOUND_CONTROL: BitField = field(125, 1);
/// Bit 0 negates c, bit 1 takes its absolute value before.
pub const MODIFIERS_C: BitField = field(124, 2);
pub const MASK_LITERAL_FILL: BitField = field(126, 1);
/// Where the modifiers of video instructions are: the low ones, the high ones.
pub const VIDEO_MODIFIERS: [BitField; 2] = [field(33, 31), field(124, 4)];

impl BitField {
    pub(super) fn mask(self) -> u128 {
        (1 << self.width) - 1
    }

    pub(super) fn put(self, word: &mut u128, value: u128) {
        assert!(
            value <= self.mask(),
            "{value:#x} does not fit the {} bits at {}",
            self.width,
            self.low
        );
        *word |= value << self.low;
    }

    pub(super) fn get(self, word: u128) -> u128 {
        word >> self.low & self.mask()
    }
}

impl Dpp {
    fn put(&self, word: &mut u128) {
        DPP_ENABLE.put(word, 1);
        DPP_FETCH_INACTIVE.put(word, self.fetch_inactive.into());
        if let Some(mut selectors) = self.control.selectors() {
            DPP_EIGHT.put(word, 1);
            for part in DPP_SELECTORS {
                part.put(word, u128::from(selectors) & part.mask());
                selectors >>= part.width;
            }
            return;
        }
        DPP_CONTROL.put(word, self.control.encode().into());
        DPP_BOUND_CONTROL.put(word, self.bound_control.into());
        DPP_BANK_MASK.put(word, self.bank_mask.into());
        DPP_ROW_MASK.put(word, self.row_mask.into());
    }

    fn get(word: u128) -> Self {
        let fetch_inactive = DPP_FETCH_INACTIVE.get(word) == 1;
        if DPP_EIGHT.get(word) == 1 {
            let parts = DPP_SELECTORS.iter().rev();
            let selectors =
                parts.fold(0, |selectors, part| selectors << part.width | part.get(word));
            return Self {
                fetch_inactive,
                ..Self::new(DppControl::from_selectors(selectors as u32))
            };
        }
        Self {
            control: DppControl::decode(DPP_CONTROL.get(word) as u16),
            row_mask: DPP_ROW_MASK.get(word) as u8,
            bank_mask: DPP_BANK_MASK.get(word) as u8,
            bound_control: DPP_BOUND_CONTROL.get(word) == 1,
            fetch_inactive,
        }
    }
}

impl Instruction {
    /// The machine word.
    pub fn encode(&self) -> u128 {
        let mut word = 0;
        OPCODE.put(&mut word, self.operation.opcode().into());
        DESTINATION.put(&mut word, self.destination.map_or(0, |register| register.0.into()));
        GUARD.put(&mut word, self.guard.entry.0.into());
        GUARD_NEGATED.put(&mut word, self.guard.negated.into());
        MASK_DESTINATION.put(&mut word, self.mask_destination.0.into());
        SOURCE_P.put(&mut word, self.p.entry.0.into());
        P_NEGATED.put(&mut word, self.p.negated.into());
        SOURCE_Q.put(&mut word, self.q.entry.0.into());
        Q_NEGATED.put(&mut word, self.q.negated.into());
        let places = [
            (self.a, SOURCE_A, A_IS_LITERAL),
            (self.b, SOURCE_B, B_IS_LITERAL),
            (self.c, SOURCE_C, C_IS_LITERAL),
        ];
        for (place, (operand, number, is_literal)) in places.into_iter().enumerate() {
            match operand {
                Operand::None => {}
                Operand::Register(register) => number.put(&mut word, register.0.into()),
                Operand::Literal(value) => {
                    is_literal.put(&mut word, 1);
                    self.literal_field(place).put(&mut word, value.into());
                }
            }
        }
        let [a, b, c] = self
            .modifiers
            .map(|modifier| u128::from(modifier.negate) | u128::from(modifier.absolute) << 1);
        MODIFIERS_A_B.put(&mut word, a | b << 2);
        MODIFIERS_C.put(&mut word, c);
        if let Some(literal) = self.mask_literal {
            A_IS_LITERAL.put(&mut word, 1);
            MASK_LITERAL.put(&mut word, (literal as u64).into());
            MASK_LITERAL_FILL.put(&mut word, (literal < 0).into());
        }
        if let Some(dpp) = &self.dpp {
            dpp.put(&mut word);
        } else if self.operation.takes_reuse() {
            let [a, b, c] = self.reuse.map(u128::from);
            REUSE.put(&mut word, a | b << 1 | c << 2);
        }
        PERMUTE_FETCH_INACTIVE.put(&mut word, self.fetch_inactive.into());
        PERMUTE_BOUND_CONTROL.put(&mut word, self.bound_control.into());
        if let Some(video) = self.video {
            let [low, high] = VIDEO_MODIFIERS;
            let modifiers = video.encode();
            low.put(&mut word, modifiers & low.mask());
            high.put(&mut word, modifiers >> low.width);
            if self.c == Operand::None {
                C_IS_LITERAL.put(&mut word, 1);
            }
        }
        if self.operation == ControlOperation::Nop {
            EXTRA_SLOTS.put(&mut word, self.extra_slots.into());
        }
        if self.operation.uses(Field::Table) {
            TABLE.put(&mut word, self.table.into());
        }
        // What has no such number reads 0.
        if self.operation.uses(Field::Special) && self.shared == Shared::None {
            SPECIAL_REGISTER.put(&mut word, SPECIAL_REGISTER.mask());
        }
        self.shared.put(&mut word);
        word
    }

    /// Where the literal of operand a, b or c (0, 1, 2) stands.
    fn literal_field(&self, operand: usize) -> BitField {
        match operand {
            _ if self.operation.high_literal() == Some(operand) => HIGH_LITERAL,
            1 if self.operation.uses(Field::ShuffleC) => SHUFFLE_LITERAL_B,
            2 if self.operation.uses(Field::ShuffleC) => SHUFFLE_LITERAL_C,
            _ => LITERAL,
        }
    }

    /// The instruction that a machine word holds, or `None` for an opcode that has no operation.
    pub fn decode(word: u128) -> Option<Self> {
        let operation = Operation::from_opcode(OPCODE.get(word) as u8)?;
        let mut instruction = Self::new(operation);
        let source = |entry: BitField, negated: BitField| MaskSource {
            entry: MaskEntry(entry.get(word) as u8),
            negated: negated.get(word) == 1,
        };
        instruction.guard = source(GUARD, GUARD_NEGATED);
        instruction.p = source(SOURCE_P, P_NEGATED);
        instruction.q = source(SOURCE_Q, Q_NEGATED);
        instruction.mask_destination = MaskEntry(MASK_DESTINATION.get(word) as u8);
        let operand = |place: usize, number: BitField, is_literal: BitField| {
            if !operation.has_operand(place) {
                Operand::None
            } else if is_literal.get(word) == 1 {
                Operand::Literal(instruction.literal_field(place).get(word) as u32)
            } else {
                Operand::Register(Register(number.get(word) as u8))
            }
        };
        let a = operand(0, SOURCE_A, A_IS_LITERAL);
        let b = operand(1, SOURCE_B, B_IS_LITERAL);
        let c = operand(2, SOURCE_C, C_IS_LITERAL);
        let [low, high] = VIDEO_MODIFIERS;
        instruction.video = Video::decode(operation, low.get(word) | high.get(word) << low.width);
        let has_c = instruction.video.is_none_or(|video| video.reads_c());
        let c = if has_c { c } else { Operand::None };
        instruction.destination =
            operation.uses(Field::D).then(|| Register(DESTINATION.get(word) as u8));
        if operation.reads_floats() {
            let bits = MODIFIERS_A_B.get(word) | MODIFIERS_C.get(word) << MODIFIERS_A_B.width;
            let of = |bits: u128| SourceModifier { negate: bits & 1 == 1, absolute: bits & 2 == 2 };
            let modifiers = [(a, of(bits)), (b, of(bits >> 2)), (c, of(bits >> 4))];
            let used = |(operand, modifier)| {
                if operand == Operand::None { SourceModifier::NONE } else { modifier }
            };
            instruction.modifiers = modifiers.map(used);
        }
        if operation.takes_fetch_flags() {
            instruction.fetch_inactive = PERMUTE_FETCH_INACTIVE.get(word) == 1;
            instruction.bound_control = PERMUTE_BOUND_CONTROL.get(word) == 1;
        }
        if operation.is_exec() && A_IS_LITERAL.get(word) == 1 {
            let fill = if MASK_LITERAL_FILL.get(word) == 1 { -1 << 64 } else { 0 };
            instruction.mask_literal = Some(fill | MASK_LITERAL.get(word) as i128);
        }
        if operation.takes_dpp() && DPP_ENABLE.get(word) == 1 {
            instruction.dpp = Some(Dpp::get(word));
        }
        if operation.takes_reuse() && DPP_ENABLE.get(word) == 0 {
            let of = |place: usize, operand| {
                matches!(operand, Operand::Register(_)) && REUSE.get(word) >> place & 1 == 1
            };
            instruction.reuse = [of(0, a), of(1, b), of(2, c)];
        }
        if operation == ControlOperation::Nop {
            instruction.extra_slots = EXTRA_SLOTS.get(word) as u8;
        }
        if operation.uses(Field::Table) {
            instruction.table = TABLE.get(word) as u8;
        }
        instruction.shared = Shared::get(word, operation);
        Some(Self { a, b, c, ..instruction })
    }
}

impl Shared {
    fn put(self, word: &mut u128) {
        match self {
            Self::None => {}
            Self::Barrier(Barrier { number, waves }) => {
                BARRIER.put(word, number.into());
                ARRIVING_WAVES.put(word, waves.unwrap_or(ALL_WAVES).into());
            }
            Self::Counter(number) => COUNTER.put(word, number.into()),
            Self::Special(register) => SPECIAL_REGISTER.put(word, register.number().into()),
        }
    }

    fn get(word: u128, operation: Operation) -> Self {
        if operation.uses(Field::Barrier) {
            let waves = Some(ARRIVING_WAVES.get(word) as u8).filter(|&waves| waves != ALL_WAVES);
            Self::Barrier(Barrier { number: BARRIER.get(word) as u8, waves })
        } else if operation.uses(Field::Counter) {
            Self::Counter(COUNTER.get(word) as u8)
        } else if operation.uses(Field::Special) {
            SpecialRegister::ALL
                .get(SPECIAL_REGISTER.get(word) as usize)
                .map_or(Self::None, |&register| Self::Special(register))
        } else {
            Self::None
        }
    }
}
