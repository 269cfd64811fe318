//! `lanebeat assemble --format gcn`: GFX9 dwords against ones written by hand from AMD's formats,
//! and what is refused.

use crate::common::program::{lanebeat_reading, refusal};
use crate::common::table::{cases, tests_of_parts};
use lanebeat::config::Config;
use lanebeat::isa::asm::{assemble, described};
use lanebeat::isa::gcn::encode;
use lanebeat::isa::{Dialect, Dpp, DppControl, Instruction, MaskEntry, TABLE};

/// The dwords of one line.
fn dwords(line: &str) -> String {
    let ran = lanebeat_reading("--preset gcn assemble - --format gcn", line.as_bytes());
    assert_eq!(ran.status, Some(0), "{line}: {}", ran.errors);
    ran.output.split(';').next().expect("dwords").trim_end().to_owned()
}

#[test]
fn each_format_has_its_fields_in_their_places() {
    let table = [
        ("v_nop", "7e000000"),
        ("NOP", "7e000000"),
        ("s_nop 15", "bf80000f"),
        ("EXIT", "bf810000"),
        ("v_mov_b32 v255, v0", "7ffe0300"),
        ("v_mov_b32 v0, v255", "7e0003ff"),
        ("v_add_u32 v1, v2, v3", "68020702"),
        ("v_sub_u32 v1, 0x12345678, v3", "6a0206ff 12345678"),
        ("v_cndmask_b32 v1, v2, v3, vcc", "00020702"),
        ("v_cmp_ge_u32 vcc, v1, v2", "7d9c0501"),
        ("v_add_f32 v1, 1.0, v3", "020206f2"),
        ("v_add_f32 v1, -v2, |v3|", "d1010201 20020702"),
        ("v_fma_f32 v1, v2, v3, -|v4|", "d1cb0401 84120702"),
        ("v_cvt_i32_f32 v1, -v2", "d1480001 20000102"),
        ("v_cmp_ne_f32 vcc, v1, v2", "7c9a0501"),
        ("v_mul_hi_i32 v1, v2, v255", "d2870001 0003ff02"),
        ("v_min_u32 v1, v2, -16", "d10e0001 0001a102"),
        ("v_cmp_lt_i32 vcc, v1, 64", "d0c1006a 00018101"),
        ("v_cndmask_b32 v1, v2, 0, vcc", "d1000001 01a90102"),
        ("s_mov_b64 exec, s3", "befe0106"),
        ("s_mov_b64 s1, exec", "be82017e"),
        ("s_andn2_b64 exec, exec, s2", "89fe047e"),
        ("s_or_saveexec_b64 s0, -1", "be8021c1"),
        ("s_mov_b64 exec, 0xffffffff", "befe01ff ffffffff"),
    ];
    for (line, expected) in table {
        assert_eq!(dwords(line), expected, "{line}");
    }
}

/// ISA.md section 6: src0 7:0, dpp_ctrl 16:8, BC 19, bank_mask 27:24, row_mask 31:28; the first
/// dword's src0 is 0xfa.
#[test]
fn a_dpp_modifier_is_a_second_dword() {
    let table = [
        ("v_mov_b32 v1, v7 row_shr:1", "7e0202fa ff011107"),
        (
            "v_add_u32 v1, v7, v3 row_bcast:31 row_mask:0xa bank_mask:0x5 bound_ctrl:0",
            "680206fa a5094307",
        ),
        ("v_add_f32 v1, -v7, |v3| row_shr:1", "020206fa ff911107"),
        ("v_cmp_eq_u32 vcc, v9, v2 quad_perm:[3,2,1,0]", "7d9404fa ff001b09"),
    ];
    for (line, expected) in table {
        assert_eq!(dwords(line), expected, "{line}");
    }
}

#[test]
fn constants_are_inline_where_they_can_be() {
    let source = |constant: &str| dwords(&format!("v_mov_b32 v0, {constant}"));
    assert_eq!(source("0"), "7e000280");
    assert_eq!(source("64"), "7e0002c0");
    assert_eq!(source("65"), "7e0002ff 00000041");
    assert_eq!(source("-1"), "7e0002c1");
    assert_eq!(source("-16"), "7e0002d0");
    assert_eq!(source("-17"), "7e0002ff ffffffef");
    assert_eq!(source("0x3f800000"), "7e0002f2");
    assert_eq!(source("0x3e22f983"), "7e0002f8");
}

#[test]
fn the_sass_name_of_an_operation_that_gfx9_has_is_encoded_too() {
    assert_eq!(dwords("IADD R1, R2, R3"), dwords("v_add_u32 v1, v2, v3"));
    assert_eq!(dwords("SHL R1, R2, 5"), dwords("v_lshlrev_b32 v1, 5, v2"));
    assert_eq!(dwords("SEL R1, R2, R3, !vcc"), dwords("v_cndmask_b32 v1, v2, v3, vcc"));
}

