//! Proofs: the written Verilog of the selects is what ISA.md says, for all inputs.
//! `testbench/verilog/formal` holds the page's rules in Verilog, written in the obvious way; yosys'
//! SAT solver looks for an input on which the unit says anything else.
//!
//! `testbench/formal` proves more: the lane, and whole machines for every program (docs/why/proofs.md).

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use crate::common::sample::of_today;
use crate::common::tools::{ended, python, run, store, tool};
use lanebeat::config::Config;
use lanebeat::hdl::Module;
use lanebeat::plan::Plan;
use lanebeat::rtl;
use lanebeat::verilog::{self, File, Header};

fn written(module: &Arc<Module>) -> Vec<File> {
    verilog::write(module, &Header::default())
}

/// Whether `proof` of `testbench/verilog/formal` holds of `unit`; `None` without yosys.
///
/// # Panics
/// When yosys stumbles over anything but a proof that fails.
fn holds(proof: &str, unit: &[File]) -> Option<bool> {
    let yosys = tool("yosys")?;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testbench/verilog/formal").join(proof);
    let mut files = unit.to_vec();
    files.push(File {
        name: proof.to_string(),
        text: std::fs::read_to_string(path).expect("the proof"),
    });
    let (folder, paths) = store(&files);
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    let script = format!(
        "read_verilog {}; hierarchy -check -top proof; setattr -mod -unset keep_hierarchy *; proc; flatten; opt -full; sat -verify -prove differs 0",
        names.join(" ")
    );
    let (success, said) = run(&yosys, folder.path(), &["-q".to_string(), "-p".to_string(), script]);
    assert!(success || said.contains("proof did fail"), "{proof}: {said}");
    Some(success)
}

/// `unit` with `from`, which stands once in one of its files, replaced by `to`.
fn changed(unit: &[File], from: &str, to: &str) -> Vec<File> {
    let count: usize = unit.iter().map(|file| file.text.matches(from).count()).sum();
    assert_eq!(count, 1, "`{from}` stands {count} times in the unit");
    unit.iter()
        .map(|file| File { name: file.name.clone(), text: file.text.replace(from, to) })
        .collect()
}

/// The proof holds of the unit, and of none of the units with one operator flipped, of which one a day is tried.
fn proves(proof: &str, unit: &[File], flips: &[(&str, &str)]) {
    let Some(is_proven) = holds(proof, unit) else { return };
    assert!(is_proven, "{proof} does not hold");
    for &(from, to) in of_today(flips, 1) {
        let found = holds(proof, &changed(unit, from, to));
        assert_eq!(found, Some(false), "{proof} holds with `{from}` as `{to}`");
    }
}

/// One of three a day: the source of a shuffle is the one of section 5, words and writes of a DPP row those of section
/// 6, votes and matches of a warp those of section 7.
#[test]
fn the_units_across_lanes_are_what_their_sections_say() {
    let plan = Plan::new(&Config::default());
    let shuffle = [
        ("differs[3] ? compared[3]", "differs[3] ? ~compared[3]"),
        ("(thread ^ clamp) & ~segment_mask", "(thread ^ clamp) & segment_mask"),
    ];
    let dpp = [
        ("(taken_whole[2] ^ rotation[2]) ? carry2", "(taken_whole[2] ^ rotation[2]) ? ~carry2"),
        ("permutes_eight = enable & eight", "permutes_eight = enable | eight"),
    ];
    let vote = [
        ("wire [31:0] ballot = active & q", "wire [31:0] ballot = active | q"),
        ("assign same = own == other", "assign same = own != other"),
    ];
    let units = [
        ("shuffle_select.v", rtl::shuffle_select(&plan).module, shuffle),
        ("dpp.v", rtl::dpp(&plan).module, dpp),
        ("vote.v", rtl::vote(&plan).module, vote),
    ];
    for (proof, module, flips) in of_today(units, 1) {
        proves(proof, &written(&module), &flips);
    }
}

