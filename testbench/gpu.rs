//! What an NVIDIA GPU answered, against the model; docs/measure/gpu.md.

use std::path::Path;
use std::process::Command;

use crate::common::tools::python;

/// What `gpu.py check` says of a file of answers, and whether it is content.
fn check(answers: &Path) -> Option<(bool, String)> {
    let output = Command::new(python("zlib")?)
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/testbench/gpu/gpu.py"))
        .args(["check", env!("CARGO_BIN_EXE_lanebeat")])
        .arg(answers)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("Python runs");
    let said = [output.stdout, output.stderr].concat();
    Some((output.status.success(), String::from_utf8_lossy(&said).into_owned()))
}

const ANSWERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/testbench/gpu/h200.txt");

#[test]
fn the_model_answers_as_an_h200_did() {
    let Some((is_content, said)) = check(Path::new(ANSWERS)) else { return };
    assert!(is_content && said.contains(", 0 differ"), "{said}");
}

#[test]
fn another_answer_is_found_and_named() {
    let text = std::fs::read_to_string(ANSWERS).expect("the answers");
    let program = text.lines().find(|line| line.starts_with("float_0 ")).expect("floats");
    let mut words: Vec<&str> = program.split(' ').collect();
    words[2] = "00000000";
    let folder = tempfile::tempdir().expect("a folder");
    let changed = folder.path().join("answers.txt");
    std::fs::write(&changed, text.replace(program, &words.join(" "))).expect("written");
    let Some((is_content, said)) = check(&changed) else { return };
    assert!(!is_content && said.contains("1 differ") && said.contains("FADD R2, -R3"), "{said}");
}
