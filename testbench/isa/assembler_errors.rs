//! The assembler's errors: the exact sentence, with line and column, for each rule that a text can
//! break.

use crate::common::table::{cases, tests_of_parts};
use lanebeat::config::{Config, DppPath};
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

tests_of_parts! {
    include_str!("assembler_errors.txt"), check:
    an_operand_of_the_wrong_kind_is_told_what_its_place_takes
    a_wrong_number_of_operands_is_told_the_whole_form
    names_that_no_machine_has_are_refused
    a_literal_beyond_its_field_is_told_the_range
    a_decimal_that_rounds_to_infinity_is_no_float
    a_second_literal_has_no_room
    an_unknown_mnemonic_is_told_its_neighbours
    a_known_stem_with_wrong_modifiers_is_told_its_forms
    a_video_mnemonic_is_told_its_types_and_modifiers
    a_video_operand_is_told_its_selectors
    a_shuffle_is_told_its_widths_and_pairs
    a_guard_stands_only_before_a_thread_operation
    commas_separate_operands
    dpp_belongs_to_gcn_operations_with_a_register_src0
    a_source_modifier_belongs_to_a_float_operations_register
    a_wrong_dpp_modifier_is_told_the_legal_ones
    a_vote_is_told_its_forms_and_operands
    a_wrong_directive_is_told_the_right_ones
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
fn video_needs_its_feature() {
    let target = Config { video: false, ..Config::default() }.target();
    let expected = [
        "t.s:1:1: VADD.U32.U32.U32 needs the video feature, which this configuration turns off; set video = true",
    ];
    assert_eq!(sentences("VADD.U32.U32.U32 R1, R2, R3", &target), expected);
}

#[test]
fn a_feature_that_is_off_is_told_its_key() {
    let target = Config {
        shuffle: false,
        dpp: DppPath::None,
        float: false,
        vote: false,
        ..Config::default()
    }
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
fn a_program_beyond_ten_to_the_twelfth_instructions_is_refused_at_once() {
    const RULE: &str = "a program holds at most 1000000000000 instructions, repetitions counted, and this is beyond; repeat less often";
    let target = Config::default().target();
    let found = sentences("NOP\n .repeat 1000000000000\nNOP\n.end\nfoo", &target);
    assert_eq!(found, [format!("t.s:2:2: {RULE}")]);
    let towers = format!("{}NOP\n{}", ".repeat 1000000000000\n".repeat(16), ".end\n".repeat(16));
    assert_eq!(sentences(&towers, &target), [format!("t.s:15:1: {RULE}")]);
    let empty = format!("{}{}", ".repeat 1000000000000\n".repeat(16), ".end\n".repeat(16));
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
