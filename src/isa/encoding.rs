//! The machine's 128-bit instruction word.
//!
//! It is wide and plain so that the hardware decodes it with wires, not gates:
//!
//! | bits | field |
//! |---|---|
//! | 31:0 | literal; SHFL with two literals: c in 12:0, b in 20:16; EXEC operations: low half of the mask literal; BAR: barrier in 3:0, waves in 9:4 (0: all that run); PMTRIG: counter in 2:0; S2R: special register in 4:0 |
//! | 63:32 | v_writelane_b32: k; v_permlane16_b32, v_permlanex16_b32: hi; the second of two literals of an operation of the feature `bits` that has no immediate; else modifier: AMD's DPP dword less src0 (ctrl 16:8, FI 18, BC 19, neg a 20, abs a 21, neg b 22, abs b 23, bank_mask 27:24, row_mask 31:28, bit 0 = DPP on; DPP8 (bit 17): selectors 0-6, 7-15, 16-23 in 7:1, 16:8, 31:24, FI 18); bits 3:1 = `.reuse` of c, b, a where DPP is off; where DPP is off or never on, an immediate in 15:8: the table of LOP3, the places of LEA.HI (12:8), the signs of IADD3 (neg a 8, neg b 9, neg c 10), how a compare combines with q (9:8; 1 OR, 2 XOR, 3 AND); `s_nop`: bits 3:0 = extra slots; EXEC operations: high half of the mask literal |
//! | 71:64 | opcode |
//! | 79:72 87:80 95:88 103:96 | d a b c: register numbers |
//! | 107:104 | guard: predicate 2:0, negated 3 |
//! | 111:108 | mask destination: 0-6 predicate, 7 none, 8-11 mask slot |
//! | 116:112 | p: entry 3:0, negated 4 |
//! | 120:117 | q: predicate 2:0, negated 3 |
//! | 123:121 | a, b, c is the literal (for an EXEC operation, a is its mask literal) |
//! | 124, 125 | neg c, abs c; v_permlane16_b32, v_permlanex16_b32: FI, BC |
//! | 126 | mask literal's bit for threads 64 and up |
//! | 63:33, 127:124 | video instructions: their modifiers, see `video_encoding.rs`; one without c has c marked as the literal, so that it reads no register |
//!
//! ```
//! use lanebeat::isa::{Instruction, asm::assemble, encoding::OPCODE};
//! use lanebeat::config::Config;
//!
//! let program = assemble("a.s", "IADD R1, R2, R3", &Config::default().target())?;
//! let instruction = program.waves[0][0].instruction;
//! let word = instruction.encode();
//! assert_eq!(word >> OPCODE.low & 0xff, instruction.operation.opcode().into());
//! assert_eq!(Instruction::decode(word), Some(instruction));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![allow(missing_docs, reason = "fields are named as in the table above")]

use super::dpp::{Dpp, DppControl};
use super::instruction::{Instruction, MaskSource, Operand, Register};
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
/// Value of [`ARRIVING_WAVES`] that stands for all running waves.
pub const ALL_WAVES: u8 = 0;
pub const COUNTER: BitField = field(0, 3);
pub const SPECIAL_REGISTER: BitField = field(0, 5);
/// The second of two literals, of a lane move or of an operation that
/// [has room for them](Operation::takes_two_literals); there is no DPP modifier then.
pub const HIGH_LITERAL: BitField = field(32, 32);
pub const MASK_LITERAL: BitField = field(0, 64);
pub const DPP_ENABLE: BitField = field(32, 1);
/// Immediate of an operation that [takes one](Operation::takes_immediate) in place of a DPP modifier.
pub const IMMEDIATE: BitField = field(40, 8);
/// How a compare without a DPP modifier combines its bit with q: 0 not at all, else as
/// [`MaskFunction::immediate`](super::operation::MaskFunction::immediate) says.
pub const COMBINATION: BitField = field(40, 2);
/// Negation of a (bit 0), b and c of IADD3.
pub const SIGNS: BitField = field(40, 3);
/// Places that LEA.HI shifts by.
pub const AMOUNT: BitField = field(40, 5);
pub const EXTRA_SLOTS: BitField = field(32, 4);
/// `.reuse` of a (bit 0), b, c; only with DPP off and if the operation
/// [takes it](Operation::takes_reuse).
pub const REUSE: BitField = field(33, 3);
pub const DPP_CONTROL: BitField = field(40, 9);
/// The modifier is a `dpp8`: [`DPP_SELECTORS`] occupy the bits of control and masks, and the bit of
/// BC is 0.
pub const DPP_EIGHT: BitField = field(49, 1);
/// The 24 selector bits of `dpp8`, lowest first: spare bits below dpp_ctrl, dpp_ctrl, the masks.
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

