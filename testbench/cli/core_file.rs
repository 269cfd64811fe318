//! FuseSoC runs the targets of the core files that `generate` writes.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::program::{lanebeat, path_text};
use crate::common::tools::{ended, python, tool};
use tempfile::TempDir;

/// A unit of the small machine with its bench.
fn written(unit: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let bench = ["--preset", "small", "--testbench", "--vectors", "60", "-o"];
    lanebeat(&[&["generate", unit], &bench[..], &[path_text(folder.path())]].concat()).good();
    folder
}

/// Command that docs/learn/flows.md has for the system, up to a comment: the first that has `part`.
fn printed(part: &str) -> &'static str {
    let page = include_str!("../../docs/learn/flows.md");
    let line = page.lines().find(|line| line.contains(part)).expect("a command of the page");
    line.split('#').next().expect("a line").trim()
}

/// Whether `target` of the unit in `folder` succeeds, and what was printed, by the command that the
/// page has for the system; `None` without FuseSoC or the tool that the target needs.
fn fusesoc(folder: &Path, unit: &str, target: &str) -> Option<(bool, String)> {
    let python = python("fusesoc, edalize")?;
    tool(match target {
        "lint" => "verilator",
        "sim" => "iverilog",
        _ => "yosys",
    })?;
    let mut command = Command::new(python);
    let line = printed(&format!("--target={target} ")).replace("_system", &format!("_{unit}"));
    let arguments = line.strip_prefix("fusesoc ").expect("a command of FuseSoC");
    command.args(["-m", "fusesoc.main"]).args(arguments.split(' ')).current_dir(folder);
    // Its own configuration, not that of whoever runs the tests.
    command.env("HOME", folder).env("XDG_CONFIG_HOME", folder).env("XDG_DATA_HOME", folder);
    Some(ended(&mut command))
}

fn succeeds(unit: &str, targets: &[&str]) {
    all_succeed(&written(unit), unit, targets);
}

fn all_succeed(folder: &TempDir, unit: &str, targets: &[&str]) {
    for target in targets {
        let Some((success, said)) = fusesoc(folder.path(), unit, target) else { return };
        assert!(success, "{target} of {unit}: {said}");
        let passed = format!("PASS lanebeat_{unit}: ");
        assert!(*target != "sim" || said.contains(&passed), "{target} of {unit}: {said}");
    }
}

#[test]
fn fusesoc_lints_simulates_and_synthesises_a_unit() {
    succeeds("shuffle_select", &["lint", "sim", "synth"]);
}

#[test]
fn fusesoc_lints_and_simulates_the_core() {
    succeeds("core", &["lint", "sim"]);
}

#[test]
fn the_commands_of_the_page_lint_and_simulate_the_system() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = printed("--testbench").replace("my_system", path_text(folder.path()));
    lanebeat(line.strip_prefix("lanebeat ").expect("a command of ours")).good();
    all_succeed(&folder, "system", &["lint", "sim"]);
}

#[test]
#[ignore = "for .ci/nightly: yosys maps core and system"]
fn fusesoc_synthesises_core_and_system() {
    succeeds("core", &["synth"]);
    succeeds("system", &["synth"]);
}

#[test]
fn a_bench_that_finds_a_difference_fails_the_target() {
    let folder = written("shuffle_select");
    let file = folder.path().join("lanebeat_shuffle_select.v");
    let text = fs::read_to_string(&file).expect("a file of ours");
    fs::write(&file, text.replacen(" ^ ", " & ", 1)).expect("a file of ours");
    let Some((success, said)) = fusesoc(folder.path(), "shuffle_select", "sim") else { return };
    assert!(!success && said.contains("FAIL lanebeat_shuffle_select: cycle "), "{said}");
}

#[test]
fn without_a_bench_there_is_no_target_that_simulates() {
    let folder = tempfile::tempdir().expect("a folder");
    lanebeat(&["generate", "lane", "-o", path_text(folder.path())]).good();
    let text = fs::read_to_string(folder.path().join("lanebeat_lane.core")).expect("a core file");
    assert!(text.contains("\n  synth:\n") && !text.contains("\n  sim:\n"), "{text}");
    assert!(!text.contains("_testbench"), "{text}");
}
