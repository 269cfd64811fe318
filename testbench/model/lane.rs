//! ISA.md section 4, row by row.

use lanebeat::isa::{
    Comparison::*,
    Dpp, DppControl, Field, FloatOperation, Instruction, LaneOperation, MaskEntry, MaskFunction,
    MaskSource, Operand,
    Operation::{self, Float, Lane},
    Signedness::*,
    SourceModifier, TABLE, WordOfWave,
};

use super::support::*;

/// Operation, a, b, c, result. For shifts a is the amount and b what is shifted.
const WORDS: &[(Operation, u32, u32, u32, u32)] = &[
    (Lane(LaneOperation::Move), 0, 9, 9, 0),
    (Lane(LaneOperation::Move), 0xdead_beef, 9, 9, 0xdead_beef),
    (Lane(LaneOperation::Move), 0xffff_ffff, 0, 0, 0xffff_ffff),
    (Lane(LaneOperation::Add), 1, 2, 9, 3),
    (Lane(LaneOperation::Add), 0xffff_ffff, 1, 9, 0),
    (Lane(LaneOperation::Add), 0x7fff_ffff, 1, 9, 0x8000_0000),
    (Lane(LaneOperation::Add), 0x8000_0000, 0x8000_0000, 9, 0),
    (Lane(LaneOperation::Subtract), 5, 3, 9, 2),
    (Lane(LaneOperation::Subtract), 3, 5, 9, 0xffff_fffe),
    (Lane(LaneOperation::Subtract), 0, 0x8000_0000, 9, 0x8000_0000),
    (Lane(LaneOperation::SubtractReversed), 3, 5, 9, 2),
    (Lane(LaneOperation::SubtractReversed), 5, 3, 9, 0xffff_fffe),
    (Lane(LaneOperation::SubtractReversed), 1, 0, 9, 0xffff_ffff),
    (Lane(LaneOperation::MultiplyLow), 3, 7, 9, 21),
    (Lane(LaneOperation::MultiplyLow), 0x1_0000, 0x1_0000, 9, 0),
    (Lane(LaneOperation::MultiplyLow), 0xffff_ffff, 0xffff_ffff, 9, 1),
    (Lane(LaneOperation::MultiplyLow), 0x1234_5678, 0x10, 9, 0x2345_6780),
    (Lane(LaneOperation::MultiplyHigh(Unsigned)), 7, 9, 9, 0),
    (Lane(LaneOperation::MultiplyHigh(Unsigned)), 0x1_0000, 0x1_0000, 9, 1),
    (Lane(LaneOperation::MultiplyHigh(Unsigned)), 0xffff_ffff, 0xffff_ffff, 9, 0xffff_fffe),
    (Lane(LaneOperation::MultiplyHigh(Unsigned)), 0x8000_0000, 2, 9, 1),
    (Lane(LaneOperation::MultiplyHigh(Signed)), 0x8000_0000, 0x8000_0000, 9, 0x4000_0000),
    (Lane(LaneOperation::MultiplyHigh(Signed)), 0x8000_0000, 0x7fff_ffff, 9, 0xc000_0000),
    (Lane(LaneOperation::MultiplyHigh(Signed)), 0x8000_0000, 1, 9, 0xffff_ffff),
    (Lane(LaneOperation::MultiplyHigh(Signed)), 0xffff_ffff, 0xffff_ffff, 9, 0),
    (Lane(LaneOperation::MultiplyHigh(Signed)), 0xffff_ffff, 1, 9, 0xffff_ffff),
    (Lane(LaneOperation::MultiplyAdd), 3, 4, 5, 17),
    (Lane(LaneOperation::MultiplyAdd), 0xffff_ffff, 2, 3, 1),
    (Lane(LaneOperation::MultiplyAdd), 0x1_0000, 0x1_0000, 7, 7),
    (Lane(LaneOperation::MultiplyAdd), 1, 1, 0xffff_ffff, 0),
    (Lane(LaneOperation::Minimum(Signed)), 0xffff_ffff, 1, 9, 0xffff_ffff),
    (Lane(LaneOperation::Minimum(Signed)), 0x7fff_ffff, 0x8000_0000, 9, 0x8000_0000),
    (Lane(LaneOperation::Minimum(Signed)), 2, 1, 9, 1),
    (Lane(LaneOperation::Minimum(Unsigned)), 0xffff_ffff, 1, 9, 1),
    (Lane(LaneOperation::Minimum(Unsigned)), 0x7fff_ffff, 0x8000_0000, 9, 0x7fff_ffff),
    (Lane(LaneOperation::Minimum(Unsigned)), 0, 0xffff_ffff, 9, 0),
    (Lane(LaneOperation::Maximum(Signed)), 0xffff_ffff, 1, 9, 1),
    (Lane(LaneOperation::Maximum(Signed)), 0x7fff_ffff, 0x8000_0000, 9, 0x7fff_ffff),
    (Lane(LaneOperation::Maximum(Signed)), 0xffff_fffe, 0xffff_ffff, 9, 0xffff_ffff),
    (Lane(LaneOperation::Maximum(Unsigned)), 0xffff_ffff, 1, 9, 0xffff_ffff),
    (Lane(LaneOperation::Maximum(Unsigned)), 0x7fff_ffff, 0x8000_0000, 9, 0x8000_0000),
    (Lane(LaneOperation::Maximum(Unsigned)), 0, 1, 9, 1),
    (Lane(LaneOperation::And), 0b1100, 0b1010, 9, 0b1000),
    (Lane(LaneOperation::And), 0xffff_ffff, 0x8000_0001, 9, 0x8000_0001),
    (Lane(LaneOperation::And), 0xaaaa_aaaa, 0x5555_5555, 9, 0),
    (Lane(LaneOperation::Or), 0b1100, 0b1010, 9, 0b1110),
    (Lane(LaneOperation::Or), 0, 0x8000_0001, 9, 0x8000_0001),
    (Lane(LaneOperation::Or), 0xaaaa_aaaa, 0x5555_5555, 9, 0xffff_ffff),
    (Lane(LaneOperation::Xor), 0b1100, 0b1010, 9, 0b0110),
    (Lane(LaneOperation::Xor), 0xffff_ffff, 0x8000_0001, 9, 0x7fff_fffe),
    (Lane(LaneOperation::Xor), 0x1234_5678, 0x1234_5678, 9, 0),
    (Lane(LaneOperation::Not), 0, 9, 9, 0xffff_ffff),
    (Lane(LaneOperation::Not), 0xffff_ffff, 9, 9, 0),
    (Lane(LaneOperation::Not), 0x0f0f_00ff, 9, 9, 0xf0f0_ff00),
    (Lane(LaneOperation::ShiftLeft), 4, 1, 9, 0x10),
    (Lane(LaneOperation::ShiftLeft), 0, 0x1234, 9, 0x1234),
    (Lane(LaneOperation::ShiftLeft), 31, 3, 9, 0x8000_0000),
    (Lane(LaneOperation::ShiftLeft), 32, 0x1234, 9, 0x1234),
    (Lane(LaneOperation::ShiftLeft), 33, 0x8000_0001, 9, 2),
    (Lane(LaneOperation::ShiftLeft), 0xffff_ffff, 1, 9, 0x8000_0000),
    (Lane(LaneOperation::ShiftRight(Unsigned)), 4, 0x8000_0000, 9, 0x0800_0000),
    (Lane(LaneOperation::ShiftRight(Unsigned)), 31, 0xffff_ffff, 9, 1),
    (Lane(LaneOperation::ShiftRight(Unsigned)), 32, 0x8000_0000, 9, 0x8000_0000),
    (Lane(LaneOperation::ShiftRight(Unsigned)), 0xffff_ffe1, 2, 9, 1),
    (Lane(LaneOperation::ShiftRight(Signed)), 4, 0x8000_0000, 9, 0xf800_0000),
    (Lane(LaneOperation::ShiftRight(Signed)), 31, 0x8000_0000, 9, 0xffff_ffff),
    (Lane(LaneOperation::ShiftRight(Signed)), 31, 0x7fff_ffff, 9, 0),
    (Lane(LaneOperation::ShiftRight(Signed)), 32, 0x8000_0000, 9, 0x8000_0000),
    (Lane(LaneOperation::ShiftRight(Signed)), 33, 0xffff_ffff, 9, 0xffff_ffff),
    (Lane(LaneOperation::PopulationCount), 0, 0, 9, 0),
    (Lane(LaneOperation::PopulationCount), 0xffff_ffff, 0, 9, 32),
    (Lane(LaneOperation::PopulationCount), 0x8000_0001, 5, 9, 2),
    (Lane(LaneOperation::PopulationCountAdd), 0xf0f0_0000, 0, 9, 8),
    (Lane(LaneOperation::PopulationCountAdd), 0x8000_0001, 5, 9, 7),
    (Lane(LaneOperation::PopulationCountAdd), 0x0001_0000, 0xffff_ffff, 9, 0),
    (Lane(LaneOperation::BitReverse), 0, 9, 9, 0),
    (Lane(LaneOperation::BitReverse), 1, 9, 9, 0x8000_0000),
    (Lane(LaneOperation::BitReverse), 0xc000_0000, 9, 9, 3),
    (Lane(LaneOperation::BitReverse), 0x1234_5678, 9, 9, 0x1e6a_2c48),
    (Lane(LaneOperation::HighestOne), 0, 9, 9, 0xffff_ffff),
    (Lane(LaneOperation::HighestOne), 1, 9, 9, 0),
    (Lane(LaneOperation::HighestOne), 0x8000_0000, 9, 9, 31),
    (Lane(LaneOperation::HighestOne), 0x0001_2345, 9, 9, 16),
    (Lane(LaneOperation::LeadingZeros), 0, 9, 9, 0xffff_ffff),
    (Lane(LaneOperation::LeadingZeros), 1, 9, 9, 31),
    (Lane(LaneOperation::LeadingZeros), 0xffff_ffff, 9, 9, 0),
    (Lane(LaneOperation::LeadingZeros), 0x0001_2345, 9, 9, 15),
    (Lane(LaneOperation::AddThree), 1, 2, 3, 6),
    (Lane(LaneOperation::AddThree), 0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0xffff_fffd),
    (Lane(LaneOperation::AddThree), 0x8000_0000, 0x8000_0000, 7, 7),
    // Without q: no carry, no borrow.
    (Lane(LaneOperation::AddCarry), 1, 2, 9, 3),
    (Lane(LaneOperation::AddCarry), 0xffff_ffff, 1, 9, 0),
    (Lane(LaneOperation::AddCarry), 0xffff_ffff, 0xffff_ffff, 9, 0xffff_fffe),
    (Lane(LaneOperation::SubtractCarry), 5, 3, 9, 1),
    (Lane(LaneOperation::SubtractCarry), 3, 5, 9, 0xffff_fffd),
    (Lane(LaneOperation::SubtractCarry), 0, 0, 9, 0xffff_ffff),
    (Lane(LaneOperation::SubtractBorrow), 5, 3, 9, 2),
    (Lane(LaneOperation::SubtractBorrow), 3, 4, 9, 0xffff_ffff),
    (Lane(LaneOperation::SubtractBorrow), 0, 0xffff_ffff, 9, 1),
    (Lane(LaneOperation::SubtractBorrowReversed), 3, 5, 9, 2),
    (Lane(LaneOperation::SubtractBorrowReversed), 5, 3, 9, 0xffff_fffe),
    (Lane(LaneOperation::SubtractBorrowReversed), 0xffff_ffff, 0, 9, 1),
    // b is the word, a the amount, c the other word.
    (Lane(LaneOperation::FunnelRight), 8, 0x1122_3344, 0xaabb_ccdd, 0xdd11_2233),
    (Lane(LaneOperation::FunnelRight), 32, 0x1122_3344, 0xaabb_ccdd, 0x1122_3344),
    (Lane(LaneOperation::FunnelRight), 31, 0x8000_0000, 1, 3),
    (Lane(LaneOperation::FunnelLeft), 8, 0x1122_3344, 0xaabb_ccdd, 0x2233_44aa),
    (Lane(LaneOperation::FunnelLeft), 0, 0x1122_3344, 0xaabb_ccdd, 0x1122_3344),
    (Lane(LaneOperation::FunnelLeft), 0xffff_ffff, 1, 0xffff_ffff, 0xffff_ffff),
    // a has the selectors; bytes 0 to 3 are b's, 4 to 7 c's.
    (Lane(LaneOperation::PermuteBytes), 0x7610, 0x1122_3344, 0xaabb_ccdd, 0xaabb_3344),
    (Lane(LaneOperation::PermuteBytes), 0xfb80, 0x1122_3344, 0xaabb_ccdd, 0xff00_0044),
    (Lane(LaneOperation::PermuteBytes), 0xffff_0123, 0x1122_3344, 0xaabb_ccdd, 0x4433_2211),
    (Lane(LaneOperation::PermuteBytes), 0x4567, 0x1122_3344, 0xaabb_ccdd, 0xddcc_bbaa),
    (Lane(LaneOperation::PermuteBytesWide), 0x0706_0100, 0x1122_3344, 0xaabb_ccdd, 0xaabb_3344),
    (Lane(LaneOperation::PermuteBytesWide), 0x0c0d_ff0b, 0x1122_3344, 0xaabb_ccdd, 0x00ff_ffff),
    (Lane(LaneOperation::PermuteBytesWide), 0x0809_0a0b, 0x8022_7f44, 0x7fbb_80dd, 0x00ff_ff00),
    // a is the place, c the length.
    (Lane(LaneOperation::ExtractBits(Unsigned)), 8, 0x1234_5678, 8, 0x56),
    (Lane(LaneOperation::ExtractBits(Unsigned)), 28, 0xf234_5678, 8, 0xf),
    (Lane(LaneOperation::ExtractBits(Unsigned)), 40, 0x1234_5678, 36, 6),
    (Lane(LaneOperation::ExtractBits(Unsigned)), 0, 0xffff_ffff, 32, 0),
    (Lane(LaneOperation::ExtractBits(Signed)), 8, 0x1234_8678, 8, 0xffff_ff86),
    (Lane(LaneOperation::ExtractBits(Signed)), 8, 0x1234_5678, 8, 0x56),
    (Lane(LaneOperation::ExtractBits(Signed)), 28, 0x8000_0000, 31, 0xffff_fff8),
    (Lane(LaneOperation::ExtractBits(Signed)), 31, 0x8000_0000, 1, 0xffff_ffff),
    (Lane(LaneOperation::ExtractBits(Signed)), 4, 0xffff_ffff, 0, 0),
    (Lane(LaneOperation::BitMask), 4, 9, 8, 0xff0),
    (Lane(LaneOperation::BitMask), 28, 9, 8, 0xf000_0000),
    (Lane(LaneOperation::BitMask), 33, 9, 31, 0xffff_fffe),
    (Lane(LaneOperation::BitMask), 3, 9, 32, 0),
    (Lane(LaneOperation::ShiftLeftAdd), 4, 0x11, 3, 0x113),
    (Lane(LaneOperation::ShiftLeftAdd), 31, 3, 0x8000_0000, 0),
    (Lane(LaneOperation::ShiftLeftAdd), 32, 5, 0xffff_ffff, 4),
    (Lane(LaneOperation::ShiftLeftOr), 4, 0x11, 0x13, 0x113),
    (Lane(LaneOperation::ShiftLeftOr), 31, 3, 0x8000_0000, 0x8000_0000),
    (Lane(LaneOperation::ShiftLeftOr), 32, 5, 2, 7),
    (Lane(LaneOperation::AddShiftLeft), 1, 2, 4, 0x30),
    (Lane(LaneOperation::AddShiftLeft), 0xffff_ffff, 2, 31, 0x8000_0000),
    (Lane(LaneOperation::AddShiftLeft), 7, 8, 32, 15),
    // Thread 1 counts what lies below it.
    (Lane(LaneOperation::CountBelow(WordOfWave::Low)), 0xffff_ffff, 100, 9, 101),
    (Lane(LaneOperation::CountBelow(WordOfWave::Low)), 0xffff_fffe, 0xffff_ffff, 9, 0xffff_ffff),
    (Lane(LaneOperation::CountBelow(WordOfWave::Low)), 1, 0xffff_ffff, 9, 0),
    (Lane(LaneOperation::CountBelow(WordOfWave::High)), 0xffff_ffff, 100, 9, 100),
    (Lane(LaneOperation::CountBelow(WordOfWave::High)), 1, 0, 9, 0),
    (Lane(LaneOperation::CountBelow(WordOfWave::High)), 0, 7, 9, 7),
    // 1 + 2 = 3; halfway between 1 and its successor, and between that and the next; overflow; no
    // number.
    (Float(FloatOperation::Add), 0x3f80_0000, 0x4000_0000, 9, 0x4040_0000),
    (Float(FloatOperation::Add), 0x3f80_0000, 0x3380_0000, 9, 0x3f80_0000),
    (Float(FloatOperation::Add), 0x3f80_0001, 0x3380_0000, 9, 0x3f80_0002),
    (Float(FloatOperation::Add), 0x7f7f_ffff, 0x7f7f_ffff, 9, 0x7f80_0000),
    (Float(FloatOperation::Add), 0x0000_0001, 0x007f_ffff, 9, 0x0080_0000),
    (Float(FloatOperation::Add), 0x8000_0000, 0x8000_0000, 9, 0x8000_0000),
    (Float(FloatOperation::Add), 0x3f80_0000, 0xbf80_0000, 9, 0),
    (Float(FloatOperation::Add), 0x7f80_0000, 0xff80_0000, 9, 0x7fff_ffff),
    (Float(FloatOperation::Add), 0xffc0_1234, 0x3f80_0000, 9, 0x7fff_ffff),
    (Float(FloatOperation::Subtract), 0x4040_0000, 0x4000_0000, 9, 0x3f80_0000),
    (Float(FloatOperation::Subtract), 0x8000_0000, 0, 9, 0x8000_0000),
    (Float(FloatOperation::Subtract), 0, 0, 9, 0),
    // 2 * 3 = 6; 3/2 of the smallest number is 2 of it, 1/2 is 0; infinity times 0.
    (Float(FloatOperation::Multiply), 0x4000_0000, 0x4040_0000, 9, 0x40c0_0000),
    (Float(FloatOperation::Multiply), 0x0000_0003, 0x3f00_0000, 9, 0x0000_0002),
    (Float(FloatOperation::Multiply), 0x0000_0001, 0xbf00_0000, 9, 0x8000_0000),
    (Float(FloatOperation::Multiply), 0x7f7f_ffff, 0x4000_0000, 9, 0x7f80_0000),
    (Float(FloatOperation::Multiply), 0x8000_0000, 0x3f80_0000, 9, 0x8000_0000),
    (Float(FloatOperation::Multiply), 0x7f80_0000, 0, 9, 0x7fff_ffff),
    // 2 * 3 + 4 = 10; (1 + 2^-23)^2 - (1 + 2^-22) = 2^-46, which two roundings would make 0.
    (Float(FloatOperation::MultiplyAdd), 0x4000_0000, 0x4040_0000, 0x4080_0000, 0x4120_0000),
    (Float(FloatOperation::MultiplyAdd), 0x3f80_0001, 0x3f80_0001, 0xbf80_0002, 0x2880_0000),
    (Float(FloatOperation::MultiplyAdd), 0x8000_0000, 0x3f80_0000, 0, 0),
    (Float(FloatOperation::MultiplyAdd), 0x8000_0000, 0x3f80_0000, 0x8000_0000, 0x8000_0000),
    (Float(FloatOperation::MultiplyAdd), 0x7f80_0000, 0x3f80_0000, 0xff80_0000, 0x7fff_ffff),
    (Float(FloatOperation::Minimum), 0xbf80_0000, 0x3f80_0000, 9, 0xbf80_0000),
    (Float(FloatOperation::Minimum), 0, 0x8000_0000, 9, 0x8000_0000),
    (Float(FloatOperation::Minimum), 0x8000_0000, 0, 9, 0x8000_0000),
    (Float(FloatOperation::Minimum), 0x7f80_0001, 0x7f80_0000, 9, 0x7f80_0000),
    (Float(FloatOperation::Minimum), 0x40a0_0000, 0xffff_ffff, 9, 0x40a0_0000),
    (Float(FloatOperation::Minimum), 0xffc0_0000, 0x7f80_0001, 9, 0x7fff_ffff),
    (Float(FloatOperation::Maximum), 0xbf80_0000, 0x3f80_0000, 9, 0x3f80_0000),
    (Float(FloatOperation::Maximum), 0, 0x8000_0000, 9, 0),
    (Float(FloatOperation::Maximum), 0x8000_0000, 0, 9, 0),
    (Float(FloatOperation::Maximum), 0xffc0_0000, 0xff80_0000, 9, 0xff80_0000),
    (Float(FloatOperation::Maximum), 0x7fc0_0000, 0x7f80_0001, 9, 0x7fff_ffff),
    // 2^24 + 1 and 2^24 + 3 lie halfway between floats.
    (Float(FloatOperation::FromInteger(Signed)), 0xffff_ffff, 9, 9, 0xbf80_0000),
    (Float(FloatOperation::FromInteger(Signed)), 0x8000_0000, 9, 9, 0xcf00_0000),
    (Float(FloatOperation::FromInteger(Signed)), 0x0100_0001, 9, 9, 0x4b80_0000),
    (Float(FloatOperation::FromInteger(Signed)), 0x0100_0003, 9, 9, 0x4b80_0002),
    (Float(FloatOperation::FromInteger(Unsigned)), 0, 9, 9, 0),
    (Float(FloatOperation::FromInteger(Unsigned)), 0x8000_0000, 9, 9, 0x4f00_0000),
    (Float(FloatOperation::FromInteger(Unsigned)), 0xffff_ffff, 9, 9, 0x4f80_0000),
    // -1.2 and 1.75 lose their fractions; 2^31 and -2^31; infinity; NaN.
    (Float(FloatOperation::ToInteger(Signed)), 0xbf99_999a, 9, 9, 0xffff_ffff),
    (Float(FloatOperation::ToInteger(Signed)), 0x3fe0_0000, 9, 9, 1),
    (Float(FloatOperation::ToInteger(Signed)), 0x4f00_0000, 9, 9, 0x7fff_ffff),
    (Float(FloatOperation::ToInteger(Signed)), 0xcf00_0000, 9, 9, 0x8000_0000),
    (Float(FloatOperation::ToInteger(Signed)), 0xff80_0000, 9, 9, 0x8000_0000),
    (Float(FloatOperation::ToInteger(Signed)), 0xffc0_0000, 9, 9, 0),
    (Float(FloatOperation::ToInteger(Unsigned)), 0xbf80_0000, 9, 9, 0),
    (Float(FloatOperation::ToInteger(Unsigned)), 0x4f00_0000, 9, 9, 0x8000_0000),
    (Float(FloatOperation::ToInteger(Unsigned)), 0x4f80_0000, 9, 9, 0xffff_ffff),
    (Float(FloatOperation::ToInteger(Unsigned)), 0x7f80_0000, 9, 9, 0xffff_ffff),
    (Float(FloatOperation::ToInteger(Unsigned)), 0x7fc0_0000, 9, 9, 0),
];

