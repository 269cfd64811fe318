//! What ISA.md section 7 says of votes, matches and reductions, worked out by hand.

use lanebeat::isa::Reduction::{self, Add, And, Maximum, Minimum, Or, Xor};
use lanebeat::isa::Signedness::{Signed, Unsigned};

/// How many of a warp's threads execute, in how many of these q is true, and what VOTE.ANY, ALL and
/// UNI give.
pub const VOTES: &[(Share, Share, [bool; 3])] = &[
    (Share::Nobody, Share::Nobody, [false, true, true]),
    (Share::Part, Share::Nobody, [false, false, true]),
    (Share::Part, Share::Part, [true, false, false]),
    (Share::Part, Share::All, [true, true, true]),
];

/// Of the threads in question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Share {
    Nobody,
    /// Of those that execute: one or more; of those with q true: one or more, but not all.
    Part,
    All,
}

/// The row of [`VOTES`] for the threads that execute and those whose q is true, a bit each.
pub fn expected_votes(executing: u32, q: u32) -> [bool; 3] {
    let voters = if executing == 0 { Share::Nobody } else { Share::Part };
    let in_favour = match (executing & q, executing & !q) {
        (0, _) => Share::Nobody,
        (_, 0) => Share::All,
        _ => Share::Part,
    };
    let row = VOTES.iter().find(|row| (row.0, row.1) == (voters, in_favour));
    row.unwrap_or_else(|| panic!("no row for {executing:#x} {q:#x}")).2
}

/// Reductions and what each gives.
type Results = &'static [(Reduction, u32)];

/// The words of the first four threads of a warp, which of these execute, and what each reduction
/// gives. The fifth thread on does not execute.
#[rustfmt::skip]
pub const REDUCTIONS: &[([u32; 4], [u8; 4], Results)] = &[
    ([1, 2, 4, 8], [1, 1, 1, 1], &[
        (Add, 15), (And, 0), (Or, 15), (Xor, 15),
        (Minimum(Signed), 1), (Minimum(Unsigned), 1), (Maximum(Signed), 8), (Maximum(Unsigned), 8),
    ]),
    ([1, 2, 4, 8], [0, 1, 0, 1], &[
        (Add, 10), (And, 0), (Or, 10), (Xor, 10),
        (Minimum(Signed), 2), (Minimum(Unsigned), 2), (Maximum(Signed), 8), (Maximum(Unsigned), 8),
    ]),
    // 7 and 0xffffffff are 0111 and 1111: signed, the latter is -1.
    ([7, 0xffff_ffff, 7, 3], [1, 1, 1, 0], &[
        (Add, 13), (And, 7), (Or, 0xffff_ffff), (Xor, 0xffff_ffff),
        (Minimum(Signed), 0xffff_ffff), (Minimum(Unsigned), 7), (Maximum(Signed), 7), (Maximum(Unsigned), 0xffff_ffff),
    ]),
    // The ends of both orders: -2^31, 2^31 - 1, 0 and -1.
    ([0x8000_0000, 0x7fff_ffff, 0, 0xffff_ffff], [1, 1, 1, 1], &[
        (Add, 0xffff_fffe), (And, 0), (Or, 0xffff_ffff), (Xor, 0),
        (Minimum(Signed), 0x8000_0000), (Minimum(Unsigned), 0), (Maximum(Signed), 0x7fff_ffff), (Maximum(Unsigned), 0xffff_ffff),
    ]),
    // All negative: the maximum is not the 0 of those that do not execute.
    ([0xffff_fff0, 0x8000_0001, 0xffff_ff00, 5], [1, 1, 1, 0], &[
        (Add, 0x7fff_fef1), (And, 0x8000_0000), (Or, 0xffff_fff1), (Xor, 0x8000_00f1),
        (Minimum(Signed), 0x8000_0001), (Minimum(Unsigned), 0x8000_0001),
        (Maximum(Signed), 0xffff_fff0), (Maximum(Unsigned), 0xffff_fff0),
    ]),
    // One thread alone gives its own word.
    ([0, 0, 0x1234_5678, 0], [0, 0, 1, 0], &[
        (Add, 0x1234_5678), (And, 0x1234_5678), (Or, 0x1234_5678), (Xor, 0x1234_5678),
        (Minimum(Signed), 0x1234_5678), (Minimum(Unsigned), 0x1234_5678),
        (Maximum(Signed), 0x1234_5678), (Maximum(Unsigned), 0x1234_5678),
    ]),
];

/// The letters of the first eight threads of a warp, `.` where one does not execute (its word is
/// `a`), what MATCH.ANY gives to each of those that do, and MATCH.ALL's mask, 0 where its predicate
/// is false.
#[rustfmt::skip]
pub const MATCHES: &[(&str, [u32; 8], u32)] = &[
    ("aaaaaaaa", [0xff; 8], 0xff),
    ("abababab", [0x55, 0xaa, 0x55, 0xaa, 0x55, 0xaa, 0x55, 0xaa], 0),
    ("abcdefgh", [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80], 0),
    ("b.bb..b.", [0x4d, 0, 0x4d, 0x4d, 0, 0, 0x4d, 0], 0x4d),
    ("a.ab..ba", [0x85, 0, 0x85, 0x48, 0, 0, 0x48, 0x85], 0),
    (".....c..", [0, 0, 0, 0, 0, 0x20, 0, 0], 0x20),
    ("aaaaaaab", [0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x80], 0),
];
