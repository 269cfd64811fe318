//! Lines as compilers print them: which are taken, as what, and why others are not.

mod errors;
mod listings;
mod masks;
mod meaning;
mod several;

use lanebeat::config::Config;
use lanebeat::isa::asm::{
    Constants, Lack, Listed, assemble, assemble_listing, disassemble, read_listing,
};
use lanebeat::isa::{Instruction, Operand};

use crate::common::tools::{run, tool};

const GFX900: &str = include_str!("../../data/compiler_gfx900.txt");
const SASS: &str = include_str!("../../data/compiler_sass.txt");
const MNEMONICS: &str = include_str!("../../data/gfx900_mnemonics.txt");

/// The lines of a list, each with what it is here.
fn lines(list: &'static str) -> Vec<(&'static str, &'static str)> {
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once("  =>  ").expect("a line and what it is")).collect()
}

/// What a line of a listing is here, or what it lacks.
fn read(line: &str) -> Result<Vec<Instruction>, Lack> {
    let listing = read_listing(line, &Config::default().target(), &Constants::default());
    let [listed] = &listing.instructions[..] else { panic!("{line} is one instruction") };
    listed.here.clone().map_err(|refused| refused.lack)
}

/// The instructions of a program in this machine's own spelling.
fn own(text: &str) -> Vec<Instruction> {
    let program = assemble("own.s", text, &Config::default().target())
        .unwrap_or_else(|errors| panic!("{text}: {:?}", errors.errors));
    program.waves[0].iter().map(|line| line.instruction).collect()
}

fn check_list(list: &'static str) {
    for (line, expected) in lines(list) {
        let expected = match expected {
            "operation" => Err(Lack::Operation),
            "form" => Err(Lack::Form),
            "word" => Err(Lack::Word),
            text => Ok(own(&text.replace(" | ", "\n"))),
        };
        let unmarked = |instructions: Vec<Instruction>| {
            let of = |instruction| Instruction { reuse: [false; 3], ..instruction };
            instructions.into_iter().map(of).collect::<Vec<_>>()
        };
        assert_eq!(read(line).map(unmarked), expected, "{line}");
        for instruction in read(line).unwrap_or_default() {
            let operands = [instruction.a, instruction.b, instruction.c];
            for (operand, is_marked) in operands.into_iter().zip(instruction.reuse) {
                let Operand::Register(register) = operand else { continue };
                // What flushes a source reads it several times.
                let marked = line.contains(&format!("{register}.reuse")) && !line.contains(".FTZ");
                assert_eq!(is_marked, marked && instruction.operation.takes_reuse(), "{line}");
            }
        }
    }
}

#[test]
fn every_line_of_the_gfx900_list_is_what_the_list_says() {
    assert!(lines(GFX900).len() > 150);
    check_list(GFX900);
}

#[test]
fn every_line_of_the_sass_list_is_what_the_list_says() {
    assert!(lines(SASS).len() > 200);
    check_list(SASS);
}

/// As LLVM prints them from version 20 on.
#[test]
fn a_swizzle_that_rotates_or_is_of_an_fft_is_its_offset() {
    for (mode, offset) in
        [("ROTATE,0,5", 0xc0a0), ("ROTATE,1,31", 0xc7e0), ("FFT,0", 0xe000), ("FFT,0x1f", 0xe01f)]
    {
        let line = format!("ds_swizzle_b32 v1, v2 offset:swizzle({mode})");
        assert_eq!(read(&line), Ok(own(&format!("ds_swizzle_b32 v1, v2, {offset}"))), "{line}");
    }
}

/// The list is in LLVM's words: `llvm-mc` takes each line and prints it as it stands.
#[test]
fn llvm_prints_the_lines_of_the_gfx900_list() {
    let Some(judge) = tool("llvm-mc-14") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let text: Vec<&str> = lines(GFX900).into_iter().map(|(line, _)| line).collect();
    std::fs::write(folder.path().join("lines.s"), text.join("\n")).expect("a file");
    let arguments = ["-arch=amdgcn", "-mcpu=gfx900", "lines.s"].map(str::to_owned);
    let (success, said) = run(&judge, folder.path(), &arguments);
    assert!(success, "{said}");
    let printed: Vec<&str> =
        said.lines().map(str::trim).filter(|line| !line.is_empty() && *line != ".text").collect();
    assert_eq!(printed.len(), text.len());
    for (printed, line) in printed.into_iter().zip(text) {
        // Both values of bound_ctrl are the same field.
        let plain = |line: &str| line.replace("bound_ctrl:1", "bound_ctrl:0");
        assert_eq!(plain(printed), plain(line));
    }
}

