//! Compilers' listings as workloads, and what their operands ask of a register file.

use crate::common::program::{figure, has, lanebeat, study};
use lanebeat::config::Config;
use lanebeat::isa::asm::assemble;
use lanebeat::study::{OperandStatistics, Workload};

fn listing(name: &str) -> Workload {
    let path = format!("{}/examples/listings/{name}.s", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("a listing");
    Workload::Program { name: name.to_owned(), text }
}

/// Mnemonics of what is left out, in their order.
fn left_out(name: &str) -> Vec<String> {
    let lines = listing(name).left_out().expect("a listing");
    let mnemonic = |line: &String| {
        line.split_whitespace().find(|word| !word.starts_with('@')).expect("a word").to_owned()
    };
    lines.iter().map(mnemonic).collect()
}

/// Instructions of the first wave before they are repeated.
fn length(name: &str) -> usize {
    let program = listing(name).program(&Config::default()).expect("it runs");
    assert_eq!(program.waves.len(), 8);
    assert_eq!(program.waves[0].len() % 16, 0);
    program.waves[0].len() / 16
}

#[test]
fn a_listing_is_timed_without_its_memory_instructions_which_are_counted() {
    assert_eq!(left_out("shfl_scan_sm80"), ["LDG.E", "STG.E"]);
    // Five steps of SHFL, addition and comparison.
    assert_eq!(length("shfl_scan_sm80"), 15);
    let sgemm = left_out("sgemm_sm80");
    assert_eq!(sgemm.iter().filter(|name| *name == "LDS.128").count(), 8);
    assert_eq!(sgemm.len(), 10);
    // 64 FFMA, two additions to addresses, and a comparison of two constants, which is two.
    assert_eq!(length("sgemm_sm80"), 68);
    let atomic = left_out("atomic_scan_gfx900");
    assert!(atomic.contains(&"global_atomic_add".to_owned()), "{atomic:?}");
    assert_eq!(atomic.len(), 7);
}

#[test]
fn a_program_with_a_mistake_is_no_listing() {
    for text in ["IADD R1, R2\n", "IADD R1, R2, R3\nLDG.E R5, [R2.64]\nIAD R1, R2, R3\n", "FOO\n"] {
        let own = Workload::Program { name: "p".to_owned(), text: text.to_owned() };
        assert!(own.program(&Config::default()).is_err(), "{text}");
        assert_eq!(own.left_out(), None, "{text}");
    }
    // The same with a register that the machine lacks.
    let few = Config { registers: 32, ..Config::default() };
    let error = listing("sgemm_sm80").program(&few).expect_err("it has R36").to_string();
    assert!(error.contains("R44 does not exist in this configuration"), "{error}");
    let own = Workload::Program { name: "p".to_owned(), text: "IADD R1, R2, R3\n".to_owned() };
    assert_eq!(own.left_out(), None);
}

/// A line that nobody knows is left out like the others; where nothing remains, the first is named.
#[test]
fn an_unknown_line_hides_no_listing() {
    let kernel = |line: &str| {
        let text = format!("\t.p2align 8\nkernel:\n\t{line}\n\tv_frob_b99 v1, v2\n\ts_endpgm\n");
        Workload::Program { name: "k.s".to_owned(), text }
    };
    let known = kernel("v_add_u32_e32 v0, v1, v2");
    assert_eq!(known.program(&Config::default()).expect("one line").waves[0].len(), 16);
    assert_eq!(known.left_out().expect("a listing"), ["v_frob_b99 v1, v2"]);
    let text = "\t.p2align 8\n\tv_frob_b99 v1, v2\n".to_owned();
    let nothing = Workload::Program { name: "k.s".to_owned(), text };
    let error = nothing.program(&Config::default()).expect_err("nothing runs").to_string();
    assert!(error.contains("k.s:2:2: v_frob_b99 is not an instruction"), "{error}");
}

#[test]
fn operands_are_counted_as_by_hand() {
    // Reads 3, 3 and 2. Banks of two: R2 R4 and R4 R6 and R2 R6; R6 R8; none. Banks of four: R2 R6.
    // The same operand as before: R2 as a; none, for R6 was c.
    let text = "IMAD R0, R2, R4, R6\nIMAD R1, R2, R6, R8\nIADD R3, R6, R1\n";
    let program = assemble("p", text, &Config::default().target()).expect("a program");
    let statistics = OperandStatistics::of(&program);
    assert!((statistics.reads - 8.0 / 3.0).abs() < 1e-9, "{statistics:?}");
    // The second reads R2, R6 and R8: three pairs of even numbers, of which two meet in a bank of
    // four only if their difference is four: R2 R6.
    assert!((statistics.pairs_of_two - 6.0 / 3.0).abs() < 1e-9, "{statistics:?}");
    assert!((statistics.pairs_of_four - 2.0 / 3.0).abs() < 1e-9, "{statistics:?}");
    assert!((statistics.repeated - 1.0 / 8.0).abs() < 1e-9, "{statistics:?}");
}

#[test]
fn repeated_lines_count_as_often_as_if_they_were_written_out() {
    let [first, body, inner] = ["IMAD R0, R2, R4, R6\n", "IADD R1, R0, R5\n", "MOV R4, R2\n"];
    let repeated =
        format!("{first}.repeat 3\n{body}.repeat 4\n{inner}{first}.end\n{inner}.end\nEXIT\n{body}");
    let pass = format!("{body}{}{inner}", format!("{inner}{first}").repeat(4));
    let texts = [repeated, format!("{first}{}EXIT\n", pass.repeat(3))];
    let [found, expected] = texts.map(|text| {
        let program = assemble("p", &text, &Config::default().target()).expect("a program");
        OperandStatistics::of(&program)
    });
    assert_eq!(found, expected);
}

#[test]
fn neighbours_are_held_against_the_banks_of_vopd_as_by_hand() {
    // Destinations differ in their parity, a and b modulo 4, c in its parity: fits. R5 and R1 are in one
    // bank: does not. R2 and R4 as c: does not. Two odd destinations: does not. No a to meet: fits.
    for (text, fits) in [
        ("IMAD R0, R1, R2, R3\nIMAD R1, R2, R3, R4\n", 1.0),
        ("IMAD R0, R1, R2, R3\nIMAD R1, R5, R3, R4\n", 0.0),
        ("IMAD R0, R1, R2, R2\nIMAD R1, R2, R3, R4\n", 0.0),
        ("IMAD R3, R1, R2, R3\nIMAD R1, R2, R3, R4\n", 0.0),
        ("MOV R0, 5\nMOV R1, R2\nMOV R2, R3\nMOV R4, R4\n", 2.0 / 3.0),
    ] {
        let program = assemble("p", text, &Config::default().target()).expect("a program");
        assert_eq!(OperandStatistics::of(&program).dual, fits, "{text}");
    }
}

#[test]
fn a_study_says_what_it_leaves_out() {
    let path = format!("{}/examples/listings/sgemm_sm80.s", env!("CARGO_MANIFEST_DIR"));
    let machine = ["--set", "registers=64", "--set", "float=true"];
    let words = [&machine, ["--axis", "register_file=wide,banked", "--flow", "none"].as_slice()];
    let words = [words.concat().as_slice(), &["--workload"]].concat();
    let (_folder, ran) = study(&[words.as_slice(), &[&path]].concat(), None);
    assert_eq!(ran.status, Some(0), "{}", ran.errors);
    let said = "10 instructions that no machine here has are left out: 1 BRA, 8 LDS.128, 1 UIADD3";
    has(&ran.errors, said);
    let value = |point, name: &str| figure(&ran, point, &format!("{path}: {name}")).expect(name).0;
    assert_eq!(value(0, "instructions left out"), 10.0);
    // 64 of three registers, three of one and one of none.
    assert!((value(0, "registers read per instruction") - 195.0 / 68.0).abs() < 1e-9);
    // Three words of four banks in a slot: banks lose what one port a wave does not.
    assert!(value(0, "threads per cycle") > 1.5 * value(1, "threads per cycle"));
    let line = format!("study --set registers=32 --axis waves=1 --workload {path}");
    let refused = lanebeat(&line);
    assert_eq!(refused.status, Some(2));
    let expected = format!(
        "error: {path}:8:61: ISETP.NE.AND is ISETP.NE.S32 here, and ISETP.NE.S32 has room for one literal, not for RZ and UR4; \
         set registers = 256, so that one is free for the other\n"
    );
    assert_eq!(refused.errors, expected);
}
