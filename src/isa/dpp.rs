//! DPP modifiers (ISA.md section 6): which thread a source word comes from, and which threads are
//! written.

use super::words::{BANK_THREADS, EIGHT_THREADS, QUAD_THREADS, ROW_THREADS};

/// Where a thread's src0 comes from; the table of ISA.md section 6, in its order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "named as in ISA.md")]
pub enum DppControl {
    /// Four positions of a quad, position 0 first, each 0..3.
    QuadPermute([u8; QUAD_THREADS]),
    /// `row_shl:n`, n in 1..=15: thread i reads thread i+n.
    RowShiftLeft(u8),
    /// `row_shr:n`, n in 1..=15.
    RowShiftRight(u8),
    /// `row_ror:n`, n in 1..=15.
    RowRotateRight(u8),
    WaveShiftLeft,
    WaveRotateLeft,
    WaveShiftRight,
    WaveRotateRight,
    RowMirror,
    RowHalfMirror,
    RowBroadcast15,
    RowBroadcast31,
    /// `row_share:n`, n in 0..=15.
    RowShare(u8),
    /// `row_xmask:n`, n in 0..=15.
    RowXorMask(u8),
    /// `dpp8`: eight positions of eight consecutive threads, position 0 first, each 0..7. It has no
    /// dpp_ctrl, no masks and no BC: an inactive source gives 0 unless FI is set.
    EightPermute([u8; EIGHT_THREADS]),
    /// A reserved dpp_ctrl, kept as its number: the hardware acts as `quad_perm:[0,1,2,3]`.
    Reserved(u16),
}

impl DppControl {
    /// The 9-bit dpp_ctrl field.
    ///
    /// # Panics
    /// For `dpp8`, which has its selectors in the place of that field.
    pub fn encode(self) -> u16 {
        match self {
            Self::QuadPermute(positions) => {
                positions.iter().rev().fold(0, |field, &position| field << 2 | u16::from(position))
            }
            Self::RowShiftLeft(n) => 0x100 + u16::from(n),
            Self::RowShiftRight(n) => 0x110 + u16::from(n),
            Self::RowRotateRight(n) => 0x120 + u16::from(n),
            Self::WaveShiftLeft => 0x130,
            Self::WaveRotateLeft => 0x134,
            Self::WaveShiftRight => 0x138,
            Self::WaveRotateRight => 0x13c,
            Self::RowMirror => 0x140,
            Self::RowHalfMirror => 0x141,
            Self::RowBroadcast15 => 0x142,
            Self::RowBroadcast31 => 0x143,
            Self::RowShare(n) => 0x150 + u16::from(n),
            Self::RowXorMask(n) => 0x160 + u16::from(n),
            Self::EightPermute(positions) => panic!("dpp8:{positions:?} has no dpp_ctrl"),
            Self::Reserved(field) => field,
        }
    }

    /// The control that a 9-bit dpp_ctrl field names.
    pub fn decode(field: u16) -> Self {
        let low = (field & 15) as u8;
        match field {
            0x000..=0x0ff => Self::QuadPermute(std::array::from_fn(|position| {
                (field >> (2 * position) & 3) as u8
            })),
            0x101..=0x10f => Self::RowShiftLeft(low),
            0x111..=0x11f => Self::RowShiftRight(low),
            0x121..=0x12f => Self::RowRotateRight(low),
            0x130 => Self::WaveShiftLeft,
            0x134 => Self::WaveRotateLeft,
            0x138 => Self::WaveShiftRight,
            0x13c => Self::WaveRotateRight,
            0x140 => Self::RowMirror,
            0x141 => Self::RowHalfMirror,
            0x142 => Self::RowBroadcast15,
            0x143 => Self::RowBroadcast31,
            0x150..=0x15f => Self::RowShare(low),
            0x160..=0x16f => Self::RowXorMask(low),
            _ => Self::Reserved(field),
        }
    }

    /// `dpp8` from its 24 selector bits, three a position, position 0 lowest.
    pub fn from_selectors(bits: u32) -> Self {
        Self::EightPermute(std::array::from_fn(|position| (bits >> (3 * position) & 7) as u8))
    }

    /// The 24 selector bits of `dpp8`; `None` for a control that has a dpp_ctrl.
    pub fn selectors(self) -> Option<u32> {
        match self {
            Self::EightPermute(positions) => Some(
                positions.iter().rev().fold(0, |bits, &position| bits << 3 | u32::from(position)),
            ),
            _ => None,
        }
    }

    /// Every control with a dpp_ctrl that the assembler accepts, in the order of its encoding;
    /// `dpp8` is not among them.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..0x200).map(Self::decode).filter(|control| !matches!(control, Self::Reserved(_)))
    }
}

/// A DPP modifier: control, masks and the two flags.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dpp {
    /// Source of each thread.
    pub control: DppControl,
    /// Bit r lets row r (modulo 4) be written.
    pub row_mask: u8,
    /// Bit k lets bank k of every row be written.
    pub bank_mask: u8,
    /// BC: a thread without a source executes with zero instead of not being written.
    pub bound_control: bool,
    /// FI: an inactive source thread supplies its word.
    pub fetch_inactive: bool,
}

impl Dpp {
    /// Number of bits in `bank_mask`.
    pub const BANKS: usize = ROW_THREADS / BANK_THREADS;

    /// The modifier with every field that the text leaves out.
    pub fn new(control: DppControl) -> Self {
        Self { control, row_mask: 0xf, bank_mask: 0xf, bound_control: false, fetch_inactive: false }
    }
}