/// The pairs that every comparison is asked about.
const PAIRS: [(u32, u32); 5] =
    [(5, 5), (0xffff_ffff, 1), (0x7fff_ffff, 0x8000_0000), (1, 2), (2, 1)];

/// Comparison and its answers to [`PAIRS`].
const COMPARES: &[(Operation, [u8; 5])] = &[
    (Lane(LaneOperation::Compare(Equal, Signed)), [1, 0, 0, 0, 0]),
    (Lane(LaneOperation::Compare(Equal, Unsigned)), [1, 0, 0, 0, 0]),
    (Lane(LaneOperation::Compare(NotEqual, Signed)), [0, 1, 1, 1, 1]),
    (Lane(LaneOperation::Compare(NotEqual, Unsigned)), [0, 1, 1, 1, 1]),
    (Lane(LaneOperation::Compare(Less, Signed)), [0, 1, 0, 1, 0]),
    (Lane(LaneOperation::Compare(Less, Unsigned)), [0, 0, 1, 1, 0]),
    (Lane(LaneOperation::Compare(LessOrEqual, Signed)), [1, 1, 0, 1, 0]),
    (Lane(LaneOperation::Compare(LessOrEqual, Unsigned)), [1, 0, 1, 1, 0]),
    (Lane(LaneOperation::Compare(Greater, Signed)), [0, 0, 1, 0, 1]),
    (Lane(LaneOperation::Compare(Greater, Unsigned)), [0, 1, 0, 0, 1]),
    (Lane(LaneOperation::Compare(GreaterOrEqual, Signed)), [1, 0, 1, 0, 1]),
    (Lane(LaneOperation::Compare(GreaterOrEqual, Unsigned)), [1, 1, 0, 0, 1]),
    // As floats the second pair and the third have a NaN, the others are subnormal numbers.
    (Float(FloatOperation::Compare(Equal)), [1, 0, 0, 0, 0]),
    (Float(FloatOperation::Compare(NotEqual)), [0, 1, 1, 1, 1]),
    (Float(FloatOperation::Compare(Less)), [0, 0, 0, 1, 0]),
    (Float(FloatOperation::Compare(LessOrEqual)), [1, 0, 0, 1, 0]),
    (Float(FloatOperation::Compare(Greater)), [0, 0, 0, 0, 1]),
    (Float(FloatOperation::Compare(GreaterOrEqual)), [1, 0, 0, 0, 1]),
    (Float(FloatOperation::CompareUnordered(Equal)), [1, 1, 1, 0, 0]),
    (Float(FloatOperation::CompareUnordered(Less)), [0, 1, 1, 1, 0]),
    (Float(FloatOperation::CompareUnordered(LessOrEqual)), [1, 1, 1, 1, 0]),
    (Float(FloatOperation::CompareUnordered(Greater)), [0, 1, 1, 0, 1]),
    (Float(FloatOperation::CompareUnordered(GreaterOrEqual)), [1, 1, 1, 0, 1]),
    (Float(FloatOperation::OrderedNotEqual), [0, 0, 0, 1, 1]),
    (Float(FloatOperation::IsOrdered), [1, 0, 0, 1, 1]),
    (Float(FloatOperation::IsUnordered), [0, 1, 1, 0, 0]),
];

