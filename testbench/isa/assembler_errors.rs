//! The assembler's errors: the exact sentence, with line and column, for each rule that a text can
//! break.

use crate::common::golden::cases;
use lanebeat::config::Config;
use lanebeat::isa::asm::{AssemblyErrors, MAXIMUM_ERRORS, Target, assemble};
use miette::Diagnostic;

fn errors(text: &str, target: &Target) -> AssemblyErrors {
    assemble("t.s", text, target).expect_err(text)
}

fn sentences(text: &str, target: &Target) -> Vec<String> {
    errors(text, target).errors.iter().map(ToString::to_string).collect()
}

/// Each line alone in a program: a line behind `|`, and below it the sentence behind `t.s:1:`.
pub fn check(table: &str) {
    for (line, expected) in cases(table) {
        let said = sentences(line, &Config::default().target());
        assert_eq!(said, [format!("t.s:1:{expected}")], "{line}");
    }
}

#[test]
fn an_operand_of_the_wrong_kind_is_told_what_its_place_takes() {
    check(
        "
        |IADD R1, P1, R2
        10: this place takes a register R0..R63 or a 32-bit literal, not P1; IADD takes d, a, b
        |IADD 5, R1, R2
        6: this place takes a register R0..R63, not 5; IADD takes d, a, b
        |mov r1, -R3
        9: MOV reads no floats and takes no source modifier, but has -R3; write R3
        |MOV R1, 0xfg
        9: this place takes a register R0..R63 or a 32-bit literal, not 0xfg; MOV takes d, a
        |SHFL.UP R2, R4, R1, 1, 0
        9: this place takes a predicate to write (P0..P6, vcc, or PT or __ to throw it away), not
        R2; SHFL.UP takes p, d, a, b, c
        |ISETP.EQ.U32 !P1, R1, R2
        14: this place takes a predicate to write (P0..P6, vcc, or PT or __ to throw it away), not
        !P1; ISETP.EQ.U32 takes p, a, b
        |PSETP.AND P1, __, P2
        15: this place takes a predicate (P0..P6, PT, vcc, or one negated like !P1), not __;
        PSETP.AND takes p, q, r
        |v_cndmask_b32 v1, v2, v3, P1
        27: this place takes vcc, not P1; v_cndmask_b32 takes d, a, b, vcc
        |s_mov_b64 exec, R1
        17: this place takes a 64-bit literal or a mask slot s0..s3, not R1; s_mov_b64 takes exec,
        literal; or exec, sN; or sN, exec
        |s_and_b64 exec, exec, P1
        23: this place takes a mask slot s0..s3 or vcc, not P1; s_and_b64 takes exec, exec, sN; or
        exec, exec, vcc
        |SHFUP R4, R5, R1, 1, 0
        7: this place takes a predicate to write (P0..P6, vcc, or PT or __ to throw it away), not
        R4; SHFUP takes p, d, a, b, c, and with .U, .S or .F d, r in the place of p, d
        |SHFUP.F P4, R5, R1, 1, 0
        9: this place takes a register R0..R63, not P4; SHFUP.F takes d, r, a, b, c
        ",
    );
}

#[test]
fn a_wrong_number_of_operands_is_told_the_whole_form() {
    check(
        "
        |IADD R1, R2
        1: IADD takes 3 operands, and this line has 2; IADD takes d, a, b
        |  iadd R1, R2, R3, R4
        20: IADD takes 3 operands, and this line has 4; IADD takes d, a, b
        |NOP R1
        5: NOP takes 0 operands, and this line has 1; NOP takes no operands
        |SHFL.UP.W16 P1, R4, R1, 1, 0
        28: SHFL.UP.W16 takes 4 operands, and this line has 5; SHFL.UP.W16 takes p, d, a, b
        ",
    );
}