/// Of every mnemonic that `llvm-mc` knows for gfx900 the assembler says that the machine has it or
/// that it lacks it, never that it is unknown.
#[test]
fn no_mnemonic_of_gfx900_is_unknown() {
    assert!(MNEMONICS.lines().count() > 1300);
    for name in MNEMONICS.lines() {
        assert_ne!(read(name), Err(Lack::Unknown), "{name}");
    }
    assert_eq!(read("v_add_u33 v1, v2, v3"), Err(Lack::Unknown));
    assert_eq!(read("FROB R1, R2"), Err(Lack::Unknown));
}

/// In a program a line that both spell alike is ours; in a listing it is the compiler's.
#[test]
fn a_listing_reads_as_the_compiler_means_what_both_spell_alike() {
    for (line, in_program, in_listing) in [
        ("FADD R1, R2, 1", "FADD R1, R2, 0x00000001", "FADD R1, R2, 1.0"),
        ("FMUL R1, R2, -2", "FMUL R1, R2, 0xfffffffe", "FMUL R1, R2, -2.0"),
        ("FFMA R1, R2, 3, R4", "FFMA R1, R2, 0x3, R4", "FFMA R1, R2, 3.0, R4"),
        ("PMTRIG 0x4", "PMTRIG 4", "PMTRIG 2"),
        ("BAR.SYNC 0x1, 0x80", "BAR.SYNC 1, 2", "BAR.SYNC 1, 2"),
    ] {
        if !line.starts_with("BAR") {
            assert_eq!(own(line), own(in_program), "{line}");
        }
        assert_eq!(read(line), Ok(own(in_listing)), "{line}");
    }
    for line in ["PMTRIG 0x3", "BAR.SYNC 0x1, 0x2", "BAR.RED.AND 0x0, 0x41, P1"] {
        assert_eq!(read(line), Err(Lack::Form), "{line}");
    }
}

#[test]
fn reuse_is_kept_and_stands_in_the_word_where_that_has_room() {
    let marked = own("@!P2 FFMA R1, R2.reuse, -|R3|.REUSE, R4 ;")[0];
    assert_eq!(marked.reuse, [true, true, false]);
    assert_eq!(marked.encode() ^ own("@!P2 FFMA R1, R2, -|R3|, R4")[0].encode(), 0b11 << 33);
    assert_eq!(own("IMAD R1, R2, R3, R4.reuse")[0].encode() >> 33 & 7, 0b100);
    for text in ["@!P2 FFMA R1, R2.reuse, -|R3|.reuse, R4", "IADD R1, R2.reuse, 7"] {
        let instruction = own(text)[0];
        assert_eq!(disassemble(&instruction, None), text);
        assert_eq!(Instruction::decode(instruction.encode()), Some(instruction));
    }
    // A video instruction has its modifiers there, and a DPP modifier is in the other dialect.
    let video = "VADD.U32.U32.U32 R1, R2.reuse, R3";
    assert_eq!(own(video), own("VADD.U32.U32.U32 R1, R2, R3"));
    let moved = own("v_add_u32 v1, v2, v3 quad_perm:[1,0,3,2]")[0];
    let word = moved.encode() | 0b111 << 33;
    assert_eq!(Instruction::decode(word).map(|decoded| decoded.reuse), Some([false; 3]));
}

#[test]
fn what_is_around_an_instruction_has_no_effect() {
    let plain = own("@!P2 IADD R1, R2, R3");
    for line in [
        "/*0010*/ @!P2 IADD R1, R2, R3 ; /* 0x000fe20000000f00 */",
        "        /*0010*/              @!P2 IADD R1, R2, R3;",
        "@!p2 iadd/**/r1,/* a; b // c */r2, r3",
        "/* */@!P2/* */IADD R1, R2, R3//",
    ] {
        assert_eq!(own(line), plain, "{line}");
    }
    assert_eq!(own("@PT EXIT ;"), own("EXIT"));
    let silent = assemble("t.s", "; /* has no end\n// nor /* here", &Config::default().target());
    assert!(silent.is_ok_and(|program| program.waves.is_empty()));
}

