//! Types and modifiers of a video instruction (ISA.md section 8), as data.

use super::comparison::{Comparison, Signedness};

/// Scalar video operations: on one part of each source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "named as in ISA.md")]
pub enum VideoOperation {
    /// VADD; with [`Variant::Average`] VAVRG.
    Add,
    Subtract,
    AbsoluteDifference,
    Minimum,
    Maximum,
    ShiftLeft,
    ShiftRight,
    /// VSET
    Set,
    /// VMAD
    MultiplyAdd,
}

impl VideoOperation {
    /// Whether b is an amount to shift by.
    pub fn shifts(self) -> bool {
        matches!(self, Self::ShiftLeft | Self::ShiftRight)
    }
}

/// SIMD video operations: on two halves or four bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "named as in ISA.md")]
pub enum SimdOperation {
    Add,
    Subtract,
    Average,
    AbsoluteDifference,
    Minimum,
    Maximum,
    /// VSET2, VSET4
    Set,
}

/// How the result and the sources are read: dtype, atype, btype. VSET has no dtype; there it is
/// `Unsigned`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VideoTypes {
    /// dtype
    pub destination: Signedness,
    /// atype
    pub a: Signedness,
    /// btype
    pub b: Signedness,
}

impl VideoTypes {
    /// Unsigned throughout.
    pub const UNSIGNED: Self = Self {
        destination: Signedness::Unsigned,
        a: Signedness::Unsigned,
        b: Signedness::Unsigned,
    };
}

/// The part of a word that a scalar selector names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "named as in ISA.md")]
pub enum Part {
    Word,
    /// H0 or H1.
    Half(u8),
    /// B0..B3
    Byte(u8),
}

impl Part {
    /// Every part, the word first.
    pub const ALL: [Self; 7] = [
        Self::Word,
        Self::Half(0),
        Self::Half(1),
        Self::Byte(0),
        Self::Byte(1),
        Self::Byte(2),
        Self::Byte(3),
    ];

    /// Its selector; nothing for the word.
    pub fn selector(self) -> String {
        match self {
            Self::Word => String::new(),
            Self::Half(number) => format!("H{number}"),
            Self::Byte(number) => format!("B{number}"),
        }
    }
}

/// Secondary operation: how a scalar operation uses c.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "named as in ISA.md")]
pub enum Secondary {
    /// There is no c.
    None,
    Add,
    Minimum,
    Maximum,
    /// The result replaces this half or byte of c.
    Merge(Part),
}

/// Variant of a scalar operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "named as in ISA.md")]
pub enum Variant {
    /// Every operation but shifts and VSET.
    Plain,
    /// VAVRG, a kind of VADD.
    Average,
    /// Shifts: an amount above 32 is 32.
    Clamp,
    /// Shifts: the amount modulo 32.
    Wrap,
    /// VSET
    Compare(Comparison),
}

/// Modifiers of a scalar operation but VMAD.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ScalarVideo {
    /// How the operation treats its result or its amount.
    pub variant: Variant,
    /// The b of a shift is unsigned.
    pub types: VideoTypes,
    /// Selector of a.
    pub a: Part,
    /// Selector of b.
    pub b: Part,
    /// `.SAT`; not with VSET.
    pub saturates: bool,
    /// Operation that combines the result with c.
    pub secondary: Secondary,
}

/// Modifiers of VMAD.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VideoMultiplyAdd {
    /// Signedness of result and sources.
    pub types: VideoTypes,
    /// Selector of a.
    pub a: Part,
    /// Selector of b.
    pub b: Part,
    /// `.SAT`
    pub saturates: bool,
    /// One of a and b has a minus; two cancel each other.
    pub negates_product: bool,
    /// Whether c has a minus.
    pub negates_c: bool,
    /// `.PO`, which excludes negation.
    pub adds_one: bool,
    /// Places that the sum is shifted right: 0, 7 or 15.
    pub shift: u8,
}

impl VideoMultiplyAdd {
    /// Whether the result is signed, and with it c.
    pub fn is_signed(&self) -> bool {
        let signed_source = [self.types.a, self.types.b].contains(&Signedness::Signed);
        signed_source || self.negates_product || self.negates_c
    }
}

/// How a SIMD operation turns its elements into the result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "named as in ISA.md")]
pub enum Elements {
    /// Their low bits go to the result.
    Wrapped,
    /// `.SAT`: each is clamped to the range of its size and dtype; not with VSET.
    Saturated,
    /// `.ADD`: their sum is added to c.
    Accumulated,
}

/// Modifiers of a SIMD operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SimdVideo {
    /// Elements of a word: 2 halves or 4 bytes.
    pub count: u8,
    /// VSET's relation.
    pub comparison: Option<Comparison>,
    /// Signedness of result and sources.
    pub types: VideoTypes,
    /// Number of each selected element in {b, a}, those of a first; 0 behind the last.
    pub a: [u8; 4],
    /// The same for b.
    pub b: [u8; 4],
    /// Bit i: element i takes part.
    pub mask: u8,
    /// How the elements become the result.
    pub elements: Elements,
}

impl SimdVideo {
    /// Selectors when none are written: all of a, and all of b.
    pub fn default_selectors(count: u8) -> [[u8; 4]; 2] {
        if count == 2 { [[0, 1, 0, 0], [2, 3, 0, 0]] } else { [[0, 1, 2, 3], [4, 5, 6, 7]] }
    }

    /// The mask of all elements.
    pub fn full_mask(count: u8) -> u8 {
        (1 << count) - 1
    }
}

/// The modifiers of a video instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "named as in ISA.md")]
pub enum Video {
    Scalar(ScalarVideo),
    MultiplyAdd(VideoMultiplyAdd),
    Simd(SimdVideo),
}

impl Video {
    /// Whether the instruction has an operand c.
    pub fn reads_c(&self) -> bool {
        !matches!(self, Self::Scalar(ScalarVideo { secondary: Secondary::None, .. }))
    }
}
