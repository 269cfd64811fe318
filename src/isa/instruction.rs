//! One decoded instruction, from either dialect or the machine word, as data.

use super::dpp::Dpp;
use super::operation::{MaskFunction, Operation};
use super::shared::Shared;
use super::video::Video;

/// A vector register, `R0..R255`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Register(pub u8);

/// An entry of a wave's mask file: a predicate `P0..P6`, the constant `PT`, or a mask slot
/// `s0..s3`.
///
/// Predicates and mask slots are kept in one file in the hardware, so they share one numbering:
/// 0..=6 are P0..P6, 7 is PT, 8..=11 are s0..s3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MaskEntry(pub u8);

impl MaskEntry {
    /// `PT`, always true; as a destination it throws the result away, like `__`.
    pub const TRUE: Self = Self(7);
    /// `vcc` is another name for P0.
    pub const VCC: Self = Self(0);

    /// Predicate `number`, P0..P6.
    ///
    /// # Panics
    /// When there is no such predicate.
    pub fn predicate(number: u8) -> Self {
        assert!(number < 7, "P{number} is not a predicate; they are P0..P6");
        Self(number)
    }

    /// Mask slot `number`, s0..s3.
    ///
    /// # Panics
    /// When there is no such slot.
    pub fn slot(number: u8) -> Self {
        assert!(number < 4, "s{number} is not a mask slot; they are s0..s3");
        Self(8 + number)
    }

    /// Whether it is a mask slot.
    pub fn is_slot(self) -> bool {
        self.0 >= 8
    }
}

impl std::fmt::Display for Register {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "R{}", self.0)
    }
}

impl std::fmt::Display for MaskEntry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            7 => write!(f, "PT"),
            slot @ 8.. => write!(f, "s{}", slot - 8),
            predicate => write!(f, "P{predicate}"),
        }
    }
}

/// A predicate that is read, perhaps inverted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MaskSource {
    /// Entry that is read.
    pub entry: MaskEntry,
    /// Whether each bit is inverted.
    pub negated: bool,
}

impl MaskSource {
    /// True in every thread.
    pub const TRUE: Self = Self { entry: MaskEntry::TRUE, negated: false };
    /// False in every thread.
    pub const FALSE: Self = Self { entry: MaskEntry::TRUE, negated: true };
}

/// Where a source word comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// The operation does not read this operand.
    None,
    /// A thread's word of a register.
    Register(Register),
    /// At most one an instruction, but SHFL may have its b (5 bits) and its c (13 bits), and some
    /// operations [take two](Operation::takes_two_literals).
    Literal(u32),
}

impl Operand {
    /// The register, where it is one.
    pub fn register(self) -> Option<Register> {
        if let Self::Register(register) = self { Some(register) } else { None }
    }

    /// The literal, where it is one.
    pub fn literal(self) -> Option<u32> {
        if let Self::Literal(word) = self { Some(word) } else { None }
    }
}

/// Change that a float operation, or IADD3, makes to a source before it uses it: first the absolute value,
/// then the negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SourceModifier {
    /// Whether the sign is dropped.
    pub absolute: bool,
    /// Whether the sign is inverted, after that.
    pub negate: bool,
}

impl SourceModifier {
    /// No change.
    pub const NONE: Self = Self { absolute: false, negate: false };
}