#[test]
fn names_that_no_machine_has_are_refused() {
    check(
        "
        |IADD R64, R1, R2
        6: R64 does not exist in this configuration, which has 64 registers; use R0..R63
        |MOV R1, v99
        9: v99 does not exist in this configuration, which has 64 registers; use R0..R63
        |SHFL.UP P7, R4, R1, 1, 0
        9: P7 is not a predicate; they are P0..P6 and PT, and vcc is P0
        |SEL R1, R2, R3, !P9
        17: !P9 is not a predicate; they are P0..P6 and PT, and vcc is P0
        |s_mov_b64 s4, exec
        11: s4 is not a mask slot; they are s0..s3
        ",
    );
}

#[test]
fn a_literal_beyond_its_field_is_told_the_range() {
    check(
        "
        |MOV R1, 4294967296
        9: MOV takes a literal -2147483648..4294967295 here, not 4294967296; write one in that range
        |MOV R1, -2147483649
        9: MOV takes a literal -2147483648..4294967295 here, not -2147483649; write one in that
        range
        |SHFL.UP P1, R4, R1, 32, 0
        21: SHFL.UP takes a literal 0..31 here, not 32; write one in that range
        |SHFL.UP P1, R4, R1, 1, 0x2000
        24: SHFL.UP takes a literal 0..0x1fff here, not 0x2000; write one in that range
        |s_nop 16
        7: s_nop takes a literal 0..15 here, not 16; write one in that range
        |s_mov_b64 exec, 0x10000000000000000
        17: s_mov_b64 takes a literal -2^63..2^64-1 here, not 0x10000000000000000; write one in that
        range
        |s_mov_b64 exec, -9223372036854775809
        17: s_mov_b64 takes a literal -2^63..2^64-1 here, not -9223372036854775809; write one in
        that range
        |MOV R1, 1.5
        9: MOV takes integers, not the float 1.5; write an integer, or the float's bits, 0x3fc00000
        |I2F.S32 R1, 2.0
        13: I2F.S32 takes integers, not the float 2.0; write an integer, or the float's bits,
        0x40000000
        |MOV R1, -inf
        9: MOV takes integers, not the float -inf; write an integer, or the float's bits, 0xff800000
        ",
    );
}

#[test]
fn a_decimal_that_rounds_to_infinity_is_no_float() {
    check(
        "
        |FADD R1, R2, 1e39
        14: a float is at most 3.4028235e38 in magnitude, not 1e39; write 3.4028235e38 or inf
        |v_max_f32 v1, -1e39, v2
        15: a float is at most 3.4028235e38 in magnitude, not -1e39; write -3.4028235e38 or -inf
        |FSETP.LT P1, R2, 1E999999
        18: a float is at most 3.4028235e38 in magnitude, not 1E999999; write 3.4028235e38 or inf
        // A little more than half way from the largest float to 2^128.
        |FFMA R1, R2, R3, 3.4028235677973367e38
        18: a float is at most 3.4028235e38 in magnitude, not 3.4028235677973367e38; write
        3.4028235e38 or inf
        |MOV R1, 1e39
        9: MOV takes a literal -2147483648..4294967295 here, not 1e39; write one in that range
        ",
    );
}

#[test]
fn a_mask_literal_beyond_a_short_wave_is_refused_unless_negative() {
    let target = Target { threads: 32, ..Config::default().target() };
    let expected =
        ["t.s:1:17: 0x100000000 names threads that do not exist in a wave of 32 threads; \
      write at most 0xffffffff, or -1 for all threads"];
    assert_eq!(sentences("s_mov_b64 exec, 0x100000000", &target), expected);
    assert!(assemble("t.s", "s_mov_b64 exec, 0xffffffff\ns_mov_b64 exec, -2", &target).is_ok());
}

#[test]
fn a_second_literal_has_no_room() {
    check(
        "
        |IADD R1, 5, 6
        13: IADD has room for one literal, not for 5 and 6; put 6 in a register first
        // The crossbar moves registers.
        |SHFL.UP P1, R4, 7, R1, 0
        17: this place takes a register R0..R63, not 7; SHFL.UP takes p, d, a, b, c
        ",
    );
}

