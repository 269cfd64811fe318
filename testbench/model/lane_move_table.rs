//! The lane moves of ISA.md section 10, worked out by hand for a wave of 64 threads.

/// Where a thread is not written; registers hold this before.
pub const KEPT: u32 = 7;

/// Threads whose words are listed.
pub const THREADS: [usize; 10] = [0, 1, 7, 8, 15, 16, 31, 32, 47, 63];

/// EXEC, instruction on v1 = 100 + thread and v2 = 4 * (63 - thread), and what v3 = 7 holds
/// afterwards in [`THREADS`].
#[rustfmt::skip]
pub const MOVES: &[(&str, &str, [u32; 10])] = &[
    ("-1", "v_readlane_b32 v3, v1, 5", [105; 10]),
    ("-1", "v_readlane_b32 v3, v1, 63", [163; 10]),
    ("-1", "v_readlane_b32 v3, v1, 64", [100; 10]),
    ("-1", "v_readlane_b32 v3, v1, -2", [162; 10]),
    // EXEC of the source is ignored, that of the destination is not.
    ("0xffffffffffff0000", "v_readlane_b32 v3, v1, 2", [7, 7, 7, 7, 7, 102, 102, 102, 102, 102]),
    ("-1", "v_readfirstlane_b32 v3, v1", [100; 10]),
    ("0xffff800000000080", "v_readfirstlane_b32 v3, v1", [7, 7, 107, 7, 7, 7, 7, 7, 107, 107]),
    ("0x8000800000000000", "v_readfirstlane_b32 v3, v1", [7, 7, 7, 7, 7, 7, 7, 7, 147, 147]),
    ("0", "v_readfirstlane_b32 v3, v1", [7; 10]),
    // Places 0 to 7 are the nibbles of the first literal, lowest first; 8 to 15 those of the
    // second.
    ("-1", "v_permlane16_b32 v3, v1, 0x76543210, 0xfedcba98", [100, 101, 107, 108, 115, 116, 131, 132, 147, 163]),
    ("-1", "v_permlane16_b32 v3, v1, 0x89abcdef, 0x01234567", [115, 114, 108, 107, 100, 131, 116, 147, 132, 148]),
    ("-1", "v_permlane16_b32 v3, v1, 0x20000031, 0x5000000a", [101, 103, 102, 110, 105, 117, 121, 133, 137, 153]),
    ("-1", "v_permlanex16_b32 v3, v1, 0x76543210, 0xfedcba98", [116, 117, 123, 124, 131, 100, 115, 148, 163, 147]),
    ("-1", "v_permlanex16_b32 v3, v1, 0x20000031, 0x5000000a", [117, 119, 118, 126, 121, 101, 105, 149, 153, 137]),
    // Thread 3, the source of thread 1, and thread 33, that of thread 32, are outside EXEC.
    ("0xfffffffdfffffff7", "v_permlane16_b32 v3, v1, 0x20000031, 0x5000000a", [101, 7, 102, 110, 105, 117, 121, 7, 137, 153]),
    ("0xfffffffdfffffff7", "v_permlane16_b32 v3, v1, 0x20000031, 0x5000000a bound_ctrl:0", [101, 0, 102, 110, 105, 117, 121, 0, 137, 153]),
    ("0xfffffffdfffffff7", "v_permlane16_b32 v3, v1, 0x20000031, 0x5000000a fi:1", [101, 103, 102, 110, 105, 117, 121, 133, 137, 153]),
    ("0xfffffffdfffffff7", "v_permlane16_b32 v3, v1, 0x20000031, 0x5000000a bound_ctrl:0 fi:1", [101, 103, 102, 110, 105, 117, 121, 133, 137, 153]),
    // Thread 17 is the source of thread 0, and does not write.
    ("0xfffffffffffdffff", "v_permlanex16_b32 v3, v1, 0x76543211, 0xfedcba98", [7, 7, 123, 124, 131, 101, 115, 149, 163, 147]),
    ("-1", "v_permlane64_b32 v3, v1", [132, 133, 139, 140, 147, 148, 163, 100, 115, 131]),
    // The upper half is outside EXEC and supplies its words.
    ("0xffffffff", "v_permlane64_b32 v3, v1", [132, 133, 139, 140, 147, 148, 163, 7, 7, 7]),
    ("-1", "ds_bpermute_b32 v3, v2, v1", [163, 162, 156, 155, 148, 147, 132, 131, 116, 100]),
    // Threads 63 and 31 are the sources of 0 and 32.
    ("0x7fffffff7fffffff", "ds_bpermute_b32 v3, v2, v1", [0, 162, 156, 155, 148, 147, 7, 0, 116, 7]),
    ("-1", "ds_permute_b32 v3, v2, v1", [163, 162, 156, 155, 148, 147, 132, 131, 116, 100]),
    // Threads 63 and 31 send to 0 and 32.
    ("0x7fffffff7fffffff", "ds_permute_b32 v3, v2, v1", [0, 162, 156, 155, 148, 147, 7, 0, 116, 7]),
    // All send to thread 7: the highest that executes wins.
    ("-1", "ds_permute_b32 v3, v4, v1", [0, 0, 163, 0, 0, 0, 0, 0, 0, 0]),
    ("0x00010000000000ff", "ds_permute_b32 v3, v4, v1", [0, 0, 148, 7, 7, 7, 7, 7, 7, 7]),
    ("0x0000000000000083", "ds_permute_b32 v3, v4, v1", [0, 0, 107, 7, 7, 7, 7, 7, 7, 7]),
    // Addresses are in bytes: their low two bits and those above the wave do not count.
    ("-1", "ds_bpermute_b32 v3, v5, v1", [101, 102, 108, 109, 116, 117, 132, 133, 148, 100]),
    // Bit masks: broadcast of thread 5, reversal, swap of halves of 16, no change.
    ("-1", "ds_swizzle_b32 v3, v1, 0x00a0", [105, 105, 105, 105, 105, 105, 105, 137, 137, 137]),
    ("-1", "ds_swizzle_b32 v3, v1 offset:0x7c1f", [131, 130, 124, 123, 116, 115, 100, 163, 148, 132]),
    ("-1", "ds_swizzle_b32 v3, v1, 0x201f", [108, 109, 115, 100, 107, 124, 123, 140, 139, 155]),
    ("-1", "ds_swizzle_b32 v3, v1, 0x001f", [100, 101, 107, 108, 115, 116, 131, 132, 147, 163]),
    // AND 0x10, OR 0x03, XOR 0x01: 2 in the lower row, 18 in the upper.
    ("-1", "ds_swizzle_b32 v3, v1, 0x0470", [102, 102, 102, 102, 102, 118, 118, 134, 134, 150]),
    // Quads: [3,2,1,0], [1,1,1,1].
    ("-1", "ds_swizzle_b32 v3, v1, 0x801b", [103, 102, 104, 111, 112, 119, 128, 135, 144, 160]),
    ("-1", "ds_swizzle_b32 v3, v1, 0xbf55", [101, 101, 105, 109, 113, 117, 129, 133, 145, 161]),
    // Rotations: by 5, by -5, by 5 with bit 4 kept. FFT: bits reversed, and halves of that.
    ("-1", "ds_swizzle_b32 v3, v1, 0xd8a0", [105, 106, 112, 113, 120, 121, 104, 137, 152, 136]),
    ("-1", "ds_swizzle_b32 v3, v1, 0xc4a0", [127, 128, 102, 103, 110, 111, 126, 159, 142, 158]),
    ("-1", "ds_swizzle_b32 v3, v1, 0xc0b0", [105, 106, 112, 113, 104, 121, 120, 137, 136, 152]),
    ("-1", "ds_swizzle_b32 v3, v1, 0xe000", [100, 116, 128, 102, 130, 101, 131, 132, 162, 163]),
    ("-1", "ds_swizzle_b32 v3, v1, 0xff50", [100, 108, 114, 101, 115, 116, 131, 132, 147, 163]),
    // Thread 5 is outside EXEC.
    ("0xffffffffffffffdf", "ds_swizzle_b32 v3, v1, 0x00a0", [0, 0, 0, 0, 0, 0, 0, 137, 137, 137]),
    // v_writelane_b32 looks at no EXEC.
    ("-1", "v_writelane_b32 v3, 0x12345678, 47", [7, 7, 7, 7, 7, 7, 7, 7, 0x12345678, 7]),
    ("0", "v_writelane_b32 v3, 9, 1", [7, 9, 7, 7, 7, 7, 7, 7, 7, 7]),
    ("0", "v_writelane_b32 v3, 9, 127", [7, 7, 7, 7, 7, 7, 7, 7, 7, 9]),
];