#[test]
fn the_list_has_dwords_wave_line_and_text() {
    let program = b"v_mov_b32 v1, v0\n.wave 1\n\nIADD R1, R1, 0x100\nexit\n";
    let refused = refusal("assemble - --format gcn", program);
    assert!(refused.starts_with("error: <stdin>:4:1: "), "{refused}");
    let program = b"v_mov_b32 v1, v0\n.wave 1\n\nIADD R1, 0x100, R1\nexit\n";
    let ran = lanebeat_reading("assemble - --format gcn", program);
    let list = "7e020300           ; wave 0 line 1: v_mov_b32 v1, v0\n\
                680202ff 00000100  ; wave 1 line 4: v_add_u32 v1, 0x100, v1\n\
                bf810000           ; wave 1 line 5: EXIT\n";
    assert_eq!((ran.status, ran.output.as_str()), (Some(0), list), "{}", ran.errors);
    let ran = lanebeat_reading("assemble - --format gcn --json", b"IADD R1, 0x100, R1\n");
    let entry = serde_json::json!([{ "wave": 0, "line": 1, "dwords": ["680202ff", "00000100"],
                                     "text": "v_add_u32 v1, 0x100, v1" }]);
    assert_eq!(ran.json(), entry);
}

/// What is said of one line, behind its place.
fn refused(line: &str) -> String {
    let said = refusal("assemble - --format gcn", line.as_bytes());
    said.strip_prefix("error: <stdin>:1:1: ")
        .unwrap_or_else(|| panic!("{line}: {said}"))
        .trim_end()
        .to_owned()
}

fn are_refused(table: &str) {
    for (line, expected) in cases(table) {
        assert_eq!(refused(line), expected, "{line}");
    }
}

tests_of_parts! {
    include_str!("gcn_refusals.txt"), are_refused:
    what_gfx9_lacks_is_refused_with_the_cure
    dpp_that_gfx9_lacks_is_refused_with_the_cure
}

#[test]
fn each_line_has_one_error_however_often_it_is_repeated() {
    let program = b"nop\n.repeat 9\n  POPC R1, R2\n.end\nFLO.U32 R1, R2\n";
    let errors = refusal("assemble - --format gcn", program);
    let places: Vec<&str> =
        errors.lines().map(|line| line.split(": ").nth(1).expect("a place")).collect();
    assert_eq!(places, ["<stdin>:3:3", "<stdin>:5:1", "<stdin> does not assemble"], "{errors}");
}

#[test]
fn an_unknown_format_is_refused_with_the_list() {
    let text = refusal("assemble - --format rdna", b"");
    assert!(
        text.contains("invalid value 'rdna'") && text.contains("machine, readmemh, gcn"),
        "{text}"
    );
}

/// The instruction of a line.
fn instruction(line: &str) -> Instruction {
    let program = assemble("line.s", line, &Config::default().target()).expect(line);
    program.waves[0][0].instruction
}

#[test]
fn every_gcn_spelling_is_encoded_or_listed_as_missing() {
    for row in TABLE.iter() {
        for spelling in row.spellings.iter().filter(|spelling| spelling.dialect == Dialect::Gcn) {
            let is_listed = row.instead.is_some();
            let described = described(spelling.mnemonic, &Config::default().target());
            let mut described = described.expect(spelling.mnemonic).into_iter();
            let own = described.find(|own| own.operation == row.operation).expect("its operation");
            let is_encoded = encode(&own.example.instruction).is_ok();
            assert_ne!(is_encoded, is_listed, "{}", spelling.mnemonic);
        }
    }
}

/// All 512 numbers, also those that no text can say and a decoded machine word can.
#[test]
fn every_dpp_control_that_gfx9_reserves_is_refused() {
    let is_legal = |field: u16| matches!(field, 0..=0xff | 0x101..=0x10f | 0x111..=0x11f | 0x121..=0x12f | 0x130 | 0x134 | 0x138 | 0x13c | 0x140..=0x143);
    for field in 0..0x200 {
        let mut instruction = instruction("v_mov_b32 v1, v2");
        instruction.dpp = Some(Dpp::new(DppControl::decode(field)));
        let expected =
            is_legal(field).then(|| vec![0x7e02_02fa, 0xff00_0002 | u32::from(field) << 8]);
        assert_eq!(encode(&instruction).ok(), expected, "{field:#x}");
    }
}

#[test]
fn fields_that_no_text_can_say_are_refused() {
    let mut save = instruction("s_mov_b64 s0, exec");
    assert_eq!(encode(&save), Ok(vec![0xbe80_017e]));
    save.mask_destination = MaskEntry::predicate(3);
    assert!(encode(&save).is_err());
    let mut and = instruction("s_and_b64 exec, exec, vcc");
    assert_eq!(encode(&and), Ok(vec![0x86fe_6a7e]));
    and.p.negated = true;
    assert!(encode(&and).is_err());
}

#[test]
fn a_table_of_lop3_that_gfx9_has_no_name_for_is_refused() {
    let text = "v_bfi_b32 v1, v2, v3, v4";
    let program = assemble("t.s", text, &Config::default().target()).expect("LOP3 is there");
    for table in 0..=u8::MAX {
        let instruction = Instruction { immediate: table, ..program.waves[0][0].instruction };
        let opcode = match table {
            0xca => Some(0x1ca),
            0xea => Some(0x201),
            0xfe => Some(0x202),
            _ => None,
        };
        let expected = opcode.map(|opcode| vec![0xd000_0001 | opcode << 16, 0x0412_0702]);
        assert_eq!(encode(&instruction).ok(), expected, "{table:#x}");
    }
}
