//! Whole listings, and the command that reads them.

use serde_json::json;

use lanebeat::config::Config;
use lanebeat::isa::asm::{Constants, Skipped, assemble_listing, read_listing};

use crate::common::program::{lanebeat, lanebeat_reading, refusal};

/// What cuobjdump -sass prints, shortened.
const CUOBJDUMP: &str = "
Fatbin elf code:
================
arch = sm_75
code version = [1,7]
host = linux
compile_size = 64bit

\tcode for sm_75
\t\tFunction : scan
\t.headerflags\t@\"EF_CUDA_SM75 EF_CUDA_PTX_SM(EF_CUDA_SM75)\"
        /*0000*/                   MOV R1, c[0x0][0x28] ;                 /* 0x00000a0000017a02 */
                                                                          /* 0x000fe40000000f00 */
        /*0010*/                   SHFL.UP PT, R0, R5, 0x1, RZ ;          /* 0x0420000005007989 */
        /*0020*/               @P0 IADD3 R5, R5.reuse, R0, RZ ;           /* 0x0000000005050210 */
        /*0030*/                   STG.E.SYS [R2], R5 ;                   /* 0x0000000502007386 */
        /*0040*/                   BRA 0x40;                              /* 0xfffffff000007947 */
\t\t..........
";

/// What llvm-objdump -d prints.
const OBJDUMP: &str = "
scan.o:\tfile format elf64-amdgpu

Disassembly of section .text:

0000000000000000 <scan>:
\tv_add_u32_dpp v0, v0, v0 row_shr:1 row_mask:0xf bank_mask:0xf// 000000000000: 680000FA FF011100
\ts_nop 1                                                    // 000000000008: BF800001
\ts_endpgm                                                   // 00000000000C: BF810000
";

/// What llc prints around a kernel for an operating system.
const LLC: &str = "\t.text
\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx900\"
k:                                      ; @k
; %bb.0:
\ts_waitcnt vmcnt(0) lgkmcnt(0)
here:\tv_mov_b32_e32 v0, 1.0
\ts_endpgm
\t.amdhsa_kernel k
\t\t.amdhsa_next_free_vgpr 1
\t.end_amdhsa_kernel
.Lfunc_end0:
\t.amdgpu_metadata
---
amdhsa.kernels:
  - .name:           k
    .wavefront_size: 64
...

\t.end_amdgpu_metadata
";

fn target() -> lanebeat::isa::asm::Target {
    Config::default().target()
}

#[test]
fn what_is_no_instruction_is_skipped_and_counted() {
    for (text, instructions, runs, skipped) in [
        (CUOBJDUMP, 5, 2, Skipped { directives: 1, labels: 0, comments: 1, metadata: 9 }),
        (OBJDUMP, 3, 3, Skipped { directives: 0, labels: 1, comments: 0, metadata: 2 }),
        (LLC, 3, 3, Skipped { directives: 7, labels: 3, comments: 1, metadata: 5 }),
        ("", 0, 0, Skipped::default()),
        ("\r\n\r\nNOP\r\n", 1, 1, Skipped::default()),
    ] {
        let listing = read_listing(text, &target(), &Constants::default());
        let here = listing.instructions.iter().filter(|listed| listed.here.is_ok()).count();
        assert_eq!((listing.instructions.len(), here), (instructions, runs), "{text}");
        assert_eq!(listing.skipped, skipped, "{text}");
    }
}

#[test]
fn the_instructions_of_a_listing_keep_their_line_numbers() {
    let program =
        assemble_listing("k.s", LLC, &target(), &Constants::default()).expect("a program");
    let numbers: Vec<usize> = program.waves[0].iter().map(|line| line.number).collect();
    assert_eq!(numbers, [5, 6, 7]);
    let errors =
        assemble_listing("k.s", CUOBJDUMP, &target(), &Constants::default()).expect_err("memory");
    let places: Vec<(usize, usize)> =
        errors.errors.iter().map(|error| (error.line, error.column)).collect();
    assert_eq!(places, [(12, 44), (16, 36), (17, 36)]);
}