/// A word of bits that is written or read: each of its fields is named once for both.
pub(super) struct Word {
    pub bits: u128,
    writes: bool,
}

impl Word {
    /// The word that `fields` writes.
    pub fn written(fields: impl FnOnce(&mut Self)) -> u128 {
        let mut word = Self { bits: 0, writes: true };
        fields(&mut word);
        word.bits
    }

    pub fn read(bits: u128) -> Self {
        Self { bits, writes: false }
    }

    /// Writes the value into the field, or reads it from there.
    pub fn number<N>(&mut self, field: BitField, value: &mut N)
    where
        N: Copy + Into<u128> + TryFrom<u128>,
    {
        if self.writes {
            let BitField { low, width } = field;
            let bits: u128 = (*value).into();
            assert!(bits <= field.mask(), "{bits:#x} does not fit the {width} bits at {low}");
            self.bits |= bits << low;
        } else if let Ok(read) = N::try_from(self.bits >> field.low & field.mask()) {
            *value = read;
        }
    }

    pub fn flag(&mut self, field: BitField, value: &mut bool) {
        let mut bit = u8::from(*value);
        self.number(field, &mut bit);
        *value = bit == 1;
    }

    /// A number in several fields, its lowest bits in the first.
    pub fn parts(&mut self, fields: &[BitField], value: &mut u128) {
        let mut low = 0;
        for field in fields {
            let mut part = *value >> low & field.mask();
            self.number(*field, &mut part);
            *value = *value & !(field.mask() << low) | part << low;
            low += field.width;
        }
    }
}

impl BitField {
    fn mask(self) -> u128 {
        (1 << self.width) - 1
    }
}

impl Dpp {
    fn fields(&mut self, word: &mut Word) {
        word.flag(DPP_FETCH_INACTIVE, &mut self.fetch_inactive);
        let selectors = self.control.selectors();
        let mut is_eight = selectors.is_some();
        word.flag(DPP_EIGHT, &mut is_eight);
        if is_eight {
            let mut selectors = selectors.unwrap_or_default().into();
            word.parts(&DPP_SELECTORS, &mut selectors);
            self.control = DppControl::from_selectors(selectors as u32);
            return;
        }
        let mut control = self.control.encode();
        word.number(DPP_CONTROL, &mut control);
        self.control = DppControl::decode(control);
        word.flag(DPP_BOUND_CONTROL, &mut self.bound_control);
        word.number(DPP_BANK_MASK, &mut self.bank_mask);
        word.number(DPP_ROW_MASK, &mut self.row_mask);
    }
}

impl MaskSource {
    fn fields(&mut self, word: &mut Word, entry: BitField, negated: BitField) {
        word.number(entry, &mut self.entry.0);
        word.flag(negated, &mut self.negated);
    }
}

impl Instruction {
    /// The machine word.
    pub fn encode(&self) -> u128 {
        let mut instruction = *self;
        Word::written(|word| {
            word.number(OPCODE, &mut self.operation.opcode());
            instruction.fields(word);
        })
    }

    /// The instruction that a machine word holds, or `None` for an opcode that has no operation.
    pub fn decode(word: u128) -> Option<Self> {
        let opcode = word >> OPCODE.low & OPCODE.mask();
        let mut instruction = Self::new(Operation::from_opcode(opcode as u8)?);
        instruction.fields(&mut Word::read(word));
        Some(instruction)
    }

    /// Writes or reads the fields that the operation has.
    fn fields(&mut self, word: &mut Word) {
        let operation = self.operation;
        self.guard.fields(word, GUARD, GUARD_NEGATED);
        self.p.fields(word, SOURCE_P, P_NEGATED);
        self.q.fields(word, SOURCE_Q, Q_NEGATED);
        word.number(MASK_DESTINATION, &mut self.mask_destination.0);
        if operation.uses(Field::D) {
            let mut register = self.destination.unwrap_or(Register(0));
            word.number(DESTINATION, &mut register.0);
            self.destination = Some(register);
        }
        (0..3).filter(|&place| operation.has_operand(place)).for_each(|place| {
            self.operand_fields(word, place);
        });
        if operation.is_video() {
            let mut modifiers = self.video.map_or(0, |video| video.encode(operation));
            word.parts(&VIDEO_MODIFIERS, &mut modifiers);
            self.video = Video::decode(operation, modifiers);
            if self.video.is_some_and(|video| !video.reads_c()) {
                word.flag(C_IS_LITERAL, &mut true);
                self.c = Operand::None;
            }
        }
        if operation.reads_floats() {
            self.modifier_fields(word);
        }
        if operation.takes_fetch_flags() {
            word.flag(PERMUTE_FETCH_INACTIVE, &mut self.fetch_inactive);
            word.flag(PERMUTE_BOUND_CONTROL, &mut self.bound_control);
        }
        if operation.is_exec() {
            self.mask_literal_fields(word);
        }
        if operation.takes_dpp() {
            let mut is_on = self.dpp.is_some();
            word.flag(DPP_ENABLE, &mut is_on);
            let mut dpp = self.dpp.unwrap_or(Dpp::new(DppControl::RowMirror));
            self.dpp = is_on.then(|| {
                dpp.fields(word);
                dpp
            });
        }
        if operation.takes_reuse() && self.dpp.is_none() && !self.has_second_literal() {
            let operands = self.sources();
            for (place, reuse) in self.reuse.iter_mut().enumerate() {
                if operands[place].register().is_some() {
                    word.flag(field(REUSE.low + place, 1), reuse);
                }
            }
        }
        if operation == ControlOperation::Nop {
            word.number(EXTRA_SLOTS, &mut self.extra_slots);
        }
        if operation.negates_words() {
            for (place, modifier) in self.modifiers.iter_mut().enumerate() {
                word.flag(field(SIGNS.low + place, 1), &mut modifier.negate);
            }
        }
        if let Some(field) = operation.immediate_field()
            && (operation.takes_immediate() || self.dpp.is_none())
        {
            word.number(field, &mut self.immediate);
        }
        self.shared.fields(word, operation);
    }