/// In its own form, an instruction that has no register to write does nothing.
#[test]
fn a_result_in_rz_is_thrown_away() {
    for line in ["IADD RZ, R1, R2", "@P1 MOV RZ, R1", "S2R RZ, SR_TID", "SHFL.UP PT, RZ, R1, 1, 0"]
    {
        assert_eq!(own(line), own("NOP"), "{line}");
    }
}

/// Lines that become several instructions, or several of which stand on one line.
#[test]
fn lines_are_split_where_the_result_is_the_same() {
    for (text, expected) in [
        ("IADD R1, R2, R3; IADD R4, R5, R6;", "IADD R1, R2, R3|IADD R4, R5, R6"),
        ("IADD R1, R2, R3; FROB R4;", "IADD R1, R2, R3|unknown"),
        ("{ MOV R1, R2;\n  POPC R3, R4; }", "MOV R1, R2|POPC R3, R4"),
        ("v_mov_b32 v1, v2 ; v_mov_b32 v3, v4", "MOV R1, R2"),
        ("[B0-----:R-:W2:Y:S01] /*0010*/ @P0 MOV R1, R2 ;", "@P0 MOV R1, R2"),
        ("CS2R R2, SRZ", "MOV R2, 0|MOV R3, 0"),
        ("REDUX.SUM UR6, R2;\nMOV R3, UR6;", "REDUX.ADD.U32 R12, R2|MOV R3, R12"),
        (
            "REDUX.MIN UR6, R54;\n@P0 IADD3 R3, R2, -UR6, RZ;",
            "REDUX.MIN.U32 R63, R54|@P0 ISUB R3, R2, R63",
        ),
        ("@P1 REDUX.MIN UR6, R2;\nMOV R3, UR6;", "form|form"),
        ("REDUX.MIN UR6, R55;\nMOV R3, UR6;", "form|form"),
        (
            "REDUX UR6, R2;\nS2UR UR6, SR_CTAID.X;\nMOV R3, UR6;",
            "REDUX.AND.U32 R12, R2|operation|word",
        ),
        ("VOTEU.ANY UR4, UPT, P1;\nMOV R5, UR4;", "VOTE.BALLOT R14, P1|MOV R5, R14"),
        (
            "v_readlane_b32 s6, v2, 31\nv_sub_f32_e64 v3, -s6, v2",
            "v_readlane_b32 v12, v2, 31|v_sub_f32 v3, -v12, v2",
        ),
        (
            "v_readfirstlane_b32 s6, v2\ns_and_saveexec_b64 s[2:3], vcc\nv_mov_b32 v3, s6",
            "v_readfirstlane_b32 v12, v2|s_and_saveexec_b64 s1, vcc|MOV R3, R12",
        ),
        (
            "s_or_saveexec_b64 s[2:3], -1\nv_readlane_b32 s6, v2, 63\ns_mov_b64 exec, s[2:3]\nv_mov_b32 v3, s6",
            "s_or_saveexec_b64 s1, -1|v_readlane_b32 v12, v2, 63|s_mov_b64 exec, s1|MOV R3, R12",
        ),
        (
            "v_readfirstlane_b32 s6, v2\ns_or_b64 exec, exec, s[2:3]\nv_mov_b32 v3, s6",
            "v_readfirstlane_b32 v12, v2|s_or_b64 exec, exec, s1|form",
        ),
        ("v_dual_mov_b32 v0, v1 :: v_dual_add_f32 v2, v0, v4", "FADD R2, R0, R4|MOV R0, R1"),
        ("v_dual_mov_b32 v0, v2 :: v_dual_mov_b32 v2, v0", "form"),
        ("v_dual_mov_b32 v0, v2 :: v_dual_rcp_f32 v2, v0", "operation"),
        (
            "v_dual_fmac_f32 v0, v1, v2 :: v_dual_mul_f32 v3, v1, v0",
            "FMUL R3, R1, R0|FFMA R0, R1, R2, R0",
        ),
        ("v_subrev_f32_dpp v0, v1, v2 row_shr:1", "v_add_f32 v0, -v1, v2 row_shr:1"),
        ("v_sub_nc_u32_dpp v0, v1, v2 row_shr:1", "v_sub_u32 v0, v1, v2 row_shr:1"),
        ("v_fmaak_f32 v0, v1, v2, 0x40000000", "FFMA R0, R1, R2, 0x40000000"),
        ("# %bb.0: NOP", ""),
    ] {
        let listing = read_listing(text, &Config::default().target(), &Constants::default());
        let of_line = |listed: &Listed| match &listed.here {
            Ok(here) => here.iter().map(|own| disassemble(own, None)).collect::<Vec<_>>().join("|"),
            Err(refused) => format!("{:?}", refused.lack).to_lowercase(),
        };
        let here: Vec<String> = listing.instructions.iter().map(of_line).collect();
        assert_eq!(here.join("|"), expected, "{text}");
        if listing.instructions.iter().all(|listed| listed.here.is_ok()) {
            let program =
                assemble_listing("t.s", text, &Config::default().target(), &Constants::default())
                    .expect(text);
            let lines = program.lines();
            let lines: Vec<String> =
                lines.map(|line| disassemble(&line.instruction, None)).collect();
            assert_eq!(lines.join("|"), expected, "{text}");
        }
    }
}