/// The word or the bit that thread 1 of 4 gets, the others holding something else.
fn thread_1(instruction: &Instruction, sources: [u32; 3]) -> (u32, bool) {
    let mut machine = machine(4);
    for (register, source) in sources.into_iter().enumerate() {
        fill(&mut machine, register, |thread| {
            if thread == 1 { source } else { 0x5a5a_0000 + thread as u32 }
        });
    }
    machine.step(0, instruction);
    (words(&machine, 3)[1], bits(&machine, 3)[1])
}

#[test]
fn every_word_operation_gives_the_word_worked_out_by_hand() {
    for &(operation, a, b, c, expected) in WORDS {
        let (result, _) = thread_1(&instruction(operation), [a, b, c]);
        assert_eq!(
            result, expected,
            "{operation:?} of {a:#x} {b:#x} {c:#x} gives {result:#x}, not {expected:#x}"
        );
    }
}

#[test]
fn a_literal_serves_like_a_register_that_holds_it() {
    for &(operation, a, b, c, expected) in WORDS {
        let literal_b = Instruction { b: Operand::Literal(b), ..instruction(operation) };
        let found = thread_1(&literal_b, [a, 77, c]).0;
        assert_eq!(found, expected, "{operation:?} with literal b {b:#x}");
    }
}