/// What `make -C testbench/formal` says with these goals or variables; `None` without its tools.
fn made(arguments: &[&str]) -> Option<(bool, String)> {
    for name in ["make", "python3", "yosys", "berkeley-abc"] {
        tool(name)?;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testbench/formal");
    let mut make = Command::new("make");
    make.arg("-C").arg(folder).args(arguments);
    Some(ended(make.env("LANEBEAT", env!("CARGO_BIN_EXE_lanebeat"))))
}

/// The quick proofs whose subjects match `only`, among them these.
fn are_proved(only: &str, some: &[&str]) {
    let Some((is_proved, said)) = made(&["quick", &format!("ONLY={only}")]) else { return };
    assert!(is_proved, "{said}");
    for subject in some {
        assert!(said.contains(subject), "nothing about {subject}:\n{said}");
    }
}

#[test]
fn a_pattern_that_no_proof_has_and_one_that_is_none_are_refused() {
    for (pattern, why) in [("machine of nobody", "has a name with"), ("(", "expression")] {
        let Some((is_tried, said)) = made(&["quick", &format!("ONLY={pattern}")]) else { return };
        assert!(!is_tried && said.contains(why), "{said}");
    }
}

/// Slow: nothing else says something of every program. Of one organisation and the wave itself, with one of the
/// properties that take longest a day; `.ci/nightly` has the other waves beside it and the other organisations.
#[test]
fn every_program_retires_what_the_specification_machine_retires() {
    let long = ["host", "retires", "exec", "masks"];
    let today = of_today(long, 1);
    let others = long.into_iter().filter(|name| !today.contains(name));
    let left_out: String = others.map(|name| format!("|{name}")).collect();
    let only = format!("^wide registers=2: (?!.*of others{left_out})");
    let named = ["words", today[0]].map(|name| format!("wide registers=2: {name}\n"));
    are_proved(&only, &named.each_ref().map(String::as_str));
}

/// Some operations of the lane, REDUX, SHFL in passes, a pipeline, the system around the core for every master, and
/// barriers: one of the six a day. `.ci/nightly` has all, and floats beside ISA.md, of which SymFPU says more.
#[test]
fn every_operand_and_every_master_is_answered_as_specified() {
    let subjects = [
        ("^lane, a sample", "lane, a sample"),
        ("^(execute|REDUX)(?!.*one beat)", "a pair combines two words"),
        ("^SHFL", "who gets which word by ds_swizzle_b32"),
        ("^small with", "along every path stand as many flip-flops"),
        ("^(AXI4-Lite slave|registers)", "no response without a request"),
        ("barriers of small", "each BAR arrives once"),
    ];
    for (only, one) in of_today(subjects, 1) {
        are_proved(only, &[one]);
    }
}

/// Some cases of each question of an operation, others on another day; `.ci/nightly` has all of them.
#[test]
fn floats_are_what_symfpu_says() {
    let (Some(_), Some(_)) = (python("pyosys"), tool("cadical")) else { return };
    let operations = ["FADD", "v_sub_f32", "FMUL", "FFMA", "FMNMX.MIN", "FMNMX.MAX", "FSETP"];
    for operation in of_today(operations, 1) {
        are_proved(&format!("^{operation} beside SymFPU"), &[operation]);
    }
}

/// One a day; `make -C testbench/formal faults` tries all. The text that each changes is looked for.
#[test]
fn the_proof_of_faulty_hardware_fails() {
    let faults = [
        "wide registers=2: the interlock does not compare operand b",
        "barriers of small: a thread is not counted",
        "barriers of small: a wave at another barrier counts",
    ];
    for fault in of_today(faults, 1) {
        let Some((is_refuted, said)) = made(&["faults", &format!("ONLY={fault}"), "ANEW=--anew"])
        else {
            return;
        };
        assert!(is_refuted && said.contains("refuted in cycle"), "{said}");
    }
}