/// The words of a file in the places of their names; integers keep their value under a minus, floats
/// their bits but the sign.
#[test]
fn words_of_the_file_of_constants_become_literals() {
    let mut constants = Constants::default();
    for (name, word) in
        [("c[0][352]", 7), ("CX[ur2][0x10]", 8), ("s104", 9), ("ttmp9", 10), ("m0", 11)]
    {
        assert!(constants.insert(name, word), "{name}");
    }
    let again = [
        "c[0x0] [0x160]",
        "R4",
        "c[0x0][R4]",
        "s106",
        "s[4:5]",
        "PT",
        "vcc",
        "c[0x0]",
        "SR_LANEID",
        "",
    ];
    for name in again {
        assert!(!constants.insert(name, 1), "{name}");
    }
    for (line, own_text) in [
        ("MOV R1, c[0x0][0x160]", "MOV R1, 7"),
        ("IADD3 R1, R2, -c[0x0][0x160], RZ", "IADD R1, R2, 0xfffffff9"),
        ("FADD R1, R2, -c[0x0][0x160]", "FADD R1, R2, 0x80000007"),
        ("MOV R1, cx[UR2][0x10]", "MOV R1, 8"),
        ("v_add_u32_e64 v1, v2, s104", "IADD R1, R2, 9"),
        ("v_sub_f32_e64 v1, v2, -|s104|", "v_sub_f32 v1, v2, 0x80000009"),
        ("v_lshlrev_b32_e32 v1, ttmp9, v2", "SHL R1, R2, 10"),
        ("ds_bpermute_b32 v1, v2, m0", ""),
        ("IADD3 R1, R2, c[0x0][0x160], URZ", "IADD R1, R2, 7"),
        ("s_mov_b64 exec, s1", "s_mov_b64 exec, s1"),
    ] {
        let listing = read_listing(line, &Config::default().target(), &constants);
        let expected = (!own_text.is_empty()).then(|| own(own_text));
        assert_eq!(listing.instructions[0].here.clone().ok(), expected, "{line}");
    }
}

/// Each missing word is one error, whatever the number of lines that read it.
#[test]
fn missing_words_are_listed_once() {
    let text =
        "FADD R1, R1, c[0x0][0x160]\nFFMA R1, R1, c[0x0] [0x160], c[0x0][0x164]\nMOV R1, UR4\n";
    let target = Config::default().target();
    let listing = read_listing(text, &target, &Constants::default());
    let wanted = [("c[0x0][0x160]", 1), ("c[0x0][0x164]", 2), ("UR4", 3)]
        .map(|(name, line)| (name.to_owned(), line));
    assert_eq!(listing.wanted, wanted);
    let errors = assemble_listing("t.s", text, &target, &Constants::default()).expect_err("words");
    let lines: Vec<usize> = errors.errors.iter().map(|error| error.line).collect();
    assert_eq!(lines, [1, 2, 3]);
    let assumed = read_listing(text, &target, &Constants::assumed());
    assert_eq!(assumed.wanted, []);
}