#[test]
fn an_unknown_mnemonic_is_told_its_neighbours() {
    check(
        "
        |GADD R1, R2, R3
        1: GADD is not an instruction of this machine; did you mean IADD, FADD or VADD?
        |v_mov_b23 v1, v2
        1: v_mov_b23 is not an instruction of this machine; did you mean v_mov_b32?
        |qqqqqqqqq v1
        1: qqqqqqqqq is not an instruction of this machine; write a mnemonic such as IADD, SHFL.UP
        or v_add_u32
        ",
    );
}

#[test]
fn a_known_stem_with_wrong_modifiers_is_told_its_forms() {
    const ALL_SHUFFLES: &str = "write SHFL.IDX, SHFL.UP, SHFL.DOWN, SHFL.BFLY, SHFL.IDX.RANGE.U, SHFL.UP.RANGE.U, SHFL.DOWN.RANGE.U, \
                                SHFL.BFLY.RANGE.U, SHFL.IDX.RANGE.F, SHFL.UP.RANGE.F, SHFL.DOWN.RANGE.F or SHFL.BFLY.RANGE.F, \
                                perhaps with a width .W2, .W4, .W8, .W16 or .W32";
    check(&format!(
        "
        |ISETP.LT P1, R1, R2
        1: ISETP.LT is not a form of ISETP; write ISETP.LT.S32 or ISETP.LT.U32
        |IMNMX.MIN R1, R2, R3
        1: IMNMX.MIN is not a form of IMNMX; write IMNMX.MIN.S32 or IMNMX.MIN.U32
        |IMUL.LO R1, R2, R3
        1: IMUL.LO is not a form of IMUL; write IMUL, IMUL.HI.U32 or IMUL.HI.S32
        |FLO R1, R2
        1: FLO does not say which of its forms it is; write FLO.U32
        |SHFL.FOO P1, R4, R1, 1, 0
        1: SHFL.FOO is not a form of SHFL; {ALL_SHUFFLES}
        |SHFL.W4.UP P1, R4, R1, 1
        1: SHFL.W4.UP is not a form of SHFL; {ALL_SHUFFLES}
        |SHFL.UP.F R4, R5, R1, 1, 0
        1: SHFL.UP.F is not a form of SHFL; {ALL_SHUFFLES}
        |SHFUP.X P1, R4, R1, 1, 0
        1: SHFUP.X is not a form of SHFUP; write SHFUP, with .U, .S or .F for a destination pair,
        perhaps with a width .W2, .W4, .W8, .W16 or .W32
        "
    ));
}

