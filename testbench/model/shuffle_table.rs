//! Sources of SHFL worked out by hand from the formulas of ISA.md section 5, for corner threads of
//! every segment mask.

use lanebeat::isa::{ShuffleMode, ShuffleMode::*};

/// Mode, b, c, thread, source, in range.
pub type Corner = (ShuffleMode, u32, u32, usize, usize, bool);

/// Warps of 32 threads.
pub const CORNERS: &[Corner] = &[
    // One segment: mask 00000.
    (Up, 1, 0x0000, 0, 0, false),
    (Up, 1, 0x0000, 1, 0, true),
    (Up, 1, 0x0000, 31, 30, true),
    (Up, 31, 0x0000, 0, 0, false),
    (Up, 31, 0x0000, 30, 30, false),
    (Up, 31, 0x0000, 31, 0, true),
    (Up, 0, 0x0000, 0, 0, true),
    (Down, 1, 0x001f, 0, 1, true),
    (Down, 1, 0x001f, 30, 31, true),
    (Down, 1, 0x001f, 31, 31, false),
    (Down, 31, 0x001f, 0, 31, true),
    (Down, 31, 0x001f, 1, 1, false),
    (Down, 31, 0x001f, 31, 31, false),
    (Index, 31, 0x001f, 0, 31, true),
    (Index, 0, 0x001f, 31, 0, true),
    (Butterfly, 31, 0x001f, 0, 31, true),
    (Butterfly, 16, 0x001f, 31, 15, true),
    // Two segments: mask 10000.
    (Up, 1, 0x1000, 0, 0, false),
    (Up, 1, 0x1000, 15, 14, true),
    (Up, 1, 0x1000, 16, 16, false),
    (Up, 1, 0x1000, 17, 16, true),
    (Up, 1, 0x1000, 31, 30, true),
    (Down, 1, 0x101f, 14, 15, true),
    (Down, 1, 0x101f, 15, 15, false),
    (Down, 1, 0x101f, 16, 17, true),
    (Down, 1, 0x101f, 31, 31, false),
    (Index, 31, 0x101f, 0, 15, true),
    (Index, 0, 0x101f, 16, 16, true),
    (Index, 17, 0x101f, 31, 17, true),
    (Butterfly, 16, 0x101f, 15, 15, false),
    (Butterfly, 16, 0x101f, 16, 0, true),
    (Butterfly, 15, 0x101f, 31, 16, true),
    // Four segments: mask 11000.
    (Up, 1, 0x1800, 7, 6, true),
    (Up, 1, 0x1800, 8, 8, false),
    (Up, 7, 0x1800, 15, 8, true),
    (Up, 1, 0x1800, 24, 24, false),
    (Down, 1, 0x181f, 7, 7, false),
    (Down, 7, 0x181f, 8, 15, true),
    (Down, 1, 0x181f, 23, 23, false),
    (Down, 1, 0x181f, 24, 25, true),
    (Index, 7, 0x181f, 24, 31, true),
    (Index, 8, 0x181f, 24, 24, true),
    (Butterfly, 16, 0x181f, 20, 4, true),
    (Butterfly, 16, 0x181f, 4, 4, false),
    // Eight segments: mask 11100.
    (Up, 1, 0x1c00, 4, 4, false),
    (Up, 3, 0x1c00, 31, 28, true),
    (Down, 3, 0x1c1f, 28, 31, true),
    (Down, 3, 0x1c1f, 29, 29, false),
    (Index, 6, 0x1c1f, 9, 10, true),
    (Butterfly, 3, 0x1c1f, 12, 15, true),
    // Sixteen segments: mask 11110.
    (Up, 1, 0x1e00, 1, 0, true),
    (Up, 1, 0x1e00, 30, 30, false),
    (Up, 1, 0x1e00, 31, 30, true),
    (Down, 1, 0x1e1f, 0, 1, true),
    (Down, 1, 0x1e1f, 31, 31, false),
    (Index, 0, 0x1e1f, 31, 30, true),
    // Every thread its own segment: mask 11111.
    (Up, 1, 0x1f00, 17, 17, false),
    (Up, 0, 0x1f00, 17, 17, true),
    (Down, 1, 0x1f1f, 17, 17, false),
    (Index, 3, 0x1f1f, 17, 17, true),
    (Butterfly, 1, 0x1f1f, 17, 16, true),
    (Butterfly, 1, 0x1f1f, 16, 16, false),
    // A mask with holes: bit 0 picks the segment (even and odd threads), and bits 4 and 1.
    (Index, 6, 0x011f, 5, 7, true),
    (Index, 6, 0x011f, 4, 6, true),
    (Index, 31, 0x121f, 18, 31, true),
    (Index, 4, 0x1203, 18, 18, false),
    (Index, 1, 0x1203, 18, 19, true),
    // UP compares with max, not min, where the clamp is not 0.
    (Up, 1, 0x0008, 10, 9, true),
    (Up, 1, 0x0008, 9, 8, true),
    (Up, 1, 0x0008, 8, 8, false),
    (Up, 1, 0x0008, 3, 3, false),
    (Up, 4, 0x0008, 12, 8, true),
    (Up, 1, 0x1804, 31, 30, true),
    (Up, 1, 0x1804, 28, 28, false),
    (Up, 0, 0x1804, 27, 27, false),
    // DOWN below the clamp.
    (Down, 1, 0x1804, 27, 28, true),
    (Down, 1, 0x1804, 28, 28, false),
];

/// A warp of 16 threads, which uses the low four bits of every lane field.
pub const CORNERS_OF_16: &[Corner] = &[
    (Up, 1, 0x0000, 0, 0, false),
    (Up, 17, 0x1000, 15, 14, true),
    (Up, 15, 0x0010, 15, 0, true),
    (Down, 1, 0x001f, 14, 15, true),
    (Down, 1, 0x001f, 15, 15, false),
    (Down, 15, 0x101f, 0, 15, true),
    (Index, 31, 0x001f, 3, 15, true),
    (Index, 16, 0x001f, 3, 0, true),
    (Index, 1, 0x181f, 8, 9, true),
    (Butterfly, 24, 0x001f, 1, 9, true),
    (Butterfly, 8, 0x180f, 1, 1, false),
    (Butterfly, 8, 0x180f, 9, 1, true),
];
