//! Worked examples: text, a, b, c and the word that ISA.md section 8 gives, reckoned by hand.

use lanebeat::config::Config;
use lanebeat::isa::asm::assemble;
use lanebeat::isa::{Register, Wave};
use lanebeat::model::Machine;

/// R1 is written, R2, R3, R4 are read.
const TABLE: &[(&str, [u32; 3], u32)] = &[
    // -1 + 0x80 with bytes of both signs.
    ("VADD.S32.S32.U32 R1, R2.B1, R3.B0", [0x0000_ff00, 0x0000_0080, 0], 0x7f),
    // 0xffffffff + 1 is 2^32: wrapped 0, saturated all ones, as signed the largest.
    ("VADD.U32.U32.U32 R1, R2, R3", [0xffff_ffff, 1, 0], 0),
    ("VADD.U32.U32.U32.SAT R1, R2, R3", [0xffff_ffff, 1, 0], 0xffff_ffff),
    ("VADD.S32.U32.U32.SAT R1, R2, R3", [0xffff_ffff, 1, 0], 0x7fff_ffff),
    // 3 - 5 is below an unsigned range; merged into byte 2 of c.
    ("VSUB.U32.U32.U32.SAT R1.B2, R2, R3, R4", [3, 5, 0x1122_3344], 0x1100_3344),
    ("VSUB.U32.U32.U32 R1.B2, R2, R3, R4", [3, 5, 0x1122_3344], 0x11fe_3344),
    ("VSUB.S32.U32.U32.SAT R1.H1, R2, R3, R4", [0, 0x8001, 0x1122_3344], 0x8000_3344),
    // |2^32 - 1 - (-2^31)| is 2^32 + 2^31 - 1.
    ("VABSDIFF.U32.U32.S32 R1, R2, R3", [0xffff_ffff, 0x8000_0000, 0], 0x7fff_ffff),
    ("VABSDIFF.U32.U32.S32.SAT.ADD R1, R2, R3, R4", [0xffff_ffff, 0x8000_0000, 2], 1),
    // -1 as a word of all ones is the larger unsigned one: secondary operations compare as dtype.
    ("VMIN.U32.S32.S32.MIN R1, R2, R3, R4", [0xffff_ffff, 0, 7], 7),
    ("VMIN.S32.S32.S32.MIN R1, R2, R3, R4", [0xffff_ffff, 0, 7], 0xffff_ffff),
    ("VMAX.S32.S32.U32.MAX R1, R2.H1, R3.B3, R4", [0x8000_0000, 0x0900_0000, 8], 9),
    ("VSHL.U32.U32.U32.CLAMP.SAT R1, R2, R3", [3, 33, 0], 0),
    ("VSHL.U32.U32.U32.WRAP R1, R2, R3", [3, 33, 0], 6),
    // 1 << 33 is the sign of 34 bits; -1 << 32 is -2^32.
    ("VSHL.S32.U32.U32.CLAMP.SAT R1, R2, R3", [2, 32, 0], 0x8000_0000),
    ("VSHL.S32.U32.U32.CLAMP.SAT R1, R2, R3", [1, 32, 0], 0x7fff_ffff),
    ("VSHR.S32.S32.U32.CLAMP R1, R2, R3", [0x8000_0000, 99, 0], 0xffff_ffff),
    ("VSHR.U32.U32.U32.CLAMP R1, R2, R3", [0x8000_0000, 32, 0], 0),
    ("VSHR.U32.S32.U32.WRAP R1, R2.B0, R3.B1", [0x80, 0x0000_2200, 0], 0xffff_ffe0),
    ("VSET.S32.U32.LT R1, R2, R3", [0xffff_ffff, 0xffff_ffff, 0], 1),
    ("VSET.U32.U32.GE.ADD R1, R2.H0, R3.B0, R4", [0x0003_0002, 2, 0xffff_ffff], 0),
    ("VSET.U32.U32.NE R1.B3, R2, R3, R4", [1, 2, 0xffff_ffff], 0x01ff_ffff),
    ("VAVRG.S32.S32.S32 R1, R2, R3", [0xffff_ffff, 0xffff_fffe, 0], 0xffff_ffff),
    ("VAVRG.U32.U32.U32 R1, R2.B0, R3.B0", [254, 255, 0], 255),
    // 200 * 100 - 20001 = -1; with rounding by PO (20000 + 127 + 1) >> 7 = 157.
    ("VMAD.S32.U32.U32 R1, R2.B0, R3.B0, -R4", [200, 100, 20_001], 0xffff_ffff),
    ("VMAD.U32.U32.U32.SHR_7.PO R1, R2.B0, R3.B0, R4", [200, 100, 127], 157),
    ("VMAD.U32.U32.U32 R1, -R2, -R3, R4", [5, 6, 1], 31),
    ("VMAD.U32.U32.U32 R1, R2, -R3, R4", [5, 6, 1], 0xffff_ffe3),
    // (2^32 - 1)^2 + 2^32 - 1 = 2^64 - 2^32.
    ("VMAD.U32.U32.U32.SAT R1, R2, R3, R4", [0xffff_ffff, 0xffff_ffff, 0xffff_ffff], 0xffff_ffff),
    ("VMAD.U32.U32.U32 R1, R2, R3, R4", [0xffff_ffff, 0xffff_ffff, 0xffff_ffff], 0),
    ("VMAD.U32.S32.U32.SAT R1, R2, R3, R4", [0xffff_ffff, 0xffff_ffff, 0xffff_ffff], 0x8000_0000),
    // c is a word of all ones: 2^32 - 1 beside unsigned numbers, -1 beside signed ones.
    ("VMAD.U32.U32.U32.SHR_15 R1, R2, R3, R4", [0, 0, 0xffff_ffff], 0x0001_ffff),
    ("VMAD.U32.S32.U32.SHR_15 R1, R2, R3, R4", [0, 0, 0xffff_ffff], 0xffff_ffff),
    // The rightmost digit is for element 0.
    ("VADD4.U32.U32.U32 R1, R2.B0123, R3.B4444, R4", [0x0403_0201, 0x0000_0010, 0], 0x1112_1314),
    ("VSUB2.U32.U32.U32 R1, R2.H23, R3.H10, R4", [0x0001_0002, 0x0030_0040, 0], 0x003f_002e),
    ("VADD4.U32.U32.U32 R1.B31, R2, R3, R4", [0x0101_0101, 0x0101_0101, 0xaabb_ccdd], 0x02bb_02dd),
    (
        "VADD2.S32.U32.U32.SAT R1.H0, R2, R3, R4",
        [0xffff_ffff, 0x0001_0001, 0x1234_5678],
        0x1234_7fff,
    ),
    ("VABSDIFF4.U32.U32.U32.ADD R1, R2, R3, R4", [0x00ff_0a01, 0xff00_010b, 1000], 1529),
    ("VABSDIFF4.U32.U32.S32.ADD R1.B0, R2, R3, R4", [0xff, 0x80, 0], 383),
    // -1 + -2: the sum is negative and the half rounds down; 1 + 2 rounds up.
    ("VAVRG2.S32.S32.S32 R1, R2, R3, R4", [0xffff_0001, 0xfffe_0002, 0], 0xfffe_0002),
    ("VMIN4.U32.S32.U32.ADD R1, R2, R3, R4", [0x8000_0005, 0x0001_0003, 1000], 1000 - 128 + 3),
    ("VMAX2.U32.S32.S32.SAT R1, R2, R3, R4", [0x8000_0005, 0x8001_0003, 0], 0x0000_0005),
    ("VSET4.U32.U32.GT R1, R2, R3, R4", [0x0502_0301, 0x0402_0400, 0], 0x0100_0001),
    ("VSET2.LE.S32.S32.ADD R1, R2, R3, R4", [0x8000_0000, 0x7fff_0000, 40], 42),
];

#[test]
fn worked_examples_give_what_was_reckoned_by_hand() {
    let config = Config::default();
    for (text, [a, b, c], expected) in TABLE {
        let program = assemble("t.s", text, &config.target())
            .unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
        let mut machine = Machine::new(64, config.registers, 1);
        for (register, word) in [(2, a), (3, b), (4, c)] {
            machine.wave_mut(0).registers[register] = Wave::filled(64, *word);
        }
        machine.run(&program).expect("no barriers");
        let word = machine.wave(0).register(Register(1)).0[63];
        assert_eq!(
            word, *expected,
            "{text} of {a:#x}, {b:#x}, {c:#x} gives {word:#010x}, not {expected:#010x}"
        );
    }
}