#[test]
fn a_video_mnemonic_is_told_its_types_and_modifiers() {
    const RELATIONS: &str = "write .EQ, .NE, .LT, .LE, .GT or .GE";
    check(&format!(
        "
        |VADD R1, R2, R3
        1: VADD takes three types (.U32 or .S32), dtype.atype.btype, not 0; write for instance
        VADD.U32.U32.U32
        |vsub4.u32.u32 R1, R2, R3, R4
        1: VSUB4 takes three types (.U32 or .S32), dtype.atype.btype, not 2; write for instance
        VSUB4.U32.U32.U32
        |VSET.U32.U32.U32.EQ R1, R2, R3
        1: VSET takes two types (.U32 or .S32), atype.btype, not 3; write for instance VSET.U32.U32
        |VADD.U32.SAT.U32.U32 R1, R2, R3
        1: the types of VADD stand before its modifiers, but .SAT stands among them; write
        VADD.dtype.atype.btype, then the modifiers
        |VADD.U32.U32.U32.FOO R1, R2, R3
        1: VADD has no modifier .FOO; behind its types write .SAT, .ADD, .MIN or .MAX
        |VADD4.U32.U32.U32.MIN R1, R2, R3, R4
        1: VADD4 has no modifier .MIN; behind its types write .SAT or .ADD
        |VMAD.U32.U32.U32.SHR_8 R1, R2, R3, R4
        1: VMAD has no modifier .SHR_8; behind its types write .SAT, .PO, .SHR_7 or .SHR_15
        |VSET.U32.U32.LT.SAT R1, R2, R3
        1: VSET has no modifier .SAT; behind its types write .EQ, .NE, .LT, .LE, .GT, .GE, .ADD,
        .MIN or .MAX
        |VADD.U32.U32.U32.ADD.MIN R1, R2, R3, R4
        1: VADD.U32.U32.U32.ADD.MIN has both .ADD and .MIN; keep one
        |VADD2.U32.U32.U32.SAT.ADD R1, R2, R3, R4
        1: VADD2.U32.U32.U32.SAT.ADD has both .SAT and .ADD; keep one
        |VMAD.U32.U32.U32.SHR_7.SHR_15 R1, R2, R3, R4
        1: VMAD.U32.U32.U32.SHR_7.SHR_15 has both .SHR_7 and .SHR_15; keep one
        |VSHL.U32.U32.U32 R1, R2, R3
        1: VSHL does not say what an amount above 32 does; write .CLAMP (it acts as 32) or .WRAP
        (modulo 32)
        |VSHR.U32.U32.S32.WRAP R1, R2, R3
        1: the amount of VSHR is unsigned, but its third type is .S32; write .U32 as the third type
        |VSET.U32.U32 R1, R2, R3
        1: VSET does not say which relation it looks for; {RELATIONS}
        |VSET2.U32.S32.ADD R1, R2, R3, R4
        1: VSET2 does not say which relation it looks for; {RELATIONS}
        |VADD3.U32.U32.U32 R1, R2, R3
        1: VADD3.U32.U32.U32 is not an instruction of this machine; did you mean VADD, VADD2 or
        VADD4?
        "
    ));
}

#[test]
fn a_video_operand_is_told_its_selectors() {
    check(
        "
        |VADD.U32.U32.U32 R1, R2.B4, R3
        25: .B4 is no part of a word; write .B0, .B1, .B2, .B3, .H0 or .H1
        |VADD.U32.U32.U32 R1, R2, 5.H2
        28: .H2 is no part of a word; write .B0, .B1, .B2, .B3, .H0 or .H1
        |VADD.U32.U32.U32.ADD R1.B0, R2, R3, R4
        25: VADD.U32.U32.U32.ADD cannot merge into .B0 beside its secondary operation; remove the
        selector of d, or .ADD, .MIN or .MAX
        |VADD.U32.U32.U32 R1.B0, R2, R3
        21: .B0 merges the result into c, but there is no c; write c as the last operand, or remove
        the selector of d
        |VADD.U32.U32.U32 R1, R2, R3, R4
        30: VADD.U32.U32.U32 has a c, R4, that nothing reads; remove it, add .ADD, .MIN or .MAX, or
        give d a selector
        |VADD.U32.U32.U32.MAX R1, R2, R3
        1: VADD.U32.U32.U32.MAX takes 4 operands, and this line has 3; VADD.U32.U32.U32.MAX takes d, a, b, c
        |VADD.U32.U32.U32 R1, R2
        1: VADD.U32.U32.U32 takes 3 or 4 operands, and this line has 2; VADD.U32.U32.U32 takes d, a, b; or d, a, b,
        c
        |VADD.U32.U32.U32.ADD R1, R2, R3, R4.H0
        37: VADD reads all of c, which takes no selector, but has .H0; write R4
        |VADD.U32.U32.U32 R1, -R2, R3
        22: VADD.U32.U32.U32 reads no floats and takes no source modifier, but has -R2; write R2
        |VMAD.U32.U32.U32 R1.B0, R2, R3, R4
        21: VMAD writes a whole word and d takes no selector, but has .B0; write R1
        |VMAD.U32.U32.U32.PO R1, R2, -R3.B0, R4
        29: VMAD's .PO excludes negation, but -R3 has a minus; write R3, or remove .PO
        |VADD2.U32.U32.U32 R1, R2.H4, R3, R4
        26: VADD2 selects with H and two digits of 0..3 (0 and 1 are a's halves, 2 and 3 are b's;
        the last digit is for element 0), not with .H4; write for instance .H10
        |VADD4.U32.U32.U32 R1, R2, R3.B321, R4
        30: VADD4 selects with B and four digits of 0..7 (0..3 are a's bytes, 4..7 are b's; the last
        digit is for element 0), not with .B321; write for instance .B3210
        |VADD4.U32.U32.U32 R1.B013, R2, R3, R4
        22: VADD4 masks with B and digits of 3, 2, 1, 0 in falling order, not with .B013; write for
        instance .B3 or .B3210
        |VADD2.U32.U32.U32 R1.B0, R2, R3, R4
        22: VADD2 masks with H and digits of 1, 0 in falling order, not with .B0; write .H0, .H1 or
        .H10
        |VADD.U32.U32.U32.ADD R1, 5, R3, 6
        33: VADD.U32.U32.U32.ADD has room for one literal, not for 5 and 6; put 6 in a register
        first
        |VADD.U32.U32.U32 R1, R2, R3 row_shr:1
        29: VADD.U32.U32.U32 takes no DPP modifier, but row_shr:1 follows; remove it
        ",
    );
}

