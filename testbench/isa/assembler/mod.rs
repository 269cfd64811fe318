//! The assembler and the disassembler on programs that are right, and on any text at all.

use crate::common::table::cases;
use lanebeat::config::Config;
use lanebeat::isa::asm::{Target, assemble, disassemble};
use lanebeat::isa::{
    Barrier, ControlOperation, Dialect, Dpp, DppControl, Field, Instruction, LaneMask, MaskEntry,
    MaskSource, Operand, Operation, Program, Register, Shared, SpecialRegister, Spelling, TABLE,
};

mod float;

fn target() -> Target {
    Config::default().target()
}

fn program(text: &str) -> Program {
    assemble("t.s", text, &target()).unwrap_or_else(|errors| panic!("{text}\n{:#?}", errors.errors))
}

/// The instructions of wave 0.
fn instructions(text: &str) -> Vec<Instruction> {
    program(text)
        .waves
        .first()
        .map_or(Vec::new(), |lines| lines.iter().map(|line| line.instruction).collect())
}

fn one(text: &str) -> Instruction {
    let all = instructions(text);
    assert_eq!(all.len(), 1, "{text}");
    all[0]
}

fn register(number: u8) -> Operand {
    Operand::Register(Register(number))
}

fn mask(entry: u8, negated: bool) -> MaskSource {
    MaskSource { entry: MaskEntry(entry), negated }
}