#[test]
fn the_report_says_what_runs_and_what_is_lacking() {
    let ran = lanebeat_reading("assemble --from - --report", CUOBJDUMP.as_bytes());
    assert_eq!((ran.status, ran.errors.as_str()), (Some(0), ""));
    let lines: Vec<&str> = ran.output.lines().collect();
    let line = |start: &str, text: &str, here: &str| format!("{start:19}{text:30}  {here}");
    let expected = [
        line("  line  lacks", "instruction", "here"),
        line(
            "    12  word",
            "MOV R1, c[0x0][0x28]",
            "- c[0x0][0x28] is a word of constant memory, and no file gives its word; give it by \
             --constants FILE.json, which holds for example {\"c[0x0][0x28]\": 1}",
        ),
        line("    14", "SHFL.UP PT, R0, R5, 0x1, RZ", "SHFL.UP PT, R0, R5, 1, 0"),
        line("    15", "@P0 IADD3 R5, R5.reuse, R0, RZ", "@P0 IADD R5, R5.reuse, R0"),
        line(
            "    16  operation",
            "STG.E.SYS [R2], R5",
            "- STG.E.SYS reads or writes memory, and this machine has none; take it out, and give \
             the word in a register of the state file, or by --constants",
        ),
        line(
            "    17  operation",
            "BRA 0x40",
            "- BRA goes elsewhere in the program, and this machine has no branches; unroll a loop, \
             and make a block conditional by a guard or by EXEC",
        ),
        "<stdin>: 2 of 5 instructions run here; of the others the machine lacks the operation of \
         2, the form of 0, and 0 are unknown"
            .to_owned(),
        "1 instruction more when --constants FILE.json gives these words, each with the first line \
         that reads it: c[0x0][0x28] (line 12)"
            .to_owned(),
        "skipped: 1 directive, 0 labels, 1 comment, 9 lines of metadata".to_owned(),
        "read as code for sm_75".to_owned(),
    ];
    assert_eq!(lines, expected);
}

#[test]
fn the_report_as_json_has_every_line() {
    let arguments = ["assemble", "--from", "-", "--report", "--json"];
    let report = lanebeat_reading(&arguments, OBJDUMP.as_bytes()).json();
    assert_eq!(report["run"], 3);
    assert_eq!(report["skipped"], json!({"directives":0,"labels":1,"comments":0,"metadata":2}));
    let line = json!({"line": 9, "text": "s_endpgm", "here": ["EXIT"]});
    assert_eq!(report["lines"][2], line);
    let report =
        lanebeat_reading(&arguments, b"\tv_frob v0\n\ts_load_dword s0, s[0:1], 0x2c").json();
    assert_eq!((&report["unknown"], &report["lacks_operation"]), (&json!(1), &json!(1)));
    assert_eq!(report["lines"][0]["lacks"], "unknown");
    let found = (&report["lines"][1]["lacks"], &report["lines"][1]["column"]);
    assert_eq!(found, (&json!("operation"), &json!(2)));
}

/// The text of a listing is a program that assembles to the same words.
#[test]
fn a_listing_becomes_a_program() {
    let text = lanebeat_reading("assemble --from - --format text", LLC.as_bytes());
    assert_eq!((text.status, text.output.as_str()), (Some(0), "NOP\nMOV R0, 0x3f800000\nEXIT\n"));
    let words = |arguments: &[&str], input: &str| -> Vec<String> {
        let ran = lanebeat_reading(arguments, input.as_bytes());
        ran.output.lines().map(|line| line.split(' ').next().unwrap_or("").to_owned()).collect()
    };
    let direct = words(&["assemble", "--from", "-"], LLC);
    assert_eq!(direct.len(), 3);
    assert_eq!(direct, words(&["assemble", "-"], &text.output));
    let both = lanebeat_reading("assemble - --format text", b"NOP\n.wave 2\nEXIT");
    assert_eq!(both.output, "NOP\n.wave 2\nEXIT\n");
}