#[test]
fn video_needs_its_feature() {
    let target = Config { video: false, ..Config::default() }.target();
    let expected = [
        "t.s:1:1: VADD.U32.U32.U32 needs the video feature, which this configuration turns off; set video = true",
    ];
    assert_eq!(sentences("VADD.U32.U32.U32 R1, R2, R3", &target), expected);
}

#[test]
fn a_shuffle_is_told_its_widths_and_pairs() {
    check(
        "
        |SHFL.UP.W3 P1, R4, R1, 1
        1: a shuffle's width is 2, 4, 8, 16 or 32 threads, not W3; write .W2, .W4, .W8, .W16 or .W32
        |SHFL.UP.W4.W8 P1, R4, R1, 1
        1: SHFL.UP.W4.W8 has two widths, W4 and W8; keep one
        |SHFUP.F R4, R4, R1, 1, 0
        1: SHFUP.F writes R4 twice, as d and as r; use two registers as the destination pair
        |SHFUP.F R2, R1, R1, R2, 0
        1: SHFUP.F overwrites its sources in either order, with d = R2 and r = R1; use another
        register than R1 as r
        ",
    );
}

#[test]
fn a_guard_stands_only_before_a_thread_operation() {
    check(
        "
        |@P1 NOP
        1: NOP works on the whole wave and takes no guard, but has @P1; remove the guard
        | @!P1 s_mov_b64 exec, -1
        2: s_mov_b64 works on the whole wave and takes no guard, but has @!P1; remove the guard
        |@P1 PMTRIG 3
        1: PMTRIG works on the whole wave and takes no guard, but has @P1; remove the guard
        |@P7 MOV R1, R2
        1: @P7 is not a guard; write @P0..@P6, @PT or @vcc, or one negated like @!P1
        |@P1 ; IADD R1, R2, R3
        1: a guard stands alone on its line; write an instruction behind it
        ",
    );
}

#[test]
fn commas_separate_operands() {
    check(
        "
        |IADD R1, R2 R3
        13: a comma is missing before R3; write R2, R3
        |IADD R1,, R2, R3
        9: an operand is missing beside a comma; remove the comma or write the operand
        |IADD R1, R2, R3,
        16: an operand is missing beside a comma; remove the comma or write the operand
        |IADD R1, R2, R3 foo
        17: IADD ends with its operands, but foo follows; remove it, or start a comment with ;
        ",
    );
}