#[test]
fn every_comparison_answers_every_pair() {
    for (operation, answers) in COMPARES {
        for ((a, b), answer) in PAIRS.into_iter().zip(answers) {
            let (_, result) = thread_1(&instruction(*operation), [a, b, 9]);
            assert_eq!(result, *answer == 1, "{operation:?} of {a:#x} and {b:#x}");
        }
    }
}

#[test]
fn sel_gives_a_where_its_predicate_is_true_and_b_elsewhere() {
    let mut machine = machine(4);
    fill(&mut machine, 0, |thread| 10 + thread as u32);
    fill(&mut machine, 1, |thread| 20 + thread as u32);
    fill_mask(&mut machine, 1, |thread| thread == 1 || thread == 2);
    machine.step(0, &instruction(LaneOperation::Select));
    assert_eq!(words(&machine, 3), [20, 11, 12, 23]);
    machine.step(0, &Instruction { p: not(predicate(1)), ..instruction(LaneOperation::Select) });
    assert_eq!(words(&machine, 3), [10, 21, 22, 13]);
    machine.step(0, &Instruction { p: MaskSource::TRUE, ..instruction(LaneOperation::Select) });
    assert_eq!(words(&machine, 3), [10, 11, 12, 13]);
}

#[test]
fn v_cndmask_gives_src1_where_vcc_is_set() {
    let mut machine = machine(4);
    fill(&mut machine, 0, |_| 100);
    fill(&mut machine, 1, |_| 111);
    fill_mask(&mut machine, 0, |thread| thread == 3);
    let vcc = MaskSource { entry: MaskEntry::VCC, negated: false };
    machine.step(0, &Instruction { p: not(vcc), ..instruction(LaneOperation::Select) });
    assert_eq!(words(&machine, 3), [100, 100, 100, 111]);
}

