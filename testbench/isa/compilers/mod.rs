//! Lines as compilers print them: which are taken, as what, and why others are not.

mod errors;
mod listings;
mod meaning;

use lanebeat::config::Config;
use lanebeat::isa::asm::{Lack, assemble, disassemble, read_listing};
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
    let listing = read_listing(line, &Config::default().target());
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
            text => Ok(own(text)),
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
                let marked = line.contains(&format!("{register}.reuse"));
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