/// A line whose meaning depends on the generation is refused where its listing is for another.
#[test]
fn a_listing_is_read_as_its_generation_means_it() {
    for (header, line, is_taken) in [
        ("\tcode for sm_13", "MOV R1, R2", false),
        ("\tcode for sm_61", "VABSDIFF.U32 R1, R2, R3, R4", false),
        ("\tcode for sm_75", "VABSDIFF.U32 R1, R2, R3, R4", true),
        (
            "\t.headerflags\t@\"EF_CUDA_TEXMODE_UNIFIED EF_CUDA_SM61\"",
            "VABSDIFF R1, R2, R3, R4",
            false,
        ),
        ("\t.target\tsm_89", "VABSDIFF R1, R2, R3, R4", true),
        ("\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx90a\"", "ds_bpermute_b32 v0, v1, v2", true),
        ("\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx1100\"", "ds_bpermute_b32 v0, v1, v2", false),
        (
            "\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx803\"",
            "ds_swizzle_b32 v0, v1 offset:0xc010",
            false,
        ),
        ("", "ds_bpermute_b32 v0, v1, v2", true),
        ("\t.section\t.text.k_sm_13", "MOV R1, R2", true),
    ] {
        let listing = read_listing(
            &format!("{header}\n{line}\n"),
            &Config::default().target(),
            &Constants::default(),
        );
        assert_eq!(listing.instructions[0].here.is_ok(), is_taken, "{header}: {line}");
        let names = usize::from(!header.is_empty() && !header.contains(".section"));
        assert_eq!(listing.generations.len(), names, "{header}");
    }
}

/// What a refusal of a listing says: the operand that stops the line first, and no cure that changes
/// the result.
#[test]
fn a_refusal_of_a_listing_names_what_stops_the_line_and_changes_no_result() {
    for (line, said) in [
        ("@P0 EXIT", "EXIT works on the whole wave and takes no guard, but has @P0"),
        ("FADD R1, R1, -c[0x0] [0x164]", "c[0x0][0x164] is a word of constant memory, and no file"),
        ("v_add3_u32 v0, v1, s17, v2", "s17 is a scalar register, and no file gives its word"),
        ("FMUL.FTZ R1, R1, c[0x0][0x164]", "FMUL.FTZ's .FTZ flushes subnormal numbers"),
        ("IADD3 R1, |R2|, R3, R4", "IADD3 adds words and takes a minus alone, but has |R2|"),
        (
            "MOV R1, c[0x3][R4+0x8]",
            "this place takes a register R0..R63 or a 32-bit literal, not c",
        ),
        ("v_add3_u32 s17, v1, v1, v2", "this place takes a register R0..R63, not s17"),
        ("IADD3 R0, P0, R1, R2, R3", "IADD3 has P0, a carry"),
        ("v_add_u32_e64 v0, s[0:1], v1, v2", "v_add_u32_e64 has s[0:1], and scalar"),
        ("FSEL R5, R5, +QNAN, P0", "FSEL has +QNAN, a NaN whose bits are not printed"),
        ("@P0 REDUX.OR UR6, R2", "REDUX.OR has UR6, of the uniform datapath"),
        (
            "ds_bpermute_b32 v0, v1, v2 offset:4",
            "ds_bpermute_b32 has offset:4, which moves the address",
        ),
        ("v_add_f32_e64 v0, v1, v2 clamp", "v_add_f32_e64 has clamp, which limits the result"),
        ("ISETP.GE.AND P0, P1, R0, R1, P2", "ISETP.GE.AND has P1, a second predicate"),
        ("MATCH.ANY.U64 R0, R2", "MATCH.ANY.U64's .U64 is about 64 bits"),
    ] {
        let listing = read_listing(line, &Config::default().target(), &Constants::default());
        let refused = listing.instructions[0].here.as_ref().expect_err(line);
        assert!(refused.rule.starts_with(said), "{line}: {}", refused.rule);
    }
    let safe = [
        "write what it does in other instructions",
        "put ",
        "set ",
        "write it",
        "take it out, and give",
        "give it by --constants",
    ];
    let more = [
        "unroll a loop",
        "write the instruction ",
        "write v_",
        "write FFMA",
        "write a register that nothing",
    ];
    for (line, _) in lines(SASS).into_iter().chain(lines(GFX900)) {
        let listing = read_listing(line, &Config::default().target(), &Constants::default());
        let Err(refused) = &listing.instructions[0].here else { continue };
        let is_safe = safe.iter().chain(&more).any(|start| refused.cure.starts_with(start));
        assert!(is_safe, "{line}: {}", refused.cure);
    }
}