#[test]
fn psetp_combines_two_predicates_each_perhaps_negated() {
    let (p, q) = (predicate(1), predicate(2));
    // Threads 0..3 have (p, q) = (0,0) (0,1) (1,0) (1,1).
    let table = [
        (MaskFunction::And, p, q, [0, 0, 0, 1]),
        (MaskFunction::And, p, not(q), [0, 0, 1, 0]),
        (MaskFunction::And, not(p), q, [0, 1, 0, 0]),
        (MaskFunction::And, not(p), not(q), [1, 0, 0, 0]),
        (MaskFunction::Or, p, q, [0, 1, 1, 1]),
        (MaskFunction::Or, p, not(q), [1, 0, 1, 1]),
        (MaskFunction::Or, not(p), q, [1, 1, 0, 1]),
        (MaskFunction::Or, MaskSource::TRUE, q, [1, 1, 1, 1]),
        (MaskFunction::Xor, p, q, [0, 1, 1, 0]),
        (MaskFunction::Xor, p, not(q), [1, 0, 0, 1]),
        (MaskFunction::Xor, not(p), not(q), [0, 1, 1, 0]),
        (MaskFunction::And, not(MaskSource::TRUE), q, [0, 0, 0, 0]),
    ];
    for (function, p, q, expected) in table {
        let mut machine = machine(4);
        fill_mask(&mut machine, 1, |thread| thread >= 2);
        fill_mask(&mut machine, 2, |thread| thread % 2 == 1);
        machine
            .step(0, &Instruction { p, q, ..instruction(LaneOperation::CombineMasks(function)) });
        assert_eq!(bits(&machine, 3), expected.map(|bit| bit == 1), "{function:?} {p:?} {q:?}");
    }
}