#[test]
fn dpp_belongs_to_gcn_operations_with_a_register_src0() {
    check(
        "
        |IADD R1, R2, R3 row_shr:1
        17: IADD takes no DPP modifier, but row_shr:1 follows; write v_add_u32
        |FLO.U32 R1, R2 row_shr:1
        16: FLO.U32 takes no DPP modifier, but row_shr:1 follows; remove it
        |v_nop row_shr:1
        7: v_nop takes no DPP modifier, but row_shr:1 follows; remove it
        |v_add_u32 v1, 5, v3 row_shl:1
        15: a DPP modifier moves a register, but v_add_u32's src0 is the literal 5; use a register
        as src0
        ",
    );
}

#[test]
fn a_source_modifier_belongs_to_a_float_operations_register() {
    check(
        "
        |IMUL R1, -R2, R3
        10: IMUL reads no floats and takes no source modifier, but has -R2; write R2
        |I2F.S32 R1, -|R2|
        13: I2F.S32 reads no floats and takes no source modifier, but has -|R2|; write R2
        |FADD R1, R2, |1.5|
        14: a source modifier changes a register, but |1.5| is a literal; write the value that is
        meant
        |FADD R1, -|0x10|, R2
        10: a source modifier changes a register, but -|0x10| is a literal; write the value that is
        meant
        |FADD R1, -R64, R2
        10: -R64 does not exist in this configuration, which has 64 registers; use R0..R63
        |FADD -R1, R2, R3
        6: this place takes a register R0..R63, not -R1; FADD takes d, a, b
        |FADD R1, 1.0, 2.0
        15: FADD has room for one literal, not for 1.0 and 2.0; put 2.0 in a register first
        ",
    );
}