/// A text and what it must do to the instruction.
type Sample = (&'static str, fn(&mut Instruction));

/// Texts for a place of kind `field`, each with what it must do to the instruction.
fn samples(field: Field) -> Vec<Sample> {
    match field {
        Field::D => vec![
            ("R7", |i| i.destination = Some(Register(7))),
            ("v63", |i| i.destination = Some(Register(63))),
        ],
        Field::MaskDestination => vec![
            ("P6", |i| i.mask_destination = MaskEntry(6)),
            ("vcc", |i| i.mask_destination = MaskEntry(0)),
            ("PT", |i| i.mask_destination = MaskEntry(7)),
            ("__", |i| i.mask_destination = MaskEntry(7)),
        ],
        Field::A => vec![("r1", |i| i.a = register(1)), ("V2", |i| i.a = register(2))],
        Field::B => {
            vec![("R3", |i| i.b = register(3)), ("-1", |i| i.b = Operand::Literal(0xffff_ffff))]
        }
        Field::C => vec![("R0", |i| i.c = register(0)), ("v9", |i| i.c = register(9))],
        Field::ShuffleB => {
            vec![("R3", |i| i.b = register(3)), ("31", |i| i.b = Operand::Literal(31))]
        }
        Field::ShuffleC => {
            vec![("0x1fff", |i| i.c = Operand::Literal(0x1fff)), ("R5", |i| i.c = register(5))]
        }
        Field::RegisterA => vec![("v2", |i| i.a = register(2)), ("R63", |i| i.a = register(63))],
        Field::RegisterB => vec![("v3", |i| i.b = register(3)), ("R0", |i| i.b = register(0))],
        Field::LiteralA => vec![
            ("-1", |i| i.a = Operand::Literal(0xffff_ffff)),
            ("5", |i| i.a = Operand::Literal(5)),
        ],
        Field::LiteralB => vec![
            ("63", |i| i.b = Operand::Literal(63)),
            ("0x89abcdef", |i| i.b = Operand::Literal(0x89ab_cdef)),
        ],
        Field::LiteralC => vec![
            ("0x76543210", |i| i.c = Operand::Literal(0x7654_3210)),
            ("0", |i| i.c = Operand::Literal(0)),
        ],
        Field::SwizzleOffset => vec![
            ("0x801b", |i| i.b = Operand::Literal(0x801b)),
            ("31", |i| i.b = Operand::Literal(31)),
        ],
        Field::P => vec![
            ("P1", |i| i.p = mask(1, false)),
            ("!PT", |i| i.p = mask(7, true)),
            ("!vcc", |i| i.p = mask(0, true)),
        ],
        Field::Q => vec![("PT", |i| i.q = mask(7, false)), ("!P5", |i| i.q = mask(5, true))],
        Field::NotVcc => vec![("vcc", |i| i.p = mask(0, true))],
        Field::Vcc => vec![("VCC", |i| i.p = mask(0, false))],
        Field::Exec => vec![("exec", |_| {})],
        Field::SlotDestination => vec![("s0", |i| i.mask_destination = MaskEntry(8))],
        Field::Slot => vec![("s3", |i| i.p = mask(11, false))],
        Field::MaskLiteral => vec![
            ("0xffffffffffffffff", |i| i.mask_literal = Some(0xffff_ffff_ffff_ffff)),
            ("-9223372036854775808", |i| i.mask_literal = Some(-(1 << 63))),
        ],
        Field::Table => {
            vec![("0xca", |i| i.immediate = 0xca), ("150", |i| i.immediate = 150)]
        }
        Field::Amount => vec![("0", |i| i.immediate = 0), ("31", |i| i.immediate = 31)],
        Field::VccDestination => vec![("vcc", |i| {
            i.mask_destination = MaskEntry(0);
            i.q = mask(7, true);
        })],
        Field::VccCarry => vec![("vcc", |i| i.q = mask(0, false))],
        Field::ExtraSlots => vec![("15", |i| i.extra_slots = 15)],
        Field::Barrier => vec![
            ("0", |i| i.shared = Shared::Barrier(Barrier { number: 0, waves: None })),
            ("0xf", |i| i.shared = Shared::Barrier(Barrier { number: 15, waves: None })),
        ],
        Field::ArrivingWaves => vec![("1", |i| waves_arrive(i, 1)), ("8", |i| waves_arrive(i, 8))],
        Field::Counter => {
            vec![("0", |i| i.shared = Shared::Counter(0)), ("7", |i| i.shared = Shared::Counter(7))]
        }
        Field::Special => vec![
            ("SR_PM7", |i| i.shared = Shared::Special(SpecialRegister::Counter(7))),
            ("SR_LANEID", |i| i.shared = Shared::Special(SpecialRegister::LaneId)),
            ("SR_TID", |i| i.shared = Shared::Special(SpecialRegister::ThreadId)),
            ("SR_CLOCKHI", |i| i.shared = Shared::Special(SpecialRegister::ClockHigh)),
            ("SR_GTMASK", |i| {
                i.shared = Shared::Special(SpecialRegister::Mask(LaneMask::Greater));
            }),
        ],
    }
}

fn waves_arrive(instruction: &mut Instruction, waves: u8) {
    let Shared::Barrier(barrier) = &mut instruction.shared else {
        panic!("a barrier comes before its waves")
    };
    barrier.waves = Some(waves);
}

/// The `round`-th sample of each place of `spelling`: the line and the instruction that it must be.
fn sample(operation: Operation, spelling: &Spelling, round: usize) -> (String, Instruction) {
    let mut expected =
        Instruction { immediate: spelling.immediate.unwrap_or(0), ..Instruction::new(operation) };
    let mut operands = Vec::new();
    for &field in spelling.fields {
        let choices = samples(field);
        let (text, effect) = choices[round % choices.len()];
        effect(&mut expected);
        if !text.is_empty() {
            operands.push(text);
        }
    }
    (format!("{} {}", spelling.mnemonic, operands.join(", ")), expected)
}

/// All but those of video instructions, behind whose names types follow: these have tests of their
/// own.
fn spellings() -> impl Iterator<Item = (Operation, &'static Spelling)> {
    let rows = TABLE.iter().filter(|row| !row.operation.is_video());
    rows.flat_map(|row| row.spellings.iter().map(|spelling| (row.operation, spelling)))
}

fn assert_round_trips(instruction: &Instruction) {
    assert_eq!(Instruction::decode(instruction.encode()).as_ref(), Some(instruction));
    for dialect in [None, Some(Dialect::Sass), Some(Dialect::Gcn)] {
        let text = disassemble(instruction, dialect);
        assert_eq!(one(&text), *instruction, "{text}");
    }
}

#[test]
fn every_spelling_assembles_and_comes_back_from_word_and_text() {
    for (operation, spelling) in spellings() {
        for round in 0..4 {
            let (line, expected) = sample(operation, spelling, round);
            for line in
                [line.clone(), line.to_uppercase(), line.to_lowercase(), line.replace(", ", " ,\t")]
            {
                assert_eq!(one(&line), expected, "{line}");
            }
            assert_round_trips(&expected);
            if operation.takes_guard() {
                let guarded = Instruction { guard: mask(4, true), ..expected };
                assert_eq!(one(&format!("@!P4 {line}")), guarded);
                assert_round_trips(&guarded);
            }
        }
    }
}

#[test]
fn every_dpp_control_comes_back_from_word_and_text() {
    for (round, control) in DppControl::all().enumerate() {
        let dpp = Dpp {
            row_mask: 0xa,
            bank_mask: 0xe,
            bound_control: round % 2 == 0,
            fetch_inactive: round % 3 == 0,
            control,
        };
        for (operation, spelling) in spellings().filter(|(operation, spelling)| {
            operation.takes_dpp()
                && spelling.dialect == Dialect::Gcn
                && spelling.fields.contains(&Field::A)
        }) {
            assert_round_trips(&Instruction {
                dpp: Some(dpp),
                ..sample(operation, spelling, round).1
            });
        }
    }
}

#[test]
fn every_position_of_dpp8_comes_back_from_word_and_text() {
    for (place, position) in (0..8).flat_map(|place| (0..8).map(move |position| (place, position)))
    {
        for fetch_inactive in [false, true] {
            let mut positions = [6, 1, 7, 0, 3, 2, 5, 4];
            positions[place] = position;
            let dpp = Dpp { fetch_inactive, ..Dpp::new(DppControl::EightPermute(positions)) };
            assert_round_trips(&Instruction {
                dpp: Some(dpp),
                ..one("@P2 v_add_u32 v1, v2, 0x12345678")
            });
        }
    }
}

/// Words put together by hand from the table in `isa::encoding`.
#[test]
fn machine_words_are_those_of_the_encoding_table() {
    let table = [
        ("NOP", "00e77700_00000000_00000000_00000000"),
        ("EXIT", "00e77700_00000001_00000000_00000000"),
        ("IADD R1, R2, R3", "00e77700_03020120_00000000_00000000"),
        ("IADD R1, R2, -1", "04e77700_00020120_00000000_ffffffff"),
        ("@!P1 MOV R63, 0x12345678", "02e77900_00003f10_00000000_12345678"),
        ("IMAD R1, R2, R3, R4", "00e77704_03020133_00000000_00000000"),
        ("SEL R4, R5, R6, !P2", "00f27700_06050411_00000000_00000000"),
        ("v_cndmask_b32 v4, v5, v6, vcc", "00f07700_06050411_00000000_00000000"),
        ("SHL R1, R2, 3", "02e77700_02000160_00000000_00000003"),
        ("v_lshlrev_b32 v1, 3, v2", "02e77700_02000160_00000000_00000003"),
        ("POPC R1, R2", "00e77700_00020174_00000000_00000000"),
        ("POPC R1, 5", "02e77700_00000174_00000000_00000005"),
        ("ISETP.LT.S32 P3, R1, R2", "00e73700_02010084_00000000_00000000"),
        ("PSETP.XOR P0, P1, !P2", "01410700_00000092_00000000_00000000"),
        ("SHFL.UP P1, R4, R1, 1, 0", "0ce71700_000104a1_00000000_00010000"),
        ("SHFL.IDX PT, R4, R1, R2, 0x1c03", "08e77700_020104a0_00000000_00001c03"),
        ("v_add_u32 v1, v0, v1 row_shr:1 bank_mask:0xe", "00e77700_01000120_fe011101_00000000"),
        (
            "v_mov_b32 v2, v3 quad_perm:[3,2,1,0] bound_ctrl:0 fi:1 row_mask:0xa",
            "00e77700_00030210_af0c1b01_00000000",
        ),
        ("v_mov_b32 v2, v3 dpp8:[7,6,5,4,3,2,1,0]", "00e77700_00030210_050272ef_00000000"),
        ("v_mov_b32 v2, v3 dpp8:[1,2,3,4,5,6,7,0] fi:1", "00e77700_00030210_1f06b1a3_00000000"),
        ("FADD R1, R2, 1.5", "04e77700_000201c0_00000000_3fc00000"),
        ("FFMA R1, -R2, |R3|, -|R4|", "30e77704_030201c3_00900000_00000000"),
        ("v_add_f32 v1, -|v0|, v1 row_shr:1 bank_mask:0xe", "00e77700_010001c0_fe311101_00000000"),
        ("v_cmp_neq_f32 vcc, v1, -v2", "00e70700_020100dd_00400000_00000000"),
        ("v_writelane_b32 v1, 0x12345678, 63", "06e77700_00000118_0000003f_12345678"),
        ("v_readlane_b32 v1, v2, 5", "04e77700_00020198_00000000_00000005"),
        ("@P1 v_readfirstlane_b32 v1, v2", "00e77100_00020199_00000000_00000000"),
        ("v_permlane16_b32 v1, v2, 0x76543210, 0xfedcba98", "0ce77700_0002019a_fedcba98_76543210"),
        ("v_permlanex16_b32 v1, v2, 1, 2 fi:1", "1ce77700_0002019b_00000002_00000001"),
        ("v_permlanex16_b32 v1, v2, 1, 2 bound_ctrl:0", "2ce77700_0002019b_00000002_00000001"),
        ("v_permlane64_b32 v1, v2", "00e77700_0002019c_00000000_00000000"),
        ("ds_bpermute_b32 v1, v2, v3", "00e77700_0203019d_00000000_00000000"),
        ("ds_permute_b32 v1, v2, v3", "00e77700_0203019e_00000000_00000000"),
        ("ds_swizzle_b32 v1, v2, 0x801b", "04e77700_0002019f_00000000_0000801b"),
        ("ds_swizzle_b32 v1, v2 offset:0x801b", "04e77700_0002019f_00000000_0000801b"),
        ("s_nop 5", "00e77700_00000000_00000005_00000000"),
        ("s_mov_b64 exec, -1", "42e77700_000000b0_ffffffff_ffffffff"),
        ("s_mov_b64 s2, exec", "00e7a700_000000b1_00000000_00000000"),
        ("s_and_b64 exec, exec, s3", "00eb7700_000000b3_00000000_00000000"),
        ("s_or_saveexec_b64 s0, 0xf0", "02e78700_000000b6_00000000_000000f0"),
    ];
    for (line, expected) in table {
        let word = u128::from_str_radix(&expected.replace('_', ""), 16).expect("hexadecimal");
        assert_eq!(one(line).encode(), word, "{line}: {:032x}", one(line).encode());
    }
}

#[test]
fn the_flags_of_a_row_permutation_come_back_from_word_and_text() {
    let cases = [(false, false), (false, true), (true, false), (true, true)];
    for (bound_control, fetch_inactive) in cases {
        for text in [
            "v_permlane16_b32 v1, v2, 0xfedcba98, 0x12345678",
            "@!P2 v_permlanex16_b32 v63, v0, 0, -1",
        ] {
            assert_round_trips(&Instruction { bound_control, fetch_inactive, ..one(text) });
        }
    }
    let found = one("v_permlane16_b32 v1, v2, 1, 2, FI:1, BOUND_CTRL:1");
    assert_eq!(found, one("v_permlane16_b32 v1, v2, 1, 2 bound_ctrl:0 fi:1"));
    assert_eq!(one("DS_SWIZZLE_B32 V1, V2, OFFSET:31"), one("ds_swizzle_b32 v1, v2, 31"));
}

#[test]
fn literals_are_decimal_hexadecimal_binary_or_negative() {
    for (text, word) in [
        ("4294967295", 0xffff_ffff),
        ("-2147483648", 0x8000_0000),
        ("0xDEADbeef", 0xdead_beef),
        ("0b101", 5),
        ("-0x10", 0xffff_fff0),
        ("-0", 0),
    ] {
        assert_eq!(one(&format!("MOV R1, {text}")).a, Operand::Literal(word), "{text}");
    }
}

#[test]
fn a_width_sets_c_in_each_mode_and_name() {
    for (line, mode, c) in [
        ("SHFL.IDX.W2 P1, R4, R1, 1", "SHFL.IDX", "0x1e1f"),
        ("SHFL.DOWN.W4 P1, R4, R1, 1", "SHFL.DOWN", "0x1c1f"),
        ("SHFL.BFLY.W8 P1, R4, R1, 1", "SHFL.BFLY", "0x181f"),
        ("SHFL.UP.W16 P1, R4, R1, 1", "SHFL.UP", "0x1000"),
        ("shfl.up.w32 P1, R4, R1, 1", "SHFL.UP", "0"),
        ("SHFXOR.W32 P1, R4, R1, 1", "SHFL.BFLY", "31"),
    ] {
        assert_eq!(one(line), one(&format!("{mode} P1, R4, R1, 1, {c}")), "{line}");
    }
    assert_eq!(one("SHFL.UP.W16.RANGE.F R4, R1"), one("SHFL.UP.RANGE.F R4, R1, 0x1000"));
    let small = Target { threads: 16, ..target() };
    assert!(assemble("t.s", "SHFL.UP.W32 P1, R4, R1, 1", &small).is_ok());
}

#[test]
fn a_destination_pair_is_two_instructions_in_the_order_that_keeps_its_sources() {
    for (line, pair) in cases(
        "
        |SHFUP.F R4, R5, R1, 1, 0
        SHFL.UP.RANGE.F R5, 1, 0 then SHFL.UP PT, R4, R1, 1, 0
        |SHFIDX.U R4, R5, R1, R2, R4
        SHFL.IDX.RANGE.U R5, R2, R4 then SHFL.IDX PT, R4, R1, R2, R4
        |SHFDOWN.S R4, R1, R1, R2, R3
        SHFL.DOWN PT, R4, R1, R2, R3 then SHFL.DOWN.RANGE.U R1, R2, R3
        |SHFXOR.U R4, R2, R1, R2, R3
        SHFL.BFLY PT, R4, R1, R2, R3 then SHFL.BFLY.RANGE.U R2, R2, R3
        |@P3 SHFUP.W8.F R4, R5, R1, 1
        @P3 SHFL.UP.RANGE.F R5, 1, 0x1800 then @P3 SHFL.UP PT, R4, R1, 1, 0x1800
        |SHFUP.U.W8 R1, R5, R1, 1
        SHFL.UP.RANGE.U R5, 1, 0x1800 then SHFL.UP PT, R1, R1, 1, 0x1800
        ",
    ) {
        let (first, second) = pair.split_once(" then ").expect("two instructions");
        assert_eq!(instructions(line), [one(first), one(second)], "{line}");
    }
}

#[test]
fn dpp_modifiers_stand_in_any_order_and_case_with_or_without_commas() {
    let expected = one("v_mov_b32 v1, v2 row_shl:3 row_mask:0x1 bank_mask:0x2 bound_ctrl:0 fi:1");
    assert_eq!(
        expected.dpp,
        Some(Dpp {
            control: DppControl::RowShiftLeft(3),
            row_mask: 1,
            bank_mask: 2,
            bound_control: true,
            fetch_inactive: true
        })
    );
    let found = one("V_MOV_B32 V1, V2, FI:1, BOUND_CTRL:1, BANK_MASK:2, ROW_MASK:0b1, ROW_SHL:0x3");
    assert_eq!(found, expected);
    let found = one("v_mov_b32 v1, v2 quad_perm:[ 0, 1 , 2,3 ]");
    assert_eq!(found, one("v_mov_b32 v1, v2, quad_perm:[0,1,2,3]"));
    let found = one("v_mov_b32 v1, v2, FI:1, DPP8:[ 7,6, 5,4,3,2,1, 0b0]");
    assert_eq!(found, one("v_mov_b32 v1, v2 dpp8:[7,6,5,4,3,2,1,0] fi:1"));
    assert_eq!(one("v_mov_b32 v1, v2 row_newbcast:4"), one("v_mov_b32 v1, v2 row_share:4"));
    assert_eq!(one("v_mov_b32 v1, v2 row_mirror fi:0").dpp, Some(Dpp::new(DppControl::RowMirror)));
}

#[test]
fn disassembly_leaves_out_what_is_so_anyway() {
    for text in [
        "v_add_u32 v1, v0, v1 row_shr:1",
        "v_add_u32 v1, v0, v1 row_shr:1 bank_mask:0xe",
        "v_mov_b32 v1, v2 row_bcast:31 row_mask:0xc bound_ctrl:0 fi:1",
        "@!P1 v_cmp_lt_u32 vcc, v2, 300 row_half_mirror",
        "v_subrev_u32 v1, v2, v3",
        "v_bcnt_u32_b32 v1, v2, v3",
        "POPC R1, R2",
        "@P0 IADD R1, R2, 0x100",
        "SEL R1, R2, R3, !P0",
        "SHFL.BFLY PT, R4, R1, 16, 31",
        "s_nop 3",
        "NOP",
        "s_mov_b64 exec, 0xff",
        "s_mov_b64 exec, -1",
        "s_mov_b64 s1, exec",
        "s_andn2_b64 exec, exec, vcc",
    ] {
        let text = text.replace("300", "0x12c");
        assert_eq!(disassemble(&one(&text), None), text);
    }
    let found = disassemble(&one("SEL R1, R2, R3, !P0"), Some(Dialect::Gcn));
    assert_eq!(found, "v_cndmask_b32 v1, v2, v3, vcc");
    assert_eq!(disassemble(&one("SEL R1, R2, R3, P0"), Some(Dialect::Gcn)), "SEL R1, R2, R3, P0");
    assert_eq!(disassemble(&one("SHL R1, R2, 3"), Some(Dialect::Gcn)), "v_lshlrev_b32 v1, 3, v2");
    let found = disassemble(&one("v_mov_b32 v1, v2 wave_ror:1"), Some(Dialect::Sass));
    assert_eq!(found, "v_mov_b32 v1, v2 wave_ror:1");
}

#[test]
fn waves_and_repeats_lay_out_the_program() {
    let text = "NOP\n.wave 2\r\n.repeat 2 // outer\n\tMOV R1, 1\n.REPEAT 3\nMOV R2, 2\n.end\n.wave 0\nEXIT\n.end ; inner\n";
    let lines =
        |wave: usize| program(text).waves[wave].iter().map(|line| line.number).collect::<Vec<_>>();
    let found = (lines(0), lines(1), lines(2));
    assert_eq!(found, (vec![1, 9, 9], vec![], vec![4, 6, 6, 6, 4, 6, 6, 6]));
    assert_eq!(program("; nothing\n\n  // here\n").waves.len(), 0);
    assert_eq!(program(".repeat 1000000000000\nNOP\n.end").waves[0].len(), 1_000_000_000_000);
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_program() {
    assert_eq!(one("\u{feff}NOP"), Instruction::new(ControlOperation::Nop));
}

/// The programs of [S0], in order, on integers.
#[test]
fn the_programs_of_the_shfl_manual_assemble() {
    let scan = |mode: &str, c: u32| {
        let step = |b: u32| {
            format!("    SHFL.{mode}     P1, R2, R1, {b},  {c}\n@P1 IADD        R1, R2, R1\n")
        };
        [1, 2, 4, 8, 16].map(step).concat()
    };
    let inclusive = scan("UP", 0);
    assert_eq!(instructions(&inclusive).len(), 10);
    let exclusive = format!(
        "{inclusive}    SHFL.UP     P1, R1, R1, 1, 0\n    SEL         R1, R1, 0, P1     // identity\n"
    );
    let last = *instructions(&exclusive).last().expect("SEL");
    assert_eq!((last.a, last.b, last.p), (register(1), Operand::Literal(0), mask(1, false)));
    assert_eq!(instructions(&scan("DOWN", 31)).len(), 10);
    let butterfly = "SHFL.BFLY   __, R2, R1, 16,  31   // We never use the predicate\n    IADD        R1, R2, R1";
    assert_eq!(instructions(butterfly).len(), 2);
    let quads = "
    //0000: TXD quad expansion (smear 0)
    SHFL.IDX   PT, R2, R1, 0,  0x1C03;  // broadcast = 0, Mask = 5'b11100, Max = 3 (within quad)
    SHFL.IDX   PT, R2, R1, 3,  0x1C03;  // broadcast = 3
    SHFL.BFLY  PT, R2, R1, 1,  0x1C03;  // exchange with tid^1
    SHFL.BFLY  PT, R2, R1, 2,  0x1C03;";
    let all = instructions(quads);
    assert_eq!(all.len(), 4);
    assert!(all.iter().all(|instruction| instruction.c == Operand::Literal(0x1c03)));
}