#[test]
fn a_source_modifier_takes_the_absolute_value_first_and_then_the_negation() {
    let modifier = |absolute, negate| SourceModifier { absolute, negate };
    // 1 + -2 * 3 with each source changed in turn, after that with all.
    let (one, two, three) = (1.0_f32.to_bits(), (-2.0_f32).to_bits(), 3.0_f32.to_bits());
    let plain = modifier(false, false);
    let table = [
        ([plain, plain, plain], -5.0_f32),
        ([modifier(false, true), plain, plain], 7.0),
        ([modifier(true, false), plain, plain], 7.0),
        ([modifier(true, true), plain, plain], -5.0),
        ([plain, modifier(false, true), plain], 7.0),
        ([plain, modifier(true, true), plain], 7.0),
        ([plain, plain, modifier(false, true)], -7.0),
        ([plain, plain, modifier(true, false)], -5.0),
        ([modifier(true, false), modifier(true, true), modifier(true, true)], -7.0),
    ];
    for (modifiers, expected) in table {
        let instruction = Instruction { modifiers, ..instruction(FloatOperation::MultiplyAdd) };
        let found = thread_1(&instruction, [two, three, one]).0;
        assert_eq!(found, expected.to_bits(), "{modifiers:?}");
    }
}

#[test]
fn a_source_modifier_changes_what_dpp_has_fetched() {
    let mut machine = machine(16);
    fill(&mut machine, 0, |thread| (thread as f32).to_bits());
    let negated = SourceModifier { absolute: false, negate: true };
    let dpp = Some(Dpp { bound_control: true, ..Dpp::new(DppControl::RowShiftRight(1)) });
    let maximum = Instruction {
        b: Operand::Literal(0xff80_0000),
        dpp,
        ..instruction(FloatOperation::Maximum)
    };
    machine.step(
        0,
        &Instruction {
            modifiers: [negated, SourceModifier::NONE, SourceModifier::NONE],
            ..maximum
        },
    );
    // Thread 0 has no source and takes 0; thread 1 takes the 0 of thread 0: both become -0.
    let expected: Vec<u32> =
        (0..16_u32).map(|thread| (-(thread.saturating_sub(1) as f32)).to_bits()).collect();
    assert_eq!(words(&machine, 3), expected);
}