#[test]
fn a_wrong_dpp_modifier_is_told_the_legal_ones() {
    const LEGAL: &str = "legal are quad_perm:[0..3,0..3,0..3,0..3], row_shl:1..15, row_shr:1..15, row_ror:1..15, wave_shl:1, \
                         wave_rol:1, wave_shr:1, wave_ror:1, row_mirror, row_half_mirror, row_bcast:15, row_bcast:31, \
                         row_share:0..15, row_newbcast:0..15, row_xmask:0..15, with row_mask:0..0xf, bank_mask:0..0xf, \
                         bound_ctrl:0, fi:1; dpp8:[0..7,0..7,0..7,0..7,0..7,0..7,0..7,0..7], with fi:1";
    check(&format!(
        "
        |v_mov_b32 v1, v2 row_shll:1
        18: row_shll:1 is not a DPP modifier; did you mean row_shl or row_shr? {LEGAL}
        |v_mov_b32 v1, v2 dpp16:[0,1]
        18: dpp16:[0,1] is not a DPP modifier; did you mean dpp8? {LEGAL}
        |v_mov_b32 v1, v2 dpp8:[0,1,2,3,4,5,6,8]
        18: dpp8 takes eight positions 0..7 in brackets, not dpp8:[0,1,2,3,4,5,6,8]; write
        dpp8:[0,1,2,3,4,5,6,7]
        |v_mov_b32 v1, v2 dpp8:[0,1,2,3]
        18: dpp8 takes eight positions 0..7 in brackets, not dpp8:[0,1,2,3]; write
        dpp8:[0,1,2,3,4,5,6,7]
        |v_mov_b32 v1, v2 dpp8:[0,1,2,3,4,5,6,7] fi:1 row_mask:0xf
        46: dpp8 stands alone or with fi:1, not with row_mask:0xf; remove it
        |v_mov_b32 v1, v2 bound_ctrl:0 dpp8:[0,1,2,3,4,5,6,7]
        18: dpp8 stands alone or with fi:1, not with bound_ctrl:0; remove it
        |v_mov_b32 v1, v2 row_shl:16
        18: row_shl takes 1..15, but is row_shl:16; write for example row_shl:15
        |v_mov_b32 v1, v2 wave_shl
        18: wave_shl takes 1, but has no number; write for example wave_shl:1
        |v_mov_b32 v1, v2 row_bcast:16
        18: row_bcast takes 15 or 31, but is row_bcast:16; write for example row_bcast:31
        |v_mov_b32 v1, v2 row_mirror:1
        18: row_mirror takes no number, but is row_mirror:1; write row_mirror
        |v_mov_b32 v1, v2 quad_perm:[0,1,2,4]
        18: quad_perm takes four positions 0..3 in brackets, not quad_perm:[0,1,2,4]; write
        quad_perm:[0,1,2,3]
        |v_mov_b32 v1, v2 quad_perm:[0,1,2
        18: quad_perm takes four positions 0..3 in brackets, not quad_perm:[0,1,2; write
        quad_perm:[0,1,2,3]
        |v_mov_b32 v1, v2 row_shl:1 row_mask:16
        28: row_mask takes 0..15, but is row_mask:16; write for example row_mask:15
        |v_mov_b32 v1, v2 row_shl:1 fi:2
        28: fi takes 0 or 1, but is fi:2; write for example fi:1
        |v_mov_b32 v1, v2 bank_mask:0xe fi:1
        18: bank_mask:0xe stands without a DPP control; add a control, e.g. quad_perm:[0,1,2,3]
        |v_mov_b32 v1, v2 row_shl:1, row_shr:1
        29: the DPP control is given twice, the second time by row_shr:1; keep one
        |v_mov_b32 v1, v2 row_shl:1 fi:0 fi:0
        33: fi is given twice, the second time by fi:0; keep one
        "
    ));
}

#[test]
fn a_feature_that_is_off_is_told_its_key() {
    let target =
        Config { shuffle: false, dpp: false, float: false, vote: false, ..Config::default() }
            .target();
    let text = "@P1 SHFL.UP P1, R4, R1, 1, 0\nSHFDOWN.U R4, R5, R1, 1, 0\nv_mov_b32 v1, v2 row_shl:1\nFADD R1, R2, R3\n\
                VOTE.ANY P1, P2\nREDUX.ADD.U32 R1, R2";
    let expected = [
        "t.s:1:5: SHFL.UP needs the shuffle feature, which this configuration turns off; set shuffle = true",
        "t.s:2:1: SHFDOWN.U needs the shuffle feature, which this configuration turns off; set shuffle = true",
        "t.s:3:18: row_shl:1 needs the dpp feature, which this configuration turns off; set dpp = true",
        "t.s:4:1: FADD needs the float feature, which this configuration turns off; set float = true",
        "t.s:5:1: VOTE.ANY needs the vote feature, which this configuration turns off; set vote = true",
        "t.s:6:1: REDUX.ADD.U32 needs the vote feature, which this configuration turns off; set vote = true",
    ];
    assert_eq!(sentences(text, &target), expected);
}

#[test]
fn a_vote_is_told_its_forms_and_operands() {
    check(
        "
        |VOTE P1, P2
        1: VOTE does not say which of its forms it is; write VOTE.ANY, VOTE.ALL, VOTE.UNI,
        VOTE.BALLOT or VOTE.ACTIVE
        |REDUX.MIN R1, R2
        1: REDUX.MIN is not a form of REDUX; write REDUX.MIN.S32 or REDUX.MIN.U32
        |VOTE.ANY P1
        1: VOTE.ANY takes 2 operands, and this line has 1; VOTE.ANY takes p, q
        |VOTE.BALLOT P1, P2
        13: this place takes a register R0..R63, not P1; VOTE.BALLOT takes d, q
        |MATCH.ALL R1, R2
        1: MATCH.ALL takes 3 operands, and this line has 2; MATCH.ALL takes p, d, a
        |REDUX.ADD.U32 R1, 1.5
        19: REDUX.ADD.U32 takes integers, not the float 1.5; write an integer, or the float's bits,
        0x3fc00000
        |VOTE.ACTIVE R1 row_shl:1
        16: VOTE.ACTIVE takes no DPP modifier, but row_shl:1 follows; remove it
        ",
    );
}

#[test]
fn a_wrong_directive_is_told_the_right_ones() {
    check(
        "
        |.foo
        1: .foo is not a directive; they are .wave N, .repeat K and .end
        |.wave
        1: .wave takes a wave 0..7, but has none; write for example .wave 0
        |.wave 8
        7: .wave takes a wave 0..7, not 8; write for example .wave 0
        |.wave -1
        7: .wave takes a wave 0..7, not -1; write for example .wave 0
        |.repeat 0
        9: .repeat takes a count 1..10000000, not 0; write for example .repeat 1
        |.repeat 2 3
        11: .repeat takes a count 1..10000000, but 3 follows it; write for example .repeat 1
        |.end
        1: .end has no .repeat to end; remove it, or write .repeat K above
        |.end 1
        6: .end stands alone, but 1 follows; remove it
        |.repeat 2
        1: .repeat has no .end; write .end below the lines to repeat
        ",
    );
}

#[test]
fn a_program_beyond_ten_million_instructions_is_refused_at_once() {
    const RULE: &str = "a program holds at most 10000000 instructions, repetitions counted, and this is beyond; repeat less often";
    let target = Config::default().target();
    let found = sentences("NOP\n .repeat 10000000\nNOP\n.end\nfoo", &target);
    assert_eq!(found, [format!("t.s:2:2: {RULE}")]);
    let towers = format!("{}NOP\n{}", ".repeat 10000000\n".repeat(16), ".end\n".repeat(16));
    assert_eq!(sentences(&towers, &target), [format!("t.s:15:1: {RULE}")]);
    let empty = format!("{}{}", ".repeat 10000000\n".repeat(16), ".end\n".repeat(16));
    assert!(assemble("t.s", &empty, &target).is_ok());
    let deep = format!("{}NOP\n{}", ".repeat 1\n".repeat(17), ".end\n".repeat(17));
    let expected = [
        "t.s:17:1: .repeat may nest 16 deep, and this is one more; multiply the counts of two repeats",
    ];
    assert_eq!(sentences(&deep, &target), expected);
}

#[test]
fn every_error_of_a_text_is_reported_up_to_the_limit() {
    let target = Config::default().target();
    assert_eq!(
        sentences("NOP\r\n\tMOV R99, R98\r\n; R97\r\nfoo: // comment\r\n", &target)[..2],
        [
            "t.s:2:6: R99 does not exist in this configuration, which has 64 registers; use R0..R63",
            "t.s:2:11: R98 does not exist in this configuration, which has 64 registers; use R0..R63",
        ]
    );
    let many = errors(&"MOV R64, R1\n".repeat(MAXIMUM_ERRORS + 5), &target);
    assert_eq!((many.errors.len(), many.has_more), (20, true));
    assert_eq!(many.errors[19].line, 20);
    assert_eq!(many.to_string(), "t.s does not assemble: 20 errors and more");
}

#[test]
fn columns_count_characters_and_long_words_are_cut() {
    let (long, cut) = ("9".repeat(100), "9".repeat(39));
    check(&format!(
        "
        |MOV é, R3
        5: this place takes a register R0..R63, not é; MOV takes d, a
        |MOV R1, é{long}
        9: this place takes a register R0..R63 or a 32-bit literal, not é{cut}…; MOV takes d, a
        "
    ));
}

#[test]
fn the_label_covers_the_token_and_the_help_holds_the_cure() {
    let errors = errors("NOP\nIADD R1, P12, R2", &Config::default().target());
    let error = &errors.errors[0];
    let label = error.labels().and_then(|mut labels| labels.next()).expect("a label");
    // In its line, which is what is shown.
    assert_eq!((label.offset(), label.len()), (9, 3));
    assert_eq!(error.help().expect("help").to_string(), "IADD takes d, a, b");
    assert_eq!(errors.related().expect("related").count(), 1);
    let drawn = format!("{:?}", miette::Report::new(errors));
    assert!(drawn.contains("IADD R1, P12, R2"), "{drawn}");
}