/// One instruction. Fields that the operation does not use hold `None`,
/// [`MaskEntry::TRUE`] or [`MaskSource::TRUE`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Instruction {
    /// The operation.
    pub operation: Operation,
    /// A thread is written only where this is true.
    pub guard: MaskSource,
    /// Vector register that is written.
    pub destination: Option<Register>,
    /// Predicate or mask slot that is written; `MaskEntry::TRUE` is nowhere.
    pub mask_destination: MaskEntry,
    /// SASS's first source; GCN's src0, the one that DPP replaces.
    pub a: Operand,
    /// Second source.
    pub b: Operand,
    /// Third source.
    pub c: Operand,
    /// Modifiers of a, b and c; [`SourceModifier::NONE`] where the operand is no register of a float
    /// operation, or of IADD3, which only negates.
    pub modifiers: [SourceModifier; 3],
    /// `.reuse` of a, b and c: a hint that the register is read in this place again soon. False
    /// where the operand is no register, and for an operation that
    /// [takes none](Operation::takes_reuse) or has a DPP modifier.
    pub reuse: [bool; 3],
    /// The predicate of SEL, first of PSETP; the mask slot or vcc of an EXEC operation.
    pub p: MaskSource,
    /// Second predicate of PSETP; the predicate of a vote.
    pub q: MaskSource,
    /// Modifier of the first source, by DPP.
    pub dpp: Option<Dpp>,
    /// BC and FI of v_permlane16_b32 and v_permlanex16_b32.
    pub bound_control: bool,
    /// FI of these two: a source thread outside EXEC supplies its word, too.
    pub fetch_inactive: bool,
    /// Types and modifiers of a video operation; its c is [`Operand::None`] where they do not read
    /// one.
    pub video: Option<Video>,
    /// LOP3's function of three bits, whose value is bit 4a + 2b + c; the places that LEA.HI shifts
    /// by; the [function](MaskFunction::immediate) that combines a compare's bit with q.
    pub immediate: u8,
    /// Literal of an EXEC operation, in -2^63 .. 2^64-1: bit i is thread i, the sign fills threads
    /// 64 and up.
    pub mask_literal: Option<i128>,
    /// `s_nop N`: slots occupied beyond the first, 0..=15.
    pub extra_slots: u8,
    /// The barrier, performance counter or special register that it names.
    pub shared: Shared,
}

impl Instruction {
    /// `operation` without operands and modifiers, executed by every thread.
    pub fn new(operation: impl Into<Operation>) -> Self {
        Self {
            operation: operation.into(),
            guard: MaskSource::TRUE,
            destination: None,
            mask_destination: MaskEntry::TRUE,
            a: Operand::None,
            b: Operand::None,
            c: Operand::None,
            modifiers: [SourceModifier::NONE; 3],
            reuse: [false; 3],
            p: MaskSource::TRUE,
            q: MaskSource::TRUE,
            dpp: None,
            bound_control: false,
            fetch_inactive: false,
            video: None,
            immediate: 0,
            mask_literal: None,
            extra_slots: 0,
            shared: Shared::None,
        }
    }

    /// Operands a, b and c.
    pub fn sources(&self) -> [Operand; 3] {
        [self.a, self.b, self.c]
    }

    /// Literals among the first `places` operands.
    pub(crate) fn literals(&self, places: usize) -> usize {
        self.sources()[..places].iter().filter(|operand| operand.literal().is_some()).count()
    }

    /// Whether its second literal stands where others have a DPP modifier or `.reuse`.
    pub(crate) fn has_second_literal(&self) -> bool {
        self.operation.takes_two_literals() && self.literals(3) > 1
    }

    /// The same to be written.
    pub fn source_mut(&mut self, place: usize) -> &mut Operand {
        match place {
            0 => &mut self.a,
            1 => &mut self.b,
            _ => &mut self.c,
        }
    }

    /// The function that combines a compare's bit with q, if one does.
    pub fn combination(&self) -> Option<MaskFunction> {
        let is_own = |function: &MaskFunction| function.immediate() == self.immediate;
        MaskFunction::ALL.into_iter().find(is_own).filter(|_| self.operation.is_compare())
    }

    /// The vector registers that are read, in the order a, b, c.
    pub fn source_registers(&self) -> impl Iterator<Item = Register> {
        self.sources().into_iter().filter_map(Operand::register)
    }

    /// The predicates and mask slots that are read, in the order guard, p, q.
    pub fn source_masks(&self) -> impl Iterator<Item = MaskEntry> {
        [self.guard, self.p, self.q]
            .into_iter()
            .map(|source| source.entry)
            .filter(|&entry| entry != MaskEntry::TRUE)
    }
}