/// Bit k is true where the table has a 1 at the number that the three bits make: by counting up.
fn looked_up(table: u8, words: [u32; 3]) -> u32 {
    let mut result = 0;
    for bit in 0..32 {
        let mut number = 0;
        for word in words {
            number = 2 * number + (word >> bit) % 2;
        }
        if (0..8).filter(|place| table >> place & 1 == 1).any(|place| place == number) {
            result |= 1 << bit;
        }
    }
    result
}

#[test]
fn lop3_looks_every_bit_up_in_every_table() {
    let words = [0xf0f0_00ff, 0xcccc_5a5a, 0xaaaa_1234];
    for table in 0..=u8::MAX {
        let lookup = Instruction { immediate: table, ..instruction(LaneOperation::Lookup) };
        assert_eq!(thread_1(&lookup, words).0, looked_up(table, words), "{table:#x}");
    }
    let of = |table| {
        thread_1(&Instruction { immediate: table, ..instruction(LaneOperation::Lookup) }, words).0
    };
    let [a, b, c] = words;
    assert_eq!(of(0xca), a & b | !a & c, "v_bfi_b32");
    assert_eq!(of(0xea), a & b | c, "v_and_or_b32");
    assert_eq!(of(0xfe), a | b | c, "v_or3_b32");
    assert_eq!(of(0x96), a ^ b ^ c);
}

#[test]
fn lop3_p_is_true_where_a_place_is_or_q() {
    let words = [0xf0f0_00ff, 0xcccc_5a5a, 0xaaaa_1234];
    let any = |table, q| {
        let looked_up =
            Instruction { immediate: table, q, ..instruction(LaneOperation::LookupAny) };
        thread_1(&looked_up, words).1
    };
    for table in 0..=u8::MAX {
        assert_eq!(any(table, MaskSource::FALSE), looked_up(table, words) != 0, "{table:#x}");
    }
    assert!(any(0, MaskSource::TRUE));
}

#[test]
fn a_sum_with_a_carry_writes_the_carry_and_one_with_a_borrow_the_borrow() {
    use LaneOperation::{AddCarry, SubtractBorrow, SubtractBorrowReversed, SubtractCarry};
    const M: u32 = u32::MAX;
    // Operation, a, b, then word and bit without q, and with it.
    let table = [
        (AddCarry, M, 1, (0, true), (1, true)),
        (AddCarry, M, 0, (M, false), (0, true)),
        (AddCarry, M, M, (M - 1, true), (M, true)),
        (AddCarry, 0x7fff_ffff, 0x8000_0000, (M, false), (0, true)),
        (SubtractCarry, 5, 5, (M, false), (0, true)),
        (SubtractCarry, 5, 6, (M - 1, false), (M, false)),
        (SubtractCarry, 6, 5, (0, true), (1, true)),
        (SubtractBorrow, 5, 5, (0, false), (M, true)),
        (SubtractBorrow, 0, M, (1, true), (0, true)),
        (SubtractBorrow, M, M, (0, false), (M, true)),
        (SubtractBorrow, 6, 5, (1, false), (0, false)),
        (SubtractBorrowReversed, 5, 6, (1, false), (0, false)),
        (SubtractBorrowReversed, 6, 5, (M, true), (M - 1, true)),
        (SubtractBorrowReversed, 5, 5, (0, false), (M, true)),
    ];
    for (operation, a, b, without, with) in table {
        for (q, expected) in [(MaskSource::FALSE, without), (MaskSource::TRUE, with)] {
            let sum = Instruction { q, ..instruction(operation) };
            assert_eq!(thread_1(&sum, [a, b, 9]), expected, "{operation:?} {a:#x} {b:#x} {q:?}");
        }
    }
}

