//! The errors of lines that only look like a compiler's, or are one's of another machine.

use crate::common::table::tests_of_parts;
use lanebeat::config::Config;
use lanebeat::isa::asm::assemble;

use super::super::assembler_errors::check;
use super::own;

#[test]
fn scalar_pairs_are_the_four_mask_slots() {
    assert_eq!(own("s_mov_b64 exec, S[6:7]"), own("s_mov_b64 exec, s3"));
    let legal = "they are s[0:1], s[2:3], s[4:5] and s[6:7]";
    for pair in ["s[5:6]", "s[8:9]", "s[4:4]", "s[4:7]", "s[-2:-1]", "s[:]", "s[0:1:2]"] {
        check(&format!("|s_mov_b64 {pair}, exec\n11: {pair} is not a mask slot; {legal}"));
    }
    check(
        "
        |v_mov_b32_e32 v1, vcc_lo
        19: this place takes a register R0..R63 or a 32-bit literal, not vcc_lo (half of a mask, and
        masks are whole here); v_mov_b32 takes d, a
        |v_mov_b32_e32 v[0:1], v2
        15: this place takes a register R0..R63, not v[0:1] (a group of registers, and words have 32
        bits here); v_mov_b32 takes d, a
        |v_add_u32_e32 v1, s4, v2
        19: this place takes a register R0..R63 or a 32-bit literal, not s4 (scalar registers hold
        masks here); v_add_u32 takes d, a, b
        ",
    );
}

tests_of_parts! {
    include_str!("errors.txt"), check:
    suffixes_belong_to_encodings_that_gfx9_has
    what_the_machine_lacks_is_said_to_be_lacking
}

#[test]
fn waiting_says_what_for() {
    for line in
        ["s_waitcnt vmcnt(0) & lgkmcnt(15)", "s_waitcnt vmcnt(63), expcnt(7)", "s_waitcnt 0xc07f"]
    {
        assert_eq!(own(line), own("NOP"), "{line}");
    }
    let cure = "write vmcnt(0..63), expcnt(0..7), lgkmcnt(0..15) or a number 0..0xffff";
    for (line, place, word) in [
        ("s_waitcnt vmcnt(64)", 11, "vmcnt(64)"),
        ("s_waitcnt vmcnt(0) lgkmcnt(16)", 20, "lgkmcnt(16)"),
        ("s_waitcnt vscnt(0)", 11, "vscnt(0)"),
        ("s_waitcnt 0x10000", 11, "0x10000"),
        ("s_waitcnt vmcnt(0", 11, "vmcnt(0"),
    ] {
        check(&format!("|{line}\n{place}: {word} is nothing that s_waitcnt waits for; {cure}"));
    }
    check("|s_waitcnt\n1: s_waitcnt does not say what for; write for instance vmcnt(0)");
}

#[test]
fn a_swizzle_that_is_none_is_told_what_its_mode_needs() {
    let modes = "write swizzle(QUAD_PERM,0,1,2,3), swizzle(BITMASK_PERM,\"01pip\"), swizzle(BROADCAST,8,3), \
                 swizzle(SWAP,16), swizzle(REVERSE,8), swizzle(ROTATE,0,5) or swizzle(FFT,16)";
    for (swizzle, needs) in [
        ("swizzle(QUAD_PERM,0,1,2,4)", "needs four positions 0..3"),
        ("swizzle(QUAD_PERM,0,1,2)", "needs four positions 0..3"),
        ("swizzle(BITMASK_PERM,\"01pix\")", "needs five of 0, 1, p and i in quotes"),
        ("swizzle(BITMASK_PERM,01pip)", "needs five of 0, 1, p and i in quotes"),
        ("swizzle(BITMASK_PERM,\"01pi\")", "needs five of 0, 1, p and i in quotes"),
        ("swizzle(BROADCAST,8,8)", "needs a size 2, 4, 8, 16 or 32 and a thread below it"),
        ("swizzle(BROADCAST,1,0)", "needs a size 2, 4, 8, 16 or 32 and a thread below it"),
        ("swizzle(SWAP,32)", "needs a size 1, 2, 4, 8 or 16"),
        ("swizzle(SWAP,3)", "needs a size 1, 2, 4, 8 or 16"),
        ("swizzle(REVERSE,1)", "needs a size 2, 4, 8, 16 or 32"),
        ("swizzle(ROTATE,2,0)", "needs a direction 0 or 1 and a size 0..31"),
        ("swizzle(ROTATE,1,32)", "needs a direction 0 or 1 and a size 0..31"),
        ("swizzle(FFT,32)", "needs a mask 0..31"),
        ("swizzle(FTF,1)", "is no mode of ds_swizzle_b32 here"),
        ("swizzle()", "is no mode of ds_swizzle_b32 here"),
        ("swizzle(SWAP,1", "needs a mode in parentheses"),
        ("swizzle", "needs a mode in parentheses"),
    ] {
        check(&format!("|ds_swizzle_b32 v1, v2 offset:{swizzle}\n30: {swizzle} {needs}; {modes}"));
    }
}

#[test]
fn reuse_stands_behind_a_register_that_is_read() {
    let rule = ".reuse stands behind a register that a SASS-like instruction reads, not in";
    check(&format!(
        "
        |IADD R1.reuse, R2, R3
        6: {rule} R1.reuse; write R1
        |IADD R1, 5.reuse, R3
        10: {rule} 5.reuse; write 5
        |v_add_u32 v1, v2.reuse, v3
        15: {rule} v2.reuse; write v2
        |SEL R1, R2, R3, P0.reuse
        17: {rule} P0.reuse; write P0
        "
    ));
    assert_eq!(own("FADD R1, -|R2|.reuse, R3")[0].reuse, [true, false, false]);
}

#[test]
fn a_block_comment_ends_on_its_line() {
    let said = "a comment that /* begins ends on its line, and this one does not; write */ behind it, or \
                begin it with //";
    for (line, place) in [("NOP /* one", 5), ("/*", 1), ("/* a */ NOP /*/", 13)] {
        check(&format!("|{line}\n{place}: {said}"));
    }
}

/// Where one block is one wave the thread of the block is that of the wave; in another wave it is
/// not.
#[test]
fn the_thread_of_a_block_is_known_in_its_first_wave() {
    assert_eq!(own("S2R R0, SR_TID.X"), own("S2R R0, SR_TID"));
    let errors = assemble("t.s", ".wave 1\nS2R R0, SR_TID.X", &Config::default().target());
    assert!(errors.is_err());
}

#[test]
fn an_instruction_that_needs_a_feature_says_so_by_both_names() {
    let config = Config::load(None, None, &["video=false".to_owned()]).expect("a machine");
    let errors = assemble("t.s", "IABS R1, R2", &config.target()).expect_err("no video");
    let expected = "t.s:1:1: IABS is VABSDIFF.U32.S32.S32 here, and VABSDIFF.U32.S32.S32 needs the video feature, which \
     this configuration turns off; set video = true";
    assert_eq!(errors.errors[0].to_string(), expected);
    assert!(assemble("t.s", "IADD3 R1, R2, R3, RZ", &config.target()).is_ok());
}