#[test]
fn a_listing_that_does_not_run_is_refused_without_the_report() {
    let said = refusal("assemble --from -", CUOBJDUMP.as_bytes());
    assert!(said.contains("<stdin>:16:36: STG.E.SYS reads or writes memory"), "{said}");
    for arguments in [
        &["assemble", "--report", "examples/llc_scan.s"][..],
        &["assemble", "--from", "-", "examples/llc_scan.s"],
        &["assemble", "--from", "-", "--report", "--format", "text"],
        &["assemble"],
    ] {
        let ran = lanebeat(arguments);
        assert_eq!((ran.status, ran.output.as_str()), (Some(2), ""), "{arguments:?}");
    }
    let said = refusal("assemble --from Cargo.toml --report -o Cargo.toml", b"");
    assert!(said.contains("Cargo.toml"), "{said}");
}

/// A listing with words that all threads share, from its text to what the machine computes.
#[test]
fn a_listing_runs_with_the_words_of_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path.display().to_string()
    };
    let listing = file(
        "k.s",
        "\tcode for sm_80\n S2R R0, SR_TID.X ;\n IMAD R1, R0, c[0x0][0x160], R0 ;\n \
         IADD3 R2, R1, -UR4, RZ ;\n VOTEU.ANY UR6, UPT, P0 ;\n SEL R3, RZ, 0x7, P0 ;\n POPC R4, UR6 ;\n",
    );
    let words = file("words.json", r#"{"c[0][352]": 3, "ur4": "0x2"}"#);
    let arguments = ["assemble", "--from", &listing, "--format", "text"];
    let refused = lanebeat(&arguments);
    assert_eq!(refused.status, Some(2));
    assert!(
        refused
            .errors
            .contains("k.s:3:15: c[0x0][0x160] is a word of constant memory, and no file")
    );
    assert!(
        refused.errors.contains("k.s:4:16: UR4 is a uniform register, and no file gives its word")
    );
    let program = lanebeat(&[&arguments[..], &["--constants", &words]].concat());
    assert_eq!((program.status, program.errors.as_str()), (Some(0), ""));
    let state = file("in.json", r#"{"waves": [{"predicates": {"P0": "0xf00000000000001f"}}]}"#);
    let program = file("p.s", &program.output);
    let ran = lanebeat(&["run", &program, "--state", &state]);
    assert_eq!(ran.status, Some(0), "{}", ran.errors);
    let after: serde_json::Value = serde_json::from_str(&ran.output).expect("a state");
    for thread in 0..64_u64 {
        let is_set = 0xf000_0000_0000_001f_u64 >> thread & 1 == 1;
        let expected = [
            ("R2", 4 * thread + u64::from(u32::MAX) + 1 - 2),
            ("R3", if is_set { 0 } else { 7 }),
            ("R4", if thread < 32 { 5 } else { 4 }),
        ];
        for (register, word) in expected {
            let found = &after["waves"][0]["registers"][register][thread as usize];
            assert_eq!(found.as_u64(), Some(word & 0xffff_ffff), "{register} of thread {thread}");
        }
    }
}

#[test]
fn a_wrong_file_of_constants_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("words.json");
    for (text, said) in [
        (
            r#"{"R4": 1}"#,
            "R4: `R4` is no constant of a listing, or is given twice; write each once",
        ),
        (r#"{"s4": 1, "S4": 2}"#, "S4: `S4` is no constant of a listing, or is given twice"),
        (r#"{"UR4": 4294967296}"#, "UR4: a word is -2147483648 to 4294967295, not 4294967296; try"),
        (r#"["UR4"]"#, "this is an object, not a list; write { … }"),
        ("{", "not JSON: "),
    ] {
        std::fs::write(&path, text).expect("a file");
        let name = path.display().to_string();
        let ran = lanebeat(&["assemble", "--from", "examples/llc_scan.s", "--constants", &name]);
        assert_eq!((ran.status, ran.output.as_str()), (Some(2), ""), "{text}");
        assert!(ran.errors.contains(said), "{text}: {}", ran.errors);
    }
    let ran = lanebeat(&["assemble", "examples/llc_scan.s", "--constants", "words.json"]);
    assert_eq!((ran.status, ran.output.as_str()), (Some(2), ""));
}