#[test]
fn iadd3_negates_each_source_that_has_a_sign() {
    let signed = |negate| SourceModifier { absolute: false, negate };
    for signs in 0..8 {
        let modifiers = [0, 1, 2].map(|place| signed(signs >> place & 1 == 1));
        let sum = Instruction { modifiers, ..instruction(LaneOperation::AddThree) };
        for words in [[1_u32, 20, 300], [0, 0, 0], [u32::MAX, 1 << 31, 0x1234_5678]] {
            let of = |place: usize| if signs >> place & 1 == 1 { -1 } else { 1 };
            let total: i64 = (0..3).map(|place| of(place) * i64::from(words[place])).sum();
            assert_eq!(thread_1(&sum, words).0, total as u32, "{signs:03b} {words:?}");
        }
    }
}

#[test]
fn lea_hi_adds_to_the_high_word() {
    // {b, a} shifted, and c added: 0xaabbccdd11223344 << 8 is 0xbbccdd11 in the high word.
    let high = |immediate| {
        let shift = Instruction { immediate, ..instruction(LaneOperation::FunnelLeftAdd) };
        thread_1(&shift, [0x1122_3344, 0xaabb_ccdd, 3]).0
    };
    assert_eq!([high(8), high(0), high(31)], [0xbbcc_dd14, 0xaabb_cce0, 0x8891_19a5]);
}

#[test]
fn a_compare_combines_its_bit_with_q() {
    let less = Operation::from(LaneOperation::Compare(Less, Unsigned));
    let less_as_floats = Operation::from(FloatOperation::Compare(Less));
    for operation in [less, less_as_floats] {
        for function in MaskFunction::ALL {
            for (words, is_less) in [([1, 2, 9], true), ([2, 1, 9], false)] {
                for (q, is_true) in [(MaskSource::TRUE, true), (MaskSource::FALSE, false)] {
                    let expected = match function {
                        MaskFunction::And => is_less && is_true,
                        MaskFunction::Or => is_less || is_true,
                        MaskFunction::Xor => is_less != is_true,
                    };
                    let immediate = function.immediate();
                    let compare = Instruction { immediate, q, ..instruction(operation) };
                    assert_eq!(thread_1(&compare, words).1, expected, "{operation:?} {function:?}");
                }
            }
        }
    }
}

#[test]
fn mbcnt_counts_below_each_of_128_threads() {
    let mut machine = machine(128);
    fill(&mut machine, 0, |_| 0x8000_0005);
    fill(&mut machine, 1, |_| 1000);
    machine.step(0, &instruction(LaneOperation::CountBelow(WordOfWave::Low)));
    let low = words(&machine, 3).to_vec();
    assert_eq!([0, 1, 2, 3, 31, 32, 63, 64, 65].map(|thread| low[thread]), {
        [1000, 1001, 1001, 1002, 1002, 1003, 1003, 1000, 1001]
    });
    machine.step(0, &instruction(LaneOperation::CountBelow(WordOfWave::High)));
    let high = words(&machine, 3).to_vec();
    assert_eq!([0, 31, 32, 33, 35, 63, 64, 97].map(|thread| high[thread]), {
        [1000, 1000, 1000, 1001, 1002, 1002, 1000, 1001]
    });
}

#[test]
fn every_lane_operation_of_the_table_is_tried_at_least_three_times() {
    for row in TABLE.iter() {
        let operation = row.operation;
        let words = WORDS.iter().filter(|case| case.0 == operation).count();
        let compares = COMPARES.iter().filter(|case| case.0 == operation).count() * PAIRS.len();
        let is_moved = matches!(
            operation,
            Operation::Shuffle(_)
                | Operation::ShuffleRange(..)
                | Operation::LaneMove(_)
                | Operation::WriteLane
        );
        let is_shared = matches!(operation, Operation::Read(_));
        let of_a_unit = operation.is_vote() || operation.is_video() || is_shared;
        let elsewhere = is_moved
            || of_a_unit
            || matches!(
                operation,
                Lane(
                    LaneOperation::Select
                        | LaneOperation::CombineMasks(_)
                        | LaneOperation::Lookup
                        | LaneOperation::LookupAny
                        | LaneOperation::FunnelLeftAdd
                )
            );
        if operation.is_per_thread() && !elsewhere {
            let is_enough = words + compares >= 3;
            assert!(is_enough, "{operation:?} has {words} words and {compares} comparisons");
        }
        let is_right = elsewhere || operation.uses(Field::D) == (words > 0);
        assert!(is_right, "{operation:?} is in the wrong table");
    }
}