    /// Operand a, b or c (0, 1, 2).
    fn operand_fields(&mut self, word: &mut Word, place: usize) {
        let takes_two = self.operation.uses(Field::ShuffleC);
        let literal_field = match place {
            _ if self.operation.high_literal() == Some(place) => HIGH_LITERAL,
            _ if self.operation.takes_two_literals() && self.literals(place) > 0 => HIGH_LITERAL,
            1 if takes_two => SHUFFLE_LITERAL_B,
            2 if takes_two => SHUFFLE_LITERAL_C,
            _ => LITERAL,
        };
        let operand = self.source_mut(place);
        let mut is_literal = operand.literal().is_some();
        word.flag([A_IS_LITERAL, B_IS_LITERAL, C_IS_LITERAL][place], &mut is_literal);
        *operand = if is_literal {
            let mut literal = operand.literal().unwrap_or_default();
            word.number(literal_field, &mut literal);
            Operand::Literal(literal)
        } else {
            let mut register = operand.register().unwrap_or(Register(0));
            word.number([SOURCE_A, SOURCE_B, SOURCE_C][place], &mut register.0);
            Operand::Register(register)
        };
    }

    fn modifier_fields(&mut self, word: &mut Word) {
        let [of_a, of_c] = [MODIFIERS_A_B.low, MODIFIERS_C.low];
        for (place, low) in [of_a, of_a + 2, of_c].into_iter().enumerate() {
            if self.operation.has_operand(place) {
                word.flag(field(low, 1), &mut self.modifiers[place].negate);
                word.flag(field(low + 1, 1), &mut self.modifiers[place].absolute);
            }
        }
    }

    fn mask_literal_fields(&mut self, word: &mut Word) {
        let mut is_literal = self.mask_literal.is_some();
        word.flag(A_IS_LITERAL, &mut is_literal);
        let literal = self.mask_literal.unwrap_or_default();
        let (mut low, mut fill) = (literal as u64, literal < 0);
        self.mask_literal = is_literal.then(|| {
            word.number(MASK_LITERAL, &mut low);
            word.flag(MASK_LITERAL_FILL, &mut fill);
            i128::from(low) | if fill { -1 << 64 } else { 0 }
        });
    }
}

impl Shared {
    fn fields(&mut self, word: &mut Word, operation: Operation) {
        if operation.uses(Field::Barrier) {
            let none = Barrier { number: 0, waves: None };
            let Barrier { mut number, waves } =
                if let Self::Barrier(barrier) = *self { barrier } else { none };
            let mut waves = waves.unwrap_or(ALL_WAVES);
            word.number(BARRIER, &mut number);
            word.number(ARRIVING_WAVES, &mut waves);
            let waves = Some(waves).filter(|&waves| waves != ALL_WAVES);
            *self = Self::Barrier(Barrier { number, waves });
        } else if operation.uses(Field::Counter) {
            let mut number = if let Self::Counter(number) = *self { number } else { 0 };
            word.number(COUNTER, &mut number);
            *self = Self::Counter(number);
        } else if operation.uses(Field::Special) {
            // A number without a special register reads 0.
            let none = SPECIAL_REGISTER.mask() as u8;
            let mut number =
                if let Self::Special(register) = *self { register.number() } else { none };
            word.number(SPECIAL_REGISTER, &mut number);
            let is_own = |register: &SpecialRegister| register.number() == number;
            let register = SpecialRegister::ALL.into_iter().find(is_own);
            *self = register.map_or(Self::None, Self::Special);
        }
    }
}