/// What v4 and v5 hold in thread `thread`: the address of thread 7, and that of the next thread
/// with other bits beside.
pub fn addresses(thread: usize) -> (u32, u32) {
    (4 * 7, 0xabcd_ef00 & !0xff | (4 * ((thread as u32 + 1) % 64) + thread as u32 % 4))
}

/// Thread that ds_swizzle_b32 takes the word of: ISA.md's formula on decimal digits of single bits;
/// in 16 threads the low four bits of each number.
pub fn swizzle_by_hand(offset: u32, threads: usize, thread: usize) -> usize {
    let (offset, group) = (offset as usize, threads.min(32));
    let digit = |number: usize, place: usize| number / 2_usize.pow(place as u32) % 2;
    let bits = if group == 32 { 5 } else { 4 };
    let and = |bit| digit(offset, bit);
    let kept: usize = (0..bits).map(and).sum();
    let distance = offset / 32 % group;
    let moved = thread + if digit(offset, 10) == 1 { group - distance } else { distance };
    let source = |bit: usize| match offset / 0x2000 {
        7 => match bit + kept {
            low if low < bits => (digit(thread, bit) * and(bit)).max(digit(thread, bits - 1 - low)),
            _ => digit(thread, bit) * and(bit),
        },
        6 => digit(if and(bit) == 1 { thread } else { moved }, bit),
        4 | 5 if bit < 2 => digit(offset, 2 * (thread % 4) + bit),
        4 | 5 => digit(thread, bit),
        _ => (digit(thread, bit) * and(bit)).max(digit(offset, 5 + bit)) ^ digit(offset, 10 + bit),
    };
    thread / group * group + (0..bits).map(|bit| source(bit) << bit).sum::<usize>()
}
